"""What model calls cost: every one is recorded, and a person's budget is looked at before the next."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol
from weakref import WeakValueDictionary

from agents.model.ask import Unasked
from agents.model.settings import Budget
from agents.profile import Profile
from storage.entities import ModelCall

logger = logging.getLogger(__name__)


class Ledger(Protocol):
    """Where model calls are written down."""

    async def record(self, call: ModelCall) -> None:
        """Keep one call."""
        ...

    async def spent(self, user_id: int, since: datetime) -> float:
        """USD that the person's calls cost since then."""
        ...


class NoLedger:
    """Nothing is kept: for looking at models outside of anybody's messages."""

    async def record(self, call: ModelCall) -> None:
        """Forget it."""

    async def spent(self, user_id: int, since: datetime) -> float:
        """Nothing."""
        return 0.0


class OverBudget(Exception):  # noqa: N818 - what happened, not an error of ours
    """The call could cost more than is left."""

    def __init__(self, reason: Unasked) -> None:
        super().__init__(reason.value)
        self.reason = reason


@dataclass(slots=True)
class Reserved:
    """What calls under way may cost; one at a time asks whether there is room for another."""

    usd: float = 0.0
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    __weakref__: object = field(init=False, repr=False, compare=False)


class Accounts:
    """The budget and the record of every person. A ledger that fails is logged and stops nobody."""

    def __init__(
        self,
        budget: Budget,
        ledger: Ledger,
        clock: Callable[[], datetime],
        profile_of: Callable[[int], Awaitable[Profile]],
    ) -> None:
        self._budget = budget
        self._ledger = ledger
        self._clock = clock
        self._profile_of = profile_of
        self._reserved: WeakValueDictionary[int, Reserved] = WeakValueDictionary()
