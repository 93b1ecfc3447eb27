"""What corrections teach: a word of the user's for a measure, in so many words or by what was changed."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Literal

from pydantic import BaseModel

from agents.language import triggers
from agents.language.lexicon import common
from agents.offline.lexicon import languages, load, plain
from storage.entities import Entry

_LONGEST_SAID = 160
_MOST_LESSONS = 10
_SENTENCES = re.compile(r"(?<=[.!;\n])\s+|\n")
_BEFORE_FIGURES = re.compile(r"\s*(?P<term>[^\W\d_][^\W\d_' -]*(?:[ '-][^\W\d_]+){0,2})[:,]?\s+\d")
_PARTS = {
    "{alias}": r"(?P<alias>[^\W_][\w' -]{0,28}?)",
    "{name}": r"(?P<name>[^\W\d_][\w'() -]{0,38}?)",
    "{quote}": r"[\"']",
    "{q}": r"[\"']?",
}
"""Both words are short, so that the patterns stay linear."""


class TeachingWords(BaseModel, extra="forbid"):
    """`teaching.LANGUAGE.yaml`: how somebody says what a word of theirs means."""

    leads: tuple[str, ...]
    trails: tuple[str, ...]
    said: tuple[str, ...]
    hinted: tuple[str, ...] = ()
    """Counts only where the name is known."""
    articles: tuple[str, ...] = ()
    endings: tuple[str, ...] = ()
    not_names: tuple[str, ...] = ()

    def forms(self, patterns: Iterable[str]) -> tuple[re.Pattern[str], ...]:
        """Whole sentences, with the places of the two words filled in."""
        before = rf"(?:(?:{_any(self.leads)})[,:]? )*"
        behind = rf"(?:,? (?:{_any(self.trails)}))*[ .!~;]*"
        parts = {
            **_PARTS,
            "{a}": rf"(?:(?:{_any(self.articles)}) )?",
            "{end}": rf"(?: ?(?:{_any(self.endings)}))?",
        }
        return tuple(re.compile(before + _filled(pattern, parts) + behind) for pattern in patterns)


def _filled(pattern: str, parts: Mapping[str, str]) -> str:
    return re.sub("|".join(map(re.escape, parts)), lambda place: parts[place[0]], pattern)


def _any(words: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))


@cache
def _words() -> tuple[TeachingWords, ...]:
    return tuple(load("teaching", language, TeachingWords) for language in languages("teaching"))


@cache
def _forms() -> tuple[tuple[re.Pattern[str], bool], ...]:
    """Each with whether it says so outright."""
    return (
        *((form, True) for words in _words() for form in words.forms(words.said)),
        *((form, False) for words in _words() for form in words.forms(words.hinted)),
    )


@dataclass(frozen=True, slots=True)
class Taught:
    """A term and the name it stands for. Not `sure`: it must be taught again before it is used."""

    term: str
    name: str
    sure: bool = True
    why: ClassVar[Literal["done"]] = "done"


@dataclass(frozen=True, slots=True)
class Unfit:
    """What was told and cannot be.

    Nothing is known under the name, the term is a measure's full name, or it says something else in logs.
    """

    why: Literal["unknown", "taken", "everyday"]
    term: str
    name: str


def said(text: str) -> Taught | None:
    """What a sentence of the text tells outright: "by skulls I mean skull crusher"."""
    found = (_told(sentence) for sentence in _SENTENCES.split(plain(text)))
    return next((taught for taught in found if taught is not None and taught.sure), None)


def lessons(text: str, vocabulary: Mapping[str, str], logged: Collection[str]) -> tuple[Taught | Unfit, ...]:
    """What a message teaches that does nothing else; empty: it does something else, or no word can mean that.

    `vocabulary` leads terms to canonical names, `logged` are names that the person uses anyway.
    """
    if len(text) > _MOST_LESSONS * _LONGEST_SAID:
        return ()
    sentences = [sentence for sentence in _SENTENCES.split(plain(text).strip()) if sentence]
    found = [_told(sentence) for sentence in sentences[:_MOST_LESSONS]]
    if len(sentences) > _MOST_LESSONS or not all(found):
        return ()
    judged = [_judged(taught, vocabulary, logged) for taught in found if taught is not None]
    return tuple(each for each in judged if each is not None) if all(judged) else ()


def _told(sentence: str) -> Taught | None:
    for form, outright in _forms() if len(sentence) <= _LONGEST_SAID else ():
        if found := form.fullmatch(sentence):
            return Taught(found["alias"].strip(), found["name"].strip(), sure=outright)
    return None


def _judged(taught: Taught, vocabulary: Mapping[str, str], logged: Collection[str]) -> Taught | Unfit | None:
    name = next((known for form in _singular(taught.name) if (known := vocabulary.get(form))), None)
    name = name or next((form for form in _singular(taught.name) if form in logged), None)
    if name is None:
        fits = taught.sure and _may_name(taught.term, vocabulary)
        return Unfit("unknown", taught.term, taught.name) if fits else None
    if vocabulary.get(taught.term) == taught.term != name:
        return Unfit("taken", taught.term, name) if taught.sure else None
    if taught.term == name:
        return None
    if taught.term in vocabulary or taught.term in common().short or _may_name(taught.term, vocabulary):
        return Taught(taught.term, name)
    return Unfit("everyday", taught.term, name) if taught.sure else None


def _singular(name: str) -> Iterator[str]:
    """The name as written, and without a plural's ending."""
    yield name
    for ending in ("s", "es"):
        if name.endswith(ending):
            yield name.removesuffix(ending)


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
    known = {**vocabulary, **common().short}
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
        and not any(_says_something(word) or word in vocabulary for word in term.split())
    )


def _says_something(word: str) -> bool:
    return word in _spoken_for() or triggers.lexicon().has(word)


@cache
def _spoken_for() -> frozenset[str]:
    """Words of logs that are no names: fillers, units, numbers, feelings."""
    own = (word for words in _words() for phrase in words.not_names for word in plain(phrase).split())
    return frozenset((*common().terms.words, *own))
