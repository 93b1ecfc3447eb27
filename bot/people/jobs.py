"""What the bot's state knows of long jobs: who may be speaking to one, and how to get at them."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol

from agents.jobs.signs import JobWish
from agents.turn import Incoming
from bot.replies.callbacks import JobTap, NewJobTap
from bot.texts import Html, Wording

if TYPE_CHECKING:  # it knows the state, which knows this
    from bot.replies.said import Said


NO_FILES: Mapping[str, bytes] = MappingProxyType({})


class JobDoor(Protocol):
    """What the chat does with jobs."""

    async def wished(
        self, user_id: int, words: str, say: Wording, key: str, files: Mapping[str, bytes] = NO_FILES
    ) -> Said:
        """Begin what the words ask for; without words, what there is. `key`: of the message."""
        ...

    async def listed(self, user_id: int, say: Wording) -> Said:
        """Running and past ones."""
        ...

    async def typed(self, user_id: int, words: str, say: Wording) -> Said:
        """All with codes; or one by its code, and what the words behind it say."""
        ...

    async def spoken(self, user_id: int, wish: JobWish, say: Wording, *, is_typed: bool) -> Said:
        """What is asked about jobs in words."""
        ...

    def progress(self, user_id: int, say: Wording) -> AsyncGenerator[Html]:
        """Each new state of the jobs at work here, until none is."""
        ...

    async def pause_all(self, user_id: int) -> None:
        """Those at work here."""
        ...

    async def tapped(self, user_id: int, update_id: int, tap: JobTap | NewJobTap) -> str:
        """What to tell the one who tapped."""
        ...

    async def heard(self, incoming: Incoming) -> Said | None:
        """What is said to words that are for a job; None: they are not."""
        ...


async def _nobody() -> JobDoor:
    raise LookupError("no jobs are run here")


async def _nothing(_user_id: int) -> None:
    """Nobody has a job."""


async def _none_left() -> None:
    """No job was left by an earlier run."""


@dataclass(slots=True)
class Jobs:
    """Nothing of them is loaded until somebody wants one."""

    words: set[int] = field(default_factory=set[int])
    """People whose next words may be for a job: it asks, or asked what to change."""
    reports: set[int] = field(default_factory=set[int])
    """People to whom a job has delivered something: a reply to it may be for that job."""
    is_open: bool = False
    """Whether somebody has opened them since the start: all that runs jobs is loaded."""
    open: Callable[[], Awaitable[JobDoor]] = _nobody
    start: Callable[[], Awaitable[None]] = _none_left
    """Go on with what an earlier run left."""
    forget: Callable[[int], Awaitable[None]] = _nothing
    """Somebody's rows are about to be deleted."""
    remove: Callable[[int], Awaitable[None]] = _nothing
    """Somebody may not use the bot any more."""

    async def heard(self, incoming: Incoming) -> Said | None:
        """What is said to words that are for a job; None: they are not."""
        replies = incoming.reply_to is not None and incoming.user_id in self.reports
        may_speak = replies or incoming.user_id in self.words
        return await (await self.open()).heard(incoming) if may_speak else None
