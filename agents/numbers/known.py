"""What an answer may speak of: the quantities and days of entries, figures, ranges and the user's answers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cached_property
from typing import TypeVar

from agents.numbers.days import date_claims
from agents.numbers.units import FACTORS, Unit, unit_of
from agents.numbers.written import ANY, Reading, blanked, number_claims, usual
from agents.types import Figure
from storage.entities import DateRange, Entry, Measure

_Kind = TypeVar("_Kind", Unit, Reading)
_CLOSE = 1e-6
"""Relative tolerance for unit conversion."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """A true number in the base unit of its kind, about one of `subjects` (exercises; none = anything)."""

    kind: str
    value: float
    subjects: frozenset[str] = frozenset()

    def supports(self, reading: Reading) -> bool:
        """Whether the reading is this number, rounded, in any unit of its kind."""
        if reading.kind == self.kind:
            return _near(reading.value, self.value, reading.slack)
        if reading.kind == ANY:
            factors = FACTORS.get(self.kind, (1.0,))
            return any(_near(reading.value * f, self.value, reading.slack * f) for f in factors)
        factors = FACTORS.get(reading.kind, (1.0,)) if self.kind == ANY else ()
        return any(_near(reading.value, self.value * f, reading.slack) for f in factors)


def _near(one: float, other: float, slack: float) -> bool:
    return abs(one - other) <= slack * (1 + _CLOSE) + _CLOSE * abs(other)


@dataclass(frozen=True)
class Known:
    """Everything an answer may speak of."""

    entries: Sequence[Entry]
    figures: Sequence[Figure]
    ranges: Sequence[DateRange]
    now: datetime
    told: str = ""
    """What the user said when asked back."""
    vocabulary: Mapping[str, str] = field(default_factory=dict[str, str])
    """Ways to write an exercise, lower case, to its canonical name."""

    @cached_property
    def exercises(self) -> frozenset[str]:
        """Names of everything done in sets: loads and repetitions belong to one of them."""
        return frozenset(m.name for e in self.entries for m in e.measures if m.value is None and m.reps)

    @cached_property
    def quantities(self) -> tuple[Quantity, ...]:
        """Every true number."""
        found = dict.fromkeys(self._entry_quantities())
        found |= dict.fromkeys(self._figure_quantities())
        for span in self.ranges:
            length = (span.end - span.start).days
            found |= dict.fromkeys((Quantity("days", length), Quantity("days", length + 1)))
            found |= dict.fromkeys(said(span.description, self.now.date()))
        found |= dict.fromkeys(said(self.told, self.now.date()))
        return tuple(found)

    @cached_property
    def days(self) -> frozenset[date]:
        """Every day something is known about."""
        named = [*(figure.what for figure in self.figures), self.told]
        return frozenset(
            [entry.day for entry in self.entries]
            + [measure.day for entry in self.entries for measure in entry.measures]
            + [figure.day for figure in self.figures if figure.day]
            + [day for span in self.ranges for day in (span.start, span.end)]
            + [day for text in named for day in days_in(text, self.now.date())]
        )

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The user's own words, `squeezed`: entries, notes on them, what was measured in words, answers."""
        return tuple(words for _, words in self.written)

    @cached_property
    def written(self) -> tuple[tuple[date | None, str], ...]:
        """The same with the days they are about; what was said when asked back has none."""
        texts = [
            (entry.day, text)
            for entry in self.entries
            for text in (entry.text, *entry.notes, *(m.text for m in entry.measures if m.text))
        ]
        return tuple((day, squeezed(text)) for day, text in (*texts, (None, self.told)) if text)

    @cached_property
    def _names(self) -> tuple[tuple[str, str], ...]:
        """Ways to write the exercises with their canonical names, the longest first."""
        written = {name: name for name in self.exercises}
        written |= {term: name for term, name in self.vocabulary.items() if name in self.exercises}
        return tuple(sorted(written.items(), key=lambda item: -len(item[0])))

    def mentioned(self, text: str) -> frozenset[str]:
        """The exercises a text speaks of: by full name, else by a word of the name ("row", "squatted")."""
        rest = text.lower()
        named: set[str] = set()
        for written, name in self._names:
            if written in rest and re.search(rf"(?<![a-z]){re.escape(written)}(?![a-z])", rest):
                named.add(name)
                rest = rest.replace(written, " ")
        stems = {word[:4] for word in re.findall(r"[a-z]{3,}", rest)}
        by_word = {
            name
            for name in self.exercises - named
            if any(word[:4] in stems for word in name.split() if len(word) > 2)
        }
        return frozenset(named | by_word)

    def _entry_quantities(self) -> Iterator[Quantity]:
        yield Quantity("entries", len(self.entries))
        for entry in self.entries:
            at = entry.logged_at.astimezone(self.now.tzinfo)
            yield Quantity("clock", at.hour * 3600 + at.minute * 60)
            sets: dict[str, int] = {}
            for measure in entry.measures:
                yield from measured(measure)
                if measure.reps:
                    sets[measure.name] = sets.get(measure.name, 0) + measure.sets
            for name, count in sets.items():
                yield Quantity("sets", count, frozenset((name,)))

    def _figure_quantities(self) -> Iterator[Quantity]:
        by_id = {entry.id: entry.day for entry in self.entries}
        for figure in self.figures:
            subjects = self.mentioned(figure.what)
            for unit in _own(unit_of(figure.unit)):
                scoped = subjects if unit.kind in ("weight", "reps", "sets") else frozenset[str]()
                yield Quantity(unit.kind, abs(figure.value) * unit.factor, scoped)
            if figure.entries:
                yield Quantity("occasions", len(figure.entries))
                yield Quantity("occasions", len({by_id.get(entry_id) for entry_id in figure.entries}))
            yield from said(figure.what, self.now.date())


