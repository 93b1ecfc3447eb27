"""Tokens to items: names, quantities with their units, signs, cues. What carries no meaning stays a word."""

from __future__ import annotations

from collections.abc import Sequence

from agents.language.tokens import Token
from agents.offline.reading.decimals import with_decimals
from agents.offline.reading.items import Item, ItemKind
from agents.offline.reading.numbers import scaled_digits, spelled_number
from agents.offline.reading.phrases import Meaning
from agents.offline.reading.quantities import quantified
from agents.offline.reading.tokens import tokenize
from agents.offline.reading.words import Catalogue

_SIGNS: dict[str, ItemKind] = {
    ",": "comma", ".": "stop", "!": "stop", "?": "stop", ";": "stop", "。": "stop", "/": "slash", "+": "plus",
    "-": "dash", "~": "dash", ":": "colon", "=": "colon", "(": "open", ")": "close", "[": "open",
    "]": "close", "•": "comma", "|": "comma", "&": "comma", "→": "comma", ">": "comma", "\u2014": "comma",
}  # fmt: skip


def read_items(text: str, catalogue: Catalogue, spans: Sequence[tuple[int, int]] = ()) -> list[Item]:
    """The items of a `plain` text; what lies in `spans` (dates) is noise."""
    tokens = with_decimals(catalogue.split(_without_marks(tokenize(text))), catalogue)
    if any(token.kind in ("number", "clock") or token.text in catalogue.numbers for token in tokens):
        tokens = catalogue.mended(tokens)
    items: list[Item] = []
    at = 0
    dates = iter(sorted(spans))
    named = next(dates, None)
    while at < len(tokens):
        token = tokens[at]
        while named is not None and named[1] <= token.start:
            named = next(dates, None)
        if named is not None and named[0] <= token.start < named[1]:
            items.append(Item("noise", token.start, token.end, token.text, used=True))
            at += 1
            continue
        length, item = _item(tokens, at, catalogue, items[-1] if items else None)
        items.append(item)
        at += length
    return quantified(items)


def _without_marks(tokens: list[Token]) -> list[Token]:
    """Without the stars that make words bold, begin a list or mark a correction: none of them multiplies.

    Nor the numbers of a list's points: `1) bench 80kg`.
    """
    points = {place for at in range(len(tokens)) if _is_point(tokens, at) for place in (at, at + 1)}
    return [
        token
        for at, token in enumerate(tokens)
        if at not in points and (token.text != "*" or _multiplies(tokens, at))
    ]


def _is_point(tokens: list[Token], at: int) -> bool:
    """Whether a number and a bracket that closes lead a line, with a word after them."""
    if tokens[at].kind != "number" or at + 2 >= len(tokens) or (at and tokens[at - 1].kind != "line"):
        return False
    worded = tokens[at + 2].kind in ("word", "hangul") and not tokens[at + 2].glued
    return tokens[at + 1].text == ")" and tokens[at + 1].glued and worded


def _multiplies(tokens: list[Token], at: int) -> bool:
    led = at > 0 and tokens[at - 1].kind != "line" and tokens[at - 1].text != "*"
    return led and at + 1 < len(tokens) and tokens[at + 1].kind in ("number", "clock", "word")


def _item(  # noqa: PLR0911 - one return a kind
    tokens: list[Token], at: int, catalogue: Catalogue, before: Item | None
) -> tuple[int, Item]:
    token = tokens[at]
    length, meanings = catalogue.find(tokens, at)
    if token.kind == "number":
        loaded = before is not None and (before.has("unit") or before.tag("x"))
        if loaded or not any(one.kind == "programme" for one in meanings):
            length = 0
    programme = _is_programme(tokens, at, meanings, before, catalogue)
    if length and (programme or not (token.kind == "number" and length == 1)):
        number, value = spelled_number(tokens, at, catalogue)
        if number < length or (number == length and not any(one.kind == "tag" for one in meanings)):
            if number and not any(one.kind in ("unit", "tag", "name") for one in meanings):
                return number, _number(tokens, at, number, value)
            end = tokens[at + length - 1].end
            kind = _SIGNS.get(token.text, "words") if length == 1 and token.kind == "sign" else "words"
            text = " ".join(one.text for one in tokens[at : at + length])
            return length, Item(kind, token.start, end, text, meanings=meanings, glued=token.glued)
    if token.kind == "number":
        number, value = scaled_digits(tokens, at, catalogue)
        if number:
            return number, _number(tokens, at, number, value)
        return 1, Item("number", token.start, token.end, token.text, token.value, glued=token.glued)
    if token.kind == "clock":
        whole, _, tenths = token.text.partition(".")
        parts = tuple(int(part) for part in whole.split(":"))
        fraction = float(f"0.{tenths or 0}")
        return 1, Item("clock", token.start, token.end, token.text, fraction, parts=parts, glued=token.glued)
    if token.kind == "line":
        return 1, Item("line", token.start, token.end, token.text, used=True)
    if token.kind == "sign":
        return 1, Item(_SIGNS.get(token.text, "sign"), token.start, token.end, token.text, glued=token.glued)
    number, value = spelled_number(tokens, at, catalogue)
    if number:
        return number, _number(tokens, at, number, value)
    return 1, Item("words", token.start, token.end, token.text, glued=token.glued)


def _is_programme(
    tokens: list[Token], at: int, meanings: Sequence[Meaning], before: Item | None, catalogue: Catalogue
) -> bool:
    """`531 bench 80kg 5x5`: a number that is a programme's name, before a word that counts nothing."""
    named = any(one.kind == "programme" for one in meanings) and (before is None or before.named is None)
    ahead = tokens[at + 1 : at + 3]
    if not named or not ahead:
        return False
    after = ahead[-1] if ahead[0].kind == "number" else ahead[0]  # `531 3주차`
    return after.kind in ("word", "hangul") and not catalogue.counts(after)


def _number(tokens: list[Token], at: int, length: int, value: float) -> Item:
    text = " ".join(token.text for token in tokens[at : at + length])
    end = tokens[at + length - 1].end
    return Item("number", tokens[at].start, end, text, value, spelled=True, glued=tokens[at].glued)
