"""Vectors of chunks of notes, as rows: float32, little-endian, of unit length.

Chunks are embedded in the order of their numbers, which are never given twice: whoever has the vectors up to
a number misses only those above it. What was deleted since is found out when its chunk is looked for.
"""

from __future__ import annotations

from collections.abc import Sequence

from storage.query import Column, Query, insert
from storage.vector_rows import VectorRows

_FIELDS = ("chunk", "user_id", "model", "vector")
_ADD = f"{insert('note_vectors', _FIELDS)} ON CONFLICT DO NOTHING"
_MISSING = Query[int, str, str, str]("""
    SELECT number, names, heading, text
    FROM note_chunks
    WHERE user_id = :user AND number > :after AND NOT EXISTS (
        SELECT 1 FROM note_vectors WHERE note_vectors.user_id = :user AND chunk = number AND model = :model)
    ORDER BY number LIMIT :limit
""")
_VECTORS = Query[int, bytes]("""
    SELECT chunk, vector
    FROM note_vectors
    WHERE user_id = :user AND model = :model AND chunk > :after
    ORDER BY chunk LIMIT :limit
""")
_COUNT = Column[int]("SELECT count(*) FROM note_vectors WHERE user_id = :user AND model = :model")
_LAST = Column[int]("""
    SELECT chunk
    FROM note_vectors
    WHERE user_id = :user AND model = :model
    ORDER BY chunk DESC LIMIT 1
""")
_OTHER_MODELS = "DELETE FROM note_vectors WHERE user_id = :user AND model <> :model"


class NoteVectors(VectorRows):
    """The vectors' rows."""

    some = _VECTORS
    counted = _COUNT
    highest = _LAST
    others = _OTHER_MODELS

    async def missing(self, user_id: int, model: str, *, after: int = 0, limit: int) -> list[tuple[int, str]]:
        """Chunks without a vector by this model: number, and the text to embed."""
        rows = await self._all(_MISSING, user=user_id, model=model, after=after, limit=limit)
        return [(number, f"{names}\n{heading}\n{text}") for number, names, heading, text in rows]

    async def add(self, user_id: int, model: str, vectors: Sequence[tuple[int, bytes]]) -> None:
        """Keep vectors, (chunk, bytes); one that is there already stays."""
        rows = [
            {"chunk": chunk, "user_id": user_id, "model": model, "vector": vector}
            for chunk, vector in vectors
        ]
        await self.database.write(lambda tx: tx.execute_many(_ADD, rows), repeatable=True)
