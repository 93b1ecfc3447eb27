"""Tonnage of exercises that move the body itself: a share of its weight, and what is added to it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from agents.facts.samples import Point, Sample, Series, Units, is_helped, load_of


def body_volume(
    found: Sequence[Sample], name: str, share: float, weights: Sequence[Point], units: Units
) -> Series:
    """(body weight x `share` + added load) x repetitions x sets, without warm-ups; none without a weight.

    `share` is how much of the body is moved (a push-up about 0.64: Ebben et al. 2011). The body weight is
    the last one logged up to the day, before the first one that one. `weights`: in our units, oldest first.
    """
    points: list[Point] = []
    for sample in found:
        measure, body = sample.measure, weight_on(sample.day, weights)
        if body is None or measure.reps is None or measure.warmup or is_helped(measure):
            continue
        load = body.value * share + (load_of(measure, units) or 0.0)
        points.append(Point(sample.day, load * measure.reps * measure.sets, (sample.entry,), sample))
    return Series(name, "volume", units.weight or "", tuple(points))


def weight_on(day: date, weights: Sequence[Point]) -> Point | None:
    """The body weight that holds for a day."""
    before = [point for point in weights if point.day <= day]
    return before[-1] if before else next(iter(weights), None)
