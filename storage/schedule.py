"""What is due when: rows, so that no crash loses a run and none is repeated."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from storage.connection import Transaction
from storage.entities import ScheduledRun
from storage.query import Table
from storage.store import Store
from storage.times import Job

_ALL = Table("schedule", ScheduledRun)
_SAVE = f"""
    {_ALL.insert}
    ON CONFLICT (user_id, job) DO UPDATE
    SET due_at = excluded.due_at, last_run_at = excluded.last_run_at,
        seen_entry_id = excluded.seen_entry_id
"""
_DUE = _ALL.where("WHERE due_at <= :now ORDER BY due_at")
_LATE = _ALL.where("WHERE due_at > :latest ORDER BY due_at")
_ONE = _ALL.where("WHERE user_id = :user AND job = :which")


_END = "DELETE FROM schedule WHERE user_id = :user AND job = :which"


class Schedule(Store):
    """The schedule's rows."""

    async def due(self, now: datetime) -> list[ScheduledRun]:
        """Runs whose time has come, the longest due first."""
        return await self._all(_DUE, now=now)

    async def due_after(self, latest: datetime) -> list[ScheduledRun]:
        """Runs that are due later than that: a clock that was wrong has set them."""
        return await self._all(_LATE, latest=latest)

    async def scheduled(self, user_id: int, job: Job) -> ScheduledRun | None:
        """When a user's job is due next."""
        return await self._first(_ONE, user=user_id, which=job)

    async def end(self, user_id: int, job: Job) -> None:
        """It is not due any more."""
        await self._run(_END, user=user_id, which=job)

    async def save_run(self, run: ScheduledRun) -> None:
        """Set when it is due."""
        await self.database.write(lambda tx: save_runs(tx, [run]))


def save_runs(tx: Transaction, changed: Iterable[ScheduledRun]) -> None:
    """New or changed runs."""
    tx.execute_many(_SAVE, [_ALL.values(run) for run in changed])
