"""Numbers in words: "one eighty five", "three fifteen", "a hundred and forty", "팔십", "열두"."""

from __future__ import annotations

from typing import Protocol

from agents.language.tokens import Token

_LONGEST = 12
"""Korean syllables that one number may have."""


class Words(Protocol):
    """What is needed to know about words here."""

    numbers: dict[str, int]

    def is_pair(self, token: Token) -> bool:
        """Whether the number is a plural: "twenties"."""
        ...

    def counts(self, token: Token) -> bool:
        """Whether the token is a unit or a counter."""
        ...


def spelled_number(tokens: list[Token], at: int, words: Words) -> tuple[int, float]:
    """How many tokens from `at` spell a number, and which; (0, 0) when none does."""
    token = tokens[at]
    if token.kind == "hangul":
        return _korean(tokens, at, words)
    if token.kind != "word":
        return 0, 0.0
    if token.text == "a" and _value(tokens, at + 1, words) in (100, 1000):
        return _scaled(tokens, at + 1, words, 1.0, 1)
    value = _value(tokens, at, words)
    if value is None or value in (100, 1000):
        return 0, 0.0
    return (1, float(value)) if words.is_pair(token) else _counted(tokens, at, words)


def _counted(tokens: list[Token], at: int, words: Words) -> tuple[int, float]:
    """A number that begins with one below a hundred."""
    length, total = _below_hundred(tokens, at, words)
    if _value(tokens, at + length, words) in (100, 1000):
        return _scaled(tokens, at + length, words, total, length)
    if 1 <= total <= 6 and length == 1:
        length, total = _plate_math(tokens, at, words, total)
    return _with_decimals(tokens, at, words, length, float(total))


def _value(tokens: list[Token], at: int, words: Words) -> int | None:
    if at >= len(tokens) or tokens[at].kind != "word":
        return None
    return words.numbers.get(tokens[at].text)


def _below_hundred(tokens: list[Token], at: int, words: Words) -> tuple[int, float]:
    value = _value(tokens, at, words) or 0
    dash = at + 1 < len(tokens) and tokens[at + 1].text == "-" and tokens[at + 1].glued
    ones = _value(tokens, at + 1 + dash, words)
    if 20 <= value <= 90 and ones is not None and 1 <= ones <= 9:
        return 2 + dash, value + ones
    return 1, value


def _plate_math(tokens: list[Token], at: int, words: Words, hundreds: float) -> tuple[int, float]:
    """Lifters leave out the hundred: "two twenty five", "four oh five"."""
    after = _value(tokens, at + 1, words)
    if after == 0:
        ones = _value(tokens, at + 2, words)
        if ones is not None and 1 <= ones <= 9:
            return 3, hundreds * 100 + ones
    if after is not None and 10 <= after <= 90:
        length, rest = _below_hundred(tokens, at + 1, words)
        return 1 + length, hundreds * 100 + rest
    return 1, hundreds


def _scaled(tokens: list[Token], at: int, words: Words, times: float, length: int) -> tuple[int, float]:
    """What follows "two" in "two hundred and five"."""
    scale = _value(tokens, at, words) or 1
    total, at, length = times * scale, at + 1, length + 1
    joined = at < len(tokens) and tokens[at].text == "and"
    rest = _value(tokens, at + joined, words)
    if rest is not None and 1 <= rest < 100:
        taken, more = _below_hundred(tokens, at + joined, words)
        if scale == 1000 and _value(tokens, at + joined + taken, words) == 100:
            return length + joined + taken + 1, total + more * 100
        return length + joined + taken, total + more
    return length, total


def _with_decimals(
    tokens: list[Token], at: int, words: Words, length: int, total: float
) -> tuple[int, float]:
    place = at + length
    digit = _value(tokens, place + 1, words)
    if place < len(tokens) and tokens[place].text == "point" and digit is not None and digit < 10:
        return length + 2, total + digit / 10
    return length, total


