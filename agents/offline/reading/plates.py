"""Loads told by plates: `two plates and a quarter`, `2 plates + 10s each side`, `2x20kg plates each side`."""

from __future__ import annotations

from collections.abc import Sequence

from agents.offline.reading.items import Item
from agents.offline.reading.lines import beside

_MASS = frozenset(("kg", "lb"))
_QUARTER = 25.0
"""Pounds: the plate that lifters call a quarter."""
_LARGEST = 55.0
_MOST = 12


class Plates:
    """What hangs on one side: `count` full plates and `more` in `unit` besides; `sided` where it says so."""

    def __init__(self, count: float = 0.0) -> None:
        self.count = count
        self.more = 0.0
        self.unit = ""
        self.sided = False


def plates_at(items: Sequence[Item], at: int) -> tuple[int, Plates] | None:
    """How many items from `at` tell of plates, and which; None when none do."""
    found = _sheets(items, at) or _first(items, at)
    if found is None:
        return None
    end, plates = found
    plates.sided = plates.sided or any(one.tag("each") for one in items[max(0, at - 2) : at])
    end = _side(items, end, plates)
    if end < len(items) and items[end].tag("quarter"):
        plates.more, plates.unit = plates.more + _QUARTER, "lb"
        end = _side(items, end + 1, plates)
    elif (smaller := _smaller(items, end)) is not None:
        end, weight, unit = smaller
        plates.more, plates.unit = plates.more + weight, unit or plates.unit
        end = _side(items, end, plates)
    return end - at, plates


def _first(items: Sequence[Item], at: int) -> tuple[int, Plates] | None:
    item, after = items[at], beside(items, at + 1)
    third, fourth = beside(items, at + 2), beside(items, at + 3)
    if item.kind == "number" and after is not None and after.tag("plates") and item.value <= _MOST:
        plates = Plates(item.value)
        plates.sided = after.tag("each")
        return at + 2, plates
    if item.kind == "mass" and after is not None and after.tag("plates"):
        plates = Plates()
        plates.more, plates.unit = item.value, item.unit
        return at + 2, plates
    if item.tag("plates") and third is not None and third.tag("sheets") and after is not None:
        return _named_plates(items, at) if after.kind == "number" and 0 < after.value <= _MOST else None
    if item.kind == "mass" and after is not None and after.tag("each", "hung") and _of_a_side(items, at):
        plates = Plates()
        plates.more, plates.unit, plates.sided = item.value, item.unit, True
        return at + 2, plates
    multiplied = after is not None and after.tag("x") and third is not None and third.kind == "mass"
    if item.kind == "number" and multiplied and fourth is not None and fourth.tag("plates"):
        plates = Plates()
        plates.more, plates.unit = item.value * (third.value if third else 0.0), third.unit if third else ""
        return at + 4, plates
    alone = item.tag("plates") and (_article(beside(items, at - 1) if at else None) or _told(after))
    return (at + 1, Plates(1.0)) if alone else None


def _sheets(items: Sequence[Item], at: int) -> tuple[int, Plates] | None:
    """`20kg 두 장씩`, `20kg 원판 3장`, `원판 3장`: so many plates, of that weight."""
    place = at + 1
    named = beside(items, place)
    alone = items[at].tag("plates")
    place += named is not None and named.tag("plates") and not alone
    count, sheets = beside(items, place), beside(items, place + 1)
    if not (alone or items[at].kind == "mass") or count is None or count.kind != "number" or sheets is None:
        return None
    if not sheets.tag("sheets") or not 0 < count.value <= _MOST:
        return None
    plates = Plates(count.value if alone else 0.0)
    if not alone:
        plates.more, plates.unit = items[at].value * count.value, items[at].unit
    return place + 2, plates


def _named_plates(items: Sequence[Item], at: int) -> tuple[int, Plates]:
    """`원판 두 장씩`: so many full plates."""
    plates = Plates(items[at + 1].value)
    plates.sided = True
    return at + 3, plates


def _of_a_side(items: Sequence[Item], at: int) -> bool:
    """`한쪽에 20kg씩`: what hangs on a bar at each end."""
    before = [one for one in items[max(0, at - 2) : at] if not one.has("filler")]
    return bool(before) and before[-1].tag("side")


def _told(after: Item | None) -> bool:
    return after is not None and after.tag("quarter", "each")


def _side(items: Sequence[Item], at: int, plates: Plates) -> int:
    if at < len(items) and items[at].tag("each"):
        plates.sided = True
        return at + 1
    return at


def _smaller(items: Sequence[Item], at: int) -> tuple[int, float, str] | None:
    """`+ 10s`, `and a 25`, `plus 5kg`: a smaller plate on each side."""
    if at >= len(items) or not (items[at].kind == "plus" or items[at].text in ("and", "plus")):
        return None
    place = at + 1 + (_article(beside(items, at + 1)))
    one = beside(items, place)
    if one is None or not 0 < one.value <= _LARGEST:
        return None
    pair = one.kind == "time" and one.unit == "s"
    after = beside(items, place + 1)
    counted = after is not None and after.tag("x", "sets", "reps", "plates")
    if one.kind == "mass" or pair or (one.kind == "number" and (place > at + 1 or not counted)):
        return place + 1, one.value, one.unit if one.unit in _MASS else ""
    return None


def _article(item: Item | None) -> bool:
    return item is not None and item.has("article")
