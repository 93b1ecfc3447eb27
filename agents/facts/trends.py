"""Change over time and differences between groups of days, said only when there is enough to say it."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from statistics import fmean, variance

from agents.facts.effects import TooFew, bootstrap_difference, hedges_g
from agents.facts.least_squares import line_through
from agents.facts.samples import Series, by_day

MIN_TREND_DAYS = 4
MIN_TREND_SPAN = 10
"""Days between the first and the last value below which a slope per week means nothing."""
MIN_GROUP = 5

# Two-sided 95 % quantiles of Student's t, 1..30 degrees of freedom; 1.96 + 2.4 / df is within 0.002 beyond.
_T95 = (
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
    2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
)  # fmt: skip


def t95(freedom: float) -> float:
    """Student's t for a 95 % interval."""
    whole = max(1, math.floor(freedom))
    return _T95[whole - 1] if whole <= len(_T95) else 1.96 + 2.4 / whole


@dataclass(frozen=True, slots=True)
class Trend:
    """Least-squares slope per week of the days' values, with its 95 % interval."""

    slope: float
    low: float
    high: float
    n: int
    start: date
    end: date

    @property
    def clear(self) -> bool:
        """Whether the interval leaves zero out."""
        return self.low > 0 or self.high < 0


def trend(whole: Series) -> Trend | TooFew:
    """Ordinary least squares on one value a day; the interval is slope ± t x standard error."""
    daily = by_day(whole)
    n = len(daily.points)
    if n < MIN_TREND_DAYS or (daily.points[-1].day - daily.points[0].day).days < MIN_TREND_SPAN:
        return TooFew(n)
    origin = daily.points[0].day
    weeks = [(point.day - origin).days / 7 for point in daily.points]
    line = line_through(weeks, daily.values)
    margin = t95(n - 2) * math.sqrt(line.residual / (n - 2) / line.spread)
    return Trend(line.slope, line.slope - margin, line.slope + margin, n, origin, daily.points[-1].day)


@dataclass(frozen=True, slots=True)
class Split:
    """Mean on the picked days against the rest, with the 95 % bootstrap interval of the difference."""

    picked: float
    rest: float
    n_picked: int
    n_rest: int
    low: float
    high: float
    effect: float | None
    """Hedges' g; None where nothing varies."""
    sure: bool
    """Whether Welch's interval leaves zero out, too."""

    @property
    def difference(self) -> float:
        """Picked minus rest."""
        return self.picked - self.rest

    @property
    def clear(self) -> bool:
        """Whether both intervals leave zero out."""
        return self.sure and (self.low > 0 or self.high < 0)


def split(whole: Series, picked: Callable[[date], bool | None]) -> Split | TooFew:
    """Compare days; `picked` gives None for a day nothing is known about. Needs 5 days on either side.

    The interval is a bootstrap's. Of so few days it is too narrow (Hesterberg, Am. Stat. 2015), so a
    difference is called clear only where Welch's (Biometrika 1947) agrees.
    """
    groups: dict[bool, list[float]] = {True: [], False: []}
    for point in by_day(whole).points:
        side = picked(point.day)
        if side is not None:
            groups[side].append(point.value)
    one, other = groups[True], groups[False]
    if min(len(one), len(other)) < MIN_GROUP:
        return TooFew(min(len(one), len(other)))
    parts = (variance(one) / len(one), variance(other) / len(other))
    error = math.sqrt(sum(parts))
    bottom = parts[0] ** 2 / (len(one) - 1) + parts[1] ** 2 / (len(other) - 1)
    margin = t95(sum(parts) ** 2 / bottom) * error if bottom else 0.0
    gap = fmean(one) - fmean(other)
    low, high = bootstrap_difference(one, other)
    sure = abs(gap) > margin
    return Split(fmean(one), fmean(other), len(one), len(other), low, high, hedges_g(one, other), sure)


@dataclass(frozen=True, slots=True)
class Comparison:
    """The same figure in two periods; `percent` is None when the earlier one is 0."""

    now: float
    before: float

    @property
    def difference(self) -> float:
        """Now minus before."""
        return self.now - self.before

    @property
    def percent(self) -> float | None:
        """The difference in per cent of before."""
        return self.difference / self.before * 100 if self.before else None
