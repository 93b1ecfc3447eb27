"""Bare numbers and days of a text: the slot whose value they are, where there is one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import date
from functools import cached_property, lru_cache
from itertools import permutations

from agents.shown import clock, number, show
from agents.truth.rendering import duration, localized, written
from agents.truth.scene import Scene
from agents.truth.sheet import Sheet
from agents.truth.values import Value
from agents.truth.words import RATIO, Words, tongues_of
from storage.entities import Entry
from units import HOUR_S

_LONGEST = 34
_FIELDS = ("set", "kg", "km", "time", "pace", "speed", "reps", "sets", "n", "rpe")
_COUNTS = frozenset({"", "days", "reps", "sets", "weeks", "times", "cups"})
_PHYSICAL = frozenset({"kg", "lb", "km", "mi", "h", "min", "kcal", "g", "%"})
_SECONDS = {"h": float(HOUR_S), "min": 60.0, "s": 1.0}
_KINDS: dict[str, frozenset[str]] = {
    **dict.fromkeys(("h", "min", "s"), frozenset({"h", "min", "s"})),
    **dict.fromkeys(("days", "times"), frozenset({"days", "times", ""})),
    "sets": frozenset({"sets"}),
    "cups": frozenset({"cups", ""}),
}
"""Unit of a word to those of the values that it can count."""
_START = re.compile(r"(?<![\w.,:])[^\W_]|(?<![\d.,:/\u00d7x])(?<=[^\W\d_])\d")

_GOES_ON = re.compile(r"(?<=\d)[.,:/\u00d7x]?\d|(?<=[a-zA-Z])[a-zA-Z]")
"""A number or word: "7" of "7.5", "5k" of "5km"."""


@dataclass(frozen=True, slots=True)
class Bare:
    """A number or day written at text[start:end] and the slots that it can be."""

    start: int
    end: int
    slots: tuple[tuple[str, Value], ...]


class Known:
    """Every value of a sheet by the ways to write it in the sheet's language and in English."""

    def __init__(self, sheet: Sheet, *, roundly: bool) -> None:
        self._sheet = sheet
        self._tongues = tongues_of(sheet.language)
        self._roundly = roundly
        """Whether code wrote the text, which also counts entries and rounds as it likes."""

    @cached_property
    def _slots(self) -> list[tuple[str, Value]]:
        """Every single reference with its value, figures before entries."""
        sheet = self._sheet
        found: list[tuple[str, Value]] = []
        for letter, figures in (("F", sheet.computed), ("P", sheet.plans)):
            for place, figure in enumerate(figures, 1):
                counts = dict.fromkeys((".days", ".entries"), figure.entries)
                parts = {"": True, ".day": figure.day, ".span": figure.span, **counts}
                names = (f"{letter}{place}{part}" for part, has in parts.items() if has)
                found += ((name, sheet.term(name)) for name in names)
        for place, entry in enumerate(sheet.entries, 1):
            found.append((f"E{place}.day", sheet.day_of(entry.day, (entry.id,))))
            found += self._of_entry(place, entry)
        asked = (("D", sheet.asked), ("Q", sheet.numbers_asked))
        names = (f"{letter}{place}" for letter, told in asked for place in range(1, len(told) + 1))
        return [*found, *((name, sheet.term(name)) for name in names)]

    def _of_entry(self, place: int, entry: Entry) -> Iterator[tuple[str, Value]]:
        several = len(entry.measures) > 1
        for at, measure in enumerate(entry.measures):
            part = chr(ord("a") + at) if several and at < 26 else ""
            units = self._sheet.units(measure)
            for name in _FIELDS:
                value = self._sheet.of_measure(entry, measure, name, units)
                if value is not None:
                    yield f"E{place}{part}.{name}", value
            if part and measure.day != entry.day:
                yield f"E{place}{part}.day", self._sheet.day_of(measure.day, (entry.id,))

    @cached_property
    def _so_written(self) -> Mapping[str, Sequence[tuple[str, Value]]]:
        """The values by each way to write them."""
        found: dict[str, list[tuple[str, Value]]] = {}
        for one in self._slots:
            for way in {way for words in self._tongues for way in self._ways(*one, words)}:
                found.setdefault(way, []).append(one)
        return found

    def _ways(self, slot: str, value: Value, words: Words) -> AbstractSet[str]:
        """The ways in which a value is written, squeezed: with its unit, bare, rounded by code."""
        if value.kind == "day" and value.span is not None:
            return _dates(value.shown, value.span.start, value.span.end, words)
        if value.number is None:
            mine = (self._sheet.weight_unit or "kg", self._sheet.distance_unit or "km")
            ways = (value.shown + way for unit in mine for way in words.unit_words.get(unit, ()))
            return {_squeezed(way) for way in (value.shown, *ways)}
        if slot.endswith(".set"):
            return {_squeezed(way) for way in (value.shown, *self._sheet.sets_written(value))}
        return _numbers(value.shown, abs(value.number), value.unit, words, roundly=self._roundly)

    @cached_property
    def _by_number(self) -> dict[float, list[tuple[str, Value]]]:
        found: dict[float, list[tuple[str, Value]]] = {}
        for slot, value in self._slots:
            if value.number is not None:
                size = round(abs(value.number) * _SECONDS.get(value.unit, 1.0), 4)
                found.setdefault(size, []).append((slot, value))
        return found

    def in_words(self, worth: float, unit: str | None) -> tuple[tuple[str, Value], ...]:
        """The slots of a number that was written as a word, before the word for that unit."""
        fits = _COUNTS | {"h", "%"} if unit is None else _KINDS.get(unit, frozenset({unit}))
        scales = {_SECONDS.get(one, 1.0) for one in fits} if unit is None else {_SECONDS.get(unit, 1.0)}
        found = [one for scale in scales for one in self._by_number.get(round(worth * scale, 4), ())]
        found = [one for one in found if one[1].unit in fits]
        return tuple(one for one in found if unit is None or _counts(one[1]))

    def bare(self, text: str, taken: Sequence[tuple[int, int]] = ()) -> Iterator[Bare]:
        """The numbers and days of a text outside of `taken`, each by its longest reading."""
        last = 0
        for found in _START.finditer(text):
            at = found.start()
            if at < last or any(start <= at < end for start, end in taken):
                continue
            ends = min((start for start, _ in taken if start > at), default=len(text))
            read = self._longest(text, at, ends, last)
            if read is not None:
                last = read.end
                yield read

    @cached_property
    def _months(self) -> frozenset[str]:
        apart = (words for words in self._tongues if not words.glued)
        return frozenset(m.casefold() for words in apart for m in (*words.months, *words.month_names))

    def _is_of_a_date(self, text: str, at: int, end: int, last: int) -> bool:
        """Whether a number stands beside the name of a month: 10 Nov is no ten."""
        beside = (*text[last:at].split()[-1:], *text[end:].lstrip("thsndr.").split()[:1])
        return any(word.strip(".,;:!?").casefold() in self._months for word in beside)

    def _longest(self, text: str, at: int, ends: int, last: int) -> Bare | None:
        ends = min(ends, at + _LONGEST)
        digit = next((place for place in range(at, ends) if text[place].isdigit()), ends)
        for end in range(ends, digit, -1):
            piece = text[at:end]
            if _GOES_ON.match(text, end):
                continue
            slots = self._so_written.get(_squeezed(piece), ()) if piece == piece.strip() else ()
            if slots and piece.isdigit() and self._is_of_a_date(text, at, end, last):
                slots = [one for one in slots if one[1].kind == "words"]
            named = {unit for words in self._tongues for unit in words.units_at(text, end)[0]}
            if slots and named & _PHYSICAL and piece[-1].isdigit() and not self._roundly:
                slots = [one for one in slots if one[1].unit not in _COUNTS or one[1].kind != "number"]
            if slots:
                return Bare(at, end, tuple(dict(slots).items()))
        return None


