"""Where somebody stands is computed from how it was begun and what was done."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import Path

import pytest

from agents.gym import programmes
from agents.gym.coming import Coming
from agents.gym.course import Lifted, Start, coming, week
from agents.gym.gear import STANDARD
from agents.gym.programme import Programme
from agents.gym.reading import ProgrammeError, read_programme
from agents.gym.rules import DoneSet
from domains.registry import load

FOLDER = Path(programmes.__path__[0])
TERMS = load().domains["strength"].vocabulary
MON = date(2026, 11, 23)
KG = STANDARD["kg"]


def packaged(name: str) -> Programme:
    return read_programme((FOLDER / f"{name}.yaml").read_text("utf-8"), name, TERMS)


def lifted(**sets: Sequence[tuple[float, int]]) -> Lifted:
    return {
        name.replace("_", " "): [DoneSet(load, reps) for load, reps in told] for name, told in sets.items()
    }


def started(name: str, **loads: float) -> Start:
    read = packaged(name)
    keys = {lift.lift: f"{lift.lift}|{lift.rule}" for lifts in read.workouts.values() for lift in lifts}
    by_key = {keys[lift.replace("_", " ")]: load for lift, load in loads.items()}
    return Start(programme=read, first_day=MON, loads=by_key)


STRONG = started("stronglifts", squat=60, bench_press=40, barbell_row=40, overhead_press=30, deadlift=80)
A = lifted(squat=[(60, 5)] * 5, bench_press=[(40, 5)] * 5, barbell_row=[(40, 5)] * 5)
B = lifted(squat=[(62.5, 5)] * 5, overhead_press=[(30, 5)] * 5, deadlift=[(80, 5)])


def loads(found: Coming) -> dict[str, float | None]:
    return {target.lift: target.sets[0].load for target in found.targets}


def test_workouts_take_turns_and_loads_grow_by_what_was_done() -> None:
    first = coming(STRONG, {}, MON, KG)
    assert (first.day, first.workout) == (MON, "A")
    assert loads(first) == {"squat": 60, "bench press": 40, "barbell row": 40}
    second = coming(STRONG, {MON: A}, MON, KG)
    assert (second.day, second.workout, second.begun) == (date(2026, 11, 25), "B", False)
    assert loads(second) == {"squat": 62.5, "overhead press": 30, "deadlift": 80}
    third = coming(STRONG, {MON: A, date(2026, 11, 25): B}, date(2026, 11, 26), KG)
    assert (third.day, third.workout) == (date(2026, 11, 27), "A")
    assert loads(third) == {"squat": 65, "bench press": 42.5, "barbell row": 42.5}


def test_a_session_of_today_goes_on_until_all_of_it_is_done() -> None:
    begun = coming(STRONG, {MON: lifted(squat=[(60, 5)] * 2)}, MON, KG)
    assert (begun.day, begun.begun, [one.lift for one in begun.targets]) == (
        MON, True, ["squat", "bench press", "barbell row"],
    )  # fmt: skip
    assert begun.targets[0].sets[0].sets == 3
    later = coming(STRONG, {MON: lifted(squat=[(60, 5)] * 5)}, MON, KG)
    assert [one.lift for one in later.targets] == ["bench press", "barbell row"]
    next_day = coming(STRONG, {MON: lifted(squat=[(60, 5)] * 2)}, MON + timedelta(days=1), KG)
    assert (next_day.workout, loads(next_day)["squat"]) == ("B", 60)


def test_a_missed_day_moves_on_and_another_workout_counts_as_what_it_was() -> None:
    friday = date(2026, 11, 27)
    assert coming(STRONG, {MON: A}, friday, KG).day == friday
    swapped = coming(STRONG, {MON: B}, MON, KG)
    assert swapped.workout == "A"
    other = coming(STRONG, {MON: lifted(biceps_curl=[(10, 12)])}, MON, KG)
    assert (other.day, other.workout) == (MON, "A")
    assert coming(STRONG, {MON - timedelta(days=1): A}, MON, KG).workout == "A"


def test_three_failures_in_a_row_take_a_tenth_off() -> None:
    done, day = dict[date, Lifted](), MON
    for _ in range(3):
        done[day] = lifted(squat=[(60, 5), (60, 4), (60, 3), (60, 3), (60, 3)])
        day += timedelta(days=2)
    found = coming(STRONG, done, day, KG)
    assert loads(found)["squat"] == 55
    assert next(one for one in found.targets if one.lift == "squat").change == "dropped"


def test_a_cycle_of_percentages() -> None:
    start = started("531", squat=100, bench_press=80, overhead_press=50, deadlift=120)
    first = coming(start, {}, MON, KG)
    assert (first.workout, loads(first)) == ("Press", {"overhead press": 32.5})
    assert [(one.load, one.reps, one.plus) for one in first.targets[0].sets] == [
        (32.5, 5, False), (37.5, 5, False), (42.5, 5, True),
    ]  # fmt: skip
    done, day = dict[date, Lifted](), MON
    for _ in range(4):
        for lift, maximum in (("overhead_press", 50), ("deadlift", 120), ("bench_press", 80), ("squat", 100)):
            done[day] = lifted(**{lift: [(maximum * 0.97, 5)] * 3})
            day += timedelta(days=1)
    after = coming(start, done, day, KG)
    assert [one.load for one in after.targets[0].sets] == [35, 40, 45]
    assert after.targets[0].change == "added"


def test_the_same_lift_of_two_tiers_has_two_loads() -> None:
    start = Start(
        programme=packaged("gzclp"),
        first_day=MON,
        loads={"squat|T1 lower": 100, "squat|T2 lower": 60, "bench press|T2 upper": 50},
    )
    done = {MON: lifted(squat=[(100, 3)] * 5, bench_press=[(50, 10)] * 3, lat_pulldown=[(40, 15)] * 3)}
    done[date(2026, 11, 25)] = lifted(overhead_press=[(40, 3)] * 5)
    found = coming(start, done, date(2026, 11, 26), KG)
    assert (found.workout, loads(found)["squat"]) == ("A2", 60)


def test_weeks_of_runs() -> None:
    start = Start(programme=packaged("half_marathon"), first_day=MON)
    found = week(start, [], MON)
    assert (found.number, found.of, [one.km for one in found.runs]) == (1, 12, [4, 5, 7])
    assert found.coming is not None
    assert (found.coming.day, found.coming.name) == (date(2026, 11, 24), "easy")
    ran = [(date(2026, 11, 24), 4100.0), (date(2026, 11, 26), 2000.0), (date(2026, 11, 28), 7200.0)]
    found = week(start, ran, date(2026, 11, 28))
    assert [one.done for one in found.runs] == [True, False, True]
    assert found.coming is not None
    assert (found.coming.day, found.coming.km) == (date(2026, 11, 28), 5)
    found = week(start, [*ran, (date(2026, 11, 29), 5000.0)], date(2026, 11, 29))
    assert found.coming is not None
    assert (found.coming.day, found.coming.km) == (date(2026, 12, 1), 5)
    assert week(start, [], MON + timedelta(weeks=12)).coming is None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("name: x\n", "own.yaml, row 1: whole"),
        ("- 1\n", "own.yaml, row 1: whole"),
        ("name: x\nfoo: 1\nweeks: []\n", "own.yaml, row 2: unknown foo 1"),
        ("name: x\nweeks:\n  - [{day: mo, run: easy, km: 5}]\n", "own.yaml, row 3: value day mo"),
        ("name: x\nweeks:\n  - - day: mon\n      run: easy\n      km: far", "own.yaml, row 5: value km far"),
        ("name: x\nweeks:\n  - [{day: mon, run: easy}]\n", "own.yaml, row 3: missing km"),
        ("name: &a x\ncalled: [*a]\n", "own.yaml, row 2: links"),
        ("name: !!bool x\n", "own.yaml, row 1: yaml  no tags"),
        ("name: x\nrules:\n  a: {kind: fixed, do: 5by5}\n", "own.yaml, row 3: value do 5by5"),
    ],
)  # fmt: skip
def test_a_wrong_file_is_told_by_its_row(text: str, told: str) -> None:
    with pytest.raises(ProgrammeError) as caught:
        read_programme(text, "own.yaml", TERMS)
    assert str(caught.value) == told


RULED = """
name: mine
days: [mon]
rules:
  a: {kind: fixed, do: 3x10}
workouts:
  only:
    - {lift: squat, rule: a}
"""


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("- {lift: sqwatt, rule: a}", "own.yaml, row 8: exercise lift sqwatt"),
        ("- {lift: squat, rule: b}", "own.yaml, row 8: rule rule b"),
        ("- {lift: squat, rule: a}\n    - {lift: back squat, rule: a}", "own.yaml, row 9: twice lift squat"),
    ],
)
def test_names_are_checked(line: str, told: str) -> None:
    assert read_programme(RULED, "own.yaml", TERMS).lifts == {"squat"}
    with pytest.raises(ProgrammeError) as caught:
        read_programme(RULED.replace("- {lift: squat, rule: a}", line), "own.yaml", TERMS)
    assert str(caught.value) == told
