"""Retriever: carries out the planner's searches and reads everything in scope."""

from __future__ import annotations

from datetime import date
from typing import Protocol

from pydantic import SkipValidation

from agents.types import RetrievalAttempt, RetrievalInstruction
from storage.entities import DateRange, Entry, Frozen


class EntrySearch(Protocol):
    """One user's entries, newest first; the only door to storage an agent gets."""

    async def by_date_range(self, span: DateRange, limit: int) -> list[Entry]:
        """Entries about the days of the span."""
        ...

    async def by_keywords(self, keywords: tuple[str, ...], span: DateRange | None, limit: int) -> list[Entry]:
        """Entries with any of the words or phrases."""
        ...

    async def by_topics(self, topics: tuple[str, ...], span: DateRange | None, limit: int) -> list[Entry]:
        """Entries with a measure of one of these names or domains."""
        ...

    async def by_pattern(self, pattern: str, limit: int) -> list[Entry]:
        """Entries whose vault file ("2026/01/2026-01-31.md") matches the glob; ** crosses folders."""
        ...

    async def by_meaning(self, question: str, limit: int) -> list[Entry]:
        """Entries that mean what is asked, the nearest first; none where none is surely near."""
        ...


class RetrieverInput(Frozen):
    """The searches to make."""

    instructions: tuple[RetrievalInstruction, ...]
    vocabulary: SkipValidation[dict[str, str]]
    today: date
    max_entries: int = 100
    attempt: int = 1


class RetrieverOutput(Frozen):
    """Everything found, newest first, each entry once."""

    entries: tuple[Entry, ...]
    attempts: tuple[RetrievalAttempt, ...]
    warnings: tuple[str, ...] = ()
    truncated: bool = False
