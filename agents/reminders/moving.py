"""A reminder that is to come at another time, and which one is meant."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, time, timedelta

from agents.reminders.asking import Asked, planned_again
from agents.reminders.plan import Plan, parts_of
from agents.reminders.rows import body
from agents.reminders.times import ALL_DAYS, When
from storage.reminder import ReminderRow

_DAY_MINUTES = 24 * 60
_SHORTEST = 2
"""Letters of a word by whose beginning another is known: `stretching` and `stretch`."""


def moved(row: ReminderRow, plan: Plan, asked: Asked, now: datetime) -> Asked:
    """Its plan from now on, with what it was; `now` is on the person's clock."""
    if asked.shift:
        found = Asked(does="set", plan=_later(plan, timedelta(seconds=asked.shift), now))
    else:
        found = planned_again(plan, asked.when or When(), now)
    if found.plan is None:
        return found
    new = _nearest(with_rhythm(plan, found), plan, now)
    before = body(plan.model_copy(update={"was": "", "was_at": None}))
    return found.model_copy(
        update={"plan": new.model_copy(update={"text": plan.text, "was": before, "was_at": row.at})}
    )


def with_rhythm(before: Plan, found: Asked) -> Plan:
    """Another time of the day leaves the days as they are, another day the time of the day and the rhythm."""
    now, when = found.plan or before, found.when or When()
    known = {"times": now.times, "maybe": now.maybe}
    if not (now.times or now.maybe or now.moment):
        known = {"times": before.times, "maybe": before.maybe}
    if not before.rule or now.rule or now.moment is not None:
        return now.model_copy(update=known)
    if when.days is None:
        return before.model_copy(update=known)
    day = when.days.start
    return before.model_copy(update={**known, "rule": _on(before.rule, when), "start": day})


def _on(rule: str, when: When) -> str:
    """The rule of one day a week or month, on another one."""
    parts = parts_of(rule)
    day = when.days.start if when.days is not None else None
    if day is not None and parts["FREQ"] == "WEEKLY" and len(parts.get("BYDAY", "")) == len(ALL_DAYS[0]):
        parts["BYDAY"] = ALL_DAYS[day.weekday()]
    if day is not None and "BYMONTHDAY" in parts:
        parts["BYMONTHDAY"] = str(day.day)
    return ";".join(f"{name}={value}" for name, value in parts.items())


def _later(plan: Plan, by: timedelta, now: datetime) -> Plan:
    if plan.moment is not None:
        return plan.model_copy(update={"moment": plan.moment + by})
    start = plan.start or now.date()
    moments = [datetime.combine(start, one) + by for one in plan.times]
    times = tuple(sorted(one.time() for one in moments))
    if plan.rule or not moments:
        return plan.model_copy(update={"times": times})
    return plan.model_copy(update={"times": times, "start": moments[0].date()})


def _nearest(plan: Plan, before: Plan, now: datetime) -> Plan:
    """Of two hours that may be meant the one that is nearer to when it came before."""
    local = before.moment.astimezone(now.tzinfo).time() if before.moment is not None else None
    clock = before.times[0] if before.times else local
    if not plan.maybe or clock is None:
        return plan
    meant = min(plan.maybe, key=lambda one: _apart(one, clock))
    return plan.model_copy(update={"times": (meant,), "maybe": ()})


def _apart(one: time, other: time) -> int:
    minutes = abs((one.hour - other.hour) * 60 + one.minute - other.minute)
    return min(minutes, _DAY_MINUTES - minutes)


def is_meant(plan: Plan, asked: Asked) -> bool:
    """Whether this may be the one that is to be moved or removed."""
    if asked.logs and asked.logs == plan.logs:
        return True
    own = _words(plan.text)
    return all(any(_alike(one, other) for other in own) for one in _words(asked.title))


def _words(text: str) -> Sequence[str]:
    return re.findall(r"\w+", text.casefold())


def _alike(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return one == other or (len(short) >= _SHORTEST and long.startswith(short))
