"""The registry of tools with the sources that are configured. Imported only where there are some."""

from __future__ import annotations

from agents.notes.shelf import NotesShelf
from agents.tools import catalogue
from agents.tools.registry import ToolRegistry, discovered
from bot.notes import NotesDesk
from storage.stores import Stores


def tool_registry(db: Stores, notes: NotesDesk) -> ToolRegistry:
    """All tools; each is offered to whoever has what it needs."""
    registry = ToolRegistry(db.tool_calls)
    registry.register(*discovered(catalogue))
    registry.provide(NotesShelf, notes.shelf)
    return registry
