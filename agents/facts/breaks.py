"""A break in the middle of a series: a drop after an injury, a jump after a change."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean

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
    """The place where two lines fit best, if they fit far better than one and the level moves there."""
    points = by_day(whole).points
    if len(points) < 2 * MIN_SIDE + 1:
        return None
    one = _misfit(points)
    best = min(
        range(MIN_SIDE, len(points) - MIN_SIDE + 1),
        key=lambda at: _misfit(points[:at]) + _misfit(points[at:]),
    )
    two = _misfit(points[:best]) + _misfit(points[best:])
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


def _misfit(points: tuple[Point, ...]) -> float:
    """The squares that a straight line leaves."""
    days = [float((point.day - points[0].day).days) for point in points]
    values = [point.value for point in points]
    mean_x, mean_y = fmean(days), fmean(values)
    spread = sum((x - mean_x) ** 2 for x in days)
    slope = (
        sum((x - mean_x) * (y - mean_y) for x, y in zip(days, values, strict=True)) / spread
        if spread
        else 0.0
    )
    return sum((y - mean_y - slope * (x - mean_x)) ** 2 for x, y in zip(days, values, strict=True))
