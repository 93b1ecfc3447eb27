"""In which language a message is answered: the one that it is written in."""

from __future__ import annotations

import re
from functools import cache

from pydantic import BaseModel

from agents.offline.lexicon import language_of, load, plain


class _Words(BaseModel, extra="forbid"):
    """Words that only sentences of a language have: a bare `bench 80kg 5x5` is of none."""

    words: tuple[str, ...]


@cache
def _sentence() -> re.Pattern[str]:
    words = load("spoken", "en", _Words).words
    return re.compile(rf"\b(?:{'|'.join(words)})\b")


def spoken(text: str, usual: str) -> str:
    """The language to answer in; `usual` where the text does not tell."""
    if language_of(text, "") == "ko":
        return "ko"
    return "en" if usual == "ko" and _sentence().search(plain(text)) else usual
