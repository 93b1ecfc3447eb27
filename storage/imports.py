"""What came from other apps: which of it is here already, and storing what is not."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from storage.connection import Transaction
from storage.entities import Imported
from storage.entry_writes import add_entries
from storage.query import Query
from storage.store import Store

_KNOWN = Query[str, str]("""
    SELECT imported.content, imported.entry_id
    FROM imported
    JOIN entries ON entries.id = imported.entry_id AND entries.user_id = imported.user_id
    WHERE imported.user_id = :user_id AND imported.source_key = :key AND NOT deleted
""")
_ALL = Query[str, str, str]("""
    SELECT imported.source_key, imported.content, imported.entry_id
    FROM imported
    JOIN entries ON entries.id = imported.entry_id AND entries.user_id = imported.user_id
    WHERE imported.user_id = :user_id AND NOT deleted
    ORDER BY imported.source_key
""")
_TAKEN = Query[int, bool]("SELECT user_id, deleted FROM entries WHERE id = :id")
_THERE = Query[str]("SELECT id FROM entries WHERE id = :id AND user_id = :whose")
_REMEMBER = """
    INSERT INTO imported (user_id, source_key, content, entry_id)
    VALUES (:user_id, :source_key, :content, :entry_id)
    ON CONFLICT (user_id, source_key) DO UPDATE
    SET content = excluded.content, entry_id = excluded.entry_id
"""


class Imports(Store):
    """The rows about imports."""

    async def entry_ids(self, user_id: int, ids: Iterable[str]) -> set[str]:
        """Those of the ids that are entries of this person's."""

        def work(tx: Transaction) -> set[str]:
            return {entry_id for entry_id in ids if tx.first(_THERE, {"id": entry_id, "whose": user_id})}

        return await self.database.read(work)

    async def imported(self, user_id: int, keys: Iterable[str]) -> dict[str, str]:
        """Those of the keys that have an entry, with the digest of what was imported."""

        def work(tx: Transaction) -> dict[str, str]:
            known: dict[str, str] = {}
            for key in keys:
                row = tx.first(_KNOWN, {"user_id": user_id, "key": key})
                if row is not None:
                    known[key] = row[0]
            return known

        return await self.database.read(work)

    async def imported_contents(self, user_id: int) -> dict[str, str]:
        """What `imported` says of everything that is still there."""
        return {key: content for key, content, _ in await self.all_imported(user_id)}

    async def all_imported(self, user_id: int) -> list[tuple[str, str, str]]:
        """Key, content and entry id of everything that was imported and is still there."""
        return await self.database.read(lambda tx: tx.rows(_ALL, {"user_id": user_id}))


def add_imported(tx: Transaction, new: Iterable[Imported], now: datetime) -> None:
    """Store what has no entry yet, each under its own id where nobody has that."""
    for item in new:
        entry = item.entry
        if tx.first(_KNOWN, {"user_id": entry.user_id, "key": item.key}) is not None:
            continue
        taken = tx.first(_TAKEN, {"id": entry.id})
        if taken is not None and taken[0] == entry.user_id and not taken[1]:
            continue
        if taken is not None:
            entry = entry.model_copy(update={"id": item.spare_id})
        add_entries(tx, [entry], now)
        tx.execute(
            _REMEMBER,
            {
                "user_id": entry.user_id,
                "source_key": item.key,
                "content": item.content,
                "entry_id": entry.id,
            },
        )
