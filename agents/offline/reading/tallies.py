"""Counts told in a roundabout way: in all, with a spotter's help, for each of a list, macros by letters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Protocol

from agents.offline.reading.items import Item
from agents.offline.reading.lexicons import is_hold, macro_letters
from agents.offline.reading.lines import silence
from agents.offline.reading.phrases import Meaning

_SETS = (Meaning("tag", "sets"),)
_MOST_SETS = 40
_NEAR = 6
_LONGEST_LIST = 80


class Names(Protocol):
    """What is needed to know about names here."""

    def meanings(self, name: str) -> tuple[Meaning, ...]:
        """What a whole name means; nothing when it is not known."""
        ...


def tally(items: list[Item], names: Names) -> list[Item]:
    """The items with such counts told plainly. Linear in their number."""
    _macros(items, names)
    for at, item in enumerate(items):
        if item.tag("in_all"):
            _in_all(items, at)
        elif item.named is not None and item.named.name == "steps":
            _steps_of_a_lift(items, at)
        elif item.tag("helped"):
            _helped(items, at)
        elif item.tag("reps") and at and items[at - 1].kind == "number":
            _of_a_hold(items, at)
    return _for_each(items)


def _counted(items: Sequence[Item], at: int) -> bool:
    """Whether a number of repetitions stands there: `8개`."""
    return at + 1 < len(items) and items[at].kind == "number" and items[at + 1].tag("reps")


def _in_all(items: list[Item], at: int) -> None:
    """`세트당 8개씩 총 40개`: so many sets."""
    if not _counted(items, at + 1):
        return
    before = range(max(0, at - _NEAR), at)
    own = next((place for place in before if _counted(items, place)), None)
    each = own is not None and any(one.tag("per_set", "each") for one in items[max(0, own - 2) : at])
    if own is None or not each or not items[own].value:
        return
    sets = items[at + 1].value / items[own].value
    if sets == int(sets) and 1 < sets <= _MOST_SETS:
        items[at + 1].value, items[at + 2].meanings = sets, _SETS


def _helped(items: list[Item], at: int) -> None:
    """`5개 (마지막 1개 보조)`: the one with help is among those counted; alone it is what was done."""
    counts = [place for place in range(max(0, at - 2 * _NEAR), at) if _counted(items, place)]
    if len(counts) > 1 and at - counts[-1] <= _NEAR // 2:
        aside = any(one.kind in ("open", "comma") for one in items[counts[-2] : counts[-1]])
        if aside and items[counts[-1]].value < items[counts[-2]].value:
            for one in items[counts[-2] + 2 : counts[-1]]:
                one.meanings = tuple(one for one in one.meanings if one.what != "last_set")
            silence(items[counts[-1]], items[counts[-1] + 1])


def _steps_of_a_lift(items: list[Item], at: int) -> None:
    """`lunges 10 kg 20 steps`: so few steps are repetitions of what was named before."""
    before = items[max(0, at - 2 * _NEAR) : at]
    lifted = next((one.named for one in reversed(before) if one.named is not None), None)
    few = at > 0 and items[at - 1].kind == "number" and items[at - 1].value <= _MOST_STEPS
    if few and lifted is not None and lifted.shape == "sets":
        items[at].meanings = (Meaning("tag", "reps"),)


_MOST_STEPS = 60


def _of_a_hold(items: list[Item], at: int) -> None:
    """`plank 60s 3번`: a hold has no repetitions, it is done so many times."""
    before = items[max(0, at - _NEAR) : at - 1]
    last = next((one.named for one in reversed(before) if one.named is not None), None)
    held = last is not None and is_hold(last.name)
    if held and any(one.kind == "time" for one in before):
        items[at].meanings = _SETS


def _for_each(items: list[Item]) -> list[Item]:
    """`squat 140, bench 100, deadlift 180, 각 1회`: the repetitions of each."""
    after: dict[int, tuple[Item, Item]] = {}
    for at, item in enumerate(items):
        if item.tag("each") and _counted(items, at + 1):
            loads = _lone_loads(items, at)
            for load in loads[:-1]:
                after[load] = (items[at + 1], items[at + 2])
    if not after:
        return items
    result: list[Item] = []
    for at, item in enumerate(items):
        result.append(item)
        result.extend(replace(one, start=item.start, end=item.end, glued=False) for one in after.get(at, ()))
    return result


def _lone_loads(items: Sequence[Item], end: int) -> list[int]:
    """Places of the loads before `end`, one for each name; none where a name has other figures."""
    loads: list[int] = []
    figures: list[int] = []
    for place in range(end - 1, max(-1, end - _LONGEST_LIST), -1):
        item = items[place]
        if item.kind == "line" or (item.kind == "colon" and not figures):
            break
        if item.data:
            figures.append(place)
        elif item.named is not None and item.named.shape == "sets":
            if len(figures) != 1 or items[figures[0]].kind not in ("number", "mass"):
                break
            loads.insert(0, figures[0])
            figures = []
    return loads if len(loads) > 1 else []


def _macros(items: list[Item], names: Names) -> None:
    """`탄 220 단 160 지 60`: two or more of them, each before its figure."""
    letters = macro_letters()
    found = [
        item
        for item, figure in pairwise(items)
        if item.text in letters and figure.kind in ("number", "grams") and item.kind == "words"
    ]
    if len({item.text for item in found}) > 1:
        for item in found:
            item.meanings = names.meanings(letters[item.text])
