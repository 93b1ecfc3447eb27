"""The days before an event against those from it on: "my pace before and after the holiday"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, timedelta
from functools import cache

from agents.facts import samples
from agents.offline.answers.scope import Scope, any_measure
from agents.offline.lexicon import plain
from agents.offline.questions.mentions import GOES_FAR
from agents.offline.questions.question_spans import spans_of
from agents.offline.questions.question_words import question_file
from agents.offline.questions.subjects import matcher, worded
from agents.types import FigureRequest
from storage.entities import DateRange, Entry
from units import METRES

_DAY = timedelta(days=1)


def event_entries(scope: Scope, words: tuple[str, ...]) -> list[Entry]:
    """The entries that speak of it, oldest first: of those with the asked word the ones with most others."""
    if told := _of_a_way(scope, words):
        return told
    patterns = [_pattern(word) for word in words]
    for asked in (patterns[:1], patterns):
        found = [entry for entry in scope.entries if _held(entry, asked)]
        if found:
            most = max(_held(entry, patterns) for entry in found)
            found = [entry for entry in found if _held(entry, patterns) == most]
            return sorted(found, key=_oldest)
    return _long_ones(scope, words)


def _long_ones(scope: Scope, words: tuple[str, ...]) -> list[Entry]:
    """Those that went about as far as any, oldest first: `the long run`, where nobody wrote of one."""
    known, said = question_file(scope.wording.language), set(words[0].split()) if words else set[str]()
    names = {known.subject_of.get(word) for word in said} & GOES_FAR
    if said.isdisjoint(known.long) or not names:
        return []
    ways = [
        (one.distance_m or 0.0, entry)
        for entry in scope.entries
        for one in entry.measures
        if not names.isdisjoint((one.name, one.domain))
    ]
    least = _AS_FAR * max((way for way, _ in ways), default=0.0)
    return sorted((entry for way, entry in ways if way >= least > 0), key=_oldest)


_AS_FAR = 0.9


def _oldest(entry: Entry) -> tuple[date, str]:
    return entry.day, entry.id


def _of_a_way(scope: Scope, words: tuple[str, ...]) -> list[Entry]:
    """Those of a way that names the event, oldest first: `the 18 miler`, `the 10k`."""
    figures = (
        figure.value * METRES[figure.unit]
        for word in words
        if word[0].isdecimal()
        for figure in spans_of(word, scope.wording.language, (), ())[0]
        if figure.unit in METRES
    )
    if (way := next(figures, None)) is None:
        return []
    found = [
        entry
        for entry in scope.entries
        if any(abs((one.distance_m or 0.0) - way) <= _ROUNDED * way for one in entry.measures)
    ]
    return sorted(found, key=_oldest)


_ROUNDED = 0.02
"""The share by which a way may differ from how it is called."""


def _pattern(word: str) -> re.Pattern[str]:
    """A word with its endings, or a number of its own."""
    if word[0].isdecimal():
        return re.compile(rf"(?<![\d.,:]){re.escape(word)}(?![\d:]|[.,]\d)")
    return re.compile(
        worded(word.removesuffix("s") if len(word) > _SHORT else word).pattern + _not_its_pace()
    )


def _held(entry: Entry, patterns: Sequence[re.Pattern[str]]) -> int:
    """How many of the words it has."""
    return sum(any(pattern.search(told) for told in _told(entry)) for pattern in patterns)


def _told(entry: Entry) -> tuple[str, ...]:
    """Its own words, and the names of what was understood."""
    return (plain(entry.text), *(measure.name for measure in entry.measures))


_SHORT = 3


@cache
def _not_its_pace() -> str:
    """A run at marathon pace is no marathon."""
    return rf"(?!\w*[ -](?:{'|'.join(map(re.escape, question_file('en').words['PACE']))})\b)"


def around_event(scope: Scope, request: FigureRequest) -> FigureRequest | None:
    """The request with the two stretches of time filled in; None when nobody wrote of the event."""
    told = event_entries(scope, request.around)
    if not told:
        return None
    if request.beside == "since":
        start = told[0].day + (_DAY if _is_one(told[0], request, scope) else timedelta())
        return request.model_copy(update={"date_range": DateRange(start=start, end=scope.today)})
    days = [sample.day for sample in samples(scope.entries, any_measure)]
    begun = min([*days, told[0].day - _DAY])
    if request.beside == "until":
        return request.model_copy(update={"date_range": DateRange(start=begun, end=told[0].day - _DAY)})
    if request.beside is not None:
        return request.model_copy(update={"date_range": _beside(request, told[-1].day)})
    event = request.around[0]
    earlier = DateRange(
        start=begun,
        end=told[0].day - _DAY,
        description=scope.wording.part("before_event", event=event),
    )
    later = DateRange(
        start=told[-1].day, end=scope.today, description=scope.wording.part("after_event", event=event)
    )
    return request.model_copy(update={"date_range": later, "versus": earlier})


def _is_one(told: Entry, request: FigureRequest, scope: Scope) -> bool:
    """Whether the event is itself what is asked about: a race, of the kilometres since."""
    return any(map(matcher(request.measure, scope.context), told.measures))


def _beside(request: FigureRequest, day: date) -> DateRange:
    """The days that are meant; a night belongs to the day on which it ends."""
    night = request.measure == "sleep"
    if (request.beside or "").startswith("week"):
        week = timedelta(days=7)
        return (
            DateRange(start=day - week, end=day - _DAY)
            if request.beside == "week before"
            else DateRange(start=day + _DAY, end=day + week)
        )
    match request.beside:
        case "before" | "day before":
            start = day if night else day - _DAY
            return DateRange(start=start, end=start if request.beside == "day before" else day)
        case _:
            end = day + _DAY
            return DateRange(start=end if night or request.beside == "day after" else day, end=end)
