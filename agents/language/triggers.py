"""Words that tell how a stretch of a message is meant: the rows of `data/LANGUAGE/assertion.yaml`."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal, TypeVar
from unicodedata import normalize

from pydantic import BaseModel, ConfigDict, Field

from agents.language.files import languages, read_data, tables
from agents.language.text import heads
from agents.language.tokens import is_hangul
from domains.terms import Words

K = TypeVar("K")
V = TypeVar("V")
Category = Literal[
    "done", "now", "planned", "negated", "other", "hypothetical", "question", "past", "habit", "thing",
    "context", "closes", "none",
]  # fmt: skip
Reach = Literal["clause", "sentence", "line", "block", "message"]
_WORD = re.compile(r"[가-힣]+|\d+|[^\W\d_가-힣]+(?:'[^\W\d_]+)?|\n|[^\w\s]")
_JAMO = {chr(0x3130 + at): chr(0x11A7 + final) for final, at in enumerate(
    (1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 20, 21, 22, 23, 24, 26, 27, 28, 29, 30), 1
)}  # fmt: skip
"""Consonants written alone, as those that end a syllable."""
_LONGEST_END = 24
"""Letters of the longest end of a word that is looked at."""
_LONGEST_HEAD = 12
_BEFORE = 2
"""Words that an end may go back to."""
_ON = "~"
"""Behind an end that may be followed in its word: `지 못~`. A blank in front: there the word begins."""


class Row(BaseModel):
    """A row: what its words say (`is`) and where that holds."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str
    is_: Category = Field(alias="is")
    direction: Literal["forward", "backward", "both"] = "forward"
    reach: Reach = "clause"
    until: tuple[str, ...] = ()
    """Categories, and kinds of words, that end it."""
    at: Literal["", "first", "head"] = ""
    """Where it has to stand in its clause: first, or as what the clause is about."""
    with_: tuple[str, ...] = Field(default=(), alias="with")
    """Endings of which the word has to have one."""
    words: Words = ()
    ends: tuple[str, ...] = ()
    no_ends: tuple[str, ...] = ()
    syllables: str = ""
    """What two or three of make a given name, unless it is one of `no_words`; one of `with` has to follow."""
    no_words: tuple[str, ...] = ()
    counted: bool = True
    """Whether it holds right behind a number, too; a verb does not: `10 squats`."""


class TriggerFile(BaseModel, extra="forbid"):
    """A file of rows, and the kinds of words that they and the clauses go by."""

    language: str
    words: dict[str, tuple[str, ...]]
    triggers: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Word:
    """A written word: text[start:end]."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Trigger:
    """Where a row's words stand, in characters and in words."""

    row: Row
    start: int
    end: int
    first: int


def words_of(text: str) -> list[Word]:
    """The words, signs and line ends of a `plain` text."""
    return [Word(found[0], found.start(), found.end()) for found in _WORD.finditer(text)]


_Said = tuple[int, bool]
"""A row, and whether an end is really its."""
_Found = dict[K, list[V]]


def _shared(found: _Found[K, V]) -> dict[K, tuple[V, ...]]:
    """What was found under each key; what is alike is held once."""
    once: dict[tuple[V, ...], tuple[V, ...]] = {}
    held = {key: once.setdefault(values, values) for key, values in ((k, tuple(v)) for k, v in found.items())}
    return {**held}  # a table that grew has room for twice as much


def _add_ends(ends: _Found[str, _Said], stems: _Found[str, _Said], number: int, row: Row) -> None:
    for written, really in ((row.ends, True), (row.no_ends, False)):
        for end in written:
            found = stems if end.endswith(_ON) else ends
            for one in _together(_spelt(end.removesuffix(_ON))):
                found.setdefault(one, []).append((number, really))


