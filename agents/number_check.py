"""The check: no number or date leaves in an answer that entries and figures do not support.

What supports a number: a value of an entry or figure of the same kind (units converted, rounded as written; a
load or a count of repetitions only for the exercise the sentence is about), the length of a searched range,
what the user answered when asked, general knowledge that the analysis marked as such, or the user's own words
in quotation marks. What supports a date: the day of an entry, figure or range. A number of the question
supports nothing, unless the sentence repeats it as asked: it denies ("never"), compares ("over 200 lb"), or
speaks of the question or goal. A claim of relation ("doubled", "every day") needs a figure or entries that
bear it out, and what is quoted as written must be the user's words, of the day that is named.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import lru_cache

from agents.numbers.called import Told, miscalled
from agents.numbers.days import DateClaim, date_claims, todays
from agents.numbers.known import Known, Quantity, days_in, said, squeezed
from agents.numbers.languages import sentence_bounds
from agents.numbers.rates import RateClaim, rate_claims, rate_holds, supposes
from agents.numbers.relations import (
    EveryClaim,
    RatioClaim,
    advises,
    as_asked_abroad,
    attributes,
    denies_abroad,
    relation_claims,
)
from agents.numbers.telling import every_holds, ratio_holds
from agents.numbers.together import clashing
from agents.numbers.written import ANY, NumberClaim, blanked, number_claims, usual
from agents.types import Draft, Figure, RetrievalAttempt, SubQuery, UserAnswer
from storage.entities import DateRange, Entry, Frozen


class UnsupportedNumber(Frozen):
    """A number or date in text[start:end] that nothing supports, with the sentence it stands in."""

    start: int
    end: int
    phrase: str
    sentence: str


_QUOTED = re.compile(
    r"\"([^\"]+)\"|[「『]([^」』]+)[」』]|«([^»]+)»|\u2039([^\u203a]+)\u203a|`([^`]+)`|\B'([^'\n]{6,})'\B"
)
_AS_ASKED = re.compile(
    r"\b(?:no|not|never|none|nothing|without|neither|asked|question|goal|target|aim|reach|"
    r"over|under|above|below|than|at least|at most|up to|or more|or less|sets of)\b|n't\b"
    r"|없|않|못|아니|이상|이하|미만|초과|넘|목표|물어|질문",
    re.IGNORECASE,
)
"""Signs that a sentence repeats a number of the question without claiming that it happened."""
_DENIES = re.compile(r"\b(?:no|not|never|none|nothing|without|neither)\b|n't\b|없|않|못", re.IGNORECASE)
_NIGHT = re.compile(r"\b(?:nights?|bed|nap)\b|밤", re.IGNORECASE)
_ABBREVIATION = re.compile(r"\b(?!RPE|RIR|PR|PB|AM|PM|RM|KG|LB|OK)[A-Z]{2,4}\b")
"""OHP, RDL: an exercise we cannot resolve, so loads in its sentence are not tied to the ones that we can."""
_SENTENCES = 64
"""Whose answers are kept while their claims are checked."""


def check(
    text: str,
    *,
    figures: Sequence[Figure] = (),
    entries: Sequence[Entry] = (),
    ranges: Sequence[DateRange] = (),
    now: datetime,
    query: str = "",
    answers: Sequence[UserAnswer] = (),
    general: Sequence[str] = (),
    vocabulary: Mapping[str, str] | None = None,
) -> list[UnsupportedNumber]:
    """What in the text nothing supports, in order. `now` is on the user's clock.

    `general` are claims of general knowledge: their numbers count in sentences that repeat them.
    `vocabulary` (ways to write an exercise, to its name) tells which exercise a sentence is about.
    """
    told = " ".join(answer.answer for answer in answers)
    known = Known(entries, figures, ranges, now, told, vocabulary or {})
    checker = Checker(known, now.date(), query, general)
    return list(checker.unsupported(text))


def without_unsupported(
    draft: Draft,
    *,
    entries: Sequence[Entry] = (),
    ranges: Sequence[DateRange] = (),
    now: datetime,
    query: str = "",
    answers: Sequence[UserAnswer] = (),
    general: Sequence[str] = (),
    vocabulary: Mapping[str, str] | None = None,
) -> Draft:
    """The draft without the sentences in which something is unsupported."""
    found = check(
        draft.response,
        figures=draft.figures,
        entries=entries,
        ranges=ranges,
        now=now,
        query=query,
        answers=answers,
        general=general,
        vocabulary=vocabulary,
    )
    if not found:
        return draft
    text = draft.response
    kept = [
        text[start:end]
        for start, end in sentence_bounds(text)
        if not any(start <= item.start < end for item in found)
    ]
    return draft.model_copy(update={"response": "".join(kept).strip()})


def quotes_of(text: str, entries: Sequence[Entry]) -> list[tuple[int, int]]:
    """Where the text has words of an entry in quotation marks: they are the person's and no claim of ours."""
    written = [squeezed(entry.text) for entry in entries]
    found = ((quote.span(), squeezed(_inside(quote)).strip(" .…")) for quote in _QUOTED.finditer(usual(text)))
    return [span for span, words in found if words and any(words in one for one in written)]


