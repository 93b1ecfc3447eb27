"""iCalendar text to events and back, by the library icalendar."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from math import prod
from typing import Any, cast
from zoneinfo import ZoneInfo

import icalendar as ical

from agents.agenda.event import CalendarError, Event

_DAY = timedelta(days=1)
_SPARSE = ("HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY")
_BY_DAYS = ("HOURLY", "DAILY", "WEEKLY")
"""With a month's day they may never come: 30 February is looked for in each year there is."""
_MOST_A_DAY = 24
_EARLIEST = 1970
icalendar: Any = ical
"""Any: half of the library's types are missing."""


def master(text: str) -> Any:
    """The event itself, beside which exceptions of its series may stand. Raises CalendarError."""
    try:
        found = icalendar.Calendar.from_ical(text).walk("VEVENT")
    except ValueError as error:
        raise CalendarError("unreadable", "not iCalendar") from error
    if not found:
        raise CalendarError("unreadable", "no event in it")
    return next((one for one in found if "RECURRENCE-ID" not in one), found[0])


def event_of(component: Any, zone: str, **kept: str) -> Event:
    """A VEVENT. A time without a zone is the person's (`zone`). Raises CalendarError."""
    home = ZoneInfo(zone)
    try:
        start, end = component.start, component.end
        all_day = not isinstance(start, datetime)
        if all_day and end <= start:
            end = start + _DAY
        first, last = _moment(start, home), _moment(end, home)
        _ = first.astimezone(home), last.astimezone(home)
    except (ValueError, AttributeError, KeyError, OverflowError) as error:  # the library's are ValueErrors
        raise CalendarError("unreadable", "no start, or beyond the years there are") from error
    rule = next(iter(_rules(component)), None)
    series = "series" if "RECURRENCE-ID" in component else ""
    return Event(
        uid=str(component.get("UID", "")),
        title=str(component.get("SUMMARY", "")),
        location=str(component.get("LOCATION", "")),
        start=first,
        end=max(last, first),
        all_day=all_day,
        zone=zone if all_day else getattr(start.tzinfo, "key", zone),
        recurrence=rule.to_ical().decode() if rule is not None else series,
        **kept,
    )


def _rules(component: Any) -> list[Any]:
    found: Any = component.get("RRULE", [])
    return cast("list[Any]", found) if isinstance(found, list) else [found]


def repeats(component: Any) -> bool:
    """Whether it stands for more than one time."""
    return any(name in component for name in ("RRULE", "RDATE", "RECURRENCE-ID"))


def is_dense(component: Any) -> bool:
    """Whether the library would count for minutes: all times since the start, or to the year 9999."""
    begun = getattr(component.get("DTSTART"), "dt", None)
    since = begun.year if isinstance(begun, date) else _EARLIEST
    return any(_is_dense(rule, since) for rule in _rules(component))


def _is_dense(rule: Any, since: int) -> bool:
    often = str(rule.get("FREQ", [""])[0]).upper()
    times = prod(len(rule.get(name, "1")) for name in ("BYHOUR", "BYMINUTE", "BYSECOND"))
    return (
        often not in _SPARSE
        or times > _MOST_A_DAY
        or (often != "YEARLY" and since < _EARLIEST)
        or (often in _BY_DAYS and {"BYMONTH", "BYMONTHDAY"} <= {name.upper() for name in rule})
    )


def _moment(value: date | datetime, home: ZoneInfo) -> datetime:
    if not isinstance(value, datetime):
        return datetime.combine(value, time(), home)
    return value if value.tzinfo is not None else value.replace(tzinfo=home)


def written(event: Event, now: datetime) -> str:
    """A new event as text."""
    calendar = icalendar.Calendar()
    calendar.add("PRODID", "-//Swealog//EN")
    calendar.add("VERSION", "2.0")
    component = icalendar.Event()
    component.add("UID", event.uid)
    component.add("DTSTAMP", now)
    if event.recurrence:
        component.add("RRULE", icalendar.vRecur.from_ical(event.recurrence))
    _tell(component, event)
    calendar.add_component(component)
    calendar.add_missing_timezones()
    return calendar.to_ical().decode()


def edited(text: str, to: Event, now: datetime) -> str:
    """What is kept, with this title, time and place: everything else of it stays."""
    calendar = icalendar.Calendar.from_ical(text)
    component = next(one for one in calendar.walk("VEVENT") if "RECURRENCE-ID" not in one)
    for name in ("SUMMARY", "LOCATION", "DTSTART", "DTEND", "DURATION", "DTSTAMP", "LAST-MODIFIED"):
        component.pop(name, None)
    sequence = int(component.pop("SEQUENCE", 0)) + 1
    component.add("SEQUENCE", sequence)
    component.add("DTSTAMP", now)
    _tell(component, to)
    calendar.add_missing_timezones()
    return calendar.to_ical().decode()


def _tell(component: Any, event: Event) -> None:
    home = ZoneInfo(event.zone)
    start, end = event.start.astimezone(home), event.end.astimezone(home)
    component.add("SUMMARY", event.title)
    if event.location:
        component.add("LOCATION", event.location)
    component.add("DTSTART", start.date() if event.all_day else start)
    component.add("DTEND", end.date() if event.all_day else end)
