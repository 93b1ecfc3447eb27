"""The sheet: what a writer is shown and may refer to, and the value of each reference.

E1, E2 … are entries, the oldest first, with parts a, b … where they hold several measures; F1 … figures that
code computed, P1 … those of them that are of days to come; G1 … general claims; D1 and Q1 the days and the
numbers that the question names. Made again from the same material it gives the same references.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property
from typing import Any, Concatenate, ParamSpec, TypeVar

from agents.facts import clock, load_of
from agents.facts.samples import Units
from agents.truth.fields import FIELD_UNITS, FIELDS, OF_KIND
from agents.truth.rendering import amount, bare, day, span
from agents.truth.values import PLANS, SeveralPartsError, SlotError, Value, in_one_unit
from agents.truth.words import Words, language_of, shown_in
from agents.types import Figure
from storage.entities import DateRange, DistanceUnit, Entry, Measure, WeightUnit

_TERM = re.compile(r"([EFPGDQ])(\d{1,4})([a-z])?(?:\.([a-z]+))?")
_QUOTE = re.compile(r"E(\d{1,4})[a-z]?(?:\.text)?:\s*[\"“„'](.+)[\"”“']", re.DOTALL)
_RANGE = re.compile(
    r"([EFPD]\d{1,4}[a-z]?(?:\.[a-z]+)?)\s*(?:\.\.|\u2013)\s*([EFPD]\d{1,4}[a-z]?(?:\.[a-z]+)?)"
)
_PAIR = re.compile(r"([EFPQ]\d{1,4}[a-z]?(?:\.[a-z]+)?)\s*([-\u2212/%])\s*([EFPQ]\d{1,4}[a-z]?(?:\.[a-z]+)?)")
_COUNT = re.compile(r"#\s*(E\d{1,4}[a-z]?(?:\s*(?:,|\.\.)\s*E\d{1,4}[a-z]?)*)")
_NUMBER = re.compile(r"\d[\d.,:/]*\d|\d")
_DIGITS = re.compile(r"\d+")
_BESTS = frozenset({"max", "min", "first", "last"})
_MILES = frozenset({"mi", "s/mi", "mph"})
_DAY_UNITS = "days"
_T = TypeVar("_T")
_P = ParamSpec("_P")


@dataclass(frozen=True)
class Sheet:
    """What one answer can be made of. `vocabulary`: words for measures, to their canonical names."""

    today: date
    entries: tuple[Entry, ...] = ()
    """Oldest first."""
    figures: tuple[Figure, ...] = ()
    general: tuple[str, ...] = ()
    query: str = ""
    asked: tuple[DateRange, ...] = ()
    """The days that the question names, or that were searched for it."""
    told: tuple[str, ...] = ()
    """What is believed as it was said: the person's answers."""
    language: str = "en"
    weight_unit: WeightUnit | None = None
    distance_unit: DistanceUnit | None = None
    vocabulary: Mapping[str, str] = field(default_factory=dict[str, str])
    sorts: Mapping[str, str] = field(default_factory=dict[str, str])
    """Canonical names to what they are a sort of: a hike is a walk."""
    _made: dict[object, Any] = field(default_factory=dict[object, Any], init=False, compare=False)

    def once(self, make: Callable[Concatenate[Sheet, _P], _T], *given: _P.args, **named: _P.kwargs) -> _T:
        """What a function makes of it: an answer's sentences and their candidates ask for the same again."""
        key = (make, given, tuple(named.items()))
        if key not in self._made:
            self._made[key] = make(self, *given, **named)
        return self._made[key]

    @cached_property
    def words(self) -> Words:
        """The words in which values are shown."""
        return shown_in(self.language)

    def speaking(self, text: str) -> Sheet:
        """The same in the language of a text, where its letters give that away."""
        language = language_of(text, self.language)
        return self if language == self.language else self.once(_in_language, language)

    @cached_property
    def logged(self) -> frozenset[str]:
        """The measures of its entries."""
        return frozenset(measure.name for entry in self.entries for measure in entry.measures)

    @cached_property
    def measures(self) -> frozenset[str]:
        """The measures of its figures and entries."""
        return self.logged | {figure.measure for figure in self.figures if figure.measure}

    @cached_property
    def computed(self) -> tuple[Figure, ...]:
        """F1, F2 …"""
        return tuple(figure for figure in self.figures if figure.role not in PLANS)

    @cached_property
    def plans(self) -> tuple[Figure, ...]:
        """P1, P2 …"""
        return tuple(figure for figure in self.figures if figure.role in PLANS)

    @cached_property
    def numbers_asked(self) -> tuple[str, ...]:
        """Q1, Q2 …: the numbers of the question and of what the person answered, as written."""
        return tuple(dict.fromkeys(_NUMBER.findall("\n".join((self.query, *self.told)))))

    @cached_property
    def written(self) -> tuple[str, ...]:
        """What the person wrote, with single spaces, in lower case."""
        texts = [text for entry in self.entries for text in (entry.text, *entry.notes)]
        return tuple(" ".join(text.split()).casefold() for text in (*texts, self.query, *self.told))

    # --- What a slot stands for -----------------------------------------------------------------------------

    def value(self, slot: str) -> Value:
        """The value of a slot's inside, such as `F1-F2` or `E5b.kg`. Raises SlotError."""
        slot = slot.strip()
        for form, read in _FORMS:
            if (found := form.fullmatch(slot)) is not None:
                return read(self, found)
        raise SlotError(f"{{{slot}}} is no slot: see how they are written")

    def term(self, slot: str) -> Value:
        """The value of a single reference."""
        found = _TERM.fullmatch(slot.strip())
        if found is None:
            raise SlotError(f"{{{slot}}} is no slot")
        letter, place, part, name = found[1], int(found[2]), found[3] or "", found[4] or ""
        if letter == "E":
            return self._of_entry(place, part, name)
        if letter in "FP":
            return self._of_figure(letter, place, name)
        return self._of_question(letter, place)

    def _of_figure(self, letter: str, place: int, name: str) -> Value:
        figure = _at(self.computed if letter == "F" else self.plans, place, letter)
        value = self.of_figure(figure)
        if name == "day":
            if figure.day is None:
                raise SlotError(f"{letter}{place} has no day: it is computed over several")
            return self.day_of(figure.day, figure.entries, figure)
        if name == "span":
            if figure.span is None:
                raise SlotError(f"{letter}{place} is over all time")
            return self.days_of(figure.span)
        if name in ("days", "entries"):
            return self.rests_on(figure, name)
        if name == "n":
            return replace(value, shown=bare(abs(figure.value), figure.unit, self.words))
        if (
            name
            and name not in (figure.unit, FIELD_UNITS.get(name, name))
            and name not in OF_KIND.get(figure.unit, ())
        ):
            raise SlotError(f"{letter}{place} has no part .{name}: it is {value.shown}")
        return value

    def of_figure(self, figure: Figure) -> Value:
        """A figure with its unit."""
        of_day = figure.day is not None
        shown = amount(abs(figure.value), figure.unit, self.words)
        days = DateRange(start=figure.day, end=figure.day) if figure.day else figure.span
        return Value(
            "number",
            clock(figure.value) if figure.unit == "s" and figure.role in _BESTS else shown,
            figure.value,
            figure.unit,
            days,
            of_day,
            figure.measure,
            figure.role,
            figure.entries,
            figure,
        )

    def rests_on(self, figure: Figure, name: str) -> Value:
        """On how many days or entries a figure rests, as a bare number."""
        days = {self._day_of.get(one) for one in figure.entries}
        count = len(days) if name == "days" else len(set(figure.entries))
        counted = Value("number", str(count), count, span=figure.span, entries=figure.entries)
        return replace(counted, measure=figure.measure, role="count")

    @cached_property
    def _day_of(self) -> dict[str, date]:
        return {entry.id: entry.day for entry in self.entries}

    def day_of(self, moment: date, entries: Sequence[str] = (), figure: Figure | None = None) -> Value:
        """A day."""
        shown, on = day(moment, self.today, self.words), DateRange(start=moment, end=moment)
        return Value("day", shown, span=on, dated=True, entries=tuple(entries), figure=figure)

    def days_of(self, days: DateRange) -> Value:
        """A span of days."""
        return Value("day", span(days, self.today, self.words), span=days)

    def _of_question(self, letter: str, place: int) -> Value:
        if letter == "D":
            return self.days_of(_at(self.asked, place, letter))
        if letter == "G":
            numbers = _NUMBER.findall(_at(self.general, place, letter))
            if not numbers:
                raise SlotError(f"G{place} has no number")
            low, high = numbers[0], numbers[-1]
            return Value("words", low if low == high else f"{low}\u2013{high}")
        return Value("words", _at(self.numbers_asked, place, letter), role="mark")

    # --- Parts of entries -----------------------------------------------------------------------------------

    def _of_entry(self, place: int, part: str, name: str) -> Value:
        entry = _at(self.entries, place, "E")
        if name in ("day", ""):
            moment = self._part(entry, place, part).day if part else entry.day
            return self.day_of(moment, (entry.id,))
        measures = [self._part(entry, place, part)] if part else entry.measures
        values = {
            f"E{place}{chr(ord('a') + at)}.{name}": value
            for at, one in enumerate(measures)
            if (value := self.of_measure(entry, one, name)) is not None
        }
        if not values:
            raise SlotError(f"E{place}{part} has no .{name}")
        if len({value.shown for value in values.values()}) > 1:
            raise SeveralPartsError(place, name, values)
        return next(iter(values.values()))

    @staticmethod
    def _part(entry: Entry, place: int, part: str) -> Measure:
        at = ord(part) - ord("a")
        if at >= len(entry.measures):
            raise SlotError(f"E{place} has no part {part}")
        return entry.measures[at]

    def of_measure(
        self, entry: Entry, measure: Measure, name: str, units: Units | None = None
    ) -> Value | None:
        """A field of a measure in its units; None where it has none of that name."""
        units = units or self.units(measure)
        read = FIELDS.get(name)
        found = read(measure, units) if read else None
        if found is None:
            return None
        number, unit = found
        shown = amount(number, unit, self.words)
        if unit == "s" and measure.distance_m is not None:
            shown = clock(number)  # the time of a distance
        if name == "set":
            shown = self.set_of(measure)
        on = DateRange(start=measure.day, end=measure.day)
        value = Value("number", shown, number, unit, on, True, measure.name, "", (entry.id,))
        if name != "set":
            return value
        sets = Value("number", str(measure.sets), float(measure.sets), "sets")
        load = FIELDS["kg"](measure, units)
        lifted = replace(value, number=load[0], unit=load[1]) if load else value
        return replace(lifted, sides=(sets, replace(value, shown=f"{number:g}")))

    def units(self, measure: Measure) -> Units:
        """The units that a measure is shown in: the person's, else its own."""
        weight = self.weight_unit or measure.weight_unit
        distance = measure.distance_unit or self.distance_unit or self._usual_distance
        if distance not in ("m", "yd") and self.distance_unit is not None:
            distance = self.distance_unit
        return Units(weight, distance, self.weight_unit)

    @cached_property
    def _usual_distance(self) -> DistanceUnit:
        """What a distance that nobody wrote is shown in: as the figures are, else as most entries."""
        if any(figure.unit in _MILES for figure in self.figures):
            return "mi"
        written = Counter(one.distance_unit for entry in self.entries for one in entry.measures)
        return "mi" if written["mi"] > written["km"] else "km"

    def set_of(self, measure: Measure) -> str:
        """3x5 at 100 kg."""
        words = self.words
        load = load_of(measure, self.units(measure))
        if load is None:
            return words.sets_only.format(sets=measure.sets, reps=measure.reps)
        template = words.set if measure.sets > 1 else words.one_set
        shown = amount(load, self.units(measure).weight or "", words)
        return template.format(sets=measure.sets, reps=measure.reps, load=shown)

    def sets_written(self, value: Value) -> tuple[str, ...]:
        """3x5, 3x5: ways to write sets without their load."""
        if value.sides is None:
            return ()
        sets, reps = (side.shown for side in value.sides)
        plain = (f"{sets}{sign}{reps}" for sign in "\u00d7x")
        load = amount(value.number, value.unit, self.words) if value.number is not None else ""
        return tuple(way for one in plain for way in (one, self.words.load_first.format(load=load, sets=one)))

    # --- Several references ---------------------------------------------------------------------------------

    def quoted(self, found: re.Match[str]) -> Value:
        """Words of an entry. Raises SlotError where it does not have them."""
        entry = _at(self.entries, int(found[1]), "E")
        said = " ".join(found[2].split())
        texts = (" ".join(text.split()) for text in (entry.text, *entry.notes))
        if said.casefold() not in "\n".join(texts).casefold():
            raise SlotError(f"E{found[1]} does not say “{said}”")
        on = DateRange(start=entry.day, end=entry.day)
        return Value("words", self.words.quote.format(words=said), span=on, dated=True, entries=(entry.id,))

    def between(self, found: re.Match[str]) -> Value:
        """A difference, ratio or share of two values, or the days between two."""
        left, sign, right = found[1], found[2], found[3]
        if "." in right and "." not in left and left[0] == "E":
            left += right[right.index(".") :]
        one, other = self.term(left), self.term(right)
        if one.kind == other.kind == "day" and one.span and other.span:
            apart = abs((one.span.start - other.span.start).days)
            return Value(
                "number", amount(apart, _DAY_UNITS, self.words), apart, _DAY_UNITS, sides=(one, other)
            )
        a, b = in_one_unit(one, other, found[0])
        entries = (*one.entries, *other.entries)
        number, unit = abs(a - b), one.unit
        if sign in "/%":
            if b == 0:
                raise SlotError(f"{{{found[0]}}} divides by nothing")
            number, unit = (a / b, "") if sign == "/" else (number / abs(b) * 100, "%")
        shown = amount(number, unit, self.words)
        return Value("number", shown, number, unit, entries=entries, sides=(one, other))

    def from_to(self, found: re.Match[str]) -> Value:
        """From one value or day to another, or the lowest to the highest over entries."""
        left, right = found[1], found[2]
        if left[0] == right[0] == "E" and "." in right and "." not in left and not right.endswith(".day"):
            return self._over(left, right)
        one, other = self.term(left), self.term(right)
        if one.kind == "day" and other.kind == "day" and one.span and other.span:
            first, last = sorted((one.span.start, other.span.end))
            return replace(
                self.days_of(DateRange(start=first, end=last)), entries=(*one.entries, *other.entries)
            )
        return self._ends([one, other], found[0])

    def _over(self, left: str, right: str) -> Value:
        """The lowest and highest of a field over entries."""
        (_, begin, _, _), (_, end, part, name) = _TERM.findall(f"{left} {right}")
        first, last = sorted((int(begin), int(end)))
        values = list(self._fields(range(first, last + 1), part, name))
        ends = ({v.measure for v in self._fields([at], part, name)} for at in (first, last))
        common = set[str].intersection(*ends)
        values = [value for value in values if value.measure in common] or values
        if not values:
            raise SlotError(f"none of {left} to {right} has .{name}")
        return self._ends(values, f"{left}..{right}")

    def _fields(self, places: Sequence[int], part: str, name: str) -> Iterator[Value]:
        for place in places:
            entry = _at(self.entries, place, "E")
            measures = entry.measures if not part else [self._part(entry, place, part)]
            yield from (v for one in measures if (v := self.of_measure(entry, one, name)) is not None)

    def _ends(self, values: Sequence[Value], slot: str) -> Value:
        if any(value.number is None for value in values) or len({value.unit for value in values}) > 1:
            raise SlotError(f"{{{slot}}}: these are not of one kind")
        low, high = (pick(values, key=lambda value: value.number or 0.0) for pick in (min, max))
        shown = (
            low.shown
            if low.shown == high.shown
            else f"{bare(low.number or 0, low.unit, self.words)}\u2013{high.shown}"
        )
        days = sorted(moment for value in values for moment in value.days)
        over = DateRange(start=days[0], end=days[-1]) if days else None
        entries = tuple(dict.fromkeys(one for value in values for one in value.entries))
        names = {value.measure for value in values}
        return Value(
            "number", shown, high.number, high.unit, over, False, names.pop() if len(names) == 1 else "", "",
            entries, sides=(low, high),
        )  # fmt: skip

    def counted(self, found: re.Match[str]) -> Value:
        """How many entries are listed."""
        ends = [[int(ref) for ref in _DIGITS.findall(piece)] for piece in found[1].split(",")]
        places = [place for refs in ends for place in range(refs[0], refs[-1] + 1)]
        entries = {entry.id: entry for entry in (_at(self.entries, place, "E") for place in places)}
        days = sorted(entry.day for entry in entries.values())
        over = DateRange(start=days[0], end=days[-1])
        return Value(
            "number", str(len(entries)), float(len(entries)), "", over, False, "", "count", tuple(entries)
        )


def _in_language(sheet: Sheet, language: str) -> Sheet:
    return replace(sheet, language=language)


def _at(items: Sequence[_T], place: int, letter: str) -> _T:
    if not 0 < place <= len(items):
        raise SlotError(f"there is no {letter}{place}")
    return items[place - 1]


_FORMS: tuple[tuple[re.Pattern[str], Callable[[Sheet, re.Match[str]], Value]], ...] = (
    (_TERM, lambda sheet, found: sheet.term(found[0])),
    (_QUOTE, Sheet.quoted),
    (_RANGE, Sheet.from_to),
    (_PAIR, Sheet.between),
    (_COUNT, Sheet.counted),
)
