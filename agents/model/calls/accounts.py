"""What model calls cost: every one is recorded, and a person's budget is looked at before the next."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from agents.model.calls.ask import Unasked
from agents.model.calls.expected import Expected
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


class NotAsked(Exception):  # noqa: N818 - what happened, not an error of ours
    """No call was made."""

    def __init__(self, reason: Unasked) -> None:
        super().__init__(reason.value)
        self.reason = reason


@dataclass(slots=True)
class _Open:
    """What one person's calls under way may cost, and whose turn it is to ask for more."""

    usd: float = 0.0
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)


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
        self.clock = clock
        self.expected = Expected()
        self._profile_of = profile_of
        self._open: defaultdict[int, _Open] = defaultdict(_Open)
        self._late: set[asyncio.Task[None]] = set()

    @property
    def assumed(self) -> float:
        """USD per million tokens of a model whose price nobody knows."""
        return self._budget.unknown_price

    @asynccontextmanager
    async def reserved(self, user_id: int, usd: float) -> AsyncGenerator[None]:
        """Keep so much of the budget for a call; raises NotAsked where it is not left.

        `usd` is an estimate: a call that costs more passes the cap by the difference.
        What is under way is added up before the ledger is read: a call that is settled meanwhile is then
        counted twice for a moment, never not at all.
        """
        budget = self._budget
        if usd <= 0 or (budget.user_day is None and budget.user_month is None):
            yield
            return
        open_ = self._open[user_id]
        async with open_.turn:
            wanted = open_.usd + usd
            for reason, cap, since in await self._windows(user_id):
                if await self._spent(user_id, since) + wanted > cap:
                    raise NotAsked(reason)
            open_.usd += usd
        try:
            yield
        finally:
            open_.usd -= usd

    async def _windows(self, user_id: int) -> list[tuple[Unasked, float, datetime]]:
        """The caps with the moment from which on each counts, on the person's own clock."""
        profile = await self._profile_of(user_id)
        day = profile.midnight(self.clock())
        caps = (
            (Unasked.BUDGET_MONTH, self._budget.user_month, day.replace(day=1)),
            (Unasked.BUDGET_DAY, self._budget.user_day, day),
        )
        return [(reason, cap, since) for reason, cap, since in caps if cap is not None]

    async def _spent(self, user_id: int, since: datetime) -> float:
        try:
            return await self._ledger.spent(user_id, since)
        except Exception:  # whatever a ledger is: an answer does not depend on it
            logger.exception("what user %d spent can't be read", user_id)
            return 0.0

    async def record(self, call: ModelCall) -> None:
        """Keep a call."""
        self.expected.learn(call)
        try:
            await self._ledger.record(call)
        except Exception:  # as above
            logger.exception("a model call of user %d is not recorded", call.user_id)

    def record_late(self, call: ModelCall) -> None:
        """Keep a call while the task that made it is being cancelled."""
        task = asyncio.get_running_loop().create_task(self.record(call))
        self._late.add(task)
        task.add_done_callback(self._late.discard)

    async def close(self) -> None:
        """Wait for what is still being recorded."""
        if self._late:
            await asyncio.gather(*self._late)
