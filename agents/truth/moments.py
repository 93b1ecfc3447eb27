"""Days that a text names in words: yesterday, on Tuesday, in October."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache

from agents.truth.rendering import written
from agents.truth.words import Words, judged_by
from storage.entities import DateRange

_WEEK, _LONG_AGO, _AHEAD = 7, 300, 60


@dataclass(frozen=True, slots=True)
class Moment:
    """Days that a sentence names, by a slot or in words, at text[start:end]."""

    start: int
    end: int
    spans: tuple[DateRange, ...]
    said: str

    @property
    def is_a_day(self) -> bool:
        """Whether it is one day, and not a week or month."""
        return self.spans[0].start == self.spans[0].end


@lru_cache(256)
def days_in_words(text: str, words: Words, today: date) -> Sequence[Moment]:
    """Yesterday, on Tuesday, in October, last week."""
    found: list[Moment] = []
    for name, span in _relative(today).items():
        said = words.found(text, words[name])
        found += (Moment(match.start(), match.end(), (span,), match[0]) for match in said)
    for match in words.found(text, words.weekday_names):
        at = words.weekday_names.index(match[0].casefold())
        found.append(Moment(match.start(), match.end(), tuple(_weekdays(at, today)), match[0]))
    for match in words.found(text, words.month_names):
        at = words.month_names.index(match[0].casefold()) + 1
        if match[0][:1].isupper() or words.glued:
            found.append(Moment(match.start(), match.end(), tuple(_months(at, today)), match[0]))
    bounds = {(one.start, one.end) for one in found}  # yesterday is in the day before yesterday
    inside = {(a, b) for a, b in bounds for c, d in bounds if c <= a and b <= d and (a, b) != (c, d)}
    return tuple(one for one in found if (one.start, one.end) not in inside)


def moments_in(text: str, today: date, language: str) -> list[Moment]:
    """The days that a text names in words: yesterday, in October."""
    return [moment for words in judged_by(text, language) for moment in days_in_words(text, words, today)]


def days_named(text: str, today: date, language: str) -> list[date]:
    """The days that a text names in words or as dates; of weekdays the next, of months none."""
    tongues = judged_by(text, language)
    found = [
        moment.spans[0].end
        for words in tongues
        for moment in days_in_words(text, words, today)
        if len(moment.spans) == 1
    ]
    if not any(letter.isdigit() for letter in text):
        return found
    around = (today + timedelta(days=offset) for offset in range(-_LONG_AGO, _AHEAD))
    low = "".join(text.split()).casefold()
    return found + [
        day
        for day in around
        if any(_has_date(text, low, way) for words in tongues for way in written(day, words))
    ]


def _has_date(text: str, squeezed: str, way: str) -> bool:
    """Whether a day stands in a text as it is written this way: 1 April is not in "April 12"."""
    parts = way.casefold().split()
    if "".join(parts) not in squeezed:
        return False
    whole = r"\s*".join(map(re.escape, parts))
    return re.search(rf"(?<!\d){whole}(?!\d)", text, re.IGNORECASE) is not None


def _relative(today: date) -> dict[str, DateRange]:
    monday = today - timedelta(days=today.weekday())
    month = today.replace(day=1)
    before = month - timedelta(days=1)
    year = today.replace(month=1, day=1)
    day = timedelta(days=1)
    return {
        "today": DateRange(start=today, end=today),
        "yesterday": DateRange(start=today - day, end=today - day),
        "before_yesterday": DateRange(start=today - 2 * day, end=today - 2 * day),
        "last_night": DateRange(start=today - day, end=today),
        "this_week": DateRange(start=monday, end=today),
        "last_week": DateRange(start=monday - _WEEK * day, end=monday - day),
        "this_month": DateRange(start=month, end=today),
        "last_month": DateRange(start=before.replace(day=1), end=before),
        "this_year": DateRange(start=year, end=today),
        "last_year": DateRange(start=year.replace(year=year.year - 1), end=year - day),
    }


_YEARS = 3


def _weekdays(at: int, today: date) -> Iterator[DateRange]:
    """Such days of the last year."""
    newest = today - timedelta(days=(today.weekday() - at) % _WEEK)
    for back in range(0, 371, _WEEK):
        day = newest - timedelta(days=back)
        yield DateRange(start=day, end=day)


def _months(at: int, today: date) -> Iterator[DateRange]:
    for year in range(today.year, today.year - _YEARS, -1):
        first = date(year, at, 1)
        following = (first.replace(day=28) + timedelta(days=4)).replace(day=1)
        yield DateRange(start=first, end=following - timedelta(days=1))
