"""A week in figures: what was done, records, streaks, goals, and what is usual and was missing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, timedelta

from agents.facts import (
    average,
    by_day,
    count_days,
    current_streak,
    is_training,
    records_broken,
    samples,
    series,
    total,
    units_of,
)
from agents.facts.samples import Series, Units
from agents.goals.goal import TRAINING
from agents.goals.progress import Progress
from agents.goals.standing import goal_of, standing, worked
from agents.profile import Profile
from agents.types import Quantity, Record
from storage.entities import DateRange, Entry, Frozen, Measure
from storage.measures import Measures
from storage.stores import Stores

_WEEK = timedelta(days=6)
_BEFORE = timedelta(days=28)
"""Four weeks say what is usual."""
_USUAL = 3
"""Days of these on which it was logged, so that a week without it is worth a word."""
_MISSING = 3
_FAR = 3
_RECORDS = 3
_MOST_ENTRIES = 3000
_STREAK = 3


class Total(Frozen):
    """So much of something in the week, and in the week before; None: nothing then."""

    name: str
    value: float
    unit: str
    n: int
    """Days it rests on."""
    before: float | None = None
    entries: tuple[str, ...] = ()
    """That the value is of."""


class Week(Frozen):
    """The seven days up to the last one, both included."""

    span: DateRange
    days: int
    """Days with training."""
    before: int
    """Those of the week before."""
    volume: Total | None = None
    """What was lifted: load x repetitions x sets."""
    distances: tuple[Total, ...] = ()
    sleep: Total | None = None
    weight: Total | None = None
    records: tuple[Record, ...] = ()
    streak: int = 0
    """Days of training in a row that go on, if they are worth telling."""
    goals: tuple[Progress, ...] = ()
    missing: tuple[str, ...] = ()
    """Names that are usual and were not logged."""
    entries: int = 0
    trained: tuple[str, ...] = ()
    """Entries with training, the newest first."""


async def week_of(db: Stores, profile: Profile, last: date, today: date) -> Week:
    """The week that ends on `last`; goals are as they are today."""
    span = DateRange(start=last - _WEEK, end=last)
    start = span.start - _BEFORE
    found = await db.entries.get_entries_by_date_range(profile.user_id, start, last, limit=_MOST_ENTRIES)
    in_week = [entry for entry in found if span.start <= entry.day <= last]
    units = units_of((one for entry in found for one in entry.measures), profile)
    weeks = (span, DateRange(start=span.start - timedelta(days=7), end=span.start - timedelta(days=1)))
    trained = [_days(found, one) for one in weeks]
    streak = current_streak(await worked(db.measures, profile, TRAINING, today), today)
    return Week(
        span=span,
        days=len(trained[0]),
        before=len(trained[1]),
        volume=_total(found, weeks, units, "volume", "", "volume"),
        distances=_distances(found, weeks, units),
        sleep=_mean(found, weeks, units, "sleep"),
        weight=_mean(found, weeks, units, "body weight"),
        records=await records_of_week(db.measures, profile, in_week, span),
        streak=streak.length if streak and streak.length >= _STREAK else 0,
        goals=await goals_now(db, profile, today),
        missing=_missed(found, span),
        entries=len(in_week),
        trained=tuple(one.id for one in in_week if _days([one], span)),
    )


async def goals_now(db: Stores, profile: Profile, today: date) -> tuple[Progress, ...]:
    """How far the goals are that were not told to be reached."""
    rows = await db.goals.of_user(profile.user_id)
    open_ones = [goal_of(row) for row in rows if row.reached_at is None]
    return tuple([await standing(db.measures, profile, goal, today) for goal in open_ones])


async def records_of_week(
    stored: Measures, profile: Profile, entries: Sequence[Entry], span: DateRange
) -> tuple[Record, ...]:
    """What the entries of the week broke of all that was before; of an exercise the first kind that did."""
    done = [one for entry in entries for one in entry.measures if is_training(one) and not one.warmup]
    if not done:
        return ()
    rows = await stored.standings(profile.user_id, sorted({one.name for one in done}))
    earlier = [measure for measure, _ in rows if measure.day < span.start]
    week = entries[0].model_copy(update={"measures": tuple(done)})
    first: dict[str, Record] = {}
    for record in records_broken(week, earlier, profile):
        first.setdefault(record.name, record)
    return tuple(first.values())[:_RECORDS]


def _days(entries: Iterable[Entry], span: DateRange) -> set[date]:
    return {
        one.day
        for entry in entries
        for one in entry.measures
        if span.start <= one.day <= span.end and is_training(one)
    }


def _total(  # noqa: PLR0917 - of what, when, in which unit
    entries: Iterable[Entry],
    weeks: tuple[DateRange, DateRange],
    units: Units,
    quantity: Quantity,
    name: str,
    called: str,
) -> Total | None:
    whole = series(
        samples(entries, lambda one: is_training(one) and name in ("", one.name)), name, quantity, units
    )
    now, before = (whole.within(span) for span in weeks)
    if not now.points or not total(now):
        return None
    return Total(
        name=called,
        value=total(now),
        unit=now.unit,
        n=count_days(now),
        before=total(before) if before.points else None,
        entries=now.entries,
    )


def _distances(
    entries: Sequence[Entry], weeks: tuple[DateRange, DateRange], units: Units
) -> tuple[Total, ...]:
    """Of each sport with a way, the farthest first."""
    span = weeks[0]
    names = {
        one.name
        for entry in entries
        for one in entry.measures
        if one.distance_m and is_training(one) and span.start <= one.day <= span.end
    }
    found = [_total(entries, weeks, units, "distance", name, name) for name in sorted(names)]
    return tuple(sorted((one for one in found if one), key=lambda one: -one.value)[:_FAR])


def _mean(
    entries: Iterable[Entry], weeks: tuple[DateRange, DateRange], units: Units, name: str
) -> Total | None:
    whole: Series = by_day(series(samples(entries, lambda one: one.name == name), name, "value", units))
    now, before = (whole.within(span) for span in weeks)
    value = average(now)
    if value is None:
        return None
    return Total(
        name=name, value=value, unit=now.unit, n=count_days(now), before=average(before), entries=now.entries
    )  # fmt: skip


def _missed(entries: Iterable[Entry], span: DateRange) -> tuple[str, ...]:
    """What was logged on several days of the four weeks before and not in this one, the most usual first."""
    before: dict[str, set[date]] = {}
    now: set[str] = set()
    for entry in entries:
        for one in entry.measures:
            if one.day >= span.start:
                now.add(one.name)
            elif _is_habit(one):
                before.setdefault(one.name, set()).add(one.day)
    usual = [(len(days), name) for name, days in before.items() if len(days) >= _USUAL and name not in now]
    return tuple(name for _, name in sorted(usual, key=lambda one: (-one[0], one[1])))[:_MISSING]


def _is_habit(measure: Measure) -> bool:
    """Whether people mean to do it: training, nights, weighing; no pain, mood or single drink."""
    return is_training(measure) or measure.name in ("sleep", "body weight", "protein", "kcal", "steps")
