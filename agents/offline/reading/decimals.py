"""The decimal comma: `6,5 hours`, `bw 82,5`, `bench 82,5 x 5`; `5,5,4` and `100kg 5,5` are lists."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from agents.language.tokens import Token
from agents.offline.reading.phrases import Meaning

_LIGHTEST = 20.0
_NEAR = 3
"""Tokens between a metric's name and its figure: `체중은 72,5`, `slept about 7,5`."""
_QUARTERS = frozenset(("5", "25", "50", "75"))
_HALF, _PLATE_ENDS = "5", frozenset("27")
"""Loads go up in steps of 2.5: 82,5 and 77,5."""
_FINE = frozenset(("25", "75"))
_TIMES = frozenset(("h", "min", "s"))


class Words(Protocol):
    """What is needed to know about words here."""

    def alone(self, word: str) -> tuple[Meaning, ...]:
        """What the word means when it stands alone."""
        ...


def with_decimals(tokens: list[Token], words: Words) -> list[Token]:
    """The tokens with figures of a decimal comma put together. Linear in their number."""
    result: list[Token] = []
    at = 0
    while at < len(tokens):
        taken = 3 if _is_decimal(tokens, at, result, words) else 1
        token = tokens[at]
        if taken > 1:
            tenths = tokens[at + 2]
            value = float(f"{token.text}.{tenths.text}")
            token = token._replace(text=f"{token.text},{tenths.text}", end=tenths.end, value=value)
        result.append(token)
        at += taken
    return result


def _is_decimal(tokens: Sequence[Token], at: int, before: Sequence[Token], words: Words) -> bool:
    parts = tokens[at : at + 3]
    if len(parts) < 3 or [part.kind for part in parts] != ["number", "sign", "number"]:
        return False
    whole, comma, tenths = parts
    glued = comma.text == "," and comma.glued and tenths.glued
    figures = whole.text.isdecimal() and tenths.text.isdecimal() and len(tenths.text) <= 2
    listed = bool(before) and before[-1].text == "," and whole.glued
    after = tokens[at + 3] if at + 3 < len(tokens) else None
    if not (glued and figures) or listed or _goes_on(tokens, at + 3):
        return False
    return (
        _before_unit(after, tenths, words)
        or _is_load(whole, tenths, after, words)
        or _of_metric(before, words)
    )


def _goes_on(tokens: Sequence[Token], at: int) -> bool:
    """Whether a comma and a figure follow: a list."""
    return (
        len(tokens) > at + 1
        and tokens[at].text == ","
        and tokens[at + 1].kind == "number"
        and tokens[at + 1].glued
    )


def _before_unit(after: Token | None, tenths: Token, words: Words) -> bool:
    """`6,5 hours`; `60,60 s` are two times."""
    units = (
        {one.what for one in words.alone(after.text) if one.kind == "unit"}
        if after is not None
        else set[str]()
    )
    return bool(units) and (not units & _TIMES or len(tenths.text) == 1 or tenths.text in _QUARTERS)


def _is_load(whole: Token, tenths: Token, after: Token | None, words: Words) -> bool:
    """`82,5 x 5`, `82,5 5x5`, `bench 82,5`: as plates make it up."""
    in_steps = tenths.text in _FINE or (tenths.text == _HALF and whole.text[-1] in _PLATE_ENDS)
    chained = after is not None and any(
        one.kind == "tag" and one.what in ("x", "for") for one in words.alone(after.text)
    )
    return in_steps and (chained or whole.value >= _LIGHTEST)


def _of_metric(before: Sequence[Token], words: Words) -> bool:
    """`slept 7,5`, `weight: 82,3`."""
    for token in reversed(before[-_NEAR:]):
        if token.kind in ("number", "clock", "line") or token.text == ",":
            return False
        named = [one.named for one in words.alone(token.text) if one.named is not None]
        if named:
            return named[0].shape == "metrics"
    return False
