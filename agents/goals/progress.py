"""How far a goal is: where one stands, and when the trend's line is there, or why that can't be said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Literal

from agents.facts.arrival import Arrival, arrival
from agents.facts.samples import Point, Sample, Series, Units, by_day, is_guessed, series
from agents.facts.statistics import average, best, current_streak, period_of, single, working
from agents.goals.goal import Goal
from agents.types import Figure
from storage.entities import DateRange, Frozen
from units import KILOGRAMS

WINDOW = timedelta(days=83)
"""Twelve weeks, today included: what is older says little of where it goes now."""
STALE = timedelta(days=28)
"""A line whose last value is older is followed no further."""
_LATELY = timedelta(days=6)
_LEAST_DAYS = 4
"""Of the last seven that an average needs before a goal is called reached."""
_SAME_DISTANCE = 0.95

Course = Literal["reached", "arrives", "few", "flat", "away", "far", "none"]
"""`none`: of days a week and in a row there is no line."""


class Progress(Frozen):
    """Of one goal on one day. `now` is in the goal's unit: the best, the newest, the mean, days."""

    goal: Goal
    today: date
    now: float | None = None
    day: date | None = None
    """The day of `now`, where it is of one."""
    entries: tuple[str, ...] = ()
    course: Course = "none"
    arrives: date | None = None
    margin: int = 0
    """Days to the farther end of the trend's 95 % band."""
    low: date | None = None
    high: date | None = None
    n: int = 0
    """Days with a value that the course, or a mean, rests on."""
    unitless: bool = False
    """What was logged has no unit to compare by."""
    weeks: int = 0
    """Of days a week: weeks in a row up to this one in which they were reached."""

    @property
    def is_reached(self) -> bool:
        """Whether it has been, since the day it was made."""
        return self.course == "reached"

    @property
    def in_time(self) -> bool | None:
        """Whether the whole band is before the day it is to be reached by, or behind it; None: can't tell."""
        by = self.goal.by
        if by is None or self.low is None or self.high is None:
            return None
        return True if self.high <= by else False if self.low > by else None

    @property
    def figures(self) -> tuple[Figure, ...]:
        """Its numbers with their sources, for slots."""
        goal = self.goal
        unit, name = goal.unit, goal.name
        found = [Figure(value=goal.target, unit=unit, what=f"goal of {name}", role="target", measure=name)]
        if self.now is not None:
            now = round(self.now, 4)
            what = f"{name} now"
            found.append(
                Figure(value=now, unit=unit, what=what, day=self.day, entries=self.entries, measure=name)
            )
        if self.n:
            found.append(Figure(value=self.n, unit="days", what="days with a value", role="count"))
        return tuple(found)


def progress_of_work(goal: Goal, found: Sequence[Sample], today: date, units: Units) -> Progress:
    """Of a goal that measures tell about; `found` are those of its name in the window, oldest first."""
    whole = _daily(goal, _series(goal, found, units))
    goal = goal if goal.sided else _with_side(goal, whole)
    span = DateRange(start=today - WINDOW, end=today)
    lately = whole.within(span)
    base = Progress(goal=goal, today=today)
    if goal.since is not None:
        return base.model_copy(update=_total(goal, whole, goal.since, today))
    top = _standing(goal, lately, today)
    if top is None:
        loads = [one.measure for one in found if one.day >= span.start and one.measure.weight]
        unitless = goal.unit in KILOGRAMS and any(one.weight_unit is None for one in loads)
        return base.model_copy(update={"course": "few", "unitless": unitless})
    now, n = top.value, len(lately.points)
    day = None if goal.kind == "average" else top.day
    base = base.model_copy(update={"now": now, "day": day, "entries": top.entries[:_SHOWN], "n": n})
    if goal.kind == "average":
        n = len(_last_days(lately, today).points)
        reached = goal.is_met(now) and n >= _LEAST_DAYS and whole.points[-1].day >= goal.made
        return base.model_copy(update={"course": "reached" if reached else "none", "n": n})
    if goal.kind == "frequency":
        return base.model_copy(update=_of_the_week(goal, lately, today))
    if any(goal.is_met(point.value) and point.day >= goal.made for point in lately.points):
        return base.model_copy(update={"course": "reached"})
    return base.model_copy(update=_course(goal, lately, today))


def _total(goal: Goal, whole: Series, since: date, today: date) -> dict[str, object]:
    """What its period comes to so far."""
    lately = whole.within(DateRange(start=since, end=max(since, min(today, goal.by or today))))
    now = round(sum(point.value for point in lately.points), 2)
    course: Course = "reached" if goal.is_met(now) else "none"
    return {"now": now, "entries": tuple(lately.entries[-_SHOWN:]), "course": course}


