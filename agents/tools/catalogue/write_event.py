"""What was confirmed is done in the calendar."""

from __future__ import annotations

from agents.agenda.changes import Change
from agents.agenda.event import Event
from agents.agenda.mine import CalendarWriter
from agents.tools.catalogue.event_proposals import told
from agents.tools.context import ToolContext
from agents.tools.tool import tool
from storage.entities import Frozen


class Written(Frozen):
    """What is in the calendar then; of a deletion what was taken out."""

    event: Event | None = None


@tool("writes", CalendarWriter, characters=1_000_000, seconds=45)
async def write_event(context: ToolContext, change: Change) -> Written:
    """Create, change or delete an event as the person has confirmed."""
    return Written(event=await told(context.source(CalendarWriter).carry_out(change)))
