"""A reminder that is to come at another time, and which one is meant."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from itertools import pairwise

from agents.reminders.asking import Reply
from agents.reminders.changing import alike
from agents.reminders.plan import Plan, comes_on, parts_of
from agents.reminders.planning import Asked, filled, planned_again
from agents.reminders.rows import body, changed
from agents.reminders.series import ALL_DAYS
from agents.reminders.times import When
from storage.reminder import ReminderRow

_DAY_MINUTES = 24 * 60
_SHORTEST = 2
"""Letters of a name of the diary."""


def moved(row: ReminderRow, plan: Plan, asked: Asked | Reply, now: datetime) -> Asked:
    """Its plan from now on, with what it was; `now` is on the person's clock."""
    clock = _clock(plan, now)
    timed = plan if plan.times or clock is None else plan.model_copy(update={"times": (clock,)})
    if isinstance(asked, Asked) and asked.adds and asked.when is not None:
        found = Asked(does="set", plan=also_on(plan, asked.when))
    elif asked.shift:
        found = Asked(does="set", plan=_later(plan, timedelta(seconds=asked.shift), now))
    else:
        found = planned_again(plan, asked.when or When(), now)
    if found.plan is None:
        return found
    new = _nearest(with_rhythm(timed, found), plan, now)
    return found.model_copy(update={"plan": kept_as_it_was(plan, row, new)})


def also_on(plan: Plan, when: When) -> Plan:
    """Its rhythm with some more days of the week; of what comes once or each day nothing changes."""
    days, more = (parts_of(rule).get("BYDAY", "").split(",") for rule in (plan.rule, when.rule))
    if not plan.rule.startswith("FREQ=WEEKLY;BYDAY=") or not all(more):
        return plan
    both = sorted({*days, *more}, key=ALL_DAYS.index)
    return plan.model_copy(update={"rule": f"FREQ=WEEKLY;BYDAY={','.join(both)}"})


def kept_as_it_was(plan: Plan, row: ReminderRow, new: Plan | None = None) -> Plan:
    """The plan, or a new one of its name, with what undo brings back."""
    before = body(plan.model_copy(update=_UNCHANGED))
    kept = {"text": plan.text, "was": before, "was_at": row.at, "parted": ""}
    return (new or plan).model_copy(update=kept)


_UNCHANGED = {"was": "", "was_at": None, "parted": ""}


def parted(row: ReminderRow, plan: Plan, asked: Asked, now: datetime, other: str) -> tuple[Plan, Plan] | None:
    """What is left of a rhythm, and the plan of the days for which another time was said (of the id `other`).

    None: it is said of all its days, or of none.
    """
    when = asked.when
    if not (asked.of_days and when and when.clocks and when.rule):
        return None
    left = without(plan, When(rule=when.rule), now.date(), now.tzinfo or UTC)
    new = moved(row, plan, asked, now).plan
    if left is None or new is None or not new.times:
        return None
    kept = kept_as_it_was(plan, row, left)
    return kept.model_copy(update={"parted": other}), new.model_copy(update=_UNCHANGED)


def without(plan: Plan, when: When, today: date, zone: tzinfo) -> Plan | None:
    """The plan of a rhythm without the days that were said; None: it comes on none of them."""
    named = parts_of(when.rule).get("BYDAY", "").split(",") if when.rule else list(ALL_DAYS)
    until = when.ending.day if when.ending is not None else None
    if when.days is None and until is None:
        return _never_on(plan, named)
    first = today if when.days is None else max(today, when.days.start)
    last = when.days.end if when.days is not None else (until or today) - timedelta(days=1)
    days = [first + timedelta(days=at) for at in range(min((last - first).days, _LONGEST_PAUSE) + 1)]
    gone = [one for one in days if ALL_DAYS[one.weekday()] in named and comes_on(plan, one, zone)]
    kept = [one for one in plan.skips if one >= today]
    return plan.model_copy(update={"skips": (*kept, *gone)}) if gone else None


_LONGEST_PAUSE = 366


