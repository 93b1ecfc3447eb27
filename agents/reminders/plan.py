"""What a person is to be told, and when, on their own clock."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import TYPE_CHECKING

from storage.entities import Frozen

if TYPE_CHECKING:
    from dateutil.rrule import rrule, rruleset

LONGEST_TEXT = 300
_ONE_DAY = timedelta(days=1)
WITHIN_A_DAY = ("FREQ=HOURLY", "FREQ=MINUTELY")
"""Rules whose steps are hours and minutes that pass, whatever the clock shows."""

LAST_OF_FEBRUARY = "BYMONTH=2;BYMONTHDAY=-1"
"""Of who named its 29th: in a year without one it is the 28th."""


class Plan(Frozen):
    """Once at `moment`; else at `times` of `start`, or of the days of `rule` from `start` to `until`.

    Without `times` it is not known yet when. `rule` is an RRULE's value without times.
    """

    text: str
    language: str = "en"
    moment: datetime | None = None
    """Aware: it does not move with the person's zone."""
    start: date | None = None
    times: tuple[time, ...] = ()
    rule: str = ""
    until: date | None = None
    skips: tuple[date, ...] = ()
    """Days of its rhythm that are left out."""
    last: time | None = None
    """Of the day `until`: later it does not come any more."""
    maybe: tuple[time, ...] = ()
    """Of which the person is asked to choose one."""
    ahead: int = 0
    """So much from when it was said, of a unit that the person is asked for."""
    waking: bool = False
    """It was asked for at waking: a time of the morning is offered instead."""
    seconds: int = 0
    """How long a timer runs."""
    logs: str = ""
    """The measure whose value is asked for once it is done; empty: none."""
    was: str = ""
    """The plan (its JSON) before it was changed in words, since `was_at`: what undo brings back."""
    was_at: datetime | None = None
    parted: str = ""
    """The reminder that took over some days of its week when it was changed: undo stops that one."""

    @property
    def repeats(self) -> bool:
        """Whether it comes more than once."""
        return bool(self.rule)


def next_due(plan: Plan, after: datetime, zone: tzinfo) -> datetime | None:
    """The first moment (UTC) later than `after` that the plan names, None where there is none any more.

    A time that the clock skips in spring comes as much later as it skips; one that it shows twice in autumn
    comes once. Raises ValueError for a rule that can't be read.
    """
    due = _next(plan, after, zone)
    while due is not None and (day := due.astimezone(zone).date()) in plan.skips:
        due = _next(plan, _at(day + _ONE_DAY, time(), zone) - timedelta(seconds=1), zone)
    return due


def comes_on(plan: Plan, day: date, zone: tzinfo) -> bool:
    """Whether it comes on that day at any time."""
    due = next_due(plan, _at(day, time(), zone) - timedelta(seconds=1), zone)
    return due is not None and due.astimezone(zone).date() == day


def _next(plan: Plan, after: datetime, zone: tzinfo) -> datetime | None:
    if plan.moment is not None:
        return plan.moment.astimezone(UTC) if plan.moment > after else None
    if plan.start is None or not plan.times:
        return None
    if not plan.rule:
        return _first_of([_at(plan.start, one, zone) for one in plan.times], after)
    if plan.rule.startswith(WITHIN_A_DAY):
        return _stepping(plan, after, zone)
    return _by_days(plan, after, zone)


def _at(day: date, clock: time, zone: tzinfo) -> datetime:
    return datetime.combine(day, clock, zone).astimezone(UTC)


def _first_of(moments: list[datetime], after: datetime) -> datetime | None:
    return min((one for one in moments if one > after), default=None)


def days_of(rule: str, first: date) -> rrule | rruleset:
    """Midnights of a rule that begins on `first`. Raises ValueError for one that can't be read."""
    from dateutil.rrule import rrulestr  # noqa: PLC0415 - only for those that repeat

    return rrulestr(rule, dtstart=datetime.combine(first, time()))


def _by_days(plan: Plan, after: datetime, zone: tzinfo) -> datetime | None:
    begin = plan.start or after.date()
    from_day = max(after.astimezone(zone).date() - _ONE_DAY, begin)
    first = from_day if _is_same_from_any_day(plan.rule) else begin
    rule = days_of(plan.rule, first)
    day: datetime | None = rule.after(datetime.combine(from_day, time()), inc=True)
    while day is not None and not (plan.until is not None and day.date() > plan.until):
        found = _first_of([_at(day.date(), one, zone) for one in plan.times], after)
        if found is not None:
            return found
        day = rule.after(day)
    return None


def _is_same_from_any_day(rule: str) -> bool:
    """Whether it matters not on which day it began: then years gone by need not be counted."""
    return "INTERVAL" not in rule and ("BY" in rule or rule == "FREQ=DAILY")


def _stepping(plan: Plan, after: datetime, zone: tzinfo) -> datetime | None:
    parts = parts_of(plan.rule)
    step = _STEPS[parts["FREQ"]] * int(parts.get("INTERVAL", "1"))
    begin = _at(plan.start or after.date(), plan.times[0], zone)
    steps = max(0, (after - begin) // step + 1)
    found = begin + steps * step
    return None if _is_over(plan, found.astimezone(zone)) else found


def _is_over(plan: Plan, local: datetime) -> bool:
    """Whether it has ended by then."""
    if plan.until is None or local.date() < plan.until:
        return False
    return local.date() > plan.until or (plan.last is not None and local.time() > plan.last)


def parts_of(rule: str) -> dict[str, str]:
    """Its fields by name."""
    found: dict[str, str] = {}
    for part in rule.split(";"):
        name, _, value = part.partition("=")
        found[name] = value
    return found


_STEPS = {"HOURLY": timedelta(hours=1), "MINUTELY": timedelta(minutes=1)}
_FREQUENCIES = frozenset((*_STEPS, "DAILY", "WEEKLY", "MONTHLY", "YEARLY"))
_FIELDS = frozenset(("FREQ", "INTERVAL", "BYDAY", "BYMONTHDAY", "BYMONTH"))
LEAST_MINUTES = 5
"""Between two that come."""
_MOST_INTERVAL = 1000
_A_LEAP_DAY_AWAY = 8


def is_rule(rule: str) -> bool:
    """Whether a rule (of a model's, perhaps) is one of those that are kept: nothing that never comes."""
    parts = parts_of(rule)
    interval = parts.get("INTERVAL", "1")
    if parts.get("FREQ") not in _FREQUENCIES or not set(parts) <= _FIELDS:
        return False
    if not interval.isdecimal() or not 1 <= int(interval) <= _MOST_INTERVAL:
        return False
    if parts["FREQ"] in _STEPS:
        return len(parts) <= 2 and (parts["FREQ"] == "HOURLY" or int(interval) >= LEAST_MINUTES)
    months = parts["FREQ"] in {"MONTHLY", "YEARLY"}
    if ("BYMONTHDAY" in parts and not months) or ("BYMONTH" in parts and parts["FREQ"] != "YEARLY"):
        return False
    return _ever_comes(rule)


def _ever_comes(rule: str) -> bool:
    soon = date(2026, 1, 1)
    end = soon.replace(year=soon.year + _A_LEAP_DAY_AWAY)
    try:
        return next(iter(days_of(f"{rule};UNTIL={end:%Y%m%d}", soon)), None) is not None
    except (ValueError, TypeError, IndexError, AttributeError):
        return False
