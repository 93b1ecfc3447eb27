"""A cascade on scripted servers, with a ledger that can be read."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import cast

from pydantic import BaseModel

from agents.limits import CallLimits
from agents.model.calls.ask import Ask
from agents.model.calls.cascade import Cascade
from agents.model.settings import LlmSettings
from agents.profile import Profile
from agents.session import Session
from storage.entities import ModelCall

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)


@dataclass
class Books:
    """A ledger in memory; `before` was spent already."""

    calls: list[ModelCall] = field(default_factory=list[ModelCall])
    before: float = 0.0
    broken: bool = False
    since: list[datetime] = field(default_factory=list[datetime])

    async def record(self, call: ModelCall) -> None:
        if self.broken:
            raise OSError("no room left")
        self.calls.append(call)

    async def spent(self, user_id: int, since: datetime) -> float:
        self.since.append(since)
        return self.before + sum(call.price_usd for call in self.calls if call.user_id == user_id)

    @property
    def outcomes(self) -> list[str]:
        return [call.outcome for call in self.calls]


class Item(BaseModel):
    name: str
    sets: int = 1


class Heard(BaseModel):
    """What was understood."""

    text: str
    items: tuple[Item, ...] = ()
    sure: bool
    verdict: str


GOOD: dict[str, object] = {
    "text": "bench",
    "items": [{"name": "bench press", "sets": 5}],
    "sure": True,
    "verdict": "log",
}


def asking(**changes: object) -> Ask[Heard]:
    given: dict[str, object] = {
        "agent": "router",
        "instructions": "Say what you heard.",
        "context": "bench 185x5",
        "output": Heard,
        **changes,
    }
    return cast("Ask[Heard]", Ask(**given))  # pyright: ignore[reportArgumentType] - as the fields are


def unseen(_: Heard) -> None:
    """Nobody looks on."""


async def seoul(user_id: int) -> Profile:
    return Profile(user_id=user_id, time_zone="Asia/Seoul")


def cascade(llm: LlmSettings, books: Books | None = None, **limits: float) -> Cascade:
    """Waits are short, so that no test is."""
    quick = {"backoff_seconds": 0.01, "low_seconds": 5.0, **limits}
    calls = CallLimits.model_validate(quick)
    return Cascade(llm, calls, books if books is not None else Books(), lambda: NOON, seoul)


def session(**changes: object) -> Session:
    given: dict[str, object] = {"turn_id": "t1", "user_id": 7, "chat_id": 7, "sent_at": NOON, "kind": "log"}
    return Session(**{**given, **changes})  # pyright: ignore[reportArgumentType] - as the fields are
