"""A sentence with its values, its clauses, and what its words say of them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date
from functools import cached_property
from itertools import pairwise
from typing import TypeVar

from agents.truth.clauses import Clause, Placed, gap
from agents.truth.moments import Moment, days_in_words
from agents.truth.sentences import clause_starts
from agents.truth.sheet import Sheet
from agents.truth.things import WAY, Mark, is_one_of, longest, things_in
from agents.truth.values import PLANS, Value
from agents.truth.words import RoleWords, Words
from storage.entities import DateRange

_BESIDE, _PAIR = 14, 2
_NEAR = 8
_BLANK = "\ue000"
"""What stands in the place of slots."""
_WORD = re.compile(r"\s?([^\W_]+)")

RACE = re.compile(r"(?<!\d)\d+(?:[.,]\d+)?\s?-?(?:km|k|mi|m)(?![^\W_])", re.IGNORECASE)


T = TypeVar("T")
W = TypeVar("W", Mark, Moment, Placed)


class Scene:
    """A sentence with its values, its clauses, and what its words say of them."""

    def __init__(
        self,
        text: str,
        placed: Sequence[Placed],
        sheet: Sheet,
        tongues: Sequence[Words],
        spoken: frozenset[str] = frozenset(),
    ) -> None:
        self.sheet = sheet
        self.spoken = spoken
        """The measures of the sentences before."""
        self.tongues = tongues
        self.placed = sorted(placed, key=lambda one: one.start)
        self.text = blanked(text, map(Placed.bounds, self.placed))
        """The sentence, its slots blanked out."""

    @cached_property
    def starts(self) -> list[int]:
        """Where its clauses begin; days that are joined ("on Monday and today") are in one."""
        both = {word for words in self.tongues for word in words["both"]}
        gaps = ((one.end, self.text[one.end : two.start].split()) for one, two in pairwise(self.moments))
        joined = {end + 1 for end, gap in gaps if len(gap) <= _PAIR and both.issuperset(gap[:1])}
        return [at for at in clause_starts(self.text, self.tongues) if at not in joined]

    @cached_property
    def values(self) -> list[Placed]:
        """Its numbers."""
        return [one for one in self.placed if one.value.kind == "number"]

    def is_than(self, at: int) -> bool:
        """Whether the Korean word for than stands at a place, or behind a noun there."""
        return self.has(("than",), (at, at + (6 if self.text[at : at + 1] == " " else 3)))

    def is_bound(self, one: Placed) -> bool:
        """Whether a value is only told as a bound: "over 5 km"."""
        if self.tongues[0].glued:
            return self.is_than(one.end)
        end = len(self.text[: one.start].rstrip())
        return any(each == end for _, each in self.phrases("limits"))

    def lists(self, count: float) -> bool:
        """Whether it tells so many days, or values of one kind: "two days, {E3.day} and {E8.day}"."""
        told = [one for one in self.placed if not one.value.sides and one.value.role not in PLANS]
        kinds = Counter((one.value.kind, one.value.unit, one.value.measure) for one in told)
        many = (n == count and (n > _PAIR or kind == "day") for (kind, *_), n in kinds.items())
        gaps = (self.text[one.end : two.start].strip(", ") for one, two in pairwise(self.values))
        pairs = ("", *(word for words in self.tongues for word in words["both"]))
        return any(many) or (count == _PAIR and any(gap in pairs for gap in gaps))

    def tallies(self, at: int) -> set[int]:
        """How many entries have the things named before a place, in the days that are named or asked of."""
        clause, sheet = self.piece(at), self.sheet
        always = DateRange(start=date.min, end=sheet.today)
        spans = [span for moment in clause.days for span in moment.spans[:1]] or [*sheet.asked, always]
        held = [
            [e.day for e in sheet.entries if any(is_one_of(sheet, m.name, [mark.name]) for m in e.measures)]
            for mark in clause.things
            if mark.start < at
        ]
        return {sum(span.start <= day <= span.end for day in days) for days in held for span in spans}

    def _clause(self, start: int, end: int) -> Clause:
        def within(marks: Sequence[W]) -> tuple[W, ...]:
            return tuple(one for one in marks if start <= one.start < end)

        return Clause(
            start, end, within(self.placed), within(self.moments), within(self.subjects), within(self.roles),
        )  # fmt: skip

    @cached_property
    def pieces(self) -> list[Clause]:
        """What stands between pauses and words that begin a clause."""
        return [
            self._clause(*bounds)
            for bounds in zip(self.starts, [*self.starts[1:], len(self.text)], strict=True)
        ]

    @cached_property
    def clauses(self) -> list[Clause]:
        """The same; one without a value goes with the one before; at a beginning or a colon with the next."""
        joined: list[tuple[int, int]] = []
        waiting = False
        for piece in self.pieces:
            told = any(one.value.kind != "day" or (one.value.figure and piece.roles) for one in piece.slots)
            opens = self.text[piece.end - 1] == ":"
            begins = not joined or opens or self.has(("breaks",), (piece.start, piece.start + 1))
            if joined and (waiting or not (told or begins)):
                joined[-1] = (joined[-1][0], piece.end)
                waiting = waiting and not told
            else:
                joined.append((piece.start, piece.end))
                waiting = not told
        return [self._clause(*bounds) for bounds in joined]

    def piece(self, at: int) -> Clause:
        """The piece at a place."""
        return next(one for one in reversed(self.pieces) if one.start <= at)

    def clause(self, at: int) -> Clause:
        """The clause at a place."""
        return next(one for one in reversed(self.clauses) if one.start <= at)

    def found(self, words: Words, wanted: Sequence[str], bounds: tuple[int, int]) -> list[re.Match[str]]:
        """Where words stand within bounds."""
        return [one for one in words.found(self.text, wanted) if bounds[0] <= one.start() < bounds[1]]

    def has(self, kinds: Sequence[str], bounds: tuple[int, int]) -> bool:
        """Whether words of one of these lists of a language stand within bounds."""
        return any(self.found(words, words[kind], bounds) for words in self.tongues for kind in kinds)

    def is_silent_of(self, kind: str, text: str) -> bool:
        """Whether a text has one of these words and the sentence none."""
        said = (words.found(text, words[kind]) for words in self.tongues)
        return any(said) and not self.has((kind,), (0, len(self.text)))

    def is_course(self, first: Placed, second: Placed) -> bool:
        """Whether it is told as going from one value to the other."""
        before = (max(0, first.start - _NEAR), first.end + _NEAR)
        after = (first.end, second.end + _NEAR) if self.tongues[0].glued else (first.end, second.start)
        return self.has(("from",), before) and self.has(("to",), after)

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
        found: list[Moment] = []
        for one in sorted(named, key=lambda one: (one.start, -one.end)):
            if found and self._is_range(found[-1], one):
                span = DateRange(start=found[-1].spans[0].start, end=one.spans[0].end)
                found[-1] = Moment(found[-1].start, one.end, (span,), f"{found[-1].said} to {one.said}")
            elif not found or one.start >= found[-1].end:
                found.append(one)
        return found

    def _is_range(self, first: Moment, last: Moment) -> bool:
        """From day to day."""
        gap = self.text[first.end : last.start].strip().casefold()
        kind = "from" if self.tongues[0].glued else "to"
        between = ("-", "\u2013", *(way for words in self.tongues for way in words[kind]))
        return first.spans[0].start <= last.spans[0].end and gap in between

    def _since(self, moment: Moment, words: Words) -> Moment:
        """From its first day on, where the words beside it say so."""
        beside = self.text[moment.end :][:4] if words.glued else self.text[: moment.start][-2 * _BESIDE :]
        if not words.found(beside.replace(",", _BLANK).rpartition(_BLANK)[2], words["since"]):
            return moment
        today = self.sheet.today
        spans = [DateRange(start=one.start, end=max(one.end, today)) for one in moment.spans]
        return replace(moment, spans=(max(spans, key=lambda one: (one.start <= today, one.start)),))

    def is_other(self, moment: Moment | Mark | Placed) -> bool:
        """Whether it is what something is compared with: behind "than", in Korean before it."""
        if self.tongues[0].glued:
            return self.is_than(moment.end)
        before = max((one.end for one in self.values if one.end <= moment.start), default=0)
        return self.has(("than",), (max(self.piece(moment.start).start, before), moment.start))

    # --- What its words say ---------------------------------------------------------------------------------

    @cached_property
    def roles(self) -> list[Mark]:
        """Words that say what a number is of its series."""
        found = [
            Mark(match.start(), match.end(), match[0], fits=frozenset(map(str, row.fits)))
            for words in self.tongues
            for row in words.roles
            for match in words.found(self.text, row.words)
            if self._is_role(match, row, words)
        ]
        return longest(found, self.phrases("no_subjects"))

    def _is_role(self, match: re.Match[str], row: RoleWords, words: Words) -> bool:
        """Not "last" where it only says which weeks or sessions, or which of several."""
        behind = _WORD.match(self.text, match.end())
        if row.noun and (behind is None or behind[1][:1].islower()):
            return False
        if behind and behind[1].casefold() in (*words["abstract"], *words["qualities"]):
            return False
        if "last" not in row.fits:
            return True
        stretch = (*words["stretches"], *words.numbers, *words.weekday_names, *words.month_names)
        follows = words.found(behind[1], stretch) if behind and " " not in match[0] else ()
        return not any(one.start() == 0 for one in follows)

    def sense(self, value: Value, *, paced: bool = False) -> int:
        """1 where more of the value is better (or faster), -1 where less is, 0 where neither."""
        if paced:
            return -1 if value.is_time else 1
        if not value.measure or self.is_listed("neither_is_better", value):
            return 0
        if self.is_listed("less_is_better", value):
            return -1
        paces = value.unit.startswith("s/") or (value.is_time and self.is_outing(value.measure))
        return -1 if paces else 1

    def is_listed(self, kind: str, value: Value) -> bool:
        """Whether the measure of a value is in one of these lists."""
        return any(value.measure in words[kind] for words in self.tongues)

    def phrases(self, *kinds: str) -> list[tuple[int, int]]:
        """Where words of these lists stand."""
        return [
            found.span()
            for words in self.tongues
            for kind in kinds
            for found in words.found(self.text, words[kind])
        ]

    @cached_property
    def subjects(self) -> list[Mark]:
        """The measures that it names."""
        found = self.about(self.text)
        taken = [(one.start, one.end) for one in self.roles] + self.phrases("no_subjects")
        named = [one for one in longest(found, taken) if not self._is_beside(one)]
        races = (Mark(*one.span(), one[0], name=WAY) for one in RACE.finditer(self.text))
        return sorted((*named, *races), key=lambda one: one.start)

    def _is_beside(self, mark: Mark) -> bool:
        """Whether it only says when or in spite of what: "after the run"."""
        if self.tongues[0].glued:
            return self.has(("beside",), (mark.end, mark.end + 4))
        near = self.text[max(0, mark.start - 2 * _BESIDE) : mark.start].rpartition(_BLANK)[2]
        before = " ".join(near.split()[-3:])
        kinds = ("beside", "during") if self.is_outing(mark.name) else ("beside",)
        return any(words.found(before, words[kind]) for words in self.tongues for kind in kinds)

    def touches(self, mark: Mark, one: Placed) -> bool:
        """Whether only words that join them stand between a word and a value."""
        first, second = (mark, one) if mark.start < one.start else (one, mark)
        gap = self.text[first.end : second.start].casefold().split()
        return all(any(word in words["links"] for words in self.tongues) for word in gap)

    def about(self, text: str) -> list[Mark]:
        """Words of a text for measures, overlapping ones too."""
        return self.sheet.once(things_in, text, self.tongues)

    def is_outing(self, name: str) -> bool:
        """Whether it has a distance, so that less time for it is better."""
        return is_one_of(self.sheet, name, [WAY])

    @cached_property
    def directions(self) -> list[Mark]:
        """Words of a direction, more or less, of the values beside them."""
        found = [
            Mark(match.start(), match.end(), match[0], name=kind, sign=sign)
            for words in self.tongues
            for kind, sign in _DIRECTIONS.items()
            for match in words.found(self.text, words[kind])
        ]
        taken = [*((one.start, one.end) for one in self.roles), *self.phrases("no_subjects")]
        return longest([one for one in found if not self._is_only_a_bound(one)], taken)

    def _is_only_a_bound(self, mark: Mark) -> bool:
        """Whether it is "over" or "down" and touches no difference."""
        touching = (way for words in self.tongues for way in words["touching"])
        beside = (gap(mark, one) for one in self.values if one.is_compared)
        loose = mark.said.casefold() in touching and not self.is_to_goal(mark)
        return loose and min(beside, default=_NEAR) > 1

    def is_to_goal(self, mark: Mark) -> bool:
        """Whether a goal is what stands behind a word: "over your goal of 140 g"."""
        behind = [one for one in self.values if one.start >= mark.end][:1]
        return any(one.value.role in PLANS and one.start - mark.end < 2 * _BESIDE for one in behind)


_DIRECTIONS = {
    "more": 1, "less": -1, "rose": 1, "fell": -1, "slower": 1, "faster": -1, "better": 1, "worse": -1,
    "ahead": 1, "behind": -1, "gained": 1, "lost": -1, "same": 0,
}  # fmt: skip
"""Lists of words to their sign; of paces, slower is more."""


def blanked(text: str, parts: Iterable[tuple[int, int]], blank: str = _BLANK) -> str:
    """A text with parts blanked out."""
    for start, end in parts:
        text = text[:start] + blank * (end - start) + text[end:]
    return text
