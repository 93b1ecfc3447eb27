"""Calendar arithmetic over days, ISO weeks, months, quarters and years."""

from __future__ import annotations

from calendar import monthrange
from datetime import date, timedelta

from storage.entities import DateRange


def valid_date(year: int, month: int, day: int) -> date | None:
    """The date, or None where the calendar has no such day."""
    if 1 <= month <= 12 and 1 <= day <= monthrange(year, month)[1]:
        return date(year, month, day)
    return None


def shift(day: date, unit: str, count: int) -> date:
    """`count` units later (earlier when negative); the 31st becomes a shorter month's last day."""
    if unit in ("day", "week", "fortnight"):
        return day + timedelta(days=count * {"day": 1, "week": 7, "fortnight": 14}[unit])
    months = count * {"month": 1, "quarter": 3, "year": 12}[unit]
    year, month0 = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month0 + 1, min(day.day, monthrange(year, month0 + 1)[1]))


def start_of(day: date, unit: str) -> date:
    """The first day of the unit that holds `day`; a fortnight begins on the Monday of the week before."""
    match unit:
        case "week":
            return day - timedelta(days=day.weekday())
        case "fortnight":
            return day - timedelta(days=day.weekday() + 7)
        case "month":
            return day.replace(day=1)
        case "quarter":
            return day.replace(month=(day.month - 1) // 3 * 3 + 1, day=1)
        case "year":
            return day.replace(month=1, day=1)
        case _:
            return day


def whole(day: date, unit: str) -> DateRange:
    """The unit that holds `day`."""
    start = start_of(day, unit)
    return DateRange(start=start, end=shift(start, unit, 1) - timedelta(days=1))


def trailing(today: date, unit: str, count: int) -> DateRange:
    """The `count` units up to and including today."""
    return DateRange(start=shift(today, unit, -count) + timedelta(days=1), end=today)


def recent(today: date, month: int, day: int) -> date | None:
    """That day and month in the most recent year in which it has come (29 February may be years ago)."""
    years = (today.year - back for back in range(9))
    dates = (valid_date(year, month, day) for year in years)
    return next((found for found in dates if found is not None and found <= today), None)


def _is_day(days: DateRange) -> bool:
    return days.start == days.end


def contradict(days: DateRange, other: DateRange) -> bool:
    """Whether they are days that can't be the same one: `Friday 5 December`, which is a Saturday."""
    return _is_day(days) and _is_day(other) and days.start.weekday() != other.start.weekday()


def narrowed(days: DateRange, other: DateRange) -> DateRange:
    """`Friday next week`: the day of the week, not the week; `Friday 4 December`: not this Friday."""
    if _is_day(days) and _is_day(other) and days.start.weekday() == other.start.weekday():
        return max(days, other, key=lambda one: one.start)
    one, stretch = (days, other) if _is_day(days) else (other, days)
    if not _is_day(one) or _is_day(stretch):
        return days
    ahead = timedelta(days=(one.start.weekday() - stretch.start.weekday()) % 7)
    inside = stretch.start + ahead
    day = inside if inside <= stretch.end else one.start
    return DateRange(start=day, end=day)
