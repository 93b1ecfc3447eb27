"""Another time or title for an event, once the person says yes."""

from __future__ import annotations

from datetime import datetime

from agents.agenda.changes import Change
from agents.agenda.event import zone_name
from agents.agenda.mine import CalendarWriter
from agents.tools.catalogue.event_proposals import EventProposal, aware, proposed, single
from agents.tools.context import ToolContext
from agents.tools.tool import tool


@tool("proposes", CalendarWriter)
async def propose_event_change(
    context: ToolContext,
    uid: str,
    *,
    start: datetime | None = None,
    end: datetime | None = None,
    title: str = "",
) -> EventProposal:
    """Propose to move or rename an event, named by its uid. Without an end it stays as long as it was."""
    before = await single(context, uid)
    begins = before.start if start is None else aware(start, context)
    ends = begins + (before.end - before.start) if end is None else aware(end, context)
    told = {"start": begins, "end": ends, "title": title or before.title, "zone": zone_name(context.zone)}
    after = before.model_copy(update={**told, "etag": ""})
    change = Change(account=context.source(CalendarWriter).key, does="move", before=before, after=after)
    return await proposed(context, change)
