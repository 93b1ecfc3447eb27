"""Long jobs: a row each, and their steps. What the loop commits is fenced by the row's `seq`."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from storage.connection import Transaction
from storage.effects import write_effects
from storage.entities import Effects
from storage.errors import Outdated
from storage.job import FEEDBACK, JobRow, JobStatus, JobStep
from storage.query import Column, Query, Table
from storage.store import Store

_ALL = Table("jobs", JobRow)
_EACH_STEP = Table("job_steps", JobStep)
_ADD = f"{_ALL.insert} ON CONFLICT (id) DO NOTHING"
_ADD_STEP = _EACH_STEP.insert
_ONE = _ALL.where("WHERE user_id = :whose AND id = :id")
_OF_USER = _ALL.where("WHERE user_id = :whose ORDER BY at DESC, id DESC LIMIT :most")
_UNFINISHED = _ALL.where("WHERE status = 'running' ORDER BY at, id")
_LISTENING = Column[int](
    "SELECT DISTINCT user_id FROM jobs WHERE status = 'asking' OR (status = 'done' AND shown = :feedback)"
)
_DELIVERED_TO = Column[int]("SELECT DISTINCT user_id FROM jobs WHERE status = 'done'")
_COUNT = Column[int]("""
    SELECT count(*) FROM jobs
    WHERE user_id = :whose AND (status = 'running' OR status = 'paused' OR status = 'asking')
""")
_DELIVERED_SINCE = Column[int]("""
    SELECT count(*) FROM jobs
    WHERE user_id = :whose AND status IN ('done', 'accepted') AND updated_at > :since
""")
_COMMIT = Query[str, str]("""
    UPDATE jobs
    SET seq = seq + 1, updated_at = :updated_at, ended_at = :ended_at, body = :body,
        reason = CASE WHEN status = 'paused' AND :status IN ('running', 'asking') THEN reason
            ELSE :reason END,
        status = CASE WHEN status = 'paused' AND :status IN ('running', 'asking') THEN status
            ELSE :status END
    WHERE user_id = :user_id AND id = :id AND seq = :seq AND status IN ('running', 'paused')
    RETURNING status, reason
""")
_STEP = Query[str, str]("""
    UPDATE jobs SET seq = seq + 1, updated_at = :updated_at, body = :body
    WHERE user_id = :user_id AND id = :id AND seq = :seq AND status IN ('running', 'paused')
    RETURNING status, reason
""")
"""As the one above where it goes on: no index is written anew."""
_TURN = """
    UPDATE jobs
    SET seq = seq + 1, status = :status, reason = :reason, body = :body, updated_at = :updated_at,
        ended_at = :ended_at
    WHERE user_id = :user_id AND id = :id AND seq = :seq AND status = :was
"""
_HALT = """
    UPDATE jobs SET status = 'paused', reason = :reason, updated_at = :at
    WHERE user_id = :whose AND id = :id AND status = 'running'
"""
_SHOW = "UPDATE jobs SET shown = :shown WHERE user_id = :whose AND id = :id"
_STEPS = _EACH_STEP.where("WHERE user_id = :whose AND job_id = :id AND phase = :phase ORDER BY number")
_LAST = Column[int | None]("SELECT max(number) FROM job_steps WHERE user_id = :whose AND job_id = :id")
_DROP = """
    DELETE FROM job_steps
    WHERE user_id = :whose AND job_id = :id AND phase < :phase AND kind <> 'transition'
