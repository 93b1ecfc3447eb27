"""The days a question is about, and the times it names that no calendar has."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta
from typing import Literal

from agents.language.days.dateforms import all_words
from agents.language.days.dates import PeriodMention, find_periods
from agents.offline.asking.cues import cues
from agents.offline.lexicon import Language, plain
from storage.entities import DateRange

_THE_12TH = re.compile(
    r"\b(?P<how>on|from|for|of|since) the (?P<day>\d{1,2})(?:st|nd|rd|th)\b(?! (?:of )?[a-z]{3,9}\b)"
)


def read_periods(
    text: str, now: datetime, order: Literal["DMY", "MDY"] = "DMY", anchor: DateRange | None = None
) -> list[PeriodMention]:
    """Every stretch of days that is named, in order; "the 12th" is the latest one there was."""
    found = find_periods(text, now, order, anchor)
    for hit in _THE_12TH.finditer(plain(text)):
        day = _latest(int(hit["day"]), now.date())
        if day is not None and all(hit.end() <= one.start or hit.start() >= one.end for one in found):
            end = now.date() if hit["how"] == "since" else day
            span = DateRange(start=day, end=end, description=hit.group())
            found.append(PeriodMention(range=span, start=hit.start(), end=hit.end(), phrase=hit.group()))
    found = _without_weekday([_of_a_month(one, plain(text)) for one in found])
    shifted = [_beside(one, plain(text)) for one in sorted(found, key=lambda one: one.start)]
    return [
        one
        for one in shifted
        if not any(other.start <= one.start and one.end < other.end for other in shifted)
    ]


def _of_a_month(named: PeriodMention, text: str) -> PeriodMention:
    """The 19th of last month."""
    month = named.range
    hit = _DAY_OF.search(text[: named.start])
    if hit is None or month.start.day != 1 or not 27 <= (month.end - month.start).days <= 30:
        return named
    day = month.start + timedelta(days=int(hit["day"]) - 1)
    if not month.start <= day <= month.end:
        return named
    phrase = text[hit.start() : named.end]
    return PeriodMention(DateRange(start=day, end=day, description=phrase), hit.start(), named.end, phrase)


_DAY_OF = re.compile(r"\b(?:(?:on|from|for) )?the (?P<day>\d{1,2})(?:st|nd|rd|th) of $")


def _without_weekday(found: list[PeriodMention]) -> list[PeriodMention]:
    """In "Sunday lunch on the 18th" the weekday says nothing that the date does not."""
    weekdays = {name for words in all_words() for name in words.weekdays}
    days = [one for one in found if one.range.start == one.range.end]
    dates = [one for one in days if plain(one.phrase).split()[-1] not in weekdays]
    return [
        one
        for one in found
        if one in dates
        or plain(one.phrase).split()[-1] not in weekdays
        or not any(other.range.start.weekday() == one.range.start.weekday() for other in dates)
    ]


def _leads(pattern: re.Pattern[str], named: PeriodMention, text: str) -> re.Match[str] | None:
    """What stands just before a day, whose own words may begin with its last one ("of oct 12")."""
    hits = (hit for hit in pattern.finditer(text) if named.start <= hit.end() < named.end)
    return next(hits, None)


def _beside(named: PeriodMention, text: str) -> PeriodMention:
    """The next day where "the day after" stands before a day, the one before it where that is said."""
    if named.range.start != named.range.end:
        return named
    for language in ("en", "ko"):
        words = cues(language)
        if (week := _leads(words.week_of, named, text)) is not None:
            monday = named.range.start - timedelta(days=named.range.start.weekday())
            phrase = text[week.start() : named.end]
            span = DateRange(start=monday, end=monday + timedelta(days=6), description=phrase.strip())
            return PeriodMention(range=span, start=week.start(), end=named.end, phrase=phrase)
        lead = words.lead_beside.search(text[: named.start])
        tail = words.tail_beside.match(text[named.end :])
        found = lead or tail
        if found is None:
            continue
        start = lead.start() if lead else named.start
        end = named.end + (tail.end() if tail else 0)
        day = named.range.start + timedelta(days=1 if found["after"] else -1)
        span = DateRange(start=day, end=day, description=text[start:end].strip())
        return PeriodMention(range=span, start=start, end=end, phrase=text[start:end])
    return named


def _latest(number: int, today: date) -> date | None:
    """The last day with that number in its month, up to today."""
    days = (today - timedelta(days=back) for back in range(62))
    return next((day for day in days if day.day == number), None)


def _within(text: str, named: tuple[int, int], span: tuple[int, int]) -> bool:
    """Whether a time was understood, with or without the "from the" before it."""
    left = text[named[0] : span[0]]
    return span[0] < named[1] <= span[1] and not any(letter.isdigit() for letter in left)


def impossible_period(
    text: str,
    now: datetime,
    language: Language,
    order: Literal["DMY", "MDY"] = "DMY",
    anchor: DateRange | None = None,
) -> str | None:
    """A time that is named and was not understood ("31 February", "99999 years ago"), in its own words."""
    spans = [(one.start, one.end) for one in read_periods(text, now, order, anchor)]
    for hit in cues(language).times.finditer(plain(text)):
        if not any(_within(plain(text), hit.span(), span) for span in spans):
            return hit.group().strip()
    return None
