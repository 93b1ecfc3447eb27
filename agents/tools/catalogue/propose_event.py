"""A new event, once the person says yes."""

from __future__ import annotations

from datetime import datetime

from agents.agenda.changes import Change
from agents.agenda.event import Event, zone_name
from agents.agenda.mine import CalendarWriter
from agents.tools.catalogue.event_proposals import EventProposal, aware, new_uid, proposed
from agents.tools.context import ToolContext
from agents.tools.tool import tool


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
