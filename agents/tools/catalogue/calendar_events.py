"""What is on."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta

from pydantic import Field

from agents.agenda.event import Event, Why, zone_name
from agents.agenda.mine import CalendarReader
from agents.tools.context import ToolContext
from agents.tools.result import Outcome, ToolError
from agents.tools.tool import tool
from storage.entities import Frozen

_MOST_DAYS = 400


class Events(Frozen):
    """In order of their start."""

    events: tuple[Event, ...] = ()
    unavailable: tuple[Why, ...] = Field(default=(), description="why some of the calendars told nothing")


@tool("reads", CalendarReader, characters=100_000)
async def calendar_events(context: ToolContext, first: date, last: date) -> Events:
    """List the person's calendar events from the first day to the last, both included."""
    if last < first or (last - first).days > _MOST_DAYS:
        raise ToolError(Outcome.INVALID, "the days are not in order, or too many")
    start = datetime.combine(first, time(), context.zone)
    end = datetime.combine(last + timedelta(days=1), time(), context.zone)
    listed = await context.source(CalendarReader).events(start, end, zone_name(context.zone))
    return Events(events=listed.events, unavailable=listed.troubles)
