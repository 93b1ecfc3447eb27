"""Tonnage and maxima of exercises that move the body: a share of its weight, and what is added to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date

from agents.facts.samples import Point, Sample, Series, Units, epley, is_helped, load_of


def body_volume(
    found: Sequence[Sample], name: str, share: float, weights: Sequence[Point], units: Units
) -> Series:
    """(body weight x `share` + added load) x repetitions x sets, without warm-ups; none without a weight.

    `share` is how much of the body is moved (a push-up about 0.64: Ebben et al. 2011). The body weight is
    the last one logged up to the day, before the first one that one. `weights`: in our units, oldest first.
    """
    points = [
        Point(sample.day, load * (sample.measure.reps or 0) * sample.measure.sets, (sample.entry,), sample)
        for sample, load in _moved(found, share, weights, units)
    ]
    return Series(name, "volume", units.weight or "", tuple(points))


def body_e1rm(
    found: Sequence[Sample], name: str, share: float, weights: Sequence[Point], units: Units
) -> Series:
    """Epley's estimate for the share of the body and the added load together; none without a body weight."""
    points = [
        Point(sample.day, value, (sample.entry,), sample)
        for sample, load in _moved(found, share, weights, units)
        if (value := epley(load, sample.measure.reps or 0)) is not None
    ]
    return Series(name, "e1rm", units.weight or "", tuple(points))


def _moved(
    found: Sequence[Sample], share: float, weights: Sequence[Point], units: Units
) -> Iterator[tuple[Sample, float]]:
    for sample in found:
        measure, body = sample.measure, weight_on(sample.day, weights)
        if body is None or measure.reps is None or measure.warmup or is_helped(measure):
            continue
        yield sample, body.value * share + (load_of(measure, units) or 0.0)


def weight_on(day: date, weights: Sequence[Point]) -> Point | None:
    """The body weight that holds for a day."""
    before = [point for point in weights if point.day <= day]
    return before[-1] if before else next(iter(weights), None)
