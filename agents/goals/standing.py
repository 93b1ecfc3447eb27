"""A person's goals against what they have logged: how far each is, and what a log or its change does."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Literal

from agents.facts.samples import RATED_DOMAINS, Sample, Units, in_weight_unit, is_training, units_of
from agents.goals.goal import BODY, TRAINING, Goal
from agents.goals.progress import WINDOW, Progress, progress_of_days, progress_of_work
from agents.profile import Profile
from storage.entities import DateRange, Entry, Frozen, Measure, WeightUnit
from storage.entries import Entries
from storage.goal import GoalRow
from storage.measures import Measures
from storage.stores import Stores
from units import MILLILITRES

_LATELY = 60
"""Days that are looked back on for a streak first, or for weeks of three sessions."""
_LONGEST_STREAK = 400
"""As many as are ever looked back on."""
News = Literal["so far", "reached", "lost"]


class GoalTold(Frozen):
    """How far a goal is, and what of it is new. `lost`: it had been reached, which was taken back."""

    progress: Progress
    news: News = "so far"


def goal_of(row: GoalRow) -> Goal:
    """From a row's body."""
    return Goal.model_validate_json(row.body)


def body_of(goal: Goal) -> str:
    """As a row's body."""
    return goal.model_dump_json(exclude_defaults=True)


async def standing(  # noqa: PLR0917 - whose goal, when, and what is not stored yet
    stored: Measures,
    profile: Profile,
    goal: Goal,
    today: date,
    fresh: Iterable[Entry] = (),
    passing_over: Collection[str] = (),
) -> Progress:
    """How far it is, `fresh` entries counted and those of `passing_over` not."""
    live = [entry for entry in fresh if not entry.deleted]
    if goal.counts_days:
        for back in (_LATELY, _LONGEST_STREAK):
            days = await worked(stored, profile, goal.name, today, live, passing_over, back)
            now = progress_of_days(goal, days, today)
            if 7 * now.weeks < back - 7 and (now.now or 0) < back - 1:
                break
        return now
    start = today - WINDOW if goal.since is None else min(goal.since, today)
    span = DateRange(start=start, end=today)
    found = [
        one for one in await _samples(stored, profile.user_id, goal, span) if one.entry not in passing_over
    ]
    found += [Sample(e.id, m.day, m) for e in live for m in e.measures if m.name == goal.name]
    found.sort(key=lambda one: one.day)
    return progress_of_work(goal, found, today, _units(goal, found, profile))


async def _samples(stored: Measures, user_id: int, goal: Goal, span: DateRange) -> list[Sample]:
    """Of the best of something each alike set is read once; of what is added up over a day all."""
    if goal.kind in ("best", "pace"):
        rows = await stored.sets(user_id, goal.name, span)
        return [Sample(entry_id, measure.day, measure) for entry_id, measure in rows]
    found = await stored.measures(user_id, [goal.name], span)
    return [Sample(one.entry_id, one.measure.day, one.measure) for one in found]


async def worked(  # noqa: PLR0917 - as above
    stored: Measures,
    profile: Profile,
    name: str,
    today: date,
    fresh: Iterable[Entry] = (),
    passing_over: Collection[str] = (),
    back: int = _LONGEST_STREAK,
) -> dict[date, tuple[str, ...]]:
    """The days with work of that name so many days back, and their entries, oldest first."""
    names = [name]
    if name == TRAINING:
        logged = await stored.logged_measures(profile.user_id)
        names = [one.name for one in logged if one.domain not in RATED_DOMAINS]
    span = DateRange(start=today - timedelta(days=back), end=today)
    days = await stored.worked_days(profile.user_id, names, span, passing_over)
    for entry in fresh:
        for measure in entry.measures:
            if is_training(measure) and name in (TRAINING, measure.name):
                days[measure.day] = tuple(dict.fromkeys((*days.get(measure.day, ()), entry.id)))
    return dict(sorted(days.items()))


def _units(goal: Goal, found: Iterable[Sample], profile: Profile) -> Units:
    units = units_of((one.measure for one in found), profile)
    return replace(
        units,
        weight=goal.weight_unit or units.weight,
        distance=goal.distance_unit or units.distance,
        volume=goal.unit if goal.unit in MILLILITRES else units.volume,
    )


