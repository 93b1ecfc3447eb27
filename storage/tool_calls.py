"""Calls of tools: who, what, how long, how it ended."""

from __future__ import annotations

from datetime import datetime

from storage.entities import Frozen
from storage.query import Query, columns_of, insert, listed
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


_FIELDS = tuple(ToolCall.model_fields)
_ADD = f"{insert('tool_calls', _FIELDS)} ON CONFLICT DO NOTHING"
_ALL = Query[str, datetime, str, int, int, str, str, str, str, str, float, int](
    f"SELECT {listed(_FIELDS)} FROM tool_calls"
)
_OF_TURN = _ALL.then("WHERE user_id = :user AND turn_id = :turn ORDER BY at, id")
_OF_USER = _ALL.then("WHERE user_id = :user ORDER BY at DESC LIMIT :limit")


class ToolCalls(Store):
    """The tool calls' rows."""

    async def record(self, call: ToolCall) -> None:
        """Keep it. A kill does not lose it; a power failure may, so that no answer waits for a disk."""
        values: dict[str, object] = columns_of(call, _FIELDS)
        await self.database.write(lambda tx: tx.execute(_ADD, values), repeatable=True)

    async def of_turn(self, user_id: int, turn_id: str) -> list[ToolCall]:
        """Of a turn of this user, in the order they were made."""
        key = {"user": user_id, "turn": turn_id}
        return [_call(row) for row in await self.database.read(lambda tx: tx.rows(_OF_TURN, key))]

    async def recent(self, user_id: int, limit: int) -> list[ToolCall]:
        """A user's newest, newest first."""
        key = {"user": user_id, "limit": limit}
        return [_call(row) for row in await self.database.read(lambda tx: tx.rows(_OF_USER, key))]


def _call(row: tuple[object, ...]) -> ToolCall:
    return ToolCall.model_validate(dict(zip(_FIELDS, row, strict=True)))
