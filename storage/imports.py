"""What came from other apps: which of it is here already, and storing what is not."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import bindparam, select
from sqlalchemy.dialects.sqlite import insert

from storage.connection import Transaction
from storage.entities import Imported
from storage.entry_writes import add_entries
from storage.schema import LIVE, entries, imported
from storage.store import Store

_KNOWN = (
    select(imported.c.content, imported.c.entry_id)
    .join(entries, (entries.c.id == imported.c.entry_id) & (entries.c.user_id == imported.c.user_id))
    .where(imported.c.user_id == bindparam("user_id"), imported.c.source_key == bindparam("key"), LIVE)
)
_ALL = (
    select(imported.c.source_key, imported.c.content, imported.c.entry_id)
    .join(entries, (entries.c.id == imported.c.entry_id) & (entries.c.user_id == imported.c.user_id))
    .where(imported.c.user_id == bindparam("user_id"), LIVE)
    .order_by(imported.c.source_key)
)
_TAKEN = select(entries.c.user_id, entries.c.deleted).where(entries.c.id == bindparam("id"))
_THERE = select(entries.c.id).where(entries.c.id == bindparam("id"), entries.c.user_id == bindparam("whose"))
_adding = insert(imported)
_REMEMBER = _adding.on_conflict_do_update(
    index_elements=[imported.c.user_id, imported.c.source_key],
    set_={"content": _adding.excluded.content, "entry_id": _adding.excluded.entry_id},
)


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
