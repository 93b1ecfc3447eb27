"""What is due when: rows, so that no crash loses a run and none is repeated."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from storage.connection import Transaction
from storage.entities import ScheduledRun
from storage.query import Query, columns_of, insert, listed
from storage.store import Store
from storage.times import Job

_FIELDS = ("user_id", "job", "due_at", "last_run_at", "seen_entry_id")
_SAVE = f"""
    {insert("schedule", _FIELDS)}
    ON CONFLICT (user_id, job) DO UPDATE
    SET due_at = excluded.due_at, last_run_at = excluded.last_run_at,
        seen_entry_id = excluded.seen_entry_id
"""
_ALL = Query[int, str, datetime, datetime | None, str | None](f"SELECT {listed(_FIELDS)} FROM schedule")
_DUE = _ALL.then("WHERE due_at <= :now ORDER BY due_at")
_LATE = _ALL.then("WHERE due_at > :latest ORDER BY due_at")
_ONE = _ALL.then("WHERE user_id = :user AND job = :which")


_END = "DELETE FROM schedule WHERE user_id = :user AND job = :which"


class Schedule(Store):
    """The schedule's rows."""

    async def due(self, now: datetime) -> list[ScheduledRun]:
        """Runs whose time has come, the longest due first."""
        rows = await self.database.read(lambda tx: tx.rows(_DUE, {"now": now}))
        return [_run(row) for row in rows]

    async def due_after(self, latest: datetime) -> list[ScheduledRun]:
        """Runs that are due later than that: a clock that was wrong has set them."""
        rows = await self.database.read(lambda tx: tx.rows(_LATE, {"latest": latest}))
        return [_run(row) for row in rows]

    async def scheduled(self, user_id: int, job: Job) -> ScheduledRun | None:
        """When a user's job is due next."""
        row = await self.database.look_up(lambda tx: tx.first(_ONE, {"user": user_id, "which": job}))
        return None if row is None else _run(row)

    async def end(self, user_id: int, job: Job) -> None:
        """It is not due any more."""
        await self.database.write(lambda tx: tx.execute(_END, {"user": user_id, "which": job}))

    async def save_run(self, run: ScheduledRun) -> None:
        """Set when it is due."""
        await self.database.write(lambda tx: save_runs(tx, [run]))


def save_runs(tx: Transaction, changed: Iterable[ScheduledRun]) -> None:
    """New or changed runs."""
    tx.execute_many(_SAVE, [columns_of(run, _FIELDS) for run in changed])


def _run(row: tuple[object, ...]) -> ScheduledRun:
    return ScheduledRun.model_validate(dict(zip(_FIELDS, row, strict=True)))
