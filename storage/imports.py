"""What came from other apps: which of it is here already, and storing what is not."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime

from storage.connection import Transaction
from storage.entities import DateRange, Entry, Imported
from storage.entry_writes import add_entries
from storage.query import Column, Query
from storage.store import Store

_KNOWN = Column[str]("""
    SELECT imported.content
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
_THERE = Column[str]("SELECT id FROM entries WHERE id = :id AND user_id = :whose")
_BOUTS = Query[str, date, float | None, float | None, str, str | None]("""
    SELECT measures.name, measures.day, measures.distance_m, measures.duration_s,
        json_extract(entries.body, '$.logged_at'), imported.source_key
    FROM measures
    JOIN entries ON entries.id = measures.entry_id AND entries.user_id = measures.user_id
    LEFT JOIN imported ON imported.entry_id = entries.id AND imported.user_id = entries.user_id
    WHERE measures.user_id = :user_id AND measures.day BETWEEN :start AND :end AND NOT entries.deleted
        AND measures.name IN (SELECT name FROM logged WHERE user_id = :user_id)
        AND measures.reps IS NULL AND (measures.distance_m IS NOT NULL OR measures.duration_s IS NOT NULL)
""")
_REMEMBER = """
    INSERT INTO imported (user_id, source_key, content, entry_id)
    VALUES (:user_id, :source_key, :content, :entry_id)
    ON CONFLICT (user_id, source_key) DO UPDATE
    SET content = excluded.content, entry_id = excluded.entry_id
"""


@dataclass(frozen=True, slots=True)
class Bout:
    """A bout of endurance work; `started` where a recorder says so, which no message does."""

    name: str
    day: date
    metres: float | None
    seconds: float | None
    started: datetime | None


_FEW_DAYS = 7
"""As many as a log is about: not worth a hop to a thread."""


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
            found = {key: tx.first(_KNOWN, {"user_id": user_id, "key": key}) for key in keys}
            return {key: content for key, content in found.items() if content is not None}

        return await self.database.read(work)

    async def imported_contents(self, user_id: int) -> dict[str, str]:
        """What `imported` says of everything that is still there."""
        return {key: content for key, content, _ in await self.all_imported(user_id)}

    async def bouts(self, user_id: int, span: DateRange) -> list[Bout]:
        """What was done by distance or time on these days."""
        given = {"user_id": user_id, "start": span.start, "end": span.end}

        def work(tx: Transaction) -> list[Bout]:
            return [
                Bout(
                    name, day, metres, seconds, datetime.fromisoformat(logged_at) if key is not None else None
                )
                for name, day, metres, seconds, logged_at, key in tx.rows(_BOUTS, given)
            ]

        few = (span.end - span.start).days <= _FEW_DAYS
        return await (self.database.look_up(work) if few else self.database.read(work))

    async def all_imported(self, user_id: int) -> list[tuple[str, str, str]]:
        """Key, content and entry id of everything that was imported and is still there."""
        return await self._all(_ALL, user_id=user_id)


def add_imported(tx: Transaction, new: Iterable[Imported], now: datetime) -> list[Entry]:
    """Store what has no entry yet, each under its own id where nobody has that; the entries."""
    stored: list[Entry] = []
    for item in new:
        entry = item.entry
        if tx.first(_KNOWN, {"user_id": entry.user_id, "key": item.key}) is not None:
            continue
        taken = tx.first(_TAKEN, {"id": entry.id})
        if taken is not None and taken[0] == entry.user_id and not taken[1]:
            continue
        if taken is not None:
            entry = entry.model_copy(update={"id": item.spare_id})
        stored += add_entries(tx, [entry], now)
        tx.execute(
            _REMEMBER,
            {
                "user_id": entry.user_id,
                "source_key": item.key,
                "content": item.content,
                "entry_id": entry.id,
            },
        )
    return stored
