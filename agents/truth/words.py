"""The words of one language that values are shown with and held against: data/LANGUAGE.yaml, read once."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, cached_property, lru_cache
from importlib.resources import files

from pydantic import BaseModel

from agents.language.files import yaml_in
from agents.types import Role

_HANGUL = re.compile("[가-힣]")
_QUOTED = re.compile(r"\u201c[^\u201d]*\u201d|\"[^\"]*\"|\{[^}]*\}")
DEFAULT = "en"
RATIO = "ratio"
_GAPS = frozenset({" ", "-"})


class RoleWords(BaseModel, extra="forbid"):
    """Words that name what a number is of its series, and the roles that they fit."""

    words: tuple[str, ...]
    fits: frozenset[Role | str]
    noun: bool = False
    """Only with a noun, in capitals, behind it."""


class Words(BaseModel, extra="forbid"):
    """One language. `glued`: its words are found inside other words, too."""

    weekdays: tuple[str, ...]
    weekday_names: tuple[str, ...]
    months: tuple[str, ...]
    month_names: tuple[str, ...]
    day: str
    day_year: str
    span: str
    dates: tuple[str, ...]
    """How days are written by people and models."""
    decimal: str
    thousands: str
    units: dict[str, tuple[str, str]]
    """Unit to its words for one and for several."""
    hours: str
    minutes: str
    set: str
    one_set: str
    sets_only: str
    load_first: str
    quote: str
    unit_words: dict[str, tuple[str, ...]]
    """Unit to the words that name it behind a number."""
    numbers: dict[str, float]
    """Number words that mean nothing else."""
    occasions: dict[str, float]
    """How many times: twice."""
    multiples: dict[str, float]
    """How many times as much: doubled."""
    numerals: dict[str, float] = {}
    """Numbers only before one of `counters`, each with the unit that it counts."""
    counters: dict[str, str] = {}
    count_days: dict[str, float] = {}
    roles: tuple[RoleWords, ...]
    quantities: dict[str, tuple[str, ...]]
    """Words before a value, to the part of a measure that they name."""
    subjects: dict[str, tuple[str, ...]] = {}
    """Words for what is measured, to its canonical name; exercises are in the vocabulary."""
    lists: dict[str, tuple[str, ...]]
    """Lower-case words by what they do in a sentence; the same keys in each language, told in en.yaml."""
    glued: bool = False
    compound: bool = False
    """Long words stand inside compounds, too."""

    def __getitem__(self, kind: str) -> tuple[str, ...]:
        """The words of one of the lists."""
        return self.lists[kind]

    def __hash__(self) -> int:
        """There is one of each language."""
        return id(self)

    def found(self, text: str, words: Sequence[str]) -> Sequence[re.Match[str]]:
        """Where words stand in a text."""
        return _found(text, tuple(words), self.glued, self.compound)

    def counted(self, text: str) -> Iterator[tuple[int, int, float, str | None]]:
        """Numbers in words: where, how much, and the unit that the words tell ("ratio": times as much)."""
        tables = (
            (self.numbers, None), (self.occasions, "times"), (self.multiples, RATIO),
            (self.count_days, "days"),
        )  # fmt: skip
        for table, unit in tables:
            for found in self.found(text, tuple(table)) if table else ():
                worth = table[found[0].casefold()]
                yield *found.span(), worth, unit or self.unit_at(text, found.end())[0]
        for found in _numeral(tuple(self.numerals), tuple(self.counters)).finditer(text):
            yield *found.span(), self.numerals[found[1]], self.counters[found[2]]

    @cached_property
    def counts(self) -> tuple[str, ...]:
        """What days and occasions are counted by."""
        return (*self.unit_words["days"], *self.unit_words["times"])

    @cached_property
    def _units_of(self) -> dict[str, list[str]]:
        """Words to the units that they can name."""
        found: dict[str, list[str]] = {}
        for unit, ways in self.unit_words.items():
            for way in ways:
                found.setdefault(way.casefold(), []).append(unit)
        return found

    @cached_property
    def _unit(self) -> re.Pattern[str]:
        ways = "|".join(map(re.escape, sorted(self._units_of, key=len, reverse=True)))
        return re.compile(ways if self.glued else rf"(?:{ways})(?![^\W_])", re.IGNORECASE)

    def units_at(self, text: str, at: int) -> tuple[Sequence[str], int]:
        """The units whose word stands at a place or behind a blank there, and where it ends."""
        found = self._unit.match(text, at + (text[at : at + 1] in _GAPS))
        return (self._units_of[found[0].casefold()], found.end()) if found else ((), at)

    def unit_at(self, text: str, at: int) -> tuple[str | None, int]:
        """The unit whose word stands at a place or behind one more word, and where it ends."""
        one_on = None if self.glued else _ONE_WORD.match(text, at)
        for start in (at, one_on.end()) if one_on else (at,):
            units, end = self.units_at(text, start)
            if units:
                return units[0], end
        return None, at


_ONE_WORD = re.compile(r"\s[^\W\d_]+\s")


@cache
def _numeral(numerals: tuple[str, ...], counters: tuple[str, ...]) -> re.Pattern[str]:
    """A number word and what it counts; no ordinal."""
    first, second = (
        "|".join(sorted(words, key=len, reverse=True)) or r"(?!)" for words in (numerals, counters)
    )
    return re.compile(rf"(?<![가-힣])({first})\s?({second})(?!째)")


@lru_cache(4096)
def _found(text: str, words: tuple[str, ...], glued: bool, compound: bool) -> Sequence[re.Match[str]]:
    """A sentence is asked for the same words part by part, and with each slot that a number can be."""
    if not (glued or compound) and _heads(words).isdisjoint(_tokens(text)):
        return ()
    return tuple(pattern(words, glued, compound).finditer(text))


_TOKEN = re.compile(r"[^\W_]+|[^\w\s]")


@lru_cache(64)
def _tokens(text: str) -> frozenset[str]:
    return frozenset(_TOKEN.findall(text.lower()))


@cache
def _heads(words: tuple[str, ...]) -> frozenset[str]:
    """What words begin with: of whole ones none stands in a text that has none of these."""
    return frozenset(found[0] for word in words if (found := _TOKEN.search(word.lower())))


@cache
def pattern(words: tuple[str, ...], glued: bool, compound: bool = False) -> re.Pattern[str]:
    """Any of the words, the longest first; whole ones unless they are glued to others."""
    anyone = "|".join(map(re.escape, sorted(words, key=len, reverse=True))) or r"(?!)"
    if glued:
        return re.compile(anyone, re.IGNORECASE)
    whole = rf"(?<![^\W_])(?:{anyone})(?![^\W_])"
    long = "|".join(map(re.escape, (word for word in words if len(word) > _SHORT and " " not in word)))
    return re.compile(f"{whole}|{long}" if compound and long else whole, re.IGNORECASE)


_SHORT = 6


def language_of(text: str, usually: str) -> str:
    """The language of a text: Korean by its letters, else the person's, in other letters English.

    What it quotes is somebody's own and tells nothing of it.
    """
    if _HANGUL.search(_QUOTED.sub(" ", text)):
        return "ko"
    return DEFAULT if usually.partition("-")[0].lower() == "ko" else usually


def words_of(language: str) -> Words | None:
    """A language's words; None where there is no file of it."""
    return _read(language) if language in _written() else None


