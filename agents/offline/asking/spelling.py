"""Questions as they are typed: chat shorthand spelt out, misspelt words read as the one they must be.

Quoted words stay as they are, and so does every word that anybody could have meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache

from agents.language.days.dateforms import all_words
from agents.offline.asking.cues import cues
from agents.offline.lexicon import Language, plain
from agents.offline.reading.typos import Spellings, Typos
from domains.registry import load as load_domains

_WORD = re.compile(r"(?<![\w'/.-])[a-z0-9][a-z0-9']*(?![\w/]|['.-]\w)")
_LETTERS = re.compile(r"[a-z]+")


def spelled(text: str, language: Language, own: Iterable[str] = ()) -> str:
    """The text with its words spelt as the cues have them; `own` are names that the user gave."""
    table = cues(language).spellings
    if language != "en" and not table:
        return text
    lowered = plain(text)
    for pattern, written in table.items():
        lowered = pattern.sub(written, lowered)
    if language != "en":
        return text if lowered == plain(text) else lowered
    known = frozenset(word for name in own for word in _LETTERS.findall(name.lower()))
    fixed = _WORD.sub(lambda found: _right(found.group(), known), lowered)
    return text if fixed == plain(text) else fixed


def _right(word: str, own: frozenset[str]) -> str:
    """The word, or the only one it can be a misspelling of."""
    if word in own or not word.isalpha():
        return word
    candidates = _typos().candidates(word)
    return candidates[0] if len(candidates) == 1 else word


@cache
def _asked() -> frozenset[str]:
    return frozenset(cues("en").asked) | _words(cues("en").subjects)


@cache
def _typos() -> Typos:
    known = cues("en")
    asked = _asked() | _words(known.muscles_of_sets)
    vocabulary = {word for table in load_domains().vocabulary.values() for word in _words(table)}
    days = {name for words in all_words() for table in (words.weekdays, words.months) for name in table}
    dates = {word for words in all_words() for phrase in words.day_words for word in _LETTERS.findall(phrase)}
    right = asked | days
    return Typos([Spellings(right)], right | vocabulary | dates | known.stopwords | set(known.spared))


def _words(table: Mapping[str, str]) -> set[str]:
    return {word for term in table for word in _LETTERS.findall(term.lower()) if len(word) > 2}
