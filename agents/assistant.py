"""The assistant's tools and whose sources they work on; imported only where something is configured."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from agents.agenda.mine import CalendarReader, CalendarsOf, CalendarWriter
from agents.agenda.settings import CalendarAccount
from agents.notes.shelf import NotesShelf
from agents.tools import catalogue
from agents.tools.registry import ToolRegistry, discovered
from storage.stores import Stores

ShelfOf = Callable[[int], NotesShelf | None]
"""A person's notes; None: they have none."""


def _no_notes(_: int) -> None:
    return None


@dataclass(frozen=True, slots=True)
class Assistant:
    """What is asked for somebody."""

    tools: ToolRegistry
    calendars: CalendarsOf
    owners: Callable[[], Sequence[int]]
    notes: ShelfOf

    def has_calendar(self, user_id: int) -> bool:
        """Whether any is this person's."""
        owners = self.owners()
        return any(of(user_id, owners) is not None for of in (self.calendars.reader, self.calendars.writer))

    def has_notes(self, user_id: int) -> bool:
        """Whether any are this person's."""
        return self.notes(user_id) is not None


def build(
    accounts: Sequence[CalendarAccount],
    db: Stores,
    owners: Callable[[], Sequence[int]],
    notes: ShelfOf = _no_notes,
) -> Assistant:
    """For these accounts and notes; `owners` tells whose those are that name nobody."""
    calendars = CalendarsOf(accounts)
    tools = ToolRegistry(db.tool_calls)
    tools.provide(CalendarReader, lambda user_id: calendars.reader(user_id, owners()))
    tools.provide(CalendarWriter, lambda user_id: calendars.writer(user_id, owners()))
    tools.provide(NotesShelf, notes)
    tools.register(*discovered(catalogue))
    return Assistant(tools, calendars, owners, notes)