def measured(measure: Measure) -> Iterator[Quantity]:
    """The numbers of one measure. Pace and speed follow from distance and duration."""
    subject = frozenset((measure.name,)) if measure.value is None else frozenset[str]()
    if (kg := measure.weight_kg) is not None:
        yield Quantity("weight", kg, subject)
    if measure.reps is not None:
        yield Quantity("reps", measure.reps, subject)
        yield Quantity("sets", measure.sets, subject)
    if measure.rpe is not None:
        yield Quantity("rpe", measure.rpe)
    meters, seconds = measure.distance_m, measure.duration_s
    if meters is not None:
        yield Quantity("distance", meters)
        yield Quantity("occasions", measure.sets)
    if seconds is not None:
        yield Quantity("duration", seconds)
    if meters and seconds:
        yield Quantity("pace", seconds / meters * 1000)
        yield Quantity("speed", meters / seconds * 3.6)
    if measure.value is not None:
        yield from (Quantity(u.kind, measure.value * u.factor) for u in unit_of(measure.unit or ""))
        yield Quantity("rating", measure.value)


def said(text: str, today: date) -> Iterator[Quantity]:
    """The numbers of a text that is itself to be believed, its dates left out."""
    text = usual(text)
    claims = number_claims(blanked(text, ((c.start, c.end) for c in date_claims(text, today))))
    return (Quantity(reading.kind, reading.value) for claim in claims for reading in _own(claim.readings))


def _own(kinds: Sequence[_Kind]) -> Sequence[_Kind]:
    """Without `count` beside a kind of its own: two days are no two of anything else."""
    return [item for item in kinds if item.kind != "count"] or kinds


def days_in(text: str, today: date) -> Iterator[date]:
    """The single days a text names; without a year the nearest one."""
    for claim in date_claims(usual(text), today):
        if claim.spans and not claim.loose:
            yield min((span.start for span in claim.spans), key=lambda day: abs(day - today))


def squeezed(text: str) -> str:
    """Lower case with single spaces, for comparing wording."""
    return " ".join(usual(text).lower().split())
