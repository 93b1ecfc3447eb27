"""Logs that only say "again"."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime

import pytest

from agents.offline.lexicon import languages, load
from agents.offline.repeating import FormRow, RepeatingWords, Repetition, repeated, repetition
from domains.registry import load as load_domains
from storage.entities import Entry, Measure
from storage.problems import Misread

TERMS = load_domains().terms
NOW = datetime(2026, 11, 23, 18, 0).astimezone()
TODAY, FRIDAY = date(2026, 11, 23), date(2026, 11, 20)


def read(text: str) -> Repetition | None:
    return repetition(text, TERMS.get, NOW)


ROWS = [row for code in languages("repeating") for row in load("repeating", code, RepeatingWords).forms]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.example)
def test_each_example_is_read_as_its_row(row: FormRow) -> None:
    found = read(row.example)
    assert found is not None
    assert found.does == row.does


@pytest.mark.parametrize(
    ("text", "does", "name", "delta", "unit", "reps"),
    [
        ("again", "again", None, 0, None, None),
        ("Again!", "again", None, 0, None, None),
        ("same +2.5", "again", None, 2.5, None, None),
        ("same weight +2.5", "again", None, 2.5, None, None),
        ("same -5 kg", "again", None, -5, "kg", None),
        ("same, 10 lb more", "again", None, 10, "lb", None),
        ("again x4", "again", None, 0, None, 4),
        ("same weight but 4 reps", "again", None, 0, None, 4),
        ("bench again +2.5kg x3", "again", "bench press", 2.5, "kg", 3),
        ("squats same as last time +5", "before", "squat", 5, None, None),
        ("log the usual", "session", None, 0, None, None),
        ("same as last time", "session", None, 0, None, None),
        ("같은 무게 +2.5", "again", None, 2.5, None, None),
        ("같은 무게 2.5kg 올려서", "again", None, 2.5, "kg", None),
        ("벤치 한번 더", "again", "bench press", 0, None, None),
        ("한 세트 더 4회", "again", None, 0, None, 4),
        ("스쿼트 저번이랑 똑같이 +5", "before", "squat", 5, None, None),
    ],
)
def test_what_is_repeated(  # noqa: PLR0917 - a table
    text: str, does: str, name: str | None, delta: float, unit: str | None, reps: int | None
) -> None:
    found = read(text)
    assert found is not None
    assert (found.does, found.name, found.delta, found.unit, found.reps) == (does, name, delta, unit, reps)


@pytest.mark.parametrize(
    ("text", "does", "name", "load", "unit", "reps"),
    [
        ("one more with 85", "again", None, 85, None, None),
        ("one more set at 85 kg", "again", None, 85, "kg", None),
        ("again but with 90", "again", None, 90, None, None),
        ("bench again @ 200lbs", "again", "bench press", 200, "lb", None),
        ("another set with 90kg x4", "again", None, 90, "kg", 4),
        ("once more at 85x4", "again", None, 85, None, 4),
        ("again at 8 reps", "again", None, None, None, 8),
        ("repeat that with 87.5", "again", None, 87.5, None, None),
        ("last set again at 80", "again", None, 80, None, None),
        ("bench same as last time at 85", "before", "bench press", 85, None, None),
        ("한 세트 더 90kg으로", "again", None, 90, "kg", None),
        ("다시 한번 90으로", "again", None, 90, None, None),
    ],
)
def test_a_load_in_place_of_the_one_before(  # noqa: PLR0917 - a table
    text: str, does: str, name: str | None, load: float | None, unit: str | None, reps: int | None
) -> None:
    found = read(text)
    assert found is not None
    assert (found.does, found.name, found.load, found.unit, found.reps) == (does, name, load, unit, reps)


@pytest.mark.parametrize(
    "text",
    [
        "one more with Alex", "again at 7", "one more coffee at 8",
        "bench 100 kg 5x5 again", "slept badly again", "knee hurts again", "same problem with my knee",
        "again tomorrow", "never again", "felt the same as yesterday", "my knee is the same",
        "one more coffee",
        "bench 80kg x5, same for squat", "do I bench the same again?",
        "어제랑 똑같이 피곤해", "같은 자리가 아파", "커피 한 잔 더",
    ],
)  # fmt: skip
def test_what_only_has_such_a_word_is_none(text: str) -> None:
    assert read(text) is None


def entry(day: date, at: int, *measures: Measure) -> Entry:
    moment = datetime(day.year, day.month, day.day, 12, at).astimezone()
    return Entry(
        id=f"{at:026}", user_id=1, chat_id=1, message_id=at, day=day, logged_at=moment, text="x",
        measures=measures,
    )  # fmt: skip


def sets(name: str, day: date, weight: float, reps: int, count: int = 1, *, warmup: bool = False) -> Measure:
    return Measure(
        domain="strength", name=name, day=day, weight=weight, weight_unit="kg", reps=reps, sets=count,
        warmup=warmup,
    )  # fmt: skip


FRIDAYS = [
    entry(
        FRIDAY, 1, sets("bench press", FRIDAY, 60, 10, warmup=True), sets("bench press", FRIDAY, 100, 5, 3)
    ),
    entry(FRIDAY, 2, sets("squat", FRIDAY, 140, 5, 5)),
]
TODAYS = [entry(TODAY, 3, sets("bench press", TODAY, 102.5, 5, 3))]


def told(text: str, entries: Sequence[Entry]) -> list[tuple[str, float | None, int | None, int]]:
    wish = read(text)
    assert wish is not None
    [day] = repeated(wish, text, entries, NOW).entries
    assert (day.day, day.text) == (TODAY, text)
    return [(one.name, one.weight, one.reps, one.sets) for one in day.measures if not one.warmup]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("again", [("bench press", 102.5, 5, 1)]),
        ("same +2.5", [("bench press", 105, 5, 1)]),
        ("same +5 lb x3", [("bench press", 104.77, 3, 1)]),
        ("squat again", [("squat", 140, 5, 5)]),
        ("squat same as last time +5", [("squat", 145, 5, 5)]),
        ("bench same as last time", [("bench press", 100, 5, 3)]),
        ("same workout as last time", [("bench press", 100, 5, 3), ("squat", 140, 5, 5)]),
        ("repeat friday's workout", [("bench press", 100, 5, 3), ("squat", 140, 5, 5)]),
    ],
)
def test_within_a_session(text: str, expected: list[tuple[str, float, int, int]]) -> None:
    assert told(text, [*TODAYS, *FRIDAYS]) == expected


def test_before_anything_of_today_it_is_the_exercise_of_the_last_session() -> None:
    assert told("again", FRIDAYS) == [("squat", 140, 5, 5)]
    assert told("bench again +2.5", FRIDAYS) == [("bench press", 102.5, 5, 3)]


def test_nothing_to_repeat_is_said() -> None:
    wish = read("again")
    assert wish is not None
    [day] = repeated(wish, "again", [], NOW).entries
    assert day.measures == ()
    assert day.problems == (Misread("nothing_before", "again"),)