@lru_cache(maxsize=1024)
def _dates(shown: str, first: date, last: date, words: Words) -> frozenset[str]:
    """The ways to write a day or the ends of a span, squeezed; of an answer many values are of one day."""
    ways = {shown, *(way for day in (first, last) for way in (day.isoformat(), *written(day, words)))}
    return frozenset(map(_squeezed, ways))


@lru_cache(maxsize=4096)
def _numbers(shown: str, size: float, unit: str, words: Words, *, roundly: bool) -> frozenset[str]:
    """The ways to write a number with its unit or bare, squeezed; of entries many have the same."""
    ways: set[str] = {shown, show(size, unit), localized(show(size, unit), words)}
    exact = (2,) if round(size, 2) == round(size, 4) else (1,)
    for count in (0, 1, 2) if roundly or unit == "%" else exact:
        bare = number(size, count)
        for each in {bare, bare.replace(",", ""), localized(bare, words)}:
            ways |= {each, f"{each}{unit}", *(f"{each}{name}" for name in words.unit_words.get(unit, ()))}
    if unit in ("h", "s"):
        seconds = size * (HOUR_S if unit == "h" else 1)
        told = clock(seconds)
        ways |= {told, number(seconds / 60, 0) + "min", told[:-3] if seconds >= HOUR_S else told}
        ways.add(duration(seconds, words))
    return frozenset(map(_squeezed, ways))


def _counts(value: Value) -> bool:
    """Whether it is no value without a unit of a measure, such as a mood."""
    return bool(value.unit) or not value.measure or value.role in ("count", "frequency", "streak")


def derives(scene: Scene, worth: float, unit: str | None) -> bool:
    """Whether a number in words is what two of the sentence's values, or days, differ by."""
    if unit in _DAYS and scene.has(("apart",), (0, len(scene.text))):
        days = {span.start for m in scene.moments for span in m.spans[:1]} | {scene.sheet.today}
        days |= {one.value.days[0] for one in scene.placed if one.value.dated}
        return any(abs((one - other).days) == worth * _DAYS[unit] for one in days for other in days)
    numbers = [(v.value.number or 0.0, v.value.unit) for v in scene.values if v.value.sides is None]
    pairs = [(one, other, own) for (one, own), (other, its) in permutations(numbers, 2) if own == its]
    if unit == RATIO:
        return any(abs(one - worth * other) < _NEARLY * one for one, other, _ in pairs)
    fits, scale = _KINDS.get(unit or "", {unit}), _SECONDS.get(unit or "", 1.0)
    apart = (abs(one - other) * _SECONDS.get(own, 1.0) / scale for one, other, own in pairs if own in fits)
    return any(abs(one - worth) < _NEARLY for one in apart)


_DAYS, _NEARLY = {"days": 1, "weeks": 7}, 0.05


def _squeezed(text: str) -> str:
    return "".join(text.split()).casefold()
