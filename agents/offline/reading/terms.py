"""The terms of one domain, or of one person, made ready to be looked up; a domain's once for all users."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

from agents.language.tokens import is_hangul
from agents.offline.lexicon import plain
from agents.offline.reading.common import common_words, words_of
from agents.offline.reading.lexicons import reading_words, short_words
from agents.offline.reading.naming import Names
from agents.offline.reading.phrases import Meaning, Named, Phrase
from agents.offline.reading.typos import Spellings, joined_name
from domains.model import Domain, Shape

_READ_APART = frozenset(("meal",))
"""Fields whose words are the lexicon's business."""
_PAIN = Meaning("pain", "pain")


class Term(NamedTuple):
    """A term as it is written, its words, and the canonical name that it leads to."""

    written: str
    words: Phrase
    name: str


class Terms:
    """Terms by their first word; `meanings` are those of canonical names. Others are guessed."""

    def __init__(self, vocabulary: Mapping[str, str], meanings: Mapping[str, Meaning]) -> None:
        self.meanings = meanings
        self.by_first: dict[str, list[Term]] = {}
        self.joined: dict[str, list[Term]] = {}
        """Names of several words by what they are written as one."""
        self.places: dict[str, list[tuple[Phrase, str]]] = {}
        """Places of the body by the first word for them."""
        self.words: set[str] = set()
        self.hangul: set[str] = set()
        self.names = Names(short_words())
        self._exercises: set[str] = set()
        """Words of the names of exercises and bouts."""
        for written, name in vocabulary.items():
            self._add(written, name)
        self.firsts = self.by_first.keys() | self.joined.keys()
        """Words that a phrase here begins with; looked into for every word of a text."""

    def _add(self, written: str, name: str) -> None:
        if name in _READ_APART:
            words = words_of(plain(written))
            if words:
                self.by_first.setdefault(words[0], []).append(Term(written, words, name))
            return
        words, meaning = words_of(plain(written)), self.meanings.get(name) or guessed(name)
        if not words:
            return
        if not common_words().is_of_the_number_before(words, meaning):
            self.by_first.setdefault(words[0], []).append(Term(written, words, name))
            self._know(words)
        if meaning.named is not None and meaning.named.shape != "metrics":
            self._exercises.update(words)
            self.names.add(words, meaning)
            joined = joined_name(words)
            if joined and joined not in common_words().words:
                self.joined.setdefault(joined, []).append(Term(written, (joined,), name))
                self._know((joined,))
                self._exercises.add(joined)

    def _know(self, words: Phrase) -> None:
        self.words.update(words)
        self.hangul.update(word for word in words if is_hangul(word))

    def add_places(self, places: Mapping[str, str]) -> None:
        """Words for places of the body, with the place's name."""
        for place, part in places.items():
            words = words_of(plain(place))
            if words:
                self.places.setdefault(words[0], []).append((words, part))
                self.firsts.add(words[0])
                self._know(words)

    @cached_property
    def spellings(self) -> Spellings:
        """Of the words that a typo may stand for; made when the first unknown word comes."""
        return Spellings(self._exercises)


def of_domain(domain: Domain) -> Terms:
    """All that a domain's file knows."""
    terms = Terms(domain.vocabulary, {name: _meaning(domain, name) for name in domain.names})
    terms.add_places(domain.places)
    return terms


def _meaning(domain: Domain, name: str) -> Meaning:
    if name == "pain":
        return _PAIN
    spec, shape = domain.field(name), domain.shape_of(name)
    if spec is not None and shape == "metrics":
        return Meaning("name", name, Named(name, domain.name, shape, spec.type, spec.unit))
    return Meaning("name", name, Named(name, domain.name, shape))


def guessed(name: str) -> Meaning:
    """What a name of the user's own means, or one of a vocabulary that came without its domains."""
    return _PAIN if name == "pain" else Meaning("name", name, Named(name, *_home(name)))


def _home(name: str) -> tuple[str, Shape]:
    for words in reading_words():
        if name in words.bouts:
            return words.bouts[name].domain, "bouts"
        if name in words.measures:
            return words.measures[name].domain, "metrics"
    return "strength", "sets"


def is_read_apart(name: str) -> bool:
    """Whether its words are not looked up here."""
    return name in _READ_APART
