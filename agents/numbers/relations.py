"""Claims without a figure: "doubled", "a third more", "every day", "never missed". Words: `lexicon/`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from agents.numbers.languages import lexicons, one_of, spoken


@dataclass(frozen=True, slots=True)
class RatioClaim:
    """Something is so many times something else; text[start:end] says it."""

    start: int
    end: int
    phrase: str
    ratio: float


@dataclass(frozen=True, slots=True)
class EveryClaim:
    """Something was so on every day or week, or every time."""

    start: int
    end: int
    phrase: str
    unit: str


RelationClaim = RatioClaim | EveryClaim


@dataclass(frozen=True)
class _Words:
    ratios: tuple[tuple[re.Pattern[str], float], ...]
    every: tuple[tuple[re.Pattern[str], str], ...]
    advice: re.Pattern[str] | None
    denies: re.Pattern[str] | None
    as_asked: re.Pattern[str] | None
    wrote: re.Pattern[str] | None


@lru_cache(maxsize=16)
def _words(name: str) -> _Words:
    lexicon = lexicons()[name]
    latin = not lexicon.script
    left, right = (r"(?<![\w-])", r"(?!\w)") if latin else ("", "")

    def pattern(text: str) -> re.Pattern[str]:
        return re.compile(f"{left}(?:{text}){right}", re.IGNORECASE)

    def listed(words: str) -> re.Pattern[str] | None:
        if not words:
            return None
        return pattern(one_of(words.split()))

    return _Words(
        tuple((pattern(text), ratio) for text, ratio in lexicon.ratios.items()),
        tuple((pattern(text), unit) for unit, text in lexicon.every.items()),
        listed(lexicon.advice),
        listed(lexicon.denies),
        listed(lexicon.as_asked),
        listed(lexicon.wrote),
    )


def relation_claims(text: str) -> list[RelationClaim]:
    """Every such claim of `usual` text, in order; the first of overlapping ones."""
    found: list[RelationClaim] = []
    rest = text
    for start, end, names in _by_name(text):
        for name in names:
            words = _words(name)
            for pattern, ratio in words.ratios:
                for hit in pattern.finditer(rest, start, end):
                    found.append(RatioClaim(*hit.span(), hit[0].strip(), ratio))
                    rest = _without(rest, hit)
            for pattern, unit in words.every:
                for hit in pattern.finditer(rest, start, end):
                    found.append(EveryClaim(*hit.span(), hit[0].strip(), unit))
                    rest = _without(rest, hit)
    return sorted(found, key=lambda claim: claim.start)


def advises(sentence: str) -> bool:
    """Whether it says what could or should be."""
    return _has(sentence, "advice")


def denies_abroad(sentence: str) -> bool:
    """Whether it says in another language than English or Korean that something is not so."""
    return _has(sentence, "denies")


def as_asked_abroad(sentence: str) -> bool:
    """Whether it may repeat a number of the question, in another language than English or Korean."""
    return _has(sentence, "as_asked") or denies_abroad(sentence)


def attributes(sentence: str) -> bool:
    """Whether it says that somebody wrote or said something."""
    return _has(sentence, "wrote")


def _has(sentence: str, what: str) -> bool:
    for start, end, names in _by_name(sentence):
        for name in names:
            pattern: re.Pattern[str] | None = getattr(_words(name), what)
            if pattern is not None and pattern.search(sentence, start, end):
                return True
    return False


def _by_name(text: str) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    names = {id(lexicon): name for name, lexicon in lexicons().items()}
    for start, end, known in spoken(text):
        yield start, end, tuple(names[id(lexicon)] for lexicon in known)


def _without(text: str, hit: re.Match[str]) -> str:
    return text[: hit.start()] + " " * len(hit[0]) + text[hit.end() :]
