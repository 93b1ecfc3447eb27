"""How records and goals are told: a line each."""

from __future__ import annotations

import math
from datetime import date
from typing import TYPE_CHECKING

from agents.ports import Receipt
from agents.shown import show
from agents.types import Record
from bot.replies.measures import duration
from bot.texts import Html, Wording
from domains.names import name_in
from units import METRES

if TYPE_CHECKING:
    from agents.goals.goal import Goal
    from agents.goals.progress import Progress
    from agents.goals.standing import GoalTold

_TRAINING = "training"
_DAYS_TOLD = 14
"""Days up to which a margin is told in days."""


def record_lines(receipt: Receipt, say: Wording) -> list[Html]:
    """What a log has broken, a line for each exercise's load and its estimate; what its change takes back."""
    told = list(receipt.records)
    loads = {one.name for one in told if one.kind == "weight"}
    estimates = {one.name: one for one in told if one.kind == "e1rm" and one.name in loads}
    lines: list[Html] = []
    for one in told:
        if one.kind == "e1rm" and one.name in loads:
            continue
        line = record_line(one, say)
        if one.kind == "weight" and (estimate := estimates.get(one.name)) is not None:
            line = say("receipt.record_and_1rm", line=line, now=estimate.now)
        lines.append(line)
    gone = {one.name for one in receipt.lost if one.kind == "weight"}
    return lines + [
        say("receipt.record_lost", what=record_named(one, say), now=one.now)
        for one in receipt.lost
        if one.kind != "e1rm" or one.name not in gone
    ]


def record_line(record: Record, say: Wording) -> Html:
    """A record with the one before."""
    what = record_named(record, say)
    if record.before:
        return say("receipt.record_before", what=what, now=record.now, before=record.before)
    return say("receipt.record", what=what, now=record.now)


def record_named(record: Record, say: Wording) -> str:
    """What it is a record of."""
    with_load = "_with" if record.kind == "reps" and record.of else ""
    return say.label(f"record.{record.kind}{with_load}", name=measure_named(record.name, say), of=record.of)


def measure_named(name: str, say: Wording) -> str:
    """What a measure, or training as such, is called within a sentence."""
    if name == _TRAINING:
        return say.label("goal.training")
    return say.catalogue.measures.get(name) or name_in(name, say.language)


def goal_named(goal: Goal, say: Wording, today: date) -> str:
    """What is to be reached, and by when."""
    distance = ""
    if goal.metres:
        unit = goal.distance_unit or "km"
        distance = show(goal.metres / METRES[unit], unit)
    named = say.label(
        _key(goal),
        name=_heading(goal, say),
        target=amount(goal.target, goal, say),
        reps=goal.reps or "",
        distance=distance,
    )
    if goal.by is None:
        return named
    return say.label("goal.by", goal=named, day=say.short_day(goal.by, today))


def _key(goal: Goal) -> str:
    if goal.kind in ("level", "best") and goal.reps is None:
        return f"goal.named.{goal.quantity if goal.quantity in ('weight', 'e1rm') else 'figure'}"
    return f"goal.named.{'reps_at' if goal.kind == 'best' else goal.kind}"


def _heading(goal: Goal, say: Wording) -> str:
    named = measure_named(goal.name, say)
    return named[:1].upper() + named[1:]


def amount(value: float, goal: Goal, say: Wording) -> str:
    """A value of the goal with its unit."""
    if goal.unit == "s" and goal.kind != "pace":
        return duration(value)
    return counted("day", round(value), say) if goal.unit == "days" else show(value, goal.unit)


def counted(unit: str, count: int, say: Wording) -> str:
    """1 day, 3 weeks."""
    key = f"goal.{unit}" if count == 1 else f"goal.{unit}s"
    return say.label(key, count=count)


def told_goal(told: GoalTold, say: Wording, today: date) -> Html:
    """In the receipt of what touches it."""
    progress = told.progress
    goal = progress.goal
    if told.news == "lost":
        return say("goal.lost", goal=goal_named(goal, say, today))
    if told.news == "reached" and goal.kind == "frequency":
        now = amount(progress.now or 0, goal, say)
        return say("goal.week_met", name=_heading(goal, say), now=now, weeks=_weeks(progress, say))
    if told.news == "reached":
        return say("goal.reached", goal=goal_named(goal, say, today))
    return progress_line(progress, say)


def _weeks(progress: Progress, say: Wording) -> str:
    if progress.weeks <= 1:
        return ""
    return say.label("goal.weeks_in_a_row", weeks=counted("week", progress.weeks, say))


def progress_line(progress: Progress, say: Wording) -> Html:
    """Where one stands, and on course for when, or why that can't be said."""
    goal = progress.goal
    target = amount(goal.target, goal, say)
    if goal.by is not None and goal.by < progress.today:
        day = say.short_day(goal.by, progress.today)
        target += say.label("goal.passed", day=day)
    named = {"name": _line_name(goal, say), "target": target}
    if progress.now is None:
        return say("goal.so_far_unitless" if progress.unitless else "goal.so_far_nothing", **named)
    key = _SO_FAR.get(goal.kind) or ("goal.so_far_down" if goal.down else "goal.so_far")
    now = amount(progress.now, goal, say)
    left = _left(goal.by, progress.today, say) if goal.kind == "total" and goal.by else ""
    line = say(key, now=now, bare=_bare(progress.now, goal), n=progress.n, left=left, **named)
    return Html(line + _weeks(progress, say) + _course(progress, say))


def _left(by: date, today: date, say: Wording) -> str:
    days = (by - today).days
    return say.label("goal.left", days=counted("day", days, say)) if days > 0 else ""


_SO_FAR = {
    "average": "goal.so_far_mean",
    "frequency": "goal.so_far_week",
    "total": "goal.so_far_total",
    "streak": "goal.so_far_row",
    "level": "goal.so_far_down",
}


def _line_name(goal: Goal, say: Wording) -> str:
    """With what tells it from others of its name."""
    if goal.kind == "best" and goal.quantity == "e1rm":
        return say.label("record.e1rm", name=_heading(goal, say))
    if goal.kind == "pace" and goal.metres:
        unit = goal.distance_unit or "km"
        return f"{_heading(goal, say)} {show(goal.metres / METRES[unit], unit)}"
    return f"{_heading(goal, say)} × {goal.reps}" if goal.reps else _heading(goal, say)  # noqa: RUF001


def _bare(value: float, goal: Goal) -> str:
    """Without the unit, which the target has."""
    if goal.unit == "s" and goal.kind != "pace":
        return duration(value) if value else "0"
    shown = show(value, "" if goal.unit == "days" else goal.unit)
    return shown.removesuffix(goal.unit).rstrip() if goal.unit not in ("", "s") else shown


def _course(progress: Progress, say: Wording) -> str:
    catalogue = say.catalogue.say
    if progress.course == "arrives" and progress.arrives is not None:
        day = say.short_day(progress.arrives, progress.today)
        told = catalogue["goal.arrives"].format(day=day, margin=_margin(progress.margin, say), n=progress.n)
        by = progress.goal.by
        if by is None or progress.in_time is None:
            return told
        key = "goal.in_time" if progress.in_time else "goal.too_late"
        return catalogue[key].format(told=told, day=say.short_day(by, progress.today))
    if progress.course in ("few", "flat", "away", "far"):
        return catalogue[f"goal.{progress.course}"].format(n=progress.n)
    return ""


def _margin(days: int, say: Wording) -> str:
    if days < _DAYS_TOLD:
        return counted("day", days, say)
    return counted("week", math.ceil(days / 7), say)
