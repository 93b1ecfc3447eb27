"""Days that are to come: the next Friday, the next March."""

from __future__ import annotations

from datetime import date

from agents.language.days.calendars import shift
from agents.language.days.dateforms import scan
from storage.entities import DateRange

_UNITS = {
    "weekday": "week", "month_day": "month", "date": "year", "slashed": "year", "dotted": "year",
    "holiday": "year", "month": "year", "day_span": "year", "weekday_day": "year", "the_weekend": "week",
}  # fmt: skip
"""What is named without saying which one: the language layer takes the last that has come, we the next."""


def seen_ahead(days: DateRange, said: str, today: date) -> DateRange:
    """Days that were named without their year, month or week, as the next of the name; `said` names them."""
    rules = {found.rule for kind in ("day", "period") for found in scan(said, kind) if found.y is None}
    unit = next((_UNITS[rule] for rule in _UNITS if rule in rules), None)
    tries = 13 if unit is not None else 0
    while tries and unit is not None and days.end < today:
        days = DateRange(start=shift(days.start, unit, 1), end=shift(days.end, unit, 1))
        tries -= 1
    return days
