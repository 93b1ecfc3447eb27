"""A measure as a model tells it, and as it is stored: known names, written figures, units of its domain."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import TypeVar

from agents.facts import clock, number
from agents.impossible import impossible
from agents.model.checks.evidence import Evidence, near
from agents.model.checks.patterns import pattern, words
from agents.model.checks.worded import say
from agents.model.checks.words import own_words, sentence
from agents.model.parser_wire import MeasureWire
from agents.profile import Profile
from domains.checks import FieldSpec
from domains.model import ActiveDomainContext, Domain
from storage.entities import Certainty, Measure
from storage.problems import Problem
from units import METRES, SECONDS

_UNIT_OF = {"weight": "weight_unit", "distance_m": "distance_unit", "value": "unit"}
FIGURES = frozenset({"weight", "reps", "sets", "rpe", "distance_m", "duration_s", "value"})
_LARGEST = 1e6
_MOST = 10_000
_NAME = 60
_ARTICLE = 4
"""Letters by which two tellings of the same words may differ: a burger."""
_TEXT = 200
N = TypeVar("N", int, float)


@dataclass(frozen=True)
class MeasureReader:
    """What a measure is made from and held against."""

    text: str
    evidence: Evidence
    context: ActiveDomainContext
    profile: Profile
    problems: list[Problem] = field(default_factory=list[Problem])
    unwritten: set[str] = field(default_factory=set[str])
    """Names of which nothing that was told is written."""
    nameless: list[MeasureWire] = field(default_factory=list[MeasureWire])
    """Those whose names are words of a model alone."""

    def measure(self, told: MeasureWire, day: date) -> Measure | None:
        """The measure, without what cannot be; None when nothing of it is left."""
        name, domain = self._home(told)
        if not name or domain is None:
            return None
        if not self._is_of_known_words(name):
            self.nameless.append(told)
            return None
        bare = self._bare(told, domain, name, day)
        held = self._held(told, bare, domain)
        made_up = {key for key in FIGURES if not held[key] and getattr(bare, key) is not None}
        if made_up - {"sets"}:
            self.problems.append(sentence(say("unwritten", self.profile.language, row=row(bare)), _TEXT))
        if made_up:
            one = {"sets": 1} if "sets" in made_up else {}
            units = {_UNIT_OF[key] for key in made_up & _UNIT_OF.keys()}
            bare = bare.model_copy(update=dict.fromkeys((made_up | units) - {"sets"}) | one)
        certainty = _certainty(told, bare, {**held, **dict.fromkeys(made_up, True)})
        measure = self._possible(bare.model_copy(update={"certainty": certainty}), domain)
        if measure is None and made_up:
            self.unwritten.add(name)
        return measure

    def _home(self, told: MeasureWire) -> tuple[str, Domain | None]:
        """The canonical name and who records it; an unknown one stays the person's own."""
        word = " ".join(told.name.lower().split())[:_NAME]
        said = next((one for one in self.context.domains if one.name == told.domain.strip().lower()), None)
        if said is not None and word in said.vocabulary:
            return said.vocabulary[word], said
        name = self.context.vocabulary.get(word)
        if name is not None:
            return name, self.context.domain_of(name)
        return sentence(word, _NAME), said or self._by_shape(told)

    def _is_of_known_words(self, name: str) -> bool:
        """Whether the name is made of the person's words and of those of names that are known."""
        if name in self.context.vocabulary:
            return True
        known = {word for term in self.context.vocabulary for word in term.split()}
        return all(word in known or own_words(word, self.text) for word in name.split())

    def _by_shape(self, told: MeasureWire) -> Domain | None:
        shape = "metrics"
        if told.reps is not None or told.weight is not None:
            shape = "sets"
        elif told.distance is not None or told.seconds is not None:
            shape = "bouts"
        fits = (one for one in self.context.domains if one.shape == shape)
        return next(fits, next(iter(self.context.domains), None))

    def _bare(self, told: MeasureWire, domain: Domain, name: str, day: date) -> Measure:
        """What is a figure at all; below zero and endless ones are said and left out."""
        weight, value = self._sane(told.weight, name), self._sane(told.value, name)
        distance = self._sane(told.distance, name)
        unit = told.distance_unit or self.profile.distance_unit or "km"
        return Measure(
            domain=domain.name,
            name=name,
            day=day,
            weight=weight,
            weight_unit=told.weight_unit if weight is not None and self.written(told.weight_unit) else None,
            reps=self._sane(told.reps, name, 1, _MOST),
            sets=self._sane(told.sets, name, 1, _MOST) or 1,
            rpe=self._sane(told.rpe, name),
            distance_m=distance * METRES[unit] if distance is not None else None,
            distance_unit=unit if distance is not None else None,
            duration_s=self._sane(told.seconds, name),
            value=value,
            unit=self._unit(told, domain.field(name)) if value is not None else None,
            text=self._words(told),
            warmup=told.warmup,
        )

    def _sane(self, value: N | None, name: str, least: float = 0, most: float = _LARGEST) -> N | None:
        """The figure; one that is too small or too large is said and left out."""
        if value is None or least <= value <= most:
            return value
        shown = f"{value:g}" if abs(value) <= _LARGEST else "…"
        self.problems.append(f"{name}: {shown}?")
        return None

    def written(self, unit: str | None) -> bool:
        """Whether the text has a word for the unit."""
        return unit is not None and pattern(words().units[unit]).search(self.text) is not None

    def _unit(self, told: MeasureWire, spec: FieldSpec | None) -> str | None:
        """One of the field's units, spelled as the field does; a weight's only if written."""
        word = (told.unit or "").strip()
        if spec is None:
            return sentence(word, 12) or None
        if spec.type == "mass" and {"kg", "lb"} <= set(spec.units):
            weight = next((unit for unit in ("kg", "lb") if unit == word.lower()), None)
            return weight if self.written(weight) else None
        known = {unit.lower(): unit for unit in spec.units}
        if spec.type == "scale":
            top = word.removeprefix("/")
            return known.get(word) if top.isdecimal() and self.evidence.number(float(top)) else None
        return known.get(word.lower(), spec.unit or None)

    def _held(self, told: MeasureWire, bare: Measure, domain: Domain) -> dict[str, bool]:
        """Whether the text bears out each field."""
        proof = self.evidence
        return {
            "weight": bare.weight is None or proof.load(bare.weight, told.weight_unit),
            "reps": bare.reps is None or proof.number(bare.reps),
            "sets": proof.times(bare.sets),
            "rpe": bare.rpe is None or proof.number(bare.rpe) or proof.number(10 - bare.rpe),
            "distance_m": told.distance is None or proof.amount(told.distance, "distance"),
            "distance_unit": self.written(bare.distance_unit) or proof.named(bare.distance_m or 0.0),
            "duration_s": bare.duration_s is None or proof.seconds(bare.duration_s),
            "value": bare.value is None or self._holds(bare, domain.field(bare.name)),
            "name": bare.name in self.context.vocabulary or own_words(bare.name, self.text) is not None,
        }

    def _holds(self, bare: Measure, spec: FieldSpec | None) -> bool:
        value, proof = bare.value or 0.0, self.evidence
        kind = spec.type if spec is not None else "number"
        if kind == "duration":
            return proof.seconds(value * SECONDS.get(bare.unit or "", 1))
        if kind == "time":
            return proof.clock(value)
        if kind == "mass" and bare.unit in ("kg", "lb", None):
            return proof.body_weight(value)
        return proof.amount(value, kind)

    def _words(self, told: MeasureWire) -> str | None:
        """The person's own words, or the name of a place of the body."""
        told_of = sentence(told.text or "", _TEXT)
        if told_of.lower() in self.context.body_parts.values():
            return told_of.lower()
        return own_words(told_of, self.text) if told_of else None

    def _possible(self, measure: Measure, domain: Domain) -> Measure | None:
        """Out of range: without its RPE, if that is all; else not at all. Either way it is said.

        A bout may be a name alone; a set or a single value is nothing without a figure or a word.
        """
        wrong = impossible(domain, measure)
        self.problems.extend(wrong[:1])
        if wrong and measure.rpe is not None:
            certainty = {key: how for key, how in measure.certainty.items() if key != "rpe"}
            measure = measure.model_copy(update={"rpe": None, "certainty": certainty})
            wrong = domain.validate_measure(measure)
        figures = (measure.weight, measure.reps, measure.distance_m, measure.duration_s, measure.value)
        is_told = any(figure is not None for figure in figures) or measure.text
        return measure if not wrong and (is_told or domain.shape_of(measure.name) == "bouts") else None


