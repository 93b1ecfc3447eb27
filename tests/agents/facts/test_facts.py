"""Figures against values worked out by hand."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents import facts
from agents.facts import (
    Sample,
    Series,
    Split,
    TooFew,
    Trend,
    by_day,
    by_period,
    epley,
    is_training,
    series,
    show,
    split,
    trend,
    units_of,
)
from agents.profile import Profile
from agents.types import Quantity
from bot.replies.achievements import record_named
from bot.texts import wording
from storage.entities import DateRange, Measure
from tests.agents.offline.asker import entry, measure
from units import KG_PER_LB

ANYBODY = Profile(user_id=1)
ENGLISH = wording("en")
START = date(2026, 11, 2)


def sampled(*notations: str, step: int = 1) -> list[Sample]:
    """One measure a day from Monday 2 November on."""
    days = [START + timedelta(days=step * i) for i in range(len(notations))]
    return [Sample(f"e{i}", days[i], measure(text, days[i])) for i, text in enumerate(notations)]


def whole(
    name: str, quantity: Quantity, *notations: str, profile: Profile = ANYBODY, step: int = 1
) -> Series:
    found = sampled(*notations, step=step)
    return series(found, name, quantity, units_of((s.measure for s in found), profile))


class TestUnits:
    def test_mixed_loads_are_shown_in_the_unit_written_most(self) -> None:
        bench = whole(
            "bench press",
            "weight",
            "bench press weight=100kg reps=5",
            "bench press weight=225lb reps=5",
            "bench press weight=200lb reps=5",
        )
        assert bench.unit == "lb"
        assert bench.values == (220.46, 225, 200)

    def test_the_chosen_unit_wins_over_the_written_one(self) -> None:
        bench = whole(
            "bench press",
            "weight",
            "bench press weight=225lb reps=5",
            profile=Profile(user_id=1, weight_unit="kg"),
        )
        assert (bench.unit, bench.values) == ("kg", (102.06,))

    @pytest.mark.parametrize("quantity", ["weight", "e1rm", "volume"])
    def test_a_load_of_open_unit_is_not_compared_with_those_that_have_one(self, quantity: Quantity) -> None:
        lifted = ("squat weight=100 reps=1", "squat weight=60kg reps=1")
        assert whole("squat", quantity, *lifted).values == (60,)

    def test_a_load_without_unit_is_in_the_chosen_one(self) -> None:
        lifted = ("squat weight=100 reps=5", "squat weight=60kg reps=5")
        chosen = Profile(user_id=1, weight_unit="kg")
        assert whole("squat", "weight", *lifted, profile=chosen).values == (100, 60)

    def test_where_no_load_has_a_unit_the_bare_numbers_compare(self) -> None:
        squat = whole("squat", "weight", "squat weight=100 reps=5", "squat weight=60 reps=5")
        assert (squat.values, squat.unit) == ((100, 60), "")

    def test_pools_are_measured_per_100(self) -> None:
        swim = whole("swim", "pace", "swim distance=1000m duration=25:00")
        assert (swim.unit, swim.values) == ("s/100m", (150,))

    def test_a_run_is_never_per_100(self) -> None:
        run = whole("run", "pace", "run distance=800m duration=3:12")
        assert (run.unit, run.values) == ("s/km", (240,))

    def test_miles_stay_miles(self) -> None:
        run = whole(
            "run",
            "distance",
            "run distance=3mi duration=30:00",
            "run distance=5km duration=25:00",
            "run distance=4mi",
        )
        assert run.unit == "mi"
        assert run.values == pytest.approx((3, 3.10686, 4), abs=1e-4)

    def test_pace_and_speed_follow_from_distance_and_time(self) -> None:
        assert whole("run", "pace", "run distance=5km duration=25:00").values == (300,)
        assert whole("ride", "speed", "ride distance=30km duration=1:00:00").values == (30,)


class TestSingleFigures:
    RUNS = ("run distance=5km", "run distance=10km", "run distance=7km", "run distance=10km")

    def test_first_last_highest_lowest(self) -> None:
        runs = whole("run", "distance", *self.RUNS)
        assert [p.value for p in (facts.first(runs), facts.last(runs), facts.lowest(runs)) if p] == [5, 10, 5]
        top = facts.highest(runs)
        assert top is not None
        assert top.day == date(2026, 11, 3), "a tie breaks nothing: the first 10 km holds"

    def test_sum_average_count(self) -> None:
        runs = whole("run", "distance", *self.RUNS)
        assert (facts.total(runs), facts.average(runs), facts.count_days(runs)) == (32, 8, 4)

    def test_the_fastest_pace_is_the_lowest(self) -> None:
        runs = whole("run", "pace", "run distance=5km duration=25:00", "run distance=5km duration=24:00")
        top = facts.best(runs)
        assert top is not None
        assert top.value == 288

    def test_the_average_pace_is_all_the_time_over_all_the_distance(self) -> None:
        runs = ("run distance=10km duration=50:00", "run distance=5km duration=30:00")
        assert facts.average(whole("run", "pace", *runs)) == pytest.approx(320)
        rides = ("ride distance=30km duration=1:00:00", "ride distance=10km duration=0:30:00")
        assert facts.average(whole("ride", "speed", *rides)) == pytest.approx(80 / 3)

    def test_warm_ups_are_no_bests(self) -> None:
        bench = whole(
            "bench press", "weight", "bench press weight=60kg reps=5", "bench press weight=80kg reps=1 warmup"
        )
        top = facts.best(bench)
        assert top is not None
        assert top.value == 60

    def test_nothing_gives_nothing(self) -> None:
        empty = whole("run", "distance")
        assert facts.last(empty) is facts.first(empty) is facts.best(empty) is facts.average(empty) is None

    def test_a_night_told_twice_counts_once_and_a_nap_adds(self) -> None:
        day = date(2026, 11, 2)
        for texts, hours in ((["7", "7"], 7), (["6", "1.5"], 7.5)):
            found = [
                Sample(str(i), day, measure(f"sleep value={text}h", day)) for i, text in enumerate(texts)
            ]
            assert by_day(series(found, "sleep", "value", units_of([], ANYBODY))).values == (hours,)

    def test_calories_of_a_day_add_up_and_ratings_are_averaged(self) -> None:
        day = date(2026, 11, 2)
        meals = [Sample("a", day, measure(f"kcal value={kcal}kcal", day)) for kcal in (500, 500, 700)]
        moods = [Sample("a", day, measure(f"mood value={mood}", day)) for mood in (2, 4)]
        assert by_day(series(meals, "kcal", "value", units_of([], ANYBODY))).values == (1700,)
        assert by_day(series(moods, "mood", "value", units_of([], ANYBODY))).values == (3,)

    def test_volume_and_repetitions_count_every_set(self) -> None:
        squat = ("squat weight=100kg reps=5 sets=3", "squat weight=60kg reps=10 warmup")
        assert facts.total(whole("squat", "volume", *squat)) == 1500
        assert facts.total(whole("squat", "reps", *squat)) == 25
        assert facts.total(whole("squat", "sets", *squat)) == 3

    def test_weeks_and_months(self) -> None:
        runs = whole("run", "distance", *("run distance=5km",) * 10, step=3)
        weeks = by_period(runs, "week")
        assert [(span.start.day, facts.total(part)) for span, part in weeks] == [
            (2, 15),
            (9, 10),
            (16, 10),
            (23, 15),
        ]
        assert [facts.total(part) for _, part in by_period(runs, "month")] == [50]
        december = facts.period_of(date(2026, 12, 5), "month")
        assert (december.start, december.end) == (date(2026, 12, 1), date(2026, 12, 31))


class TestDays:
    DAYS = tuple(date(2026, 11, day) for day in (1, 2, 3, 6, 7, 20))

    def test_frequency_is_days_a_week(self) -> None:
        span = DateRange(start=date(2026, 11, 1), end=date(2026, 11, 14))
        assert facts.frequency(self.DAYS, span) == 2.5

    def test_streaks(self) -> None:
        longest = facts.longest_streak(self.DAYS)
        assert longest == facts.Streak(3, date(2026, 11, 1), date(2026, 11, 3))
        assert facts.current_streak(self.DAYS, date(2026, 11, 21)) == facts.Streak(
            1, date(2026, 11, 20), date(2026, 11, 20)
        )
        assert facts.current_streak(self.DAYS, date(2026, 11, 23)) is None
        assert facts.longest_streak([]) is None

    def test_rest_days(self) -> None:
        span = DateRange(start=date(2026, 11, 1), end=date(2026, 11, 7))
        assert facts.rest_days(self.DAYS, span) == [date(2026, 11, 4), date(2026, 11, 5)]

    @given(st.sets(st.dates(date(2026, 1, 1), date(2026, 12, 31))))
    def test_streaks_are_a_partition_of_the_days(self, days: set[date]) -> None:
        found = facts.streaks(days)
        assert sum(streak.length for streak in found) == len(days)
        assert all((s.end - s.start).days + 1 == s.length for s in found)


class TestEpley:
    def test_known_values(self) -> None:
        assert epley(100, 1) == 100
        assert epley(100, 5) == pytest.approx(116.667, abs=1e-3)
        assert epley(225, 10) == 300

    def test_more_than_twelve_repetitions_estimate_nothing(self) -> None:
        assert epley(60, 13) is None
        assert epley(0, 5) is None

    @given(st.floats(1, 500), st.integers(1, 12))
    def test_never_below_the_load(self, weight: float, reps: int) -> None:
        estimate = epley(weight, reps)
        assert estimate is not None
        assert estimate >= weight


class TestTrend:
    def test_a_straight_line_is_found_exactly(self) -> None:
        weeks = [f"bench press weight={60 + 2.5 * i}kg reps=1" for i in range(5)]
        found = trend(whole("bench press", "weight", *weeks, step=7))
        assert isinstance(found, Trend)
        assert (found.slope, found.n) == (pytest.approx(2.5), 5)
        assert (found.low, found.high) == (pytest.approx(2.5), pytest.approx(2.5))
        assert found.clear

    def test_by_hand(self) -> None:
        # x = 0..3 weeks, y = 1, 3, 2, 4: slope 0.8, residual 1.8, se = sqrt(0.9 / 5) = 0.42426, t(2) = 4.303
        found = trend(whole("mood", "value", *(f"mood value={v}" for v in (1, 3, 2, 4)), step=7))
        assert isinstance(found, Trend)
        assert found.slope == pytest.approx(0.8)
        assert found.high - found.slope == pytest.approx(4.303 * 0.42426, abs=1e-3)
        assert not found.clear

    def test_too_few_are_not_a_trend(self) -> None:
        assert trend(
            whole("mood", "value", "mood value=1", "mood value=2", "mood value=3", step=7)
        ) == TooFew(3)
        assert trend(whole("mood", "value", *("mood value=1",) * 8)) == TooFew(8), "eight days span a week"


class TestSplit:
    def test_by_hand(self) -> None:
        # 4, 5, 6, 5, 5 against 1, 2, 1, 2, 1.5: means 5 and 1.5, variances 0.5 and 0.25, pooled 0.375
        found = split(
            whole("mood", "value", *(f"mood value={v}" for v in (4, 5, 6, 5, 5, 1, 2, 1, 2, 1.5))),
            lambda day: (day - START).days < 5,
        )
        assert isinstance(found, Split)
        assert (found.picked, found.rest, found.difference) == (5, 1.5, 3.5)
        assert found.low < 3.5 < found.high
        assert found.effect == pytest.approx(3.5 / 0.375**0.5 * (1 - 3 / 31))
        assert found.clear

    def test_it_is_clear_only_where_welch_agrees(self) -> None:
        # means 5 and 4, variances 1.5 and 0.5: se = sqrt(0.4), df 6.4, t(6) = 2.447: 1 ± 1.55 holds 0
        found = split(
            whole("mood", "value", *(f"mood value={v}" for v in (4, 4, 5, 5, 7, 4, 4, 5, 4, 3))),
            lambda day: (day - START).days < 5,
        )
        assert isinstance(found, Split)
        assert found.difference == 1
        assert not found.sure
        assert not found.clear

    def test_five_days_on_either_side(self) -> None:
        moods = whole("mood", "value", *(f"mood value={v}" for v in (4, 5, 6, 5, 5, 1, 2, 1, 2)))
        assert split(moods, lambda day: (day - START).days < 5) == TooFew(4)

    def test_days_nothing_is_known_about_are_left_out(self) -> None:
        moods = whole("mood", "value", *(f"mood value={v}" for v in range(1, 12)))
        found = split(moods, lambda day: None if day == START else day < START + timedelta(days=6))
        assert isinstance(found, Split)
        assert (found.n_picked, found.n_rest) == (5, 5)


def test_shown_as_people_write() -> None:
    shown = [
        show(185, "lb"),
        show(102.5, "kg"),
        show(300, "s/km"),
        show(6840, "s"),
        show(6.215, "mi"),
        show(0, ""),
    ]
    assert shown == ["185 lb", "102.5 kg", "5:00/km", "1:54:00", "6.21 mi", "0"]
    assert show(4, "/5") == "4/5"
    assert show(-129, "s") == "-2:09"
    assert show(-7071, "s") == "-1:57:51"
    assert show(-0.4, "s/km") == "0:00/km"
    assert show(10_875, "lb") == "10,875 lb"


def test_training_is_told_from_metrics() -> None:
    day = date(2026, 11, 2)
    kinds = {
        text: is_training(measure(text, day))
        for text in (
            "squat weight=100kg reps=5",
            "run distance=5km",
            "sleep value=7h",
            "pain text=knee",
            "plank duration=60s",
        )
    }
    assert list(kinds.values()) == [True, True, False, False, True]


@given(st.floats(20, 400))
def test_there_and_back_again(weight: float) -> None:
    there = facts.in_weight_unit(weight, "kg", "lb")
    assert there == pytest.approx(weight / KG_PER_LB, abs=0.005)
    assert facts.in_weight_unit(there, "lb", "kg") == pytest.approx(weight, abs=0.02)


def broken(
    new: str | list[str], *before: str, profile: Profile = ANYBODY
) -> dict[str, tuple[str, str | None]]:
    today = date(2026, 11, 20)
    old: list[Measure] = [measure(text, today - timedelta(days=7)) for text in before]
    notations = [new] if isinstance(new, str) else new
    return {
        record_named(r, ENGLISH): (r.now, r.before)
        for r in facts.records_broken(entry(1, today, "x", notations), old, profile)
    }


class TestRecords:
    def test_the_first_time_is_no_record(self) -> None:
        assert broken("bench press weight=100kg reps=5") == {}

    def test_heavier_is_a_record_of_load_and_estimate(self) -> None:
        assert broken("bench press weight=195lb reps=5", "bench press weight=190lb reps=5") == {
            "heaviest bench press": ("195 lb", "190 lb"),
            "estimated 1RM, bench press": ("227.5 lb", "221.7 lb"),
        }

    def test_a_tie_is_no_record_whatever_the_unit(self) -> None:
        assert broken("bench press weight=100kg reps=5", "bench press weight=220.462lb reps=5") == {}

    def test_a_warm_up_is_no_record_and_holds_none(self) -> None:
        assert broken("squat weight=150kg reps=1 warmup", "squat weight=100kg reps=5") == {}
        heavy = broken(
            "squat weight=120kg reps=5", "squat weight=150kg reps=1 warmup", "squat weight=100kg reps=5"
        )
        assert heavy["heaviest squat"] == ("120 kg", "100 kg")

    def test_a_load_of_open_unit_breaks_and_holds_nothing_beside_known_ones(self) -> None:
        assert broken("bench press weight=100 reps=6", "bench press weight=90kg reps=5") == {}
        assert broken("bench press weight=90kg reps=6", "bench press weight=90 reps=5") == {}
        assert "heaviest bench press" in broken(
            "bench press weight=100 reps=5", "bench press weight=90 reps=5"
        )

    def test_more_repetitions_at_a_load(self) -> None:
        more = broken(
            "bench press weight=100kg reps=6",
            "bench press weight=100kg reps=5",
            "bench press weight=110kg reps=5",
        )
        assert more == {"most reps of bench press with 100 kg": ("6", "5")}

    def test_repetitions_without_load(self) -> None:
        assert broken("pull-up reps=12", "pull-up reps=10") == {"most reps of pull-up": ("12", "10")}

    def test_distance_and_pace(self) -> None:
        far = broken("run distance=12km duration=1:06:00", "run distance=10km duration=55:00")
        assert far == {"longest run": ("12 km", "10 km")}
        fast = broken(
            "run distance=5km duration=24:00",
            "run distance=5km duration=25:00",
            "run distance=10km duration=55:00",
        )
        assert fast == {"fastest run over 5 km": ("4:48/km", "5:00/km")}

    @pytest.mark.parametrize("field", ["weight", "reps", "name"])
    def test_what_was_guessed_is_no_record_and_holds_none(self, field: str) -> None:
        """A load that was said counts, whatever was made of its repetitions."""
        held, light, heavy = (measure(f"bench press weight={kg}kg reps=1", START) for kg in (100, 110, 140))
        guess = heavy.model_copy(update={"certainty": {field: "guessed"}})
        today = entry(1, START, "x", [])
        for new, before, is_record in (
            ([guess], [held], field == "reps"),
            ([light], [held, guess], field != "reps"),
        ):
            now = today.model_copy(update={"measures": tuple(new)})
            told = [record_named(record, ENGLISH) for record in facts.records_broken(now, before, ANYBODY)]
            assert ("heaviest bench press" in told) == is_record

    def test_a_guessed_distance_is_no_record(self) -> None:
        held, far = (
            measure(f"run distance={km}km duration={s}s", START) for km, s in ((5, 1800), (10, 2400))
        )
        for field, broken_then in (("distance_m", []), ("duration_s", ["longest run"])):
            guess = far.model_copy(update={"certainty": {field: "guessed"}})
            now = entry(1, START, "x", []).model_copy(update={"measures": (guess,)})
            assert [
                record_named(r, ENGLISH) for r in facts.records_broken(now, [held], ANYBODY)
            ] == broken_then

    def test_the_best_is_one_that_was_said_where_there_is_one(self) -> None:
        first, second = sampled("bench press weight=140kg reps=1", "bench press weight=100kg reps=1")
        guess = replace(first, measure=first.measure.model_copy(update={"certainty": {"weight": "guessed"}}))
        units = units_of([second.measure], ANYBODY)
        tops = [
            facts.best(series(some, "bench press", "weight", units)) for some in ([guess, second], [guess])
        ]
        assert [top and top.value for top in tops] == [100, 140]

    def test_a_record_is_told_in_the_unit_just_written(self) -> None:
        assert broken("run distance=5km", "run distance=2mi")["longest run"] == ("5 km", "3.22 km")
        assert broken("run distance=4mi", "run distance=5km")["longest run"] == ("4 mi", "3.11 mi")
        lifted = broken("squat weight=225lb reps=1", "squat weight=100kg reps=1", "squat weight=90kg reps=1")
        assert lifted["heaviest squat"] == ("225 lb", "220.5 lb")

    def test_a_short_sprint_does_not_beat_a_long_run(self) -> None:
        assert (
            broken(
                "run distance=1km duration=4:00",
                "run distance=1km duration=3:50",
                "run distance=10km duration=50:00",
            )
            == {}
        )

    def test_only_the_best_of_several_sets_is_told(self) -> None:
        sets = ["squat weight=105kg reps=5", "squat weight=110kg reps=5", "squat weight=100kg reps=8"]
        assert broken(sets, "squat weight=100kg reps=5")["heaviest squat"] == ("110 kg", "100 kg")

    @given(st.lists(st.tuples(st.integers(40, 200), st.integers(1, 12)), min_size=1, max_size=8))
    def test_repeating_the_past_breaks_nothing(self, sets: list[tuple[int, int]]) -> None:
        done = [f"squat weight={weight}kg reps={reps}" for weight, reps in sets]
        assert broken(done, *done) == {}
