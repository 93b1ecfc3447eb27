"""A date as an answer names it, and the days it may mean."""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import dataclass
from datetime import date

from storage.entities import DateRange


@dataclass(frozen=True, slots=True)
class DateClaim:
    """A date in text[start:end]. It is true when a known day lies in one of `spans`.

    No spans: there is no such day ("31 June", "Tue 9 Nov" when the 9th is a Monday). `loose` claims (a month,
    a year, "2 weeks ago") are also true of a period that overlaps them. `weekday`: only that is said.
    `monthless`: only the day of a month is said.
    """

    start: int
    end: int
    phrase: str
    spans: tuple[DateRange, ...]
    loose: bool = False
    weekday: int | None = None
    monthless: bool = False


def claimed(found: re.Match[str], spans: tuple[DateRange, ...], *, loose: bool = False) -> DateClaim:
    """What a pattern has found."""
    return DateClaim(found.start(), found.end(), found[0].strip(), spans, loose)


def possible_days(
    year: int | None, month: int, day: int, weekday: int | None, today: date
) -> tuple[DateRange, ...]:
    """The day; without a year, this year's, last year's and next year's. None where the weekday is wrong."""
    years = (year,) if year else (today.year, today.year - 1, today.year + 1)
    found: list[DateRange] = []
    for each in years:
        if not (1 <= month <= 12 and 1 <= day <= monthrange(each, month)[1]):
            continue
        whole = date(each, month, day)
        near = year is not None or abs((whole - today).days) <= 366
        if near and (weekday is None or whole.weekday() == weekday):
            found.append(DateRange(start=whole, end=whole))
    return tuple(found)


def month_span(year: int, month: int) -> DateRange:
    """All of a month."""
    return DateRange(start=date(year, month, 1), end=date(year, month, monthrange(year, month)[1]))
