"""Where somebody stands in a programme: from how it was begun and what was done since, nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta

from pydantic import Field

from agents.gym.coming import WEEKDAYS, Coming, Planned, PlannedRun, Target, Week, Weekday
from agents.gym.gear import Gear
from agents.gym.programme import Programme, Run
from agents.gym.rules import DoneSet, Line, Standing
from storage.entities import Frozen, WeightUnit

Lifted = Mapping[str, Sequence[DoneSet]]
"""What was done on a day, by canonical name."""
_DAY = timedelta(days=1)
_ENOUGH = 0.8
"""Of a planned distance: a run of so much is that run."""


class Start(Frozen):
    """How a programme was begun: a copy of it, so that its file may change."""

    programme: Programme
    unit: WeightUnit = "kg"
    first_day: date
    days: tuple[Weekday, ...] = ()
    before: tuple[str, ...] = ()
    """Entries of the first day that were there already: they are not of it."""
    loads: dict[str, float] = Field(default_factory=dict[str, float])
    """By `Line.key`: what to begin with, of a wave the training maximum."""


def lines_of(start: Start, gear: Gear) -> dict[str, tuple[Line, ...]]:
    """By workout."""
    programme = start.programme
    return {
        name: tuple(Line(lift, programme.rules[lift.rule], gear) for lift in lifts)
        for name, lifts in programme.workouts.items()
    }


def coming(start: Start, done: Mapping[date, Lifted], today: date, gear: Gear, lift: str = "") -> Coming:
    """The session after what was done, or what is left of today's. `gear` is in the start's unit.

    Of a `lift` the next session that has it, and nothing else of that; without a target where none has.
    """
    workouts = lines_of(start, gear)
    order = list(workouts)
    standing = {
        line.key: Standing(start.loads.get(line.key)) for lines in workouts.values() for line in lines
    }
    at, last = 0, start.first_day - _DAY
    for day in sorted(one for one in done if start.first_day <= one <= today):
        name = _workout(workouts, order[at], done[day])
        if name is None:
            continue
        lines = workouts[name]
        left = [one for one in _left(lines, standing, done[day]) if lift in ("", one.lift)]
        if day == today and left:
            return Coming(today, name, tuple(left), start.unit, begun=True)
        for line in lines:
            if sets := done[day].get(line.lift.lift):
                standing[line.key] = line.after(standing[line.key], sets)
        at, last = (order.index(name) + 1) % len(order), day
    days = start.days or start.programme.days
    day = _next_day(days, max(last + _DAY, today))
    for name in (*order[at:], *order[:at]):
        lines = [line for line in workouts[name] if lift in ("", line.lift.lift)]
        if lines:
            return Coming(day, name, tuple(_target(line, standing[line.key]) for line in lines), start.unit)
        day = _next_day(days, day + _DAY)
    return Coming(day, order[at], (), start.unit)


def _target(line: Line, standing: Standing) -> Target:
    return Target(line.lift.lift, line.planned(standing), standing.change)


def _workout(workouts: Mapping[str, Sequence[Line]], expected: str, lifted: Lifted) -> str | None:
    """The one most of whose lifts were done; the expected one where another has no more."""
    shared = {name: sum(line.lift.lift in lifted for line in lines) for name, lines in workouts.items()}
    best = max(shared.values())
    if not best:
        return None
    return expected if shared[expected] == best else next(n for n, count in shared.items() if count == best)


def _left(lines: Sequence[Line], standing: Mapping[str, Standing], lifted: Lifted) -> tuple[Target, ...]:
    left: list[Target] = []
    for line in lines:
        sets, now = lifted.get(line.lift.lift, ()), standing[line.key]
        if not sets or not line.is_whole(now, sets):
            left.append(Target(line.lift.lift, _remaining(line.planned(now), len(sets)), now.change))
    return tuple(left)


def _remaining(planned: tuple[Planned, ...], done: int) -> tuple[Planned, ...]:
    """Without the first sets."""
    left: list[Planned] = []
    for one in planned:
        gone = min(done, one.sets)
        done -= gone
        if gone < one.sets:
            left.append(Planned(one.load, one.sets - gone, one.reps, one.plus))
    return tuple(left) or planned[-1:]


def _next_day(days: Sequence[Weekday], first: date) -> date:
    """The first of these weekdays from that day on."""
    wanted = {WEEKDAYS.index(day) for day in days}
    return next(day for n in range(7) if (day := first + n * _DAY).weekday() in wanted)


def week(start: Start, runs: Iterable[tuple[date, float]], today: date) -> Week:
    """The week of a run plan that today is in; `runs` are days and metres."""
    weeks = start.programme.weeks
    monday = start.first_day - timedelta(days=start.first_day.weekday())
    number = min(max((today - monday).days // 7, 0), len(weeks) - 1)
    ran = list(runs)
    this = _of_week(weeks[number], monday + timedelta(weeks=number), ran)
    ahead = [one for one in this if not one.done]
    due = [one for one in ahead if one.day >= today]
    following: Sequence[PlannedRun] = ()
    if number + 1 < len(weeks):
        following = _of_week(weeks[number + 1], monday + timedelta(weeks=number + 1), ran)
    over = (today - monday).days // 7 >= len(weeks)
    found = None if over else next(iter([*due, *_moved(ahead, today), *following]), None)
    return Week(number + 1, len(weeks), this, found)


def _moved(missed: Sequence[PlannedRun], today: date) -> list[PlannedRun]:
    """What was missed may still be run this week."""
    return [replace(one, day=today) for one in missed]


def _of_week(
    planned: Sequence[Run], monday: date, ran: Sequence[tuple[date, float]]
) -> tuple[PlannedRun, ...]:
    """Each with whether it was run: on its day, else whichever is nearest in distance."""
    days = {run: monday + timedelta(days=WEEKDAYS.index(run.day)) for run in planned}
    open_, done = sorted(planned, key=lambda run: days[run]), set[Run]()
    for day, metres in sorted(one for one in ran if monday <= one[0] < monday + timedelta(days=7)):
        fit = [run for run in open_ if run not in done and metres >= run.km * 1000 * _ENOUGH]
        if fit:
            done.add(min(fit, key=lambda run: (days[run] != day, abs(run.km * 1000 - metres))))
    return tuple(PlannedRun(days[run], run.run, run.km, run in done) for run in open_)
