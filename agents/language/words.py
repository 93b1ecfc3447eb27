"""The words of logs as `data/LANGUAGE/words.yaml` has them, one folder a language, read once."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from pydantic import BaseModel

from agents.language.files import languages, read_data
from agents.language.numerals import NumeralWords
from agents.language.tokens import is_hangul
from domains.terms import Words


class Measured(BaseModel, extra="forbid"):
    """A measure known whatever domains are loaded."""

    domain: str
    terms: Words
    kind: str = "number"
    """The type of a metric's field: scale, mass, time."""
    unit: str = ""


class LogWords(BaseModel, extra="forbid"):
    """A file `words.yaml`."""

    units: dict[str, Words] = {}
    symbols: dict[str, Words] = {}
    ends: dict[str, Words] = {}
    """Symbols of words that end so, where the word is longer: every soup is food."""
    not_ends: Words = ()
    """Words that end so and mean something else."""
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
    no_dish_ends: Words = ()
    """Ends of words behind which a dish's name may begin, and that are no part of it."""
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


_LONGEST_END = 4
"""Syllables of an end that says what a word is."""


@cache
def _by_end() -> dict[str, str]:
    return {end: kind for file in log_words() for kind, ends in file.ends.items() for end in ends}


@cache
def _not_by_end() -> frozenset[str]:
    return every(file.not_ends for file in log_words())


def kind_by_end(word: str) -> str:
    """The symbol of a word that has such an end: `고등어구이` is food; "" for none."""
    if not is_hangul(word) or word in _not_by_end():
        return ""
    sizes = range(min(_LONGEST_END, len(word)), 0, -1)
    return next((kind for size in sizes if (kind := _by_end().get(word[-size:], ""))), "")


@cache
def no_dish_ends() -> tuple[str, ...]:
    """Ends of words that lead to a dish."""
    return tuple(every(file.no_dish_ends for file in log_words()))
