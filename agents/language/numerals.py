"""Numbers in words: "one eighty five", "three fifteen", "a hundred and forty", 팔십, 열두.

Of a language that writes them apart, and of one that joins them: which is data.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from pydantic import BaseModel, Field

from agents.language.tokens import Token
from domains.terms import Words

_SCALES = (100, 1000)
_MYRIAD = 10000
_LONGEST = 12
"""Syllables that one joined number may have."""
_MOST_PLATES = 6
"""Hundreds that lifters leave out: "two twenty five"."""
_BIGGEST_MARK = 10
"""Up to here `팔 점` may be a mark out of ten."""


class NumeralWords(BaseModel, extra="forbid"):
    """The part `numerals` of a language's words."""

    words: dict[str, int]
    native: dict[str, int] = {}
    """A second kind of numbers, for counts."""
    and_: Words = Field(default=(), alias="and")
    one: Words = ()
    """What a hundred may have before it instead of a number."""
    pairs: Words = ()
    """Numbers that no other number goes on from."""
    inside: Words = ()
    """Numbers that none begins with: the "oh" of "four oh five"."""
    point: str = ""
    half: str = ""
    """What says behind a number that it is half of one more."""
    joined: bool = False
    """Whether numbers are written as one word, and are such only before a unit or a counter."""
    before: Words = ()
    """Particles after large numbers that stand alone."""


class Spelled(NamedTuple):
    """How many tokens spell a number, and which; none when `length` is 0."""

    length: int
    value: float


_NONE = Spelled(0, 0.0)
_LONGEST_HALF = 4
Counts = Callable[[Token], bool]
"""Whether a token is a unit or a counter, which a number stands before."""


