"""Hard sets, tonnage by muscle, training load, effects: against values worked out by hand."""

from __future__ import annotations

import random
from datetime import date, timedelta
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.facts import (
    LoadRatio,
    Sample,
    Series,
    TooFew,
    Worked,
    brzycki,
    by_muscle,
    correlate,
    epley,
    hard_sets,
    load_ratio,
    total,
    units_of,
)
from agents.facts.effects import Correlation, bootstrap_difference, hedges_g
from agents.facts.samples import Point
from agents.profile import Profile
from tests.agents.offline.asker import measure

MONDAY = date(2026, 11, 2)
WORKED = {
    "bench press": Worked(("chest", "triceps"), ("front delts",)),
    "overhead press": Worked(("front delts", "triceps"), ("side delts",)),
    "squat": Worked(("quads", "glutes"), ("lower back",)),
}


def week(*notations: str) -> list[Sample]:
    """A measure a day from Monday on."""
    days = [MONDAY + timedelta(days=i) for i in range(len(notations))]
    return [Sample(f"e{i}", days[i], measure(text, days[i])) for i, text in enumerate(notations)]


WEEK = week(
    "bench press weight=60kg reps=10 sets=2 warmup",
    "bench press weight=80kg reps=5 sets=3",
    "overhead press weight=50kg reps=8 sets=2 rpe=8",
    "bench press weight=70kg reps=5 sets=4 rpe=5",
    "squat weight=100kg reps=5 sets=3",
)


class TestHardSets:
    def test_warm_ups_and_easy_sets_are_none(self) -> None:
        assert total(hard_sets(WEEK, "training", WORKED)) == 8

    @pytest.mark.parametrize(
        ("muscles", "sets"),
        [
            (("chest",), 3),
            (("triceps",), 5),
            (("front delts",), 3.5),  # 2 of their own and half of the 3 sets of bench
            (("front delts", "side delts", "rear delts"), 3.5),  # a set of two of them is one set
            (("lower back",), 1.5),
            (("calves",), 0),
        ],
    )
    def test_a_muscle_that_helps_counts_half(self, muscles: tuple[str, ...], sets: float) -> None:
        assert total(hard_sets(WEEK, "x", WORKED, muscles)) == sets

    def test_an_exercise_nobody_knows_works_no_muscle(self) -> None:
        own = week("zorb press weight=20kg reps=5")
        assert total(hard_sets(own, "training", WORKED)) == 1
        assert total(hard_sets(own, "chest", WORKED, ("chest",))) == 0

    def test_by_muscle_the_most_worked_first_with_tonnage_of_what_mainly_works_it(self) -> None:
        units = units_of((sample.measure for sample in WEEK), Profile(user_id=1))
        table = {
            work.muscle: (total(work.sets), total(work.volume)) for work in by_muscle(WEEK, WORKED, units)
        }
        assert table == {
            "triceps": (5, 80 * 15 + 50 * 16 + 70 * 20),
            "front delts": (3.5, 50 * 16),
            "chest": (3, 80 * 15 + 70 * 20),
            "quads": (3, 1500),
            "glutes": (3, 1500),
            "lower back": (1.5, 0),
            "side delts": (1, 0),
        }
        assert next(iter(table)) == "triceps"

    @given(st.lists(st.tuples(st.sampled_from(sorted(WORKED)), st.integers(1, 6)), max_size=8))
    def test_no_muscle_gets_more_sets_than_were_done(self, done: list[tuple[str, int]]) -> None:
        found = week(*(f"{name} weight=50kg reps=5 sets={sets}" for name, sets in done))
        whole = total(hard_sets(found, "training", WORKED))
        assert whole == sum(sets for _, sets in done)
        units = units_of((sample.measure for sample in found), Profile(user_id=1))
        assert all(total(work.sets) <= whole for work in by_muscle(found, WORKED, units))


def daily(values: dict[int, float], today: date) -> Series:
    """Values so many days ago."""
    days = sorted(values.items(), reverse=True)
    return Series(
        "x", "hard_sets", "sets", tuple(Point(today - timedelta(days=a), v, (str(a),)) for a, v in days)
    )


