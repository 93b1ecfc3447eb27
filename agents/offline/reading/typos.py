"""Misspelt exercise words: one edit or two neighbours swapped, for words of five letters or more."""

from __future__ import annotations

from collections.abc import Iterable


class Typos:
    """The words a typo may stand for, found by deleting a letter on both sides (as SymSpell does)."""

    def __init__(self, words: Iterable[str], spared: Iterable[str]) -> None:
        self._words = {word for word in words if _long_enough(word)}
        self._spared = frozenset(spared)
        self._index: dict[str, list[str]] = {}
        for word in sorted(self._words):
            for shorter in (word, *_deletions(word)):
                self._index.setdefault(shorter, []).append(word)

    def candidates(self, word: str) -> list[str]:
        """The words `word` can be a misspelling of, one for singular and plural; none when it is a word."""
        if not _long_enough(word) or len(word) > 24 or word in self._spared or word in self._words:
            return []
        found = {
            known
            for shorter in (word, *_deletions(word))
            for known in self._index.get(shorter, ())
            if abs(len(known) - len(word)) <= 1 and known[0] == word[0] and _one_edit(word, known)
        }
        nearest = sorted(found, key=lambda known: (abs(len(known) - len(word)), known))
        return list({known.removesuffix("s"): known for known in reversed(nearest)}.values())


def _long_enough(word: str) -> bool:
    return len(word) >= (4 if "가" <= word[0] <= "힣" else 5)


def _deletions(word: str) -> list[str]:
    return [word[:at] + word[at + 1 :] for at in range(len(word))]


def _one_edit(one: str, other: str) -> bool:
    """Whether one insertion, deletion, replacement or swap of neighbours makes them equal."""
    if len(one) > len(other):
        one, other = other, one
    at = next((place for place, letter in enumerate(one) if letter != other[place]), len(one))
    if len(one) < len(other):
        return one[at:] == other[at + 1 :]
    swapped = one[at : at + 2] == other[at : at + 2][::-1] and one[at + 2 :] == other[at + 2 :]
    return swapped or one[at + 1 :] == other[at + 1 :]
