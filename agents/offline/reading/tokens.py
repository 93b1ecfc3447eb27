"""Letters to tokens: numbers, words, signs, line ends. One pass, one regular expression without nesting."""

from __future__ import annotations

import re

from agents.language.tokens import Token

_DECIMAL_COMMA_UNITS = r"(?= ?(?:kg|kilo|lb|km|k\b|mi\b|h\b|st\b|l\b|%|킬로|키로))"
_TOKEN = re.compile(
    r"(?P<clock>\d{1,3}:\d\d(?::\d\d)?(?:\.\d{1,2}(?!\d))?(?![\d:]))"
    r"|(?P<thousands>(?<![\d,.])\d{1,3}(?:,\d{3})+(?![\d,]))"
    rf"|(?P<comma>(?<![\d,.])\d{{1,3}},\d{{1,2}}{_DECIMAL_COMMA_UNITS})"
    r"|(?P<endless>\d{10,}|\d{1,9}e\d{1,4}(?![a-wyz\d]))"
    r"|(?P<number>\d{1,9}(?:\.\d{1,15})?)"
    r"|(?P<laughter>[\u3131-\u3163]+)"
    r"|(?P<hangul>[가-힣]+)"
    r"|(?P<word>[^\W\d_가-힣]+(?:'[^\W\d_]+)?)"
    r"|(?P<line>\n)"
    r"|(?P<sign>\S)"
)


def tokenize(text: str) -> list[Token]:
    """The tokens of a `plain` text. Linear in its length."""
    tokens: list[Token] = []
    end = -1
    for match in _TOKEN.finditer(text):
        kind, found = match.lastgroup or "sign", match[0]
        glued = match.start() == end
        end = match.end()
        match kind:
            case "thousands":
                tokens.append(
                    Token("number", found, match.start(), end, glued, float(found.replace(",", "")))
                )
            case "comma":
                tokens.append(
                    Token("number", found, match.start(), end, glued, float(found.replace(",", ".")))
                )
            case "number":
                tokens.append(Token("number", found, match.start(), end, glued, float(found)))
            case "clock":
                tokens.append(Token("clock", found, match.start(), end, glued))
            case "laughter":
                continue  # ㅋㅋ, ㅠㅠ: a blank between words
            case "endless":
                tokens.append(Token("word", found, match.start(), end, glued))
            case "hangul" | "line":
                tokens.append(Token(kind, found, match.start(), end, glued))
            case "word":
                tokens.extend(_word(found, match.start(), glued=glued, number=_after_number(tokens)))
            case _:
                tokens.append(Token("sign", found, match.start(), end, glued))
    return tokens


_BEFORE_X = frozenset(("kg", "kgs", "kilo", "kilos", "lb", "lbs", "pound", "pounds", "s", "k", "m", "km"))


def _after_number(tokens: list[Token]) -> bool:
    return bool(tokens) and tokens[-1].kind == "number"


def _word(found: str, start: int, *, glued: bool, number: bool) -> list[Token]:
    """A word; in `100kgx5` and `100 kgx5` the unit and the x are two."""
    if number and found.endswith("x") and found[:-1] in _BEFORE_X:
        cut = start + len(found) - 1
        return [Token("word", found[:-1], start, cut, glued), Token("word", "x", cut, cut + 1, glued=True)]
    return [Token("word", found, start, start + len(found), glued)]