def _korean(tokens: list[Token], at: int, words: Words) -> tuple[int, float]:
    """Only before a unit or a counter: alone, these syllables mean other things."""
    total = section = number = 0
    place = at
    while place < min(len(tokens), at + _LONGEST) and tokens[place].text in words.numbers:
        if place > at and _begins_anew(tokens, place) and _korean(tokens, place, words)[0]:
            return place - at, float(total + section + number)
        value = words.numbers[tokens[place].text]
        if 0 < number < 10 and 0 < value < 10 and words.counts(tokens[place]):
            break  # `다섯셋`: five sets
        if value == 10000:
            total, section, number = total + (section + number or 1) * value, 0, 0
        elif value in (10, 100, 1000):
            section, number = section + (number or 1) * value, 0
        elif number >= 20:
            number += value  # `마흔다섯`
        else:
            section, number = section + number * 10, value
        place += 1
    apart = total + section + number > _BIGGEST_MARK
    tenths = _korean_tenths(tokens, place, words, apart=apart) if place > at else None
    if tenths is not None:
        return place + 2 - at, total + section + number + tenths
    if place == at or not (_counted_next(tokens, place, words) or _is_large(tokens, at, place)):
        return 0, 0.0
    return place - at, float(total + section + number)


def scaled_digits(tokens: list[Token], at: int, words: Words) -> tuple[int, float]:
    """`9천보`, `1만 2천보`: digits with Korean scales before a counter; (0, 0) for anything else."""
    total, place = 0.0, at
    while place + 1 < len(tokens) and tokens[place].kind == "number":
        scale = words.numbers.get(tokens[place + 1].text, 0) if tokens[place + 1].glued else 0
        if tokens[place + 1].kind != "hangul" or scale not in (100, 1000, 10000):
            break
        total += tokens[place].value * scale
        place += 2
    if place == at or not _counted_next(tokens, place, words):
        return 0, 0.0
    return place - at, total


def _counted_next(tokens: list[Token], at: int, words: Words) -> bool:
    return at < len(tokens) and words.counts(tokens[at])


def _is_large(tokens: list[Token], at: int, end: int) -> bool:
    """`이천백`, `백이십에`: a word of two syllables and more, with a ten or more in it, is a number alone."""
    run = tokens[at:end]
    one_word = len(run) > 1 and all(token.glued for token in run[1:])
    if (
        not one_word
        or (len(run) == 2 and run[0].text in "백천만")
        or (run[0].glued and at and tokens[at - 1].kind == "hangul")
    ):
        return False
    after = tokens[end] if end < len(tokens) else None
    ends = after is None or not after.glued or after.kind != "hangul" or after.text in _AFTER_NUMBERS
    return ends and any(token.text in _SCALES for token in run)


_SCALES = frozenset("십백천")
_AFTER_NUMBERS = frozenset(
    ("에", "으로", "로", "에서", "은", "는", "을", "를", "까지", "짜리", "씩", "정도", "이고")
)


def _begins_anew(tokens: list[Token], at: int) -> bool:
    """`팔십 열개`: a load in one kind of number, then a count in the other, apart."""
    one, other = tokens[at - 1].text in _SINO, tokens[at].text in _SINO
    return one and not other and not tokens[at].glued


_SINO = frozenset("영일이삼사오육칠팔구십백천만")


_BIGGEST_MARK = 10
"""Up to here `팔 점` may be a mark out of ten."""


def _korean_tenths(tokens: list[Token], at: int, words: Words, *, apart: bool) -> float | None:
    """`칠십이점오`, `칠십이 점 오`: a point in words and one digit, before a unit or anything else."""
    if at + 1 >= len(tokens) or tokens[at].text != "점" or not (tokens[at + 1].glued or apart):
        return None
    digit = words.numbers.get(tokens[at + 1].text)
    return digit / 10 if digit is not None and digit < 10 else None
