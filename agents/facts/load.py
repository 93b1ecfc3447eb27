"""Training load: the last week against the weeks before it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from agents.facts.effects import TooFew
from agents.facts.samples import Series
from storage.entities import DateRange

CHRONIC_WEEKS = 3
"""Weeks before the last one that say what is usual."""
WELL_ABOVE = 1.5
ABOVE = 1.3
BELOW = 0.8


@dataclass(frozen=True, slots=True)
class LoadRatio:
    """The load of the last seven days (acute) against a usual week of the three before (chronic)."""

    acute: float
    chronic: float
    now: DateRange
    before: DateRange

    @property
    def ratio(self) -> float:
        """Acute over chronic: 1 is a usual week."""
        return self.acute / self.chronic


def load_ratio(whole: Series, today: date) -> LoadRatio | TooFew:
    """Acute to chronic workload ratio, rolling and uncoupled: 7 days over the weekly mean of the 21 before.

    Source: Hulin et al., Br J Sports Med 2014 (the ratio); Windt & Gabbett, Br J Sports Med 2019,
    doi:10.1136/bjsports-2017-098925 (uncoupled: the last week is no part of what it is compared with). The
    marks 0.8, 1.3 and 1.5 are those of Gabbett 2016; Impellizzeri et al. 2020 show that they predict no
    injury, so they only say how unusual a week is. Needs a log of 28 days with work in every one of
    the three weeks; TooFew counts the weeks that have some.
    """
    start = today - timedelta(days=6)
    before = DateRange(start=start - timedelta(weeks=CHRONIC_WEEKS), end=start - timedelta(days=1))
    now = DateRange(start=start, end=today)
    earlier = whole.within(before)
    weeks = {(before.end - point.day).days // 7 for point in earlier.points}
    chronic = sum(earlier.values) / CHRONIC_WEEKS
    if len(weeks) < CHRONIC_WEEKS or chronic <= 0:
        return TooFew(len(weeks))
    return LoadRatio(sum(whole.within(now).values), chronic, now, before)
