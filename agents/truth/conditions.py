"""Figures of days of a sort, such as night shifts, held against the words for the days."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agents.truth.clauses import Placed
from agents.truth.scene import Scene

_LONG = 5
_LONG_WORD = re.compile(r"[^\W\d_\ue000]{5,}")


def of_other_days(scene: Scene) -> Iterator[tuple[Placed, str]]:
    """Of two like figures of different days: where a word is that only all days of the other have."""
    texts = {entry.id: entry.text.casefold() for entry in scene.sheet.entries}
    for clause in scene.clauses:
        one = next((each for each in clause.values if each.value.figure), None)
        if one is None or scene.has(("denies",), clause.bounds):
            continue
        value = one.value
        words = (found[0] for found in _LONG_WORD.finditer(scene.text, clause.start, clause.end))
        stems = {word.casefold()[: max(_LONG, len(word) - 2)]: word for word in words}
        for figure in scene.sheet.figures:
            alike = (figure.role, figure.measure, figure.unit) == (value.role, value.measure, value.unit)
            if not alike or len(figure.entries) < 2 or set(value.entries) & set(figure.entries):
                continue
            own, other = ([texts[key] for key in each.entries if key in texts] for each in (value, figure))
            lacks = [stem for stem in stems if own and not any(stem in text for text in own)]
            told = [stem for stem in lacks if other and all(stem in text for text in other)]
            tells_own = any(all(s in text for text in own) and not any(s in t for t in other) for s in stems)
            if told and not tells_own:
                yield one, f"none of its days has \u201c{stems[told[0]]}\u201d"