class Numerals:
    """The numbers of all languages."""

    def __init__(self, languages: Sequence[NumeralWords]) -> None:
        apart = [one for one in languages if not one.joined]
        joined = [one for one in languages if one.joined]
        self._apart = {word: value for one in apart for word, value in one.words.items()}
        self._and = frozenset(word for one in apart for word in one.and_)
        self._one = frozenset(word for one in apart for word in one.one)
        self._pairs = frozenset(word for one in apart for word in one.pairs)
        self._inside = frozenset(word for one in apart for word in one.inside)
        self._points = frozenset(one.point for one in languages if one.point)
        self._points_apart = frozenset(one.point for one in apart if one.point)
        self._halves = tuple(tuple(one.half.split()) for one in apart if one.half)
        self._first = frozenset(word for one in joined for word in one.words)
        self._joined = {word: value for one in joined for word, value in (one.words | one.native).items()}
        self._before = frozenset(word for one in joined for word in one.before)
        self.words = self._apart.keys() | self._joined.keys()
        self.point = next((one.point for one in joined), "")
        self._large_words = frozenset(word for word in self._first if 10 <= self._joined[word] < _MYRIAD)
        letters = [word for word in self._first if len(word) == 1]
        digits = frozenset(word for word in letters if self._joined[word] <= 10)
        self.large = _large(letters, digits, self._large_words, self._before)

    def spelled(self, tokens: Sequence[Token], at: int, counts: Counts) -> Spelled:
        """The number in words that begins at `at`."""
        token = tokens[at]
        if token.kind == "hangul":
            return self._together(tokens, at, counts)
        if token.kind != "word":
            return _NONE
        if token.text in self._one and self._value(tokens, at + 1) in _SCALES:
            return self._scaled(tokens, at + 1, 1.0, 1)
        value = self._value(tokens, at)
        if value is None or value in _SCALES or token.text in self._inside:
            return _NONE
        if token.text in self._pairs:
            return Spelled(1, float(value))
        counted = self._counted(tokens, at)
        return self._with_half(tokens, at + counted.length, counted)

    def scaled(self, tokens: Sequence[Token], at: int, counts: Counts) -> Spelled:
        """`9천보`, `1만 2천보`: digits with scales before a counter; `186 point 8`, `185 and a half`."""
        total, place = 0.0, at
        dictated = self._dictated(tokens, at)
        if dictated.length > 1:
            return dictated
        while place + 1 < len(tokens) and tokens[place].kind == "number":
            scale = self._joined.get(tokens[place + 1].text, 0) if tokens[place + 1].glued else 0
            if scale not in (*_SCALES, _MYRIAD):
                break
            total += tokens[place].value * scale
            place += 2
        ends = place > at and place < len(tokens) and counts(tokens[place])
        return Spelled(place - at, total) if ends else _NONE

    def _dictated(self, tokens: Sequence[Token], at: int) -> Spelled:
        """Digits, with the tenths behind a point that is a word or with half of one more."""
        own = tokens[at].value
        if at + 2 < len(tokens) and tokens[at + 1].text in self._points_apart:
            said = tokens[at + 2]
            digit = said.value if said.kind == "number" else self._value(tokens, at + 2)
            if digit is not None and digit < 10 and digit == int(digit):
                return Spelled(3, own + digit / 10)
        return self._with_half(tokens, at + 1, Spelled(1, own))

    def _with_half(self, tokens: Sequence[Token], end: int, number: Spelled) -> Spelled:
        """A number that ends there, with half of one more where words behind it say so."""
        ahead = tuple([token.text for token in tokens[end : end + _LONGEST_HALF]])
        half = next((one for one in self._halves if ahead[: len(one)] == one), ())
        return Spelled(number.length + len(half), number.value + 0.5) if half else number

    def _value(self, tokens: Sequence[Token], at: int) -> int | None:
        return self._apart.get(tokens[at].text) if at < len(tokens) else None

    def _counted(self, tokens: Sequence[Token], at: int) -> Spelled:
        """A number that begins with one below a hundred."""
        length, total = self._below_hundred(tokens, at)
        if self._value(tokens, at + length) in _SCALES:
            return self._scaled(tokens, at + length, total, length)
        if length == 1 and 1 <= total <= _MOST_PLATES:
            length, total = self._without_hundred(tokens, at, total)
        place = at + length
        digit = self._value(tokens, place + 1)
        if place < len(tokens) and tokens[place].text in self._points and digit is not None and digit < 10:
            return Spelled(length + 2, total + digit / 10)
        return Spelled(length, total)

    def _below_hundred(self, tokens: Sequence[Token], at: int) -> Spelled:
        value = self._value(tokens, at) or 0
        dash = at + 1 < len(tokens) and tokens[at + 1].text == "-" and tokens[at + 1].glued
        ones = self._value(tokens, at + 1 + dash)
        if 20 <= value <= 90 and ones is not None and 1 <= ones <= 9:
            return Spelled(2 + dash, value + ones)
        return Spelled(1, value)

    def _without_hundred(self, tokens: Sequence[Token], at: int, hundreds: float) -> Spelled:
        """Lifters leave out the hundred: "two twenty five", "four oh five"."""
        after, ones = self._value(tokens, at + 1), self._value(tokens, at + 2)
        if after == 0 and ones is not None and 1 <= ones <= 9:
            return Spelled(3, hundreds * 100 + ones)
        if after is not None and 10 <= after <= 90:
            length, rest = self._below_hundred(tokens, at + 1)
            return Spelled(1 + length, hundreds * 100 + rest)
        return Spelled(1, hundreds)

    def _scaled(self, tokens: Sequence[Token], at: int, times: float, length: int) -> Spelled:
        """What follows "two" in "two hundred and five"."""
        scale = self._value(tokens, at) or 1
        total, at, length = times * scale, at + 1, length + 1
        joined = at < len(tokens) and tokens[at].text in self._and
        rest = self._value(tokens, at + joined)
        if rest is None or not 1 <= rest < 100:
            return Spelled(length, total)
        taken, more = self._below_hundred(tokens, at + joined)
        if scale == 1000 and self._value(tokens, at + joined + taken) == 100:
            return Spelled(length + joined + taken + 1, total + more * 100)
        return Spelled(length + joined + taken, total + more)

    def _together(self, tokens: Sequence[Token], at: int, counts: Counts) -> Spelled:
        """Only before a unit or a counter: alone, these syllables mean other things."""
        place, total = self._sum(tokens, at, counts)
        if place == at:
            return _NONE
        tenths = self._tenths(tokens, place, apart=total > _BIGGEST_MARK)
        if tenths is not None:
            return Spelled(place + 2 - at, total + tenths)
        counted = place < len(tokens) and counts(tokens[place])
        return Spelled(place - at, total) if counted or self._is_large(tokens, at, place) else _NONE

    def _sum(self, tokens: Sequence[Token], at: int, counts: Counts) -> tuple[int, float]:
        """Where the number that begins at `at` ends, and what it is."""
        total = section = number = 0
        place = at
        while place < min(len(tokens), at + _LONGEST) and tokens[place].text in self._joined:
            if (
                place > at
                and self._begins_anew(tokens, place)
                and self._together(tokens, place, counts).length
            ):
                break
            value = self._joined[tokens[place].text]
            if 0 < number < 10 and 0 < value < 10 and counts(tokens[place]):
                break  # `다섯셋`: five sets
            if value == _MYRIAD:
                total, section, number = total + (section + number or 1) * value, 0, 0
            elif value in (10, *_SCALES):
                section, number = section + (number or 1) * value, 0
            else:
                number = number + value if number >= 20 else number * 10 + value
            place += 1
        return place, float(total + section + number)

    def _is_large(self, tokens: Sequence[Token], at: int, end: int) -> bool:
        """`백이십에`: a word of several syllables, with a ten or more in it, is a number alone."""
        run = tokens[at:end]
        one_word = len(run) > 1 and all(token.glued for token in run[1:])
        scaled = len(run) == 2 and self._joined[run[0].text] >= 100
        if not one_word or scaled or (run[0].glued and at and tokens[at - 1].kind == "hangul"):
            return False
        after = tokens[end] if end < len(tokens) else None
        ends = after is None or not after.glued or after.kind != "hangul" or after.text in self._before
        return ends and any(token.text in self._large_words for token in run)

    def _begins_anew(self, tokens: Sequence[Token], at: int) -> bool:
        """`팔십 열개`: a load in one kind of number, then a count in the other, apart."""
        one, other = tokens[at - 1].text in self._first, tokens[at].text in self._first
        return one and not other and not tokens[at].glued

    def _tenths(self, tokens: Sequence[Token], at: int, *, apart: bool) -> float | None:
        """`칠십이점오`, `칠십이 점 오`: a point in words and one digit."""
        if (
            at + 1 >= len(tokens)
            or tokens[at].text not in self._points
            or not (tokens[at + 1].glued or apart)
        ):
            return None
        digit = self._joined.get(tokens[at + 1].text)
        return digit / 10 if digit is not None and digit < 10 else None


def _large(
    letters: Sequence[str], digits: frozenset[str], large: frozenset[str], before: frozenset[str]
) -> re.Pattern[str]:
    """A number of several syllables with a particle: `백이십에`."""
    if not letters:
        return re.compile(r"(?!)()()")
    every, tens = "".join(sorted(letters)), "".join(sorted(word for word in large if len(word) == 1))
    hundreds = "".join(sorted(word for word in letters if word not in digits))
    digit = "".join(sorted(digits))
    ends = "|".join(sorted(before, key=len, reverse=True))
    return re.compile(
        rf"(?=[{every}]*?[{tens}])([{digit}][{every}]{{1,11}}|[{hundreds}][{every}]{{2,11}})({ends})"
    )
