"""The days a question is about, and the times it names that no calendar has."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta
from typing import Literal

from agents.language.days.dateforms import all_words
from agents.language.days.dates import EARLIEST, PeriodMention, find_periods
from agents.language.tokens import is_hangul
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
    found = _without_weekday([_of_a_month(one, lowered) for one in found])
    found = [_until_it(one, lowered) for one in found]
    shifted = sorted((_beside(one, lowered) for one in found), key=lambda one: (one.start, -one.end))
    kept: list[PeriodMention] = []
    for one in shifted:
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


def _until_it(one: PeriodMention, lowered: str) -> PeriodMention:
    """`before november`: all days up to it, unless they are compared or a day or a week of them is meant."""
    words = {word for each in LANGUAGES for word in question_file(each).words["BEFORE"] if word.isascii()}
    begins = [_phrase_before([word, f"{word} the"], one.start, lowered) for word in words]
    start = next((at for at in begins if at is not None), None)
    if start is None or one.range.start <= EARLIEST or _compares(lowered):
        return one
    last = one.range.start - timedelta(days=1)
    if (week := _phrase_before(question_file("en").words["WEEK_BEFORE"], one.start, lowered)) is not None:
        return _stretched(one, week, lowered, last - timedelta(days=6), last)
    if (night := _phrase_before(question_file("en").words["NIGHT_BEFORE"], one.start, lowered)) is not None:
        subjects = question_file("en").subject_of
        slept = any(subjects.get(word) == "sleep" for word in lowered.split())
        day = one.range.start if slept else last  # a night belongs to the day on which it ends
        return _stretched(one, night, lowered, day, day)
    stretches = (*question_file("en").words["STRETCH"], *question_file("en").words["A_DAY"])
    if _phrase_before(stretches, start, lowered) is not None:
        return one
    return _stretched(one, start, lowered, EARLIEST, last)


def days_of_month(text: str, today: date, found: Sequence[PeriodMention]) -> list[PeriodMention]:
    """Days that are named by their numbers only: the latest there was, or of the month beside them."""
    more: list[PeriodMention] = []
    for hit in (hit for one in LANGUAGES for hit in question_file(one).numbered_days.finditer(text)):
        ends = {"day": hit.start("between") if hit["other"] else hit.end(), "other": hit.end()}
        begun = hit.end("beside") + 1 if hit["beside"] else hit.start()  # "the night before" the 7th
        starts = {"day": begun, "other": hit.start("other")}
        month: date | None = None
        days: list[PeriodMention] = []
        through = bool(hit["through"]) and not _compares(text)
        for name in ("day", "other") if hit["other"] else ("day",):
            number = int(hit[name])
            known = [one for one in found if one.start < ends[name] and starts[name] < one.end]
            if any(one.range.start != one.range.end or one.range.start.day != number for one in known):
                break  # a stretch, or another number
            if known:
                said = known[0].start < hit.start()
                month = known[0].range.start.replace(day=1) if said else None
                days += known[:1] if through else ()
            elif (day := _of_month(number, month) if month else _latest(number, today)) is not None:
                phrase = text[starts[name] : ends[name]]
                past = bool(hit["past"]) and day < today
                start = day + timedelta(days=1) if past else day
                end = today if past or hit["since"] else day
                if hit["up_to"] and not _compares(text):
                    start, end = EARLIEST, day - timedelta(days=1)
                span = DateRange(start=start, end=end, description=phrase)
                days.append(PeriodMention(span, starts[name], ends[name], phrase))
        more += [_through(days, text, today)] if through and len(days) > 1 else days
    return more


def _through(days: Sequence[PeriodMention], text: str, today: date) -> PeriodMention:
    """From one day to another, which may be still to come."""
    first, last = days[0], days[-1]
    start, end, phrase = first.range.start, last.range.start, text[first.start : last.end]
    span = DateRange(start=start, end=end if start <= end else today, description=phrase)
    return PeriodMention(span, first.start, last.end, phrase)


def _compares(text: str) -> bool:
    words = (word.lstrip("~") for one in LANGUAGES for word in question_file(one).words["COMPARE"])
    return any(word in text if is_hangul(word) else f" {word} " in f" {text} " for word in words)


def _of_month(number: int, month: date) -> date | None:
    """The day with that number in a month, which is given by its first; None: it has none."""
    day = month + timedelta(days=number - 1)
    return day if day.month == month.month else None


def _of_a_month(named: PeriodMention, text: str) -> PeriodMention:
    """The 19th of last month."""
    month = named.range
    hit = _DAY_OF.search(text, max(0, named.start - _WINDOW), named.start)
    if hit is None or month.start.day != 1 or not 27 <= (month.end - month.start).days <= 30:
        return named
    day = _of_month(int(hit["day"]), month.start)
    if day is None or day > month.end:
        return named
    phrase = text[hit.start() : named.end]
    return PeriodMention(DateRange(start=day, end=day, description=phrase), hit.start(), named.end, phrase)


_DAY_OF = re.compile(r"\b(?:(?:on|from|for) )?the (?P<day>\d{1,2})(?:st|nd|rd|th) of $")


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
    words, day = question_file("en").words, named.range.start
    monday = day - timedelta(days=day.weekday())
    for symbol, first in (("WEEKEND_OF", 5), ("WEEK_OF", 0)):
        if (start := _week_before(words[symbol], named, text)) is not None:
            return _stretched(named, start, text, monday + timedelta(days=first), monday + timedelta(days=6))
    for symbol, step in (("NEXT_DAY", 1), ("PREVIOUS_DAY", -1)):
        if (start := _phrase_before(words[symbol], named.start, text)) is not None:
            day += timedelta(days=step)
            return _stretched(named, start, text, day, day)
    return named


_WINDOW = 24
"""Letters before a day that may say which one beside it is meant."""


def _phrase_before(phrases: Iterable[str], start: int, text: str) -> int | None:
    """Where the longest of the phrases begins that ends just before a place."""
    begins = [start - len(phrase) - 1 for phrase in phrases if text.endswith(f"{phrase} ", 0, start)]
    return min((at for at in begins if at <= 0 or not text[at - 1].isalnum()), default=None)


def _week_before(phrases: Iterable[str], named: PeriodMention, text: str) -> int | None:
    """Where "the week of" begins before a day, whose own words may begin with its last one ("of oct 12")."""
    begins: list[int] = []
    for phrase in phrases:
        at = text.rfind(f"{phrase} ", max(0, named.start - _WINDOW), min(named.end, named.start + _WINDOW))
        if at >= 0 and named.start <= at + len(phrase) + 1 < named.end:
            begins.append(at)
    return min(begins, default=None)


def _stretched(named: PeriodMention, start: int, text: str, first: date, last: date) -> PeriodMention:
    phrase = text[start : named.end]
    span = DateRange(start=first, end=last, description=phrase.strip())
    return PeriodMention(range=span, start=start, end=named.end, phrase=phrase)


def _latest(number: int, today: date) -> date | None:
    """The last day with that number in its month, up to today."""
    days = (today - timedelta(days=back) for back in range(62))
    return next((day for day in days if day.day == number), None)


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
