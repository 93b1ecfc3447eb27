"""The day or period that a rule of `data/LANGUAGE/dates.yaml` means; dates.py tells what leaves a choice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta
from typing import Literal

from agents.language.days.calendars import recent, shift, start_of, trailing, valid_date, whole
from agents.language.days.dateforms import DAY_RULES, Found
from storage.entities import DateRange

DateOrder = Literal["DMY", "MDY"]
LATE_HOUR = 4
"""Until this hour people who are still up speak of the day before as today's evening."""
_DAY = timedelta(days=1)


def day_of(found: Found, now: datetime, order: DateOrder) -> date | None:
    """The day that was found; None where there is no such day."""
    if found.rule == "words":
        late = now.hour < LATE_HOUR and found.phrase in found.words.evening_words
        return now.date() + timedelta(days=found.words.day_words[found.phrase] - late)
    read = _DAYS.get(found.rule)
    return read(found, now.date()) if read is not None else _numeric_day(found, now.date(), order)


def _ago(found: Found, today: date) -> date | None:
    count = 1 if found.n is None else found.n
    return shift(today, found.unit or "day", -count) if count < 400 else None


def _holiday(found: Found, today: date) -> date | None:
    return recent(today, *found.words.holidays[found.phrase])


def _date(found: Found, today: date) -> date | None:
    if found.y is None:
        return recent(today, found.month or 0, found.d or 0)
    return valid_date(found.y, found.month or 0, found.d or 0)


def _day_of_month(found: Found, today: date) -> date | None:
    return next(_days_of_months(today, found.d or 0, 3), None)


def _days_of_months(today: date, day: int, most: int) -> Iterator[date]:
    """That day of this month and the ones before, as far as they have come."""
    for back in range(most):
        first = shift(today.replace(day=1), "month", -back)
        found = valid_date(first.year, first.month, day)
        if found is not None and found <= today:
            yield found


def _weekday_with_day(found: Found, today: date) -> date | None:
    """`Friday the 13th`: the latest 13th that was a Friday, within a year; else the latest 13th."""
    days = list(_days_of_months(today, found.d or 0, 12))
    return next((day for day in days if day.weekday() == found.weekday), days[0] if days else None)


def _weeks_back(found: Found, today: date) -> date | None:
    """`two sundays ago`, `monday 2 weeks ago`, `the sunday before last`."""
    weekday, count = found.weekday or 0, found.n or 2
    if found.rule == "weekday_units_ago":
        back = {"week": count, "fortnight": 2 * count}.get(found.unit or "week")
        monday = start_of(today, "week")
        return None if back is None or count > 60 else monday + timedelta(days=weekday - 7 * back)
    count = 2 if found.rule == "before_last_weekday" else count
    last = day_of_weekday("last_weekday", weekday, today)
    return last - timedelta(days=7 * (count - 1)) if count < 60 else None


def _named_weekday(found: Found, today: date) -> date:
    return day_of_weekday(found.rule, found.weekday or 0, today)


def day_of_weekday(rule: str, weekday: int, today: date) -> date:
    """The day that a weekday is by `last_weekday` and the like, the latest one by `weekday`."""
    back = (today.weekday() - weekday) % 7
    monday = start_of(today, "week")
    match rule:
        case "last_weekday":
            return today - timedelta(days=back or 7)
        case "this_weekday":
            return monday + timedelta(days=weekday)
        case "next_weekday":
            return today + timedelta(days=(weekday - today.weekday()) % 7 or 7)
        case "week_weekday":
            return monday + timedelta(days=weekday - 7)
        case _:
            return today - timedelta(days=back)


_DAYS: dict[str, Callable[[Found, date], date | None]] = {
    "ago": _ago,
    **dict.fromkeys(("weekdays_ago", "weekday_units_ago", "before_last_weekday"), _weeks_back),
    "weekday_day": _weekday_with_day,
    "relative": lambda _found, _today: None,
    "holiday": _holiday,
    **dict.fromkeys(
        ("weekday", "last_weekday", "this_weekday", "next_weekday", "week_weekday"), _named_weekday
    ),
    "date": _date,
    "month_day": _day_of_month,
}
"""The day that a rule means, seen from today; those that are not here are written in figures."""


def _numeric_day(found: Found, today: date, order: DateOrder) -> date | None:
    first, second = found.d or 0, found.d2 or 0
    if found.rule in ("iso", "compact"):
        return valid_date(found.y or 0, second, first)
    dotted = "." in found.phrase
    if found.y is not None and not today.year - 1 <= found.y <= today.year + 1:
        turned = valid_date(2000 + first, second, found.y % 100)
        if turned is not None and turned.year in (today.year - 1, today.year):
            return turned  # `26.11.19`: the year first
    if found.y is not None and found.y > today.year + 1 and str(found.y) not in found.phrase:
        return None  # `12-3-30`, a walk uphill
    readings = [(second, first), (first, second)]
    if order == "MDY" and not dotted:
        readings.reverse()
    for month, day in readings:
        held = recent(today, month, day) if found.y is None else valid_date(found.y, month, day)
        if held is not None:
            return held
    return None


