"""One person's notes: finding what they say, and reading a page as it is now."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from time import monotonic
from typing import TYPE_CHECKING

from agents.language.days.dates import find_periods
from agents.notes.asking import probes
from agents.notes.index import IndexReport, embed_few, index
from agents.notes.source import Content, Listed, NotesError, NotesGone, NotesSource
from storage.note_search import NoteSearch, Term
from storage.notes import FoundChunk, NotePage, Notes

if TYPE_CHECKING:  # numpy is loaded where there is a model that embeds
    from agents.notes.embedding import Embedder, Origins
    from agents.notes.overview import IndexSummary
    from agents.notes.vectors import NearestVectors
    from storage.note_vectors import NoteVectors

logger = logging.getLogger(__name__)

_K = 60
"""Of reciprocal rank fusion (Cormack, Clarke, Büttcher 2009)."""
_NEAR = 100
"""Chunks that the vectors name."""
_SURELY_NEAR = 10
_RANKED, _AT_ONCE = 400, 40
"""Chunks that are looked at in the end, and in one step."""


_PATIENCE, _LEFT_ALONE = 10.0, 30.0
"""Seconds that somebody waits for a source, and that one which did not answer is not asked again."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A page that was found, with the chunk that says so. `score` is comparable within one answer."""

    page: NotePage
    chunk: FoundChunk
    score: float


@dataclass(frozen=True, slots=True)
class PageText:
    """A page's text. `is_live`: read just now; else its source did not answer and this is the index."""

    page: NotePage
    text: str
    is_live: bool


@dataclass(frozen=True, slots=True)
class Meaning:
    """What finds by meaning."""

    embedder: Embedder
    vectors: NearestVectors
    rows: NoteVectors


