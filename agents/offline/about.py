"""Questions about the bot itself, by the words that they share with known ones."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from pydantic import BaseModel

from agents.offline.lexicon import language_of, load, plain

_SENTENCES = re.compile(r"[.!?\n]+")
_WORD = re.compile(r"[a-z0-9]+|[가-힣]+")
_FIGURE = re.compile(r"\d(?!rm)")
_LONGEST = 120
_ALIKE, _ALIKE_BEGUN = 0.7, 0.55
"""How alike a sentence is at least to a known one, and one that begins as such questions do, from 0 to 1."""
_LIGHT, _UNKNOWN = 0.2, 2
"""What words weigh: those that stand everywhere, and those of no known question; all others 1, and
all pairs of syllables."""
_FEWEST = 3
"""Words; of fewer each has to be known."""
_DIARY = "diary"
_SHORTEST_STEM = 3
_PAIR = 2


class Topic(BaseModel, extra="forbid"):
    """How it is asked for, and what is said."""

    asks: tuple[str, ...]
    answer: str = ""


class About(BaseModel, extra="forbid"):
    """`about.LANGUAGE.yaml`."""

    first: tuple[str, ...]
    begins: str
    """How questions about the bot begin, most of them; a regular expression."""
    endings: tuple[str, ...]
    """What a stem is without."""
    same: tuple[tuple[str, ...], ...]
    light: frozenset[str]
    topics: dict[str, Topic]


@dataclass(frozen=True, slots=True)
class _Words:
    """What the words of a language are taken for, and what each weighs."""

    same: dict[str, str]
    light: frozenset[str]
    first: re.Pattern[str]
    begins: re.Pattern[str]
    endings: tuple[str, ...]

    @classmethod
    def of(cls, held: About) -> _Words:
        """As the file has them."""
        words = {word: group[0] for group in held.same for word in group}
        same = {_stem(word, held.endings): group for word, group in words.items()} | words
        first = "|".join(map(re.escape, held.first))
        light = frozenset(same.get(one, one) for one in held.light)
        greets = re.compile(rf"^(?:(?:{first})(?: there)?\b[\s,.!:-]*)+")
        return cls(same, light, greets, re.compile(held.begins), held.endings)

    def core(self, said: str) -> str:
        """A sentence in plain letters, without greetings."""
        return self.first.sub("", plain(said).strip().replace("'", ""))

    def read(self, core: str) -> frozenset[str]:
        """Its words: their stems, alike ones as one; of Korean, pairs of syllables."""
        return frozenset(one for word in _WORD.findall(core) for one in self._parts(word))

    def asks(self, words: frozenset[str]) -> bool:
        """Whether one of them can ask: those that tell little."""
        return not (self.light and self.light.isdisjoint(words))

    def weight(self, words: frozenset[str]) -> float:
        """Of all of them."""
        return sum(_LIGHT if one in self.light else 1 for one in words)

    def _parts(self, word: str) -> Iterator[str]:
        if word.isascii():
            stem = _stem(word, self.endings)
            yield self.same.get(word) or self.same.get(stem, stem)
            return
        yield from (word[at : at + _PAIR] for at in range(max(1, len(word) - 1)))


class _Known:
    """The questions of a language, found by their words that tell much."""

    def __init__(self, held: About) -> None:
        self.words = _Words.of(held)
        self._with: defaultdict[str, list[tuple[frozenset[str], str]]] = defaultdict(list)
        for name, topic in held.topics.items():
            for asks in topic.asks:
                words = self.words.read(self.words.core(asks))
                for one in words - self.words.light or {""}:
                    self._with[one].append((words, name))

    def nearest(self, said: frozenset[str], *, diary: bool) -> tuple[float, str]:
        """How alike the question is whose words are most alike, from 0 to 1, and its topic."""
        asked = {pair for one in said - self.words.light or {""} for pair in self._with.get(one, ())}
        weight = self.words.weight
        unknown = sum(one not in self._with and one not in self.words.light for one in said if one.isascii())
        of_said = weight(said) + (_UNKNOWN - 1) * unknown
        alike = [
            (2 * weight(said & words) / (of_said + weight(words)), topic == _DIARY, topic)
            for words, topic in asked
            if said and (diary or topic != _DIARY)
        ]
        share, _, topic = max(alike, default=(0, True, _DIARY))
        return share, topic


@lru_cache(maxsize=256)
def topic_of(said: str, *, diary: bool = True) -> str | None:
    """The topic that a sentence asks about; None: it asks about no more than the log, or tells something.

    Without the `diary` it is known to be about the bot.
    """
    language = language_of(said)
    if len(said) > _LONGEST or _FIGURE.search(said):
        return None
    known = _known(language)
    core = known.words.core(said)
    words = known.words.read(core)
    alike, topic = known.nearest(words, diary=diary)
    enough = _ALIKE_BEGUN if known.words.begins.match(core) else _ALIKE
    enough = enough if len(words) >= _FEWEST and known.words.asks(words) else 1
    return None if alike < enough or topic == _DIARY else topic


def told_about(text: str, language: str) -> str | None:
    """The answer to a text about the bot, by its first sentence that has a topic; None: none has."""
    topics = (topic_of(said, diary=False) for said in _SENTENCES.split(text))
    topic = next((one for one in topics if one is not None), None)
    return None if topic is None else load("about", language, About).topics[topic].answer


@cache
def _known(language: str) -> _Known:
    return _Known(load("about", language, About))


def _stem(word: str, endings: tuple[str, ...]) -> str:
    ending = next((one for one in endings if word.endswith(one)), "")
    return word.removesuffix(ending) if len(word) - len(ending) >= _SHORTEST_STEM else word
