"""What corrections teach: a word of the user's for a measure, in so many words or by what was changed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from agents.offline.lexicon import plain
from agents.offline.reading.words import reading_words, short_names
from storage.entities import Entry

_SAID = tuple(
    re.compile(pattern)
    for pattern in (
        r"\bwhen i (?:say|write) [\"']?(?P<alias>[\w -]{1,30}?)[\"']?,? i mean [\"']?(?P<name>[\w -]{2,40})",
        r"\bby [\"']?(?P<alias>[\w -]{1,30}?)[\"']?,? i mean [\"']?(?P<name>[\w -]{2,40})",
        r"[\"'](?P<alias>[\w -]{1,30})[\"'] (?:means|stands for) [\"']?(?P<name>[\w -]{2,40})",
        r"[\"']?(?P<alias>\w{1,20})[\"']?(?:은|는) (?P<name>[\w ]{1,20}?)(?:이라는|라는) (?:뜻|말)",
    )
)
_BEFORE_FIGURES = re.compile(r"\s*(?P<term>[^\W\d_][^\W\d_' -]*(?:[ '-][^\W\d_]+){0,2})[:,]?\s+\d")
_NO_NAMES = (
    *(
        "again",
        "all",
        "another",
        "back",
        "chest",
        "day",
        "do",
        "done",
        "finally",
        "first",
        "he",
        "her",
        "his",
    ),
    *("last", "legs", "lift", "lifted", "lower", "machine", "more", "next", "same", "second", "she", "that"),
    *("them", "there", "these", "they", "third", "those", "upper", "we", "what", "which", "you", "your"),
    *("오늘", "어제", "이거", "그거", "저거", "운동", "다시", "같은", "마지막"),
)


@dataclass(frozen=True, slots=True)
class Taught:
    """A term and the name it stands for. Not `sure`: it must be taught again before it is used."""

    term: str
    name: str
    sure: bool = True


def said(text: str) -> Taught | None:
    """What is told outright: "by skulls I mean skull crusher"."""
    for pattern in _SAID:
        if found := pattern.search(plain(text)):
            return Taught(found["alias"].strip(), found["name"].strip())
    return None


def shown(before: Sequence[Entry], after: Sequence[Entry], vocabulary: Mapping[str, str]) -> Iterator[Taught]:
    """What changed names teach, where one measure became one other.

    A word that nobody knew is the user's from now on. A known one that was short for something else
    ("press") has to be corrected twice; a measure's full name always keeps its meaning.
    """
    old = {entry.id: entry for entry in before}
    for entry in after:
        was = old.get(entry.id)
        if was is None or entry.deleted:
            continue
        had = {measure.name for measure in was.measures}
        has = {measure.name for measure in entry.measures}
        gone, come = had - has, has - had
        if len(come) != 1 or len(gone) > 1 or (not gone and had):
            continue
        (name,) = come
        taught = (
            _renamed(was.text, gone.pop(), name, vocabulary) if gone else _named(was.text, name, vocabulary)
        )
        if taught is not None and taught.term != name:
            yield taught


def _renamed(text: str, old: str, new: str, vocabulary: Mapping[str, str]) -> Taught | None:
    words = plain(text)
    if vocabulary.get(old) is None:
        return Taught(old, new) if _stands_in(old, words) and _may_name(old, vocabulary) else None
    if _stands_in(old, words):
        return None
    known = {**vocabulary, **short_names()}
    written = [term for term, name in known.items() if name == old and _stands_in(term, words)]
    return Taught(max(written, key=len), new, sure=False) if written else None


def _named(text: str, new: str, vocabulary: Mapping[str, str]) -> Taught | None:
    """A log of which nothing was read until the user said what it was."""
    term = unknown_name(text, vocabulary)
    return Taught(term, new) if term else None


def unknown_name(text: str, vocabulary: Mapping[str, str]) -> str | None:
    """What stands before the figures of a one-line log where a name should, and is none yet."""
    found = _BEFORE_FIGURES.match(plain(text))
    term = found["term"].strip() if found else ""
    return term if term and "\n" not in text.strip() and _may_name(term, vocabulary) else None


def _stands_in(term: str, text: str) -> bool:
    return re.search(rf"(?<![^\W_]){re.escape(term)}(?![^\W_])", text) is not None


def _may_name(term: str, vocabulary: Mapping[str, str]) -> bool:
    """Whether all of its words are free to be a name: none says something already."""
    return (
        2 <= len(term) <= 40
        and term not in vocabulary
        and not any(word in _spoken_for() or word in vocabulary for word in term.split())
    )


@cache
def _spoken_for() -> frozenset[str]:
    """Words of logs that are no names: fillers, cues, units, numbers, feelings."""
    phrases = {phrase for words in reading_words() for phrase in (*words.fillers, *words.numbers)}
    for words in reading_words():
        for table in (words.cues, words.units, words.tags, words.feelings):
            phrases.update(phrase for group in table.values() for phrase in group)
    return frozenset((*_NO_NAMES, *(word for phrase in phrases for word in plain(phrase).split())))
