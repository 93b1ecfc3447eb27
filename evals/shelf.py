"""What a model's agents may read while an example is played: the diary of the example's person."""

from __future__ import annotations

from collections import Counter
from contextvars import ContextVar

from agents.dialogue import Dialogue
from agents.model.context.shelf import MonthCount
from agents.planner import LoggedMeasure
from agents.session import Session
from evals.diary import MemorySearch

_OPEN: ContextVar[MemorySearch | None] = ContextVar("diary", default=None)


def lay_out(search: MemorySearch) -> None:
    """From here on in this task, this is the diary."""
    _OPEN.set(search)


class DiaryShelf:
    """A diary in memory; nothing was said before and nothing is remembered."""

    def __init__(self, _: Session) -> None:
        self.search = _OPEN.get() or MemorySearch(())

    async def logged(self) -> tuple[LoggedMeasure, ...]:
        """What was ever logged, most frequent first."""
        return self.search.logged()

    async def calendar(self) -> tuple[MonthCount, ...]:
        """What exists per domain and month, newest first."""
        counts = Counter(
            (f"{entry.day:%Y-%m}", domain) for entry in self.search.entries for domain in entry.domains
        )
        ranked = sorted(counts.items(), reverse=True)
        return tuple(MonthCount(domain=domain, month=month, entries=n) for (month, domain), n in ranked)

    async def conversation(self) -> Dialogue:
        """Nothing."""
        return Dialogue()

    async def memory(self) -> str:
        """Nothing."""
        return ""
