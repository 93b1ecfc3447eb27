"""Phrases and what they mean, as a lexicon, a domain or a person has them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from agents.language.meaning import Entry
from agents.language.text import plain
from agents.language.tokens import tokenize

_FIRST = re.compile(r"\d+|[가-힣]+|[^\W\d_가-힣]+(?:'[^\W\d_]+)?|\S")


class Terms:
    """Phrases under their first word, each with what it means: an entry, or a name that leads to one."""

    def __init__(self) -> None:
        self.entries: dict[str, Entry] = {}
        self._longer: dict[str, tuple[str, ...]] = {}
        """Those of more than their first word, under it."""
        self.words: set[str] = set()
        """All words of the phrases."""
        self.moves: dict[str, str] = {}
        """Terms of exercises and bouts to their canonical names."""
        self.exercises: dict[str, str] = {}
        """Those of exercises."""
        self.joined: list[str] = []
        """Names of several words, written as one."""

    def add(self, phrases: Iterable[str], entry: Entry) -> None:
        """Phrases that mean that."""
        for phrase in phrases:
            self.put(plain(phrase), entry)

    def put(self, written: str, entry: Entry) -> None:
        """One plain phrase; one that was put before means both."""
        known = self.entries.get(written)
        if known is not None:
            self.entries[written] = known.with_(entry)
            return
        self.entries[written] = entry
        first = written.partition(" ")[0]
        if not (first.isascii() and first.isalpha()):
            match = _FIRST.match(written)
            first = match[0] if match is not None else ""
        if first != written:
            self._longer[first] = (*self._longer.get(first, ()), written)

    def begins(self, first: str) -> bool:
        """Whether a phrase begins so."""
        return first in self._longer or first in self.entries

    def of(self, first: str) -> Iterator[tuple[str, Entry]]:
        """The phrases that begin so."""
        alone = self.entries.get(first)
        if alone is not None:
            yield first, alone
        for phrase in self._longer.get(first, ()):
            yield phrase, self.entries[phrase]

    def know_words(self) -> None:
        """Note the words of all phrases, now that all are there."""
        self.entries, self._longer = {**self.entries}, {**self._longer}
        self.moves, self.exercises = {**self.moves}, {**self.exercises}  # grown tables have room for twice it
        written = set(" ".join(self.entries).split())
        simple = {word for word in written if word.isascii() and word.isalpha()}
        self.words.update([one for one in self.entries if one in simple])
        self.words |= simple
        self.words.update([token.text for token in tokenize(" ".join(written - simple))])
