"""The words of corrections (`data/corrections.*.yaml`), and which sets of a log a correction means."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from pydantic import BaseModel, Field

from agents.offline.lexicon import languages, load


class CorrectionWords(BaseModel, extra="forbid"):
    """A file `data/corrections.LANGUAGE.yaml`."""

    delete: list[str]
    old: list[str]
    old_before: list[str]
    became: list[str]
    """What stands between sets as they were written and as they were."""
    last: list[str]
    first: list[str]
    second: list[str]
    third: list[str]
    set: list[str]
    change: list[str] = []
    into: list[str] = []
    change_after: list[str] = []
    whole: list[str]
    add: list[str]
    clause: list[str] = []
    """What stands between two corrections in one message."""
    dropped: list[str]
    places: dict[str, int] = {}
    """Further ordinals and what they mean: {fourth: 3}."""
    counted_set: list[str] = []
    """How the third of several sets is written with a figure ("set 3"), as patterns with {n}."""
    middle: list[str] = []
    more: list[str] = []
    every: list[str] = []
    top: list[str] = []
    swap: list[str] = []
    idle: list[str] = []
    """What says nothing of which log goes: "delete that please"."""
    asides: list[str] = []
    """What says only that something went wrong: "fat fingers"."""
    one_set: list[str] = []
    several_sets: list[str] = []
    one: list[str] = []
    """What stands for a thing: "the wrong one"."""
    points: list[str] = []
    """Words before such a one."""
    leads: list[str] = []
    """Words before what tells which set is meant: "the 100kg set"."""
    ends_old: list[str] = []
    """What is right again begins with these: "not 5 but 8"."""
    no_number: list[str] = []
    is_: list[str] = Field(default=[], alias="is")
    is_not: list[str] = []
    total: list[str] = []
    """Words that say that a number of sets is that of all: "it was 4 sets"."""
    counts: dict[str, int] = {}
    """How many sets: "the last two sets"."""
    set_behind: list[str] = []
    """Patterns of a set behind its ordinal."""
    one_behind: list[str] = []
    """Patterns of what stands for one: "the last one"."""
    verb_behind: list[str] = []
    particles: list[str] = []
    """What clings to an ordinal that means a set."""


@cache
def correction_words() -> tuple[CorrectionWords, ...]:
    """The words of every language."""
    return tuple(load("corrections", code, CorrectionWords) for code in languages("corrections"))


@cache
def pattern(kind: str) -> re.Pattern[str]:
    """Any of the words of this kind, in any language."""
    lists: list[list[str]] = [getattr(words, kind) for words in correction_words()]
    words = sorted((re.escape(word) for words in lists for word in words), key=len, reverse=True)
    return re.compile(rf"(?<![a-z])(?:{'|'.join(words)})(?![a-z])" if words else r"(?!)")


@dataclass(frozen=True, slots=True)
class Place:
    """Sets named by their order in text[start:end]: `which` is 0 for the first, -1 for the last."""

    which: int
    count: int
    start: int
    end: int


MIDDLE = 1000
"""Stands for the place of the middle one of an odd number of sets."""


@cache
def _words(kind: str) -> tuple[str, ...]:
    """The words of this kind in all languages, the longest first."""
    lists: list[Iterable[str]] = [getattr(words, kind) for words in correction_words()]
    return tuple(sorted((word for words in lists for word in words), key=len, reverse=True))


def a_set() -> str:
    """A word for a set, as it stands behind its ordinal."""
    return correction_words()[0].set[0]


@cache
def _counts() -> dict[str, int]:
    return {word: count for words in correction_words() for word, count in words.counts.items()}


@cache
def _ordinals() -> tuple[tuple[int, re.Pattern[str]], ...]:
    kinds = ((-1, "last"), (0, "first"), (1, "second"), (2, "third"))
    known = [(place, pattern(kind).pattern) for place, kind in kinds]
    known.append((MIDDLE, pattern("middle").pattern))
    for words in correction_words():
        known += [(place, rf"(?<![a-z\d]){re.escape(word)}(?![a-z])") for word, place in words.places.items()]
    count = rf"(?:\s(?P<n>\d{{1,2}}|(?:{'|'.join(_words('counts'))})(?=\W|$)))?"
    sets, ones = "|".join(_words("set_behind")), "|".join(_words("one_behind"))
    others = "|".join((*_words("verb_behind"), *_words("particles")))
    behind = rf"\s?(?P<what>(?P<set>{sets})|(?P<one>{ones})|{others})?(?![a-z])"
    return tuple((place, re.compile(f"(?P<place>{written}){count}{behind}")) for place, written in known)


@cache
def _numbered() -> tuple[re.Pattern[str], ...]:
    forms = [form for words in correction_words() for form in words.counted_set]
    return tuple(
        re.compile(form.replace("{n}", r"(?P<n>\d{1,2})").replace("{m}", r"(?P<m>\d{1,2})")) for form in forms
    )


def find_place(text: str, *, deletes: bool) -> Place | None:
    """The sets meant; "the last one" is a set where a value changes, and a log where it goes."""
    for which, written in _ordinals():
        for found in written.finditer(text):
            what, number = found["what"] or "", found["n"]
            counted = bool(found["set"] or found["one"])
            named = bool(found["set"]) or (bool(found["one"]) and not deletes)
            sure = number is not None or which >= 0 or what in _words("particles")
            bare = bool(what) and not deletes and sure
            things = deletes and number is not None and not what  # "delete the last two"
            if not (named or bare or things):
                continue
            count = 1 if number is None else _counts().get(number) or int(number)
            end = found.end() if counted else found.start("what")
            return Place(which, count, found.start(), end)
    for form in _numbered():
        numbered = form.search(text)
        if numbered is not None and int(numbered["n"]) > 0:
            first, end = int(numbered["n"]), numbered.groupdict().get("m")
            count = int(end) - first + 1 if end is not None else 1
            return Place(first - 1, max(1, count), numbered.start(), numbered.end())
    return None
