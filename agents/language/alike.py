"""The known sentence that a sentence is most alike: by the words that both have."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from pydantic import BaseModel

from agents.language.text import plain

Label = TypeVar("Label")

_WORD = re.compile(r"[a-z0-9]+|[가-힣]+")
_JOINED = re.compile(r"['/]")
_LIGHT, _UNKNOWN = 0.2, 2
"""What words weigh: those that stand everywhere, and those of no known sentence; all others 1, and
all pairs of syllables."""
_FEWEST = 3
"""Words; of fewer each has to be known."""
_SHORTEST_STEM = 3
_PAIR = 2


class Vocabulary(BaseModel, extra="forbid"):
    """What words are compared as; the head of a file of known sentences."""

    first: tuple[str, ...]
    """Greetings and the like before a sentence."""
    endings: tuple[str, ...]
    """What a stem is without."""
    same: tuple[tuple[str, ...], ...]
    light: frozenset[str]
    """Words that tell little."""
    both: frozenset[str] = frozenset()
    """Words that stand in both sentences or in neither."""


@dataclass(frozen=True, slots=True)
class Words:
    """What the words of a language are taken for, and what each weighs."""

    same: dict[str, str]
    light: frozenset[str]
    both: frozenset[str]
    first: re.Pattern[str]
    endings: tuple[str, ...]

    @classmethod
    def of(cls, held: Vocabulary) -> Words:
        """As the file has them."""
        words = {word: group[0] for group in held.same for word in group}
        same = {stem(word, held.endings): group for word, group in words.items()} | words
        first = "|".join(map(re.escape, held.first))
        greets = re.compile(rf"^(?:(?:{first})(?: there)?\b[\s,.!:-]*)+")
        light = frozenset(same.get(one, one) for one in held.light)
        return cls(same, light, held.both, greets, held.endings)

    def core(self, said: str) -> str:
        """A sentence in plain letters, without greetings."""
        return self.first.sub("", _JOINED.sub("", plain(said).strip()))

    def read(self, core: str) -> frozenset[str]:
        """Its words: their stems, alike ones as one; of Korean, pairs of syllables."""
        return frozenset(one for word in _WORD.findall(core) for one in self._parts(word))

    def asks(self, words: frozenset[str]) -> bool:
        """Whether one of them can ask: those that tell little."""
        return not (self.light and self.light.isdisjoint(words))

    def weight(self, words: frozenset[str]) -> float:
        """Of all of them."""
        light = len(words & self.light)
        return len(words) - light + _LIGHT * light

    def _parts(self, word: str) -> Iterator[str]:
        if word.isascii():
            left = stem(word, self.endings)
            yield self.same.get(word) or self.same.get(left, left)
            return
        pairs = (word[at : at + _PAIR] for at in range(max(1, len(word) - 1)))
        yield from (self.same.get(pair, pair) for pair in pairs)


class Known(Generic[Label]):
    """Known sentences by what they mean, found by their words that tell much."""

    def __init__(self, words: Words, sentences: Mapping[Label, Iterable[str]], other: Label) -> None:
        self.words = words
        self._other = other
        """What is meant by sentences that only look like the others, and by none."""
        self._known: list[tuple[tuple[str, ...], float, Label]] = []
        """The words of each sentence, what they weigh and what is meant."""
        once: dict[str, str] = {}
        self._with: defaultdict[tuple[tuple[str, ...], str], list[int]] = defaultdict(list)
        """Sentences by their words that are in both or neither, and each that tells much."""
        self._words: set[str] = set()
        for label, sentence in ((label, one) for label, all_ in sentences.items() for one in all_):
            read = words.read(words.core(sentence))
            said = tuple([once.setdefault(one, one) for one in read])
            self._words.update(() if label == other else said)
            both = tuple(sorted(read & words.both))
            for one in read - words.light or {""}:
                self._with[both, once.get(one, one)].append(len(self._known))
            self._known.append((said, words.weight(read), label))

    def nearest(
        self, said: frozenset[str], least: float, *, may_be_other: bool = True
    ) -> tuple[float, Label]:
        """How alike the sentence is whose words are most alike, from 0 to 1, and what it means.

        Nothing is, where none can be as alike as `least`; of fewer than three words only what is quite alike.
        """
        weight, light = self.words.weight, self.words.light
        strange = sum(one.isascii() for one in said - self._words - light)
        of_said = weight(said) + (_UNKNOWN - 1) * strange
        if 2 * (shared := weight(said & self._words)) < least * (of_said + shared):
            return 0, self._other
        both = tuple(sorted(said & self.words.both))
        near = {number for one in said - light or {""} for number in self._with.get((both, one), ())}
        best, meant = 0.0, self._other
        for words, weighs, label in [self._known[number] for number in sorted(near)]:  # of two the first
            other = label == self._other
            if other and not may_be_other:
                continue
            share = 2 * weight(said.intersection(words)) / (of_said + weighs)
            if share > best or (share == best and other):
                best, meant = share, label
        return (best, meant) if len(said) >= _FEWEST or best == 1 else (0, self._other)


def stem(word: str, endings: tuple[str, ...]) -> str:
    """A word without its ending, where enough of it is left."""
    ending = next((one for one in endings if word.endswith(one)), "")
    return word.removesuffix(ending) if len(word) - len(ending) >= _SHORTEST_STEM else word
