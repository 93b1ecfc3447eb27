"""Events of a calendar: what is proposed, and what was confirmed is done."""

from __future__ import annotations

import logging
from collections.abc import Awaitable
from datetime import datetime, timedelta
from typing import TypeVar
from uuid import uuid4

from pydantic import JsonValue

from agents.agenda.changes import Change
from agents.agenda.event import CalendarError, Event, Why, clashes, zone_name
from agents.agenda.mine import CalendarWriter
from agents.tools.context import ToolContext
from agents.tools.result import Outcome, Proposal, ToolError
from agents.tools.tool import tool
from storage.entities import Frozen

logger = logging.getLogger(__name__)

WRITES = "write_event"
_LONGEST = timedelta(days=366)
_LONGEST_TITLE = 200
_MOST_CLASHES = 5
_WHOLE = 4000
"""Letters of an event that is to be deleted: kept, so that it is put back as it was even after a kill."""
T = TypeVar("T")
_OUTCOMES: dict[Why, Outcome] = {
    "unreachable": Outcome.UNAVAILABLE,
    "refused": Outcome.REFUSED,
    "elsewhere": Outcome.REFUSED,
    "changed": Outcome.CONFLICT,
    "gone": Outcome.NOT_FOUND,
    "taken": Outcome.CONFLICT,
    "no_calendar": Outcome.NOT_CONFIGURED,
    "not_installed": Outcome.NOT_CONFIGURED,
    "unreadable": Outcome.FAILED,
}


class EventProposal(Proposal):
    """What will be changed, and what else is on then."""

    change: Change
    clashing: tuple[Event, ...] = ()


def new_uid() -> str:
    """An id of ours that CalDAV and Google both take."""
    return uuid4().hex


async def proposed(context: ToolContext, change: Change) -> EventProposal:
    """The proposal, conflicts named as far as the calendars tell of any. Raises ToolError."""
    event, clashing = change.after, ()
    if event is not None:
        _check(event)
        clashing = () if event.all_day else await _clashing(context, event)
    whole = _WHOLE if change.does == "delete" else 0
    change = change.model_copy(
        update={"before": _shown(change.before, whole), "after": _shown(change.after, 0)}
    )
    arguments: dict[str, JsonValue] = {"change": change.model_dump(mode="json", exclude_defaults=True)}
    return EventProposal(tool=WRITES, arguments=arguments, change=change, clashing=clashing)


def _shown(event: Event | None, whole: int) -> Event | None:
    """Without all that the calendar keeps of it, where that is longer than so many letters."""
    return event if event is None or len(event.raw) <= whole else event.model_copy(update={"raw": ""})


def _check(event: Event) -> None:
    """Raises ToolError."""
    named = 0 < len(event.title) <= _LONGEST_TITLE
    if not named or not timedelta() < event.end - event.start < _LONGEST:
        raise ToolError(Outcome.INVALID, "no title, or an end that is not after the start")


async def _clashing(context: ToolContext, event: Event) -> tuple[Event, ...]:
    reader = context.source(CalendarWriter).reader
    if reader is None:
        return ()
    listed = await reader.events(event.start, event.end, zone_name(context.zone))
    others = [one for one in listed.events if one.uid != event.uid]
    return tuple(clashes(others, event.start, event.end)[:_MOST_CLASHES])


async def single(context: ToolContext, uid: str) -> Event:
    """An event as it stands, that is no series. Raises ToolError."""
    event = await told(context.source(CalendarWriter).find(uid, zone_name(context.zone)))
    if event is None:
        raise ToolError(Outcome.NOT_FOUND, "there is no such event")
    if event.recurrence:
        raise ToolError(Outcome.INVALID, SERIES)
    return event


SERIES = "it repeats: series are changed in the calendar itself"


def aware(moment: datetime, context: ToolContext) -> datetime:
    """A time without a zone is on the person's clock."""
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=context.zone)


async def told(work: Awaitable[T]) -> T:
    """The calendar's troubles as outcomes. Raises ToolError."""
    try:
        return await work
    except CalendarError as trouble:
        logger.warning("a calendar did not do it: %s: %s", trouble.why, trouble)
        raise ToolError(_OUTCOMES[trouble.why], f"{trouble.why}: {trouble}") from trouble


@tool("proposes", CalendarWriter)
async def propose_event(
    context: ToolContext,
    title: str,
    *,
    start: datetime,
    end: datetime,
    all_day: bool = False,
    location: str = "",
    recurrence: str = "",
) -> EventProposal:
    """Propose a new calendar event. The person is asked; nothing is in the calendar before they say yes.

    `recurrence` is an RRULE's value such as FREQ=WEEKLY;BYDAY=FR. All-day events start and end at midnight.
    """
    event = Event(
        uid=new_uid(), title=title, start=aware(start, context), end=aware(end, context), all_day=all_day,
        location=location, recurrence=recurrence, zone=zone_name(context.zone),
    )  # fmt: skip
    return await proposed(
        context, Change(account=context.source(CalendarWriter).key, does="create", after=event)
    )


@tool("proposes", CalendarWriter)
async def propose_event_change(
    context: ToolContext,
    uid: str,
    *,
    start: datetime | None = None,
    end: datetime | None = None,
    title: str = "",
    location: str = "",
) -> EventProposal:
    """Propose to move or rename an event, or another place. Without an end it stays as long as it was."""
    before = await single(context, uid)
    begins = before.start if start is None else aware(start, context)
    ends = begins + (before.end - before.start) if end is None else aware(end, context)
    told = {"start": begins, "end": ends, "zone": zone_name(context.zone)}
    named = {"title": title or before.title, "location": location or before.location}
    after = before.model_copy(update={**told, **named, "etag": ""})
    change = Change(account=context.source(CalendarWriter).key, does="move", before=before, after=after)
    return await proposed(context, change)


@tool("proposes", CalendarWriter)
async def propose_event_removal(context: ToolContext, uid: str) -> EventProposal:
    """Propose to delete an event, named by its uid."""
    before = await single(context, uid)
    return await proposed(
        context, Change(account=context.source(CalendarWriter).key, does="delete", before=before)
    )


class Written(Frozen):
    """What is in the calendar then; of a deletion what was taken out."""

    event: Event | None = None


@tool("writes", CalendarWriter, characters=1_000_000, seconds=45)
async def write_event(context: ToolContext, change: Change) -> Written:
    """Create, change or delete an event as the person has confirmed."""
    return Written(event=await told(context.source(CalendarWriter).carry_out(change)))
