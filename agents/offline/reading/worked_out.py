"""Figures that follow from others: `75% of 100kg`, `20kg per side plus bar`, `5,5,AMRAP 11`."""

from __future__ import annotations

from collections.abc import Sequence

from agents.offline.reading.items import Item
from agents.offline.reading.phrases import Meaning

_LIGHTEST = 20.0
_BETWEEN = 3
"""Words between a share and what it is of: `75% of my max of 100kg`."""
_MOST = 150.0
_JOINS = frozenset(("and", "plus", "with", "w/", "the", "a", "랑", "하고", "에"))
_SIDE = Meaning("tag", "side")
_LISTED = frozenset(("comma", "slash"))


def worked_out(items: list[Item]) -> list[Item]:
    """The items with such figures told as what they come to. Linear in their number."""
    result: list[Item] = []
    for at, item in enumerate(items):
        if item.unit == "%" and item.kind == "noise":
            _share(items, at)
        elif item.tag("amrap") and _within_counts(items, at):
            continue
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


def _ignore(*items: Item) -> None:
    for item in items:
        item.kind, item.used, item.value, item.meanings = "noise", True, 0.0, ()


def _share(items: Sequence[Item], at: int) -> None:
    """`75% of 100kg` is 75 kg; in brackets behind a load it explains that."""
    share = items[at].value
    if not 0 < share <= _MOST:
        return
    if at > 1 and items[at - 1].tag("share_of") and items[at - 2].kind == "mass":
        items[at - 2].value = round(items[at - 2].value * share / 100, 2)  # `100kg의 75%`
        _ignore(items[at - 1], items[at])
        return
    of = at + 1
    if of >= len(items) or not items[of].tag("of"):
        return
    for place in range(of + 1, min(of + 2 + _BETWEEN, len(items))):
        base = items[place]
        if base.kind == "mass" or (base.kind == "number" and base.value >= _LIGHTEST):
            if at and items[at - 1].kind == "open":
                _ignore(*items[at : place + 1])
            else:
                base.value = round(base.value * share / 100, 2)
                _ignore(*items[at:place])
            return
        if base.data or base.kind != "words" or base.named is not None:
            return


def _within_counts(items: Sequence[Item], at: int) -> bool:
    """`5,5,AMRAP 11`: the mark before the last of the counts."""
    before, after = items[max(0, at - 2) : at], items[at + 1 : at + 2]
    listed = len(before) == 2 and before[0].kind == "number" and before[1].kind in _LISTED
    return listed and bool(after) and after[0].kind == "number" and after[0].value < _MOST


def _of_loads_before(items: Sequence[Item], at: int) -> bool:
    """`60/80/100 x5 kg`: the unit behind the count is that of the loads."""
    if at < 4 or items[at].value >= _LIGHTEST or not items[at - 1].tag("x"):
        return False
    one, sign, other = items[at - 4 : at - 1]
    loads = all(load.kind == "number" and load.value >= _LIGHTEST for load in (one, other))
    return loads and sign.kind in ("slash", "dash", "comma")


def _bar_beside(items: Sequence[Item], at: int) -> bool:
    """Whether the bar is told before or after so much of a side; it is taken as told then."""
    for step, first in ((-1, at - 1), (1, at + 2)):
        place, joined = first, False
        while 0 <= place < len(items) and (items[place].kind == "plus" or items[place].text in _JOINS):
            joined, place = True, place + step
        if joined and 0 <= place < len(items) and items[place].tag("bar", "bare_bar"):
            _ignore(*(items[place:at] if step < 0 else items[first : place + 1]))
            return True
    return False
