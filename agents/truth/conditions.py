"""Figures of days of a sort, such as night shifts, held against the words for the days."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from agents.truth.clauses import Placed
from agents.truth.scene import Scene
from agents.truth.sheet import Sheet

_LONG = 5
LONG_WORD = re.compile(r"[^\W\d_\ue000]{5,}")


def of_other_days(scene: Scene) -> Iterator[tuple[Placed, str]]:
    """Of two like figures of different days: where a word is that only all days of the other have."""
    for clause in scene.clauses:
        one = next((each for each in clause.values if each.value.figure), None)
        if one is None or scene.has(("denies",), clause.bounds):
            continue
        value = one.value
        words = (found[0] for found in LONG_WORD.finditer(scene.text, clause.start, clause.end))
        stems = {word.casefold()[: max(_LONG, len(word) - 2)]: word for word in words}
        own = _texts_of(scene.sheet, value.entries)
        for figure in scene.sheet.figures:
            alike = (figure.role, figure.measure, figure.unit) == (value.role, value.measure, value.unit)
            if not (alike and own and figure.entries[1:]) or set(value.entries).intersection(figure.entries):
                continue
            other = _texts_of(scene.sheet, figure.entries)
            told = [stem for stem in stems if _tells(stem, other, own)]
            if told and not any(_tells(stem, own, other) for stem in stems):
                yield one, f"none of its days has “{stems[told[0]]}”"


def _texts_of(sheet: Sheet, ids: Sequence[str]) -> list[str]:
    return [entry.text.casefold() for entry in sheet.entries if entry.id in ids]


def _tells(stem: str, texts: Sequence[str], others: Sequence[str]) -> bool:
    """Whether all of some texts have a word and none of the others."""
    return bool(texts) and all(stem in text for text in texts) and not any(stem in text for text in others)
