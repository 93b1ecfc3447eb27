"""The plan of what is asked for, at the time that is said."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta
from typing import Literal

from agents.reminders.plan import LAST_OF_FEBRUARY, LEAST_MINUTES, Plan, next_due, parts_of
from agents.reminders.series import ALL_DAYS
from agents.reminders.times import When
from storage.entities import DateRange, Frozen

_LONGEST_AHEAD = timedelta(days=3660).total_seconds()
_ONE_DAY = timedelta(days=1)
Does = Literal[
    "set", "timer", "timer_asked", "timer_left", "timer_stopped", "listed", "removed", "moved", "skipped"
]
Problem = Literal["", "no_such_day", "past", "too_often", "too_long"]


class Asked(Frozen):
    """A request. `plan` is there where something is to be set, or a timer; `title` of what is removed.

    What is moved has a title, too, and comes at `when` instead, or `shift` seconds later.
    """

    does: Does
    of: Literal["named", "newest", "all"] = "named"
    when: When | None = None
    shift: int = 0
    plan: Plan | None = None
    title: str = ""
    logs: str = ""
    """The measure that the title names."""
    adds: bool = False
    """Of what is moved: it comes on those days, too."""
    of_days: bool = False
    """Of what is moved: another time for those days of a week alone."""
    problem: Problem = ""


def planned(title: str, when: When, now: datetime, language: str, *, logs: str) -> Asked:
    """The plan, as far as the time is known."""
    plan = Plan(text=title, language=language, logs=logs)
    if when.no_such_day:
        return Asked(does="set", plan=plan, problem="no_such_day")
    if when.seconds and not when.clocks:
        problem: Problem = "" if when.seconds <= _LONGEST_AHEAD else "too_long"
        moment = now + timedelta(seconds=min(when.seconds, _LONGEST_AHEAD))
        return Asked(does="set", plan=plan.model_copy(update={"moment": moment}), problem=problem)
    if when.ahead:
        return Asked(does="set", plan=plan.model_copy(update={"ahead": when.ahead}))
    if when.waking:
        return _at_waking(plan, when, now)
    if when.rule:
        return _repeated(plan, when, now)
    return _once(plan, when, now)


def _at_waking(plan: Plan, when: When, now: datetime) -> Asked:
    """Nobody can tell when that is: times of the morning are offered, from tomorrow unless a day was said."""
    start = when.days.start if when.days is not None else now.date() + _ONE_DAY
    rule = filled(when.rule, start) if when.rule else ""
    known = {"rule": rule, "start": start, "maybe": _MORNING, "waking": True}
    return Asked(does="set", plan=_ended(plan.model_copy(update=known), when, now))


_MORNING = (time(6, 30), time(7, 30), time(8, 30))


def _repeated(plan: Plan, when: When, now: datetime) -> Asked:
    start = when.days.start if when.days is not None else now.date()
    rule = filled(when.rule, start)
    if when.window is not None:
        return _within(plan, when, when.window, now)
    start = now.date() if LAST_OF_FEBRUARY in rule else first_day(rule, start)
    known: dict[str, object] = {"rule": rule, "start": start}
    often = re.search(r"FREQ=MINUTELY;INTERVAL=(\d+)", rule)
    problem: Problem = "too_often" if often and int(often[1]) < LEAST_MINUTES else ""
    if rule.startswith(("FREQ=HOURLY", "FREQ=MINUTELY")):
        begin = when.clocks[0].at if when.clocks else _this_minute(now)
        known["times"] = (begin,)
    else:
        known |= _clocks(when)
    return Asked(does="set", plan=_ended(plan.model_copy(update=known), when, now), problem=problem)


def _ended(plan: Plan, when: When, now: datetime) -> Plan:
    """With its last day, counted from the first on which it comes."""
    if when.ending is None:
        return plan
    due = next_due(plan, now, now.tzinfo or UTC)
    first = due.astimezone(now.tzinfo).date() if due is not None else plan.start or now.date()
    return plan.model_copy(update={"until": when.ending.last(plan.rule, first, len(plan.times) or 1)})


def first_day(rule: str, start: date) -> date:
    """Of every second week the first is that of the next day that is named, not the one that has begun."""
    parts = parts_of(rule)
    if parts["FREQ"] != "WEEKLY" or "INTERVAL" not in parts or "BYDAY" not in parts:
        return start
    named = [ALL_DAYS.index(one) for one in parts["BYDAY"].split(",")]
    return start + min((day - start.weekday()) % len(ALL_DAYS) for day in named) * _ONE_DAY


def _within(plan: Plan, when: When, window: tuple[time | None, time], now: datetime) -> Asked:
    """Hours that are named are a rhythm of days; with an end alone it is today's."""
    begin, end = window
    parts = parts_of(when.rule)
    step = int(parts.get("INTERVAL", "1")) * (60 if parts["FREQ"] == "HOURLY" else 1)
    if begin is None:
        known = {"rule": when.rule, "start": now.date(), "times": (_this_minute(now),)}
        problem: Problem = "past" if end <= now.time() else "too_often" if step < LEAST_MINUTES else ""
        plan = plan.model_copy(update={**known, "until": now.date(), "last": end})
        return Asked(does="set", plan=plan, problem=problem)
    first, last = begin.hour * 60 + begin.minute, end.hour * 60 + end.minute
    last += _DAY_MINUTES if last < first else 0  # over midnight
    times = tuple(sorted({time(*divmod(one % _DAY_MINUTES, 60)) for one in range(first, last + 1, step)}))
    start = when.days.start if when.days is not None else now.date()
    plan = plan.model_copy(update={"rule": "FREQ=DAILY", "start": start, "times": times})
    return Asked(
        does="set", plan=_ended(plan, when, now), problem="too_often" if len(times) > _MOST_A_DAY else ""
    )


