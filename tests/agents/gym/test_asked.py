"""What a message asks of the gym."""

from __future__ import annotations

import pytest

from agents.gym.asked import FormRow, asked, run_named, short_names, speech, wanted, weight_of
from agents.signs import may_speak_of
from domains.registry import load

TERMS = load().terms
ROWS = [(language, row) for language in ("en", "ko") for row in speech(language).words.forms]


@pytest.mark.parametrize(("language", "row"), ROWS, ids=lambda part: getattr(part, "example", part))
def test_each_example_is_read_as_its_row_and_has_a_sign(language: str, row: FormRow) -> None:
    assert may_speak_of("gym", row.example, language)
    found = asked(row.example, language)
    assert found is not None
    assert found.does == row.does


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("bench 100 kg 5x5", "en"),
        ("today's workout: squat 100 kg 5x5", "en"),
        ("my program: squat 5x5, bench 5x5", "en"),
        ("started stronglifts, squat 60 kg 5x5", "en"),
        ("what's next on my calendar tomorrow at 10", "en"),
        ("warmed up for 10 min, then bench 80x5", "en"),
        ("두 장씩 원판 끼고 스쿼트 100kg 5회", "ko"),
        ("오늘 운동 스쿼트 100kg 5x5", "ko"),
        ("오늘 운동", "ko"),
        ("next " * 60, "en"),
    ],
)
def test_logs_and_other_questions_ask_nothing(text: str, language: str) -> None:
    assert asked(text, language) is None


@pytest.mark.parametrize(
    ("said", "language", "name", "days", "loads"),
    [
        ("stronglifts", "en", "stronglifts", (), {}),
        ("the stronglifts programme please", "en", "the stronglifts", (), {}),
        ("5/3/1 squat 140, bench press 100 kg", "en", "5/3/1", (), {"squat": 140, "bench press": 100}),
        ("gzclp on tue thu sat", "en", "gzclp", ("tue", "thu", "sat"), {}),
        ("5x5 with squats 60 row 40", "en", "5x5", (), {"squat": 60, "barbell row": 40}),
        ("스트롱리프트 월 금 스쿼트 60 벤치 40", "ko", "스트롱리프트",
         ("mon", "fri"), {"squat": 60, "bench press": 40}),
    ],
)  # fmt: skip
def test_a_name_with_days_and_loads(
    said: str, language: str, name: str, days: tuple[str, ...], loads: dict[str, float]
) -> None:
    terms = {**TERMS, **short_names(["barbell row", "bench press", "overhead press"], TERMS)}
    found = wanted(said, language, terms)
    assert (found.name, found.days) == (name, days)
    assert {lift: load for lift, (load, _) in found.loads.items()} == loads


def test_weights_and_runs_are_named() -> None:
    assert weight_of("142,5 kg", "en") == (142.5, "kg")
    assert weight_of("225 pounds", "en") == (225, "lb")
    assert weight_of("squat", "en") is None
    assert short_names(["bench press", "overhead press", "squat"], {}) == {"squat": "squat"}
    assert short_names(["bench press", "overhead press"], TERMS) == {"press": "overhead press"}
    assert (run_named("long", "ko"), run_named("hills", "en")) == ("롱런", "hills")
