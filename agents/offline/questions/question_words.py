"""The words of questions: `data/LANGUAGE/questions.yaml`, in one trie over tokens."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import Any

from pydantic import BaseModel, ConfigDict

from agents.language.days.dateforms import all_words
from agents.language.files import read_data
from agents.language.text import heads
from agents.language.typos import Typos
from agents.language.words import log_words
from agents.latest import by_identity
from agents.offline.lexicon import Language, plain
from agents.offline.questions.question_rules import own_words
from domains.registry import load as load_domains
from domains.terms import Words

_TOKEN = re.compile(
    r"(?P<hangul>[가-힣])|(?P<number>\d+(?:[.,:]\d+)*)|(?P<word>(?:(?![가-힣])[^\W\d_])+(?:'(?:(?![가-힣])[^\W\d_])+)*)|(?P<sign>[^\w\s])"
)


@dataclass(frozen=True, slots=True)
class Token:
    """A word, a number, a mark, or one Hangul syllable; `first` where a word begins."""

    text: str
    start: int
    end: int
    kind: str
    first: bool


@lru_cache(maxsize=256)
def tokens_of(text: str) -> Sequence[Token]:
    """The tokens of a `plain` text. A question is read by several, one after the other."""
    found: list[Token] = []
    for hit in _TOKEN.finditer(text):
        kind = hit.lastgroup or "word"
        glued = bool(found) and found[-1].end == hit.start() and kind == found[-1].kind == "hangul"
        found.append(Token(hit.group(), hit.start(), hit.end(), kind, not glued))
    return tuple(found)


Meant = tuple[Any, bool, bool]
"""A value of a phrase, and whether it stands anywhere in a word, and at its end."""


class Trie:
    """Phrases over tokens; blanks between Hangul syllables do not count."""

    def __init__(self) -> None:
        self._meant: dict[str, tuple[Meant, ...]] = {}
        self._heads: set[str] = set()
        """The first tokens of longer phrases, a blank behind each."""
        self._once: dict[tuple[Meant, ...], tuple[Meant, ...]] = {}
        """What many phrases mean alike, held once."""

    def add(self, phrase: str, value: object) -> None:
        """Another value of a phrase; `~` before it: anywhere in a word, `$` behind it: at its end."""
        words = [token.text for token in tokens_of(plain(phrase.removeprefix("~").removesuffix("$")))]
        if words:
            told = " ".join(words)
            meant = (*self._meant.get(told, ()), (value, phrase[0] == "~", phrase[-1] == "$"))
            self._meant[told] = self._once.setdefault(meant, meant)
            self._heads.update(heads(words))

    def at(self, tokens: Sequence[Token], place: int) -> Iterator[tuple[int, tuple[Meant, ...]]]:
        """Where each phrase that begins there ends, and its values; the shortest first."""
        head = ""
        for at in range(place, len(tokens)):
            told = head + tokens[at].text
            if told in self._meant:
                yield at + 1, self._meant[told]
            head = f"{told} "
            if head not in self._heads:
                return


class Thousands(BaseModel):
    """How thousands are shortened: a pattern with `n` and `scale`, and how it is put in figures."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    pattern: re.Pattern[str]
    scale: dict[str, int]
    put: str

    def in_figures(self, text: str) -> str:
        """`10k steps` as `10000 steps`."""
        return self.pattern.sub(
            lambda hit: self.put.format(n=f"{float(hit['n'] or 1) * self.scale[hit['scale']]:.10g}"), text
        )


