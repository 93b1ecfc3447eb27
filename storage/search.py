"""Finding entries by words, topics and the path of their vault file."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from storage.connection import Transaction
from storage.entities import DateRange, Entry
from storage.entries import BY_POSITION, newest_first
from storage.fulltext import Phrase, continues, owned, query_text, takes_beginnings, words
from storage.position import HIGHEST, LOWEST, day_of, first_of, last_of
from storage.query import Column, Query
from storage.store import Store
from storage.vault_paths import GlobPattern

MOST_FORMS = 100
"""Longer forms of a word that are looked for."""
DEFAULT_LIMIT = 100

_MATCHING = Query[int, str]("""
    SELECT entries.position, entries.body
    FROM entry_words
    JOIN entries ON entries.position = entry_words.rowid
    WHERE entry_words MATCH :query AND entry_words.rowid BETWEEN :first AND :last
        AND entries.user_id = :user_id AND NOT deleted
    ORDER BY entry_words.rowid DESC LIMIT :limit
""")
_NEXT_WORD = Column[str]("""
    SELECT term
    FROM entry_vocabulary
    WHERE term >= :least AND term < :beyond LIMIT 1
""")
_OF_TOPIC = Query[int, str]("""
    SELECT entries.position, entries.body
    FROM topics
    JOIN entries ON entries.position = topics.position
    WHERE topics.user_id = :user_id AND topics.topic = :topic AND topics.position BETWEEN :first
        AND :last AND entries.user_id = :user_id AND NOT deleted
    ORDER BY topics.position DESC LIMIT :limit
""")
_NEWEST_UP_TO = Column[int]("""
    SELECT position
    FROM entries
    WHERE user_id = :user_id AND NOT deleted AND position BETWEEN :first AND :last
    ORDER BY position DESC LIMIT 1
""")


class Search(Store):
    """Questions to the indexes. Always one user's entries, newest first."""

    async def search_entries(
        self,
        user_id: int,
        keywords: Iterable[str],
        date_range: DateRange | None = None,
        *,
        limit: int = DEFAULT_LIMIT,
    ) -> list[Entry]:
        """Entries with any of the words and phrases, or words that begin so; text of any kind."""
        wanted = [found for keyword in keywords if (found := words(keyword))]
        if not wanted:
            return []

        def work(tx: Transaction) -> list[Entry]:
            phrases = [forms(tx, user_id, phrase) for phrase in wanted]
            query = query_text(user_id, phrases, match_all=False)
            bounds = _bounds(date_range)
            return newest_first(
                tx.rows(_MATCHING, {"query": query, "user_id": user_id, "limit": limit, **bounds})
            )

        return await self.database.read(work)

    async def by_topics(
        self,
        user_id: int,
        names: Iterable[str],
        date_range: DateRange | None = None,
        *,
        limit: int = DEFAULT_LIMIT,
    ) -> list[Entry]:
        """Entries with a measure of one of these names or domains, or classed under such a domain."""
        bounds = {"user_id": user_id, "limit": limit, **_bounds(date_range)}

        def work(tx: Transaction) -> list[Entry]:
            found = dict(row for name in set(names) for row in tx.rows(_OF_TOPIC, {**bounds, "topic": name}))
            return newest_first(heapq.nlargest(limit, found.items()))

        return await self.database.read(work)

    async def get_entries_by_pattern(
        self, user_id: int, pattern: str, *, limit: int = DEFAULT_LIMIT
    ) -> list[Entry]:
        """Entries whose vault file ("2026/01/2026-01-31.md") matches the glob; see `vault_paths`."""
        glob = GlobPattern.parse(pattern)
        if glob is None:
            return []

        def work(tx: Transaction) -> list[Entry]:
            rows: list[tuple[int, str]] = []
            for day in _days(tx, user_id, glob.span):
                if glob.matches(day):
                    bounds = {"first": first_of(day), "last": last_of(day), "limit": limit - len(rows)}
                    rows.extend(tx.rows(BY_POSITION, {"user_id": user_id, **bounds}))
                if len(rows) >= limit:
                    break
            return newest_first(rows)

        return await self.database.read(work)


def _bounds(span: DateRange | None) -> dict[str, object]:
    if span is None:
        return {"first": LOWEST, "last": HIGHEST}
    return {"first": first_of(span.start), "last": last_of(span.end)}


def _days(tx: Transaction, user_id: int, span: DateRange) -> Iterator[date]:
    """The days with entries, newest first, jumping from one to the next."""
    last = last_of(span.end)
    while True:
        place = tx.first(_NEWEST_UP_TO, {"user_id": user_id, "first": first_of(span.start), "last": last})
        if place is None:
            return
        day = day_of(place)
        yield day
        last = first_of(day) - 1


def forms(
    tx: Transaction, user_id: int, wanted: Sequence[str], next_word: Column[str] = _NEXT_WORD
) -> list[Phrase]:
    """The phrase itself and with each longer form of its last word that this user has written.

    Should there be very many, the database searches for the beginning: slower, but nothing is missed.
    """
    *before, last = wanted
    found = [Phrase((*before, last))]
    if not takes_beginnings(last):
        return found
    prefix = owned(user_id, last)
    beyond, least = prefix + "\U0010ffff", prefix + "\x01"
    for _ in range(MOST_FORMS):
        term = tx.first(next_word, {"least": least, "beyond": beyond})
        if term is None:
            return found
        word = term[len(prefix) - len(last) :]
        if continues(last, word):
            found.append(Phrase((*before, word)))
        least = term + "\x01"
    return [Phrase((*before, last), is_open=True)]
