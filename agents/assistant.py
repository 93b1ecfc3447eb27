"""The assistant's tools and whose sources they work on; imported only where something is configured."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from agents.agenda.mine import CalendarReader, CalendarsOf, CalendarWriter
from agents.agenda.settings import CalendarAccount
from agents.tools import catalogue
from agents.tools.registry import ToolRegistry, discovered
from storage.stores import Stores


@dataclass(frozen=True, slots=True)
class Assistant:
    """What is asked for somebody."""

    tools: ToolRegistry
    calendars: CalendarsOf
    owners: Callable[[], Sequence[int]]

    def has_calendar(self, user_id: int) -> bool:
        """Whether any is this person's."""
        owners = self.owners()
        return any(of(user_id, owners) is not None for of in (self.calendars.reader, self.calendars.writer))


def build(accounts: Sequence[CalendarAccount], db: Stores, owners: Callable[[], Sequence[int]]) -> Assistant:
    """For these accounts; `owners` tells whose those are that name nobody."""
    calendars = CalendarsOf(accounts)
    tools = ToolRegistry(db.tool_calls)
    tools.provide(CalendarReader, lambda user_id: calendars.reader(user_id, owners()))
    tools.provide(CalendarWriter, lambda user_id: calendars.writer(user_id, owners()))
    tools.register(*discovered(catalogue))
    return Assistant(tools, calendars, owners)
