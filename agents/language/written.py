"""The numbers of a text as the language layer reads them, with everything else that each of them may be."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import groupby
from typing import NamedTuple

from pydantic import Field, RootModel

from agents.language.files import read_data
from agents.language.numerals import Numerals, NumeralWords
from agents.language.text import plain
from agents.language.tokens import Token, TokenKind, tokenize
from agents.language.words import log_words
from storage.entities import Frozen
from units import HOUR_S

_POINTED = re.compile(r"\d{1,3}\.\d{3}")
_THOUSANDS = ("k", "\ucc9c")
_POWERS = (10.0, 100.0, 1000.0)
_MYRIAD = 10_000.0


class Written(NamedTuple):
    """`row` are the numbers in their order, a number in several words as one."""

    row: tuple[float, ...]
    others: tuple[float, ...]
    """What parts of them say, and what else they may be."""
    clocks: frozenset[float]
    """Seconds that times of day or of a clock may be."""


def written(text: str) -> Written:
    """Of one text; linear in its length."""
    tokens = tokenize(plain(text))
    row: list[float] = []
    others: list[float] = []
    clocks: set[float] = set()
    at = 0
    while at < len(tokens):
        length, values = _READ.get(tokens[at].kind, _nothing)(tokens, at)
        if tokens[at].kind == "clock":
            clocks.update(_seconds(values))
            others += values
        else:
            row += values[:1]
            others += values[1:]
        if tokens[at].text in _known().articles:
            others.append(1.0)
        at += length
    return Written(tuple(row), tuple(others), frozenset(clocks))


Read = tuple[int, Sequence[float]]
"""How many tokens a number has, and what it is: most likely first."""


def _nothing(_tokens: Sequence[Token], _at: int) -> Read:
    return 1, ()


def _digits(tokens: Sequence[Token], at: int) -> Read:
    """1,200 is 1200 and may be 1.2, 7,5 is 7.5, 1/2 a half; 10k, 7½."""
    token, after = tokens[at], tokens[at + 1 : at + 3]
    joined = len(after) == 2 and after[0].glued and after[1].glued and after[1].kind == "number"
    if joined and after[0].text == ",":
        return 3, [float(f"{token.text.replace(',', '')}.{after[1].text.replace('.', '')}")]
    if joined and after[0].text == "/":
        top, bottom = token.value, after[1].value
        return 3, [*((top / bottom,) if bottom else ()), top, bottom]
    more = after[0].text if after and after[0].glued else ""
    if more in _THOUSANDS:
        return 2, [token.value * 1000, token.value]
    if len(more) == 1 and (part := unicodedata.numeric(more, 0.0)):
        return 2, [token.value + part, token.value]
    swapped = [float(token.text.replace(",", "."))] if "," in token.text else []
    swapped += [float(token.text.replace(".", ""))] if _POINTED.fullmatch(token.text) else []
    return 1, [token.value, *swapped]


def _clock(tokens: Sequence[Token], at: int) -> Read:
    return 1, [float(part) for part in tokens[at].text.split(":")]


def _seconds(parts: Sequence[float]) -> Sequence[float]:
    """Of 27:30, which is minutes and seconds or hours and minutes."""
    first, second, *third = parts
    whole = first * HOUR_S + second * 60
    return [whole + third[0]] if third else [first * 60 + second, whole]


def _word(tokens: Sequence[Token], at: int) -> Read:
    known = _known()
    if tokens[at].text in known.amounts:
        return 1, [known.amounts[tokens[at].text]]
    apart = known.apart
    length, value = apart.spelled(tokens, at, lambda _: False)
    if length:
        words = range(at, at + length if length > 1 else at)
        own = [apart.spelled(tokens[: place + 1], place, lambda _: False) for place in words]
        return length, [value, *(one.value for one in own if one.length)]
    return 1, _syllables(tokens[at].text, known.together)


def _syllables(text: str, known: Mapping[str, float]) -> Sequence[float]:
    """The numbers in a word of a script that sets no blanks between them."""
    found: list[float | None] = []
    at = 0
    while at < len(text):
        length = next((size for size in (4, 3, 2, 1) if text[at : at + size] in known), 0)
        value = known[text[at : at + length]] if length else _sign(text[at])
        found.append(value)
        at += length or 1
    runs = [list(run) for is_number, run in groupby(found, lambda one: one is not None) if is_number]
    numbers = [[one for one in run if one is not None] for run in runs]
    return [value for run in numbers for value in dict.fromkeys((_sum(run), *run))]


def _sign(letter: str) -> float | None:
    """\u516b, \u00bd, \u216b: letters that are numbers by themselves."""
    return unicodedata.numeric(letter, None) if ord(letter) > 0x7F else None


def _sum(values: Sequence[float]) -> float:
    """Two, hundred, two, ten, five is 225."""
    total = section = digit = 0.0
    for value in values:
        if value == _MYRIAD:
            total, section, digit = total + (section + digit or 1) * value, 0.0, 0.0
        elif value in _POWERS:
            section, digit = section + (digit or 1) * value, 0.0
        else:
            digit += value
    return total + section + digit


_READ: Mapping[TokenKind, Callable[[Sequence[Token], int], Read]] = {
    "number": _digits,
    "clock": _clock,
    "word": _word,
    "hangul": _word,
}


class _Known(NamedTuple):
    """The numbers in words of all languages: those written apart, those written together, other words."""

    apart: Numerals
    together: Mapping[str, float]
    amounts: Mapping[str, float]
    articles: frozenset[str]


class _Tongue(Frozen):
    """Of one language."""

    numerals: dict[str, int] = Field(default_factory=dict[str, int])
    joiner: str = ""
    """What stands between two of them."""
    amounts: dict[str, float] = Field(default_factory=dict[str, float])
    articles: str = ""


class _File(RootModel[dict[str, _Tongue]]):
    """`data/numerals.yaml`."""


@cache
def _known() -> _Known:
    tongues = read_data(_File, "numerals.yaml").root.values()
    files = [one.numerals for one in log_words() if one.numerals is not None]
    others = [{"words": one.numerals, "and": one.joiner} for one in tongues if one.numerals]
    apart = [one for one in files if not one.joined] + [NumeralWords.model_validate(one) for one in others]
    together = [(one.words | one.native).items() for one in files if one.joined]
    return _Known(
        Numerals(apart),
        {word: float(value) for items in together for word, value in items},
        {word: value for one in tongues for word, value in one.amounts.items()},
        frozenset(word for one in tongues for word in one.articles.split()),
    )
