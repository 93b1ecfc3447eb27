"""What there is of somebody's notes, before anything is looked for."""

from __future__ import annotations

from pydantic import BaseModel

from agents.notes.shelf import NotesShelf
from agents.tools.context import ToolContext
from agents.tools.tool import tool


class NotesWorkspace(BaseModel):
    """A folder or workspace. `topics` are the names at its top with the most pages below them."""

    name: str
    page_count: int
    topics: list[str]
    last_day: str
    """ISO: when a page of it was last edited; empty: nobody knows."""


class NotesThere(BaseModel):
    """All that is indexed."""

    workspaces: list[NotesWorkspace]


@tool("reads", NotesShelf)
async def notes_overview(context: ToolContext) -> NotesThere:
    """Say which notes the user has: folders and workspaces, how many pages, what they are about."""
    told = await context.source(NotesShelf).overview(context.now)
    return NotesThere(
        workspaces=[
            NotesWorkspace(
                name=one.name, page_count=one.page_count, topics=list(one.topics), last_day=one.last_day
            )
            for one in told.workspaces
        ]
    )
