"""Parts of a period: "the first half of October", "early 2025", "the last week of May", "10월 초"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from functools import cache
from typing import NamedTuple

from agents.language.days.calendars import shift
from agents.language.days.dateforms import Portion, all_words
from storage.entities import DateRange

_LONGEST = 48
"""Letters before a period in which its part is named."""
_SHORTEST = 5
"""Days of a period that has parts."""
_MOST = 20
"""Periods in a question; in a longer list a part is not looked for by itself."""
_YEAR = 360
"""Days from which parts are whole months."""


class Stretch(NamedTuple):
    """A period named in text[start:end], and what it is a part of."""

    range: DateRange
    start: int
    end: int
    whole: DateRange


class _Part(NamedTuple):
    portion: Portion
    lead: re.Pattern[str]
    tail: re.Pattern[str]
    alone: re.Pattern[str]


def parted(text: str, named: Sequence[tuple[DateRange, int, int]]) -> list[Stretch]:
    """The periods, as the parts of them that are meant; what stands inside such a name is no period.

    A part that names no period ("… with the second half") is one of the period whose other part was named.
    """
    found = list(_outermost(_part_of(text, *one) for one in named))
    of = [one for one in found if one.range != one.whole]
    if of and len(found) < _MOST:
        found += _alone(text, found, of)
    return sorted(found, key=lambda one: one.start)


def _outermost(found: Iterable[Stretch]) -> Iterator[Stretch]:
    reached = 0
    for one in sorted(found, key=lambda one: (one.start, -one.end)):
        if one.end >= reached:
            yield one
        reached = max(reached, one.end)


def _part_of(text: str, span: DateRange, start: int, end: int) -> Stretch:
    if (span.end - span.start).days + 1 < _SHORTEST:
        return Stretch(span, start, end, span)
    first = max(0, start - _LONGEST)
    opens = _opening().match(text, start, end)
    for part in _parts():
        lead = part.lead.search(text[first:start])
        if lead is None and opens is not None:
            lead = part.lead.search(text[first : opens.end()])
        if lead is not None:
            return Stretch(_cut(span, part.portion), first + lead.start(), end, span)
        tail = part.tail.match(text, end)
        if tail is not None:
            return Stretch(_cut(span, part.portion), start, tail.end(), span)
    return Stretch(span, start, end, span)


def _alone(text: str, found: Sequence[Stretch], of: Sequence[Stretch]) -> Iterator[Stretch]:
    for part in _parts():
        for hit in part.alone.finditer(text):
            if all(hit.end() <= one.start or one.end <= hit.start() for one in found):
                near = _nearest(of, hit.start())
                yield Stretch(_cut(near.whole, part.portion), hit.start(), hit.end(), near.whole)


def _nearest(found: Sequence[Stretch], place: int) -> Stretch:
    return min(found, key=lambda one: abs(one.start - place))


def _cut(span: DateRange, portion: Portion) -> DateRange:
    count = (span.end - span.start).days + 1
    if portion.days > 0:
        first, last = 0, min(portion.days, count) - 1
    elif portion.days < 0:
        first, last = max(0, count + portion.days), count - 1
    elif count >= _YEAR:
        months = (round(12 * portion.begin), round(12 * portion.end))
        first, last = ((shift(span.start, "month", month) - span.start).days for month in months)
        last -= 1
    else:
        first, last = int(count * portion.begin), int(count * portion.end) - 1
    return DateRange(start=span.start + timedelta(days=first), end=span.start + timedelta(days=last))


@cache
def _opening() -> re.Pattern[str]:
    """What belongs to a month's name where nothing is said before it."""
    words = sorted({word for each in all_words() for word in each.month_lead}, key=len, reverse=True)
    return re.compile(rf"(?:{'|'.join(words)}) +(?:the +)?")


@cache
def _parts() -> tuple[_Part, ...]:
    return tuple(
        _Part(
            portion,
            re.compile(rf"(?:{portion.lead})$"),
            re.compile(portion.tail),
            re.compile(portion.alone),
        )
        for words in all_words()
        for portion in words.portions
    )
