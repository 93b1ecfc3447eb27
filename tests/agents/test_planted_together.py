"""Each number and day of a made-up answer is true of something; together they are true, or of nothing.

What `test_planted_numbers` cannot plant: the day of another set, the repetitions of another load, the minutes
of another run, what belongs to another thing, an average called the best, a sum told of one day.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from agents.facts import clock, number
from agents.number_check import check
from agents.types import Figure
from domains.registry import load
from storage.entities import DateRange, Entry, Measure
from tests.agents.diary import NOW, entry, lift, run, sleep

TODAY = NOW.date()
MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]


@dataclass(frozen=True)
class Day:
    """What was logged of a day: no two days share a number."""

    on: date
    kg: float
    reps: int
    sets: int
    km: float
    seconds: int
    hours: float
    protein: int

    @property
    def en(self) -> str:
        return f"{self.on.day} {MONTHS[self.on.month - 1]}"

    @property
    def ko(self) -> str:
        return f"{self.on.month}월 {self.on.day}일"

    @property
    def load(self) -> str:
        return f"{number(self.kg, 1)} kg"

    @property
    def distance(self) -> str:
        return f"{number(self.km, 1)} km"

    @property
    def time(self) -> str:
        return clock(self.seconds)

    @property
    def night(self) -> str:
        return f"{number(self.hours, 2)} h"

    def entry(self) -> Entry:
        protein = Measure(domain="nutrition", name="protein", day=self.on, value=self.protein, unit="g")
        measures = (
            lift(self.on, self.kg, self.reps, self.sets),
            run(self.on, self.km, self.seconds),
            sleep(self.on, self.hours),
            protein,
        )
        return entry(self.on, *measures, text="x")


@dataclass(frozen=True)
class Diary:
    days: tuple[Day, ...]
    squat: Entry
    """A day on which nothing else was done."""

    @property
    def entries(self) -> tuple[Entry, ...]:
        return (*(day.entry() for day in self.days), self.squat)

    @property
    def best(self) -> Day:
        return max(self.days, key=lambda day: day.kg)

    @property
    def average(self) -> float:
        return sum(day.kg for day in self.days) / len(self.days)

    @property
    def total(self) -> float:
        return sum(day.km for day in self.days)

    @property
    def figures(self) -> tuple[Figure, ...]:
        ids = tuple(each.id for each in self.entries[:-1])
        best = self.best
        return (
            Figure(
                value=best.kg, unit="kg", what="heaviest bench press", entries=(best.entry().id,), day=best.on
            ),
            Figure(value=self.average, unit="kg", what="average weight of bench press", entries=ids),
            Figure(value=self.total, unit="km", what="total distance of run", entries=ids),
            Figure(value=len(ids), unit="days", what="days with bench press", entries=ids),
        )

    def found(self, text: str) -> list[str]:
        span = DateRange(start=min(each.day for each in self.entries), end=TODAY)
        wrong = check(
            text,
            figures=self.figures,
            entries=self.entries,
            ranges=(span,),
            now=NOW,
            vocabulary=vocabulary(),
        )
        return [item.phrase for item in wrong]


@cache
def vocabulary() -> dict[str, str]:
    registry = load()
    return dict(registry.combine(registry.domains).vocabulary)


@st.composite
def diaries(draw: st.DrawFn) -> Diary:
    many = draw(st.integers(2, 5))

    def several(low: int, high: int) -> list[int]:
        return draw(st.lists(st.integers(low, high), min_size=many, max_size=many, unique=True))

    backs = draw(st.lists(st.integers(2, 80), min_size=many + 1, max_size=many + 1, unique=True))
    columns = (
        several(16, 80),
        several(2, 15),
        several(3, 30),
        several(250, 420),
        several(8, 19),
        several(60, 220),
    )
    days = tuple(
        Day(
            TODAY - timedelta(days=back),
            steps * 2.5,
            reps,
            draw(st.integers(1, 5)),
            km,
            km * pace,
            halves / 2 + 0.25,
            protein,
        )
        for back, steps, reps, km, pace, halves, protein in zip(backs, *columns, strict=False)
    )
    squat = TODAY - timedelta(days=backs[-1])
    return Diary(days, entry(squat, lift(squat, 260, 1, name="squat"), text="x"))


Text = Callable[[Diary, Day, Day], str]
TRUE: tuple[Text, ...] = (
    lambda _, a, b: f"You benched {a.load} on {a.en} and {b.load} on {b.en}.",
    lambda _, a, b: f"Bench press: {a.load} ({a.en}), {b.load} ({b.en}).",
    lambda _, a, b: f"Bench went from {a.load} x {a.reps} on {a.en} to {b.load} x {b.reps} on {b.en}.",
    lambda _, a, __: (
        f"On {a.en} you benched {a.load} for {a.reps} reps, {a.sets} sets, after {a.night} of sleep."
    ),
    lambda _, a, __: f"On {a.en} you benched {number(a.kg, 1)}x{a.reps}x{a.sets}.",
    lambda _, a, __: f"Your bench was {a.sets} sets of {a.reps} at {a.load}.",
    lambda _, a, __: f"You ran {a.distance} in {a.time} on {a.en}, and slept {a.night}.",
    lambda _, a, b: f"You ran {a.distance} in {a.time}, and {b.distance} in {b.time} on {b.en}.",
    lambda d, a, __: (
        f"Your best bench press is {d.best.load}, on {d.best.en}; you averaged {number(d.average)} kg."
    ),
    lambda d, a, __: f"You ran {number(d.total, 1)} km since {min(d.days, key=lambda day: day.on).en}.",
    lambda _, a, b: f"You had {a.protein} g of protein on {a.en} and {b.protein} g on {b.en}.",
    lambda d, a, __: f"You benched on {len(d.days)} days.",
    lambda d, a, __: f"You squatted on {d.squat.day.day} {MONTHS[d.squat.day.month - 1]}.",
    lambda _, a, b: f"벤치는 {a.ko} {a.load}, {b.ko} {b.load}였어요.",
    lambda _, a, __: f"{a.ko}에 벤치 {a.load} {a.reps}회 {a.sets}세트를 하셨어요.",
    lambda _, a, __: f"{a.ko}에 {a.distance}를 {a.time}에 뛰셨어요.",
)
WRONG: dict[str, Text] = {
    "days swapped": lambda _, a, b: f"You benched {a.load} on {b.en} and {b.load} on {a.en}.",
    "days swapped in brackets": lambda _, a, b: f"Bench press: {a.load} ({b.en}), {b.load} ({a.en}).",
    "days first and swapped": lambda _, a, b: (
        f"On {a.en} it was {b.load}, on {b.en} {a.load} of bench press."
    ),
    "days swapped in Korean": lambda _, a, b: f"벤치는 {a.ko} {b.load}, {b.ko} {a.load}였어요.",
    "another day": lambda _, a, b: f"You benched {a.load} on {b.en}.",
    "another day, set told": lambda _, a, b: f"On {b.en} you benched {a.load} for {a.reps} reps.",
    "another load's repetitions": lambda _, a, b: f"You benched {a.load} for {b.reps} reps.",
    "another load's repetitions, chained": lambda _, a, b: f"You benched {number(a.kg, 1)}x{b.reps}.",
    "another load's repetitions in Korean": lambda _, a, b: f"벤치 {a.load} {b.reps}회를 하셨어요.",
    "another run's time": lambda _, a, b: f"You ran {a.distance} in {b.time}.",
    "another run's time in Korean": lambda _, a, b: f"{a.distance}를 {b.time}에 뛰셨어요.",
    "the hours of a night": lambda _, a, b: f"You ran {a.distance} in {b.night}.",
    "the minutes of a run": lambda _, a, __: (
        f"You slept {a.seconds // 60} minutes and {a.seconds % 60} seconds."
    ),
    "the grams of protein": lambda _, a, __: f"You ate {a.protein} kcal.",
    "the squat's load": lambda _, a, __: "You benched 260 kg.",
    "the load of a lift": lambda _, a, __: f"You weigh {a.load}.",
    "a day of something else": lambda d, a, __: (
        f"You benched on {d.squat.day.day} {MONTHS[d.squat.day.month - 1]}."
    ),
    "a sum told of a day": lambda d, a, __: f"You ran {number(d.total, 1)} km on {a.en}.",
    "not today": lambda _, a, __: f"Today you benched {a.load}.",
    "one day too many": lambda d, a, __: f"You benched on {len(d.days) + 1} days.",
    "one day too few": lambda d, a, __: f"You benched on {len(d.days) - 1} days.",
    "another night's protein": lambda _, a, b: (
        f"You had {a.protein} g of protein on {b.en} and {b.protein} g on {a.en}."
    ),
}


@settings(deadline=None)
@given(diaries(), st.data())
def test_what_goes_together_is_never_refused(diary: Diary, data: st.DataObject):
    one, other = data.draw(st.permutations(diary.days))[:2]
    texts = data.draw(st.lists(st.sampled_from(TRUE), min_size=1, max_size=3, unique=True))
    text = " ".join(each(diary, one, other) for each in texts)
    assert diary.found(text) == [], text


@pytest.mark.parametrize("how", WRONG)
@settings(deadline=None, max_examples=40)
@given(diaries(), st.data())
def test_what_does_not_go_together_is_always_found(how: str, diary: Diary, data: st.DataObject):
    assume(all(abs(day.kg - diary.average) > 1 for day in diary.days))
    assume(how != "one day too few" or len(diary.days) > 2)  # a figure may rest on one entry
    one, other = data.draw(st.permutations(diary.days))[:2]
    beside = data.draw(st.lists(st.sampled_from(TRUE), max_size=2, unique=True))
    wrong = WRONG[how](diary, one, other)
    texts = data.draw(st.permutations([wrong, *(each(diary, one, other) for each in beside)]))
    assert diary.found(" ".join(texts)), wrong


@settings(deadline=None, max_examples=40)
@given(diaries())
def test_an_average_is_not_called_the_best(diary: Diary):
    if abs(diary.average - diary.best.kg) < 1:
        return
    assert diary.found(f"Your best bench press is {number(diary.average)} kg.")
    assert diary.found(f"Your average bench press is {diary.best.load}.")


HALVES = {
    "You slept {n} and a half hours.": 0.5,
    "You slept {n} and a quarter hours.": 0.25,
    "You slept {n} hours and a half.": 0.5,
}
ONES = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]


@pytest.mark.parametrize("text", HALVES)
@given(st.integers(4, 8), st.integers(4, 8))
def test_halves_and_quarters_in_words_are_read(text: str, true: int, told: int):
    logged = (entry(TODAY, sleep(TODAY, true + HALVES[text])),)
    found = check(text.format(n=ONES[told]), entries=logged, now=NOW)
    assert bool(found) == (true != told)


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("a hundred and five kilos", 105),
        ("one hundred kilos", 100),
        ("a hundred twenty kilos", 120),
        ("two hundred and twenty five pounds", 225),
        ("ninety-five kilos", 95),
        ("two thousand two hundred kcal", 2200),
    ],
)
@pytest.mark.parametrize("off", [0, 1, -1, 10, 100])
def test_large_numbers_in_words_are_read(words: str, value: float, off: int):
    unit = "kcal" if "kcal" in words else "lb" if "pounds" in words else "kg"
    figure = Figure(value=value + off, unit=unit, what="it", entries=())
    assert bool(check(f"It was {words}.", figures=(figure,), now=NOW)) == bool(off)


def test_a_bare_load_is_in_the_unit_it_was_written_in():
    one, other = TODAY - timedelta(days=1), TODAY
    logged = (entry(one, lift(one, 160, 2), text="x"), entry(other, lift(other, 72.5, 3), text="x"))
    assert check("You benched 160x3.", entries=logged, now=NOW, vocabulary=vocabulary())
    assert check("You benched 160x2.", entries=logged, now=NOW, vocabulary=vocabulary()) == []
    assert check("You benched 159.8 lb x 3.", entries=logged, now=NOW, vocabulary=vocabulary()) == []