def _never_on(plan: Plan, named: Sequence[str]) -> Plan | None:
    parts = parts_of(plan.rule)
    days = parts["BYDAY"].split(",") if "BYDAY" in parts else ALL_DAYS
    left = [one for one in days if one not in named]
    if (
        parts.get("FREQ") not in ("DAILY", "WEEKLY")
        or "INTERVAL" in parts
        or not left
        or len(left) == len(days)
    ):
        return None
    return plan.model_copy(update={"rule": f"FREQ=WEEKLY;BYDAY={','.join(left)}"})


def ended(row: ReminderRow, plan: Plan, now: datetime) -> ReminderRow:
    """Stopped by its person; undo brings it back."""
    return replace(changed(row, status="stopped", plan=kept_as_it_was(plan, row)), at=now)


def once_more(plan: Plan, said: Reply, came: datetime, now: datetime) -> Plan:
    """One that came at `came` (on the person's clock, as `now`), at another time; no rhythm goes on by it."""
    once = Plan(text=plan.text, language=plan.language, logs=plan.logs)
    if said.shift or said.when.seconds:
        return once.model_copy(
            update={"moment": now + timedelta(seconds=abs(said.shift or said.when.seconds))}
        )
    found = planned_again(once, said.when, now).plan or once
    if found.maybe:
        today = [one for one in found.maybe if one > now.time()] if found.start == now.date() else found.maybe
        return found.model_copy(update={"maybe": (), "times": (today[0] if today else found.maybe[0],)})
    if not (found.times or found.moment or found.ahead):
        clock = _clock(plan, now) or came.time().replace(second=0, microsecond=0)
        return found.model_copy(update={"times": (clock,)})
    return found


def with_rhythm(before: Plan, found: Asked) -> Plan:
    """Another time of the day leaves the days as they are, another day the time of the day and the rhythm."""
    now, when = found.plan or before, found.when or When()
    known: dict[str, object] = {"times": now.times, "maybe": now.maybe, "waking": False}
    if not (now.times or now.maybe or now.moment):
        known |= {"times": before.times, "maybe": before.maybe}
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
        return filled(";".join(one for one in rule.split(";") if one.startswith(("FREQ", "INTERVAL"))), day)
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
    clock = _clock(before, now)
    if not plan.maybe or clock is None:
        return plan
    meant = min(plan.maybe, key=lambda one: _apart(one, clock))
    return plan.model_copy(update={"times": (meant,), "maybe": ()})


def _clock(plan: Plan, now: datetime) -> time | None:
    """The time of the day at which it came first."""
    if plan.times:
        return plan.times[0]
    return None if plan.moment is None else plan.moment.astimezone(now.tzinfo).time().replace(microsecond=0)


def _apart(one: time, other: time) -> int:
    minutes = abs((one.hour - other.hour) * 60 + one.minute - other.minute)
    return min(minutes, _DAY_MINUTES - minutes)


def is_meant(plan: Plan, asked: Asked, terms: Mapping[str, str]) -> bool:
    """Whether this may be the one that is to be moved or removed; `terms` are canonical names by term."""
    if asked.logs and asked.logs == plan.logs:
        return True
    own, said = _words(plan.text), _words(asked.title)
    return all(any(alike(one, other) for other in own) for one in said) or bool(
        _measures(own, terms) & _measures(said, terms)
    )


def _measures(words: Sequence[str], terms: Mapping[str, str]) -> frozenset[str]:
    """What of the diary is named, in whichever language: one word or two, with an ending or without."""
    pairs = [f"{one} {other}" for one, other in pairwise(words)]
    stems = [word[:end] for word in words for end in range(_SHORTEST, len(word) + 1)]
    return frozenset(terms[one] for one in (*words, *pairs, *stems) if one in terms)


def _words(text: str) -> Sequence[str]:
    return re.findall(r"\w+", text.casefold())


def is_of_some_days(plan: Plan) -> bool:
    """Whether it comes on a few days of a week."""
    days = parts_of(plan.rule).get("BYDAY", "")
    return bool(days) and len(days.split(",")) < _NEARLY_ALL_DAYS


_NEARLY_ALL_DAYS = 6
