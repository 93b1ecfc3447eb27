"""Ticks once a minute. What is due is read from rows, so a crash neither loses nor repeats a run."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from telegram.ext import ContextTypes, Job, JobQueue

from bot.people.codes import LOCK_OUT
from bot.people.due import next_due
from bot.people.state import BotState
from bot.process.backups import Backups
from storage.entities import ScheduledRun
from storage.errors import StorageError

logger = logging.getLogger(__name__)

TICK_SECONDS = 60
WATCH_SECONDS = 15.0
_JUMP = timedelta(seconds=30)
_LONGEST = 7
"""Days between two runs of what is not the Observer's."""
_SETS_WAIT = timedelta(days=7)
"""What is proposed from now on waits so long (`agents.changes.proposing`)."""
_TIDY_EVERY = timedelta(hours=1)
_UPDATES_KEPT = timedelta(days=14)
"""Telegram repeats nothing older than a day; what is kept longer is for whoever looks for a fault."""


@dataclass(slots=True)
class Schedule:
    """Runs what is due: each user's periodic Observer, briefings, expired questions, old updates, backups."""

    state: BotState
    stir: Callable[[], None]
    """A sign of life, given at each tick."""
    backups: Backups
    _job: Job[ContextTypes.DEFAULT_TYPE] | None = None
    _watch: asyncio.Task[None] | None = None
    _sets_until: datetime | None = None
    """Until then no set of proposed changes expires. None: nobody knows."""
    _tidied: datetime | None = None
    _pruned: date | None = None
    """The day on which old updates were last removed."""

    def start(self, jobs: JobQueue[ContextTypes.DEFAULT_TYPE]) -> None:
        """Add the tick. Ticks that were missed become one; two never overlap."""
        self._job = jobs.run_repeating(
            self._tick,
            interval=TICK_SECONDS,
            job_kwargs={"coalesce": True, "max_instances": 1, "misfire_grace_time": None},
        )

        self.state.coaching.begin()
        self._watch = asyncio.create_task(self._watch_clock(), name="clock")

    def stop(self) -> None:
        """No more looks at the clock."""
        self.state.coaching.stop()
        if self._watch is not None:
            self._watch.cancel()

    async def _watch_clock(self) -> None:
        """The scheduler's next tick is a time of day: set back by a year, it would be a year away."""
        while True:
            shown, began = self.state.now(), time.monotonic()
            await asyncio.sleep(WATCH_SECONDS)
            jumped = self.state.now() - shown - timedelta(seconds=time.monotonic() - began)
            self.state.watch.look(jumped_back=jumped <= -_JUMP)
            if abs(jumped) >= _JUMP:
                self._sets_until = None
            if abs(jumped) >= _JUMP and self._job is not None:
                how = "forward" if jumped > timedelta() else "back"
                by = timedelta(seconds=round(abs(jumped).total_seconds()))
                logger.warning("the clock of this machine jumped %s by %s", how, by)
                self._job.job.modify(next_run_time=datetime.now(UTC))  # pyright: ignore[reportUnknownMemberType] - untyped upstream

    async def _tick(self, _context: ContextTypes.DEFAULT_TYPE) -> None:
        await self.tick()

    async def tick(self) -> None:
        """One look at the clock. What fails is tried again at the next tick."""
        self.stir()
        now = self.state.now()
        self.state.watch.look()
        try:
            await self.state.watch.catch_up()
        except StorageError:  # what is below must still run
            logger.exception("reminders could not be looked at")
        try:
            await self.state.machine.expire_questions(now)
        except Exception:  # the observer below must still run
            logger.exception("questions could not be expired")
        try:
            await self._prune(now)
        except Exception:  # as above
            logger.exception("old updates could not be removed")
        try:
            await self.backups.make_if_due(now)
        except StorageError:  # as above
            logger.exception("there is no new backup")
        try:
            await self.state.coaching.tick()
        except Exception:  # as above
            logger.exception("coaches could not be woken")
        try:
            await self._expire_sets(now)
        except Exception:  # as above
            logger.exception("proposed changes could not be expired")
        latest = now + timedelta(days=max(self.state.observer.every_days, _LONGEST) + 2)
        db = self.state.db
        for run in [*await db.schedule.due(now), *await db.schedule.due_after(latest)]:
            try:
                await self._run(run, now)
            except Exception:  # one user's trouble must not keep the others waiting
                logger.exception("the job %s failed for user %d", run.job, run.user_id)

    async def _run(self, run: ScheduledRun, now: datetime) -> None:
        if run.job != "observer":
            from bot.people.briefings import Briefings  # noqa: PLC0415 - only where it is wanted

            await Briefings(self.state).run(run, now)
        elif self.state.observer.enabled:
            await self._observe(run, now)

    async def _expire_sets(self, now: datetime) -> None:
        if self._sets_until is not None and now < self._sets_until:
            return
        due = await self.state.db.proposals.next_expiry()
        if due is not None and due <= now:
            from agents.changes.expiring import expire  # noqa: PLC0415 - only where something was proposed

            await expire(self.state.services, now)
            due = await self.state.db.proposals.next_expiry()
        latest = now + _SETS_WAIT
        self._sets_until = latest if due is None else min(due, latest)

    async def _prune(self, now: datetime) -> None:
        """Once a day (the messages in them are kept as messages); what is over of codes, each hour."""
        if self._tidied is None or abs(now - self._tidied) >= _TIDY_EVERY:
            await self.state.db.access.tidy_access(LOCK_OUT, now)
            self._tidied = now
        if self.state.access.overwritten:
            self.state.access.overwritten = False
            self.state.access.overwritten |= not await self.state.db.database.fold()
        if self._pruned != now.date():
            await self.state.db.inbox.prune_updates(now - _UPDATES_KEPT)
            self._pruned = now.date()

    async def _observe(self, run: ScheduledRun, now: datetime) -> None:
        from agents.reflection import reflect  # noqa: PLC0415 - a start must not wait for it

        profile = await self.state.profile(run.user_id)
        due = next_due(now, profile.time_zone, self.state.observer)
        if await reflect(self.state.services, run, now, due):
            logger.info("the memory of user %d has a new version", run.user_id)