def range_of(found: Found, now: datetime, order: DateOrder, anchor: DateRange | None) -> DateRange | None:
    """The days of a period; `anchor` is the period told before it."""
    if found.rule in DAY_RULES:
        day = day_of(found, now, order)
        return None if day is None else whole(day, found.unit or "day" if found.rule == "ago" else "day")
    read = _PERIODS.get(found.rule)
    return read(found, now.date(), anchor) if read is not None else None


def _past(found: Found, today: date, _: DateRange | None) -> DateRange:
    return trailing(today, found.unit or "day", min(found.n or 1, 1000))


def _unit(found: Found, today: date, _: DateRange | None) -> DateRange:
    unit = found.unit or "day"
    return whole(shift(start_of(today, unit), unit, _STEPS[found.rule]), unit)


_STEPS = {"this_unit": 0, "last_unit": -1, "next_unit": 1, "before_last_unit": -2}


def _unit_before(found: Found, today: date, anchor: DateRange | None) -> DateRange:
    base, unit = anchor.start if anchor else today, found.unit or "day"
    return whole(shift(start_of(base, unit), unit, -1), unit)


def _weekday_before(found: Found, today: date, anchor: DateRange | None) -> DateRange:
    base = anchor.start if anchor else today
    back = (base.weekday() - (found.weekday or 0)) % 7 or 7
    return whole(base - timedelta(days=back), "day")


def _unit_after(found: Found, _: date, anchor: DateRange | None) -> DateRange | None:
    unit = found.unit or "day"
    return None if anchor is None else whole(shift(start_of(anchor.start, unit), unit, 1), unit)


def _n_before(found: Found, today: date, anchor: DateRange | None) -> DateRange:
    unit, count = found.unit or "day", found.n or 1
    end = (anchor.start if anchor else trailing(today, unit, count).start) - _DAY
    return trailing(end, unit, min(count, 1000))


def _weekend(found: Found, today: date, _: DateRange | None) -> DateRange:
    saturday = start_of(today, "week") + timedelta(days=5)
    saturday += _WEEKENDS[found.rule] * timedelta(days=7)
    return DateRange(start=saturday, end=saturday + _DAY)


_WEEKENDS = {"last_weekend": -1, "the_weekend": -1, "this_weekend": 0, "next_weekend": 1}
"""Weeks from the one at whose end it is; `ahead` takes `the weekend` for one that comes."""


def _day_span(found: Found, today: date, _: DateRange | None) -> DateRange | None:
    end = recent(today, found.month or 0, found.d2 or 0)
    start = None if end is None else valid_date(end.year, end.month, found.d or 0)
    return None if end is None or start is None or start > end else DateRange(start=start, end=end)


def _month(found: Found, today: date, _: DateRange | None) -> DateRange | None:
    if found.y is not None:
        return whole(date(found.y, found.month or 1, 1), "month")
    until = start_of(today, "month") - _DAY if found.rule == "last_month_name" else today
    begun = recent(until, found.month or 1, 1)
    return None if begun is None else whole(begun, "month")


def _season(found: Found, today: date, _: DateRange | None) -> DateRange:
    start = date(found.y or today.year, found.season or 3, 1)
    if found.y is None and start > today:
        start = shift(start, "year", -1)
    if found.rule == "last_season" and shift(start, "month", 3) > today:
        start = shift(start, "year", -1)
    return DateRange(start=start, end=shift(start, "month", 3) - _DAY)


def _year(found: Found, today: date, _: DateRange | None) -> DateRange:
    return whole(date(found.y or today.year - (found.rule == "last_year"), 1, 1), "year")


def _since_year(found: Found, today: date, _: DateRange | None) -> DateRange:
    return DateRange(start=date(found.y or today.year, 1, 1), end=today)


_PERIODS: dict[str, Callable[[Found, date, DateRange | None], DateRange | None]] = {
    **dict.fromkeys(("past_n", "past_unit"), _past),
    **dict.fromkeys(_STEPS, _unit),
    "unit_before": _unit_before,
    "weekday_before": _weekday_before,
    "unit_after": _unit_after,
    "n_before": _n_before,
    **dict.fromkeys(_WEEKENDS, _weekend),
    "day_span": _day_span,
    **dict.fromkeys(("month", "last_month_name", "this_month_name"), _month),
    **dict.fromkeys(("season", "last_season"), _season),
    **dict.fromkeys(("year", "this_year", "last_year"), _year),
    "since_year": _since_year,
}
"""The days that a rule means, seen from today; the last is the period told before, if there is one."""