async def settled(db: Stores, profile: Profile, goal: Goal, today: date) -> tuple[Goal, Progress] | None:
    """A goal that was just named, with the unit and direction that the log tells, and how far it is.

    None: it is so much more or less than what was never measured.
    """
    if goal.counts_days:
        return goal, await standing(db.measures, profile, goal, today)
    span = DateRange(start=date.min, end=today)
    rows = await db.measures.measures(profile.user_id, [goal.name], span)
    unit = goal.unit or await _usual(db.entries, profile, goal, [one.measure for one in rows])
    goal = goal.model_copy(update={"unit": unit})
    found = [Sample(one.entry_id, one.measure.day, one.measure) for one in rows]
    now = progress_of_work(goal, found, today, _units(goal, found, profile))
    if goal.change is not None:
        if now.now is None:
            return None
        goal = goal.model_copy(update={"target": round(now.now + goal.change, 1), "change": None})
    elif goal.kind == "level":
        down = now.now is not None and now.now > goal.target
        goal = goal.model_copy(update={"down": down, "sided": now.now is not None})
    return goal, progress_of_work(goal, found, today, _units(goal, found, profile))


async def _usual(logged: Entries, profile: Profile, goal: Goal, measures: Sequence[Measure]) -> str:
    """The unit of a target that was named without one, as a log without one is in it."""
    if not goal.lacks_unit:
        return next((one.unit for one in reversed(measures) if one.unit), "")
    if goal.name == BODY and goal.change is None and measures and (near := _near(goal.target, measures[-1])):
        return near
    if (unit := units_of(measures, profile).weight) is not None:
        return unit
    lately = await logged.recent_entries(profile.user_id, _RECENT)
    written = {one.weight_unit or one.unit for entry in lately for one in entry.measures}
    [*only] = written & {"kg", "lb"}
    return only[0] or "" if len(only) == 1 else ""


_RECENT = 30


def _near(target: float, newest: Measure) -> str:
    """The unit in which the target is a body weight of somebody who weighs that; none where both are."""
    known = newest.value if newest.unit in ("kg", "lb") else None
    weighs = {unit: in_weight_unit(known or 0, newest.unit, unit) for unit in _MASSES}
    [*near] = [unit for unit, value in weighs.items() if value / _FAR < target < value * _FAR]
    return near[0] if len(near) == 1 else ""


_MASSES: tuple[WeightUnit, ...] = ("kg", "lb")
_FAR = 1.6
"""Times that nobody is heavier or lighter than they want to be."""


async def told_of(  # noqa: PLR0917 - as above
    db: Stores,
    profile: Profile,
    today: date,
    at: datetime,
    after: Sequence[Entry],
    before: Sequence[Entry] = (),
    *,
    anew: bool = False,
) -> list[tuple[GoalRow, GoalTold]]:
    """What entries do to the goals they touch, each with its row as it is to be kept.

    `before` are changed entries as they were. A goal that was told to be reached says nothing more, unless a
    change takes that back, or what reached it is told `anew` in the place of what said so.
    """
    rows = await db.goals.of_user(profile.user_id)
    names = {one.name for entry in (*after, *before) for one in entry.measures}
    trains = any(is_training(one) for entry in (*after, *before) for one in entry.measures)
    ids = [entry.id for entry in (*after, *before)]
    told: list[tuple[GoalRow, GoalTold]] = []
    for row in rows:
        if row.name not in names and not (row.name == TRAINING and trains):
            continue
        goal = goal_of(row)
        now = await standing(db.measures, profile, goal, today, after, ids)
        if row.reached_at is not None:
            if before and not now.is_reached:
                told.append((replace(row, reached_at=None), GoalTold(progress=now, news="lost")))
            elif anew and not (await standing(db.measures, profile, goal, today, (), ids)).is_reached:
                told.append((row, GoalTold(progress=now, news="reached")))
        elif goal.kind == "frequency":
            met = (
                now.is_reached
                and not (await standing(db.measures, profile, goal, today, before, ids)).is_reached
            )
            told.append((row, GoalTold(progress=now, news="reached" if met else "so far")))
        elif now.is_reached:
            told.append((replace(row, reached_at=at), GoalTold(progress=now, news="reached")))
        else:
            told += _so_far(row, now, before)
    return told


def _so_far(row: GoalRow, now: Progress, before: Sequence[Entry]) -> list[tuple[GoalRow, GoalTold]]:
    """Nothing where there is no figure and was none: five kilometres say nothing of a marathon."""
    tells = now.now is not None or now.unitless or bool(before)
    return [(row, GoalTold(progress=now))] if tells else []
