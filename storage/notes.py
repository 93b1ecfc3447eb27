"""The index of somebody's notes: pages of their sources, cut into chunks that are found by words and days.

The rows are a copy of what lies in folders and workspaces: they can be deleted and made again at any time. A
chunk that changes is a new chunk: its number is never given to another.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from storage.connection import Transaction
from storage.entities import Frozen
from storage.fulltext import document, owned, words
from storage.query import Column, Query, Rows, Table, insert
from storage.store import Store

NAMED = "\ue000"
"""Before a word of a title or of breadcrumbs, in the index: found by itself, however many texts have it."""


class NotePage(Frozen):
    """A page of a source, as the index has it. `path` is its breadcrumbs, from the top."""

    workspace: str
    page_id: str
    """Its source's own name for it; unique among all pages of a person."""
    title: str
    path: str
    url: str
    summary: str
    content_hash: str
    last_edited_time: str
    """As the source tells it; compared, never calculated with."""
    day: date
    """Of its last change."""
    cut: bool = False
    """Only its beginning is indexed."""


class NoteChunk(Frozen):
    """A part of a page: some paragraphs below the same headings."""

    heading: str
    text: str
    day: date
    """That is named in its heading or title, else the page's."""


class FoundChunk(NamedTuple):
    """A chunk with what is shown of its page."""

    number: int
    page_id: str
    heading: str
    text: str
    day: date


class Workspace(NamedTuple):
    """How much of a workspace is in the index."""

    name: str
    pages: int
    last_day: date | None


class Known(NamedTuple):
    """What a page was when it was read last."""

    number: int
    page_id: str
    title: str
    path: str
    content_hash: str
    last_edited_time: str


_PAGES = Table("note_pages", NotePage)
_PAGE = _PAGES.where("WHERE user_id = :user AND page_id = :page")
_THESE = _PAGES.where("WHERE user_id = :user AND page_id IN (SELECT value FROM json_each(:pages))")
_KNOWN = Rows[Known]("""
    SELECT number, page_id, title, path, content_hash, last_edited_time
    FROM note_pages
    WHERE user_id = :user AND workspace = :workspace
""")
_NUMBER = Column[int]("SELECT number FROM note_pages WHERE user_id = :user AND page_id = :page")
_WORKSPACES = Rows[Workspace]("""
    SELECT workspace, count(*), max(day)
    FROM note_pages
    WHERE user_id = :user
    GROUP BY workspace
    ORDER BY workspace
""")
_IDS = Column[str]("SELECT page_id FROM note_pages WHERE user_id = :user")
_TOPICS = Query[str, str]("SELECT workspace, path FROM note_pages WHERE user_id = :user")
_ADD_PAGE = f"""{insert("note_pages", ("user_id", *_PAGES.fields))}
    ON CONFLICT (user_id, page_id) DO UPDATE SET workspace = excluded.workspace, title = excluded.title,
        path = excluded.path, url = excluded.url, summary = excluded.summary,
        content_hash = excluded.content_hash, last_edited_time = excluded.last_edited_time,
        day = excluded.day, cut = excluded.cut
"""
_TOUCH = """
    UPDATE note_pages
    SET last_edited_time = :last_edited_time
    WHERE user_id = :user AND page_id = :page
"""
_DELETE_PAGE = "DELETE FROM note_pages WHERE user_id = :user AND number = :number"
_DELETE_SUMMARY = "DELETE FROM note_summaries WHERE user_id = :user AND page_number = :number"
_CHUNKS = Query[int, str, str, str]("""
    SELECT number, names, heading, text
    FROM note_chunks
    WHERE user_id = :user AND page_number = :page
    ORDER BY number
""")
_ADD_CHUNK = insert("note_chunks", ("user_id", "page_number", "day", "names", "heading", "text"))
_LAST = Column[int]("SELECT last_insert_rowid()")
_DELETE_CHUNKS = "DELETE FROM note_chunks WHERE user_id = :user AND page_number = :page"
_DELETE_VECTORS = """
    DELETE FROM note_vectors
    WHERE user_id = :user AND chunk IN (
        SELECT number FROM note_chunks WHERE user_id = :user AND page_number = :page)
"""
_INDEX = "INSERT INTO note_words (rowid, words, names) VALUES (:rowid, :words, :names)"
_UNINDEX = """
    INSERT INTO note_words (note_words, rowid, words, names)
    VALUES ('delete', :rowid, :words, :names)
"""


