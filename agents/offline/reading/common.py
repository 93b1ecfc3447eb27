"""Words that are the same whatever domains are loaded: the lexicons of data/, built once and shared."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache

from agents.language.tokens import is_hangul
from agents.offline.lexicon import plain
from agents.offline.reading.lexicons import ReadingWords, reading_words
from agents.offline.reading.phrases import NOTHING, Branch, Meaning, Named, Phrase
from agents.offline.reading.tokens import tokenize


class CommonWords:
    """The phrases of all lexicons by their first word, and the words in them."""

    def __init__(self) -> None:
        self.by_first: dict[str, list[tuple[Phrase, Meaning]]] = {}
        self.words: set[str] = set()
        self.hangul: set[str] = set()
        self.numbers: dict[str, int] = {}
        self.particles: set[str] = set()
        self.units: set[str] = set()
        self.spared: set[str] = set()
        """Words that are no typos."""
        self._branches: dict[str, Branch] = {}
        for words in reading_words():
            self.units.update(word for phrases in words.units.values() for word in phrases)
        for words in reading_words():
            self.numbers |= words.numbers
            self.particles.update(words.particles)
            self.spared.update(words.not_typos)
            self.spared.update(
                word for words in words.cues.values() for phrase in words for word in phrase.split()
            )
            self.spared.update(words.fillers)
            for phrase, meaning in _lexicon(words):
                parts = words_of(plain(phrase))
                if parts and not self.is_of_the_number_before(parts, meaning):
                    self.by_first.setdefault(parts[0], []).append((parts, meaning))
                    self.words.update(parts)
        self.hangul.update(word for word in (*self.words, *self.numbers) if is_hangul(word))

    def branch(self, first: str) -> Branch:
        """The phrases of the lexicons that begin so."""
        found = self._branches.get(first)
        if found is None:
            known = self.by_first.get(first)
            if known is None:
                return NOTHING
            found = self._branches[first] = Branch()
            for words, meaning in known:
                found.add(words, meaning)
        return found

    def is_of_the_number_before(self, words: Phrase, meaning: Meaning) -> bool:
        """Whether the phrase is no name, as its unit belongs to a number: `hours of sleep`, `g protein`."""
        return meaning.kind == "name" and len(words) > 1 and words[0] in self.units and words[1] != "-"


@cache
def common_words() -> CommonWords:
    """Built at first use."""
    return CommonWords()


@lru_cache(maxsize=4096)
def words_of(phrase: str) -> Phrase:
    """The words of a `plain` phrase as the tokenizer gives them."""
    if phrase.replace(" ", "").isalpha() and phrase.isascii():
        return tuple(phrase.split())  # what the tokenizer would give, ten times as fast
    return tuple(token.text for token in tokenize(phrase) if token.kind != "line")


_KINDS = {
    "sleep": ("duration", "h"),
    "nap": ("duration", "min"),
    "sleep quality": ("scale", "/5"),
    "body weight": ("mass", "kg"),
    "mood": ("scale", "/5"),
    "energy": ("scale", "/10"),
    "stress": ("scale", "/10"),
    "protein": ("mass", "g"),
    "carbs": ("mass", "g"),
    "fat": ("mass", "g"),
    "water": ("volume", "ml"),
    "kcal": ("energy", "kcal"),
}


_PEOPLE = ("person", "person_led", "first_name")
"""Cues that name somebody."""


def _lexicon(words: ReadingWords) -> Iterable[tuple[str, Meaning]]:  # noqa: C901, PLR0912 - a list of lists
    for kind, table in (
        ("unit", words.units),
        ("tag", words.tags),
        ("cue", words.cues),
        ("feeling", words.feelings),
    ):
        for what, phrases in table.items():
            for phrase in phrases:
                yield phrase, Meaning(kind, what)
    for what in _PEOPLE:
        for phrase in words.cues.get(what, ()):
            for ending in words.possessives:
                yield phrase + ending, Meaning("cue", what)
    lists = {
        "noise_after": words.noise_after,
        "noise_before": words.noise_before,
        "filler": words.fillers,
        "programme": words.programmes,
        "meal": words.meals,
        "ate": words.ate,
        "pain": words.pain,
        "no_pain": words.no_pain,
        "feeling_word": words.feeling_words,
        "sleep_quality": words.sleep_quality,
        "no_dish": words.no_dish,
        "burned": words.burned,
        "not_food": words.not_food,
        "food": words.foods,
        "article": words.articles,
    }
    for kind, phrases in lists.items():
        for phrase in phrases:
            yield phrase, Meaning(kind, phrase)
    for name, phrases in words.amounts.items():
        for phrase, value in phrases.items():
            yield phrase, Meaning("amount", name, value=value)
    for phrase, meters in words.races.items():
        yield phrase, Meaning("race", phrase, value=meters)
    for table, shape in ((words.measures, "metrics"), (words.bouts, "bouts")):
        for name, own in table.items():
            kind, unit = _KINDS.get(name, ("number", ""))
            named = Named(name, own.domain, "metrics" if shape == "metrics" else "bouts", kind, unit)
            for phrase in own.terms:
                yield phrase, Meaning("name", name, named)
    for name, phrases in words.exercises.items():
        for phrase in phrases:
            yield phrase, Meaning("name", name, Named(name, "strength", "sets"))
    for kind, pairs in (("side", words.sides), ("part", words.parts)):
        for phrase, what in pairs.items():
            yield phrase, Meaning(kind, what)
