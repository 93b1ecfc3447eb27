"""Energy that a bout took: `elliptical 30 min 300 kcal`, `rowed 20 min, 250 cal`, `300 kcal run`."""

from __future__ import annotations

from collections.abc import Sequence

from agents.offline.reading.items import Item
from agents.offline.reading.phrases import Named

_SIGNS = frozenset(("comma", "dash", "slash", "open", "plus", "colon"))
_MEASURED = frozenset(("time", "clock", "distance", "pace", "k", "bpm", "laps"))
_MOST = 1500.0
"""Kilocalories of a bout; larger figures are a day's food."""
_NONE = Named("", "", "bouts")
_FAR = 10
"""Items back to the bout's name."""


def is_spent(items: Sequence[Item], at: int) -> bool:
    """Whether the energy at `at` stands among the figures of a bout, and nothing eaten is named with it."""
    after = items[at + 1] if at + 1 < len(items) else None
    eaten = after is not None and (after.kind == "grams" or (after.named or _NONE).domain == "nutrition")
    if eaten or items[at].value > _MOST:
        return False
    if after is not None and _is_bout(after) and after.sentence == items[at].sentence:
        return True
    place = at - 1
    while place >= 0 and (items[place].kind in _SIGNS or items[place].has("filler")):
        place -= 1
    if place < 0 or not (items[place].kind in _MEASURED or _is_bout(items[place])):
        return False
    kinds: set[str] = set()
    for item in reversed(items[max(0, place - _FAR) : place + 1]):
        kinds.add(item.kind)
        if item.sentence != items[at].sentence or item.has("ate") or item.has("meal"):
            return False
        if item.named is not None and item.kind == "words":
            return _is_bout(item)
    return bool(kinds & {"distance", "k"}) and bool(kinds & {"clock", "time"})  # `9 km, 50:44, 612 kcal`


def _is_bout(item: Item) -> bool:
    return item.named is not None and item.named.shape == "bouts"