class Notes(Store):
    """The pages' and chunks' rows. Searching them: `note_search`; their vectors: `note_vectors`."""

    async def known(self, user_id: int, workspace: str) -> dict[str, Known]:
        """What is indexed of a workspace, by page."""
        return {one.page_id: one for one in await self._all(_KNOWN, user=user_id, workspace=workspace)}

    async def save(self, user_id: int, pages: Sequence[tuple[NotePage, Sequence[NoteChunk]]]) -> None:
        """Put pages in the place of what was indexed of them, in one transaction."""

        def work(tx: Transaction) -> None:
            for page, chunks in pages:
                _save(tx, user_id, page, chunks)

        await self.database.write(work, repeatable=True)

    async def touch(self, user_id: int, edited: Sequence[tuple[str, str]]) -> None:
        """Note when pages were last edited, (page, time), whose content is what it was."""
        rows = [{"user": user_id, "page": page, "last_edited_time": time} for page, time in edited]
        await self.database.write(lambda tx: tx.execute_many(_TOUCH, rows), repeatable=True)

    async def remove(self, user_id: int, page_ids: Sequence[str]) -> None:
        """Take pages out of the index, in one transaction."""

        def work(tx: Transaction) -> None:
            for page_id in page_ids:
                number = tx.first(_NUMBER, {"user": user_id, "page": page_id})
                if number is not None:
                    _empty(tx, user_id, number)
                    tx.execute(_DELETE_PAGE, {"user": user_id, "number": number})
                    tx.execute(_DELETE_SUMMARY, {"user": user_id, "number": number})

        await self.database.write(work, repeatable=True)

    async def page(self, user_id: int, page_id: str) -> NotePage | None:
        """A page of this user."""
        return next(iter(await self._all(_PAGE, user=user_id, page=page_id)), None)

    async def page_ids(self, user_id: int) -> list[str]:
        """Of every page of this user."""
        return await self._all(_IDS, user=user_id)

    async def pages(self, user_id: int, page_ids: str) -> dict[str, NotePage]:
        """Pages of this user by id; `page_ids` is a JSON list."""
        return {page.page_id: page for page in await self._all(_THESE, user=user_id, pages=page_ids)}

    async def text(self, user_id: int, page_id: str) -> str:
        """What is indexed of a page, as it was when it was read."""

        def work(tx: Transaction) -> str:
            number = tx.first(_NUMBER, {"user": user_id, "page": page_id})
            chunks = tx.rows(_CHUNKS, {"user": user_id, "page": number}) if number is not None else []
            return "\n\n".join(text for *_, text in chunks)

        return await self.database.read(work)

    async def workspaces(self, user_id: int) -> list[Workspace]:
        """How much there is of each."""
        return await self._all(_WORKSPACES, user=user_id)

    async def paths(self, user_id: int) -> list[tuple[str, str]]:
        """(workspace, breadcrumbs) of every page."""
        return await self._all(_TOPICS, user=user_id)


def _save(tx: Transaction, user_id: int, page: NotePage, chunks: Sequence[NoteChunk]) -> None:
    tx.execute(_ADD_PAGE, {"user_id": user_id, **_PAGES.values(page)})
    (number,) = tx.rows(_NUMBER, {"user": user_id, "page": page.page_id})
    _empty(tx, user_id, number)
    names = f"{page.title} {page.path}"
    for chunk in chunks:
        row = {"user_id": user_id, "page_number": number, "names": names, **dict(chunk)}
        tx.execute(_ADD_CHUNK, row)
        (rowid,) = tx.rows(_LAST)
        tx.execute(_INDEX, _words(user_id, rowid, names, chunk.heading, chunk.text))


def _empty(tx: Transaction, user_id: int, page: int) -> None:
    """Delete a page's chunks, their words and vectors."""
    key = {"user": user_id, "page": page}
    tx.execute_many(_UNINDEX, [_words(user_id, *chunk) for chunk in tx.rows(_CHUNKS, key)])
    tx.execute(_DELETE_VECTORS, key)
    tx.execute(_DELETE_CHUNKS, key)


def _words(user_id: int, rowid: int, names: str, heading: str, text: str) -> dict[str, object]:
    """A chunk as it is indexed."""
    return {
        "rowid": rowid,
        "words": document(user_id, (heading, text)),
        "names": " ".join(owned(user_id, NAMED + word) for word in words(names)),
    }


_OTHERS = Query[int, int, str, str, str]("""
    SELECT number, user_id, names, heading, text
    FROM note_chunks
    WHERE number > :after
    ORDER BY number LIMIT :most
""")
_EMPTY_INDEX = "INSERT INTO note_words (note_words) VALUES ('delete-all')"
_BATCH = 1000


def index_anew(tx: Transaction) -> None:
    """Write the index of words from the chunks that are left: nothing of others stays in it."""
    tx.execute(_EMPTY_INDEX)
    after = 0
    while found := tx.rows(_OTHERS, {"after": after, "most": _BATCH}):
        tx.execute_many(_INDEX, [_words(user, number, *rest) for number, user, *rest in found])
        after = found[-1][0]
