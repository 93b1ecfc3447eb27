"""How strongly things go together: effect size, rank correlation, bootstrap intervals.

Python's `statistics` and a seeded `random` do: SciPy would cost some 100 MB and half a second at a start
for three formulas that stand below with their sources.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, variance

from agents.facts.samples import Series, by_day

MIN_PAIRS = 8
"""Days with both values below which a correlation says nothing."""
_MOST_RESAMPLES, _LEAST_RESAMPLES, _DRAWN = 1000, 250, 50_000
"""As many resamples as draw so many values, within bounds: a year of days must not hold up a chat."""
_SEED = 20_261_121
"""Fixed, so that the same log always gives the same interval."""


@dataclass(frozen=True, slots=True)
class TooFew:
    """Can't say yet: this many values are there."""

    n: int


def hedges_g(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Standardised difference of two means, corrected for few values; None where nothing varies.

    Source: L. Hedges, J. Educ. Stat. 1981: Cohen's d with the pooled variance, times 1 - 3 / (4 df - 1).
    About 0.2 is small, 0.5 medium, 0.8 large (Cohen 1988).
    """
    freedom = len(one) + len(other) - 2
    pooled = ((len(one) - 1) * variance(one) + (len(other) - 1) * variance(other)) / freedom
    if pooled <= 0:
        return None
    return (fmean(one) - fmean(other)) / sqrt(pooled) * (1 - 3 / (4 * freedom - 1))


def bootstrap_difference(one: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
    """The 95 % percentile interval of the difference of means (Efron & Tibshirani 1993), seeded."""
    draw = random.Random(_SEED)  # noqa: S311 - statistics, no secret
    n, m = len(one), len(other)
    return _middle(
        [
            sum(draw.choices(one, k=n)) / n - sum(draw.choices(other, k=m)) / m
            for _ in range(_resamples(n + m))
        ]
    )


def _resamples(values: int) -> int:
    return max(_LEAST_RESAMPLES, min(_MOST_RESAMPLES, _DRAWN // values))


@dataclass(frozen=True, slots=True)
class Correlation:
    """Spearman's rank correlation of two daily values with its 95 % bootstrap interval."""

    r: float
    low: float
    high: float
    n: int

    @property
    def clear(self) -> bool:
        """Whether the interval leaves zero out."""
        return self.low > 0 or self.high < 0


def correlate(whole: Series, other: Series) -> Correlation | TooFew:
    """The values of each day that has both.

    Ranks rather than values (Spearman 1904), so that one odd day cannot make a connection. Needs 8 days;
    where one side never changes there is nothing to say either.
    """
    others = {point.day: point.value for point in by_day(other).points}
    pairs = [(one.value, others[one.day]) for one in by_day(whole).points if one.day in others]
    if len(pairs) < MIN_PAIRS:
        return TooFew(len(pairs))
    ranks = list(zip(_ranks([one for one, _ in pairs]), _ranks([other for _, other in pairs]), strict=True))
    r = _pearson(ranks)
    if r is None:
        return TooFew(len(pairs))
    draw = random.Random(_SEED)  # noqa: S311 - statistics, no secret
    # Ranked once, not again for each resample: the same but for ties, in a fifth of the time.
    again = (_pearson(draw.choices(ranks, k=len(ranks))) for _ in range(_resamples(len(ranks))))
    low, high = _middle([value for value in again if value is not None])
    return Correlation(r, low, high, len(pairs))


def _pearson(pairs: Sequence[tuple[float, float]]) -> float | None:
    """None where one side does not vary."""
    n = len(pairs)
    x, y = sum(one for one, _ in pairs) / n, sum(other for _, other in pairs) / n
    xx = sum((one - x) ** 2 for one, _ in pairs)
    yy = sum((other - y) ** 2 for _, other in pairs)
    if xx <= 0 or yy <= 0:
        return None
    return sum((one - x) * (other - y) for one, other in pairs) / sqrt(xx * yy)


def _ranks(values: Sequence[float]) -> list[float]:
    """1 for the least; equals share the mean of their ranks."""
    order = sorted(values)
    first: dict[float, int] = {}
    count: dict[float, int] = {}
    for place, value in enumerate(order, start=1):
        first.setdefault(value, place)
        count[value] = count.get(value, 0) + 1
    return [first[value] + (count[value] - 1) / 2 for value in values]


def _middle(drawn: list[float]) -> tuple[float, float]:
    """The bounds of the middle 95 %."""
    drawn.sort()
    edge = round(len(drawn) * 0.025)
    return drawn[edge], drawn[len(drawn) - 1 - edge]
