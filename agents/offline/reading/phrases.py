"""Phrases and what they mean."""

from __future__ import annotations

from typing import NamedTuple

from agents.language.named import Named


class Meaning(NamedTuple):
    """One meaning of a word or phrase: `kind` is unit, tag, cue, name, number …; `what` is which."""

    kind: str
    what: str
    named: Named | None = None
    value: float = 0.0


Phrase = tuple[str, ...]
Variants = dict[Phrase, tuple[Meaning, ...]]


class Branch:
    """The phrases with one first word, and what they mean."""

    __slots__ = ("longest", "variants")

    def __init__(self) -> None:
        self.variants: Variants = {}
        self.longest = 0
        """Words of the longest of them."""

    def add(self, words: Phrase, meaning: Meaning) -> None:
        """One more meaning of a phrase; of two names for it the first stays."""
        known = self.variants.get(words, ())
        if meaning.kind in ("name", "pain") and any(one.kind == meaning.kind for one in known):
            return
        self.variants[words] = (*known, meaning)
        self.longest = max(self.longest, len(words))


NOTHING = Branch()
"""Of words that begin no phrase."""
