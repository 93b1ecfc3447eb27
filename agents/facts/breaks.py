"""A break in the middle of a series: a drop after an injury, a jump after a change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from statistics import fmean
from typing import NamedTuple

from agents.facts.least_squares import line_through
from agents.facts.samples import Point, Series, by_day

MIN_SIDE = 3
"""Days on either side of a break."""
MIN_F = 10.0
"""Chow's F (Econometrica 1960) from which two lines beat one; higher as the place is searched for."""
MIN_SHARE = 0.05
"""How far the level moves, as a share of where it was."""


@dataclass(frozen=True, slots=True)
class Break:
    """The last value before, the first after it, and all since."""

    before: Point
    after: Point
    since: Series


def break_in(whole: Series) -> Break | None:
    """The place where two lines fit best, if they fit far better than one and the level moves there.

    Linear in the number of days.
    """
    points = by_day(whole).points
    if len(points) < 2 * MIN_SIDE + 1:
        return None
    best = _best_split(points)
    one, two = _misfit(points), _misfit(points[:best]) + _misfit(points[best:])
    before, after = points[best - 1], points[best]
    moved = abs(after.value - before.value) / abs(before.value) if before.value else 0.0
    strength = (one - two) / 2 / max(two / (len(points) - 4), 1e-9)
    if moved < MIN_SHARE or strength < MIN_F:
        return None
    return Break(before, after, Series(whole.name, whole.quantity, whole.unit, points[best:]))


def unbroken(whole: Series) -> Series:
    """The part since the break, where there is one."""
    broken = break_in(whole)
    return whole if broken is None else broken.since


def _days(points: Sequence[Point]) -> list[float]:
    return [float((point.day - points[0].day).days) for point in points]


def _misfit(points: Sequence[Point]) -> float:
    """The squares that a straight line leaves."""
    return line_through(_days(points), [point.value for point in points]).residual


class _Sums(NamedTuple):
    """Of points added one by one: how many, and the sums that a line needs."""

    n: int = 0
    x: float = 0.0
    y: float = 0.0
    xx: float = 0.0
    xy: float = 0.0
    yy: float = 0.0

    def plus(self, point: tuple[float, float]) -> _Sums:
        """With one more."""
        x, y = point
        return _Sums(self.n + 1, self.x + x, self.y + y, self.xx + x * x, self.xy + x * y, self.yy + y * y)

    @property
    def misfit(self) -> float:
        """The squares that a line through these leaves, but for rounding."""
        across = self.xy - self.x * self.y / self.n
        return self.yy - self.y**2 / self.n - across**2 / (self.xx - self.x**2 / self.n)


def _best_split(points: Sequence[Point]) -> int:
    """How many points stand before the place where a line on either side leaves least.

    Days and values count from their means, so that little is lost to rounding.
    """
    days, values = _days(points), [point.value for point in points]
    mean_x, mean_y = fmean(days), fmean(values)
    centred = [(x - mean_x, y - mean_y) for x, y in zip(days, values, strict=True)]
    left = list(accumulate(centred, _Sums.plus, initial=_Sums()))
    right = list(accumulate(reversed(centred), _Sums.plus, initial=_Sums()))
    places = range(MIN_SIDE, len(points) - MIN_SIDE + 1)
    return min(places, key=lambda at: left[at].misfit + right[len(points) - at].misfit)
