"""Vectors of entries, as rows: float32, little-endian, of unit length; empty: not to be found by meaning.

A row belongs to an entry's position, which is another after every change; it goes with the change. Rows are
numbered in the order they are made, and no number is given twice.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from storage.connection import Transaction
from storage.entities import Entry
from storage.query import Column, Query, insert
from storage.vector_rows import VectorRows

_CHANGED = Column[int]("SELECT DISTINCT user_id FROM revisions WHERE seq > :after AND seq <= :last")
_LAST_CHANGE = Column[int]("SELECT coalesce(max(seq), 0) FROM revisions")
_MISSING = Query[int, str]("""
    SELECT position, body
    FROM entries
    WHERE user_id = :user AND NOT deleted AND NOT EXISTS (
        SELECT 1 FROM entry_vectors AS v
        WHERE v.user_id = :user AND v.model = :model AND v.position = entries.position)
    ORDER BY position DESC LIMIT :limit
""")
_THERE = Column[int]("""
    SELECT position
    FROM entries
    WHERE user_id = :user AND NOT deleted AND position IN (SELECT value FROM json_each(:places))
""")
_ADD = f"{insert('entry_vectors', ('user_id', 'model', 'position', 'vector'))} ON CONFLICT DO NOTHING"
_VECTORS = Query[int, bytes]("""
    SELECT number, vector
    FROM entry_vectors
    WHERE user_id = :user AND model = :model AND number > :after AND length(vector) > 0
    ORDER BY number LIMIT :limit
""")
_COUNT = Column[int]("""
    SELECT count(*)
    FROM entry_vectors
    WHERE user_id = :user AND model = :model AND length(vector) > 0
""")
_LAST = Column[int]("""
    SELECT number
    FROM entry_vectors
    WHERE user_id = :user AND model = :model AND length(vector) > 0
    ORDER BY number DESC LIMIT 1
""")
_ENTRIES = Query[int, str]("""
    SELECT v.number, e.body
    FROM json_each(:numbers) AS wanted
    CROSS JOIN entry_vectors AS v
    JOIN entries AS e ON e.position = v.position AND e.user_id = v.user_id
    WHERE v.number = wanted.value AND v.user_id = :user AND NOT e.deleted
""")
_OTHER_MODELS = "DELETE FROM entry_vectors WHERE user_id = :user AND model <> :model"
_LEAVE = "DELETE FROM entry_vectors WHERE user_id = :user AND position = :place"


class EntryVectors(VectorRows):
    """The vectors' rows."""

    some = _VECTORS
    counted = _COUNT
    highest = _LAST
    others = _OTHER_MODELS

    async def changed(self, after: int) -> tuple[int, list[int]]:
        """The newest change of any entry, and whose entries have changed since the one given."""

        def work(tx: Transaction) -> tuple[int, list[int]]:
            (last,) = tx.rows(_LAST_CHANGE)
            return last, tx.rows(_CHANGED, {"after": after, "last": last})

        return await self.database.read(work)

    async def missing(self, user_id: int, model: str, *, limit: int) -> list[tuple[int, Entry]]:
        """Entries without a vector by this model, with their positions, the newest first."""
        rows = await self._all(_MISSING, user=user_id, model=model, limit=limit)
        return [(place, Entry.model_validate_json(body)) for place, body in rows]

    async def add(self, user_id: int, model: str, vectors: Sequence[tuple[int, bytes]]) -> None:
        """Keep vectors, (position, bytes); of an entry that was changed meanwhile none is kept."""
        made = dict(vectors)

        def work(tx: Transaction) -> None:
            there = tx.rows(_THERE, {"user": user_id, "places": json.dumps(list(made))})
            rows = [
                {"user_id": user_id, "model": model, "position": place, "vector": made[place]}
                for place in there
            ]
            tx.execute_many(_ADD, rows)

        await self.database.write(work, repeatable=True)

    async def entries(self, user_id: int, numbers: Iterable[int]) -> dict[int, Entry]:
        """The entries of these numbers; of those that changed or are gone there is none."""
        rows = await self._all(_ENTRIES, user=user_id, numbers=json.dumps(list(numbers)))
        return {number: Entry.model_validate_json(body) for number, body in rows}


def leave(tx: Transaction, user_id: int, place: int) -> None:
    """Delete the vectors of an entry that changes or goes."""
    tx.execute(_LEAVE, {"user": user_id, "place": place})
