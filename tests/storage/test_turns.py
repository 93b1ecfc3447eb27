from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from storage.entities import Effects, InboxUpdate, Message, Span, TurnStatus
from storage.errors import Fenced
from storage.repository import Repository
from tests.storage.things import CHAT, NOW, USER, entry, reply, turn


async def test_a_turn_and_all_it_wrote_are_one(repository: Repository):
    await repository.put_updates([InboxUpdate(update_id=1, lane="l", raw_json="{}", received_at=NOW)])
    span = Span(turn_id="t", user_id=USER, state="ROUTE", next_state="PARSE", started_at=NOW, duration_ms=1.5)
    message = Message(chat_id=CHAT, message_id=1, user_id=USER, role="user", text="hi", at=NOW)
    effects = Effects(
        inbox_done=1, entries=[entry(1)], outgoing=[reply("r")], spans=[span], messages=[message]
    )
    before = repository.database.commits
    assert await repository.commit(turn("t", status=TurnStatus.DONE), effects) == []
    assert repository.database.commits == before + 1
    assert await repository.unfinished_updates() == []
    assert await repository.recent_entries(USER, 10) == [entry(1)]
    assert await repository.recent_messages(CHAT, 10) == [message]
    assert [row.outgoing for row in await repository.queued(NOW)] == [reply("r")]
    assert await repository.spans(USER, "t") == [span]
    stored = await repository.turn("t")
    assert stored == turn("t", seq=1, status=TurnStatus.DONE)


async def test_who_read_an_old_seq_writes_nothing(repository: Repository):
    await repository.commit(turn("t"), Effects())
    await repository.commit(turn("t", seq=1), Effects())
    for seq in (0, 1, 3):
        with pytest.raises(Fenced):
            await repository.commit(turn("t", seq=seq), Effects(entries=[entry(1)], outgoing=[reply("r")]))
    assert await repository.recent_entries(USER, 10) == []
    assert await repository.queued(NOW) == []


async def test_a_done_turn_stays_done(repository: Repository):
    await repository.commit(turn("t", status=TurnStatus.DONE), Effects())
    with pytest.raises(Fenced):
        await repository.commit(turn("t", seq=1), Effects())


@pytest.mark.parametrize("seed", range(5))
async def test_of_two_owners_one_wins(repository: Repository, tmp_path: Path, seed: int):
    """Two processes on one file, both convinced that the turn is theirs."""
    other = await Repository.open(tmp_path / "data")
    await repository.commit(turn("t"), Effects())
    wins = 0
    for seq in range(1, 15):
        owners = (repository, other) if (seq + seed) % 2 else (other, repository)
        attempts = [
            owner.commit(
                turn("t", seq=seq), Effects(entries=[entry(seq, part=part)], outgoing=[reply(f"{seq}{part}")])
            )
            for part, owner in enumerate(owners)
        ]
        results = await asyncio.gather(*attempts, return_exceptions=True)
        assert sorted(isinstance(result, Fenced) for result in results) == [False, True]
        wins += 1
    assert len(await repository.recent_entries(USER, 100)) == wins
    assert len(await repository.queued(NOW)) == wins
    stored = await repository.turn("t")
    assert stored is not None
    assert stored.seq == 15
    await other.close()


async def test_repeating_a_message_stores_it_once(repository: Repository):
    for name in ("t1", "t2"):
        again = entry(1).model_copy(update={"id": f"01K{name}"})
        await repository.commit(
            turn(name), Effects(entries=[again, entry(1, part=1)], outgoing=[reply("same")])
        )
    stored = await repository.recent_entries(USER, 10)
    assert sorted((e.id, e.part) for e in stored) == [("01KENTRY000700000101", 1), ("01Kt1", 0)]
    assert len(await repository.queued(NOW)) == 1


async def test_children_begin_and_parents_wake(repository: Repository):
    ready = await repository.commit(turn("parent"), Effects(turns=[turn("child")]))
    assert [(row.id, row.seq) for row in ready] == [("child", 1)]
    assert (
        await repository.commit(turn("parent", seq=1, status=TurnStatus.PARKED, parked_on="child"), Effects())
        == []
    )
    assert [row.id for row in await repository.ready_turns()] == ["child"]
    woken = await repository.commit(turn("child", seq=1), Effects(wakes_parked=True, entries=[entry(1)]))
    assert [(row.id, row.seq, row.status, row.parked_on) for row in woken] == [("parent", 3, "ready", None)]
    with pytest.raises(Fenced):  # whoever parked it does not own it any more
        await repository.commit(turn("parent", seq=2), Effects())


async def test_parking_too_late_is_not_waiting_for_ever(repository: Repository):
    await repository.commit(turn("parent"), Effects(turns=[turn("child")]))
    await repository.commit(turn("child", seq=1), Effects(wakes_parked=True))
    ready = await repository.commit(
        turn("parent", seq=1, status=TurnStatus.PARKED, parked_on="child"), Effects()
    )
    assert [(row.id, row.seq, row.status) for row in ready] == [("parent", 2, TurnStatus.READY)]
    assert [row.id for row in await repository.ready_turns()] == ["child", "parent"]


async def test_orphans_are_woken_at_start(repository: Repository):
    await repository.commit(turn("awaited"), Effects())
    for name, parked_on in (("a", "awaited"), ("b", "awaited")):
        await repository.commit(turn(name, status=TurnStatus.PARKED, parked_on=parked_on), Effects())
    assert await repository.wake_orphans() == []
    await repository.commit(turn("awaited", seq=1, status=TurnStatus.DONE), Effects())
    assert sorted(row.id for row in await repository.wake_orphans()) == ["a", "b"]
    assert await repository.wake_orphans() == []


async def test_waking_by_hand(repository: Repository):
    await repository.commit(turn("awaited"), Effects())
    await repository.commit(turn("a", status=TurnStatus.PARKED, parked_on="awaited"), Effects())
    assert [row.id for row in await repository.wake_parked(USER, "awaited")] == ["a"]
    assert await repository.wake_parked(USER, "awaited") == []


async def test_recent_turns_are_of_one_user_and_chat(repository: Repository):
    for number in range(5):
        row = turn(f"t{number}").model_copy(update={"created_at": NOW + timedelta(minutes=number)})
        await repository.commit(row, Effects())
    elsewhere = turn("elsewhere").model_copy(update={"chat_id": CHAT + 1})
    await repository.commit(elsewhere, Effects())
    recent = await repository.recent_turns(USER, CHAT, since=NOW + timedelta(minutes=1), limit=3)
    assert [row.id for row in recent] == ["t2", "t3", "t4"]
    assert await repository.recent_turns(USER + 1, CHAT, since=NOW, limit=3) == []


async def test_effects_without_a_turn(repository: Repository):
    assert await repository.apply(Effects(entries=[entry(1)], outgoing=[reply("r")], turns=[turn("t")])) == [
        turn("t", seq=1)
    ]
    assert await repository.recent_entries(USER, 1)