"""
_EVERY = 2**31


class Jobs(Store):
    """Their rows."""

    async def add(self, row: JobRow, most: int) -> bool:
        """A new one, unless its person has so many that go on; whether it is there."""

        def work(tx: Transaction) -> bool:
            if (tx.first(_COUNT, {"whose": row.user_id}) or 0) >= most:
                return False
            return tx.execute(_ADD, _ALL.values(row)) > 0

        return await self.database.write(work)

    async def delivered(self, user_id: int, since: datetime) -> bool:
        """Whether something was delivered to this person, or accepted, after that moment."""
        return (await self._all(_DELIVERED_SINCE, whose=user_id, since=since))[0] > 0

    async def job(self, user_id: int, job_id: str) -> JobRow | None:
        """One of this person's."""
        return await self._first(_ONE, whose=user_id, id=job_id)

    async def of_user(self, user_id: int, most: int = 20) -> list[JobRow]:
        """A person's, newest first."""
        return await self._all(_OF_USER, whose=user_id, most=most)

    async def unfinished(self) -> list[JobRow]:
        """Everybody's that were at work, oldest first: a start goes on with them."""
        return await self._all(_UNFINISHED)

    async def listening(self) -> set[int]:
        """People whose next words may be for a job."""
        return set(await self._all(_LISTENING, feedback=FEEDBACK))

    async def commit(
        self, row: JobRow, steps: Sequence[JobStep] = (), effects: Effects | None = None, *, drops: int = 0
    ) -> JobRow:
        """The loop's next state, steps and replies, in one transaction; the row as it is then.

        `row.seq` is the one that was read. What was paused meanwhile stays paused. `drops`: messages of
        phases before that one are no longer needed. Raises Outdated where the job was stopped, forgotten, or
        is another loop's by now; then nothing is written.
        """

        def work(tx: Transaction) -> JobRow:
            found = tx.first(_STEP if row.status == "running" else _COMMIT, _ALL.values(row))
            if found is None:
                raise Outdated
            tx.execute_many(_ADD_STEP, [_EACH_STEP.values(one) for one in steps])
            if drops:
                tx.execute(_DROP, {"whose": row.user_id, "id": row.id, "phase": drops})
            if effects is not None:
                write_effects(tx, effects, row.updated_at)
            return row.model_copy(update={"seq": row.seq + 1, "status": found[0], "reason": found[1]})

        may_repeat = row.status == "running" and effects is None and not drops
        return await self.database.write(work, repeatable=may_repeat)

    async def turn(
        self,
        row: JobRow,
        was: Collection[JobStatus],
        steps: Sequence[JobStep] = (),
        effects: Effects | None = None,
    ) -> bool:
        """Give a job another status, body and steps, unless something else happened since it was read.

        A loop that is at work on it finds its next commit refused. One that ends so needs its messages no
        longer: they go.
        """

        def work(tx: Transaction) -> bool:
            if not any(tx.execute(_TURN, {**_ALL.values(row), "was": one}) for one in was):
                return False
            tx.execute_many(_ADD_STEP, [_EACH_STEP.values(one) for one in steps])
            if row.ended_at is not None:
                tx.execute(_DROP, {"whose": row.user_id, "id": row.id, "phase": _EVERY})
            if effects is not None:
                write_effects(tx, effects, row.updated_at)
            return True

        return await self.database.write(work)

    async def halt(self, user_id: int, job_id: str, reason: str, at: datetime) -> bool:
        """Pause one that runs: the loop finishes its step and ends. Whether it ran."""
        return await self._run(_HALT, whose=user_id, id=job_id, reason=reason, at=at) > 0

    async def show(self, user_id: int, job_id: str, shown: str) -> None:
        """Keep what whoever shows it has to know of its messages."""
        await self._run(_SHOW, whose=user_id, id=job_id, shown=shown, repeatable=True)

    async def delivered_to(self) -> set[int]:
        """People who have something that was delivered and may still be corrected."""
        return set(await self._all(_DELIVERED_TO))

    async def steps(self, user_id: int, job_id: str, phase: int) -> list[JobStep]:
        """Those of a phase, in their order."""
        return await self._all(_STEPS, whose=user_id, id=job_id, phase=phase)

    async def last_step(self, user_id: int, job_id: str) -> int:
        """The number of the newest step; 0: there is none."""
        return await self._first(_LAST, whose=user_id, id=job_id) or 0
