from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.people.answers import answer_in, meant
from storage.entities import PendingQuestion

NOW = datetime(2026, 11, 21, tzinfo=UTC)


def question(*options: str, gap: str = "", message_id: int | None = None) -> PendingQuestion:
    return PendingQuestion(
        token="token-token",
        gap=gap,
        message_id=message_id,
        turn_id="t",
        user_id=1,
        chat_id=1,
        question="Which one?",
        options=options,
        asked_at=NOW,
        expires_at=NOW,
    )


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("kg", "kg"),
        ("KG.", "kg"),
        ("yes kilos", "kg"),
        ("Oh sorry, pounds please", "lb"),
        ("i mean kg", "kg"),
        ("네 킬로요", "kg"),
        ("2", "lb"),
        ("3", "3"),
        ("the heavy one", "the heavy one"),
        ("피곤해", "피곤해"),
        ("how did I sleep?", None),
        ("what is my best squat", None),
        ("지난주에 얼마나 잤지", None),
        ("bench 185x5x3", None),
        ("ran 5 km", None),
        ("7시간 잤어", None),
        ("one\ntwo", None),
        ("x" * 300, None),
    ],
)
def test_what_counts_as_an_answer(text: str, answer: str | None):
    assert answer_in(text, question("kg", "lb"), replied=False) == answer


def test_a_reply_is_always_the_answer():
    assert answer_in("bench 185x5x3?", question(), replied=True) == "bench 185x5x3?"
    assert answer_in("LB", question("kg", "lb"), replied=True) == "lb"


def test_a_number_is_itself_where_the_options_are_numbers():
    assert answer_in("1", question("3", "4", "5"), replied=False) == "1"
    assert answer_in("4", question("3", "4", "5"), replied=False) == "4"


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("kilos", "kg"),
        ("in pounds", "lb"),
        ("it was in pounds", "it was in pounds"),  # told of this log alone: no preference follows
        ("lbs please", "lb"),
        ("킬로", "kg"),
        ("파운드예요", "lb"),
        ("feeling tired today", None),
        ("피곤해", None),
        ("thanks", None),
        ("squats", None),
        ("3", None),
    ],
)
def test_a_unit_is_answered_with_a_unit_only(text: str, answer: str | None):
    assert answer_in(text, question("kg", "lb", gap="weight_unit"), replied=False) == answer


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("hack squat", "hack squat"),
        ("the heavy one", "the heavy one"),
        ("bent over row with a rope", "bent over row with a rope"),
        ("feeling tired today", None),
        ("a bit dizzy around noon", None),
        ("thanks", None),
        ("period started, cramps bad", None),
        ("delete that", None),
    ],
)
def test_a_feeling_is_no_exercise(text: str, answer: str | None):
    assert answer_in(text, question("squat", gap="exercise"), replied=False) == answer


def test_a_feeling_answers_how_a_day_was():
    assert answer_in("tired and stressed", question("good", "bad", gap="sleep"), replied=False)


def test_an_option_goes_to_the_newest_question_that_has_it():
    unit, other = question("kg", "lb", gap="weight_unit"), question("squat", "row", gap="exercise")
    newer = unit.model_copy(update={"token": "newer-newer"})
    assert meant("kg", [unit, newer, other]) == (newer, "kg")
    assert meant("row", [other, unit]) == (other, "row")
    assert meant("hack squat", [other, unit]) is None
    assert meant("hack squat", [other]) == (other, "hack squat")


def test_a_reply_goes_to_what_it_replies_to():
    first, second = question(gap="exercise", message_id=7), question("kg", "lb", gap="weight_unit")
    assert meant("curls", [first, second], 7) == (first, "curls")
    assert meant("kg", [first, second], 8) is None