class QuestionFile(BaseModel):
    """The model of the file."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    words: dict[str, Words]
    subjects: dict[str, Words]
    muscles: dict[str, Words]
    worked_muscles: dict[str, Words]
    occasions: tuple[Words, ...]
    """What meals are called by when they are eaten, words for the same one together."""
    kinds: tuple[Words, ...]
    """What sessions are called, words for the same kind together."""
    long: Words = ()
    """What those of the kind are called that go farthest."""
    same: tuple[Words, ...]
    """Words that people write for the same thing."""
    own_pains: Words
    skip_words: Words
    aching: Words
    light: str
    """Words that say nothing of an entry."""
    particles: Words = ()
    verb_ends: Words = ()
    verb_forms: dict[str, Words] = {}
    """By the end of what is done ("gardening"), the ends of its verb."""
    spelled: dict[str, Words]
    linked_as: dict[str, str]
    """How a day is spoken of that another part finds, by `links` of the rules."""
    times: tuple[str, ...]
    """How times are named, whether or not they exist: regular expressions."""
    numbered_day: str
    """How a day is named by its number only, or two: a regular expression (day, since, between, other)."""
    hurts_it: str
    """Words of pain that speak of an effect ("does it hurt my bench"): a regular expression."""
    at_end: dict[str, str] = {}
    thousands: tuple[Thousands, ...] = ()
    spared: str

    @cached_property
    def lighter(self) -> frozenset[str]:
        """The words that say nothing."""
        return frozenset(self.light.split())

    @cached_property
    def subject_of(self) -> Mapping[str, str]:
        """What an everyday word is about."""
        return {word: name for name, words in self.subjects.items() for word in words}

    @cached_property
    def muscle_of(self) -> Mapping[str, str]:
        """The muscle that a word names where sets are asked about."""
        tables = (self.muscles, self.worked_muscles)
        return {word: name for table in tables for name, words in table.items() for word in words}

    @cached_property
    def named_times(self) -> re.Pattern[str]:
        """Any of the times."""
        return re.compile("|".join(f"(?:{time})" for time in self.times))

    @cached_property
    def numbered_days(self) -> re.Pattern[str]:
        """One or two days that are named by their numbers only."""
        return re.compile(self.numbered_day)

    @cached_property
    def group_of(self) -> Mapping[str, tuple[str, ...]]:
        """The kind of session that a word names, as all words for it."""
        return {word: group for group in reversed(self.kinds) for word in group}

    def occasion(self, word: str) -> tuple[str, ...]:
        """All words for the meal that the word names, that one first."""
        group = next((group for group in self.occasions if word in group), None)
        return () if group is None else tuple(dict.fromkeys((word, *group)))

    def alike(self, words: Iterable[str]) -> tuple[str, ...]:
        """The words with those that people write for the same."""
        told = tuple(words)
        more = [other for word in told for group in self.same if word in group for other in group]
        return tuple(dict.fromkeys([*told, *more]))


@cache
def question_file(language: Language) -> QuestionFile:
    """The words of a language."""
    return read_data(QuestionFile, language, "questions.yaml")


def _read(language: Language) -> tuple[QuestionFile, ...]:
    """The languages that a text of this one is read in."""
    return tuple([question_file(one) for one in dict.fromkeys((language, "en"))])


@cache
def symbol_trie(language: Language) -> Trie:
    """Symbols by their phrases."""
    trie = Trie()
    for phrase, symbol in (*own_words(language), *own_words("en")):
        trie.add(phrase, symbol)
    for file in _read(language):
        for symbol, phrases in file.words.items():
            for phrase in phrases:
                trie.add(phrase, symbol)
        for group in file.kinds:
            for word in group:
                for form in (word,) if language == "ko" else (word, f"{word}s", f"{word}es"):
                    trie.add(form, f"KIND:{group[0]}:{word}")
    return trie


@cache
def _subject_trie(language: Language, *, of_sets: bool) -> Trie:
    trie = Trie()
    for file in _read(language):
        for rank, table in (
            (1, file.worked_muscles if of_sets else {}),
            (3, file.subjects),
            (4, file.muscles),
        ):
            for name, phrases in table.items():
                for phrase in phrases:
                    trie.add(phrase, (rank, name, rank != 3))
    return trie


@by_identity(128)
def _vocabulary_trie(vocabulary: Mapping[str, str]) -> Trie:
    """Made once for a domain's words, which do not change; the latest are kept."""
    return _named((), vocabulary)


@dataclass(frozen=True, slots=True)
class Lexicon:
    """What names are looked up in for one question."""

    tries: tuple[Trie, ...]

    def longest(self, tokens: Sequence[Token], place: int) -> tuple[int, str, bool] | None:
        """The longest name that begins there: its end, what it names, whether that is a muscle."""
        best: tuple[int, int, str, bool] | None = None
        for trie in self.tries:
            for end, values in trie.at(tokens, place):
                for (rank, name, muscle), *_ in values:
                    if best is None or (end, -rank) > (best[0], -best[1]):
                        best = (end, rank, name, muscle)
        return None if best is None else (best[0], best[2], best[3])


