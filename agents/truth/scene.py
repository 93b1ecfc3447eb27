"""A sentence with its values, its clauses, and what its words say of them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from agents.truth.moments import Moment, days_in_words
from agents.truth.sentences import clause_starts
from agents.truth.sheet import Sheet
from agents.truth.values import Value
from agents.truth.words import Words
from agents.types import Claim
from storage.entities import DateRange

_RANGE = re.compile(r"\s?[-\u2013~]\s?")
_WITH_DATE = ("", " ", ", ", ", the ", " the ")
_BESIDE = 14
_LONG = 4
"""Letters from which a word for something that was never logged is believed."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A value at text[start:end] of a sentence, by slot or bare."""

    start: int
    end: int
    slot: str
    value: Value

    @property
    def claim(self) -> Claim:
        """As it is kept with the draft; its place is set by whoever joins the text."""
        value = self.value
        return Claim(
            start=0,
            end=0,
            slot=self.slot,
            value=value.number,
            unit=value.unit,
            days=value.days,
            figure=value.figure,
            entries=value.entries,
        )


class Scene:
    """A sentence with its values, its clauses, and what its words say of them."""

    def __init__(self, text: str, placed: Sequence[Placed], sheet: Sheet, tongues: Sequence[Words]) -> None:
        self.sheet = sheet
        self.tongues = tongues
        self.placed = sorted(placed, key=lambda one: one.start)
        self.text = _without(text, self.placed)
        """The sentence, its slots blanked out."""
        self.starts = clause_starts(self.text, tongues)

    @cached_property
    def values(self) -> list[Placed]:
        """Its numbers."""
        return [one for one in self.placed if one.value.kind == "number"]

    def is_limit(self, one: Placed) -> bool:
        """Whether a value is only a bound: "over 5 km"."""
        before = self.text[max(0, one.start - _BESIDE) : one.start].rstrip()
        limits = (found for words in self.tongues for found in words.found(before, words.limits))
        return any(found.end() == len(before) for found in limits)

    @property
    def timed(self) -> list[Placed]:
        """Values and words that are of some days."""
        timed = (one for one in self.placed if one.value.kind != "day" and one.value.span is not None)
        return [one for one in timed if not self.is_limit(one)]

    def clause(self, at: int) -> tuple[int, int]:
        """The bounds of the clause at a place."""
        start = max(one for one in self.starts if one <= at)
        return start, next((one for one in self.starts if one > at), len(self.text))

    def found(self, words: Words, wanted: Sequence[str], bounds: tuple[int, int]) -> list[re.Match[str]]:
        """Where words stand within bounds."""
        return [one for one in words.found(self.text, wanted) if bounds[0] <= one.start() < bounds[1]]

    # --- Days -----------------------------------------------------------------------------------------------

    @cached_property
    def moments(self) -> list[Moment]:
        """The days that it names."""
        named = [
            Moment(one.start, one.end, (one.value.span,), one.value.shown)
            for one in self.placed
            if one.value.kind == "day" and one.value.span is not None
        ]
        for words in self.tongues:
            named += days_in_words(self.text, words, self.sheet.today)
        for words in self.tongues:
            named = [self._since(one, words) for one in named]
        return self._joined(sorted(named, key=lambda one: one.start))

    def _joined(self, named: Sequence[Moment]) -> list[Moment]:
        """With "from day to day" as one."""
        found: list[Moment] = []
        for one in named:
            before = found[-1] if found else None
            if before and before.is_of_many and self.text[before.end : one.start] in _WITH_DATE:
                found[-1] = one  # a weekday and its date
                continue
            if before is None or not _RANGE.fullmatch(self.text[before.end : one.start]):
                found.append(one)
                continue
            whole = DateRange(start=before.spans[0].start, end=max(before.spans[0].start, one.spans[-1].end))
            found[-1] = Moment(before.start, one.end, (whole,), f"{before.said} to {one.said}")
        return found

    def _since(self, moment: Moment, words: Words) -> Moment:
        """From its first day on, where the words beside it say so."""
        beside = self.text[moment.end :][:4] if words.glued else self.text[: moment.start][-_BESIDE:]
        if next(words.found(beside, words.since), None) is None:
            return moment
        spans = (DateRange(start=span.start, end=max(span.end, self.sheet.today)) for span in moment.spans)
        return replace(moment, spans=tuple(spans))

    # --- What it is about -----------------------------------------------------------------------------------

    @cached_property
    def subjects(self) -> list[tuple[int, str]]:
        """The measures that it names, with their places."""
        named = [*self.sheet.once(subjects_in, self.text)]
        for words in self.tongues:
            for name, ways in words.subjects.items():
                named += [(match.start(), name) for match in words.found(self.text, ways)]
        return sorted(set(named))


def _without(text: str, placed: Sequence[Placed]) -> str:
    letters = list(text)
    for one in placed:
        if one.slot:
            letters[one.start : one.end] = "\ue000" * (one.end - one.start)
    return "".join(letters)


def is_of(value: Value, span: DateRange) -> bool:
    """Whether a value is of some days: measured on one of them, or computed over days that meet them."""
    own = value.span
    if own is None:
        return True
    if value.dated or (value.entries and own.start == own.end):
        return span.start <= own.start <= span.end
    if span.start == span.end and own.start != own.end:
        return True
    inside = max(0, (min(own.end, span.end) - max(own.start, span.start)).days + 1)
    shorter = min((own.end - own.start).days, (span.end - span.start).days) + 1
    return inside * 2 >= shorter


def subjects_in(sheet: Sheet, text: str) -> list[tuple[int, str]]:
    """The measures that a text names by words of the vocabulary, with their places."""
    low = text.casefold()
    starts: Sequence[int] = range(len(low))
    ends: Sequence[int] = range(1, len(low) + 1)
    if low.isascii():
        starts = [at for at in starts if not low[at - 1 : at].isalpha()]
        ends = [at for at in ends if not low[at : at + 1].isalpha()]
    named: list[tuple[int, str]] = []
    last = 0
    for at in starts:
        if at >= last and (found := _term_at(sheet, low, at, ends)) is not None:
            named.append((at, sheet.vocabulary[found]))
            last = at + len(found)
    return named


def _term_at(sheet: Sheet, low: str, at: int, ends: Sequence[int]) -> str | None:
    """The longest word for a measure that begins at a place, whole or in letters that are glued."""
    longest = bisect_right(ends, at + sheet.once(_longest))
    for end in reversed(ends[bisect_right(ends, at) : longest]):
        term = low[at:end]
        if term in sheet.vocabulary and _is_believed(sheet, term) and _is_whole(low, at, end):
            return term
    return None


def _longest(sheet: Sheet) -> int:
    return max(map(len, sheet.vocabulary), default=0)


def _is_believed(sheet: Sheet, term: str) -> bool:
    enough = _LONG if term.isascii() else _LONG - 1
    return len(term) >= enough or sheet.vocabulary[term] in sheet.measures


def _is_whole(low: str, at: int, end: int) -> bool:
    glued = not low[at:end].isascii()
    return glued or not (low[at - 1 : at].isalpha() or low[end : end + 1].isalpha())


def same_thing(one: str, other: str) -> bool:
    """Whether one name may stand for the other: a bench is a bench press."""
    if one[:_LONG] == other[:_LONG] or one.startswith(other) or other.startswith(one):
        return True
    return one == other or set(one.split()) >= set(other.split()) or set(other.split()) >= set(one.split())
