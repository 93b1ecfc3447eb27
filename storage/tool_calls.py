"""Calls of tools: who, what, how long, how it ended."""

from __future__ import annotations

from datetime import datetime

from storage.entities import Frozen
from storage.query import Table
from storage.store import Store


class ToolCall(Frozen):
    """One call of a tool, however it ended."""

    id: str
    at: datetime
    turn_id: str
    """The turn that made it; empty for one outside of any."""
    user_id: int
    chat_id: int
    tool: str
    kind: str
    """reads, proposes or writes."""
    arguments: str
    """As JSON, shortened."""
    outcome: str
    """See `agents.tools.result.Outcome`."""
    detail: str
    """For a failure, what was said about it, shortened."""
    duration_ms: float
    size: int
    """Characters of the result."""


_ALL = Table("tool_calls", ToolCall)
_ADD = f"{_ALL.insert} ON CONFLICT DO NOTHING"
_OF_TURN = _ALL.where("WHERE user_id = :user AND turn_id = :turn ORDER BY at, id")
_OF_USER = _ALL.where("WHERE user_id = :user ORDER BY at DESC LIMIT :limit")


class ToolCalls(Store):
    """The tool calls' rows."""

    async def record(self, call: ToolCall) -> None:
        """Keep it. A kill does not lose it; a power failure may, so that no answer waits for a disk."""
        await self._run(_ADD, **_ALL.values(call), repeatable=True)

    async def of_turn(self, user_id: int, turn_id: str) -> list[ToolCall]:
        """Of a turn of this user, in the order they were made."""
        return await self._all(_OF_TURN, user=user_id, turn=turn_id)

    async def recent(self, user_id: int, limit: int) -> list[ToolCall]:
        """A user's newest, newest first."""
        return await self._all(_OF_USER, user=user_id, limit=limit)
