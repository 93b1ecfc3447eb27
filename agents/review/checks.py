"""Check-ins by rules, in the order record > streak at risk > gap: at most one, and none twice."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from itertools import pairwise
from statistics import median
from typing import Literal

from agents.facts import current_streak, is_training
from agents.facts.samples import Sample, series, units_of
from agents.facts.statistics import best, period_of, working
from agents.goals.goal import TRAINING
from agents.goals.standing import goal_of, worked
from agents.profile import Profile
from agents.shown import show
from storage.entities import DateRange, Frozen
from storage.measures import Measures
from storage.stores import Stores

_LATELY = timedelta(days=13)
_NEAR = 0.975
"""A load of at least this share of the best one is within reach of it."""
_LEAST_STREAK = 3
_LEAST_GAP = 4
_USUAL_TIMES = 2
_LONG_GONE = 21
"""Days without training after which nobody is asked for it."""
_MEDIAN_OF = timedelta(days=56)

Rule = Literal["record", "streak", "week", "gap"]


class CheckIn(Frozen):
    """What is worth a word. `mark` tells it from all others of its rule, so that it is told once."""

    rule: Rule
    mark: str
    name: str = ""
    now: str = ""
    best: str = ""
    count: int = 0
    """Days of the streak, days missing of the week, days since the last training."""
    usual: int = 0


async def check_ins(db: Stores, profile: Profile, today: date) -> list[CheckIn]:
    """What there is, the most worth telling first."""
    days = await worked(db.measures, profile, TRAINING, today)
    found = [one async for one in _records(db.measures, profile, today)] if days else []
    return [*found, *_streaks(days, today), *(await _weeks(db, profile, today)), *_gaps(sorted(days), today)]


async def _records(stored: Measures, profile: Profile, today: date):
    """A best load that the last two weeks came near to and did not reach."""
    span = DateRange(start=today - _LATELY, end=today)
    for logged in await stored.logged_measures(profile.user_id):
        rows = await stored.measures(profile.user_id, [logged.name])
        found = [Sample(row.entry_id, row.measure.day, row.measure) for row in rows]
        found = [one for one in found if is_training(one.measure) and one.measure.weight]
        if not found or found[-1].day < span.start:
            continue
        whole = working(series(found, logged.name, "weight", units_of((s.measure for s in found), profile)))
        top, lately = best(whole), best(whole.within(span))
        if top is None or lately is None or top.day >= span.start:
            continue
        if top.value * _NEAR <= lately.value < top.value:
            now, stood = show(lately.value, whole.unit), show(top.value, whole.unit)
            yield CheckIn(
                rule="record", mark=f"{logged.name}/{top.value}", name=logged.name, now=now, best=stood
            )


def _streaks(days: dict[date, tuple[str, ...]], today: date) -> Iterator[CheckIn]:
    run = current_streak(days, today)
    if run is not None and run.end < today and run.length >= _LEAST_STREAK:
        yield CheckIn(rule="streak", mark=run.start.isoformat(), count=run.length)


async def _weeks(db: Stores, profile: Profile, today: date) -> list[CheckIn]:
    """Goals of so many days a week that need every day that is left."""
    found: list[CheckIn] = []
    week = period_of(today, "week")
    for row in await db.goals.of_user(profile.user_id):
        goal = goal_of(row)
        if goal.kind != "frequency" or not goal.counts_days:
            continue
        days = await worked(db.measures, profile, goal.name, today)
        done = sum(week.start <= day <= today for day in days)
        left = (week.end - today).days + (today not in days)
        missing = int(goal.target) - done
        if 0 < missing == left:
            mark = f"{row.token}/{week.start}"
            found.append(CheckIn(rule="week", mark=mark, name=goal.name, count=missing))
    return found


def _gaps(days: list[date], today: date) -> Iterator[CheckIn]:
    """Twice as long without training as is usual."""
    lately = [day for day in days if today - day <= _MEDIAN_OF]
    if len(lately) < _LEAST_GAP:
        return
    usual = median((later - earlier).days for earlier, later in pairwise(lately))
    gone = (today - lately[-1]).days
    if max(_LEAST_GAP, usual * _USUAL_TIMES) <= gone <= _LONG_GONE:
        yield CheckIn(rule="gap", mark=lately[-1].isoformat(), count=gone, usual=round(usual))
