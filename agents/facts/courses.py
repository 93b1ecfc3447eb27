"""The course of a series over its days: its line with a band, averages that move, records, gaps."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import pairwise
from statistics import fmean, median

from agents.facts.effects import TooFew
from agents.facts.least_squares import line_through
from agents.facts.records import TIE
from agents.facts.samples import Point, Series, by_day, is_guessed, is_helped
from agents.facts.statistics import single, working
from agents.facts.trends import t95, trend
from storage.entities import DateRange

WEEK = 7
"""Days that a moving average looks back on, its own included."""
_EDGES = 24
_LEAST_GAP, _GAP_TIMES = 14, 4
"""A gap is longer than two weeks, and than four times the usual distance of two days."""


@dataclass(frozen=True, slots=True)
class Edge:
    """The fitted line on a day, and the ends of its 95 % interval."""

    day: date
    low: float
    value: float
    high: float


def band(whole: Series) -> tuple[Edge, ...]:
    """The least-squares line of `trend` with the 95 % interval of its mean; none where there is no trend.

    y ± t x s x sqrt(1/n + (x - mean)² / Sxx), with the very t, s and n of the slope's interval (Draper &
    Smith, Applied Regression Analysis, 1.4).
    """
    change = trend(whole)
    if isinstance(change, TooFew):
        return ()
    points = by_day(whole).points
    xs = [(point.day - change.start).days / WEEK for point in points]
    ys = [point.value for point in points]
    line, mean_x, mean_y = line_through(xs, ys), fmean(xs), fmean(ys)
    spread = t95(change.n - 2) * math.sqrt(line.residual / (change.n - 2))
    length = (change.end - change.start).days
    edges: list[Edge] = []
    for offset in sorted({round(length * at / _EDGES) for at in range(_EDGES + 1)}):
        x = offset / WEEK
        value = mean_y + line.slope * (x - mean_x)
        margin = spread * math.sqrt(1 / change.n + (x - mean_x) ** 2 / line.spread)
        edges.append(Edge(change.start + timedelta(days=offset), value - margin, value, value + margin))
    return tuple(edges)


def moving_average(whole: Series) -> tuple[Point, ...]:
    """On each day with a value the mean of the days with one among the last seven."""
    held: deque[Point] = deque()
    averages: list[Point] = []
    for point in by_day(whole).points:
        held.append(point)
        while (point.day - held[0].day).days >= WEEK:
            held.popleft()
        averages.append(Point(point.day, fmean(one.value for one in held), point.entries))
    return tuple(averages)


def records(whole: Series) -> tuple[Point, ...]:
    """The points that beat all before them; no warm-up or guess does, a tie does not, nor the very first."""
    less = whole.quantity == "pace" or (
        whole.quantity == "weight"
        and bool(whole.samples)
        and all(is_helped(one.measure) for one in whole.samples)
    )
    said = tuple(
        point
        for point in single(working(whole)).points
        if point.sample is None or not is_guessed(point.sample.measure, whole.quantity)
    )
    broken: list[Point] = []
    held: float | None = None
    for point in by_day(replace(whole, points=said)).points:
        better = held is not None and (
            point.value < held * (1 - TIE) if less else point.value > held * (1 + TIE)
        )
        if better:
            broken.append(point)
        if held is None or better:
            held = point.value
    return tuple(broken)


def gaps(days: Sequence[date]) -> tuple[DateRange, ...]:
    """The stretches without any between the days (in order) that are much longer than usual."""
    between = [(later - earlier).days for earlier, later in pairwise(days)]
    if not between:
        return ()
    least = max(_LEAST_GAP, _GAP_TIMES * median(between))
    return tuple(
        DateRange(start=earlier + timedelta(days=1), end=later - timedelta(days=1))
        for (earlier, later), apart in zip(pairwise(days), between, strict=True)
        if apart > least
    )
