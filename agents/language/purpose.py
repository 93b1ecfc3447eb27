"""What a message or a part of one is for: to log, to ask or to chat; a softmax over its words and signs.

Its weights are fitted on the training messages by `python -m evals.purpose`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from math import exp

from agents.language.files import weights_in
from agents.language.text import plain
from agents.language.tokens import is_hangul

_FIGURE = re.compile(r"\d+(?:[.,:]\d+)*")
_TOKEN = re.compile(r"§|0|[^\W\d_][^\W\d_']*|[?!.,:;x\u00d7@/~]|\n")
_GRAMS = (2, 3, 4)
_LONGEST_WORD, _MOST_WORDS = 24, 9


@dataclass(frozen=True, slots=True)
class Purpose:
    """How likely each is; together they are 1."""

    log: float
    ask: float
    chat: float


def purpose(said: str, terms: Sequence[str], signs: Collection[str]) -> Purpose:
    """The purpose of words; `terms` are names of measures that stand in them, `signs` those of questions."""
    known, ask, chat = weights(), 0.0, 0.0
    for one in features(said, terms, signs):
        if (found := known.get(one)) is not None:
            ask += found[0]
            chat += found[1]
    top = max(0.0, ask, chat)
    shares = (exp(-top), exp(ask - top), exp(chat - top))
    return Purpose(*(one / sum(shares) for one in shares))


@cache
def weights() -> Mapping[str, tuple[float, float]]:
    """The log odds that a feature gives to asking and to chatting against logging."""
    held = weights_in("purpose.json")
    ask, chat = held["ask"], held["chat"]
    return {one: (ask.get(one, 0.0), chat.get(one, 0.0)) for one in ask | chat}


def features(said: str, terms: Sequence[str], signs: Collection[str]) -> list[str]:
    """Words and their pairs, Korean letters, signs; figures and names of measures as one word besides."""
    text = _FIGURE.sub("0", plain(said))
    words = _TOKEN.findall(text)
    seen = ["bias", f"length {min(_MOST_WORDS, len(words))}"]
    if "0" not in words:
        seen.append("no figure")
    for word in set(words):
        seen += _letters(word[:_LONGEST_WORD])
    seen += {f"{one} {two}" for one, two in pairwise(("^", *words, "$"))}
    return [*seen, *_around_names(text, terms), *(f"sign {one}" for one in signs)]


@lru_cache(maxsize=4096)
def _letters(word: str) -> tuple[str, ...]:
    """The word, and of one that particles end its runs of letters from blank to blank."""
    around = f"_{word}_"
    sizes = _GRAMS if is_hangul(word) else ()
    runs = {around[at : at + size] for size in sizes for at in range(len(around) - size + 1)}
    return (f"={word}", *sorted(runs))


def _around_names(text: str, terms: Sequence[str]) -> list[str]:
    """What stands beside the names."""
    held = sorted((term for term in terms if term in text), key=len, reverse=True)
    for term in held:
        text = text.replace(term, " § ")
    if not held:
        return []
    words = ("^", *_TOKEN.findall(text), "$")
    beside = {f"{one} {two}" for one, two in pairwise(words) if "§" in (one, two)}
    between = {
        f"{one} § {two}" for one, name, two in zip(words, words[1:], words[2:], strict=False) if name == "§"
    }
    return [*beside, *between]
