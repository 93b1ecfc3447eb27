"""Loads that are the body, or that help it: the share that is moved, and the least help as the best."""

from __future__ import annotations

from datetime import date

import pytest

from agents.facts import best, body_volume, records_broken, samples, series, units_of, weight_on
from agents.profile import Profile
from evals.diary import entry
from storage.entities import Entry, Measure

DAYS = [date(2026, 9, day) for day in (1, 8, 15)]
PROFILE = Profile(user_id=1, weight_unit="kg")


def diary(*notations: list[str]) -> list[Entry]:
    return [entry(i, day, "x", found) for i, (day, found) in enumerate(zip(DAYS, notations, strict=False))]


def is_training(measure: Measure) -> bool:
    return measure.name != "body weight"


def is_weight(measure: Measure) -> bool:
    return measure.name == "body weight"


def test_a_share_of_the_body_and_what_is_added_count_in_every_repetition() -> None:
    entries = diary(["body weight value=80kg", "dip reps=10 sets=2"], ["dip weight=10kg reps=5"])
    units = units_of([], PROFILE)
    weights = series(samples(entries, is_weight), "body weight", "value", units).points
    whole = body_volume(samples(entries, is_training), "dip", 0.95, weights, units)
    assert whole.values == pytest.approx((80 * 0.95 * 20, (80 * 0.95 + 10) * 5))


def test_the_last_weight_up_to_the_day_holds_and_the_first_before_it() -> None:
    entries = diary([], ["body weight value=80kg"], ["body weight value=79kg"])
    units = units_of([], PROFILE)
    weights = series(samples(entries, is_weight), "body weight", "value", units).points
    held = [weight_on(day, weights) for day in DAYS]
    assert [point.value for point in held if point] == [80, 80, 79]
    assert weight_on(DAYS[0], ()) is None


def test_of_equal_loads_the_one_lifted_more_often_is_the_best() -> None:
    entries = diary(["bench press weight=80kg reps=5"], ["bench press weight=80kg reps=7"])
    found = samples(entries, is_training)
    top = best(series(found, "bench press", "weight", units_of([], PROFILE)))
    assert top is not None
    assert top.day == DAYS[1]


def test_the_least_help_is_the_best_and_less_help_a_record() -> None:
    entries = diary(["assisted pull-up weight=25kg reps=8"], ["assisted pull-up weight=15kg reps=8"])
    found = samples(entries, is_training)
    units = units_of([], PROFILE)
    top = best(series(found, "assisted pull-up", "weight", units))
    assert top is not None
    assert top.value == 15
    assert not series(found, "assisted pull-up", "volume", units).points
    (record,) = records_broken(entries[1], entries[0].measures, PROFILE)
    assert (record.kind, record.name) == ("help", "assisted pull-up")
    assert not records_broken(entries[0], entries[1].measures, PROFILE)
