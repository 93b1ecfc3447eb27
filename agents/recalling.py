"""Entries the observer needs beyond the latest: a record may be older than what it is shown otherwise."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from agents.facts import is_training
from agents.memory import parse
from storage.entities import Entry
from storage.repository import Repository

RECORD = " record"
"""How the key of a line with an exercise's records ends."""


def trained(entries: Iterable[Entry]) -> set[str]:
    """The exercises of these entries."""
    return {measure.name for entry in entries for measure in entry.measures if is_training(measure)}


def unremembered(entries: Iterable[Entry], memory: str) -> set[str]:
    """Exercises whose records are not in the memory: new ones, and ones that had to make room."""
    known = parse(memory)
    return {name for name in trained(entries) if known.find("fact", f"{name}{RECORD}") is None}


async def with_rivals(
    repository: Repository, user_id: int, entries: Sequence[Entry], names: Collection[str], limit: int
) -> list[Entry]:
    """The entries with all others of these exercises, newest first."""
    if not names:
        return list(entries)
    rivals = await repository.by_topics(user_id, sorted(names), None, limit=limit)
    together = {entry.id: entry for entry in (*entries, *rivals)}
    return sorted(together.values(), key=lambda entry: (entry.day, entry.id), reverse=True)
