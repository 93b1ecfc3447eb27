"""What a rule makes of what was done, as tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from agents.gym.coming import Planned
from agents.gym.gear import STANDARD, Gear, Plate
from agents.gym.programme import Lift, Linear, Wave
from agents.gym.rules import DoneSet, Line, Standing

KG = STANDARD["kg"]
STEP = {"kg": 2.5, "lb": 5}
FIVES = {"kind": "linear", "stages": ["5x5"], "add": STEP, "tries": 3, "drop": 10}
TIERED = {"kind": "linear", "stages": ["5x3+", "6x2+", "10x1+"], "add": {"kg": 5, "lb": 10}, "drop": 15}
VOLUME = {"kind": "linear", "stages": ["3x15+"], "add": STEP, "add_from": 25}
WAVE = {
    "kind": "wave", "add": STEP, "drop": 10,
    "weeks": [["65% x 5", "75% x 5", "85% x 5+"], ["75% x 5", "85% x 3", "95% x 1+"], ["40% x 5", "60% x 5"]],
}  # fmt: skip


def linear(rule: Mapping[str, object], gear: Gear = KG, **lift: object) -> Line:
    named = Lift.model_validate({"lift": "squat", "rule": "r", **lift})
    return Line(named, Linear.model_validate(rule), gear)


def wave(gear: Gear = KG) -> Line:
    return Line(Lift(lift="squat", rule="r"), Wave.model_validate(WAVE), gear)


def sets(*told: tuple[float | None, int]) -> list[DoneSet]:
    return [DoneSet(load, reps) for load, reps in told]


def fives(load: float | None, *reps: int) -> list[DoneSet]:
    return [DoneSet(load, one) for one in reps]


@pytest.mark.parametrize(
    ("before", "done", "load", "missed", "change"),
    [
        ((80, 0), fives(80, 5, 5, 5, 5, 5), 82.5, 0, "added"),
        ((80, 2), fives(80, 5, 5, 5, 5, 5), 82.5, 0, "added"),
        ((80, 0), fives(80, 5, 5, 5, 4, 3), 80, 1, "again"),
        ((80, 1), fives(80, 5, 5, 5, 5), 80, 2, "again"),
        ((80, 2), fives(80, 5, 5, 4, 4, 4), 72.5, 0, "dropped"),
        ((80, 0), fives(85, 5, 5, 5, 5, 5), 87.5, 0, "added"),
        ((80, 1), fives(60, 5, 5, 5, 5, 5), 62.5, 0, "added"),
        ((80, 2), fives(60, 5, 5, 5, 3, 3), 60, 1, "again"),
        ((80, 0), fives(85, 5, 4, 3, 3, 2), 80, 1, "again"),
        ((80, 0), fives(None, 5, 5, 5, 5, 5), 82.5, 0, "added"),
        ((80, 0), sets((20, 5), (40, 5), (60, 3), *((80, 5),) * 5), 82.5, 0, "added"),
        ((80, 0), sets(*((80, 5),) * 4, (85, 5)), 82.5, 0, "added"),
    ],
)
def test_fives(
    before: tuple[float, int], done: Sequence[DoneSet], load: float, missed: int, change: str
) -> None:
    after = linear(FIVES).after(Standing(before[0], 0, before[1]), done)
    assert (after.load, after.missed, after.change) == (load, missed, change)


@pytest.mark.parametrize(
    ("stage", "done", "after", "load", "change"),
    [
        (0, fives(100, 3, 3, 3, 3, 6), 0, 105, "added"),
        (0, fives(100, 3, 3, 3, 3, 2), 1, 100, "fewer"),
        (1, fives(100, 2, 2, 2, 2, 2, 3), 1, 105, "added"),
        (1, fives(100, 2, 2, 2, 2, 1, 1), 2, 100, "fewer"),
        (2, fives(100, *(1,) * 10), 2, 105, "added"),
        (2, fives(100, *(1,) * 8), 0, 85, "dropped"),
    ],
)
def test_stages(stage: int, done: Sequence[DoneSet], after: int, load: float, change: str) -> None:
    found = linear(TIERED).after(Standing(100, stage), done)
    assert (found.stage, found.load, found.change) == (after, load, change)


@pytest.mark.parametrize(
    ("reps", "load", "change"),
    [((15, 15, 25), 32.5, "added"), ((15, 15, 24), 30, "again"), ((15, 12, 9), 30, "again")],
)
def test_volume_grows_with_the_last_set_and_never_falls(
    reps: tuple[int, ...], load: float, change: str
) -> None:
    found = linear(VOLUME, plates=False).after(Standing(30), fives(30, *reps))
    assert (found.load, found.missed, found.change) == (load, 0, change)


def test_a_wave_goes_by_a_maximum_that_grows_or_falls_with_the_cycle() -> None:
    line, standing = wave(), Standing(100)
    assert line.planned(standing) == (Planned(65, 1, 5), Planned(75, 1, 5), Planned(85, 1, 5, plus=True))
    standing = line.after(standing, sets((65, 5), (75, 5), (85, 8)))
    assert (standing.load, standing.stage, standing.missed) == (100, 1, 0)
    reached = line.after(standing, sets((75, 5), (85, 3), (95, 1)))
    missed = line.after(standing, sets((75, 5), (85, 3)))
    assert (reached.missed, missed.missed) == (0, 1)
    assert line.planned(reached) == (Planned(40, 1, 5), Planned(60, 1, 5))
    easy = sets((40, 5), (60, 5))
    assert line.after(reached, easy) == Standing(102.5, 0, 0, "added")
    assert line.after(missed, easy) == Standing(90, 0, 0, "dropped")


def test_loads_are_what_ones_own_plates_make() -> None:
    coarse = Gear(unit="kg", bar=20, plates=(Plate(weight=20, pairs=2), Plate(weight=10), Plate(weight=5)))
    line = linear(FIVES, coarse)
    assert line.planned(Standing(82.5)) == (Planned(80, 5, 5),)
    assert line.after(Standing(80), fives(80, 5, 5, 5, 5, 5)).load == 90
    assert wave(coarse).planned(Standing(100))[0].load == 60
    pounds = linear(FIVES, STANDARD["lb"])
    assert pounds.after(Standing(185), fives(185, 5, 5, 5, 5, 5)).load == 190


@pytest.mark.parametrize(
    ("done", "whole"),
    [
        (fives(80, 5, 5, 5), False),
        (fives(80, 5, 5, 5, 5, 5), True),
        (fives(80, 5, 4, 3, 2, 1), True),
        (sets((20, 5), (40, 5), (60, 5), (80, 5), (80, 5)), False),
    ],
)
def test_a_session_goes_on_until_all_sets_are_there(done: Sequence[DoneSet], whole: bool) -> None:
    assert linear(FIVES).is_whole(Standing(80), done) is whole