def spans_in_question(
    sub_queries: Sequence[SubQuery], attempts: Sequence[RetrievalAttempt]
) -> list[DateRange]:
    """The days that were asked about and those that were searched: an answer may name their bounds."""
    spans = [part.date_range for part in sub_queries]
    spans += [span for part in sub_queries for r in part.figures for span in (r.date_range, r.versus)]
    spans += [span for a in attempts for span in (a.date_range, a.instruction.date_range)]
    return [span for index, span in enumerate(spans) if span is not None and span not in spans[:index]]


@lru_cache(maxsize=512)
def _general(claim: str, today: date) -> tuple[frozenset[str], tuple[Quantity, ...]]:
    """The words and numbers of what is generally known: a domain's sentences are the same all day."""
    return _words(claim), said(claim, today)


@dataclass(frozen=True, slots=True)
class QuoteClaim:
    """Words in quotation marks at text[start:end]."""

    start: int
    end: int
    phrase: str


Claim = DateClaim | NumberClaim | RatioClaim | EveryClaim | RateClaim | QuoteClaim


class Checker:
    """What is known, and the question as it was asked; for checking several texts against the same."""

    def __init__(self, known: Known, today: date, query: str, general: Sequence[str]) -> None:
        self.known = known
        self.today = today
        self.question = squeezed(query)
        self.asked = said(query, today)
        self.asked_days = frozenset(days_in(query, today))
        told = [claim[start:end] for claim in general for start, end in sentence_bounds(claim)]
        self.general = [_general(claim, today) for claim in (*general, *told)]

    def unsupported(self, text: str) -> Iterator[UnsupportedNumber]:
        """What in the text nothing supports, in order."""
        plain = usual(text)
        quotes = [QuoteClaim(*found.span(), _inside(found)) for found in _QUOTED.finditer(plain)]
        true = [quote for quote in quotes if self._is_verbatim(quote, plain)]
        told = rest = blanked(plain, ((quote.start, quote.end) for quote in true))
        dates = date_claims(rest, self.today)
        rest = blanked(rest, ((claim.start, claim.end) for claim in dates))
        relations = [*relation_claims(rest), *rate_claims(rest)]
        numbers = number_claims(blanked(rest, ((claim.start, claim.end) for claim in relations)))
        made_up = [quote for quote in quotes if quote not in true and len(quote.phrase.split()) > 1]
        clashing = self._clashing(told, numbers, dates)
        bounds = iter(sentence_bounds(plain))
        start = end = last = 0
        sentence = ""
        todays_ = [claim for claim in clashing if isinstance(claim, DateClaim) and claim not in dates]
        claims = [*dates, *numbers, *relations, *made_up, *todays_]
        for claim in sorted(claims, key=lambda claim: claim.start):
            while claim.start >= end:
                start, end = next(bounds)
                sentence = plain[start:end]
            if claim.start < last:
                continue
            if claim in clashing or not self._holds(claim, plain, start, sentence):
                if isinstance(claim, QuoteClaim):
                    last = claim.end
                yield UnsupportedNumber(
                    start=claim.start, end=claim.end, phrase=claim.phrase, sentence=text[start:end].strip()
                )

    def _clashing(
        self, text: str, numbers: Sequence[NumberClaim], dates: Sequence[DateClaim]
    ) -> list[NumberClaim | DateClaim]:
        """Numbers and dates that are true, but not of what they stand beside."""
        found: list[NumberClaim | DateClaim] = []
        for start, end in sentence_bounds(text) if self.known.entries and (numbers or dates) else ():
            sentence = text[start:end]
            if _repeats(sentence) or _abbreviates(sentence):
                continue
            here = [claim for claim in numbers if start <= claim.start < end]
            days = [claim for claim in dates if start <= claim.start < end]
            if not advises(sentence):
                days += todays(text, start, end, self.today)
            found += clashing(here, days, text, (start, end), self.known)
            if not supposes(sentence):
                found += miscalled(Told(here, days, text, (start, end)), self.known, self.question)
        return found

    def _holds(self, claim: Claim, text: str, start: int, sentence: str) -> bool:
        """Whether a claim of the sentence that begins at `start` is supported."""
        match claim:
            case DateClaim():
                return self._date_holds(claim, sentence)
            case NumberClaim():
                return self._number_holds(claim, sentence, text[start : claim.start], text)
            case QuoteClaim():
                return not attributes(sentence)
            case RateClaim():
                return self._rate_holds(claim, sentence)
            case RatioClaim():
                return ratio_holds(claim, self.known, sentence) or self._as_believed(claim, sentence)
            case EveryClaim():
                return every_holds(claim, self.known, sentence) or self._as_believed(claim, sentence)

    def _rate_holds(self, claim: RateClaim, sentence: str) -> bool:
        asked = _repeats(sentence) and re.search(rf"\b{claim.value:g}\b", self.question) is not None
        return (
            asked
            or rate_holds(claim, self.known, sentence, self.question)
            or self._as_believed(claim, sentence)
        )

    def _as_believed(self, claim: RatioClaim | EveryClaim | RateClaim, sentence: str) -> bool:
        """Denied, or in a sentence of general knowledge or in the user's own words."""
        if denies(sentence.replace(claim.phrase, " ")):
            return True
        if any(claim.phrase.lower() in words for words in self.known.words):
            return True
        words = _words(sentence)
        spoken_of = _words(claim.phrase)
        return any(
            spoken_of <= wording and len(words & wording) * 2 >= len(wording) for wording, _ in self.general
        )

    def _is_verbatim(self, quote: QuoteClaim, text: str) -> bool:
        """Words of the user, whole ones; where their sentence names a day, of that day."""
        quoted = squeezed(quote.phrase).strip(" .…")
        pattern = re.compile(rf"(?<![\w.,]){re.escape(quoted)}(?![\w]|[.,]\d)")
        if pattern.search(self.question):
            return True
        written = [day for day, words in self.known.written if pattern.search(words)]
        if not written or None in written:
            return bool(written)
        bounds = next(item for item in sentence_bounds(text) if item[0] <= quote.start < item[1])
        around = blanked(text[bounds[0] : bounds[1]], [(quote.start - bounds[0], quote.end - bounds[0])])
        named = [
            claim for claim in date_claims(around, self.today) if claim.spans or claim.weekday is not None
        ]
        return all(any(_on(day, claim) for claim in named for day in written if day) for _ in named[:1])

    def _date_holds(self, claim: DateClaim, sentence: str) -> bool:
        known = self.known.days | self.asked_days
        if claim.weekday is not None:
            return any(day.weekday() == claim.weekday for day in known)
        searched = claim.loose or denies(sentence)
        for span in claim.spans:
            if any(span.start <= day <= span.end for day in known):
                return True
            if searched and any(r.start <= span.end and span.start <= r.end for r in self.known.ranges):
                return True
        return False

    def _number_holds(self, claim: NumberClaim, sentence: str, before: str, text: str) -> bool:
        if "marath" in claim.phrase and denies(sentence):
            return True
        claim = self._of_a_way(claim, sentence)
        if self._follows(self._about(sentence, before), claim):
            return True
        if self._follows(self.asked, claim) and _repeats(sentence):
            return True
        words = _words(sentence)
        if any(
            len(words & wording) * 2 >= len(wording) and self._follows(numbers, claim)
            for wording, numbers in self.general
        ):
            return True
        return self._in_users_words(claim, text)

    def _of_a_way(self, claim: NumberClaim, sentence: str) -> NumberClaim:
        """Of somebody who runs, 9k are kilometres and no 9,000 yards."""
        ways = [reading for reading in claim.readings if reading.kind == "distance"]
        if not ways or len(ways) == len(claim.readings):
            return claim
        names = self.known.mentioned(sentence)
        moved = any(q.kind == "distance" and q.subjects & names for q in self.known.quantities)
        return replace(claim, readings=tuple(ways)) if moved else claim

    def _about(self, sentence: str, before: str) -> Iterator[Quantity]:
        """The quantities that can be meant: those of other things of the kind cannot."""
        if _abbreviates(sentence):
            return iter(self.known.quantities)
        return self.known.about(sentence, before, night=_is_of_a_night(sentence))

    def _follows(self, quantities: Iterable[Quantity], claim: NumberClaim) -> bool:
        return any(quantity.supports(reading) for quantity in quantities for reading in claim.readings)

    def _in_users_words(self, claim: NumberClaim, text: str) -> bool:
        """Such as "2 eggs": a number of something we do not measure, told in the same words by the user."""
        following = re.match(r"\s*([^\W\d_]+)", text[claim.end :])
        if following is None or any(reading.kind != ANY for reading in claim.readings):
            return False
        phrase = squeezed(f"{claim.phrase} {following[1]}")
        pattern = re.compile(rf"(?<![\w.]){re.escape(phrase)}(?!\w)")
        return any(pattern.search(words) for words in self.known.words)


# A sentence is asked for each of its claims; a long one has many.


@lru_cache(maxsize=_SENTENCES)
def denies(text: str) -> bool:
    """Whether the text says that something is not so or not there."""
    plain = usual(text)
    return _DENIES.search(plain) is not None or denies_abroad(plain)


@lru_cache(maxsize=_SENTENCES)
def _repeats(sentence: str) -> bool:
    """Whether it may repeat a number of the question."""
    return _AS_ASKED.search(sentence) is not None or as_asked_abroad(sentence)


@lru_cache(maxsize=_SENTENCES)
def _abbreviates(sentence: str) -> bool:
    return _ABBREVIATION.search(sentence) is not None


@lru_cache(maxsize=_SENTENCES)
def _is_of_a_night(sentence: str) -> bool:
    return _NIGHT.search(sentence) is not None


def _inside(found: re.Match[str]) -> str:
    return next(group for group in found.groups() if group)


def _on(day: date, claim: DateClaim) -> bool:
    if claim.weekday is not None:
        return day.weekday() == claim.weekday
    return any(span.start <= day <= span.end for span in claim.spans)


@lru_cache(maxsize=_SENTENCES)
def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"[^\W\d_]{2,}", text.lower()))
