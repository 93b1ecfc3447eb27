"""Figures of days of a sort, such as night shifts, held against the words for the days."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from agents.truth.scene import Placed, Scene
from agents.truth.sheet import Sheet
from agents.truth.values import Value
from agents.types import Figure

_LONG = 5
_WORD = re.compile(r"[^\W\d_\ue000]{5,}")


def of_other_days(scene: Scene) -> Iterator[tuple[Placed, str]]:
    """Of figures of two sorts of days, night shifts and others, the one that the words do not name."""
    for start, end in scene.clauses:
        figures = [one for one in scene.values if start <= one.start < end and one.value.figure]
        if not figures or scene.has(("denies",), (start, end)):
            continue
        value = figures[0].value
        stems = {
            one[0].casefold()[: max(_LONG, len(one[0]) - 2)]: one[0]
            for one in _WORD.finditer(scene.text, start, end)
        }
        own = _texts_of(scene.sheet, value.entries)
        for texts in (_texts_of(scene.sheet, one.entries) for one in _twins(scene.sheet, value)):
            told = [stem for stem in stems if _tells(stem, texts, own)]
            if told and not any(_tells(stem, own, texts) for stem in stems):
                yield figures[0], f"none of its days has “{stems[told[0]]}”"


def _twins(sheet: Sheet, value: Value) -> Iterator[Figure]:
    """Figures of the same kind over other entries."""
    for one in sheet.figures:
        alike = (one.role, one.measure, one.unit) == (value.role, value.measure, value.unit)
        if alike and value.entries and one.entries[1:] and not set(value.entries).intersection(one.entries):
            yield one


def _texts_of(sheet: Sheet, ids: Sequence[str]) -> list[str]:
    return [entry.text.casefold() for entry in sheet.entries if entry.id in ids]


def _tells(stem: str, texts: Sequence[str], others: Sequence[str]) -> bool:
    """Whether all of some texts have a word and none of the others."""
    return bool(texts) and all(stem in text for text in texts) and not any(stem in text for text in others)
