"""Which pages of notes a model has summed up, as they are now."""

from __future__ import annotations

from typing import NamedTuple

from storage.connection import Transaction
from storage.query import Column, Rows, insert
from storage.store import Store


class Unsummed(NamedTuple):
    """A page whose summary is its first paragraphs, or an older state's."""

    number: int
    page_id: str
    title: str
    path: str
    content_hash: str


_UNSUMMED = Rows[Unsummed]("""
    SELECT number, page_id, title, path, content_hash
    FROM note_pages AS p
    WHERE user_id = :user AND number > :after AND NOT EXISTS (
        SELECT 1 FROM note_summaries AS s
        WHERE s.user_id = :user AND s.page_number = p.number AND s.content_hash = p.content_hash)
    ORDER BY number LIMIT :limit
""")
_COUNT = Column[int]("""
    SELECT count(*)
    FROM note_pages AS p
    WHERE user_id = :user AND NOT EXISTS (
        SELECT 1 FROM note_summaries AS s
        WHERE s.user_id = :user AND s.page_number = p.number AND s.content_hash = p.content_hash)
""")
_KEEP = f"""{insert("note_summaries", ("user_id", "page_number", "content_hash"))}
    ON CONFLICT (user_id, page_number) DO UPDATE SET content_hash = excluded.content_hash
"""
_SAME = Column[int]("""
    SELECT number
    FROM note_pages
    WHERE user_id = :user AND number = :number AND content_hash = :hash
""")
_SUM_UP = """
    UPDATE note_pages
    SET summary = :summary
    WHERE user_id = :user AND number = :number AND content_hash = :hash
"""


class NoteSummaries(Store):
    """One row a page. They go with their pages (`storage.notes`)."""

    async def missing(self, user_id: int, *, after: int = 0, limit: int) -> list[Unsummed]:
        """Pages without one, in the order of their numbers."""
        return await self._all(_UNSUMMED, user=user_id, after=after, limit=limit)

    async def left(self, user_id: int) -> int:
        """How many there are."""
        return (await self._all(_COUNT, user=user_id))[0]

    async def save(self, user_id: int, page: Unsummed, summary: str) -> None:
        """Keep a summary, unless the page has changed meanwhile; an empty one leaves what there is."""
        key = {"user": user_id, "number": page.number, "hash": page.content_hash}
        row = {"user_id": user_id, "page_number": page.number, "content_hash": page.content_hash}

        def work(tx: Transaction) -> None:
            if tx.first(_SAME, key) is None:
                return
            tx.execute(_KEEP, row)
            if summary:
                tx.execute(_SUM_UP, {**key, "summary": summary})

        await self.database.write(work, repeatable=True)
