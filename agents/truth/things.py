"""Things that a text names, by the vocabulary and a person's own nouns, and which of them are the same."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from agents.latest import by_identity
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


def things_in(sheet: Sheet, text: str, tongues: Sequence[Words]) -> list[Mark]:
    """Words of a text for measures, overlapping ones too."""
    found: list[Mark] = []
    for words in tongues:
        for name, ways in words.subjects.items():
            found += [Mark(m.start(), m.end(), m[0], name=name) for m in words.found(text, ways)]
    return [*found, *_of_vocabulary(sheet, text)]


def _of_vocabulary(sheet: Sheet, text: str) -> Iterator[Mark]:
    """The measures that a text names by words of the vocabulary: at each place the longest."""
    low = text.casefold()
    heads = _by_head(sheet.vocabulary)
    last = 0
    for begin in _BEGIN.finditer(low):
        at = begin.start()
        for term in (*heads.get(low[at : at + _HEAD], ()), *heads.get(low[at], ())) if at >= last else ():
            if low.startswith(term, at) and _is_whole(low, at, at + len(term)):
                last = at + len(term)
                yield Mark(at, last, term, name=sheet.vocabulary[term])
                break


_BEGIN = re.compile(r"(?<![^\W\d_])\S|[^\x00-\x7f]")
_HEAD = 2


@by_identity(16)
def _by_head(vocabulary: Mapping[str, str]) -> Mapping[str, Sequence[str]]:
    """The words of a vocabulary by their first letters, the longest first."""
    found: dict[str, list[str]] = {}
    for term in sorted(vocabulary, key=len, reverse=True):
        found.setdefault(term[:_HEAD], []).append(term)
    return found


def _is_whole(low: str, at: int, end: int) -> bool:
    glued = not low[at:end].isascii()
    return glued or not (low[at - 1 : at].isalpha() or low[end : end + 1].isalpha())


def same_thing(sheet: Sheet, one: str, other: str) -> bool:
    """Whether one name may stand for the other: a bench is a bench press, a hike a walk."""
    (mine, *over), (yours, *above) = sheet.once(_called, one), sheet.once(_called, other)
    pairs = ((mine, yours), *((mine, each) for each in above), *((each, yours) for each in over))
    words = (({*one.split()}, {*other.split()}) for one, other in pairs)
    return any(one <= other or other <= one for one, other in words)


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
