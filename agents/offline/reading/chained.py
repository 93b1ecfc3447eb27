"""Figures joined by x or a slash: `3x5`, `100x5x3`, `2x32kg x 40m`, `40/5`."""

from __future__ import annotations

from collections.abc import Sequence

from agents.offline.reading.counts import MAX_REPS, counts_in_a_row
from agents.offline.reading.items import Item
from agents.offline.reading.pieces import Piece, PieceKind

CHAINED = frozenset(("number", "mass", "distance", "time"))


def read_chain(items: Sequence[Item], at: int) -> tuple[list[Item], int]:
    """Figures joined by x, with "reps" and "sets" between them allowed; and where the chain ends."""
    chain = [items[at]]
    end = at + 1
    while end + 1 < len(items):
        step = end + 1 if items[end].tag("reps", "sets") and end + 1 < len(items) else end
        if step + 1 >= len(items) or not items[step].tag("x") or items[step + 1].kind not in CHAINED:
            break
        chain.append(items[step + 1])
        end = step + 2
        if len(chain) == 3:
            break
    return chain, end


def carried_load(chain: Sequence[Item]) -> int:
    """`2x32kg x 40m`, `60kg x 20m`: how many figures before a distance or time tell the load."""
    for size in (1, 2):
        if len(chain) > size and chain[size - 1].kind == "mass" and chain[size].kind in ("distance", "time"):
            return size if size == 1 or chain[0].value in (1, 2) else 0
    return 0


def chained(items: Sequence[Item], start: int, chain: list[Item], end: int) -> tuple[int, list[Piece]]:
    """The piece of a chain that begins at `start`, with the list or range that its last count begins."""
    values = tuple(item.value for item in chain)
    near = items[start : end + 1]
    units = tuple(item.unit if item.kind != "number" else _counter(near, item) for item in chain)
    lists: tuple[int, ...] = ()
    if chain[-1].kind == "number":
        lists, after = counts_in_a_row(items, end - 1)
        load = len(lists) == len(chain) == 2 and items[end].kind == "number" and chain[0].value != 2
        lists, after = ((), end) if load else (lists, after)  # `3x12 14`: a load stands behind
        end = after if lists else end
    if end < len(items) and items[end].tag("reps", "sets"):
        end += 1
    kinds = {item.kind for item in chain}
    if kinds & {"time", "distance"}:
        kind: PieceKind = "time" if "time" in kinds else "distance"
        return end - start, [Piece(kind, items[start:end], values, units)]
    piece = Piece("chain", items[start:end], values, units, lists=lists)
    piece.ranged = not lists and end + 1 < len(items) and items[end].kind == "dash" and items[end + 1].glued
    end += 2 if piece.ranged and items[end + 1].kind == "number" else 0
    return end - start, [piece]


def _counter(items: Sequence[Item], number: Item) -> str:
    """What a number in a chain is said to count: `12 reps x 3 sets`."""
    at = next(place for place, item in enumerate(items) if item is number)
    after = items[at + 1] if at + 1 < len(items) else None
    if after is None:
        return ""
    return "sets" if after.tag("sets") else "reps" if after.tag("reps") else ""


def is_slashed_load(items: Sequence[Item], at: int) -> bool:
    """`40/5`: a load and its repetitions, when it is no list."""
    if at + 2 >= len(items) or items[at + 1].kind != "slash" or items[at + 2].kind != "number":
        return False
    more = at + 3 < len(items) and items[at + 3].kind == "slash"
    load, reps = items[at].value, items[at + 2].value
    return not more and load >= 20 and load > 2 * reps and reps == int(reps)


def has_slashed_count(items: Sequence[Item], at: int) -> bool:
    """`200kg/15`: a load and its repetitions."""
    if at + 2 >= len(items) or items[at + 1].kind != "slash" or items[at + 2].kind != "number":
        return False
    more = at + 3 < len(items) and items[at + 3].kind == "slash"
    count = items[at + 2].value
    return not more and 0 < count == int(count) <= MAX_REPS
