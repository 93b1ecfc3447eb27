"""The reading tools of one person: diary and conversations."""

from __future__ import annotations

from agents.profile import Profile
from agents.tools.catalogue.conversation import Talk, get_conversation_history
from agents.tools.catalogue.diary import Diary, compute_figure, read_memory, search_entries
from agents.tools.registry import ToolRegistry
from agents.work import Services, UserSearch

THREAD = "mcp"
"""What is said through MCP is a conversation of its own."""


def diary_tools(services: Services, user_id: int) -> ToolRegistry:
    """Nobody else's records can be reached through it."""
    db = services.db

    async def memory() -> str:
        found = await db.contexts.context(user_id)
        return found.content if found is not None else ""

    async def profile() -> Profile:
        return await services.profile(user_id)

    names = services.registry.combine(tuple(services.registry.domains)).vocabulary
    diary = Diary(UserSearch(db, user_id), profile, names, memory)
    registry = ToolRegistry(db.tool_calls)
    registry.register(search_entries, compute_figure, read_memory, get_conversation_history)
    registry.provide(Diary, lambda asked: diary if asked == user_id else None)
    registry.provide(Talk, lambda asked: Talk(db.messages, user_id) if asked == user_id else None)
    return registry
