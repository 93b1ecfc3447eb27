"""What the rows of vectors have in common: counted and read in the order of their numbers."""

from __future__ import annotations

from typing import ClassVar

from storage.query import Column, Query
from storage.store import Store


class VectorRows(Store):
    """Vectors of one person by one model. No number is given twice."""

    some: ClassVar[Query[int, bytes]]
    """(number, bytes) above `:after`, at most `:limit`."""
    counted: ClassVar[Column[int]]
    highest: ClassVar[Column[int]]
    others: ClassVar[str]
    """Deletes what other models made."""

    async def vectors(
        self, user_id: int, model: str, *, after: int = 0, limit: int
    ) -> list[tuple[int, bytes]]:
        """(number, bytes) in the order of their numbers."""
        return await self._all(self.some, user=user_id, model=model, after=after, limit=limit)

    async def count(self, user_id: int, model: str) -> int:
        """How many there are."""
        return (await self._all(self.counted, user=user_id, model=model))[0]

    async def last(self, user_id: int, model: str) -> int:
        """The highest number; 0: there is none."""
        return next(iter(await self._all(self.highest, user=user_id, model=model)), 0)

    async def drop_others(self, user_id: int, model: str) -> None:
        """Delete what other models made."""
        await self._run(self.others, user=user_id, model=model, repeatable=True)
