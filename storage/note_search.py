"""Chunks of notes by words and by days: a question looks at a bounded number, however many there are."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import date
from math import log

from storage.connection import Transaction
from storage.entities import DateRange
from storage.fulltext import Phrase, query_text, words
from storage.notes import FoundChunk
from storage.query import Query
from storage.search import forms
from storage.store import Store

CANDIDATES = 500
"""Chunks looked at for one word; one that stands in more of them says nearly nothing."""
_IN_NAMES = 1.5
"""What a word in a title or in breadcrumbs says beside one in the text."""

_MATCHING = Query[int]("""
    SELECT rowid
    FROM note_words
    WHERE note_words MATCH :query
    ORDER BY rowid DESC LIMIT :limit
""")
_NEXT_WORD = Query[str]("""
    SELECT term
    FROM note_vocabulary
    WHERE term >= :least AND term < :beyond LIMIT 1
""")
_BY_DAY = Query[int]("""
    SELECT number
    FROM note_chunks
    WHERE user_id = :user AND day BETWEEN :first AND :last
    ORDER BY day DESC LIMIT :limit
""")
_CHUNKS = Query[int, str, str, str, date]("""
    SELECT c.number, p.page_id, c.heading, c.text, c.day
    FROM note_chunks AS c
    JOIN note_pages AS p ON p.number = c.page_number AND p.user_id = c.user_id
    WHERE c.user_id = :user AND c.number IN (SELECT value FROM json_each(:numbers))
""")

Term = Sequence[str]
"""A word of a question with its other forms, each found as the beginning of a word."""


class NoteSearch(Store):
    """Questions to the index of one user."""

    async def by_words(self, user_id: int, terms: Sequence[Term]) -> dict[int, float]:
        """Chunks with any of the words, with how much they say; rare words say more than frequent ones."""
        return await self.database.read(lambda tx: _by_words(tx, user_id, terms))

    async def by_days(self, user_id: int, span: DateRange) -> list[int]:
        """Chunks about these days, the newest first."""
        key = {"user": user_id, "first": span.start, "last": span.end, "limit": CANDIDATES}
        return [row[0] for row in await self.database.read(lambda tx: tx.rows(_BY_DAY, key))]

    async def chunks(self, user_id: int, numbers: Iterable[int]) -> dict[int, FoundChunk]:
        """The chunks by number; those of others or that are gone are left out."""
        key = {"user": user_id, "numbers": json.dumps(list(numbers))}
        rows = await self.database.read(lambda tx: tx.rows(_CHUNKS, key))
        return {row[0]: FoundChunk(*row) for row in rows}


def _by_words(tx: Transaction, user_id: int, terms: Sequence[Term]) -> dict[int, float]:
    keywords = [phrases for term in terms if (phrases := _phrases(tx, user_id, term))]
    found = [_rows(tx, query_text(user_id, [phrases], match_all=False)) for phrases in keywords]
    rare = [phrases for phrases, rows in zip(keywords, found, strict=True) if len(rows) < CANDIDATES]
    scores: dict[int, float] = {}
    for phrases, rows in zip(keywords, found, strict=True):
        alone = query_text(user_id, [phrases], match_all=False)
        weight = log(1 + CANDIDATES / max(len(rows), 1))
        hits = set(rows) | _beside(tx, user_id, alone, rare, rows)
        named = set(_rows(tx, f"names : ({alone})"))
        for row in hits | named:
            scores[row] = scores.get(row, 0.0) + weight * (_IN_NAMES if row in named else 1)
    return scores


def _beside(
    tx: Transaction, user_id: int, alone: str, rare: Sequence[Sequence[Phrase]], rows: Sequence[int]
) -> set[int]:
    """For a word that stands in too many chunks: those that have a rare word, too."""
    if len(rows) < CANDIDATES or not rare:
        return set()
    others = query_text(user_id, rare, match_all=False)
    return set(_rows(tx, f"({alone}) AND ({others})"))


def _phrases(tx: Transaction, user_id: int, term: Term) -> list[Phrase]:
    told = (words(form) for form in term)
    return [phrase for form in told if form for phrase in forms(tx, user_id, form, _NEXT_WORD)]


def _rows(tx: Transaction, query: str) -> list[int]:
    return [row[0] for row in tx.rows(_MATCHING, {"query": query, "limit": CANDIDATES})]
