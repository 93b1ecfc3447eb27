"""What is on, and when the person has time."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import Annotated

from pydantic import Field

from agents.agenda.event import Event, Slot, Why, clashes, free_slots, zone_name
from agents.agenda.mine import CalendarReader
from agents.tools.context import ToolContext
from agents.tools.result import Outcome, ToolError
from agents.tools.tool import tool
from storage.entities import Frozen

_MOST_LISTED, _MOST_SEARCHED = 400, 31
"""Days."""


class Events(Frozen):
    """In order of their start."""

    events: tuple[Event, ...] = ()
    unavailable: tuple[Why, ...] = Field(default=(), description="why some of the calendars told nothing")


class Free(Frozen):
    """Gaps that are long enough, and what is on between them; all-day events are named only."""

    slots: tuple[Slot, ...] = ()
    busy: tuple[Event, ...] = ()
    all_day: tuple[Event, ...] = ()
    unavailable: tuple[Why, ...] = ()


@tool("reads", CalendarReader, characters=100_000)
async def calendar_events(context: ToolContext, first: date, last: date) -> Events:
    """List the person's calendar events from the first day to the last, both included."""
    _check(first, last, _MOST_LISTED)
    start = datetime.combine(first, time(), context.zone)
    end = datetime.combine(last + timedelta(days=1), time(), context.zone)
    listed = await context.source(CalendarReader).events(start, end, zone_name(context.zone))
    return Events(events=listed.events, unavailable=listed.troubles)


@tool("reads", CalendarReader, characters=100_000)
async def calendar_free(
    context: ToolContext,
    first: date,
    last: date,
    *,
    begin: time = time(8),
    end: Annotated[time | None, Field(description="none: midnight")] = time(22),
    minutes: Annotated[int, Field(ge=5, le=1440)] = 60,
) -> Free:
    """Find when the person is free on each of these days, between two times of the day."""
    _check(first, last, _MOST_SEARCHED)
    days = [first + timedelta(days=number) for number in range((last - first).days + 1)]
    spans = [span for day in days if (span := _span(context, day, begin, end)) is not None]
    if not spans:
        return Free()
    listed = await context.source(CalendarReader).events(
        spans[0].start, spans[-1].end, zone_name(context.zone)
    )
    least = timedelta(minutes=minutes)
    return Free(
        slots=tuple(slot for span in spans for slot in free_slots(listed.events, span, least)),
        busy=tuple(one for span in spans for one in clashes(listed.events, *span)),
        all_day=tuple(one for one in listed.events if one.all_day),
        unavailable=listed.troubles,
    )


def _span(context: ToolContext, day: date, begin: time, end: time | None) -> Slot | None:
    """What is still ahead of it."""
    start = datetime.combine(day, begin, context.zone)
    stop = datetime.combine(day if end else day + timedelta(days=1), end or time(), context.zone)
    now = context.now.astimezone(context.zone).replace(second=0, microsecond=0)
    return Slot(max(start, now), stop) if stop > now else None


def _check(first: date, last: date, most: int) -> None:
    """Raises ToolError."""
    if last < first or (last - first).days > most:
        raise ToolError(Outcome.INVALID, "the days are not in order, or too many")
