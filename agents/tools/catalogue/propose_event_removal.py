"""An event taken out, once the person says yes."""

from __future__ import annotations

from agents.agenda.changes import Change
from agents.agenda.mine import CalendarWriter
from agents.tools.catalogue.event_proposals import EventProposal, proposed, single
from agents.tools.context import ToolContext
from agents.tools.tool import tool


@tool("proposes", CalendarWriter)
async def propose_event_removal(context: ToolContext, uid: str) -> EventProposal:
    """Propose to delete an event, named by its uid."""
    before = await single(context, uid)
    return await proposed(
        context, Change(account=context.source(CalendarWriter).key, does="delete", before=before)
    )
