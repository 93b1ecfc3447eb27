from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from storage.entities import Effects, InboxUpdate, Message, Span, TurnStatus
from storage.errors import Fenced
from storage.stores import Stores
from tests.driver.storing import wake_parked
from tests.storage.things import CHAT, NOW, USER, entry, reply, turn


async def test_a_turn_and_all_it_wrote_are_one(db: Stores):
    await db.inbox.put_updates([InboxUpdate(update_id=1, lane="l", raw_json="{}", received_at=NOW)])
    span = Span(turn_id="t", user_id=USER, state="ROUTE", next_state="PARSE", started_at=NOW, duration_ms=1.5)
    message = Message(chat_id=CHAT, message_id=1, user_id=USER, role="user", text="hi", at=NOW)
    effects = Effects(
        inbox_done=1, entries=[entry(1)], outgoing=[reply("r")], spans=[span], messages=[message]
    )
    before = db.database.commits
    assert await db.turns.commit(turn("t", status=TurnStatus.DONE), effects) == []
    assert db.database.commits == before + 1
    assert await db.inbox.unfinished_updates() == []
    assert await db.entries.recent_entries(USER, 10) == [entry(1)]
    assert await db.messages.recent_messages(CHAT, 10) == [message]
    assert [row.outgoing for row in await db.outbox.queued(NOW)] == [reply("r")]
    assert await db.spans.spans(USER, "t") == [span]
    stored = await db.turns.turn("t")
    assert stored == turn("t", seq=1, status=TurnStatus.DONE)


async def test_who_read_an_old_seq_writes_nothing(db: Stores):
    await db.turns.commit(turn("t"), Effects())
    await db.turns.commit(turn("t", seq=1), Effects())
    for seq in (0, 1, 3):
        with pytest.raises(Fenced):
            await db.turns.commit(turn("t", seq=seq), Effects(entries=[entry(1)], outgoing=[reply("r")]))
    assert await db.entries.recent_entries(USER, 10) == []
    assert await db.outbox.queued(NOW) == []


async def test_a_done_turn_stays_done(db: Stores):
    await db.turns.commit(turn("t", status=TurnStatus.DONE), Effects())
    with pytest.raises(Fenced):
        await db.turns.commit(turn("t", seq=1), Effects())


@pytest.mark.parametrize("seed", range(5))
async def test_of_two_owners_one_wins(db: Stores, tmp_path: Path, seed: int):
    """Two processes on one file, both convinced that the turn is theirs."""
    other = await Stores.open(tmp_path / "data")
    await db.turns.commit(turn("t"), Effects())
    wins = 0
    for seq in range(1, 15):
        owners = (db, other) if (seq + seed) % 2 else (other, db)
        attempts = [
            owner.turns.commit(
                turn("t", seq=seq), Effects(entries=[entry(seq, part=part)], outgoing=[reply(f"{seq}{part}")])
            )
            for part, owner in enumerate(owners)
        ]
        results = await asyncio.gather(*attempts, return_exceptions=True)
        assert sorted(isinstance(result, Fenced) for result in results) == [False, True]
        wins += 1
    assert len(await db.entries.recent_entries(USER, 100)) == wins
    assert len(await db.outbox.queued(NOW)) == wins
    stored = await db.turns.turn("t")
    assert stored is not None
    assert stored.seq == 15
    await other.close()


async def test_repeating_a_message_stores_it_once(db: Stores):
    for name in ("t1", "t2"):
        again = entry(1).model_copy(update={"id": f"01K{name}"})
        await db.turns.commit(
            turn(name), Effects(entries=[again, entry(1, part=1)], outgoing=[reply("same")])
        )
    stored = await db.entries.recent_entries(USER, 10)
    assert sorted((e.id, e.part) for e in stored) == [("01KENTRY000700000101", 1), ("01Kt1", 0)]
    assert len(await db.outbox.queued(NOW)) == 1


async def test_children_begin_and_parents_wake(db: Stores):
    ready = await db.turns.commit(turn("parent"), Effects(turns=[turn("child")]))
    assert [(row.id, row.seq) for row in ready] == [("child", 1)]
    assert (
        await db.turns.commit(turn("parent", seq=1, status=TurnStatus.PARKED, parked_on="child"), Effects())
        == []
    )
    assert [row.id for row in await db.turns.ready_turns()] == ["child"]
    woken = await db.turns.commit(turn("child", seq=1), Effects(wakes_parked=True, entries=[entry(1)]))
    assert [(row.id, row.seq, row.status, row.parked_on) for row in woken] == [("parent", 3, "ready", None)]
    with pytest.raises(Fenced):  # whoever parked it does not own it any more
        await db.turns.commit(turn("parent", seq=2), Effects())


async def test_parking_too_late_is_not_waiting_for_ever(db: Stores):
    await db.turns.commit(turn("parent"), Effects(turns=[turn("child")]))
    await db.turns.commit(turn("child", seq=1), Effects(wakes_parked=True))
    ready = await db.turns.commit(
        turn("parent", seq=1, status=TurnStatus.PARKED, parked_on="child"), Effects()
    )
    assert [(row.id, row.seq, row.status) for row in ready] == [("parent", 2, TurnStatus.READY)]
    assert [row.id for row in await db.turns.ready_turns()] == ["child", "parent"]


async def test_orphans_are_woken_at_start(db: Stores):
    await db.turns.commit(turn("awaited"), Effects())
    for name, parked_on in (("a", "awaited"), ("b", "awaited")):
        await db.turns.commit(turn(name, status=TurnStatus.PARKED, parked_on=parked_on), Effects())
    assert await db.turns.wake_orphans() == []
    await db.turns.commit(turn("awaited", seq=1, status=TurnStatus.DONE), Effects())
    assert sorted(row.id for row in await db.turns.wake_orphans()) == ["a", "b"]
    assert await db.turns.wake_orphans() == []


async def test_waking_by_hand(db: Stores):
    await db.turns.commit(turn("awaited"), Effects())
    await db.turns.commit(turn("a", status=TurnStatus.PARKED, parked_on="awaited"), Effects())
    assert [row.id for row in await wake_parked(db.turns, USER, "awaited")] == ["a"]
    assert await wake_parked(db.turns, USER, "awaited") == []


async def test_recent_turns_are_of_one_user_and_chat(db: Stores):
    for number in range(5):
        row = turn(f"t{number}").model_copy(update={"created_at": NOW + timedelta(minutes=number)})
        await db.turns.commit(row, Effects())
    elsewhere = turn("elsewhere").model_copy(update={"chat_id": CHAT + 1})
    await db.turns.commit(elsewhere, Effects())
    recent = await db.turns.recent_turns(USER, CHAT, since=NOW + timedelta(minutes=1), limit=3)
    assert [row.id for row in recent] == ["t2", "t3", "t4"]
    assert await db.turns.recent_turns(USER + 1, CHAT, since=NOW, limit=3) == []


async def test_effects_without_a_turn(db: Stores):
    assert await db.turns.apply(Effects(entries=[entry(1)], outgoing=[reply("r")], turns=[turn("t")])) == [
        turn("t", seq=1)
    ]
    assert await db.entries.recent_entries(USER, 1)
