"""Bringing the index to what a source says now: only what changed is read, what is gone is taken out.

Each batch of pages is one transaction, and a page that is indexed as it is now is not read again: so a run
that was killed goes on where it was.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TYPE_CHECKING

from agents.notes.markdown import chunks_of, summary_of
from agents.notes.source import (
    Content,
    Listed,
    NotesError,
    NotesGone,
    NotesRefused,
    NotesSource,
    NotesUnavailable,
)
from storage.note_vectors import NoteVectors
from storage.notes import Known, NoteChunk, NotePage, Notes

if TYPE_CHECKING:  # numpy is loaded where there is a model that embeds
    from agents.notes.embedding import Embedder

Progress = Callable[[int, int], None]
"""Called with how many pages (or chunks) are done, and of how many."""

_BATCH_PAGES = 100
_BATCH_CHARACTERS = 500_000
_LARGE = 20_000
"""Characters from which on a page is cut in a thread."""
_EMBEDDED = 32
_FEW = 128
"""Chunks that are embedded unasked: a long report has some dozens."""
_FINDS = " > "

SavedPage = tuple[NotePage, list[NoteChunk]]


@dataclass(slots=True)
class IndexReport:
    """What a run over one source did."""

    workspace: str
    pages: int = 0
    read: int = 0
    changed: int = 0
    removed: int = 0
    cut: list[str] = field(default_factory=list[str])
    """Ids of pages of which only the beginning is indexed."""
    problems: list[str] = field(default_factory=list[str])
    """Pages that could not be read; they stay as they were."""


async def index(
    source: NotesSource, notes: Notes, user_id: int, progress: Progress | None = None
) -> IndexReport:
    """Index a source of this user. Raises NotesUnavailable, NotesRefused; what was read till then is kept."""
    run = _Run(source, notes, user_id, await notes.known(user_id, source.workspace))
    listed = [page async for page in source.pages()]
    try:
        await run.read(listed, progress or _silently)
    finally:
        await run.save()
    await run.remove(bool(listed))
    return run.report


def _silently(_done: int, _of: int) -> None:
    """Nobody looks on."""


class _Run:
    """One run over one source."""

    def __init__(self, source: NotesSource, notes: Notes, user_id: int, known: dict[str, Known]) -> None:
        self._source = source
        self._notes = notes
        self._user = user_id
        self._known = known
        self._seen: set[str] = set()
        self._ready: list[SavedPage] = []
        self._touched: list[tuple[str, str]] = []
        self._size = 0
        self.report = IndexReport(source.workspace)

    async def read(self, listed: list[Listed], progress: Progress) -> None:
        """Read what changed, and pages that are found on others."""
        waiting = deque(listed)
        while waiting:
            page = waiting.popleft()
            if page.page_id in self._seen:
                continue
            self._seen.add(page.page_id)
            if not _is_known(page, self._known.get(page.page_id)):
                waiting.extend(await self._read(page))
            if len(self._ready) >= _BATCH_PAGES or self._size >= _BATCH_CHARACTERS:
                await self.save()
            progress(len(self._seen), len(self._seen) + len(waiting))
        self.report.pages = len(self._seen)

    async def save(self) -> None:
        """Write down what was read."""
        ready, touched = self._ready, self._touched
        self._ready, self._touched, self._size = [], [], 0
        if ready:
            await self._notes.save(self._user, ready)
        if touched:
            await self._notes.touch(self._user, touched)

    async def remove(self, is_listed: bool) -> None:
        """Take out what was not listed, once the source confirms of each that it is gone.

        A source that lists nothing at all has rather lost its disk than all its pages.
        """
        missing = [page_id for page_id in self._known if page_id not in self._seen]
        if missing and not is_listed:
            self.report.problems.append("nothing is there any more: what was indexed is kept")
            return
        gone = [page_id for page_id in missing if await self._is_gone(page_id)]
        if gone:
            await self._notes.remove(self._user, gone)
        self.report.removed = len(gone)

    async def _read(self, page: Listed) -> list[Listed]:
        """Read a page; those found on it that nobody listed."""
        try:
            content = await self._source.read(page)
        except NotesGone:  # deleted since it was listed
            self._seen.discard(page.page_id)
            return []
        except (NotesUnavailable, NotesRefused):
            raise
        except NotesError as error:
            self.report.problems.append(f"{page.page_id}: {error}")
            return []
        self.report.read += 1
        self._size += len(content.text)
        known = self._known.get(page.page_id)
        saved = await _prepared(self._source.workspace, page, content)
        if known is not None and known.content_hash == saved[0].content_hash:
            self._touched.append((page.page_id, page.last_edited_time))
        else:
            self.report.changed += 1
            self._ready.append(saved)
        if content.cut:
            self.report.cut.append(page.page_id)
        return [found for child in content.children if (found := await self._found(child)) is not None]

    async def _found(self, page_id: str) -> Listed | None:
        """A page that another one names; None: it is known already, or can't be read."""
        if page_id in self._seen:
            return None
        try:
            return await self._source.find(page_id)
        except NotesGone:
            return None

    async def _is_gone(self, page_id: str) -> bool:
        try:
            await self._source.find(page_id)
        except NotesGone:
            return True
        except NotesError as error:
            self.report.problems.append(f"{page_id}: {error}")
        return False