def _certainty(told: MeasureWire, bare: Measure, held: Mapping[str, bool]) -> dict[str, Certainty]:
    """What is not written is guessed, whoever says otherwise."""
    renamed = {"distance": "distance_m", "seconds": "duration_s"}
    doubted = {renamed.get(key, key) for key in told.guessed} - ({"sets"} if bare.sets == 1 else set())
    guessed = (key for key, borne_out in held.items() if not borne_out or key in doubted)
    return {key: "guessed" for key in guessed if getattr(bare, key) is not None}


def row(measure: Measure) -> str:
    """A measure in one line without words of any language: "bench press 100 kg x 5 x 3 @ 8"."""
    metres, unit = METRES[measure.distance_unit or "km"], measure.unit or ""
    parts = (
        measure.name,
        measure.weight is not None and f"{number(measure.weight, 2)} {measure.weight_unit or ''}".strip(),
        measure.reps is not None and f"x {measure.reps}",
        measure.sets > 1 and f"x {measure.sets}",
        measure.distance_m is not None
        and f"{number(measure.distance_m / metres, 2)} {measure.distance_unit or 'km'}",
        measure.duration_s is not None and clock(measure.duration_s),
        measure.value is not None
        and f"{number(measure.value, 2)}{'' if unit.startswith('/') else ' '}{unit}".rstrip(),
        measure.rpe is not None and f"@ {number(measure.rpe)}",
        measure.text and f"({measure.text})",
    )
    return " ".join(part for part in parts if part)


def same_figures(one: Measure, other: Measure) -> bool:
    """Whether both say the same, units and certainty aside; two meals or pains are not the same."""
    close = ("weight", "distance_m", "duration_s", "value", "rpe")
    return (
        (one.name, one.reps, one.sets) == (other.name, other.reps, other.sets)
        and one.day == other.day
        and all(_alike(getattr(one, name), getattr(other, name)) for name in close)
        and one.unit in (other.unit, None)
        and _told_alike(one.text, other.text)
    )


def _told_alike(one: str | None, other: str | None) -> bool:
    if one is None or other is None:
        return True
    short, long = sorted((one.casefold(), other.casefold()), key=len)
    return short in long and len(long) - len(short) <= _ARTICLE


def _alike(one: float | None, other: float | None) -> bool:
    return one is other if one is None or other is None else near(one, other)
