"""True numbers of a made-up diary under a wrong name: the heaviest, the first, the average, 3x a week.

No figure says which is which, as when a model writes of entries: the check must compute it.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.facts import number
from agents.number_check import check
from domains.registry import load
from storage.entities import Entry, Measure
from tests.agents.diary import NOW, entry, lift, run, sleep

TODAY = NOW.date()


@cache
def vocabulary() -> dict[str, str]:
    registry = load()
    return dict(registry.combine(registry.domains).vocabulary)


def found(text: str, entries: tuple[Entry, ...], query: str = "how is my bench?") -> list[str]:
    wrong = check(text, entries=entries, now=NOW, query=query, vocabulary=vocabulary())
    return [item.phrase for item in wrong]


class Diary:
    """Days far enough apart, each heavier, farther and more rested than the one before, or the reverse."""

    def __init__(self, many: int, *, up: bool, reps: int) -> None:
        order = range(many) if up else range(many - 1, -1, -1)
        self.kg = [100 + 5 * step for step in order]
        self.km = [8 + 3 * step for step in order]
        self.hours = [5 + step / 2 for step in order]
        self.reps = reps
        self.on = [TODAY - timedelta(days=9 * back) for back in range(many, 0, -1)]

    @property
    def entries(self) -> tuple[Entry, ...]:
        return tuple(
            entry(on, lift(on, kg, self.reps, 3), run(on, km, km * 330), sleep(on, hours), text="x")
            for on, kg, km, hours in zip(self.on, self.kg, self.km, self.hours, strict=True)
        )


@st.composite
def diaries(draw: st.DrawFn) -> Diary:
    return Diary(draw(st.integers(3, 6)), up=draw(st.booleans()), reps=draw(st.integers(4, 9)))


Pick = Callable[[list[float]], float]
Text = Callable[[float], str]


def kg(value: float) -> str:
    return f"{number(value)} kg"


def mean(values: list[float]) -> float:
    return sum(values) / len(values)


CALLED: dict[str, tuple[Pick, Text]] = {
    "heaviest": (max, lambda v: f"Your heaviest bench is {kg(v)}."),
    "record": (max, lambda v: f"{kg(v)} is your bench press record."),
    "lightest": (min, lambda v: f"Your lightest bench press was {kg(v)}."),
    "average": (mean, lambda v: f"Your bench press averages {kg(v)}."),
    "average, not named": (mean, lambda v: f"Your average is {kg(v)}."),
    "first": (lambda all_: all_[0], lambda v: f"Your first bench was {kg(v)}."),
    "last": (lambda all_: all_[-1], lambda v: f"Your last bench press was {kg(v)}."),
    "latest": (lambda all_: all_[-1], lambda v: f"The most recent bench was at {kg(v)}."),
    "heaviest in Korean": (max, lambda v: f"가장 무거운 벤치프레스는 {kg(v)}예요."),
    "best in Korean": (max, lambda v: f"벤치 최고 기록은 {kg(v)}예요."),
    "average in Korean": (mean, lambda v: f"벤치 평균은 {kg(v)}예요."),
    "first in Korean": (lambda all_: all_[0], lambda v: f"첫 벤치는 {kg(v)}였어요."),
    "last in Korean": (lambda all_: all_[-1], lambda v: f"마지막 벤치는 {kg(v)}였어요."),
}


@pytest.mark.parametrize("name", CALLED)
@settings(deadline=None, max_examples=25)
@given(diaries())
def test_only_what_it_is_may_be_called_so(name: str, diary: Diary):
    pick, text = CALLED[name]
    values = [float(value) for value in diary.kg]
    for value in values:
        assert bool(found(text(value), diary.entries)) == (value != pick(values)), text(value)


@settings(deadline=None, max_examples=25)
@given(diaries())
def test_longest_and_total_are_of_the_way(diary: Diary):
    for km in diary.km:
        right = km == max(diary.km)
        assert bool(found(f"Your longest run is {km} km.", diary.entries)) != right
        assert bool(found(f"가장 긴 달리기는 {km} km예요.", diary.entries)) != right
        assert found(f"You ran {km} km in total.", diary.entries)
        assert found(f"달리기 총 {km} km예요.", diary.entries)


@settings(deadline=None, max_examples=25)
@given(diaries())
def test_a_change_goes_the_way_of_time(diary: Diary):
    one, other = diary.kg[0], diary.kg[-1]
    assert found(f"Your bench went from {one} kg to {other} kg.", diary.entries) == []
    assert found(f"벤치가 {one} kg에서 {other} kg로 바뀌었어요.", diary.entries) == []
    assert found(f"Your bench went from {other} kg to {one} kg.", diary.entries)
    assert found(f"벤치가 {other} kg에서 {one} kg로 바뀌었어요.", diary.entries)


@settings(deadline=None, max_examples=25)
@given(diaries(), st.integers(2, 6))
def test_how_often_is_borne_out_by_the_days(diary: Diary, times: int):
    assert found(f"You bench {times}x a week.", diary.entries)
    assert found(f"벤치를 주 {times}회 하셨어요.", diary.entries)
    assert found("You bench about once a week.", diary.entries) == []
    assert found(f"You could bench {times}x a week.", diary.entries) == []


@settings(deadline=None, max_examples=25)
@given(diaries())
def test_sets_told_are_sets_done(diary: Diary):
    load, reps = diary.kg[0], diary.reps
    assert found(f"Bench press: {reps}/{reps}/{reps} at {load} kg.", diary.entries) == []
    assert found(f"Bench press: {reps}/{reps}/{reps - 1} at {load} kg.", diary.entries)
    assert found(f"Bench press: {load} kg x {reps}.", diary.entries) == []
    assert found(f"Bench press: {load} kg x {reps + 20}.", diary.entries)
    assert found(f"You benched {load} kg for a triple.", diary.entries)
    assert found(f"You benched {load} kg for 3 sets of {reps}.", diary.entries) == []


ROW = Measure(
    domain="strength",
    name="barbell row",
    day=TODAY,
    weight=60,
    weight_unit="kg",
    reps=10,
    sets=3,
)
WEIGHT = Measure(domain="general", name="body weight", day=TODAY, value=81, unit="kg")
ONE_DAY = (entry(TODAY, ROW, run(TODAY, 8, 2400), WEIGHT, sleep(TODAY, 6), text="x"),)


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("You rowed 60 kg for 3 sets of 10.", True),
        ("You rowed 60 kg for 4 sets of 10.", False),
        ("Barbell row: 60 kg × 6.", False),  # noqa: RUF001 - as people write it
        ("Your longest run is 8k.", True),
        ("Your longest run is 9k.", False),
        ("You ran a marathon.", False),
        ("You ran a half marathon.", False),
        ("You have not run a marathon.", True),
        ("마라톤을 완주하셨어요.", False),
        ("팔 km 달렸어요.", True),
        ("삼십 km 달렸어요.", False),
        ("체중은 여든한 kg이에요.", True),
        ("체중은 팔십일 kg이에요.", True),
        ("체중은 아흔두 kg이에요.", False),
    ],
)
def test_ways_and_weights_however_they_are_written(text: str, holds: bool):
    assert (found(text, ONE_DAY, "what did I do?") == []) is holds


def of_month(day: int, kg: float, reps: int, text: str) -> Entry:
    on = datetime(2026, 11, day, tzinfo=NOW.tzinfo).date()
    return entry(on, lift(on, kg, reps, 3, unit="lb"), text=text)


RATED = tuple(
    entry(on, sleep(on, hours), Measure(domain="mood", name="mood", day=on, value=mood, unit="/10"), text="x")
    for on, hours, mood in (
        (date(2026, 11, 16), 7, 4),
        (date(2026, 11, 17), 5, 8),
        (date(2026, 11, 18), 6, 6),
    )
)


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("Your longest night was 7 h.", True),
        ("Your longest night was 5 h.", False),
        ("Your best mood was 8/10.", True),
        ("Your best mood was 4/10.", False),
        ("Your worst mood was 4/10.", True),
        ("Your worst mood was 8/10.", False),
        ("You slept 6 h on average this month.", True),
        ("You slept 7 h on average this month.", False),
        ("You started at 7 h of sleep and are now at 6 h.", True),
        ("You started at 6 h of sleep and are now at 7 h.", False),
    ],
)
def test_nights_and_ratings_are_called_what_they_are(text: str, holds: bool):
    assert (found(text, RATED, "how have I been?") == []) is holds


def test_hours_are_no_sets():
    assert found("You did 5x5 at 190 lb.", (*RATED, *MONTH[1:3]), "how is my bench?")


MONTH = (
    entry(date(2026, 10, 20), lift(date(2026, 10, 20), 200, 1, 1, unit="lb"), text="bench test day"),
    of_month(2, 180, 5, "bench 180 easy"),
    of_month(9, 185, 5, "bench 185"),
    of_month(16, 190, 3, "bench 190"),
)


@pytest.mark.parametrize(
    "text",
    [
        "Your heaviest bench is 200 lb.",
        "Your heaviest bench in November is 190 lb.",
        "Your heaviest bench for 5 reps is 185 lb.",
        "Your first bench in November was 180 lb.",
        "Your heaviest easy bench was 180 lb.",
        "Your first bench at 185 lb was on 9 November.",
        "11월 벤치 최고 기록은 190 lb예요.",
    ],
)
def test_what_is_best_or_first_of_a_part_is_not_refused(text: str):
    assert found(text, MONTH) == []
