"""Bars, plates and warm-ups."""

from __future__ import annotations

import pytest

from agents.gym.gear import STANDARD, gear_of, loading, read_bar, read_plates, rounded, shown_plates
from agents.gym.warmup import ramp
from agents.profile import Profile

KG, LB = STANDARD["kg"], STANDARD["lb"]


@pytest.mark.parametrize(
    ("asked", "side"),
    [
        (20, ()),
        (60, (20,)),
        (100, (25, 15)),
        (142.5, (25, 25, 10, 1.25)),
        (182.5, (25, 25, 25, 5, 1.25)),
        (500, (25,) * 9 + (15,)),
    ],
)
def test_the_fewest_plates(asked: float, side: tuple[float, ...]) -> None:
    found = loading(asked, KG).exact
    assert found is not None
    assert (found.total, found.side) == (asked, side)


@pytest.mark.parametrize(
    ("asked", "below", "above"), [(143, 142.5, 145), (101, 100, 102.5), (21, 20, 22.5), (141.25, 140, 142.5)]
)
def test_what_cannot_be_loaded_has_neighbours(asked: float, below: float, above: float) -> None:
    found = loading(asked, KG)
    assert found.exact is None
    assert found.below is not None
    assert found.above is not None
    assert (found.below.total, found.above.total) == (below, above)


def test_lighter_than_the_bar_and_heavier_than_all_plates() -> None:
    assert loading(15, KG).below is None
    assert loading(15, KG).nearest.total == 20
    mine = gear_of(Profile(user_id=1, plates="20x2 10x4 2.5x2 kg", bar="15 kg"))
    assert loading(200, mine).above is None
    assert loading(200, mine).nearest.total == 15 + 2 * (20 + 10 + 10 + 2.5)
    assert loading(65, mine).exact is None
    assert rounded(65, mine) == 60
    assert rounded(60, mine, "above", over=60) == 75


def test_gear_is_ones_own_over_what_gyms_have() -> None:
    assert gear_of(Profile(user_id=1)) == KG
    assert gear_of(Profile(user_id=1, weight_unit="lb")) == LB
    assert gear_of(Profile(user_id=1), "lb") == LB
    own = gear_of(Profile(user_id=1, plates="45 25 10 lb", bar="15 kg"))
    assert (own.unit, round(own.bar, 2), shown_plates(own)) == ("lb", 33.07, "45 25 10 lb")


@pytest.mark.parametrize(
    "text", ["", "x", "20x1", "0 kg", "0.3 5", "200", " ".join(str(n) for n in range(1, 15))]
)
def test_what_are_no_plates(text: str) -> None:
    assert read_plates(text) is None


def test_plates_and_bars_are_read_as_they_are_shown() -> None:
    found = read_plates("2.5, 20x4 10 kg")
    assert found is not None
    assert [(one.weight, one.pairs) for one in found[0]] == [(20, 2), (10, None), (2.5, None)]
    assert read_bar("15 kg") == (15, "kg")
    assert read_bar("45lb") == (45, "lb")
    assert read_bar("500") is None


@pytest.mark.parametrize(
    ("target", "sets"),
    [
        (100, [(20, 10), (40, 5), (60, 3), (80, 2)]),
        (142.5, [(20, 10), (55, 5), (85, 3), (112.5, 2), (127.5, 1)]),
        (30, [(20, 10), (22.5, 2)]),
        (20, []),
    ],
)
def test_a_warm_up_is_a_ramp(target: float, sets: list[tuple[float, int]]) -> None:
    assert [(one.loaded.total, one.reps) for one in ramp(target, KG)] == sets
