from __future__ import annotations

from datetime import timedelta

from storage.stores import Stores
from storage.tool_calls import ToolCall
from tests.storage.things import NOW, USER


def call(number: int, *, user_id: int = USER, turn_id: str = "t1") -> ToolCall:
    return ToolCall(
        id=f"01KTOOL{user_id:04}{number:04}", at=NOW + timedelta(minutes=number), turn_id=turn_id,
        user_id=user_id, chat_id=-5, tool="notion_search", kind="reads", arguments='{"query": "a\x00b"}',
        outcome="done", detail="", duration_ms=12.5, size=40,
    )  # fmt: skip


async def test_a_call_comes_back_as_it_was_recorded_once(db: Stores):
    made = call(1)
    await db.tool_calls.record(made)
    await db.tool_calls.record(made.model_copy(update={"size": 9}))
    kept = made.model_copy(update={"arguments": '{"query": "a\ufffdb"}'})
    assert await db.tool_calls.of_turn(USER, "t1") == [kept]


async def test_calls_are_their_users_alone(db: Stores):
    for one in (call(1), call(2, turn_id="t2"), call(3, user_id=8)):
        await db.tool_calls.record(one)
    assert [one.turn_id for one in await db.tool_calls.recent(USER, 5)] == ["t2", "t1"]
    assert [one.user_id for one in await db.tool_calls.of_turn(8, "t1")] == [8]
    assert await db.tool_calls.of_turn(8, "t2") == []
