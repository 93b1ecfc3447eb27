"""The words of corrections (`data/corrections.*.yaml`), and which sets of a log a correction means."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from agents.offline.lexicon import Named, languages, load


class CorrectionWords(Named[list[str]]):
    """A file `data/corrections.LANGUAGE.yaml`: lists of words, some of patterns."""

    places: dict[str, int]
    """Further ordinals and what they mean: {fourth: 3}."""
    counts: dict[str, int]
    """How many sets: "the last two sets"."""


@cache
def correction_words() -> tuple[CorrectionWords, ...]:
    """The words of every language."""
    return tuple(load("corrections", code, CorrectionWords) for code in languages("corrections"))


@cache
def listed(kind: str) -> tuple[str, ...]:
    """The words of this kind in all languages."""
    return tuple(word for words in correction_words() for word in words.named.get(kind, ()))


@cache
def pattern(kind: str) -> re.Pattern[str]:
    """Any of the words of this kind, in any language."""
    words = sorted(map(re.escape, listed(kind)), key=len, reverse=True)
    return re.compile(rf"(?<![a-z])(?:{'|'.join(words)})(?![a-z])" if words else r"(?!)")


@dataclass(frozen=True, slots=True)
class Place:
    """Sets named by their order in text[start:end]: `which` is 0 for the first, -1 for the last."""

    which: int
    count: int
    start: int
    end: int
    of_sets: bool = True
    """Whether it says that they are sets: not of `delete the last two`."""


MIDDLE = 1000
"""Stands for the place of the middle one of an odd number of sets."""


def a_set() -> str:
    """A word for a set, as it stands behind its ordinal."""
    return listed("set")[0]


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
    count = rf"(?:\s(?P<n>\d{{1,2}}|(?:{'|'.join(sorted(_counts(), key=len, reverse=True))})(?=\W|$)))?"
    sets, ones, verbs, particles = (
        "|".join(sorted(listed(kind), key=len, reverse=True))
        for kind in ("set_behind", "one_behind", "verb_behind", "particles")
    )
    behind = rf"\s?(?P<what>(?P<set>{sets})|(?P<one>{ones})|{verbs}|{particles})?(?![a-z])"
    return tuple((place, re.compile(f"(?P<place>{written}){count}{behind}")) for place, written in known)


@cache
def _numbered() -> tuple[re.Pattern[str], ...]:
    digits = {"{n}": r"(?P<n>\d{1,2})", "{m}": r"(?P<m>\d{1,2})"}
    forms = (re.sub(r"\{[nm]\}", lambda place: digits[place[0]], form) for form in listed("counted_set"))
    return tuple(map(re.compile, forms))


def find_place(text: str, *, deletes: bool) -> Place | None:
    """The sets meant; "the last one" is a set where a value changes, and a log where it goes."""
    for which, written in _ordinals():
        for found in written.finditer(text):
            what, number = found["what"] or "", found["n"]
            counted = bool(found["set"] or found["one"])
            named = bool(found["set"]) or (bool(found["one"]) and not deletes)
            sure = number is not None or which >= 0 or what in listed("particles")
            bare = bool(what) and not deletes and sure
            things = deletes and number is not None and not what  # "delete the last two"
            if not (named or bare or things):
                continue
            count = 1 if number is None else _counts().get(number) or int(number)
            end = found.end() if counted else found.start("what")
            return Place(which, count, found.start(), end, of_sets=bool(found["set"]) or not deletes)
    for form in _numbered():
        numbered = form.search(text)
        if numbered is not None and int(numbered["n"]) > 0:
            first, end = int(numbered["n"]), numbered.groupdict().get("m")
            count = int(end) - first + 1 if end is not None else 1
            return Place(first - 1, max(1, count), numbered.start(), numbered.end())
    return None
