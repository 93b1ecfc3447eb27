"""An answer held against the pages: what they do not bear out does not leave.

A quotation must stand in its page, word for word. A sentence stays where each of its figures stands in the
pages (or in the question) and each day it names is one that they name. What it says besides is the model's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta
from functools import cached_property

from agents.language.days.dates import EARLIEST, PeriodMention, find_periods
from agents.language.text import plain
from agents.language.written import written
from agents.truth import sentence_bounds
from units import KILOGRAMS, METRES, SECONDS

_DAY = timedelta(days=1)
_SYMBOLS = "|".join((*KILOGRAMS, *METRES, *SECONDS, "ml", "l", "kcal", "g", "mg", "%"))
_HANGUL = re.compile("[\uac00-\ud7a3]+")
"""Syllables of other words are numbers, too: in Korean only digits are held."""
_WITH_UNIT = re.compile(rf"(?<!\d)(\d+(?:[.,]\d+)?)\s?({_SYMBOLS})s?(?![^\W_])", re.IGNORECASE)
MonthDay = tuple[int, int]


class Ground:
    """The texts that an answer may rest on, each with the day it was written."""

    def __init__(self, texts: Sequence[tuple[str, date]], question: str, now: datetime) -> None:
        self._texts = texts
        self._question = question
        self._now = now

    def kept(self, text: str) -> tuple[str, bool]:
        """The sentences that hold, and whether those are all."""
        parts = [text[start:end] for start, end in sentence_bounds(text)]
        holding = [part for part in parts if self.bears(part)]
        return "".join(holding).strip(), len(holding) == len(parts)

    def bears(self, sentence: str) -> bool:
        """Whether its figures and days stand in the texts."""
        days = find_periods(sentence, self._now)
        if not all(self._names(one) for one in days):
            return False
        rest = sentence
        for one in reversed(days):  # a day in other words, such as 2026-11-28, has other figures
            parts = {part for day in (one.range.start, one.range.end) for part in (day.day, day.month)}
            others = (number for number in written(one.phrase).row if number not in parts)
            figures = " ".join(f"{number:g}" for number in others)
            rest = f"{rest[: one.start]} {figures} {rest[one.end :]}"
        told = written(_HANGUL.sub(" ", rest))
        return (
            (not told.clocks or told.clocks <= self._clocks)
            and all(self._has(number, rest) for number in told.row)
            and all(unit in self._units.get(number, {unit}) for number, unit in _with_units(rest))
        )

    def _has(self, number: float, sentence: str) -> bool:
        """One in a word counts nothing: one of your notes."""
        return number in self._figures or (number == 1 and "1" not in sentence)

    @cached_property
    def _units(self) -> dict[str, set[str]]:
        """The units of each number that stands beside one."""
        found: dict[str, set[str]] = {}
        for text in (*(text for text, _ in self._texts), self._question):
            for number, unit in _with_units(text):
                found.setdefault(number, set()).add(unit)
        return found

    @cached_property
    def _figures(self) -> frozenset[float]:
        found = (written(text) for text in (*(text for text, _ in self._texts), self._question))
        return frozenset(number for one in found for number in (*one.row, *one.others))

    @cached_property
    def _clocks(self) -> frozenset[float]:
        texts = (*(text for text, _ in self._texts), self._question)
        return frozenset(one for text in texts for one in written(text).clocks)

    def _names(self, said: PeriodMention) -> bool:
        """Whether a day or period of the answer is one of the texts', whichever year it falls into.

        Years are figures. Words such as Monday that mean the same all week may stand there as they are.
        """
        days = _days(said)
        if said.range.end == self._now.date() and not self._moves(said.phrase, ends=False):
            days = days[:1]  # from that day on
        is_told = days[0] in self._days if len(days) == 1 else any(_within(one, days) for one in self._days)
        return is_told or (not self._moves(said.phrase) and plain(said.phrase) in self._words)

    def _moves(self, phrase: str, *, ends: bool = True) -> bool:
        """Whether it means another day tomorrow; without `ends` only its beginning counts."""
        ranges = [find_periods(phrase, self._now + shift * _DAY) for shift in (0, 1, 2, 3)]
        spans = [
            [(one.range.start, one.range.end if ends else one.range.start) for one in found]
            for found in ranges
        ]
        return len({str(span) for span in spans}) == len(spans)

    @cached_property
    def _words(self) -> str:
        return "\n".join(plain(text) for text, _ in self._texts)

    @cached_property
    def _days(self) -> frozenset[MonthDay]:
        found = {(day.month, day.day) for _, day in self._texts}
        for text, day in self._texts:
            found.update(self._told(text, datetime.combine(day, self._now.timetz())))
        return frozenset(found.union(self._told(self._question, self._now)))

    @staticmethod
    def _told(text: str, written_at: datetime) -> Iterable[MonthDay]:
        return (day for one in find_periods(text, written_at) for day in _days(one))


def _with_units(text: str) -> Iterable[tuple[str, str]]:
    return ((found[1].replace(",", "."), found[2].lower()) for found in _WITH_UNIT.finditer(text))


def _days(said: PeriodMention) -> list[MonthDay]:
    ends = dict.fromkeys((said.range.start, said.range.end))
    return [(day.month, day.day) for day in ends if day != EARLIEST]


def _within(day: MonthDay, ends: Sequence[MonthDay]) -> bool:
    first, last = ends
    return first <= day <= last if first <= last else day >= first or day <= last


def stands_in(quote: str, text: str) -> bool:
    """Whether words stand in a text, but for blanks, case and marks of emphasis."""
    said = _bare(quote)
    return bool(said) and said in _bare(text)


def _bare(text: str) -> str:
    return " ".join(plain(text).replace("*", "").replace("_", "").replace("`", "").split())
