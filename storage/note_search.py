"""Chunks of notes by words and by days: a question looks at a bounded number, however many there are."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from math import log

from storage.connection import Transaction
from storage.entities import DateRange
from storage.fulltext import Phrase, query_text, takes_beginnings, words
from storage.notes import NAMED, FoundChunk
from storage.query import Column, Rows
from storage.search import forms
from storage.store import Store

CANDIDATES = 500
"""Chunks looked at for one word; one that stands in more of them says nearly nothing."""
_IN_NAMES = 1.5
"""What a word in a title or in breadcrumbs says beside one in the text."""

_MATCHING = Column[int]("""
    SELECT rowid
    FROM note_words
    WHERE note_words MATCH :query
    ORDER BY rowid DESC LIMIT :limit
""")
_NEXT_WORD = Column[str]("""
    SELECT term
    FROM note_vocabulary
    WHERE term >= :least AND term < :beyond LIMIT 1
""")
_BY_DAY = Column[int]("""
    SELECT number
    FROM note_chunks
    WHERE user_id = :user AND day BETWEEN :first AND :last
    ORDER BY day DESC LIMIT :limit
""")
_CHUNKS = Rows[FoundChunk]("""
    SELECT c.number, p.page_id, c.heading, c.text, c.day
    FROM json_each(:numbers) AS wanted
    CROSS JOIN note_chunks AS c
    JOIN note_pages AS p ON p.number = c.page_number AND p.user_id = c.user_id
    WHERE c.user_id = :user AND c.number = wanted.value
""")
"""By number (CROSS JOIN keeps the order): an index of the user would walk over all their chunks."""

Term = Sequence[str]
"""A word of a question with its other forms, each found as the beginning of a word."""


class NoteSearch(Store):
    """Questions to the index of one user."""

    async def by_words(self, user_id: int, terms: Sequence[Term]) -> dict[int, float]:
        """Chunks with any of the words, with how much they say; rare words say more than frequent ones."""
        return await self.database.read(lambda tx: _by_words(tx, user_id, terms))

    async def by_days(self, user_id: int, span: DateRange) -> list[int]:
        """Chunks about these days, the newest first."""
        return await self._all(_BY_DAY, user=user_id, first=span.start, last=span.end, limit=CANDIDATES)

    async def chunks(self, user_id: int, numbers: Iterable[int]) -> dict[int, FoundChunk]:
        """The chunks by number; those of others or that are gone are left out."""
        rows = await self._all(_CHUNKS, user=user_id, numbers=json.dumps(list(numbers)))
        return {one.number: one for one in rows}


def _by_words(tx: Transaction, user_id: int, terms: Sequence[Term]) -> dict[int, float]:
    asked = [_Asked(tx, user_id, term) for term in terms]
    rare = [phrase for one in asked if not one.is_frequent for phrase in (*one.phrases, *one.names)]
    scores: dict[int, float] = {}
    for one in asked:
        beside = _rows(tx, user_id, one.phrases, rare) if one.is_frequent and rare else ()
        for row in {*one.rows, *one.named, *beside}:
            scores[row] = scores.get(row, 0.0) + one.weight * (_IN_NAMES if row in one.named else 1)
    return scores


class _Asked:
    """A word of a question: where it stands in texts, and where in titles and breadcrumbs."""

    def __init__(self, tx: Transaction, user_id: int, term: Term) -> None:
        self.phrases = list(_phrases(tx, user_id, term, ""))
        self.names = list(_phrases(tx, user_id, term, NAMED))
        self.rows = _rows(tx, user_id, self.phrases)
        self.named = set(_rows(tx, user_id, self.names))
        self.weight = log(1 + CANDIDATES / max(len(self.rows), 1))

    @property
    def is_frequent(self) -> bool:
        """Whether not all of its chunks were looked at."""
        return len(self.rows) >= CANDIDATES


def _phrases(tx: Transaction, user_id: int, term: Term, mark: str) -> Iterator[Phrase]:
    for told in filter(None, map(words, term)):
        marked = [mark + word for word in told]
        if takes_beginnings(told[-1]):
            yield from forms(tx, user_id, marked, _NEXT_WORD)
        else:
            yield Phrase(tuple(marked))


def _rows(
    tx: Transaction, user_id: int, phrases: Sequence[Phrase], others: Sequence[Phrase] = ()
) -> list[int]:
    """The newest chunks with any of the phrases, and with any of the others, too, if there are any."""
    if not phrases:
        return []
    query = query_text(user_id, [phrases, others] if others else [phrases], match_all=True)
    return tx.rows(_MATCHING, {"query": query, "limit": CANDIDATES})
