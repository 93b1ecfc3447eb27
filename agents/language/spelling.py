"""Tokens made ready for the lexicon: runs taken apart, decimal commas put together, slips of names mended."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from agents.language import hangul
from agents.language.lexicon import Lexicon, common
from agents.language.tokens import Token, cut, is_hangul, tokenize, with_comma, without_marks
from agents.language.typos import beside, sound


def tokens_of(text: str, lexicon: Lexicon) -> list[Token]:
    """The tokens of a plain text as the lexicon knows them. Linear in its length."""
    tokens = _apart(hangul.split(without_marks(tokenize(text)), lexicon), lexicon)
    tokens = _with_decimals(_with_thousands(tokens, lexicon), lexicon)
    if any(token.kind in ("number", "clock") or token.text in lexicon.number_words for token in tokens):
        return _mended(tokens, lexicon)
    return tokens


def _apart(tokens: Sequence[Token], lexicon: Lexicon) -> list[Token]:
    """In `100kgx5` and `100 kgx5` the unit and the x are two."""
    result: list[Token] = []
    for token in tokens:
        counted = token.kind == "word" and bool(result) and result[-1].kind == "number"
        if counted and token.text[-1] == "x" and lexicon.alone(token.text[:-1]).unit:
            result += cut(token, len(token.text) - 1)
        else:
            result.append(token)
    return result


def _mended(tokens: Sequence[Token], lexicon: Lexicon) -> list[Token]:
    """Typos of exercise words mended; of several words the one that goes with the word before."""
    result: list[Token] = []
    for at, token in enumerate(tokens):
        known = lexicon.is_word(token.text) or lexicon.is_trigger(token.text)
        if known or token.kind not in ("word", "hangul"):
            result.append(token)
            continue
        if token.glued and result and result[-1].kind == "number" and (counter := _counter(token.text)):
            result.append(token._replace(text=counter))
            continue
        found = _meant(token.text, result[-1] if result else None, tokens[at + 1 : at + 2], lexicon)
        result.append(token._replace(text=found[0]) if len(found) == 1 else token)
    return result


def _meant(word: str, before: Token | None, after: Sequence[Token], lexicon: Lexicon) -> tuple[str, ...]:
    """What an unknown word may be misspelt for; of several the one that goes with the word before."""
    if word.endswith("'s") and lexicon.alone(word[:-2]).named is not None:
        return (word[:-2],)  # `rdl's 3x10`
    counted = before is not None and before.kind == "number"
    alike = _alike(lexicon.slips.slight(word, counted=counted), lexicon)
    found = tuple(((counted or is_hangul(word)) and alike) or lexicon.typos.candidates(word) or alike)
    together = lexicon.branch(before.text).entries if before is not None else {}
    found = found or beside(word, {phrase[1] for phrase in together if len(phrase) > 1})
    for token in after if not found else ():
        found = () if is_hangul(word) else beside(word, lexicon.firsts.get(token.text, ()))
        if not found and token.kind == "number":
            found = lexicon.typos.with_a_letter(word)
    if len(found) > 1 and before is not None:
        return tuple([one for one in found if (before.text, one) in together])
    return found if len(found) == 1 else ()


@cache
def _counters() -> dict[str, str]:
    """Korean units and counters by their sound."""
    known = common().terms.entries.items()
    return {sound(word): word for word, entry in known if entry.counts and is_hangul(word) and word.isalpha()}


def _counter(word: str) -> str:
    """The unit or counter that sounds like a word behind a number: `10게`; "" for none."""
    return _counters().get(sound(word), "") if is_hangul(word) else ""


def _alike(words: Sequence[str], lexicon: Lexicon) -> Sequence[str]:
    """One of words that mean the same: `sleept` is `sleep` or `slept`."""
    return words[:1] if len({lexicon.alone(word) for word in words}) == 1 else words


_LIGHTEST = 20.0
_NEAR = 3
"""Tokens between a metric's name and its figure: `체중은 72,5`, `slept about 7,5`."""
_QUARTERS = frozenset(("5", "25", "50", "75"))
_FINE = frozenset(("25", "75"))
_PLATE_ENDS = "27"
"""Loads go up in steps of 2.5: 82,5 and 77,5."""
_TIMES = frozenset(("h", "min", "s"))


