"""Misspelt exercise words: one edit or two neighbours swapped, vowels left out, Korean written as it sounds.

Only where one word alone can be meant; anything further is left to be asked about.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from agents.language.tokens import is_hangul
from agents.language.typos import is_slip, shortened, sound
from agents.offline.reading.phrases import Phrase


class Spellings:
    """Words that a typo may stand for, found by deleting a letter on both sides (as SymSpell does)."""

    def __init__(self, words: Iterable[str]) -> None:
        self.words = {word for word in words if _long_enough(word) or (is_hangul(word) and len(word) > 1)}
        self.by_deletion: dict[str, list[str]] = {}
        self.by_sound: dict[str, list[str]] = {}
        self.by_skeleton: dict[str, list[str]] = {}
        for word in sorted(self.words):
            if is_hangul(word):
                self.by_sound.setdefault(sound(word), []).append(word)
            elif len(word) >= _SHORTEST_SKELETON:
                self.by_skeleton.setdefault(_skeleton(word), []).append(word)
            if _long_enough(word):
                for shorter in (word, *_deletions(word)):
                    self.by_deletion.setdefault(shorter, []).append(word)


class Typos:
    """What a word that nobody knows may have been meant to be."""

    def __init__(self, spellings: Sequence[Spellings], spared: Collection[str]) -> None:
        self._spellings = [one for one in spellings if one.words]
        self._spared = spared

    def candidates(self, word: str) -> list[str]:
        """The words `word` can be a misspelling of, one for singular and plural; none when it is a word."""
        if len(word) > 24 or word in self._spared or any(word in one.words for one in self._spellings):
            return []
        return self._edited(word) or self._heard(word)

    def _heard(self, word: str) -> list[str]:
        """Words that sound like it, or that it is without some of their vowels."""
        if is_hangul(word):
            heard_as = sound(word)
            heard = {known for one in self._spellings for known in one.by_sound.get(heard_as, ())}
            return sorted(heard) if len(word) > 1 else []
        if len(word) < _SHORTEST_TYPED:
            return []
        skeleton = _skeleton(word)
        written = {known for one in self._spellings for known in one.by_skeleton.get(skeleton, ())}
        found = sorted((one for one in written if shortened(word, one)), key=lambda one: (-len(one), one))
        return list({one.removesuffix("s"): one for one in found}.values())

    def _edited(self, word: str) -> list[str]:
        """The words one edit away."""
        if not _long_enough(word):
            return []
        found = {
            known
            for shorter in (word, *_deletions(word))
            for one in self._spellings
            for known in one.by_deletion.get(shorter, ())
            if abs(len(known) - len(word)) <= 1 and known[0] == word[0] and is_slip(word, known)
        }
        found = found.difference(self._spared) or found
        nearest = sorted(found, key=lambda known: (abs(len(known) - len(word)), known))
        return list({known.removesuffix("s"): known for known in reversed(nearest)}.values())


_SHORTEST_TYPED, _SHORTEST_SKELETON = 4, 5
"""Letters: `bnch` of `bench`; what is shorter means too much else."""
_VOWELS = frozenset("aeiou")


def _skeleton(word: str) -> str:
    """Its first letter and consonants."""
    return word[0] + "".join(letter for letter in word[1:] if letter not in _VOWELS)


def _long_enough(word: str) -> bool:
    return len(word) >= (4 if is_hangul(word) else 5)


def _deletions(word: str) -> list[str]:
    return [word[:at] + word[at + 1 :] for at in range(len(word))]


def beside(word: str, phrases: Iterable[Phrase]) -> list[str]:
    """Short words one edit away that stand second in these phrases: `hammer curs`."""
    if len(word) != _SHORTEST_TYPED:
        return []
    seconds = {phrase[1] for phrase in phrases if len(phrase) > 1 and phrase[1][:1] == word[:1]}
    found = [one for one in seconds if abs(len(one) - len(word)) <= 1 and is_slip(word, one)]
    return list({one.removesuffix("s"): one for one in sorted(found)}.values())


_SHORTEST_JOINED = 6


def joined_name(words: Phrase) -> str:
    """`latpulldown`: a name of several words written as one; "" where that would be no name."""
    letters = [word for word in words if word != "-"]
    joined = "".join(letters)
    several = len(letters) > 1 and all(word.isascii() and word.isalpha() for word in letters)
    return joined if several and len(joined) >= _SHORTEST_JOINED else ""
