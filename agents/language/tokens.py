"""Letters to tokens: numbers, words, signs, line ends. One pass, one regular expression without nesting."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

TokenKind = Literal["number", "clock", "word", "hangul", "sign", "line"]
_TOKEN = re.compile(  # the 5,160 of 140x5,160x5 are no thousands
    r"(?P<clock>\d{1,3}:\d\d(?::\d\d)?(?:\.\d{1,2}(?!\d))?(?![\d:]))"
    r"|(?P<thousands>(?<![\d,.])(?:(?<![x\xd7*])|(?!\d+,\d{3} ?(?:kg|lbs?)? ?[x\xd7*] ?\d))"
    r"\d{1,3}(?:,\d{3}| 000)(?!\d|,\d))"
    r"|(?P<endless>\d{10,}|\d{1,9}e\d{1,4}(?![a-wyz\d]))"
    r"|(?P<number>\d{1,9}(?:\.\d{1,15})?)"
    r"|(?P<cross>(?<=\d)[\u3131-\u3163](?=\d))"
    r"|(?P<tears>[\u315c\u3160]{2,})"
    r"|(?P<laughter>[\u3131-\u3163]+)"
    r"|(?P<hangul>[가-힣]+)"
    r"|(?P<word>[^\W\d_가-힣]+(?:'[^\W\d_]+)?)"
    r"|(?P<line>\n)"
    r"|(?P<sign>\S)"
)


class Token(NamedTuple):
    """text[start:end]; `glued` when nothing stands between it and the token before."""

    kind: TokenKind
    text: str
    start: int
    end: int
    glued: bool
    value: float = 0.0


def tokenize(text: str) -> list[Token]:
    """The tokens of a plain text. Linear in its length."""
    tokens: list[Token] = []
    end = -1
    for match in _TOKEN.finditer(text):
        kind, found, start = match.lastgroup, match[0], match.start()
        glued, end = start == end, match.end()
        match kind:
            case "number":
                tokens.append(Token("number", found, start, end, glued, float(found)))
            case "thousands":
                tokens.append(
                    Token("number", found, start, end, glued, float(found.replace(",", "").replace(" ", "")))
                )
            case "word" | "hangul" | "line" | "sign" | "clock":
                tokens.append(Token(kind, found, start, end, glued))
            case "endless" | "cross":
                tokens.append(Token("word", found, start, end, glued))
            case "tears":
                tokens.append(Token("sign", ".", start, end, glued=False))
            case _:
                pass  # ㅋㅋ: a blank between words
    return tokens


def words_of(phrase: str) -> tuple[str, ...]:
    """The words of a plain phrase as the tokenizer gives them."""
    if phrase.isascii() and phrase.replace(" ", "").isalpha():
        return tuple(phrase.split())  # the same, ten times as fast
    return tuple([token.text for token in tokenize(phrase) if token.kind != "line"])


def is_hangul(word: str) -> bool:
    """Whether it begins with a Korean syllable."""
    return "가" <= word[:1] <= "힣"


def stem(word: str) -> str:
    """What a word is counted by: of a Korean one its last two syllables."""
    return word[-2:] if is_hangul(word) else word


def without_marks(tokens: Sequence[Token]) -> list[Token]:
    """Without the stars that make words bold or begin a list, and the numbers of its points: `1) bench`."""
    points = {place for at in range(len(tokens)) if _is_point(tokens, at) for place in (at, at + 1)}
    return [
        token
        for at, token in enumerate(tokens)
        if at not in points and (token.text != "*" or _multiplies(tokens, at))
    ]


def _is_point(tokens: Sequence[Token], at: int) -> bool:
    """Whether a number and a bracket that closes lead a line, with a word after them."""
    if tokens[at].kind != "number" or at + 2 >= len(tokens) or (at and tokens[at - 1].kind != "line"):
        return False
    worded = tokens[at + 2].kind in ("word", "hangul") and not tokens[at + 2].glued
    return tokens[at + 1].text == ")" and tokens[at + 1].glued and worded


def _multiplies(tokens: Sequence[Token], at: int) -> bool:
    led = at > 0 and tokens[at - 1].kind != "line" and tokens[at - 1].text != "*"
    return led and at + 1 < len(tokens) and tokens[at + 1].kind in ("number", "clock", "word")


def with_comma(whole: Token, tenths: Token) -> Token:
    """`82,5`: one number."""
    value = float(f"{whole.text}.{tenths.text}")
    return whole._replace(text=f"{whole.text},{tenths.text}", end=tenths.end, value=value)


def cut(token: Token, at: int) -> tuple[Token, Token]:
    """A word taken apart: `kgx` after a number."""
    middle = token.start + at
    return token._replace(text=token.text[:at], end=middle), token._replace(
        text=token.text[at:], start=middle, glued=True
    )
