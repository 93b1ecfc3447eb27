"""Bands, averages that move, records and gaps, by values."""

from __future__ import annotations

import math
from datetime import date, timedelta

import pytest

from agents.facts import (
    TooFew,
    Units,
    band,
    gaps,
    moving_average,
    records,
    samples,
    series,
    trend,
)
from agents.facts.samples import Series
from storage.entities import DateRange, Measure
from tests.agents.diary import entry, lift, run

FIRST = date(2026, 9, 1)
KG = Units("kg", "km")


def weights(*values: float, every: int = 7) -> Series:
    entries = [
        entry(day, Measure(domain="general", name="body weight", day=day, value=value, unit="kg"))
        for value, day in zip(values, (FIRST + timedelta(days=every * n) for n in range(99)), strict=False)
    ]
    return series(samples(entries, lambda _: True), "body weight", "value", KG)


def test_the_band_is_that_of_the_slope_the_words_tell():
    """By hand: x = 0..4 weeks, y = 80, 81, 81, 83, 83; slope 0.8, residual 0.8, t(3) = 3.182."""
    whole = weights(80, 81, 81, 83, 83)
    told, edges = trend(whole), band(whole)
    assert not isinstance(told, TooFew)
    assert told.slope == pytest.approx(0.8)
    s = math.sqrt(0.8 / 3)
    assert edges[0].day == FIRST
    assert edges[-1].day == FIRST + timedelta(days=28)
    assert edges[0].value == pytest.approx(81.6 - 2 * 0.8)
    assert edges[-1].value == pytest.approx(81.6 + 2 * 0.8)
    ends = 3.182 * s * math.sqrt(1 / 5 + 4 / 10)
    assert edges[-1].high - edges[-1].value == pytest.approx(ends)
    middle = min(edges, key=lambda edge: abs((edge.day - FIRST).days - 14))
    assert middle.high - middle.value == pytest.approx(3.182 * s * math.sqrt(1 / 5), rel=1e-3)
    # What the slope's interval makes at an end stays within the band, which has the mean's as well.
    assert (told.high - told.slope) * 2 < ends


def test_too_few_days_have_no_band():
    assert band(weights(80, 81, 82)) == ()
    assert band(weights(80, 81, 82, 83, every=2)) == ()


def test_the_average_looks_back_seven_days():
    found = moving_average(weights(80, 82, 84, 90, every=3))
    assert [point.value for point in found] == [80, 81, 82, (82 + 84 + 90) / 3]


def test_records_beat_all_before_and_a_tie_or_warm_up_does_not():
    days = [FIRST + timedelta(days=n) for n in range(5)]
    lifts = [
        lift(days[0], 100, 5),
        lift(days[1], 100, 5),
        lift(days[2], 140, 5).model_copy(update={"warmup": True}),
        lift(days[3], 105, 5),
        lift(days[4], 102.5, 5),
    ]
    entries = [entry(one.day, one) for one in lifts]
    whole = series(samples(entries, lambda _: True), "bench press", "weight", KG)
    assert [(point.day, point.value) for point in records(whole)] == [(days[3], 105)]


def test_a_pace_is_a_record_when_it_is_lower():
    entries = [
        entry(day, run(day, 5, seconds))
        for day, seconds in zip(
            (FIRST + timedelta(days=n) for n in range(3)), (1500, 1520, 1450), strict=True
        )
    ]
    whole = series(samples(entries, lambda _: True), "run", "pace", KG)
    assert [point.value for point in records(whole)] == [290]


def test_gaps_are_longer_than_two_weeks_and_than_usual():
    days = [FIRST + timedelta(days=n) for n in (0, 3, 6, 30, 33)]
    assert gaps(days) == (DateRange(start=days[2] + timedelta(days=1), end=days[3] - timedelta(days=1)),)
    monthly = [FIRST + timedelta(days=30 * n) for n in range(5)]
    assert gaps(monthly) == ()
    assert gaps([]) == gaps([FIRST]) == ()
