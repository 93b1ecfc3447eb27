"""The statistics that may be asked for, by name: what each says, and the function of those of one series.

A new one is a function with `@statistic` and a row of rules/questions.yaml: see docs/language.md.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from agents.facts.samples import Point, Series

OfSeries = Callable[[Series], "Point | float | None"]
"""A point of the series, or a value over all of it in its unit; None where there is nothing to say."""
F = TypeVar("F", bound=OfSeries)


@dataclass(frozen=True, slots=True)
class KnownStatistic:
    """One of them; `compute` is None where it takes more than one series (`agents.offline.answers`)."""

    name: str
    meaning: str
    """For models, in a few words."""
    compute: OfSeries | None = None
    unit: str | None = None
    """Of the value; None: that of the series."""

    def of(self, whole: Series) -> Point | float | None:
        """The point or value. Raises TypeError where no one series tells it."""
        if self.compute is None:
            raise TypeError(f"{self.name} is not computed of one series")
        return self.compute(whole)

    def unit_of(self, whole: Series) -> str:
        """The unit of what is computed of a series."""
        return whole.unit if self.unit is None else self.unit


_OF_MORE = {
    "previous": "the newest but one",
    "trend": "whether it changes, and how fast",
    "list": "what was done, day by day",
    "frequency": "days a week",
    "streak": "days in a row",
    "rest_days": "days without training",
    "gap": "longest break",
    "neglected": "muscles worked least",
    "most": "done most often",
    "reached": "whether a mark was met, and when",
    "split": "days against other days",
    "weekdays": "on which days of the week",
    "daytime": "at what time of day it is usually logged",
    "muscles": "hard sets and volume of each muscle",
    "load": "the last week against the three before",
}
STATISTICS: dict[str, KnownStatistic] = {
    name: KnownStatistic(name, meaning) for name, meaning in _OF_MORE.items()
}
"""All of them; filled when `agents.facts` is imported."""


def statistic(name: str, meaning: str, unit: str | None = None) -> Callable[[F], F]:
    """Registers a function of a series under a name. Raises ValueError for a name that is taken."""

    def register(compute: F) -> F:
        if name in STATISTICS:
            raise ValueError(f"there is a statistic {name!r} already")
        STATISTICS[name] = KnownStatistic(name, meaning, compute, unit)
        return compute

    return register


def meanings() -> str:
    """What each statistic says, a line each, for models."""
    return "\n".join(f"{one.name}: {one.meaning}" for one in STATISTICS.values())
