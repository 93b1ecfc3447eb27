"""What the rows of vectors have in common: counted and read in the order of their numbers."""

from __future__ import annotations

from typing import ClassVar

from storage.query import Query
from storage.store import Store


class VectorRows(Store):
    """Vectors of one person by one model. No number is given twice."""

    some: ClassVar[Query[int, bytes]]
    """(number, bytes) above `:after`, at most `:limit`."""
    counted: ClassVar[Query[int]]
    highest: ClassVar[Query[int]]
    others: ClassVar[str]
    """Deletes what other models made."""

    async def vectors(
        self, user_id: int, model: str, *, after: int = 0, limit: int
    ) -> list[tuple[int, bytes]]:
        """(number, bytes) in the order of their numbers."""
        key = {"user": user_id, "model": model, "after": after, "limit": limit}
        return await self.database.read(lambda tx: tx.rows(self.some, key))

    async def count(self, user_id: int, model: str) -> int:
        """How many there are."""
        rows = await self.database.read(lambda tx: tx.rows(self.counted, {"user": user_id, "model": model}))
        return rows[0][0]

    async def last(self, user_id: int, model: str) -> int:
        """The highest number; 0: there is none."""
        row = await self.database.read(lambda tx: tx.first(self.highest, {"user": user_id, "model": model}))
        return row[0] if row is not None else 0

    async def drop_others(self, user_id: int, model: str) -> None:
        """Delete what other models made."""
        key = {"user": user_id, "model": model}
        await self.database.write(lambda tx: tx.execute(self.others, key), repeatable=True)
