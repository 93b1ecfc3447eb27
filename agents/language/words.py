"""The words of logs as `data/LANGUAGE/words.yaml` has them, one folder a language, read once."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from pydantic import BaseModel, ConfigDict

from agents.language.files import languages, read_data
from agents.language.numerals import NumeralWords
from domains.terms import Words


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
    no_noun_ends: Words = ()
    """Those of words that are no head of such a name."""
    name_opens: Words = ()
    """Words that lead to the name of an exercise that nobody listed."""
    name_ends: Words = ()
    """Words behind such a name: with what or where it was done."""
    bodyweight: Words = ()
    """Canonical names of moves done without a load unless one is named."""
    holds: Words = ()
    """Words of moves that are measured by time or distance."""
    as_sets: dict[str, str] = {}
    """Bouts and what they are with load and repetitions: {row: barbell row}."""
    assisted: dict[str, str] = {}
    """Exercises and what they are with help."""


@cache
def log_words() -> tuple[LogWords, ...]:
    """The words of all languages. Raises DataError."""
    return tuple(read_data(LogWords, language, "words.yaml") for language in languages("words.yaml"))


def every(lists: Iterable[Iterable[str]]) -> frozenset[str]:
    """The words of several lists."""
    return frozenset(word for words in lists for word in words)