class NotesShelf:
    """Everything of one person that is indexed. `terms_of` cuts a question into words with their forms."""

    def __init__(
        self,
        user_id: int,
        *,
        notes: Notes,
        search: NoteSearch,
        sources: Mapping[str, Callable[[], NotesSource]],
        terms_of: Callable[[str], Sequence[Term]],
        meaning: Meaning | None = None,
        patience: float = _PATIENCE,
    ) -> None:
        self.user_id = user_id
        self._notes = notes
        self._search = search
        self._make = sources
        self._terms_of = terms_of
        self._meaning = meaning
        self._open: dict[str, NotesSource] = {}
        self._patience = patience
        self._down: dict[str, float] = {}
        self._origins: Origins | None = None

    async def find(self, question: str, now: datetime, most: int) -> list[Hit]:
        """The pages nearest to a question, the nearest first; `now` is on the person's clock."""
        by_words = await self._search.by_words(self.user_id, self._terms_of(question))
        by_meaning = await self._by_meaning(question)
        by_days = await self._by_days(question, now, {*by_words, *by_meaning})
        total = fused([by_words, by_meaning, by_days])
        ranked = sorted(total, key=lambda one: (-total[one], -one))
        wanted = await self._of_pages(ranked, most)
        pages = await self._notes.pages(self.user_id, json.dumps([one.page_id for one in wanted]))
        return [Hit(pages[one.page_id], one, total[one.number]) for one in wanted if one.page_id in pages]

    async def near(self, question: str) -> list[str]:
        """Ids of the pages that surely mean what is asked, the nearest first; none without vectors."""
        if self._meaning is None:
            return []
        from agents.notes.embedding import Origins  # noqa: PLC0415 - numpy is there with vectors

        self._origins = self._origins or Origins(probes)
        try:
            query, bar = await self._origins.seen(self._meaning.embedder, question)
        except NotesError as error:
            logger.warning("a question could not be embedded, its words are searched: %s", error)
            return []
        found = await self._meaning.vectors.nearest(query, _SURELY_NEAR)
        sure = sorted((one for one, score in found.items() if score > bar), key=lambda one: -found[one])
        chunks = await self._search.chunks(self.user_id, sure)
        return list(dict.fromkeys(chunks[one].page_id for one in sure if one in chunks))

    async def _of_pages(self, ranked: Sequence[int], most: int) -> list[FoundChunk]:
        """The first chunk of each of the first pages."""
        best: dict[str, FoundChunk] = {}
        for start in range(0, min(len(ranked), _RANKED), _AT_ONCE):
            part = ranked[start : start + _AT_ONCE]
            chunks = await self._search.chunks(self.user_id, part)
            for number in part:
                if number in chunks:  # a copy of the vectors may still have what was deleted
                    best.setdefault(chunks[number].page_id, chunks[number])
            if len(best) >= most:
                break
        return list(best.values())[:most]

    async def read(self, page_id: str) -> PageText:
        """A page as its source has it now, else as it is indexed. Raises NotesGone, NotesError."""
        page = await self._notes.page(self.user_id, page_id)
        if page is None:
            raise NotesGone(page_id[:64])
        content = await self._live(page)
        if content is None:
            return PageText(page, await self._notes.text(self.user_id, page_id), is_live=False)
        return PageText(page, content.text, is_live=True)

    async def _live(self, page: NotePage) -> Content | None:
        """From its source; None: that does not answer, or did not a moment ago. Raises NotesGone."""
        source = self._source(page.workspace)
        if monotonic() < self._down.get(page.workspace, 0.0):
            return None
        try:
            async with asyncio.timeout(self._patience):
                return await source.read(_listed(page))
        except NotesGone:
            raise
        except (NotesError, TimeoutError) as error:
            logger.warning("notes of %s: %s; the index answers", page.workspace, error or "no answer in time")
            self._down[page.workspace] = monotonic() + _LEFT_ALONE
            return None

    async def overview(self, now: datetime) -> IndexSummary:
        """What is indexed, by workspace."""
        from agents.notes.overview import overview  # noqa: PLC0415 - when it is asked

        return await overview(self._notes, self.user_id, now)

    async def take_in(self, workspace: str) -> IndexReport:
        """Index what a source says now; by words it is found at once. Raises NotesError."""
        return await index(self._source(workspace), self._notes, self.user_id)

    async def embed_few(self) -> int:
        """Have what was taken in found by meaning, too, unless a whole run is due. Raises NotesError."""
        if self._meaning is None:
            return 0
        return await embed_few(self._meaning.rows, self.user_id, self._meaning.embedder)

    async def close(self) -> None:
        """Close the sources that were opened."""
        for source in self._open.values():
            await source.close()
        self._open.clear()

    def _source(self, workspace: str) -> NotesSource:
        """Raises NotesGone for a workspace that is not configured any more."""
        if workspace not in self._make:
            raise NotesGone(workspace)
        if workspace not in self._open:
            self._open[workspace] = self._make[workspace]()
        return self._open[workspace]

    async def _by_meaning(self, question: str) -> dict[int, float]:
        if self._meaning is None:
            return {}
        try:
            query = await self._meaning.embedder.query(question)
        except NotesError as error:
            logger.warning("a question could not be embedded, its words are searched: %s", error)
            return {}
        return await self._meaning.vectors.nearest(query, _NEAR)

    async def _by_days(self, question: str, now: datetime, found: set[int]) -> dict[int, float]:
        """What was found and is about the days of the question; all about them, if it names no more."""
        periods = find_periods(question, now)
        there: set[int] = set()
        for one in reversed(periods):
            question = f"{question[: one.start]} {question[one.end :]}"
            there.update(await self._search.by_days(self.user_id, one.range))
        both = there & found if self._terms_of(question) else there
        return dict.fromkeys(both or there, 1.0)


def _listed(page: NotePage) -> Listed:
    return Listed(
        page.page_id, page.title, (), last_edited_time=page.last_edited_time, day=page.day, url=page.url
    )


def fused(rankings: Iterable[Mapping[int, float]]) -> dict[int, float]:
    """Reciprocal rank fusion; what is as near as another has the same rank."""
    total: dict[int, float] = {}
    for ranking in rankings:
        ranks = {score: rank for rank, score in enumerate(sorted(set(ranking.values()), reverse=True))}
        for one, score in ranking.items():
            total[one] = total.get(one, 0.0) + 1 / (_K + ranks[score])
    return total
