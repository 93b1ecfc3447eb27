"""What an answer may speak of: the quantities and days of entries, figures, ranges and the user's answers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cached_property, lru_cache
from typing import TypeVar

from agents.numbers.days import date_claims
from agents.numbers.naming import spellings
from agents.numbers.units import FACTORS, Unit, unit_of
from agents.numbers.written import ANY, NumberClaim, Reading, blanked, number_claims, usual
from agents.types import Figure
from storage.entities import DateRange, Entry, Measure
from units import DAY_S, HOUR_S, KMH_PER_MS

_Kind = TypeVar("_Kind", Unit, Reading)
_CLOSE = 1e-6
"""Relative tolerance for unit conversion."""
_FAMILY: dict[str, str] = {
    **dict.fromkeys(("weight", "reps", "sets"), "sets"),
    **dict.fromkeys(("distance", "duration", "pace", "speed"), "bout"),
}
"""Kinds that belong to the same thing: who speaks of a run has no hours of sleep in mind."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """A true number in the base unit of its kind, about one of `subjects` (none: of anything)."""

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


def follows(claim: NumberClaim, quantities: Iterable[Quantity]) -> bool:
    """Whether the claim can be read as one of them."""
    return any(quantity.supports(reading) for quantity in quantities for reading in claim.readings)


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
    def names(self) -> frozenset[str]:
        """Of everything that was measured."""
        return frozenset(m.name for e in self.entries for m in e.measures)

    @cached_property
    def _own(self) -> dict[str, str]:
        """Ways to write what this person logged: its names, and terms too short for anybody else."""
        short = {
            term: name
            for term, name in spellings(self.vocabulary).short
            if name in self.names and (len(term) > 1 or name in self.exercises)
        }
        return short | {name: name for name in self.names}

    @cached_property
    def _spoken(self) -> dict[str, tuple[frozenset[str], bool]]:
        """What texts were found to speak of: each is asked about for all of its numbers."""
        return {}

    def mentioned(self, text: str) -> frozenset[str]:
        """What of the logged a text speaks of: full names, of exercises also a word ("row", "squatted")."""
        return self._speaks_of(text)[0]

    def speaks_of_others(self, text: str) -> bool:
        """Whether all that a text names was never logged."""
        names, others = self._speaks_of(text)
        return others and not names

    def _speaks_of(self, text: str) -> tuple[frozenset[str], bool]:
        if text in self._spoken:
            return self._spoken[text]
        rest = text.lower()
        named: set[str] = set()
        known = spellings(self.vocabulary)
        possible = known.within(rest) | {term: name for term, name in self._own.items() if term in rest}
        for written in known.longest_first(possible):
            if written in rest and re.search(rf"(?<![a-z]){re.escape(written)}(?![a-z])", rest):
                named.add(possible[written])
                rest = rest.replace(written, " ")
        whole = text.lower() if not named & self.names else rest  # a barbell is rowed, too
        spoken = re.findall(r"[a-z]{3,}", whole)
        stems = {word[:4] for word in spoken} | {_ENDING.sub("", word) for word in spoken}
        by_word = {
            name
            for name in self.exercises - named
            if any(word[:4] in stems for word in name.split() if len(word) > 2)
        }
        found = frozenset(named & self.names | by_word), bool(named - self.names)
        self._spoken[text] = found
        return found

    def about(self, text: str, before: str, *, night: bool) -> Iterator[Quantity]:
        """The quantities that can be meant in a text: nothing of another thing that has such numbers.

        A run's minutes are no sleep's, and what stands behind the name of something never logged (`before`:
        the text up to the number) is no other's. `night`: hours may be those of a night, though nobody says
        "sleep".
        """
        names = self.mentioned(text)
        if not names:
            others = self.speaks_of_others(before)
            yield from (
                q for q in self.quantities if not others or not q.subjects or (night and _is_night(q))
            )
            return
        tied = {family: names & homes for family, homes in self._homes.items()}
        for quantity in self.quantities:
            homes = tied.get(_FAMILY.get(quantity.kind, quantity.kind))
            if (
                not quantity.subjects
                or not homes
                or quantity.subjects & names
                or (night and _is_night(quantity))
            ):
                yield quantity

    @cached_property
    def _homes(self) -> dict[str, frozenset[str]]:
        """For each family of kinds, what has numbers of it."""
        found: dict[str, set[str]] = {"sets": set(self.exercises)}
        for quantity in self.quantities:
            found.setdefault(_FAMILY.get(quantity.kind, quantity.kind), set()).update(quantity.subjects)
        return {family: frozenset(names) for family, names in found.items()}

    @cached_property
    def computed(self) -> tuple[tuple[Figure, tuple[Quantity, ...]], ...]:
        """Each figure with the numbers that it is, in any unit of theirs."""
        return tuple(
            (
                figure,
                tuple(
                    Quantity(u.kind, _of_the_day(abs(figure.value) * u.factor, u.kind))
                    for u in _own(unit_of(figure.unit))
                ),
            )
            for figure in self.figures
        )

    def days_of(self, figure: Figure) -> set[date]:
        """The days of the entries that a figure rests on."""
        return {entry.day for entry in self.entries if entry.id in figure.entries}

    def _entry_quantities(self) -> Iterator[Quantity]:
        yield Quantity("entries", len(self.entries))
        for entry in self.entries:
            at = entry.logged_at.astimezone(self.now.tzinfo)
            yield Quantity("clock", at.hour * HOUR_S + at.minute * 60)
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
                yield Quantity(unit.kind, _of_the_day(abs(figure.value) * unit.factor, unit.kind), subjects)
            if figure.entries:
                days = {by_id.get(entry_id) for entry_id in figure.entries}
                for count in (len(figure.entries), len(days)):
                    yield Quantity("occasions", count, subjects)
            yield from said(figure.what, self.now.date())


_ENDING = re.compile(r"(?:ed|ing|s)$")


def _of_the_day(value: float, kind: str) -> float:
    """Times of day after midnight are counted on from 24 h while they are averaged."""
    return value % DAY_S if kind == "clock" else value


_TIMES_OF_DAY = ("bed time", "wake time")


def _is_night(quantity: Quantity) -> bool:
    return quantity.kind == "duration" and "sleep" in quantity.subjects


def measured(measure: Measure) -> Iterator[Quantity]:
    """The numbers of one measure. Pace and speed follow from distance and duration."""
    subject = frozenset((measure.name,))
    if (kg := measure.weight_kg) is not None:
        yield Quantity("weight", kg, subject)
    if measure.reps is not None:
        yield Quantity("reps", measure.reps, subject)
        yield Quantity("sets", measure.sets, subject)
    if measure.rpe is not None:
        yield Quantity("rpe", measure.rpe, subject)
    meters, seconds = measure.distance_m, measure.duration_s
    if meters is not None:
        yield Quantity("distance", meters, subject)
        yield Quantity("occasions", measure.sets, subject)
    if seconds is not None:
        yield Quantity("duration", seconds, subject)
        if measure.reps is None and meters is None:  # holds, and all of them together
            yield Quantity("sets", measure.sets, subject)
            yield Quantity("occasions", measure.sets, subject)
            yield Quantity("duration", seconds * measure.sets, subject)
    if meters and seconds:
        yield Quantity("pace", seconds / meters * 1000, subject)
        yield Quantity("speed", meters / seconds * KMH_PER_MS, subject)
    if measure.value is not None:
        yield from (Quantity(u.kind, measure.value * u.factor, subject) for u in unit_of(measure.unit or ""))
        yield Quantity("rating", measure.value, subject)
        if measure.name in _TIMES_OF_DAY:
            yield Quantity("clock", measure.value * HOUR_S % DAY_S, subject)


@lru_cache(maxsize=512)
def said(text: str, today: date) -> tuple[Quantity, ...]:
    """The numbers of a text that is itself to be believed, its dates left out."""
    text = usual(text)
    claims = number_claims(blanked(text, ((c.start, c.end) for c in date_claims(text, today))))
    return tuple(
        Quantity(reading.kind, reading.value) for claim in claims for reading in _own(claim.readings)
    )


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
