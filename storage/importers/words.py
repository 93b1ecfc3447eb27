"""What columns, months and measurements are called in tables: data, a file a language."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Literal

import yaml
from pydantic import BaseModel

from storage.entities import DistanceUnit, WeightUnit

ColumnName = Literal[
    "date", "title", "number", "exercise", "order", "kind", "weight", "weight_unit", "sets", "series",
    "timed_series", "reps", "distance", "distance_unit", "seconds", "rpe", "note", "workout_note", "clock",
    "measurement", "value", "unit", "body_weight", "body_fat", "steps",
]  # fmt: skip
Measured = Literal["body weight", "body fat"]
_FOLDER = Path(__file__).parent / "data"
_FIRST = "en.yaml"
"""The names that apps themselves write are looked for first."""
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Words(BaseModel, extra="forbid"):
    """A language's words. `months` are twelve lists, January first."""

    columns: dict[ColumnName, tuple[str, ...]] = {}
    measurements: dict[Measured, tuple[str, ...]] = {}
    months: tuple[tuple[str, ...], ...] = ()
    weights: dict[WeightUnit, tuple[str, ...]] = {}
    distances: dict[DistanceUnit, tuple[str, ...]] = {}
    assistable: tuple[str, ...] = ()
    """Exercises on which a negative load is help."""
    assisted: tuple[str, ...] = ()
    """Words of a name that say so."""
    bodyweight: tuple[str, ...] = ()
    """What stands in a weight's cell where only the body was moved."""


@cache
def languages() -> tuple[Words, ...]:
    """The words of all languages, those of the apps first."""
    paths = sorted(_FOLDER.glob("*.yaml"), key=lambda path: (path.name != _FIRST, path.name))
    return tuple(
        Words.model_validate(yaml.load(path.read_text("utf-8"), Loader=_LOADER))  # noqa: S506 - a safe loader
        for path in paths
    )


@cache
def columns(name: ColumnName) -> tuple[str, ...]:
    """All names of a column, as `tables.named` writes them."""
    found = [text for words in languages() for text in words.columns.get(name, ())]
    return tuple(dict.fromkeys(unicodedata.normalize("NFKC", text).casefold() for text in found))


@cache
def months() -> dict[str, int]:
    """Month names without accents, and their numbers; the language read first has the say."""
    named: dict[str, int] = {}
    for words in languages():
        for number, names in enumerate(words.months, 1):
            for name in names:
                named.setdefault(without_accents(name), number)
    return named


@cache
def measurements() -> dict[str, Measured]:
    """Names of measurements and what they are here."""
    told = (item for words in languages() for item in words.measurements.items())
    return {name: what for what, names in told for name in names}


@cache
def weight_units() -> dict[str, WeightUnit]:
    """Words for units of weight."""
    told = (item for words in languages() for item in words.weights.items())
    return {name: unit for unit, names in told for name in names}


@cache
def distance_units() -> dict[str, DistanceUnit]:
    """Words for units of distance."""
    told = (item for words in languages() for item in words.distances.items())
    return {name: unit for unit, names in told for name in names}


@cache
def _assisting() -> tuple[re.Pattern[str], re.Pattern[str]]:
    return (
        _starting(name for words in languages() for name in words.assistable),
        _starting(name for words in languages() for name in words.assisted),
    )


def _starting(names: Iterable[str]) -> re.Pattern[str]:
    return re.compile("|".join(rf"(?<!\w){re.escape(name)}" for name in names))


def helped(exercise: str) -> str | None:
    """The exercise's name with help, if a negative load on it can be help."""
    able, named = _assisting()
    plain = exercise.casefold()
    if named.search(plain):
        return exercise
    return f"{exercise} (Assisted)" if able.search(plain) else None


@cache
def bodyweight() -> re.Pattern[str]:
    """The start of a cell that says so: `BW`, `BW + 10`."""
    words = sorted(
        (re.escape(word) for each in languages() for word in each.bodyweight), key=len, reverse=True
    )
    return re.compile(rf"(?:{'|'.join(words)})(?!\w)[ ]*", re.IGNORECASE)


def without_accents(text: str) -> str:
    """Lower case, with letters that are only marked apart taken for the same."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in plain if not unicodedata.combining(sign))
