from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from storage.entities import Effects, Outgoing, PendingQuestion, TurnStatus
from storage.questions import Accepted, Refused
from storage.stores import Stores
from tests.storage.things import CHAT, NOW, USER, question, turn


async def wait(db: Stores, *questions: PendingQuestion) -> None:
    await db.turns.commit(turn("t", status=TurnStatus.WAITING), Effects(questions=list(questions)))


async def test_the_last_answer_lets_the_turn_go_on(db: Stores):
    await wait(db, question("a"), question("b"))
    first = await db.turns.take_answer("a", USER, CHAT, "kg", NOW)
    assert isinstance(first, Accepted)
    assert (first.question.status, first.question.answer, first.turn) == ("answered", "kg", None)
    second = await db.turns.take_answer("b", USER, CHAT, None, NOW)
    assert isinstance(second, Accepted)
    assert second.question.status == "skipped"
    assert second.turn is not None
    assert (second.turn.id, second.turn.status, second.turn.seq) == ("t", TurnStatus.READY, 2)
    assert [row.id for row in await db.turns.ready_turns()] == ["t"]
    stored = await db.questions.questions(USER, ["b", "a"])
    assert [(q.token, q.status, q.answer) for q in stored] == [
        ("b", "skipped", None),
        ("a", "answered", "kg"),
    ]


@pytest.mark.parametrize("answers", [["kg"] * 6, ["kg", "lb", None, "kg", "lb", None]])
async def test_many_taps_at_once_count_once(db: Stores, answers: list[str | None]):
    await wait(db, question("a"))
    outcomes = await asyncio.gather(*(db.turns.take_answer("a", USER, CHAT, said, NOW) for said in answers))
    accepted = [outcome for outcome in outcomes if isinstance(outcome, Accepted)]
    assert len(accepted) == 1
    assert {o.reason for o in outcomes if isinstance(o, Refused)} == {"already_answered"}
    stored = await db.turns.turn("t")
    assert stored is not None
    assert stored.seq == 2


async def test_taps_that_change_nothing(db: Stores):
    await wait(db, question("a", hours=1))
    later = NOW + timedelta(hours=2)
    assert await db.turns.take_answer("forged", USER, CHAT, "kg", NOW) == Refused("unknown")
    assert await db.turns.take_answer("a", USER + 1, CHAT, "kg", NOW) == Refused("not_yours")
    assert await db.turns.take_answer("a", USER, CHAT + 1, "kg", NOW) == Refused("not_yours")
    expired = await db.turns.take_answer("a", USER, CHAT, "kg", later)
    assert isinstance(expired, Refused)
    assert (expired.reason, expired.question) == ("expired", question("a", hours=1))
    assert await db.questions.question(USER, "a") == question("a", hours=1)
    assert await db.turns.ready_turns() == []


async def test_unanswered_questions_expire_once(db: Stores):
    await wait(db, question("a", hours=1), question("b", hours=3))
    assert await db.questions.expire_questions(NOW) == []
    assert await db.questions.expire_questions(NOW + timedelta(hours=2)) == []
    ready = await db.questions.expire_questions(NOW + timedelta(hours=4))
    assert [(row.id, row.seq) for row in ready] == [("t", 2)]
    assert await db.questions.expire_questions(NOW + timedelta(hours=5)) == []
    assert [q.status for q in await db.questions.questions(USER, ["a", "b"])] == ["expired", "expired"]
    late = await db.turns.take_answer("a", USER, CHAT, "kg", NOW)
    assert isinstance(late, Refused)
    assert late.reason == "expired"


async def test_a_log_is_not_held_up_by_its_question(db: Stores):
    """The turn is done already: the answer is kept, nothing goes on by itself."""
    await db.turns.commit(turn("t", status=TurnStatus.DONE), Effects(questions=[question("a")]))
    outcome = await db.turns.take_answer("a", USER, CHAT, "lb", NOW)
    assert isinstance(outcome, Accepted)
    assert outcome.turn is None


async def test_questions_are_found_by_chat_and_know_the_message_that_shows_them(db: Stores):
    shown = Outgoing(
        key="q", chat_id=CHAT, user_id=USER, html="kg or lb?", kind="question", pending_token="a"
    )
    effects = Effects(questions=[question("a"), question("b")], outgoing=[shown])
    await db.turns.commit(turn("t", status=TurnStatus.WAITING), effects)
    row = (await db.outbox.queued(NOW))[0]
    await db.outbox.mark_sent(row, [501], NOW)
    found = await db.questions.question(USER, "a")
    assert found is not None
    assert found.message_id == 501
    assert [q.token for q in await db.questions.open_questions(USER, CHAT)] == ["a", "b"]
    assert await db.questions.open_questions(USER, CHAT + 1) == []
    assert await db.questions.questions(USER + 1, ["a"]) == []


async def test_closing_questions_with_a_command(db: Stores):
    await wait(db, question("a"))
    closed = question("a").model_copy(update={"status": "skipped"})
    await db.turns.apply(Effects(closed_questions=[closed]))
    assert await db.questions.open_questions(USER, CHAT) == []
    await db.turns.apply(Effects(closed_questions=[closed.model_copy(update={"status": "answered"})]))
    stored = await db.questions.question(USER, "a")
    assert stored is not None
    assert stored.status == "skipped"
