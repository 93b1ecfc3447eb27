from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.answers import answer_in
from storage.entities import PendingQuestion

NOW = datetime(2026, 11, 21, tzinfo=UTC)


def question(*options: str) -> PendingQuestion:
    return PendingQuestion(
        token="token-token",
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
