"""Times of parts of a way: numbered kilometres, halves, the first ten, the last mile."""

from __future__ import annotations

from collections.abc import Sequence

from agents.offline.reading.items import Item
from agents.offline.reading.lines import NEARBY, before, beside, ignore
from units import METRES


def read_splits(items: list[Item]) -> None:
    """`km 1 5:20, km 2 5:15, …` (or a line each): one time over so many kilometres or miles."""
    found: list[tuple[list[Item], str]] = []
    alive = [item for item in items if item.kind not in ("line", "comma", "colon", "dash")]
    for unit, number, clock in zip(alive, alive[1:], alive[2:], strict=False):
        which = next((one.what for one in unit.meanings if one.kind == "unit"), "")
        numbered = number.kind in ("number", "noise") and number.text == str(len(found) + 1)
        if unit.kind == "words" and which in ("km", "mi") and numbered and clock.kind in ("clock", "pace"):
            found.append(([unit, number, clock], which))
    if len(found) < 2:
        return
    metres = METRES[found[0][1]]
    own = {id(one) for parts, _ in found for one in parts}
    told = any(one.kind in ("distance", "k") for one in items if id(one) not in own)
    seconds = sum(parts[2].value for parts, _ in found)
    for parts, _ in found:
        for one in parts:
            one.meanings = ()
            ignore(one)
    (unit, number, _), which = found[0]
    number.kind, number.value, number.unit, number.used = "time", seconds, "s", False
    if not told:
        unit.kind, unit.value, unit.unit, unit.used = "distance", metres * len(found), which, False


def told_splits(items: Sequence[Item]) -> dict[int, tuple[Item, Item]]:
    """`splits 5:20 5:15 …` beside the whole time: the word and the last time, kept by nothing else."""
    found: dict[int, tuple[Item, Item]] = {}
    for at, item in enumerate(items):
        if not item.tag("splits") or item.dead:
            continue
        last = at
        for place in range(at + 1, len(items)):
            one = items[place]
            if one.kind == "noise" and one.parts:
                last = place
            elif one.kind not in ("comma", "slash", "colon", "dash"):
                break
        if last > at + 1:
            found[item.line] = (item, items[last])
    return found


def read_part(line: list[Item], at: int) -> None:
    """`first 10k 52:00`, `last km 4:30`: a part of a longer way that was told before."""
    told = [
        one.value * (1000 if one.kind == "k" else 1)
        for one in before(line, at)
        if one.kind in ("distance", "k")
    ]
    figure = beside(line, at + 1)
    if figure is not None and figure.text == "half":
        _halves(line, at)
        return
    if not told or figure is None:
        return
    lone = any(one.kind == "unit" and one.what in ("km", "mi", "k") for one in figure.meanings)
    if not lone and figure.kind not in ("distance", "k"):
        return
    place = at + 2
    while place < len(line) and (line[place].text in ("in", ":", "was", "at", "-") or line[place].tag("at")):
        place += 1
    time = beside(line, place)
    length = 0.0 if lone else figure.value * (1000 if figure.kind == "k" else 1)
    if time is not None and time.kind in ("clock", "time", "pace") and length < max(told):
        ignore(time)
        if not lone:
            ignore(figure)


def _halves(line: list[Item], at: int) -> None:
    """`first half 26:10, second half 25:00`: their sum, unless the whole time is told."""
    clocks = [one for one in line[at : at + NEARBY] if one.kind == "clock"]
    near = line[at : at + NEARBY]
    halves = [
        place for place, one in enumerate(near) if one.text == "half" and near[place - 1].tag("partial")
    ]
    if len(halves) != 2 or halves[0] != 1 or len(clocks) != 2:
        return
    if not any(one.kind in ("clock", "time") for one in before(line, at)):
        clocks[0].kind, clocks[0].value, clocks[0].unit = "time", sum(one.value for one in clocks), "s"
        clocks = clocks[1:]
    for one in clocks:
        ignore(one)
