"""What comes next in a programme, as a line of a receipt and as a list."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from agents.gym.coming import Coming, Planned, PlannedRun, Target, Week
from bot.replies.measures import number
from bot.texts import Html, Wording
from bot.texts.html import escape
from storage.entities import WeightUnit

_SOON = timedelta(days=6)
_MARK = {True: "✓", False: "•"}


def coming_line(comes: Coming | Week, say: Wording, today: date) -> Html:
    """One line: "Next Wed: squat 82.5 kg 5×5; ..."."""  # noqa: RUF002 - the sign is meant
    if isinstance(comes, Week):
        done, runs = sum(one.done for one in comes.runs), len(comes.runs)
        if comes.coming is None:
            return say("gym.week_over", done=done, runs=runs)
        day, what = when(comes.coming.day, say, today), run_told(comes.coming, say)
        return say("gym.week", number=comes.number, of=comes.of, done=done, runs=runs, day=day, what=what)
    what = "; ".join(target_told(one, comes.unit, say) for one in comes.targets)
    if comes.begun:
        return say("gym.left", what=what)
    return say("gym.next", day=when(comes.day, say, today), what=what)


def session_lines(comes: Coming, say: Wording, today: date) -> list[Html]:
    """The day, then a line for each lift."""
    title = "gym.coming_left" if comes.begun else "gym.coming"
    lines = [say(title, day=when(comes.day, say, today).capitalize(), workout=comes.workout)]
    return [*lines, *target_lines(comes.targets, comes.unit, say)]


def target_lines(targets: Sequence[Target], unit: WeightUnit, say: Wording) -> list[Html]:
    """A line for each lift, with why its load is no more."""
    told: list[Html] = []
    for one in targets:
        note = say(f"gym.{one.change}") if one.change in ("dropped", "again", "fewer") else ""
        told.append(Html(say("gym.line", what=target_told(one, unit, say), note=note).rstrip()))
    return told


def week_lines(week: Week, say: Wording, today: date) -> list[Html]:
    """A run plan's week, and the next run."""
    lines = [say("gym.week_title", number=week.number, of=week.of)]
    lines += [
        say("gym.week_run", mark=_MARK[one.done], day=when(one.day, say, today), what=run_told(one, say))
        for one in week.runs
    ]
    if week.coming is None:
        return [*lines, coming_line(week, say, today)]
    run = week.coming
    return [*lines, say("gym.next_run", day=when(run.day, say, today), what=run_told(run, say))]


def when(day: date, say: Wording, today: date) -> str:
    """Within a week its name is enough."""
    if day == today:
        return say.label("gym.today")
    if today < day <= today + _SOON:
        return say.catalogue.weekdays[day.weekday()]
    return say.day(day, today)


def target_told(target: Target, unit: WeightUnit, say: Wording) -> str:
    """A lift with its sets."""
    sets = ", ".join(_sets(one, unit) for one in target.sets)
    return say.label("gym.sets", lift=say.measure(target.lift).lower(), sets=sets)


def run_told(run: PlannedRun, say: Wording) -> str:
    """A run of a plan."""
    from agents.gym.asked import run_named  # noqa: PLC0415 - only with a plan of runs

    name = run_named(run.name, say.language)
    return say.label("gym.run", name=name, far=f"{number(run.km)} km")


def _sets(planned: Planned, unit: WeightUnit) -> str:
    reps = f"{planned.sets}×{planned.reps}{'+' if planned.plus else ''}"  # noqa: RUF001 - the sign is meant
    return reps if planned.load is None else f"{number(planned.load)} {unit} {reps}"


def heavy(load: float, unit: WeightUnit) -> str:
    """A load with its unit."""
    return f"{number(load)} {unit}"


def plates_told(side: Sequence[float]) -> str:
    """The plates of one side: 25 + 25 + 10."""
    return escape(" + ".join(number(one) for one in side))
