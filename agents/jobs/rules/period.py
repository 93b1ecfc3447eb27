"""The days that a report is of, as people say them."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta
from typing import Literal

from agents.jobs.rules.speech import RuleWords
from agents.language.days.dates import EARLIEST, find_periods
from storage.entities import DateRange

_BARE_YEAR = re.compile(r"(?<![\d.,-])((?:19|20)\d\d)(?![\d.,:-])")
_YEAR = timedelta(days=364)
_JUST_BEGUN = timedelta(days=2)
"""So long into a week or month "my week" is the one before."""
_SHORT_YEAR = timedelta(days=31)
"""So long into a year "my year" is the one before."""


def span_asked(
    text: str, now: datetime, words: RuleWords, order: Literal["DMY", "MDY"] = "DMY"
) -> DateRange | None:
    """The days that a text names, none to come; None: it names none. `now` is on the person's clock."""
    today = now.date()
    own = re.search(words.own["said"], text.casefold())
    for which in ("now", "before") if own is not None else ():
        named = find_periods(own.expand(words.own[which]), now, order) if own is not None else []
        if named and today - named[0].range.start > _JUST_BEGUN:
            return _to(named[0].range.start, named[0].range.end, today)
    found = [one.range for one in find_periods(text, now, order) if one.range.start <= today]
    if found:
        return _to(min(one.start for one in found), max(one.end for one in found), today)
    if years := [int(year) for year in _BARE_YEAR.findall(text) if int(year) <= today.year]:
        return _to(date(min(years), 1, 1), date(max(years), 12, 31), today)
    if re.search(words.everything, text.casefold()):
        return _to(EARLIEST, today, today)
    if re.search(words.a_year, text.casefold()):
        return _year_of(today)
    return None


def usual_span(today: date) -> DateRange:
    """The twelve months up to today."""
    return DateRange(start=today - _YEAR, end=today)


def _year_of(today: date) -> DateRange:
    """This one so far, or in its first weeks the one before."""
    first = date(today.year, 1, 1)
    if today - first > _SHORT_YEAR:
        return DateRange(start=first, end=today)
    return DateRange(start=date(today.year - 1, 1, 1), end=date(today.year - 1, 12, 31))


def _to(start: date, end: date, today: date) -> DateRange:
    return DateRange(start=start, end=min(end, today))
