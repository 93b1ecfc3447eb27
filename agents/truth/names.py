"""Digits of a sentence that claim nothing: the person's words, numbers of a list, general knowledge."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from agents.truth.sentences import sentence_bounds
from agents.truth.sheet import Sheet
from agents.truth.words import Words

_LIST = re.compile(r"(?m)^\s{0,4}\d{1,2}[.)]\s")
_NAME = re.compile(
    r"e?1rm|(?<![^\W_])[^\W_]*[^\W\d_][-/]?\d[\w/+-]*|(?<!\d)\d+(?:/\d+){2,}|(?<!\d)\d+[^\W\d_][\w-]*",
    re.IGNORECASE,
)
_UNITED = re.compile(
    r"[\d.,:]+(?:kgs?|lbs?|km|mi|min|mins|h|hrs?|s|g|ml|l|cm|m|x|st|nd|rd|th|am|pm|kcal|bpm)?", re.IGNORECASE
)
_NUMBER_BEHIND = re.compile(r"\s*\d+")
_DAY_BEHIND = re.compile(r"\s?\d")
_WORD = re.compile(r"[^\W\d_]{2,}")
_FIGURES = re.compile(r"\d(?:[\d.,:]*\d)?")
_ESTIMATES = frozenset({"1rm", "e1rm"})

_QUOTED = re.compile(
    "\u00ab([^\u00bb]{2,300})\u00bb|\u201c([^\u201d]{2,300})\u201d|\u201e([^\u201c\u201d]{2,300})[\u201c\u201d]"
    r"|\u300c([^\u300d]{2,300})\u300d|\"([^\"]{2,300})\"|\B'([^'\n]{4,300})'\B"
)

Span = tuple[int, int]


def names(text: str, sheet: Sheet, tongues: Sequence[Words]) -> Iterator[Span]:
    """Where such digits and number words stand."""
    yield from (found.span() for found in _LIST.finditer(text))
    yield from _months(text, tongues)
    yield from _used(text, sheet)
    yield from _numbered(text, sheet, tongues)
    asked = sheet.query.casefold()
    for words in tongues:
        said = [found[0] for found in words.found(asked, tuple(words.numbers))]
        yield from (found.span() for found in words.found(text, said) if said)
    for claim in sheet.general:
        for start, end in sentence_bounds(claim):
            yield from _repeated(text, claim[start:end].casefold(), tongues)


def _months(text: str, tongues: Sequence[Words]) -> Iterator[Span]:
    """Months that are written with a digit, without a day behind them."""
    for words in tongues:
        if words.glued:
            months = words.found(text, words.month_names)
            yield from (one.span() for one in months if not _DAY_BEHIND.match(text, one.end()))


def _used(text: str, sheet: Sheet) -> Iterator[Span]:
    """5/3/1, B12: as question, entries or the words for exercises have them."""
    for found in _NAME.finditer(text):
        name = found[0].casefold()
        if name in _ESTIMATES or (
            name.isascii() and not _UNITED.fullmatch(name) and sheet.once(_stands, name)
        ):
            yield found.span()


def _numbered(text: str, sheet: Sheet, tongues: Sequence[Words]) -> Iterator[Span]:
    """Zone 2."""
    for words in tongues:
        for found in words.found(text, words["numbered"]):
            whole = _NUMBER_BEHIND.match(text, found.end())
            if whole and sheet.once(_stands, text[found.start() : whole.end()].casefold()):
                yield found.start(), whole.end()


def _repeated(text: str, claim: str, tongues: Sequence[Words]) -> Iterator[Span]:
    """The numbers of a general claim, where the sentence has half of its words."""
    words = frozenset(_WORD.findall(claim))
    if not words or len(words.intersection(_WORD.findall(text.casefold()))) * 2 < len(words):
        return
    numbers = set(_FIGURES.findall(claim))
    yield from (one.span() for one in _FIGURES.finditer(text) if one[0] in numbers)
    for tongue in tongues:
        named = [one for one in tongue.numbers if one in words]
        yield from (one.span() for one in tongue.found(text, named) if named)


def _stands(sheet: Sheet, name: str) -> bool:
    known = sheet.once(_known)
    return name in known and re.search(rf"(?<![^\W_]){re.escape(name)}(?![^\W_])", known) is not None


def _known(sheet: Sheet) -> str:
    """What was said, and the words of the vocabulary, which are in small letters: one text for one look."""
    said = (sheet.query, *sheet.told, *sheet.general, *(entry.text for entry in sheet.entries))
    return "\0".join([*map(str.casefold, said), *sheet.vocabulary])


def own_words(text: str, sheet: Sheet) -> Iterator[Span]:
    """Where a text has words of an entry, the question or an answer in quotation marks."""
    for found in _QUOTED.finditer(text):
        quoted = next(group for group in found.groups() if group)
        said = " ".join(quoted.split()).casefold().strip(" .\u2026")
        if said and any(said in written for written in sheet.written):
            yield found.span()
