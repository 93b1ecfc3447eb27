"""Claims of how often: "3x a week". A count of days is no rate, so entries or a figure must bear it out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

from agents.numbers.days import date_claims
from agents.numbers.known import Known
from storage.entities import DateRange, Measure

_NUMBERS = {"one": 1.0, "two": 2.0, "three": 3.0, "four": 4.0, "five": 5.0, "six": 6.0, "seven": 7.0}
_WORDS = {"once": 1.0, "twice": 2.0, **_NUMBERS}
_RATE = re.compile(
    rf"(?<![\w.,:/+-])(?:(?P<word>once|twice)|(?P<n>\d{{1,2}}(?:\.\d)?|{'|'.join(_NUMBERS)})[ -]?"
    r"(?:x|times?|days?|sessions?|workouts?|runs?|rides?|swims?|walks?|nights?|lifts?))"
    r" ?(?:a|per|each|every|/) ?(?P<per>week|wk|month)\b"
    r"|(?:(?<![가-힣])(?<!이번 )(?<!지난 )(?<!저번 )(?<!그 )주|주당|일주일에|매주) ?(?:평균 |약 )?"
    r"(?P<ko>\d{1,2}(?:\.\d)?) ?(?:회|번|일)(?!차)",
    re.IGNORECASE,
)
_ADVISES = re.compile(
    r"\b(?:should|could|would|can|may|might|must|try|aim|consider|recommend\w*|suggest\w*|goal|target|plan\w*)\b"
    r"|세요|추천|권장|권해|목표|좋(?:아요|습니다|겠)|할 수",
    re.IGNORECASE,
)
_DAYS = {"week": 7, "wk": 7, "month": 30.4}
_CLOSE = 0.5


@dataclass(frozen=True, slots=True)
class RateClaim:
    """So many times in each `days` days; text[start:end] says it."""

    start: int
    end: int
    phrase: str
    value: float
    days: float


def rate_claims(text: str) -> list[RateClaim]:
    """Every such claim of `usual` text without its dates, in order."""
    found: list[RateClaim] = []
    for hit in _RATE.finditer(text):
        written = (hit["word"] or hit["n"] or hit["ko"]).lower()
        value = _WORDS[written] if written in _WORDS else float(written)
        found.append(RateClaim(*hit.span(), hit[0], value, _DAYS[(hit["per"] or "week").lower()]))
    return found


def supposes(sentence: str) -> bool:
    """Whether it says what could or should be."""
    return _ADVISES.search(sentence) is not None


def rate_holds(claim: RateClaim, known: Known, sentence: str, asked: str) -> bool:
    """Whether a figure is it, or the days of its subject come to it over some stretch that is spoken of."""
    if supposes(sentence):
        return True
    for figure in known.figures:
        rate = figure.unit in ("", "/week") and re.search(r"\bweek|\bmark\b|주", figure.what) is not None
        if rate and abs(figure.value - claim.value) <= _CLOSE:
            return True
    names = known.mentioned(sentence) or known.mentioned(asked)
    days = {m.day for e in known.entries for m in e.measures if _is_done(m, names)}
    for span in _spans(known, sentence):
        inside = sum(span.start <= day <= span.end for day in days)
        length = max((span.end - span.start).days + 1, claim.days)
        if inside and abs(inside * claim.days / length - claim.value) <= _CLOSE:
            return True
    return False


def _is_done(measure: Measure, names: frozenset[str]) -> bool:
    if names:
        return measure.name in names
    return measure.value is None and not measure.text


def _spans(known: Known, sentence: str) -> Iterator[DateRange]:
    today = known.now.date()
    for span in (*known.ranges, *(s for c in date_claims(sentence, today) for s in c.spans)):
        yield DateRange(start=span.start, end=max(span.start, min(span.end, today)))
    days = sorted({m.day for e in known.entries for m in e.measures})
    if days:
        yield DateRange(start=days[0], end=days[-1])
        yield DateRange(start=days[0], end=max(today, days[-1]))
    yield from (DateRange(start=today - timedelta(days=back - 1), end=today) for back in (7, 14, 28, 56))
