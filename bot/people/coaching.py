"""What is known of coaches without looking. It loads nothing of them before one is due."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from pydantic import Field

from storage.entities import Frozen
from storage.wakes import Wakes

if TYPE_CHECKING:  # loaded when one is due
    from agents.wakes.runner import Runner

logger = logging.getLogger(__name__)

_AHEAD = timedelta(seconds=90)
"""More than the time between two ticks, less than what a wake waits."""
_REPLIED = 0.2
"""Seconds in which a reply is committed."""


class CoachesSection(Frozen):
    """Coaches: whether there are any."""

    enabled: bool = Field(default=True, description="off: none is made and none wakes")


@dataclass(slots=True)
class Coaching:
    """The runner, once there is a use for it. Without `make` wakes wait for the bot that has it."""

    wakes: Wakes
    clock: Callable[[], datetime]
    enabled: bool = True
    make: Callable[[], Runner] | None = None
    runner: Runner | None = None
    _resumed: bool = False
    _soon: asyncio.Task[None] | None = None
    _timer: asyncio.TimerHandle | None = None
    _begun: asyncio.Task[None] | None = None
    _stopped: bool = False
    _one: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def tick(self) -> None:
        """Once a minute, and when one is due: begin it; at first what was at work when the process died."""
        if not self.enabled or self.make is None:
            return
        async with self._one:
            now = self.clock()
            await self._look()
            await self._arm(now)

    async def _look(self) -> None:
        at_work = [] if self._resumed else await self.wakes.running()
        if self.runner is None and (at_work or await self.wakes.due(self.clock(), most=1)):
            self.runner = None if self.make is None else self.make()
        if self.runner is not None:
            if at_work:
                await self.runner.resume()
            await self.runner.look()
        self._resumed = True

    async def _arm(self, looked: datetime) -> None:
        """One timer for the next deadline, if it comes before the next tick: those are known 120 s before."""
        due = await self.wakes.next_due(looked)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if due is not None and not self._stopped and due - looked <= _AHEAD:
            ahead = max(0.0, (due - self.clock()).total_seconds())
            self._timer = asyncio.get_running_loop().call_later(ahead, self._ring)

    def _ring(self) -> None:
        self._begun = asyncio.create_task(self._due())

    async def _due(self) -> None:
        try:
            await self.tick()
        except Exception:  # the next tick tries again
            logger.exception("coaches could not be woken")

    def begin(self) -> None:
        """At the start: what was at work or is due, and wait for the next deadline."""
        self._ring()

    def soon(self) -> None:
        """Begin what was just asked for, once that is answered."""
        self._soon = asyncio.create_task(self._after_reply())

    async def _after_reply(self) -> None:
        await asyncio.sleep(_REPLIED)
        await self.tick()

    def stop(self) -> None:
        """What is at work goes on at the next start."""
        self._stopped = True
        for task in (self._soon, self._begun, self._timer):
            if task is not None:
                task.cancel()
        if self.runner is not None:
            self.runner.cancel()
