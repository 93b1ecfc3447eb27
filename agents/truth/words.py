"""The words of one language that values are shown with and held against: data/LANGUAGE.yaml, read once."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files

import yaml
from pydantic import BaseModel, ConfigDict

from agents.types import Role

_LOADER: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_HANGUL = re.compile("[가-힣]")
_QUOTED = re.compile(r"\u201c[^\u201d]*\u201d|\"[^\"]*\"|\{[^}]*\}")
DEFAULT = "en"


class RoleWords(BaseModel):
    """Words that name what a number is of its series, and the roles that they fit."""

    model_config = ConfigDict(extra="forbid")

    words: tuple[str, ...]
    fits: frozenset[Role | str]


class Words(BaseModel):
    """One language. Lists hold lower-case words; `glued`: they are found inside other words, too."""

    model_config = ConfigDict(extra="forbid")

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
    clock: str
    unit_words: dict[str, tuple[str, ...]]
    """Unit to the words that name it behind a number."""
    numbers: dict[str, float]
    """Number words that mean nothing else."""
    roles: tuple[RoleWords, ...]
    more: tuple[str, ...]
    less: tuple[str, ...]
    """Comparatives, of what stands beside them."""
    rose: tuple[str, ...]
    fell: tuple[str, ...]
    """Changes, from the earlier to the later."""
    faster: tuple[str, ...]
    slower: tuple[str, ...]
    than: tuple[str, ...]
    """Words before the value that something is compared with."""
    from_: tuple[str, ...] = ()
    since: tuple[str, ...]
    """Words beside a day from which on something holds."""
    per: tuple[str, ...]
    """Words between a rate and what it is per."""
    earlier: tuple[str, ...]
    """Words before a value of another time, or of no day."""
    to: tuple[str, ...]
    breaks: tuple[str, ...]
    """Words that begin a clause."""
    denies: tuple[str, ...]
    today: tuple[str, ...]
    yesterday: tuple[str, ...]
    this_week: tuple[str, ...]
    last_week: tuple[str, ...]
    this_month: tuple[str, ...]
    last_month: tuple[str, ...]
    this_year: tuple[str, ...]
    last_year: tuple[str, ...]
    limits: tuple[str, ...]
    """Words before a value that is only a bound."""
    numbered: tuple[str, ...]
    """Words that a number behind them makes a name ("zone 2")."""
    subjects: dict[str, tuple[str, ...]] = {}
    """Words for what is measured, to its canonical name; exercises are in the vocabulary."""
    glued: bool = False
    compound: bool = False
    """Long words stand inside compounds, too."""

    def found(self, text: str, words: Sequence[str]) -> Iterator[re.Match[str]]:
        """Where words stand in a text."""
        return pattern(tuple(words), self.glued, self.compound).finditer(text)


_USUAL = {
    ord(odd): plain
    for plain, odds in {
        "-": "\u2010\u2011\u2012\u2013\u2014\u2212", "x": "\u00d7", "'": "\u2018\u2019",
        '"': "\u201c\u201d\u201e\u201f\uff02",
        " ": "\u00a0\u2009\u202f",
    }.items()
    for odd in odds
}  # fmt: skip


def usual(text: str) -> str:
    """The text with its dashes, times signs, quotes and blanks made plain; offsets are kept."""
    return text.translate(_USUAL)


@cache
def pattern(words: tuple[str, ...], glued: bool, compound: bool = False) -> re.Pattern[str]:
    """Any of the words, the longest first; whole ones unless they are glued to others."""
    anyone = "|".join(map(re.escape, sorted(words, key=len, reverse=True))) or r"(?!)"
    if glued:
        return re.compile(anyone, re.IGNORECASE)
    whole = rf"(?<![^\W_])(?:{anyone})(?![^\W_])"
    long = "|".join(map(re.escape, (word for word in words if len(word) > _SHORT)))
    return re.compile(f"{whole}|{long}" if compound and long else whole, re.IGNORECASE)


_SHORT = 6


def language_of(text: str, usually: str) -> str:
    """The language of a text: Korean by its letters, else the person's, in other letters English.

    What it quotes is somebody's own and tells nothing of it.
    """
    if _HANGUL.search(_QUOTED.sub(" ", text)):
        return "ko"
    return DEFAULT if usually.partition("-")[0].lower() == "ko" else usually


@cache
def words_of(language: str) -> Words | None:
    """A language's words; None where there is no file of it."""
    there = files("agents.truth").joinpath("data", f"{language}.yaml").is_file()
    return _read(language) if there else None


def _read(language: str) -> Words:
    resource = files("agents.truth").joinpath("data", f"{language}.yaml")
    raw = yaml.load(resource.read_text("utf-8"), Loader=_LOADER)  # noqa: S506 - a SafeLoader
    raw["from_"] = raw.pop("from")
    return Words.model_validate(raw)


def shown_in(language: str) -> Words:
    """The words to show values in: those of the language, else English ones."""
    return words_of(language.partition("-")[0].lower()) or _read(DEFAULT)


def amounts(text: str, language: str = DEFAULT) -> Iterator[tuple[int, int, float, str]]:
    """Numbers with a word for their unit behind them: where, how much, the unit as in `Figure`."""
    for words in judged_by(text, language):
        for unit, ways in words.unit_words.items():
            named = "|".join(re.escape(way) for way in sorted(ways, key=len, reverse=True))
            edge = "" if words.glued else r"(?![^\W_])"
            for found in re.finditer(rf"(\d[\d.,]*)\s?(?:{named}){edge}", text, re.IGNORECASE):
                yield found.start(), found.end(), _worth(found[1].strip(".,"), words), unit


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
