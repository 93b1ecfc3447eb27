"""Figures that follow from others: `75% of 100kg`, `20kg per side plus bar`, `5,5,AMRAP 11`."""

from __future__ import annotations

from collections.abc import Sequence

from agents.offline.reading.items import Item
from agents.offline.reading.lines import silence
from agents.offline.reading.phrases import Meaning

_LIGHTEST = 20.0
_BETWEEN = 3
"""Words between a share and what it is of: `75% of my max of 100kg`."""
_MOST = 150.0
_JOINS = frozenset(("and", "plus", "with", "w/", "the", "a", "랑", "하고", "에"))
_SIDE, _TIMES, _UNKEPT = Meaning("tag", "side"), Meaning("tag", "x"), Meaning("tag", "unkept")
_SYSTOLIC, _DIASTOLIC = (80, 220), (40, 130)
_MOST_SETS, _MOST_REPS = 12, 20
_LISTED = frozenset(("comma", "slash"))


def worked_out(items: list[Item]) -> list[Item]:
    """The items with such figures told as what they come to. Linear in their number."""
    result: list[Item] = []
    loaded = any(item.kind == "mass" for item in items)
    for at, item in enumerate(items):
        if item.unit == "%" and item.kind == "noise":
            _share(items, at)
        elif (item.tag("amrap") and _within_counts(items, at)) or _behind_amrap(items, at):
            continue
        elif loaded and item.kind == "time" and _is_so_many(items, at):
            item.kind, item.unit = "number", ""
            result.append(Item("words", item.start, item.start, "x", meanings=(_TIMES,)))
        elif item.tag("pressure") and _is_pressure(items, at):
            item.meanings = (_UNKEPT,)
        elif item.kind == "mass" and _of_loads_before(items, at):
            items[at - 2].kind, items[at - 2].unit = "mass", item.unit
            item.kind, item.unit = "number", ""
        elif item.value > 0 and at + 1 < len(items) and items[at + 1].tag("a_side"):
            bar = _bar_beside(items, at)
            if bar or item.kind == "mass":
                item.kind = "mass" if item.unit == "s" else item.kind
                item.unit = "" if item.unit == "s" else item.unit
                result.append(Item("words", item.start, item.start, "-", meanings=(_SIDE,)))
        result.append(item)
    return [item for item in result if item.kind != "noise" or item.text or item.used]


def _share(items: Sequence[Item], at: int) -> None:
    """`75% of 100kg` is 75 kg; in brackets behind a load it explains that."""
    share = items[at].value
    if not 0 < share <= _MOST:
        return
    if at > 1 and items[at - 1].tag("share_of") and items[at - 2].kind == "mass":
        items[at - 2].value = round(items[at - 2].value * share / 100, 2)  # `100kg의 75%`
        silence(items[at - 1], items[at])
        return
    of = at + 1
    if of >= len(items) or not items[of].tag("of"):
        return
    for place in range(of + 1, min(of + 2 + _BETWEEN, len(items))):
        base = items[place]
        if base.kind == "mass" or (base.kind == "number" and base.value >= _LIGHTEST):
            if at and items[at - 1].kind == "open":
                silence(*items[at : place + 1])
            else:
                base.value = round(base.value * share / 100, 2)
                silence(*items[at:place])
            return
        if base.data or base.kind != "words" or base.named is not None:
            return


def _within_counts(items: Sequence[Item], at: int) -> bool:
    """`5,5,AMRAP 11`: the mark before the last of the counts."""
    before, after = items[max(0, at - 2) : at], items[at + 1 : at + 3]
    after = after[1:] if after and after[0].kind == "colon" else after
    listed = len(before) == 2 and before[0].kind == "number" and before[1].kind in _LISTED
    return listed and bool(after) and after[0].kind == "number" and after[0].value < _MOST


def _behind_amrap(items: Sequence[Item], at: int) -> bool:
    """The colon of `5,5,AMRAP: 11`."""
    return (
        items[at].kind == "colon" and at > 0 and items[at - 1].tag("amrap") and _within_counts(items, at - 1)
    )


def _of_loads_before(items: Sequence[Item], at: int) -> bool:
    """`60/80/100 x5 kg`: the unit behind the count is that of the loads."""
    if at < 4 or items[at].value >= _LIGHTEST or not items[at - 1].tag("x"):
        return False
    one, sign, other = items[at - 4 : at - 1]
    loads = all(load.kind == "number" and load.value >= _LIGHTEST for load in (one, other))
    return loads and sign.kind in ("slash", "dash", "comma")


def _is_so_many(items: Sequence[Item], at: int) -> bool:
    """`three 8s at 60kg`: sets of eight, no eight seconds."""
    item, sets = items[at], items[at - 1] if at else None
    if (
        sets is None
        or sets.kind != "number"
        or item.unit != "s"
        or item.end - item.start > len(item.text) + 1
    ):
        return False
    before = items[at - 2] if at > 1 else None
    joined = before is not None and (before.tag("x", "at") or before.kind in ("plus", "slash", "comma"))
    return not joined and 1 < sets.value <= _MOST_SETS and 1 < item.value <= _MOST_REPS


def _is_pressure(items: Sequence[Item], at: int) -> bool:
    """`BP 120/80`: no bench press."""
    figures = items[at + 1 : at + 4]
    if [one.kind for one in figures] != ["number", "slash", "number"]:
        return False
    high, low = figures[0].value, figures[2].value
    after = items[at + 4] if at + 4 < len(items) else None
    goes_on = after is not None and (after.kind == "slash" or after.tag("x", "reps", "sets", "for"))
    likely = _SYSTOLIC[0] <= high <= _SYSTOLIC[1] and _DIASTOLIC[0] <= low <= _DIASTOLIC[1]
    return likely and low < high and not goes_on


def _bar_beside(items: Sequence[Item], at: int) -> bool:
    """Whether the bar is told before or after so much of a side; it is taken as told then."""
    for step, first in ((-1, at - 1), (1, at + 2)):
        place, joined = first, False
        while 0 <= place < len(items) and (items[place].kind == "plus" or items[place].text in _JOINS):
            joined, place = True, place + step
        if joined and 0 <= place < len(items) and items[place].tag("bar", "bare_bar"):
            silence(*(items[place:at] if step < 0 else items[first : place + 1]))
            return True
    return False
