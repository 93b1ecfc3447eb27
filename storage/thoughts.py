"""What a model has brought a coach and nothing was made of yet, so that a kill in between pays for it once.

A row is written the moment the answer came; it goes in the transaction of what is made of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from storage.connection import Transaction
from storage.query import Column, Rows, insert
from storage.store import Store
from storage.thought import Kept, ThoughtKey

_KEPT_FOR = timedelta(days=7)
"""Of what nobody came back for."""
_ADD = f"{insert('thoughts', ('id', 'user_id', 'at', 'body'))} ON CONFLICT (id) DO NOTHING"
_ONE = Column[str]("SELECT body FROM thoughts WHERE id = :key AND user_id = :whose")
_EVERY = Rows[Kept]("SELECT id, at, body FROM thoughts WHERE user_id = :whose ORDER BY at")
_SPEND = "DELETE FROM thoughts WHERE id = :key AND user_id = :whose"
_OUTLIVED = "DELETE FROM thoughts WHERE user_id = :whose AND at < :before"


class Thoughts(Store):
    """One row an answer."""

    async def keep(self, of: ThoughtKey, body: str, at: datetime) -> None:
        """`body` is JSON of whoever asked. The first answer stays."""
        await self.database.write(lambda tx: _keep(tx, of, body, at))

    async def kept(self, of: ThoughtKey) -> str | None:
        """Of an answer that nothing was made of."""
        return await self._first(_ONE, key=of.key, whose=of.user_id)

    async def every(self, user_id: int) -> list[Kept]:
        """All, the oldest first."""
        return await self._all(_EVERY, whose=user_id)


def spend(tx: Transaction, used: Iterable[ThoughtKey]) -> None:
    """Something was made of them."""
    tx.execute_many(_SPEND, [{"key": one.key, "whose": one.user_id} for one in used])


def _keep(tx: Transaction, of: ThoughtKey, body: str, at: datetime) -> None:
    tx.execute(_OUTLIVED, {"whose": of.user_id, "before": at - _KEPT_FOR})
    tx.execute(_ADD, {"id": of.key, "user_id": of.user_id, "at": at, "body": body})
