"""What an engine knows about the turn it is playing in, beyond each agent's input."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Literal

from agents.places import Place

if TYPE_CHECKING:
    from asyncio import Task

    from agents.parser import ParserOutput

Mode = Literal["deep", "quick"]


class Notice(StrEnum):
    """Why the offline engine played an agent although a model is configured; the user is told."""

    MODEL_FAILED = "model_failed"
    BUDGET_DAY = "budget_day"
    BUDGET_MONTH = "budget_month"
    OUT_OF_TIME = "out_of_time"
    REFUSED = "refused"
    """What they wrote does not hold against the log."""
    READ_LATER = "read_later"


@dataclass(slots=True)
class Session:
    """One run of a turn. The halves of a message share `kept`; nothing in here outlives a restart."""

    turn_id: str
    user_id: int
    chat_id: int
    sent_at: datetime
    """When the message was sent; for what the Observer does on its own, when it began."""
    kind: str = ""
    """What kind of message it is, for the accounts: an InputType, or "observer"."""
    mode: Mode = "deep"
    dated: bool = True
    """Whether models are told the day and the time."""
    hurried: bool = False
    """One of very many: no model is asked, and the person was told so once for all of them."""
    by_code: bool = False
    """What models wrote was refused too often: code alone goes on."""
    began: float = field(default_factory=time.monotonic)
    calls: int = 0
    """Model calls made in it: a step that made one is worth saving."""
    notices: list[Notice] = field(default_factory=list[Notice])
    kept: dict[tuple[str, str], object] = field(default_factory=dict[tuple[str, str], object])
    """What a call brought for an agent that has not been asked yet: (agent, its text) to output."""
    readings: dict[str, Task[ParserOutput | None]] = field(
        default_factory=dict[str, "Task[ParserOutput | None]"]
    )
    """What a model still reads of a log that code has read, by the log's words; shared as well."""
    preview: Callable[[str], None] | None = None
    """Takes the answer so far, checked sentences only, as it grows; returns at once."""
    place: Place | None = None
    """Left while a model is asked."""

    def note(self, notice: Notice) -> None:
        """Tell the user, once."""
        if notice not in self.notices:
            self.notices.append(notice)


_CURRENT: ContextVar[Session | None] = ContextVar("session", default=None)


def current() -> Session | None:
    """The session of the turn being run; None where an agent is called on its own."""
    return _CURRENT.get()


@asynccontextmanager
async def waiting() -> AsyncGenerator[None]:
    """While a model is asked: the turn's place is free for others."""
    session = current()
    if session is None or session.place is None:
        yield
        return
    async with session.place.left():
        yield


def enter(session: Session) -> None:
    """What runs from here on in this task, and in tasks it makes, is part of this session."""
    _CURRENT.set(session)
