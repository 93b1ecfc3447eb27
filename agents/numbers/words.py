"""Number words of every language we know, made readable as figures."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from agents.numbers.languages import Lexicon, lexicons, spoken

_FIRST = 0xF0000
_LAST = 0xFFFFD
WORDED = f"[{chr(_FIRST)}-{chr(_LAST)}]"
"""A private letter that stands for a whole number in words."""
ODD = "".join(
    letter
    for letter in map(chr, range(0x80, 0x3300))
    if unicodedata.category(letter) in ("No", "Nl")
    and not unicodedata.decomposition(letter).startswith(("<super>", "<sub>"))
    and unicodedata.numeric(letter, -1) >= 0
    and letter != "\u3007"
)
"""Signs that are a number by themselves: ½, Ⅻ, ⑤."""
_ENGLISH = re.compile(
    r"\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|once|twice|hundred|dozen|zero)\b",
    re.IGNORECASE,
)


_ROMAN = re.compile(r"\b[MDCLXVI]{2,9}\b(?=\s?(?:kg|lbs?|km|kilos?|pounds?|reps|sets|times|sessions|days)\b)")
_LETTERS = {"M": 1000, "D": 500, "C": 100, "L": 50, "X": 10, "V": 5, "I": 1}


def _roman(written: str) -> int:
    values = [_LETTERS[letter] for letter in written]
    return sum(
        -one if one < following else one for one, following in zip(values, [*values[1:], 0], strict=True)
    )


def value_of(letter: str) -> float:
    """What a private letter or an odd sign stands for."""
    return float(ord(letter) - _FIRST) if ord(letter) >= _FIRST else unicodedata.numeric(letter)


def worded(text: str) -> str:
    """The text with a private letter (and blanks) for each number in words, commas and points as in English.

    Offsets are kept.
    """
    letters = list(text)
    for roman in _ROMAN.finditer(text):
        letters[roman.start() : roman.end()] = [chr(_FIRST + _roman(roman[0])), *" " * (len(roman[0]) - 1)]
    for start, end, known in spoken(text):
        foreign = [lexicon for lexicon in known if lexicon.numbers or lexicon.numerals]
        if not foreign:
            continue
        own = all(lexicon in foreign for lexicon in known)
        if own:
            for english in _ENGLISH.finditer(text, start, end):
                letters[english.start() : english.end()] = " " * len(english[0])
        for begin, stop, value in _numbers(text, start, end, foreign, sure=own):
            if value == round(value):
                letters[begin:stop] = [chr(_FIRST + round(value)), *" " * (stop - begin - 1)]
        if own and all(lexicon.decimal == "," for lexicon in known):
            letters[start:end] = _english_points("".join(letters[start:end]))
    return "".join(letters)


def in_digits(text: str) -> str:
    """The text with figures for its numbers in words, but for English and Korean ones."""
    told: list[str] = []
    at = 0
    for start, end, known in spoken(text):
        for begin, stop, value in _numbers(text, start, end, known, sure=len(known) < len(lexicons())):
            told += [text[at:begin], f"{value:g}"]
            at = stop
    return "".join((*told, text[at:]))


def _numbers(
    text: str, start: int, end: int, known: tuple[Lexicon, ...] | list[Lexicon], *, sure: bool
) -> Iterator[tuple[int, int, float]]:
    """Left to right, none twice. When the language is not sure, English words stay English."""
    found = sorted(
        (
            (start + begin, start + stop, value)
            for lexicon in known
            for begin, stop, value in lexicon.numbers_in(text[start:end])
        ),
        key=lambda item: (item[0], -item[1]),
    )
    at = start
    for begin, stop, value in found:
        if begin < at or value > _LAST - _FIRST or (not sure and _ENGLISH.fullmatch(text[begin:stop])):
            continue
        at = stop
        yield begin, stop, value


def _english_points(text: str) -> str:
    """6,5 as 6.5 and 1.200 as 1,200."""
    swapped = re.sub(r"(?<=\d)\.(?=\d{3}(?!\d))", "\0", text)
    swapped = re.sub(r"(?<![\d,])(\d+),(\d{1,2})(?![\d,])", r"\1.\2", swapped)
    return swapped.replace("\0", ",")
