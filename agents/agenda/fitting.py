"""From what was said of the time to an event's start and end."""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta, tzinfo
from typing import NamedTuple

from agents.agenda.event import Event
from agents.agenda.times import When
from agents.reminders.plan import Plan, next_due

_USUAL = timedelta(hours=1)
_EARLIEST = 9
"""Where only a part of the day was said."""
_DAY = timedelta(days=1)
_NOON = time(12)


class Span(NamedTuple):
    """Aware moments; of an all-day event midnights."""

    start: datetime
    end: datetime
    all_day: bool = False


def fitted(when: When, now: datetime, zone: tzinfo, before: Event | None = None) -> Span | None:
    """None: it has to be asked for. `now` is on the person's clock, `before` what is to be moved."""
    at = when.at or (time(max(when.part[0], _EARLIEST)) if when.part else None)
    if before is not None and not before.all_day:
        at = _at_of(when, at, before.start.astimezone(zone).time())
    day = _day(when, at, now, before, zone)
    if day is None or (at is None and when.minutes is not None):
        return None
    if at is None:
        last = max(when.days.end, day) if when.days else day
        return Span(
            datetime.combine(day, time(), zone), datetime.combine(last + _DAY, time(), zone), all_day=True
        )
    start = datetime.combine(day, at, zone)
    if when.until is not None:
        end = datetime.combine(day, when.until, zone)
        return Span(start, end if end > start else end + _DAY)
    long = before.end - before.start if before is not None and not before.all_day else _USUAL
    return Span(start, start + (timedelta(minutes=when.minutes) if when.minutes else long))


def _at_of(when: When, at: time | None, before: time) -> time | None:
    """The old time where only a day is said; where only an hour that may be two, the one nearer to it."""
    if at is None:
        return before if when.days is not None else None
    later = at.replace(hour=at.hour + 12) if when.either and when.days is None else at
    return min(
        (at, later), key=lambda one: abs(one.hour * 60 + one.minute - before.hour * 60 - before.minute)
    )


def _day(when: When, at: time | None, now: datetime, before: Event | None, zone: tzinfo) -> date | None:
    today = now.date()
    begin = when.days.start if when.days is not None else today
    if when.every:
        over = _DAY if begin <= today and at is not None and at <= now.time() else timedelta()
        return _first(when.every, max(begin, today) + over, zone)
    if when.days is not None:
        return max(begin, today) if when.days.end >= today else begin
    if before is not None:
        return before.start.astimezone(zone).date()
    if at is None:
        return None
    return today if at > now.time() else today + _DAY


def _first(rule: str, day: date, zone: tzinfo) -> date:
    """Every second week begins with the next of its days, too."""
    each = Plan(text="", start=day, times=(_NOON,), rule=re.sub(r";INTERVAL=\d+", "", rule))
    found = next_due(each, datetime.combine(day, time(), zone), zone)
    return day if found is None else found.astimezone(zone).date()
