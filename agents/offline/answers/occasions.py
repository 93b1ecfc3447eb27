"""Which of a message's dishes were breakfast, lunch, dinner: the ones that its word for it stands beside."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from agents.facts import Sample
from agents.offline.lexicon import plain
from agents.offline.questions.subjects import worded

_APART = re.compile(r"[,;:.\n/]|\b(?:and|then|plus)\b")
"""What stands between two dishes."""
_FAR = 10


def eaten_at(found: Sequence[Sample], texts: Mapping[str, str], words: Sequence[str]) -> list[Sample]:
    """Of the measures of meals those whose message names the occasion beside the dish, or anywhere alone."""
    by_entry: dict[str, list[Sample]] = {}
    for sample in found:
        by_entry.setdefault(sample.entry, []).append(sample)
    held: list[Sample] = []
    for entry, of_it in by_entry.items():
        text = plain(texts.get(entry, ""))
        named = [hit.span() for word in words for hit in worded(word).finditer(text)]
        if not named:
            continue
        dishes = {at: one for one in of_it if (at := _place(text, one)) is not None}
        if len(dishes) < 2:
            held += of_it
        else:
            nearest = {min(dishes, key=lambda at, word=word: _between(text, at, word)) for word in named}
            held += [dishes[at] for at in sorted(nearest)]
    return held


def _place(text: str, sample: Sample) -> tuple[int, int] | None:
    dish = plain(sample.measure.text or "")
    at = text.find(dish) if dish and sample.measure.name == "meal" else -1
    return None if at < 0 else (at, at + len(dish))


def _between(text: str, dish: tuple[int, int], word: tuple[int, int]) -> int:
    """How far apart a dish and a word are: the words between them, much more across a sign."""
    first, second = sorted((dish, word))
    between = text[first[1] : second[0]]
    return len(between.split()) + _FAR * len(_APART.findall(between))
