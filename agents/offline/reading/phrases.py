"""Phrases and what they mean."""

from __future__ import annotations

from typing import NamedTuple

from domains.model import Shape


class Named(NamedTuple):
    """A measure: its canonical name, the domain that records it, and how."""

    name: str
    domain: str
    shape: Shape
    kind: str = "number"
    """For metrics the type of the field: scale, mass, time …"""
    unit: str = ""
    """Its first unit."""


class Meaning(NamedTuple):
    """One meaning of a word or phrase: `kind` is unit, tag, cue, name, number …; `what` is which."""

    kind: str
    what: str
    named: Named | None = None
    value: float = 0.0


Phrase = tuple[str, ...]
Variants = dict[Phrase, tuple[Meaning, ...]]


class Layer:
    """Phrases to meanings, by the first word."""

    def __init__(self, units: frozenset[str]) -> None:
        self._units = units
        self.variants: dict[str, Variants] = {}
        self.longest: dict[str, int] = {}
        """Words of the longest phrase with this first word."""
        self.words: set[str] = set()
        """Every word of every phrase."""
        self.hangul: set[str] = set()

    def add(self, words: Phrase, meaning: Meaning) -> None:
        """One more meaning of a phrase; of two names for it the first stays."""
        first = next(iter(words))
        variants = self.variants.setdefault(first, {})
        known = variants.get(words, ())
        if meaning.kind in ("name", "pain") and any(one.kind == meaning.kind for one in known):
            return
        if meaning.kind == "name" and len(words) > 1 and first in self._units and words[1] != "-":
            return  # `hours of sleep`, `g protein`: the unit belongs to the number before
        variants[words] = (*known, meaning)
        self.longest[first] = max(self.longest.get(first, 0), len(words))
        self.words.update(words)
        self.hangul.update(word for word in words if is_hangul(word))


def is_hangul(word: str) -> bool:
    """Whether it begins with a Korean syllable."""
    return "가" <= word[:1] <= "힣"
