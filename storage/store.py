"""What every store rests on."""

from __future__ import annotations

from typing import TypeVar

from storage.database import Database
from storage.query import Select

T = TypeVar("T")


class Store:
    """The statements about one noun."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def _first(self, query: Select[T], /, **key: object) -> T | None:
        """The first row, at once."""
        return await self.database.look_up(lambda tx: tx.first(query, key), once=True)

    async def _few(self, query: Select[T], /, **key: object) -> list[T]:
        """All rows where they are few, at once."""
        return await self.database.look_up(lambda tx: tx.rows(query, key), once=True)

    async def _all(self, query: Select[T], /, **key: object) -> list[T]:
        """All rows, on a reader's thread."""
        return await self.database.read(lambda tx: tx.rows(query, key))

    async def _run(self, statement: str, /, *, repeatable: bool = False, **key: object) -> int:
        """A statement that writes; how many rows it touched."""
        return await self.database.write(lambda tx: tx.execute(statement, key), repeatable=repeatable)
