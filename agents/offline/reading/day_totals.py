"""What was eaten or walked in a whole day: `total for the day 2450 kcal 165g protein`, `오늘 총 2450kcal`.

Such a figure holds the day's parts, so it is not added to them.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from agents.offline.reading.items import Item

_LARGE = 1200.0
"""Kilocalories that a bare "total" is a day's from."""
_ROUNDED = 0.02


def mark_day_totals(items: Sequence[Item]) -> None:
    """Mark the figures and names of metrics that are told of a day as a whole. Linear in their number."""
    count, eaten = 0, 0.0
    """The energies told so far, and their sum."""
    for _, grouped in groupby(items, key=lambda item: item.sentence):
        sentence = [item for item in grouped if not item.dead]
        at = next((at for at, item in enumerate(sentence) if item.tag("day_total", "total")), None)
        before = [] if at is None else [item for item in sentence[:at] if item.kind == "energy"]
        energies = [item.value for item in sentence if item.kind == "energy"]
        if at is not None:
            whole = sentence[at].tag("day_total") or (at > 0 and _is_day(sentence[at - 1]))
            told = _told(sentence, at, whole=whole)
            energy = _energy(told, sentence)
            parts = [item.value for item in before if item is not energy]
            summed = energy is not None and _is_sum(energy.value, count + len(parts), eaten + sum(parts))
            if whole or (energy is not None and energy.value >= _LARGE and not summed):
                for item in (
                    *sentence[max(0, at - 1) : at],
                    *told,
                ):  # the name of `칼로리 총 2100` is before it
                    item.of_day = True
            elif energy is not None and summed:
                energy.kind, energy.used = "noise", True
        count, eaten = count + len(energies), eaten + sum(energies)


def _told(sentence: list[Item], at: int, *, whole: bool) -> list[Item]:
    """What the words at `at` are said of: what follows, else what stands before them since the last meal."""
    after: list[Item] = []
    for item in sentence[at + 1 :]:
        if item.has("meal") or item.has("ate") or (item.named is not None and item.named.shape != "metrics"):
            break
        after.append(item)
    led = at > 0 and sentence[at - 1].kind == "energy"  # `2300 kcal in total, 140g protein`
    if any(item.data for item in after):
        return [sentence[at - 1], *after] if led else after
    before: list[Item] = []
    for item in reversed(sentence[:at]):
        ends = item.has("meal") or item.has("ate")
        if (
            ends
            or (item.named is not None and item.named.shape != "metrics")
            or (item.kind == "comma" and not whole)
        ):
            break
        before.append(item)
    return before


def _energy(told: Sequence[Item], sentence: Sequence[Item]) -> Item | None:
    """`2100 kcal`, or the number of `칼로리 총 2100`."""
    named = any(one.named is not None and one.named.name == "kcal" for one in sentence)
    for item in told:
        if item.kind == "energy" or (named and item.kind == "number" and item.value >= _LARGE):
            return item
    return None


def _is_day(item: Item) -> bool:
    """`today's total`, `오늘 총`: a day's name is a stretch of the text that was read as a date."""
    return item.kind == "noise" and item.used and not item.value


def _is_sum(energy: float, count: int, parts: float) -> bool:
    """`lunch: burger 500 kcal, fries 300 kcal, total 800`: told already, part by part."""
    return count > 1 and abs(energy - parts) <= _ROUNDED * energy