@cache
def _written() -> frozenset[str]:
    """The languages that there is a file of."""
    names = (one.name for one in files("agents.truth").joinpath("data").iterdir())
    return frozenset(name.removesuffix(".yaml") for name in names if name.endswith(".yaml"))


@cache
def _read(language: str) -> Words:
    resource = files("agents.truth").joinpath("data", f"{language}.yaml")
    raw = yaml_in(resource)
    lists = {kind: words for kind, words in raw.items() if kind not in Words.model_fields}
    own = {kind: words for kind, words in raw.items() if kind not in lists}
    return Words.model_validate({**own, "lists": lists})


def shown_in(language: str) -> Words:
    """The words to show values in: those of the language, else English ones."""
    return words_of(language.partition("-")[0].lower()) or _read(DEFAULT)


_NUMBER = re.compile(r"(\d[\d.,]*)\s?")


def amounts(text: str) -> Iterator[tuple[int, int, float, str]]:
    """Numbers with a word for their unit behind them: where, how much, the unit as in `Figure`."""
    for words in judged_by(text, DEFAULT):
        for found in _NUMBER.finditer(text):
            units, end = words.units_at(text, found.end())
            if units:
                yield found.start(), end, _worth(found[1].strip(".,"), words), units[0]


def _worth(written: str, words: Words) -> float:
    plain = written.replace(words.thousands, "").replace(words.decimal, ".")
    return float(plain) if plain.count(".") < 2 else float(plain.replace(".", ""))


def judged_by(text: str, language: str) -> tuple[Words, ...]:
    """The languages whose words are looked for in a text: its own, and English."""
    return tongues_of(language_of(text, language))


def tongues_of(language: str) -> tuple[Words, ...]:
    """A language and English."""
    spoken = language.partition("-")[0].lower()
    found = (words_of(code) for code in dict.fromkeys((spoken, DEFAULT)))
    return tuple(words for words in found if words is not None)
