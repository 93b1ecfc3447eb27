"""When the line of a trend reaches a value, with the days between which its 95 % band does."""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import date, timedelta
from statistics import fmean
from typing import Literal

from agents.facts.effects import TooFew
from agents.facts.least_squares import line_through
from agents.facts.samples import Series, by_day
from agents.facts.trends import t95, trend

_WEEK = 7
FARTHEST = timedelta(days=730)
"""Nobody's line is followed for longer, counted from the last value."""
WIDEST = timedelta(weeks=26)
"""Nor told where its day is known no better than within half a year to either side."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """The day on which the line is there, and the first and last on which its band is."""

    day: date
    low: date
    high: date
    n: int

    @property
    def margin(self) -> int:
        """Days to the farther end of the band."""
        return max((self.high - self.day).days, (self.day - self.low).days)


Why = Literal["few", "flat", "away", "far"]
"""Too few days; no clear trend; a clear one the other way; a line that is followed too far."""


@dataclass(frozen=True, slots=True)
class NoArrival:
    """Why no day can be told, and on how many days with a value that rests."""

    why: Why
    n: int


def arrival(whole: Series, target: float) -> Arrival | NoArrival:
    """Where the least-squares line of `trend` crosses the target.

    The interval is Fieller's, which is where the band of the line's mean crosses it: the solutions x of
    (target - line(x))² = t² s² (1/n + (x - mean)² / Sxx), with the very t and s of the slope's interval
    (Draper & Smith, Applied Regression Analysis, 1.7, inverse prediction). It is bounded exactly where the
    slope is clear.
    """
    change = trend(whole)
    if isinstance(change, TooFew):
        return NoArrival("few", change.n)
    points = by_day(whole).points
    xs = [(point.day - change.start).days / _WEEK for point in points]
    ys = [point.value for point in points]
    line, mean_x, gap = line_through(xs, ys), fmean(xs), target - fmean(ys)
    if not change.clear:
        return NoArrival("flat", change.n)
    ahead = (target - points[-1].value) * line.slope > 0 or gap * line.slope > 0
    if not ahead:
        return NoArrival("away", change.n)
    spread = t95(change.n - 2) * math.sqrt(line.residual / (change.n - 2))
    leverage = spread**2 / (line.slope**2 * line.spread)
    way = gap / line.slope
    margin = spread / abs(line.slope) * math.sqrt((1 - leverage) / change.n + way**2 / line.spread)
    low, high = ((way - margin) / (1 - leverage), (way + margin) / (1 - leverage))
    farthest = (change.end - change.start + FARTHEST).days / _WEEK
    if mean_x + high > farthest or (high - low) / 2 > WIDEST.days / _WEEK:
        return NoArrival("far", change.n)
    day, first, last = (change.start + timedelta(days=round((mean_x + x) * _WEEK)) for x in (way, low, high))
    return Arrival(day, first, last, change.n)