def _with_thousands(tokens: Sequence[Token], lexicon: Lexicon) -> list[Token]:
    """The point between thousands, of what nobody measures by thousandths: `1.500 m`, `12.300 steps`."""
    result, parted = list(tokens), False
    for at, token in enumerate(tokens):
        if token.kind != "number" or not _POINTED.fullmatch(token.text):
            continue
        beside = [lexicon.alone(one.text) for one in (*tokens[at + 1 : at + 2], *tokens[max(0, at - 1) : at])]
        small = bool(beside) and beside[0].unit in _SMALL and at + 1 < len(tokens)
        parted = parted or small or any("M_INTEGER" in one.symbols for one in beside)
        if parted:
            result[at] = token._replace(value=token.value * 1000)
    return result


_POINTED = re.compile(r"[1-9]\d{0,2}\.\d{3}")
_SMALL = frozenset(("m", "ml", "kcal", "kj"))


def _with_decimals(tokens: Sequence[Token], lexicon: Lexicon) -> list[Token]:
    """The decimal comma: `6,5 hours`, `bw 82,5`, `bench 82,5 x 5`; `5,5,4` and `100kg 5,5` are lists."""
    result: list[Token] = []
    at = 0
    while at < len(tokens):
        if _is_decimal(tokens, at, result) and _has_tenths(tokens, at, result, lexicon):
            result.append(with_comma(tokens[at], tokens[at + 2]))
            at += 3
        else:
            result.append(tokens[at])
            at += 1
    return result


def _is_decimal(tokens: Sequence[Token], at: int, before: Sequence[Token]) -> bool:
    """Whether figures stand on both sides of a comma, and not in a list."""
    if at + 2 >= len(tokens) or tokens[at].kind != "number" or tokens[at + 1].text != ",":
        return False
    whole, comma, tenths = tokens[at : at + 3]
    glued = tenths.kind == "number" and comma.glued and tenths.glued and len(tenths.text) <= 2
    listed = bool(before) and before[-1].text == "," and whole.glued
    goes_on = (
        len(tokens) > at + 4
        and tokens[at + 3].text == ","
        and tokens[at + 4].kind == "number"
        and tokens[at + 4].glued
    )
    return glued and not listed and not goes_on and whole.text.isdecimal() and tenths.text.isdecimal()


def _has_tenths(tokens: Sequence[Token], at: int, before: Sequence[Token], lexicon: Lexicon) -> bool:
    """Whether a unit follows, plates make it up, or a metric stands before it; not of `60kg x8,70kg x6`."""
    whole, tenths = tokens[at], tokens[at + 2].text
    behind = [lexicon.alone(token.text) for token in tokens[at + 3 : at + 5]]
    after = behind[0] if behind else None
    if before and "X" in lexicon.alone(before[-1].text).symbols and any("X" in one.symbols for one in behind):
        return False
    if (
        after is not None
        and after.unit
        and (after.unit not in _TIMES or len(tenths) == 1 or tenths in _QUARTERS)
    ):
        return True
    in_steps = tenths in _FINE or (tenths == "5" and whole.text[-1] in _PLATE_ENDS)
    chained = after is not None and not after.symbols.isdisjoint(("X", "FOR"))
    stepped = in_steps and (chained or whole.value >= _LIGHTEST)
    return stepped or _of_metric(before, lexicon) or _is_near_another(tokens, at, before)


def _is_near_another(tokens: Sequence[Token], at: int, before: Sequence[Token]) -> bool:
    """`8,4 km not 8,2`, `82,1 not 82,4`: near one that was read, or both too large to be counts."""
    own = with_comma(tokens[at], tokens[at + 2])
    read = [
        one.value
        for one in before[-_FAR:]
        if one.kind == "number" and "," in one.text and one.value < _GROUPED
    ]
    if own.value >= _LIGHTEST and len(tokens[at + 2].text) == 1:
        places = range(max(0, at - _FAR), min(len(tokens), at + _FAR))
        last = {place: tokens[max(0, place - 1) : place] for place in places if place != at}
        others = [place for place in last if _is_decimal(tokens, place, last[place])]
        read += [
            float(f"{tokens[one].text}.{tokens[one + 2].text}")
            for one in others
            if len(tokens[one + 2].text) == 1
        ]
    return any(abs(one - own.value) <= _ALIKE * own.value for one in read)


_FAR, _ALIKE, _GROUPED = 12, 0.1, 1000
"""Tokens to another figure, by what share it may differ, and from where on a comma parts thousands."""


def _of_metric(before: Sequence[Token], lexicon: Lexicon) -> bool:
    """`slept 7,5`, `weight: 82,3`."""
    for token in reversed(before[-_NEAR:]):
        if token.kind in ("number", "clock", "line") or token.text == ",":
            return False
        named = lexicon.alone(token.text).named
        if named is not None:
            return named.shape == "metrics"
    return False
