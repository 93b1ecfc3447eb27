"""In which language a message is answered: the one that it is written in."""

from __future__ import annotations

import re
from functools import cache

from pydantic import BaseModel

from agents.offline.lexicon import language_of, load, plain


class _Words(BaseModel, extra="forbid", defer_build=True):
    """Words that only sentences of a language have: a bare `bench 80kg 5x5` is of none."""

    words: tuple[str, ...]
    joins: tuple[str, ...]
    """Those of them that names have, too: `row with a rope`."""


@cache
def _sentence(*, joins: bool) -> re.Pattern[str]:
    known = load("spoken", "en", _Words)
    words = (*known.words, *known.joins) if joins else known.words
    return re.compile(rf"\b(?:{'|'.join(words)})\b")


def spoken(text: str, usual: str) -> str:
    """The language to answer in; `usual` where the text does not tell."""
    if language_of(text, "") == "ko":
        return "ko"
    return "en" if usual == "ko" and _sentence(joins=True).search(plain(text)) else usual


def tells(text: str) -> bool:
    """Whether words that no name has stand in it: "a bit dizzy around noon"."""
    return _sentence(joins=False).search(plain(text)) is not None