_MOST_A_DAY = 24
_DAY_MINUTES = 24 * 60


def _this_minute(now: datetime) -> time:
    """So that it comes for the first time when as much has passed as between two."""
    return now.time().replace(second=0, microsecond=0)


def filled(rule: str, day: date) -> str:
    """A rule that names no day goes by the day on which it begins."""
    if rule.startswith("FREQ=WEEKLY") and "BYDAY" not in rule:
        return f"{rule};BYDAY={ALL_DAYS[day.weekday()]}"
    if rule == "FREQ=YEARLY" and (day.month, day.day) == _LEAP_DAY:
        return f"{rule};{LAST_OF_FEBRUARY}"
    if rule.startswith("FREQ=MONTHLY") and "BY" not in rule:
        rule = f"{rule};BYMONTHDAY={day.day}"
    return _LATE.sub(lambda found: f"{','.join(map(str, range(28, int(found[0]) + 1)))};BYSETPOS=-1", rule)


_LATE = re.compile("(?<=;BYMONTHDAY=)(?:29|3[01])$")
"""A day that some months do not have: there it is their last."""
_LEAP_DAY = (2, 29)


def _clocks(when: When) -> dict[str, tuple[time, ...]]:
    """The times of the day, or those of which one has to be chosen."""
    if len(when.clocks) == 1 and not when.clocks[0].sure:
        at = when.clocks[0].at
        return {"maybe": tuple(at.replace(hour=hour) for hour in (at.hour % 12, at.hour % 12 + 12))}
    if when.clocks:
        return {"times": tuple(_likely(one.at, sure=one.sure) for one in when.clocks)}
    if when.part is not None:
        return {"times": (time(when.part[2]),)}
    return {}


def _likely(at: time, *, sure: bool) -> time:
    return at if sure or at.hour >= 7 else at.replace(hour=at.hour % 12 + 12)


def _once(plan: Plan, when: When, now: datetime) -> Asked:
    today = now.date()
    known = _clocks(when)
    if when.days is None and not known:
        return Asked(does="set", plan=plan)
    day = today if when.days is None else _day(when, now)
    times = known.get("maybe") or known.get("times") or ()
    ahead = tuple(one for one in times if datetime.combine(day, one) > now.replace(tzinfo=None))
    if times and not ahead:
        if when.days is not None and day == when.days.end:
            return Asked(does="set", plan=plan.model_copy(update={"start": day, **known}), problem="past")
        day, ahead = day + _ONE_DAY, tuple(times)
    if "maybe" in known:
        if when.days is not None and len(ahead) == 1:
            return Asked(does="set", plan=plan.model_copy(update={"start": day, "times": ahead}))
        return Asked(does="set", plan=plan.model_copy(update={"start": day, "maybe": times}))
    if day < today:
        return Asked(does="set", plan=plan.model_copy(update={"start": day}), problem="past")
    times = ahead if when.days is not None else times
    return Asked(does="set", plan=plan.model_copy(update={"start": day, "times": times}))


def apart(asked: Asked, now: datetime) -> list[Asked]:
    """One for each of several times of a day on which it comes once; what is over today comes tomorrow."""
    plan, today = asked.plan, now.date()
    if plan is None or plan.start is None or plan.rule or len(plan.times) < 2:
        return [asked]
    over = {one for one in plan.times if plan.start == today and one <= now.time()}
    days = {one: plan.start + _ONE_DAY if one in over else plan.start for one in plan.times}
    each = sorted((day, one) for one, day in days.items())
    known = ({"start": day, "times": (one,)} for day, one in each)
    return [asked.model_copy(update={"plan": plan.model_copy(update=one)}) for one in known]


def _day(when: When, now: datetime) -> date:
    """The first day to come of those that were named; the night after today is today's."""
    days = when.days
    if days is None:
        return now.date()
    return max(days.start, now.date()) if days.end >= now.date() else days.start


def planned_again(plan: Plan, when: When, now: datetime) -> Asked:
    """The same at another time; without a day on its own."""
    start = plan.start if plan.moment is None else plan.moment.astimezone(now.tzinfo).date()
    if start is not None and not (plan.rule or when.rule or when.seconds or when.days):
        day = max(start, now.date())
        when = when.model_copy(update={"days": DateRange(start=day, end=day)})
    found = planned(plan.text, when, now, plan.language, logs=plan.logs)
    return found.model_copy(update={"when": when})


def with_usual_times(plan: Plan, now: datetime) -> Plan:
    """Of a day, or of a rhythm of days, without a time of the day: those to come are offered."""
    if plan.start is None or plan.times or plan.maybe or plan.moment:
        return plan
    begun = plan.start <= now.date() and not plan.rule
    return plan.model_copy(update={"maybe": tuple(one for one in _USUAL if not begun or one > now.time())})


_USUAL = (time(9), time(13), time(19))
