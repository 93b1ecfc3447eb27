"""The pages of the notes that mean what is asked, whatever their words."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

from agents.notes.shelf import NotesShelf
from agents.tools.context import ToolContext
from agents.tools.tool import tool


class NearPages(BaseModel):
    """Ids of pages, the nearest first."""

    page_ids: list[str]


@tool("reads", NotesShelf, seconds=30)
async def nearest_notes(
    context: ToolContext,
    question: Annotated[str, Field(min_length=1, max_length=1000, description="in words")],
) -> NearPages:
    """Find the pages of the user's notes that are surely about a question, in whatever words."""
    return NearPages(page_ids=await context.source(NotesShelf).near(question))