class Lexicon:
    """The rows of all languages, ready to be found."""

    def __init__(self, sources: Sequence[TriggerFile]) -> None:
        self.rows: tuple[Row, ...] = tuple([row for one in sources for row in one.triggers])
        self._heads: set[str] = set()
        """The first words of phrases, a blank behind each."""
        self._kinds: defaultdict[str, set[str]] = defaultdict(set)
        self._composed = [(row, frozenset(row.syllables)) for row in self.rows if row.syllables]
        phrases, ends, stems = _Found[str, int](), _Found[str, _Said](), _Found[str, _Said]()
        for number, row in enumerate(self.rows):
            self._add_phrases(phrases, number, row)
            _add_ends(ends, stems, number, row)
        self._phrases, self._ends, self._stems = _shared(phrases), _shared(ends), _shared(stems)
        self._tails = frozenset([stem[-2:] for stem in self._stems])
        for one in sources:
            for kind, words in one.words.items():
                self._kinds[kind].update(words)

    def _add_phrases(self, phrases: _Found[str, int], number: int, row: Row) -> None:
        for phrase in row.words:
            for parts in _spaced(tuple([word.text for word in words_of(phrase)])):
                together = " ".join(parts)
                phrases.setdefault(phrase if phrase == together else together, []).append(number)
                self._heads.update(heads(parts))

    def kind(self, word: str, kind: str) -> bool:
        """Whether it is a word of this kind."""
        return word in self._kinds[kind]

    def has(self, word: str) -> bool:
        """Whether it is a trigger by itself."""
        return word in self._phrases

    def owner(self, word: str) -> str:
        """Whose something is by this word: `martha` of `martha's`; nothing where it says no such thing."""
        end = next((one for one in self._kinds["owns"] if word.endswith(one)), "")
        return word.removesuffix(end) if end else ""

    def is_of(self, word: str, rows: Collection[str]) -> bool:
        """Whether it is by itself a trigger of one of these rows."""
        return any(self.rows[number].name in rows for number in self._phrases.get(word, ()))

    def find(self, words: Sequence[Word]) -> list[Trigger]:
        """The triggers, in order, but those within a longer one. Linear in the words."""
        found: list[Trigger] = []
        covered = 0
        for at, word in enumerate(words):
            length, numbers = self._longest(words, at)
            if at and words[at - 1].text.isdecimal():
                numbers = [number for number in numbers if self.rows[number].counted]
            if at + length > covered:
                last = at + length - 1
                denied = {number for number, really in self._said(words, last).items() if not really}
                numbers = [number for number in numbers if number not in denied]
                found += [Trigger(self.rows[number], word.start, words[last].end, at) for number in numbers]
                covered = at + length
            if at + 1 >= covered:
                said = self._said(words, at).items()
                own = [number for number, really in said if really and number not in numbers]
                found += [Trigger(self.rows[number], word.start, word.end, at) for number in own]
                found += self._composed_of(word, at) if not length else ()
        return found

    def _longest(self, words: Sequence[Word], at: int) -> tuple[int, list[int]]:
        best: tuple[int, list[int]] = (0, [])
        head = ""
        for place in range(at, len(words)):
            for last in self._forms(words[place].text):
                numbers = [one for one in self._phrases.get(head + last[0], ()) if self._fits(one, last[1])]
                if numbers:
                    best = (place + 1 - at, numbers)
                    break
            head = f"{head}{words[place].text} "
            if head not in self._heads:
                break
        return best

    def _forms(self, word: str) -> Iterator[tuple[str, str]]:
        """A word, and what it may be without an ending, the longest first."""
        yield word, ""
        if is_hangul(word):
            for size in range(min(len(word) - 1, _LONGEST_HEAD), 0, -1):
                if size > 1 or self.kind(word[1:], "particles"):
                    yield word[:size], word[size:]

    def _fits(self, number: int, ending: str) -> bool:
        needed = self.rows[number].with_
        return not needed or ending in needed

    def _said(self, words: Sequence[Word], at: int) -> dict[int, bool]:
        """The rows that the end of a word speaks of, and whether it is theirs."""
        word = words[at]
        if not is_hangul(word.text):
            return {}
        last = _spelt(word.text[-_LONGEST_END // 3 :])
        spelt = f" {last}"
        for before in reversed(words[max(0, at - _BEFORE) : at]):
            if not is_hangul(before.text):
                break
            spelt = f" {_spelt(before.text[-_LONGEST_END // 3 :])}{spelt}"
        said: dict[int, bool] = {}
        for number, really in self._endings(spelt, len(spelt) - len(last)):
            said[number] = really and said.get(number, True)
        return said

    def _endings(self, spelt: str, begin: int) -> Iterator[tuple[int, bool]]:
        """What the end of the word that begins at `begin` says, and what is within it."""
        for size in range(1, min(len(spelt), _LONGEST_END) + 1):
            yield from self._ends.get(spelt[-size:], ())
        for end in range(begin, len(spelt) + 1):
            if spelt[end - 2 : end] in self._tails:
                for size in range(2, min(end, _LONGEST_END) + 1):
                    yield from self._stems.get(spelt[end - size : end], ())

    def _composed_of(self, word: Word, at: int) -> Iterator[Trigger]:
        for row, syllables in self._composed:
            ending = next((one for one in row.with_ if word.text.endswith(one)), "")
            name = word.text.removesuffix(ending) if ending else ""
            if len(name) in _NAME and syllables.issuperset(name[-2:]) and name not in row.no_words:
                yield Trigger(row, word.start, word.end, at)


_NAME = (2, 3)
"""Syllables of a given name, without and with that of the family."""


def _spaced(parts: tuple[str, ...]) -> list[tuple[str, ...]]:
    """A phrase, and in Korean with fewer blanks, which writers leave out as they like."""
    if len(parts) == 1 or not all(map(is_hangul, parts)):
        return [parts]
    rest = _spaced(parts[1:])
    return [(parts[0], *one) for one in rest] + [(parts[0] + one[0], *one[1:]) for one in rest]


def _together(end: str) -> frozenset[str]:
    """An end of two words, and the same written as one."""
    lead = end[: len(end) - len(end.lstrip())]
    return frozenset((end, lead + end.replace(" ", "")))


def _spelt(word: str) -> str:
    """Its letters one by one, so that ends within a syllable can be compared."""
    return normalize("NFD", "".join(_JAMO.get(letter, letter) for letter in word))


@cache
@tables()
def lexicon() -> Lexicon:
    """All triggers, read once. Raises DataError."""
    known = languages("assertion.yaml")
    return Lexicon([read_data(TriggerFile, language, "assertion.yaml") for language in known])
