"""What the agents of a model may read: one user's own data, nothing else, and nothing to write with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from agents.dialogue import Dialogue
from agents.planner import LoggedMeasure
from agents.retriever import EntrySearch
from agents.session import Session
from storage.months import MonthCount


class Shelf(Protocol):
    """Read-only, of the user of one session."""

    @property
    def search(self) -> EntrySearch:
        """The entries."""
        ...

    async def logged(self) -> tuple[LoggedMeasure, ...]:
        """What was ever logged, most frequent first."""
        ...

    async def calendar(self) -> tuple[MonthCount, ...]:
        """What exists per domain and month, newest first."""
        ...

    async def conversation(self) -> Dialogue:
        """What was said just now in this chat."""
        ...

    async def memory(self) -> str:
        """The global context, as Markdown."""
        ...


Shelves = Callable[[Session], Shelf]