def _is_known(page: Listed, known: Known | None) -> bool:
    """Whether it is indexed as it is now."""
    return (
        known is not None
        and known.last_edited_time == page.last_edited_time
        and known.path == _FINDS.join(page.path)
    )


async def _prepared(workspace: str, page: Listed, content: Content) -> SavedPage:
    if len(content.text) > _LARGE:
        return await asyncio.to_thread(_cut, workspace, page, content)
    return _cut(workspace, page, content)


def _cut(workspace: str, page: Listed, content: Content) -> SavedPage:
    """The page's row and its chunks."""
    title = content.title or page.title
    path = _FINDS.join(page.path)
    digest = blake2b(digest_size=16)
    for part in (title, path, page.url, content.text):
        digest.update(part.encode("utf-8", "replace") + b"\0")
    chunks = list(chunks_of(content.text, f"{page.title} {title}", page.day))
    row = NotePage(
        workspace=workspace, page_id=page.page_id, title=title, path=path, url=page.url,
        summary=summary_of(content.text), content_hash=digest.hexdigest(),
        last_edited_time=page.last_edited_time, day=page.day, cut=content.cut,
    )  # fmt: skip
    if not chunks:  # a page of its title alone is found by that
        chunks = [NoteChunk(heading="", text=title, day=page.day)]
    return row, chunks


async def embed(rows: NoteVectors, user_id: int, embedder: Embedder, progress: Progress | None = None) -> int:
    """Make the vectors that are missing; how many. Raises NotesError; those made until then are kept."""
    told = progress or _silently
    done, after = 0, 0
    while found := await rows.missing(user_id, embedder.name, after=after, limit=_EMBEDDED):
        vectors = await embedder.passages([text for _, text in found])
        kept = [
            (number, one.astype("<f4").tobytes()) for (number, _), one in zip(found, vectors, strict=True)
        ]
        await rows.add(user_id, embedder.name, kept)
        done, after = done + len(found), found[-1][0]
        told(done, done + (_EMBEDDED if len(found) == _EMBEDDED else 0))
    await rows.drop_others(user_id, embedder.name)
    return done


async def embed_few(rows: NoteVectors, user_id: int, embedder: Embedder) -> int:
    """The same where few are missing, as after a page; else none: a whole run is for who asks for it."""
    missing = await rows.missing(user_id, embedder.name, limit=_FEW + 1)
    return await embed(rows, user_id, embedder) if 0 < len(missing) <= _FEW else 0
