"""The words of logs as `data/LANGUAGE/words.yaml` has them, one folder a language, read once."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import TypeVar

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError

from agents.language.numerals import NumeralWords
from domains.terms import Words

LOADER: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""libyaml's loader is ten times faster where it is installed."""


Model = TypeVar("Model", bound=BaseModel)


class WordError(ValueError):
    """A file of words that cannot be used; the message names file and key."""


class Measured(BaseModel):
    """A measure known whatever domains are loaded."""

    model_config = ConfigDict(extra="forbid")

    domain: str
    terms: Words
    kind: str = "number"
    """The type of a metric's field: scale, mass, time."""
    unit: str = ""


class LogWords(BaseModel):
    """A file `words.yaml`."""

    model_config = ConfigDict(extra="forbid")

    units: dict[str, Words] = {}
    symbols: dict[str, Words] = {}
    kinds: dict[str, dict[str, Words]] = {}
    """Symbols whose words also say which: {SIDE: {left: …}}."""
    measures: dict[str, Measured] = {}
    bouts: dict[str, Measured] = {}
    exercises: dict[str, Words] = {}
    """What the language calls listed exercises besides the aliases that they have."""
    short: dict[str, Words] = {}
    """Names of exercises right beside figures only."""
    numerals: NumeralWords | None = None
    amounts: dict[str, dict[str, float]] = {}
    """Words that are name and number at once."""
    races: dict[str, float] = {}
    """Races by their metres."""
    particles: Words = ()
    not_typos: Words = ()
    apart: Words = ()
    """Words before an exercise that are no part of its name."""
    no_name_ends: Words = ()
    bodyweight: Words = ()
    """Canonical names of moves done without a load unless one is named."""
    holds: Words = ()
    """Words of moves that are measured by time or distance."""
    as_sets: dict[str, str] = {}
    """Bouts and what they are with load and repetitions: {row: barbell row}."""
    assisted: dict[str, str] = {}
    """Exercises and what they are with help."""


@cache
def languages() -> tuple[str, ...]:
    """Those that have a folder with words."""
    folder = files("agents.language").joinpath("data")
    return tuple(sorted(one.name for one in folder.iterdir() if one.joinpath("words.yaml").is_file()))


@cache
def log_words() -> tuple[LogWords, ...]:
    """The words of all languages. Raises WordError."""
    return tuple(read_data(LogWords, language, "words.yaml") for language in languages())


def read_data(model: type[Model], *path: str) -> Model:
    """A file of `data/` as its model. Raises WordError."""
    text = files("agents.language").joinpath("data", *path).read_text("utf-8")
    try:
        return model.model_validate(yaml.load(text, Loader=LOADER))  # noqa: S506 - a SafeLoader
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise WordError(f"{'/'.join(path)}, {place}: {first['msg']}") from error


def every(lists: Iterable[Iterable[str]]) -> frozenset[str]:
    """The words of several lists."""
    return frozenset(word for words in lists for word in words)
