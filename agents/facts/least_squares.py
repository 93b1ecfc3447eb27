"""The straight line through points that leaves the least squares."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean


@dataclass(frozen=True, slots=True)
class Line:
    """Its slope, the squares it leaves in y, and those of x about their mean."""

    slope: float
    residual: float
    spread: float


def line_through(xs: Sequence[float], ys: Sequence[float]) -> Line:
    """Ordinary least squares; level where all x are the same. Raises StatisticsError of no points."""
    mean_x, mean_y = fmean(xs), fmean(ys)
    spread = sum((x - mean_x) ** 2 for x in xs)
    across = sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys, strict=True))
    slope = across / spread if spread else 0.0
    residual = sum((y - mean_y - slope * (x - mean_x)) ** 2 for x, y in zip(xs, ys, strict=True))
    return Line(slope, residual, spread)