def _daily(goal: Goal, whole: Series) -> Series:
    """A point a day: of a best the best set or bout, two holds of which are not one."""
    if goal.kind != "best":
        return by_day(whole)
    days: dict[date, Point] = {}
    for point in whole.points:
        if point.day not in days or point.value > days[point.day].value:
            days[point.day] = point
    return replace(whole, points=tuple(days[day] for day in sorted(days)))


def _with_side(goal: Goal, whole: Series) -> Goal:
    """The goal as its first value tells it."""
    first = next((point for point in whole.points if point.day >= goal.made), None)
    return goal if first is None else goal.model_copy(update={"down": first.value > goal.target})


def _of_the_week(goal: Goal, lately: Series, today: date) -> dict[str, object]:
    """What this week comes to, and for how many in a row the goal was met."""
    sums: dict[date, float] = {}
    for point in lately.points:
        monday = period_of(point.day, "week").start
        sums[monday] = sums.get(monday, 0) + point.value
    this = period_of(today, "week")
    entries = lately.within(DateRange(start=this.start, end=today)).entries
    now = sums.get(this.start, 0.0)
    met = {monday: None for monday, done in sums.items() if goal.is_met(done)}
    course: Course = "reached" if this.start in met else "none"
    return {
        "now": round(now, 2), "day": None, "entries": tuple(entries[:_SHOWN]), "n": 0,
        "weeks": weeks_in_a_row(met, 1, today), "course": course,
    }  # fmt: skip


_SHOWN = 20
"""Entries that a figure names at most."""


def _course(goal: Goal, lately: Series, today: date) -> dict[str, object]:
    if not lately.points or today - lately.points[-1].day > STALE:
        return {"course": "few"}
    found = arrival(lately, goal.target)
    if not isinstance(found, Arrival):
        return {"course": found.why, "n": found.n}
    day = max(found.day, today)
    return {
        "course": "arrives",
        "arrives": day,
        "margin": max(found.margin, 1),
        "low": found.low,
        "high": max(found.high, day),
        "n": found.n,
    }


def _series(goal: Goal, found: Sequence[Sample], units: Units) -> Series:
    """What counts for it, in its unit; warm-ups and guesses do not."""
    said = [one for one in found if not is_guessed(one.measure, goal.quantity)]
    if goal.kind == "pace" and goal.metres:
        points = tuple(
            Point(one.day, (one.measure.duration_s or 0) / way * goal.metres, (one.entry,), one)
            for one in said
            if (way := one.measure.distance_m) and way >= goal.metres * _SAME_DISTANCE
            and one.measure.duration_s
        )  # fmt: skip
        return Series(goal.name, "pace", "s", points)
    if goal.reps:
        said = [one for one in said if (one.measure.reps or 0) >= goal.reps]
    return single(working(series(said, goal.name, goal.quantity, units)))


def _standing(goal: Goal, lately: Series, today: date) -> Point | None:
    if goal.kind == "level":
        return lately.points[-1] if lately.points else None
    if goal.kind == "average":
        week = _last_days(lately, today)
        mean = average(week)
        return None if mean is None else Point(today, mean, week.entries)
    return best(lately)


def _last_days(lately: Series, today: date) -> Series:
    return lately.within(DateRange(start=today - _LATELY, end=today))


def progress_of_days(goal: Goal, days: Mapping[date, tuple[str, ...]], today: date) -> Progress:
    """Of days a week or in a row; `days` are those with work of its name, with their entries."""
    if goal.kind == "streak":
        run = current_streak(days, today)
        length = run.length if run else 0
        entries = days.get(run.end, ()) if run else ()
        reached = length >= goal.target
        return Progress(
            goal=goal, today=today, now=length, entries=entries, course="reached" if reached else "none"
        )
    this = period_of(today, "week")
    done = [day for day in days if this.start <= day <= today]
    entries = tuple(entry for day in done for entry in days[day])
    met = len(done) >= goal.target
    weeks = weeks_in_a_row(days, int(goal.target), today)
    return Progress(
        goal=goal, today=today, now=len(done), entries=entries, weeks=weeks,
        course="reached" if met else "none",
    )  # fmt: skip


def weeks_in_a_row(days: Mapping[date, object], least: int, today: date) -> int:
    """ISO weeks up to the last one with so many days each; this week counts once it has them."""
    counts: dict[date, int] = {}
    for day in days:
        if day <= today:
            monday = period_of(day, "week").start
            counts[monday] = counts.get(monday, 0) + 1
    monday = period_of(today, "week").start
    met = int(counts.get(monday, 0) >= least)
    while counts.get(monday := monday - timedelta(days=7), 0) >= least:
        met += 1
    return met
