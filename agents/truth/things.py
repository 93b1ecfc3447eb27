"""Things that a text names, by the vocabulary and a person's own nouns, and which of them are the same."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from agents.truth.sheet import Sheet
from agents.truth.words import Words

_LONG = 4
"""Letters from which a word for something that was never logged is believed."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Words with a meaning at text[start:end]: a role's `fits`, a direction's sign, a measure."""

    start: int
    end: int
    said: str
    fits: frozenset[str] = frozenset()
    sign: int = 0
    name: str = ""


def things_in(text: str, sheet: Sheet, tongues: Sequence[Words]) -> list[Mark]:
    """Words of a text for measures, overlapping ones too; the person's own come first."""
    found = [*_own_nouns(text, sheet)]
    for words in tongues:
        for name, ways in words.subjects.items():
            found += [Mark(m.start(), m.end(), m[0], name=name) for m in words.found(text, ways)]
    return [*found, *sheet.once(_of_vocabulary, text)]


def _of_vocabulary(sheet: Sheet, text: str) -> list[Mark]:
    """The measures that a text names by words of the vocabulary."""
    low = text.casefold()
    starts: Sequence[int] = range(len(low))
    ends: Sequence[int] = range(1, len(low) + 1)
    if low.isascii():
        starts = [at for at in starts if not low[at - 1 : at].isalpha()]
        ends = [at for at in ends if not low[at : at + 1].isalpha()]
    named: list[Mark] = []
    last = 0
    for at in starts:
        if at >= last and (found := _term_at(sheet, low, at, ends)) is not None:
            last = at + len(found)
            named.append(Mark(at, last, found, name=sheet.vocabulary[found]))
    return named


def _term_at(sheet: Sheet, low: str, at: int, ends: Sequence[int]) -> str | None:
    """The longest word for a measure that begins at a place, whole or in letters that are glued."""
    longest = bisect_right(ends, at + sheet.once(_longest_term))
    for end in reversed(ends[bisect_right(ends, at) : longest]):
        term = low[at:end]
        if term in sheet.vocabulary and _is_believed(sheet, term) and _is_whole(low, at, end):
            return term
    return None


def _longest_term(sheet: Sheet) -> int:
    return max(map(len, sheet.vocabulary), default=0)


def _is_believed(sheet: Sheet, term: str) -> bool:
    enough = _LONG if term.isascii() else _LONG - 1
    return len(term) >= enough or sheet.vocabulary[term] in sheet.measures


def _is_whole(low: str, at: int, end: int) -> bool:
    glued = not low[at:end].isascii()
    return glued or not (low[at - 1 : at].isalpha() or low[end : end + 1].isalpha())


_NOUN_BEFORE = re.compile(r"(?<![^\W\d_])([^\W\d_]{4,})(?:\s+[^\W\d_]+)?\s+\d")
_NOUN = re.compile(r"(?<![^\W_])[^\W\d_]{4,}")


def _own_nouns(text: str, sheet: Sheet) -> Iterator[Mark]:
    """Words that entries have before their numbers, all of them for one measure."""
    for found in _NOUN.finditer(text):
        word = found[0].casefold()
        held = [
            {m.name for m in entry.measures}
            for entry in sheet.entries
            if word in _NOUN.findall(entry.text.casefold())
        ]
        is_told = any(word in map(str.casefold, _NOUN_BEFORE.findall(entry.text)) for entry in sheet.entries)
        names = set[str].intersection(*held) if len(held) > 1 and is_told else ()
        if len(names) == 1:
            yield Mark(found.start(), found.end(), found[0], name=names.pop())


def same_thing(sheet: Sheet, one: str, other: str) -> bool:
    """Whether one name may stand for the other: a bench is a bench press, a hike a walk."""
    (mine, *over), (yours, *above) = sheet.once(_called, one), sheet.once(_called, other)
    pairs = ((mine, yours), *((mine, each) for each in above), *((each, yours) for each in over))
    return any(_is_alike(*pair) for pair in pairs)


def is_one_of(sheet: Sheet, measure: str, names: Iterable[str]) -> bool:
    """Whether one of the names may stand for a measure; a value of no measure is none of them."""
    return bool(measure) and any(same_thing(sheet, measure, name) for name in names)


def _called(sheet: Sheet, name: str) -> tuple[str, ...]:
    """A name as the vocabulary has it, and what it is a sort of; of one's own names by how they end."""
    low = name.casefold()
    known = sheet.vocabulary.get(low)
    sort = sheet.sorts.get(known or low)
    if known is None and sort is None:
        tails = (low[at:] for at in range(1, len(low) - _LONG + 1))
        sort = next((sheet.vocabulary[tail] for tail in tails if tail in sheet.vocabulary), None)
    tags = sheet.once(_tags).get(name, ())
    return tuple(one.replace("-", " ") for one in (known or low, sort, *tags) if one)


def _tags(sheet: Sheet) -> dict[str, set[str]]:
    """Measures to what they are by their fields: lifts have repetitions, ways a distance, food its energy."""
    found: dict[str, set[str]] = {}
    for entry in sheet.entries:
        for m in entry.measures:
            has = ((LIFT, m.reps), (WAY, m.distance_m), (FOOD, m.unit in ("kcal", "g") or None))
            found.setdefault(m.name, set()).update(tag for tag, field in has if field is not None)
    return found


LIFT, WAY, FOOD = "+lift", "+way", "+food"


def _is_alike(one: str, other: str) -> bool:
    mine, yours = set(one.split()), set(other.split())
    return mine <= yours or yours <= mine


def longest(found: Sequence[Mark], taken: Sequence[tuple[int, int]]) -> list[Mark]:
    """Of marks that overlap the longest; those that stand within longer phrases are none."""
    kept: list[Mark] = []
    for one in sorted(found, key=lambda one: one.start - one.end):
        size = one.end - one.start
        held = any(
            start < one.end
            and one.start < end
            and (end - start > size or ((start, end) == (one.start, one.end) and one.name))
            for start, end in taken
        )
        if not held and not any(k.start < one.end and one.start < k.end for k in kept):
            kept.append(one)
    return sorted(kept, key=lambda one: one.start)
