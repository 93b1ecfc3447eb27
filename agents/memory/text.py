"""Text of the memory: on one line, comparable, and how many tokens it takes."""

from __future__ import annotations

import math
import unicodedata

LONGEST_KEY, LONGEST_VALUE = 60, 240


def tokens(text: str) -> int:
    """An estimate that errs on the high side: 4 ASCII characters a token, any other character one token."""
    plain_letters = len(text.encode("ascii", "ignore"))
    return math.ceil(plain_letters / 4) + len(text) - plain_letters


def one_line(text: str, longest: int) -> str:
    """Printable text on one line, at most `longest` characters."""
    visible = text
    if not (text.isascii() and text.isprintable()):
        kinds = ((c, unicodedata.category(c)) for c in text)
        visible = "".join(c if c.isspace() or kind not in ("Cc", "Cs") else " " for c, kind in kinds)
    joined = " ".join(visible.split())
    return joined if len(joined) <= longest else joined[: longest - 1].rstrip() + "…"


def key_of(key: str) -> str:
    """Keys that are the same line's are the same here."""
    return one_line(key.replace("_", " ").casefold(), LONGEST_KEY)
