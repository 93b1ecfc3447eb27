"""Runs wakes that are due: one of a coach at a time, the same batch once, what was at work goes on.

The rows decide (`storage.wakes`): a kill loses nothing that waits, and what a wake writes is one transaction
that only the first to end it gets.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime

from storage.coach import CoachRow, QueuedWake, WakeEnd, WakeRow
from storage.entities import Effects
from storage.errors import Outdated
from storage.stores import Stores
from storage.wakes import digest

logger = logging.getLogger(__name__)

MOST_ATTEMPTS = 3
"""A wake that the process dies of so often is given up."""
_AT_ONCE = 4
"""Coaches at work beside each other."""
_TRIES = 3
"""What a wake would write is made anew so often where something else was quicker."""
Run = Callable[[CoachRow, WakeRow], Awaitable[Effects]]
"""What a wake does: effects with its end in `ended`."""


@dataclass(slots=True)
class Runner:
    """Of everybody's coaches. `look` is called when something may be due."""

    db: Stores
    clock: Callable[[], datetime]
    run: Run
    enabled: bool = True
    holds: Callable[[QueuedWake], Awaitable[bool]] | None = None
    """Whether something has to wait although it is due: it is the person's night."""
    _at_work: dict[str, asyncio.Task[None]] = field(default_factory=dict[str, asyncio.Task[None]])
    _writing: asyncio.Lock = field(default_factory=asyncio.Lock)
    _places: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(_AT_ONCE))

    async def resume(self) -> None:
        """At a start: what was at work goes on, under its own key; deadlines are rows and need nothing."""
        for wake in await self.db.wakes.running() if self.enabled else ():
            await self.db.wakes.again(wake)
            self._start(wake)

    async def look(self) -> int:
        """Begin what is due; how many were."""
        if not self.enabled:
            return 0
        begun = waits = 0
        while due := await self.db.wakes.due(self.clock(), skip=waits):  # behind those that can't begin yet
            for queued in due:
                began = await self._may_begin(queued) and await self._begin(queued)
                begun += began
                waits += not began
        return begun

    async def _may_begin(self, queued: QueuedWake) -> bool:
        """Whether nothing of the coach is at work, and it is not the person's night."""
        held = self.holds is not None and await self.holds(queued)
        return queued.coach_id not in self._at_work and not held

    async def idle(self) -> None:
        """Until nothing is at work or due."""
        while self._at_work or await self.look():
            await asyncio.gather(*self._at_work.values(), return_exceptions=True)

    def cancel(self) -> None:
        """What is at work goes on at the next start."""
        for task in [*self._at_work.values()]:
            task.cancel()

    async def _begin(self, queued: QueuedWake) -> bool:
        coach = await self.db.coaches.coach(queued.user_id, queued.coach_id)
        template = None if coach is None else await self.db.coaches.template(coach.user_id, coach.template)
        now = self.clock()
        key = digest(queued.coach_id, queued.kind, queued.batch)
        wake = WakeRow(
            id=key, user_id=queued.user_id, coach_id=queued.coach_id, reason=queued.reason,
            tokens=queued.tokens, run_key=key, template_version=template.version if template else 0,
            attempts=1, began_at=now,
        )  # fmt: skip
        if not await self.db.wakes.begin(queued, wake):
            return False
        self._start(wake)
        return True

    def _start(self, wake: WakeRow) -> None:
        task = asyncio.create_task(self._work(wake), name=f"coach {wake.coach_id}")
        self._at_work[wake.coach_id] = task
        task.add_done_callback(lambda _: self._at_work.pop(wake.coach_id, None))

    async def _work(self, wake: WakeRow) -> None:
        async with self._places:
            for _ in range(_TRIES):
                if await self._written(await self._effects(wake)) or await self._has_ended(wake):
                    return
            await self._written(Effects(ended=[WakeEnd(wake, self.clock(), "failed")]))

    async def _written(self, effects: Effects) -> bool:
        """Whether it is; not where what it rests on has changed, or another coach asks the same by now."""
        async with self._writing:
            for one in effects.proposals:
                other = await self.db.proposals.marked(one.user_id, one.mark)
                if other is not None and other.status == "open" and other.expires_at > self.clock():
                    return False
            try:
                await self.db.turns.apply(effects, now=self.clock())
            except Outdated:
                return False
            return True

    async def _has_ended(self, wake: WakeRow) -> bool:
        return all(one.id != wake.id for one in await self.db.wakes.running())

    async def _effects(self, wake: WakeRow) -> Effects:
        try:
            return await self._ran(wake)
        except Exception:  # the next wake may do better
            logger.exception("a coach of user %d failed", wake.user_id)
            return Effects(ended=[WakeEnd(wake, self.clock(), "failed")])

    async def _ran(self, wake: WakeRow) -> Effects:
        coach = await self.db.coaches.coach(wake.user_id, wake.coach_id)
        if wake.attempts >= MOST_ATTEMPTS:
            return Effects(ended=[WakeEnd(wake, self.clock(), "failed")])
        if coach is None or not self._may_run(coach, wake):
            return Effects(ended=[WakeEnd(wake, self.clock(), "off")])
        effects = await self.run(coach, wake)
        coach = await self.db.coaches.coach(wake.user_id, wake.coach_id)
        if (
            coach is None or coach.status != "active"
        ):  # since it began: what was paid is noted, and that is all
            off = [WakeEnd(wake, end.at, "off", end.cost_usd) for end in effects.ended]
            return Effects(spent=effects.spent, ended=off)
        return effects

    def _may_run(self, coach: CoachRow, wake: WakeRow) -> bool:
        """Whether what was wanted when it was queued still is."""
        asked = wake.reason in ("manual", "creation", "scheduled")
        return self.enabled and coach.status == "active" and (asked or coach.automatic)


def requested(coach: CoachRow, key: str, now: datetime, *, creation: bool = False) -> QueuedWake:
    """What its person wants now: no throttle. `key` is the message's or tap's, so that it counts once."""
    reason = "creation" if creation else "manual"
    return QueuedWake(coach.id, "asked", coach.user_id, reason, "[]", digest(coach.id, key), 0, now, now)
