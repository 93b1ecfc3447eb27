"""Loads of coming weeks, computed from the person's own best set."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Annotated, NamedTuple

from pydantic import BaseModel, Field

from agents.facts import by_day, samples, series, units_of
from agents.tools.catalogue.diary import Diary
from agents.tools.context import ToolContext
from agents.tools.result import Outcome, ToolError
from agents.tools.tool import tool
from agents.types import Figure
from storage.entities import DateRange

_ALL = 20_000
"""Entries that the best set is looked for in."""
_RECENT = 120
"""Days back from today in which it is looked for."""
_MOST_A_WEEK = 0.0125
"""Of the estimated 1RM that a week may add: a beginner's gain; more is told to be out of reach."""
_STEPS: dict[str, float] = {"kg": 2.5, "lb": 5.0}
"""What is loaded is a multiple of."""
_EASY_EVERY = 4


class _Block(NamedTuple):
    """Sets and repetitions, at a share of the 1RM of that week."""

    until: float
    sets: int
    reps: int
    share: float


_BLOCKS = (_Block(0.45, 5, 5, 0.775), _Block(0.8, 4, 4, 0.835), _Block(1.01, 3, 3, 0.885))
"""By the part of the plan that is over; shares leave two repetitions in reserve (Epley)."""
_EASY = _Block(1.01, 3, 5, 0.65)


class PlannedWeek(BaseModel):
    """Sets and repetitions with the load of that week's figure; `easy`: a lighter week to recover."""

    week: int
    scheme: str
    easy: bool = False


class PlannedLoads(BaseModel):
    """`figures`: the best estimated 1RM, then the load of each week, in order."""

    figures: list[Figure]
    weeks: list[PlannedWeek]
    reaches_goal: bool | None = None
    """Whether the plan's last weeks lead to the goal at a pace that can be held; None: no goal."""


@tool("reads", Diary)
async def plan_loads(
    context: ToolContext,
    exercise: Annotated[str, Field(max_length=80, description="as it is logged: bench press")],
    weeks: Annotated[int, Field(ge=2, le=52)] = 12,
    goal: Annotated[
        float | None, Field(gt=0, le=1000, description="1RM to reach, in the person's unit")
    ] = None,
) -> PlannedLoads:
    """Compute each week's sets, repetitions and load of one exercise from the best set of the last months."""
    diary = context.source(Diary)
    today = context.now.astimezone(context.zone).date()
    name = diary.vocabulary.get(exercise.lower(), exercise.lower())
    span = DateRange(start=today - timedelta(days=_RECENT), end=today)
    entries = await diary.search.by_topics((name,), span, _ALL)
    units = units_of((one for entry in entries for one in entry.measures), await diary.profile())
    whole = by_day(series(samples(entries, lambda one: one.name == name, span), name, "e1rm", units))
    if not whole.points or units.weight is None:
        raise ToolError(Outcome.NOT_FOUND, f"No set of {name} with load and repetitions in {_RECENT} days")
    best = max(whole.points, key=lambda one: one.value)
    base = Figure(
        value=round(best.value, 2), unit=units.weight, what=f"best estimated 1RM of {name}",
        entries=best.entries, day=best.day, role="max", measure=name, span=span,
    )  # fmt: skip
    gain = _gain(base.value, goal, weeks)
    planned = [_week(at, weeks) for at in range(1, weeks + 1)]
    figures = [
        _load(base, block, base.value * (1 + gain * week), _days(today, week), f"week {week}")
        for week, block in enumerate(planned, 1)
    ]
    return PlannedLoads(
        figures=[base, *figures],
        weeks=[
            PlannedWeek(week=week, scheme=f"{block.sets}x{block.reps}", easy=block is _EASY)
            for week, block in enumerate(planned, 1)
        ],
        reaches_goal=None if goal is None else base.value * (1 + gain * weeks) >= goal * 0.999,
    )


def _gain(best: float, goal: float | None, weeks: int) -> float:
    """Of the 1RM, a week."""
    wanted = _MOST_A_WEEK / 2 if goal is None else (goal / best - 1) / weeks
    return min(max(wanted, 0.0), _MOST_A_WEEK)


def _week(week: int, weeks: int) -> _Block:
    if week % _EASY_EVERY == 0 and week < weeks:
        return _EASY
    return next(one for one in _BLOCKS if week / weeks <= one.until)


def _days(today: date, week: int) -> DateRange:
    begins = today + timedelta(days=7 * (week - 1))
    return DateRange(start=begins, end=begins + timedelta(days=6))


def _load(base: Figure, block: _Block, strength: float, days: DateRange, named: str) -> Figure:
    step = _STEPS[base.unit]
    return Figure(
        value=round(strength * block.share / step) * step,
        unit=base.unit,
        what=f"{named}: {block.sets}x{block.reps} {base.measure}",
        entries=base.entries,
        role="projection",
        measure=base.measure,
        span=days,
    )
