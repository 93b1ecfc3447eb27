"""However a set is typed, it is the same set: variations of spelling, signs, case, blanks and order."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from hypothesis import given, settings
from hypothesis import strategies as st

from storage.entities import Measure, WeightUnit
from tests.agents.offline.test_parser import measures, read
from tests.driver.sizes import examples

EXERCISES = {
    "bench press": ("bench", "bench press", "Bench", "BENCH", "벤치", "벤치프레스"),
    "squat": ("squat", "squats", "Squat", "back squat", "스쿼트"),
    "deadlift": ("deadlift", "deadlifts", "DL", "Deadlift", "데드리프트"),
    "overhead press": ("ohp", "OHP", "overhead press"),
    "barbell row": ("barbell row", "Barbell Rows"),
}
UNITS: dict[WeightUnit, tuple[str, ...]] = {
    "kg": ("kg", "KG", "Kg", "kgs", " kg", " kilos", "킬로"),
    "lb": ("lb", "lbs", "LB", " lbs", " pounds", "파운드"),
}
TIMES = st.sampled_from(["x", "X", "\u00d7", "*", " x ", " \u00d7 ", " X ", " * "])
BLANK = st.sampled_from([" ", "  ", " : ", ": ", " - ", " @ "])
END = st.sampled_from(["", ".", " ", "!", "  "])


@dataclass(frozen=True)
class Lift:
    """What was done."""

    name: str
    weight: float
    unit: WeightUnit
    reps: int
    sets: int

    @property
    def row(self) -> tuple[str, float, str, int, int]:
        return (self.name, self.weight, self.unit, self.reps, self.sets)


@st.composite
def lifts(draw: st.DrawFn) -> Lift:
    unit: WeightUnit = draw(st.sampled_from(["kg", "lb"]))
    weight = draw(st.integers(8, 60)) * 2.5 if unit == "kg" else draw(st.integers(13, 90)) * 5.0
    name = draw(st.sampled_from(list(EXERCISES)))
    return Lift(name, weight, unit, draw(st.integers(3, 12)), draw(st.integers(1, 6)))


@st.composite
def typed(draw: st.DrawFn, lift: Lift) -> str:
    """One way to write it."""
    name = draw(st.sampled_from(EXERCISES[lift.name]))
    load = f"{lift.weight:g}{draw(st.sampled_from(UNITS[lift.unit]))}"
    x = draw(TIMES)
    gap = draw(BLANK)
    ways = [
        f"{name}{gap}{load}{x}{lift.reps}{x}{lift.sets}",
        f"{name} {load} {lift.sets} sets of {lift.reps}",
        f"{name} {lift.sets}{x}{lift.reps} @ {load}",
        f"{name} {lift.sets}{x}{lift.reps} at {load}",
        f"{load} {name}, {lift.sets} sets of {lift.reps}",
    ]
    if lift.sets == 1:
        ways.append(f"{name}{gap}{load}{x}{lift.reps}")
        ways.append(f"{name} {load} for {lift.reps} reps")
    return draw(st.sampled_from(ways)) + draw(END)


def rows(found: list[Measure]) -> Counter[tuple[str, float | None, str | None, int | None]]:
    """Set by set, whatever they were grouped in."""
    counted: Counter[tuple[str, float | None, str | None, int | None]] = Counter()
    for one in found:
        counted[one.name, one.weight, one.weight_unit, one.reps] += one.sets
    return counted


def wanted(done: list[Lift]) -> Counter[tuple[str, float | None, str | None, int | None]]:
    counted: Counter[tuple[str, float | None, str | None, int | None]] = Counter()
    for one in done:
        counted[one.name, one.weight, one.unit, one.reps] += one.sets
    return counted


@settings(deadline=None, max_examples=examples(300))
@given(lifts(), st.data())
def test_a_set_is_the_same_however_it_is_typed(lift: Lift, data: st.DataObject) -> None:
    text = data.draw(typed(lift))
    assert rows(measures(read(text))) == wanted([lift]), text


@settings(deadline=None, max_examples=examples(100))
@given(
    st.lists(
        lifts().filter(lambda lift: lift.sets > 1), min_size=2, max_size=4, unique_by=lambda lift: lift.name
    ),
    st.data(),
)
def test_the_order_of_lines_changes_nothing(done: list[Lift], data: st.DataObject) -> None:
    lines = [data.draw(typed(lift)) for lift in done]
    for order in (lines, data.draw(st.permutations(lines))):
        text = "\n".join(order)
        assert rows(measures(read(text))) == wanted(done), text


@settings(deadline=None, max_examples=examples(300))
@given(st.text(max_size=80))
def test_any_text_is_kept_as_it_came(text: str) -> None:
    """Nothing of a message is lost: what was no other day's stands in the entry word for word."""
    output = read(text)
    words = [word for entry in output.entries for word in entry.text.split()]
    assert Counter(words) >= Counter(text.split()) or len(output.entries) > 1