class TestLoad:
    TODAY = date(2026, 11, 21)

    def test_by_hand(self) -> None:
        # 12 sets in 7 days; 6 + 9 + 9 = 24 in the 21 before, 8 a week
        found = load_ratio(daily({0: 7, 6: 5, 7: 6, 14: 9, 27: 9, 28: 50}, self.TODAY), self.TODAY)
        assert isinstance(found, LoadRatio)
        assert (found.acute, found.chronic, found.ratio) == (12, 8, 1.5)
        assert (found.now.start, found.before.start, found.before.end) == (
            date(2026, 11, 15),
            date(2026, 10, 25),
            date(2026, 11, 14),
        )

    def test_each_of_the_three_weeks_must_have_some(self) -> None:
        assert load_ratio(daily({0: 7, 7: 6, 14: 9}, self.TODAY), self.TODAY) == TooFew(2)
        assert load_ratio(daily({0: 7}, self.TODAY), self.TODAY) == TooFew(0)

    def test_a_week_off_is_a_ratio_of_none(self) -> None:
        found = load_ratio(daily({7: 6, 14: 9, 21: 9}, self.TODAY), self.TODAY)
        assert isinstance(found, LoadRatio)
        assert found.ratio == 0

    @given(st.floats(0.5, 50), st.floats(0.1, 10))
    def test_it_does_not_depend_on_the_unit(self, sets: float, factor: float) -> None:
        ratios = [
            load_ratio(daily(dict.fromkeys((0, 3, 8, 15, 22), sets * f), self.TODAY), self.TODAY)
            for f in (1, factor)
        ]
        assert isinstance(ratios[0], LoadRatio)
        assert isinstance(ratios[1], LoadRatio)
        assert ratios[0].ratio == pytest.approx(ratios[1].ratio)
        assert ratios[0].ratio == pytest.approx(2)


class TestEstimates:
    def test_brzycki(self) -> None:
        assert brzycki(100, 1) == 100
        assert brzycki(100, 5) == 112.5
        assert brzycki(185, 8) == pytest.approx(229.66, abs=0.01)
        assert brzycki(100, 11) is None
        assert brzycki(0, 5) is None

    @given(st.floats(1, 500), st.integers(1, 10))
    def test_it_is_never_above_epley_and_equal_at_ten(self, weight: float, reps: int) -> None:
        one, other = brzycki(weight, reps), epley(weight, reps)
        assert one is not None
        assert other is not None
        assert one <= other * (1 + 1e-9)
        assert brzycki(weight, 10) == pytest.approx(epley(weight, 10))


class TestEffects:
    def test_hedges_g_by_hand(self) -> None:
        # means 5 and 1.5, both variances 2/3 and 1/3: pooled 0.5; d = 3.5 / sqrt(0.5); df 6: times 1 - 3/23
        g = hedges_g((4, 5, 6, 5), (1, 2, 1, 2))
        assert g == pytest.approx(3.5 / sqrt(0.5) * (1 - 3 / 23))
        assert hedges_g((1, 1, 1), (1, 1, 1)) is None

    def test_the_bootstrap_is_the_same_every_time_and_holds_the_difference(self) -> None:
        one, other = (4, 5, 6, 5, 7), (1, 2, 1, 2, 3)
        first = bootstrap_difference(one, other)
        assert first == bootstrap_difference(one, other)
        assert first[0] < 3.6 < first[1]
        assert first[0] > 0

    def test_ranks_go_together_perfectly(self) -> None:
        today = date(2026, 11, 21)
        one = Series("a", "value", "", daily({i: float(i) for i in range(8)}, today).points)
        other = Series("b", "value", "", daily({i: float(i**3) for i in range(8)}, today).points)
        found = correlate(one, other)
        assert isinstance(found, Correlation)
        assert (found.r, found.n) == (pytest.approx(1), 8)
        assert found.low == pytest.approx(1)
        assert found.clear

    def test_spearman_with_ties_by_hand(self) -> None:
        # ranks 1..8 against 1.5 1.5 3.5 3.5 5.5 5.5 7.5 7.5: covariance 40, squares 42 and 40
        today = date(2026, 11, 21)
        one = Series("a", "value", "", daily({i: 8.0 - i for i in range(8)}, today).points)
        other = Series("b", "value", "", daily({i: float((7 - i) // 2) for i in range(8)}, today).points)
        found = correlate(one, other)
        assert isinstance(found, Correlation)
        assert found.r == pytest.approx(40 / sqrt(42 * 40))

    def test_seven_days_and_days_that_do_not_change_say_nothing(self) -> None:
        today = date(2026, 11, 21)
        one = Series("a", "value", "", daily({i: float(i) for i in range(7)}, today).points)
        assert correlate(one, one) == TooFew(7)
        flat = Series("b", "value", "", daily(dict.fromkeys(range(8), 3.0), today).points)
        assert correlate(flat, flat) == TooFew(8)

    def test_noise_is_hardly_ever_called_clear(self) -> None:
        today = date(2026, 11, 21)
        draw = random.Random(1)  # noqa: S311 - noise, no secret
        clear = 0
        for _ in range(40):
            one = Series("a", "value", "", daily({i: draw.gauss(0, 1) for i in range(20)}, today).points)
            other = Series("b", "value", "", daily({i: draw.gauss(0, 1) for i in range(20)}, today).points)
            found = correlate(one, other)
            assert isinstance(found, Correlation)
            clear += found.clear
        assert clear <= 6