def lexicon_for(
    language: Language,
    vocabularies: Sequence[Mapping[str, str]],
    own: Mapping[str, str],
    logged: Iterable[str],
    *,
    of_sets: bool,
) -> Lexicon:
    """The names in the log, the person's own words, those of the domains and everyday words for all of them.

    Of two domains that claim a term the later one holds.
    """
    domains = map(_vocabulary_trie, reversed(vocabularies))
    return Lexicon((_named(logged, own), *domains, _subject_trie(language, of_sets=of_sets)))


def _named(logged: Iterable[str], vocabulary: Mapping[str, str]) -> Trie:
    trie = Trie()
    forms = question_file("en").verb_forms
    for name in logged:
        trie.add(name, (0, name, False))
        for end, others in forms.items():
            for other in others if name.endswith(end) else ():
                trie.add(name.removesuffix(end) + other.strip("-"), (1, name, False))
    for term, name in vocabulary.items():
        trie.add(term, (2, name, False))
    return trie


@cache
def number_words() -> Mapping[str, int]:
    """Numbers that are spelled out."""
    return {word: value for table in all_words() for word, value in table.numbers.items()}


@cache
def _respelled(language: Language) -> Mapping[str, str]:
    return {word: right for right, words in question_file(language).spelled.items() for word in words}


@cache
def _respelled_phrases() -> re.Pattern[str]:
    phrases = [word for word in _respelled("en") if not word.isalpha()]
    return re.compile(
        rf"(?<![\w'])(?:{'|'.join(map(re.escape, sorted(phrases, key=len, reverse=True)))})(?![\w'])"
    )


@cache
def _typos() -> Typos:
    file = question_file("en")
    tables = (file.words, file.subjects, file.muscles, file.worked_muscles)
    right = {
        word
        for table in tables
        for phrases in table.values()
        for one in phrases
        for word in _LETTERS.findall(one)
    } | {word for phrase, _ in own_words("en") for word in _LETTERS.findall(phrase)}
    dates = {
        name
        for words in all_words()
        for table in (words.weekdays, words.months, words.day_words)
        for one in table
        for name in _LETTERS.findall(one)
    }
    known = {
        word
        for table in load_domains().vocabulary.values()
        for term in table
        for word in _LETTERS.findall(term.lower())
    }
    told = {
        word
        for words in log_words()
        for phrases in words.symbols.values()
        for phrase in phrases
        for word in _LETTERS.findall(phrase)
    }
    several = {f"{day}s" for words in all_words() for day in words.weekdays}  # "two fridays ago"
    return Typos(
        {word for word in right | dates if len(word) > 3},
        right | dates | several | told | known | file.lighter | set(file.spared.split()),
    )


_LETTERS = re.compile(r"[a-z]+")
_SPELLABLE = re.compile(r"(?<![\w'/.-])[a-z0-9][a-z0-9']*(?![\w/]|['.-]\w)|[가-힣]+")


def spelled(text: str, language: Language, own: Iterable[str] = ()) -> str:
    """The text with shorthand spelt out and misspelt words as the only one they can be; `own` words stay."""
    lowered = _respelled_phrases().sub(
        lambda hit: _respelled("en")[hit.group()], _in_full(plain(text), language)
    )
    kept = frozenset(word for name in own for word in _LETTERS.findall(name.lower()))
    table = _respelled(language)

    def right(hit: re.Match[str]) -> str:
        word = hit.group()
        if language == "ko":
            begun = next((one for one in table if word.startswith(one)), None)
            return table[begun] + word[len(begun) :] if begun else word
        if word in table:
            return table[word]
        if word in kept or not word.isalpha():
            return word
        meant = _typos().candidates(word)
        return meant[0] if len(meant) == 1 else word

    fixed = _SPELLABLE.sub(right, lowered)
    return text if fixed == plain(text) else fixed


_COMMA = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")


def _in_full(lowered: str, language: Language) -> str:
    """Thousands in figures before steps or calories ("10k steps", "만 보"); what is short only at the end."""
    lowered = _COMMA.sub("", lowered)
    for file in (question_file("en"), question_file("ko")):
        for one in file.thousands:
            lowered = one.in_figures(lowered)
    bare = lowered.rstrip(" ?.!")
    short = next((one for one in question_file(language).at_end if bare.endswith(one)), None)
    return (
        bare.removesuffix(short) + question_file(language).at_end[short]
        if short and f" in{short}" not in bare
        else lowered
    )
