"""The days a question is about, and the times it names that no calendar has."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from functools import cache
from typing import Literal

from agents.language.days.dateforms import all_words
from agents.language.days.dates import PeriodMention, find_periods
from agents.offline.lexicon import LANGUAGES, Language, plain
from agents.offline.questions.question_words import question_file
from storage.entities import DateRange


def read_periods(
    text: str, now: datetime, order: Literal["DMY", "MDY"] = "DMY", anchor: DateRange | None = None
) -> list[PeriodMention]:
    """Every stretch of days that is named, in order."""
    up_to_now = question_file("en").words["SO_FAR"]
    found = [one for one in find_periods(text, now, order, anchor) if plain(one.phrase) not in up_to_now]
    lowered = plain(text)
    found += days_of_month(lowered, now.date(), found)
    kept: list[PeriodMention] = []
    beside = [_beside(_of_a_month(one, lowered), lowered) for one in _without_weekday(found)]
    for one in sorted(beside, key=lambda one: (one.start, -one.end)):
        if not kept or one.end > kept[-1].end:  # else it is part of the one before
            kept.append(one)
    return kept


def lasts_since(one: PeriodMention, today: date) -> bool:
    """Whether it is from a day on: `since september`."""
    said = plain(one.phrase)
    words = all_words()
    opens = any(said.startswith(f"{word} ") for each in words for word in each.since)
    opens = opens or any(said.endswith(word) for each in words for word in each.since_after)
    return opens and one.range.start < one.range.end == today


def days_of_month(text: str, today: date, found: Sequence[PeriodMention]) -> list[PeriodMention]:
    """Days that are named by their numbers only: of the month named before, else the latest."""
    more: list[PeriodMention] = []
    for hit in (hit for one in LANGUAGES for hit in question_file(one).numbered_days.finditer(text)):
        if any(one.start < hit.end() and hit.start() < one.end for one in found):
            continue  # a stretch, or another number
        before = [one for one in found if one.end <= hit.start()]
        months = [one.range.start for one in before if any(name in plain(one.phrase) for name in _months())]
        if (day := _latest(int(hit["day"]), months[-1:], today)) is not None:
            span = DateRange(start=day, end=today if hit["since"] else day, description=hit.group())
            more.append(PeriodMention(span, hit.start(), hit.end(), hit.group()))
    return more


@cache
def _months() -> frozenset[str]:
    return frozenset(name for words in all_words() for name in words.months)


def _latest(number: int, months: Sequence[date], today: date) -> date | None:
    """The last day with that number, up to today: of the months that are named, else of all."""
    days = (today - timedelta(days=back) for back in range(62))
    named = (first.replace(day=1) + timedelta(days=number - 1) for first in months)
    return next((day for day in (*named, *days) if day.day == number and day <= today), None)


def _of_a_month(named: PeriodMention, text: str) -> PeriodMention:
    """The 19th of last month."""
    month = named.range
    hit = _DAY_OF.search(text, max(0, named.start - _WINDOW), named.start)
    if hit is None or month.start.day != 1 or not 27 <= (month.end - month.start).days <= 30:
        return named
    day = min(month.start + timedelta(days=int(hit["day"]) - 1), month.end)
    phrase = text[hit.start() : named.end]
    return PeriodMention(DateRange(start=day, end=day, description=phrase), hit.start(), named.end, phrase)


_DAY_OF = re.compile(r"\b(?:(?:on|from|for) )?the (?P<day>\d{1,2})(?:st|nd|rd|th) of $")
_WINDOW = 24
"""Letters before a month that may say which day of it is meant."""


def _without_weekday(found: list[PeriodMention]) -> list[PeriodMention]:
    """In "Sunday lunch on the 18th" the weekday says nothing that the date does not."""
    weekdays = {name for words in all_words() for name in words.weekdays}
    days = [one for one in found if one.range.start == one.range.end]
    dated = {one.range.start.weekday() for one in days if plain(one.phrase).split()[-1] not in weekdays}
    return [
        one
        for one in found
        if plain(one.phrase).split()[-1] not in weekdays or one.range.start.weekday() not in dated
    ]


def _beside(named: PeriodMention, text: str) -> PeriodMention:
    """The next day where "the day after" stands before a day, the one before it where that is said."""
    if named.range.start != named.range.end:
        return named
    for symbol, step in (("NEXT_DAY", 1), ("PREVIOUS_DAY", -1)):
        before = f" {text[: named.start]}"
        told = [one for one in question_file("en").words[symbol] if before.endswith(f" {one} ")]
        if told:
            start, day = named.start - max(map(len, told)) - 1, named.range.start + timedelta(days=step)
            phrase = text[start : named.end]
            span = DateRange(start=day, end=day, description=phrase.strip())
            return PeriodMention(range=span, start=start, end=named.end, phrase=phrase)
    return named


def impossible_period(
    text: str,
    now: datetime,
    language: Language,
    order: Literal["DMY", "MDY"] = "DMY",
    anchor: DateRange | None = None,
) -> str | None:
    """A time that is named and was not understood ("31 February", "99999 years ago"), in its own words."""
    lowered = plain(text)
    spans = [(one.start, one.end) for one in read_periods(text, now, order, anchor)]
    for hit in question_file(language).named_times.finditer(lowered):
        at = bisect_left(spans, (hit.end(), -1))
        if at == 0 or not _understood(hit.span(), spans[at - 1], lowered):
            return hit.group().strip()
    return None


def _understood(named: tuple[int, int], span: tuple[int, int], text: str) -> bool:
    """Whether a stretch that was read is that time, with or without the "from the" before it."""
    left = text[named[0] : span[0]]
    return span[0] < named[1] <= span[1] and not any(letter.isdigit() for letter in left)
