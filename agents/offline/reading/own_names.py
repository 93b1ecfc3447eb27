"""A word that nobody knows right before an exercise: `gorilla press` is another one, of the writer's own."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from agents.language.tokens import is_hangul
from agents.offline.reading.items import Item
from agents.offline.reading.lexicons import kept_apart
from agents.offline.reading.phrases import Meaning, Named
from agents.offline.reading.typos import Spellings, Typos

_SHORTEST, _SHORTEST_HANGUL = 4, 2
_OPENS = frozenset(("line", "stop", "comma", "plus", "noise", "close", "colon"))
_FIGURES = frozenset(("number", "mass", "time"))
_SIGNS = frozenset(("colon", "dash", "comma"))
_NO_NAME = ("ly", "ing", "ed", *"다요어서고면에는은가를을도만게로지")
"""Ends of words that tell how it was done or are no nouns: `finally squat 140kg`, `드디어 데드 140`."""


def keep_own_names(items: Sequence[Item]) -> None:
    """Name them so. Linear in the number of items."""
    for at, item in enumerate(items):
        if not at or item.dead or item.kind != "words" or item.named is None or item.named.shape != "sets":
            continue
        word = items[at - 1]
        if _is_own(word) and _opens(items, at - 1) and _is_counted(items, at + 1):
            name = f"{word.text} {_singular(item.text)}"
            item.meanings = (Meaning("name", name, Named(name, item.named.domain, "sets")),)
            word.used = True


def _is_own(word: Item) -> bool:
    """Whether it can be a word of a name: nothing else is known of it."""
    if word.kind != "words" or word.meanings or word.dead or word.used or not word.text.isalpha():
        return False
    if len(word.text) < (_SHORTEST_HANGUL if is_hangul(word.text) else _SHORTEST):
        return False
    return not word.text.endswith(_NO_NAME) and word.text not in kept_apart() and not _misspelt(word.text)


@cache
def _modifiers() -> Typos:
    return Typos([Spellings(kept_apart())], ())


def _misspelt(word: str) -> bool:
    """`hevy squat`: a word that leaves the exercise the same, with a typo."""
    return bool(_modifiers().candidates(word))


def _opens(items: Sequence[Item], at: int) -> bool:
    """Whether what is told begins with the word: prose goes before its exercises in other words."""
    before = items[at - 1] if at else None
    return before is None or before.kind in _OPENS or before.tag("then") or before.data


def _is_counted(items: Sequence[Item], at: int) -> bool:
    after = items[at : at + 2]
    if after and after[0].kind in _SIGNS:
        after = after[1:]
    return bool(after) and after[0].kind in _FIGURES


def _singular(word: str) -> str:
    if word.endswith(("sses", "shes", "ches")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word
