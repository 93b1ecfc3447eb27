"""Days that are to come: the next Friday, the next March."""

from __future__ import annotations

from datetime import date

from agents.language.days.calendars import shift
from agents.language.days.dateforms import scan
from storage.entities import DateRange

_UNITS = {
    "weekday": "week", "month_day": "month", "date": "year", "slashed": "year", "dotted": "year",
    "holiday": "year", "month": "year", "day_span": "year", "weekday_day": "month", "the_weekend": "week",
}  # fmt: skip
"""What is named without saying which one: the language layer takes the last that has come, we the next."""


def seen_ahead(days: DateRange, said: str, today: date) -> DateRange:
    """Days that were named without their year, month or week, as the next of the name; `said` names them."""
    rules = {found.rule for kind in ("day", "period") for found in scan(said, kind) if found.y is None}
    unit = next((_UNITS[rule] for rule in _UNITS if rule in rules), None)
    weekday = days.start.weekday() if "weekday_day" in rules else None
    if unit is None:
        return days
    for later in range(_MOST):
        start, end = shift(days.start, unit, later), shift(days.end, unit, later)
        is_its_number = unit not in ("month", "year") or start.day == days.start.day
        if end >= today and is_its_number and weekday in (None, start.weekday()):
            return DateRange(start=start, end=end)
    return days


_MOST = 25
"""Units that are looked at: within two years of months every day has been a Friday."""
