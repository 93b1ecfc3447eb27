"""How hard a climb is by its grade: Hueco (V) for boulders, Font for both, Yosemite for routes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from agents.facts.samples import Sample

_SCALES = {
    "v": re.compile(r"\bv(?P<figure>\d{1,2})(?P<letter>)(?P<plus>\+?)"),
    "font": re.compile(r"\b(?P<figure>[3-9])(?P<letter>[abc])(?P<plus>\+?)"),
    "yosemite": re.compile(r"\b5\.(?P<figure>\d{1,2})(?P<letter>[abcd]?)(?P<plus>\+?)"),
}
_STEPS = 8
"""Ranks from one figure to the next: its letters, each with and without a plus."""


def grade_in(text: str) -> tuple[str, str, int] | None:
    """The first grade in a text of small letters, its scale and its rank there; None where there is none."""
    for scale, pattern in _SCALES.items():
        if (hit := pattern.search(text)) is not None:
            letter = "abcd".find(hit["letter"]) if hit["letter"] else 0
            return hit.group(), scale, int(hit["figure"]) * _STEPS + 2 * letter + bool(hit["plus"])
    return None


def hardest(found: Sequence[Sample]) -> list[Sample]:
    """Those of the hardest grade, oldest first, on the scale that was used most; colours have no order."""
    graded = [(grade, one) for one in found if (grade := grade_in((one.measure.text or "").lower()))]
    scales = Counter(scale for (_, scale, _), _ in graded)
    most = scales.most_common(1)[0][0] if scales else ""
    top = max((rank for (_, scale, rank), _ in graded if scale == most), default=0)
    return [one for (_, scale, rank), one in graded if (scale, rank) == (most, top)]
