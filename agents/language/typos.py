"""Misspelt words of names: a slip of a letter, vowels left out, Korean written as it sounds.

Only where one word alone can be meant; anything further is left to be asked about.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from agents.language.tokens import is_hangul

_SHORTEST, _SHORTEST_SLIP, _SHORTEST_SYLLABLES, _SHORTEST_BESIDE = 4, 5, 4, 3
"""Letters: `bnch` of `bench`; what is shorter means too much else."""
_LONGEST = 24
_VOWELS = str.maketrans("", "", "aeiou")
_BASE, _VOWEL_COUNT, _END_COUNT = ord("가"), 21, 28
_SAME_VOWELS = {1: 5, 3: 7, 10: 15, 11: 15, 16: 20, 19: 20}
"""ㅐ and ㅔ, ㅒ and ㅖ, ㅙ, ㅚ and ㅞ, ㅟ, ㅢ and ㅣ sound alike."""
_STOPPED = 7
_SAME_ENDS: dict[int, int] = dict.fromkeys((19, 20, 22, 23, 25, 27), _STOPPED)
"""ㅅ, ㅆ, ㅈ, ㅊ, ㅌ and ㅎ at a syllable's end sound like ㄷ."""


class Typos:
    """What a word that nobody knows may have been meant to be."""

    def __init__(self, words: Iterable[str], spared: Iterable[str] = ()) -> None:
        self._words = frozenset(words)
        self._spared = frozenset(spared)
        self._found: dict[str, tuple[str, ...]] = {}

    @cached_property
    def _by_letter(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for word in sorted(self._words):
            if len(word) >= _SHORTEST:
                found.setdefault(word[0], []).append(word)
        return found

    @cached_property
    def _by_sound(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for word in sorted(self._words):
            if len(word) > 1 and is_hangul(word):
                found.setdefault(sound(word), []).append(word)
        return found

    def candidates(self, word: str) -> tuple[str, ...]:
        """The words that it can be a misspelling of, one for singular and plural; none when it is a word."""
        if not 1 < len(word) <= _LONGEST or word in self._spared or word in self._words:
            return ()
        found = self._found.get(word)
        if found is None:
            if len(self._found) > 4096:
                self._found.clear()
            found = self._found[word] = self._slips(word) or self._heard(word)
        return found

    def _slips(self, word: str) -> tuple[str, ...]:
        """The words one slip away."""
        hangul = is_hangul(word)
        if len(word) < (_SHORTEST_SYLLABLES if hangul else _SHORTEST_SLIP):
            return ()
        least = _SHORTEST_SYLLABLES if hangul else _SHORTEST_SLIP
        alike = [one for one in self._by_letter.get(word[0], ()) if abs(len(one) - len(word)) <= 1]
        found = {one for one in alike if len(one) >= least and is_slip(word, one)}
        return _single(found.difference(self._spared) or found, word)

    def slight(self, word: str, *, counted: bool = False) -> tuple[str, ...]:
        """The words that have the same letters, two of them swapped, or one letter more or less.

        `counted`: a number stands before it; short ones, too (`4 mles`).
        In Korean those of three syllables and more that sound like it: `스트래스`.
        """
        if not _SHORTEST - is_hangul(word) <= len(word) <= _LONGEST or word in self._spared:
            return ()
        if is_hangul(word):
            return self._heard(word)
        near, least = self._by_letter.get(word[0], ()), _SHORTEST if counted else _SHORTEST_SLIP
        found = [one for one in near if abs(len(one) - len(word)) <= 1 and _is_slight(word, one, least)]
        return tuple([one for one in found if len(one) == len(word)] or found)

    def with_a_letter(self, word: str) -> tuple[str, ...]:
        """The words that a short one is with a letter lost: `bech`. Right before figures only."""
        if len(word) != _SHORTEST or word in self._spared:
            return ()
        near = self._by_letter.get(word[0], ())
        return _single(
            (one for one in near if len(one) > len(word) and is_slip(word, one) and one not in self._spared),
            word,
        )

    def _heard(self, word: str) -> tuple[str, ...]:
        """Words that sound like it, or that it is without some of their vowels."""
        if is_hangul(word):
            return tuple(self._by_sound.get(sound(word), ()))
        if len(word) < _SHORTEST:
            return ()
        bones = word[1:].translate(_VOWELS)
        near = self._by_letter.get(word[0], ())
        long = [one for one in near if len(one) >= _SHORTEST_SLIP and one not in self._spared]
        return _single(
            (one for one in long if one[1:].translate(_VOWELS) == bones and shortened(word, one)), word
        )


def beside(word: str, others: Iterable[str]) -> tuple[str, ...]:
    """Which of the words that go with its neighbour a short one is a slip of: `hammer curs`, `legg press`."""
    if not _SHORTEST_BESIDE <= len(word) <= _SHORTEST:
        return ()
    near = (one for one in others if one[:1] == word[:1] and abs(len(one) - len(word)) <= 1 < len(one))
    return _single((one for one in near if is_slip(word, one)), word)


def _single(found: Iterable[str], word: str) -> tuple[str, ...]:
    """One of singular and plural, the nearer in length."""
    nearest = sorted(found, key=lambda one: (-abs(len(one) - len(word)), one))
    return tuple({one.removesuffix("s"): one for one in nearest}.values())


def sound(word: str) -> str:
    """A Korean word as it sounds, roughly: ㄷ at a syllable's end is a syllable 드 of its own."""
    heard: list[str] = []
    for letter in word:
        first, rest = divmod(ord(letter) - _BASE, _VOWEL_COUNT * _END_COUNT)
        vowel, end = divmod(rest, _END_COUNT)
        end = _SAME_ENDS.get(end, end)
        heard.append(f"{first},{_SAME_VOWELS.get(vowel, vowel)},{0 if end == _STOPPED else end}")
        if end == _STOPPED:
            heard.append("3,18,0")
    return " ".join(heard)


def shortened(word: str, known: str) -> bool:
    """Whether letters of `known` were only left out, not more than a third of them."""
    letters = iter(known)
    return len(word) * 3 >= len(known) * 2 and all(letter in letters for letter in word)


def _is_slight(word: str, known: str, least: int) -> bool:
    """Whether letters are swapped, or one is lost or doubled in a longer word, an s at its end aside."""
    if len(word) == len(known):
        return word != known and sorted(word) == sorted(known) and is_slip(word, known)
    plural = word.removesuffix("s") == known.removesuffix("s")
    return min(len(word), len(known)) >= least and not plural and is_slip(word, known)


def is_slip(one: str, other: str) -> bool:
    """Whether one insertion, deletion, replacement or swap of neighbours makes them equal."""
    if len(one) > len(other):
        one, other = other, one
    at = next((place for place, letter in enumerate(one) if letter != other[place]), len(one))
    if len(one) < len(other):
        return one[at:] == other[at + 1 :]
    swapped = one[at : at + 2] == other[at : at + 2][::-1] and one[at + 2 :] == other[at + 2 :]
    return swapped or one[at + 1 :] == other[at + 1 :]
