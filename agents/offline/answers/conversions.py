"""A figure asked for in another unit ("what is 225 lb in kg?"): computed, and nothing of the log."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from pydantic import BaseModel

from agents.facts import show
from agents.offline.answers.figures import count_figure
from agents.offline.lexicon import Language, load, plain
from agents.types import Finding, SubQuery
from domains.units import convert, known_units

if TYPE_CHECKING:  # a log that is no question needs no answer
    from agents.offline.answers.scope import Scope

_KINDS = ("mass", "distance", "energy")
_NUMBER = r"(?P<n>\d{1,6}(?:[.,]\d{1,3})?)"
_LONGEST = 60
_OTHER = {"kg": ("lb",), "lb": ("kg",), "km": ("mi",), "mi": ("km",), "kcal": ("kj",), "kj": ("kcal",)}
"""What a value without a unit is in ("convert 275 to kg"), by what it becomes."""


class ConversionWords(BaseModel, extra="forbid"):
    """`data/conversions.LANGUAGE.yaml`."""

    forms: list[str]
    units: dict[str, str]
    told: str


@dataclass(frozen=True, slots=True)
class Conversion:
    """A value in a unit, and the same in another."""

    value: float
    unit: str
    made: float
    into: str


def conversion(text: str, language: Language) -> Conversion | None:
    """What a whole message wants converted; None: it asks for something else."""
    said = plain(text).strip(" .!?~")
    if not said[:_LONGEST].strip() or len(said) > _LONGEST or not any(map(str.isdigit, said)):
        return None
    for form in _forms(language):
        if (found := form.fullmatch(said)) is not None:
            return next(_read(found, language), None)
    return None


def converted(scope: Scope, part: SubQuery) -> list[Finding]:
    """The sentence that says it; nothing where nothing is to be converted."""
    language = scope.wording.language
    found = conversion(part.question, language)
    if found is None:
        return []
    words = load("conversions", language, ConversionWords).told
    told = words.format(given=show(found.value, found.unit), made=show(found.made, found.into))
    figures = (
        count_figure(found.value, found.unit, "what is converted", (), role="target"),
        count_figure(found.made, found.into, "what that is in the other unit", (), role="target"),
    )
    return [scope.finding(told, (), figures, general=True)]


def _read(found: re.Match[str], language: Language) -> Iterator[Conversion]:
    """Of units that are called alike, those that have a kind in common; without one, its usual other."""
    value, named = float(found["n"].replace(",", ".")), found.groupdict().get("from")
    for into in _called(found["to"], language):
        for unit in _called(named, language) if named else _OTHER.get(into, ()):
            for kind in _KINDS:
                if unit != into and {unit, into} <= set(known_units(kind)):
                    yield Conversion(value, unit, round(convert(kind, value, unit, into), 2), into)


def _called(said: str, language: Language) -> list[str]:
    units = load("conversions", language, ConversionWords).units
    return [unit for unit, names in units.items() if re.fullmatch(names, said)]


@cache
def _forms(language: Language) -> tuple[re.Pattern[str], ...]:
    words = load("conversions", language, ConversionWords)
    unit = "|".join(words.units.values())
    parts = {"{n}": _NUMBER, "{from}": f"(?P<from>{unit})", "{to}": f"(?P<to>{unit})"}
    return tuple(re.compile(_filled(form, parts)) for form in words.forms)


def _filled(form: str, parts: dict[str, str]) -> str:
    for place, pattern in parts.items():
        form = form.replace(place, pattern)
    return form
