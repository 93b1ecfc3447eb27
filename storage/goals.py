"""Goals: few a person, and most people have none, which is known without asking the database."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime

from storage.connection import Transaction
from storage.database import Database
from storage.goal import GoalRow
from storage.query import Table
from storage.store import Store
from storage.wakes import emit, goal_changed

MOST_OF_ONE = 20
"""Goals that a person can have at a time."""
_ALL = Table("goals", GoalRow)
_KEEP_FORMER = """
    INSERT INTO goals (token, user_id, name, body, made_at, reached_at, dropped_at)
    SELECT token || '.' || hex(randomblob(4)), user_id, name, body, made_at, reached_at, :made_at FROM goals
    WHERE token = :token AND user_id = :user_id AND dropped_at IS NULL
        AND made_at < :made_at AND body <> :body
"""
"""A goal whose place another takes is kept as it was, dropped at the moment when that was made."""
_SAVE = f"""
    {_ALL.insert}
    ON CONFLICT (token) DO UPDATE
    SET name = excluded.name, body = excluded.body, reached_at = excluded.reached_at,
        made_at = CASE body WHEN excluded.body THEN made_at ELSE excluded.made_at END,
        dropped_at = coalesce(goals.dropped_at, excluded.dropped_at)
    WHERE user_id = excluded.user_id
"""
_REVIVE = "UPDATE goals SET dropped_at = NULL WHERE token = :token AND user_id = :whose"
_OF_USER = _ALL.where("WHERE user_id = :whose AND dropped_at IS NULL ORDER BY made_at, token")
_EVERY = _ALL.where("WHERE user_id = :whose ORDER BY made_at, token")
_FORMER = _ALL.where("WHERE user_id = :whose AND dropped_at = :at AND token LIKE :token || '.%'")
_ONE = _ALL.where("WHERE token = :token AND user_id = :whose")


class Goals(Store):
    """Their rows. Whoever commits some says so (`changed`), and whoever has none is not asked for again."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._none: set[int] = set()
        self._changes = 0

    async def of_user(self, user_id: int) -> tuple[GoalRow, ...]:
        """Those that were not dropped, the oldest first."""
        if user_id in self._none:
            return ()
        changes = self._changes
        rows = await self._few(_OF_USER, whose=user_id)
        if not rows and changes == self._changes:
            self._none.add(user_id)
        return tuple(rows)

    async def every(self, user_id: int) -> tuple[GoalRow, ...]:
        """Also those that were dropped."""
        return tuple(await self._all(_EVERY, whose=user_id))

    async def goal(self, user_id: int, token: str) -> GoalRow | None:
        """One of this person's, dropped or not."""
        return await self._first(_ONE, token=token, whose=user_id)

    async def taken_back(self, row: GoalRow, at: datetime) -> GoalRow:
        """What stood in its place before it was made; where nothing did, it is dropped."""
        former = await self._first(_FORMER, whose=row.user_id, at=row.made_at, token=row.token)
        if former is None:
            return replace(row, dropped_at=at)
        return replace(former, token=row.token, dropped_at=None)

    async def save(self, row: GoalRow) -> None:
        """A new or changed one."""

        def work(tx: Transaction) -> None:
            save_goals(tx, [row])
            _told(tx, row)

        await self.database.write(work)
        self.changed(row.user_id)

    async def revive(self, row: GoalRow) -> None:
        """What was dropped is a goal again."""

        def work(tx: Transaction) -> None:
            tx.execute(_REVIVE, {"token": row.token, "whose": row.user_id})
            _told(tx, row)

        await self.database.write(work)
        self.changed(row.user_id)

    def changed(self, user_id: int) -> None:
        """Rows of this person's were committed elsewhere."""
        self._changes += 1
        self._none.discard(user_id)


def _told(tx: Transaction, row: GoalRow) -> None:
    now = datetime.now(UTC)
    emit(tx, row.user_id, [goal_changed(row, now)], now)


def save_goals(tx: Transaction, changed: Iterable[GoalRow]) -> None:
    """New or changed goals; what was dropped stays so, and what one made later replaces is kept."""
    rows = [_ALL.values(row) for row in changed]
    tx.execute_many(_KEEP_FORMER, rows)
    tx.execute_many(_SAVE, rows)
