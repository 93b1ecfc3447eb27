from __future__ import annotations

import asyncio
from datetime import timedelta

from storage.calls import CallCost
from storage.entities import ModelCall
from storage.stores import Stores
from tests.storage.things import NOW, USER


def call(
    number: int,
    *,
    turn_id: str = "t1",
    user_id: int = USER,
    kind: str = "query",
    usd: float = 0.25,
    known: bool = True,
    hours: float = 0,
) -> ModelCall:
    return ModelCall(
        id=f"01KCALL{user_id:04}{number:04}",
        at=NOW - timedelta(hours=hours),
        turn_id=turn_id,
        user_id=user_id,
        kind=kind,
        agent="planner",
        also=("router", "retriever"),
        provider="openai",
        model="gpt-\x00-x",
        attempt=2,
        input_tokens=1000,
        output_tokens=50,
        cached_tokens=800,
        price_usd=usd,
        price_known=known,
        latency_ms=812.5,
        outcome="ok",
        detail="",
    )


async def test_a_call_comes_back_as_it_was_recorded_once(db: Stores):
    made = call(1)
    await db.calls.record(made)
    await db.calls.record(made.model_copy(update={"price_usd": 9.0}))
    assert await db.calls.calls_of_turn(USER, "t1") == [made.model_copy(update={"model": "gpt-\ufffd-x"})]
    assert await db.calls.calls_of_turn(USER, "t2") == []


async def test_spent_is_one_users_since_then(db: Stores):
    assert await db.calls.spent(USER, NOW) == 0.0
    await db.calls.record(call(1, usd=0.25))
    await db.calls.record(call(2, usd=0.5, hours=3))
    await db.calls.record(call(3, usd=4.0, hours=30))
    await db.calls.record(call(4, user_id=8, usd=8.0))
    assert await db.calls.spent(USER, NOW - timedelta(hours=3)) == 0.75
    assert await db.calls.spent(USER, NOW - timedelta(days=2)) == 4.75
    assert await db.calls.spent(9, NOW - timedelta(days=2)) == 0.0


async def test_costs_are_told_per_kind_and_an_assumed_price_is_remembered(db: Stores):
    await db.calls.record(call(1, turn_id="t1"))
    await db.calls.record(call(2, turn_id="t1", known=False))
    await db.calls.record(call(3, turn_id="t2"))
    await db.calls.record(call(4, turn_id="t3", kind="log", usd=0.0))
    await db.calls.record(call(5, turn_id="t4", kind="log", hours=30))
    assert await db.calls.call_costs(USER, NOW - timedelta(hours=1)) == [
        CallCost(
            kind="query", messages=2, calls=3, input_tokens=3000, output_tokens=150, cached_tokens=2400,
            price_usd=0.75, price_known=False,
        ),
        CallCost(
            kind="log", messages=1, calls=1, input_tokens=1000, output_tokens=50, cached_tokens=800,
            price_usd=0.0, price_known=True,
        ),
    ]  # fmt: skip
    assert await db.calls.call_costs(8, NOW - timedelta(hours=1)) == []


async def test_calls_from_before_the_kind_was_known_get_it_later(db: Stores):
    await db.calls.record(call(1, kind=""))
    await db.calls.record(call(2, kind="voice"))
    await db.calls.record(call(3, turn_id="t2", kind=""))
    await db.calls.name_kind(USER, "t1", "both")
    assert [made.kind for made in await db.calls.calls_of_turn(USER, "t1")] == ["both", "voice"]
    assert [made.kind for made in await db.calls.calls_of_turn(USER, "t2")] == [""]


async def test_what_questions_cost_lately(db: Stores):
    await db.calls.record(call(1, turn_id="t1", hours=3))
    await db.calls.record(call(2, turn_id="t1", hours=3, usd=0.5))
    await db.calls.record(call(3, turn_id="t2", kind="both", hours=1))
    await db.calls.record(call(4, turn_id="t3", usd=0.0))
    await db.calls.record(call(5, turn_id="t4", kind="log"))
    await db.calls.record(call(6, turn_id="t5").model_copy(update={"mode": "quick", "price_usd": 0.125}))
    await db.calls.record(call(7, turn_id="t6", user_id=8))
    assert await db.calls.question_costs(USER, "deep", 5) == [0.25, 0.75]
    assert await db.calls.question_costs(USER, "deep", 1) == [0.25]
    assert await db.calls.question_costs(USER, "deep", 5, but="t2") == [0.75]
    assert await db.calls.question_costs(USER, "quick", 5) == [0.125]


async def test_the_newest_calls_come_first(db: Stores):
    for number, hours in enumerate((5, 1, 3)):
        await db.calls.record(call(number, hours=hours))
    await db.calls.record(call(9, user_id=8))
    found = await db.calls.recent_calls(USER, 2)
    assert [made.at for made in found] == [NOW - timedelta(hours=1), NOW - timedelta(hours=3)]


async def test_calls_recorded_at_the_same_time_share_a_commit(db: Stores):
    before = db.database.commits
    await asyncio.gather(*(db.calls.record(call(number)) for number in range(50)))
    assert db.database.commits - before <= 3
    assert await db.calls.spent(USER, NOW) == 12.5
