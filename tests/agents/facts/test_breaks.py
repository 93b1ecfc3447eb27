"""Where a series breaks, and that finding the place takes work in proportion to its days."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from agents.facts import Point, Series, break_in, unbroken
from agents.facts.least_squares import line_through
from tests.driver.counting import calls

TIMES = 4


def loads(values: list[float]) -> Series:
    first = date(2020, 1, 1)
    points = tuple(Point(first + timedelta(at), value, (f"e{at}",)) for at, value in enumerate(values))
    return Series("squat", "weight", "kg", points)


def misfit(values: list[float]) -> float:
    return line_through([float(at) for at in range(len(values))], values).residual


def dropping(days: int) -> Series:
    half = days // 2
    return loads([140.0 + at % 3 for at in range(half)] + [90.0 + at % 4 for at in range(days - half)])


@pytest.mark.parametrize("days", [7, 20, 400])
def test_a_drop_is_found_on_its_day(days: int) -> None:
    broken = break_in(dropping(days))
    assert broken is not None
    assert broken.since.points == dropping(days).points[days // 2 :]
    assert unbroken(dropping(days)) == broken.since


def side(least: int, most: int) -> st.SearchStrategy[list[float]]:
    return st.lists(st.integers(least, most).map(float), min_size=4, max_size=15)


@given(side(100, 112), side(60, 75))
def test_no_other_place_would_leave_less(before: list[float], after: list[float]) -> None:
    values = [*before, *after]
    broken = break_in(loads(values))
    assume(broken is not None)
    assert broken is not None
    at = len(values) - len(broken.since.points)
    least = min(misfit(values[:one]) + misfit(values[one:]) for one in range(3, len(values) - 2))
    assert misfit(values[:at]) + misfit(values[at:]) <= least + 1e-6


def test_four_times_the_days_is_four_times_the_work() -> None:
    few, many = dropping(200), dropping(TIMES * 200)
    break_in(few)
    assert calls(lambda: break_in(many)) <= 1.2 * TIMES * calls(lambda: break_in(few))
