"""Numbers to pieces: what stands beside one tells whether it is a load, a count, a list, a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from agents.offline.reading.chained import (
    carried_load,
    chained,
    has_slashed_count,
    is_slashed_load,
    read_chain,
)
from agents.offline.reading.counts import counts_in_a_row
from agents.offline.reading.items import Item, ItemKind
from agents.offline.reading.pieces import Piece, PieceKind
from agents.offline.reading.plates import Plates, plates_at
from agents.offline.reading.successive import (
    LIGHTEST_LOAD,
    counts_after_x,
    is_added,
    load_and_counts,
    load_list,
    loads_with_brackets,
    open_sets,
    slashed_loads,
    spaced_loads,
)

Taken = tuple[int, list[Piece]]
"""How many items were read, and what they say."""


def read_figures(items: Sequence[Item], at: int, *, leading: bool = False) -> Taken:
    """A number with what belongs to it: a chain, a list, sets, repetitions, a weight, a time, a distance.

    `leading`: an x stands right before it.
    """
    if leading:
        return _successive_sets(items, at, leading=True) or _joined(items, at, leading=True)
    for several in _SEVERAL:
        found = several(items, at)
        if found is not None:
            return found
    return _joined(items, at, leading=False)


def _plates(items: Sequence[Item], at: int) -> Taken | None:
    plates = plates_at(items, at)
    return None if plates is None else plated(items, at, *plates)


def plated(items: Sequence[Item], at: int, taken: int, plates: Plates) -> Taken:
    """The piece of plates that `taken` items tell of."""
    piece = Piece("plates", items[at : at + taken], (plates.count, plates.more), (plates.unit,))
    piece.sided = plates.sided
    return taken, [piece]


def _added(items: Sequence[Item], at: int) -> Taken | None:
    return (1, [Piece("added", [items[at]], (items[at].value,))]) if is_added(items, at) else None


def _open_sets(items: Sequence[Item], at: int) -> Taken | None:
    tries = open_sets(items, at)
    return None if tries is None else (tries, [Piece("sets", items[at : at + tries], (items[at].value,))])


def _loads_for(items: Sequence[Item], at: int) -> Taken | None:
    """`135/155/175/185 x5`, `60 80 100 x5`: the repetitions count for each load; None for anything else."""
    loads, reps = slashed_loads(items, at)
    taken = 2 * len(loads) + 1
    if reps is None:
        loads, reps = spaced_loads(items, at)
        taken = len(loads) + 2
    if reps is None:
        return None
    unit = next((load.unit for load in reversed(loads) if load.kind == "mass"), "")
    return taken, [
        Piece("chain", items[at : at + taken], (load.value, reps.value), (unit, "")) for load in loads
    ]


def _alternating(items: Sequence[Item], at: int) -> Taken | None:
    pairs, end = loads_with_brackets(items, at)
    if pairs:
        unit = next((load.unit for load, _ in reversed(pairs) if load.kind == "mass"), "")
        return end - at, [
            Piece("chain", items[at:end], (load.value, count.value), (unit, "")) for load, count in pairs
        ]
    pairs, end = load_and_counts(items, at)
    if not pairs:
        return None
    return end - at, [Piece("chain", one, (one[0].value, one[1].value), ("", "")) for one in pairs]


def _successive_sets(items: Sequence[Item], at: int, *, leading: bool = False) -> Taken | None:
    """`60kg x10 x8 x6`, `bw x12 x10 x9`: repetitions of one set after the other; None for anything else."""
    item = items[at]
    first = at - 1 if leading else at + 1
    counts, end = counts_after_x(items, first)
    loaded = leading or item.kind == "mass" or (item.kind == "number" and item.value >= LIGHTEST_LOAD)
    if not counts or not loaded:
        return None
    reps = Piece("reps", items[first:end], lists=counts)
    if leading:
        return end - first, [reps]
    return end - at, [
        Piece("weight" if item.kind == "mass" else "number", [item], (item.value,), (item.unit,)),
        reps,
    ]


def _times_a_list(items: Sequence[Item], at: int) -> Taken | None:
    """`5x(2+2+1)`: a cluster done five times; how many items tell it."""
    if at + 4 >= len(items) or not items[at + 1].tag("x") or items[at + 2].kind != "open":
        return None
    listed, end = counts_in_a_row(items, at + 3)
    times = items[at].value
    if not listed or items[end - 2].kind != "plus" or not 1 < times <= _MAX_CLUSTERS:
        return None
    end += end < len(items) and items[end].kind == "close"
    return end - at, [Piece("reps", items[at:end], lists=listed * int(times))]


_MAX_CLUSTERS = 20


def _load_list(items: Sequence[Item], at: int) -> Taken | None:
    return loads_at(items, at, at, led=False)


def loads_at(items: Sequence[Item], start: int, at: int, *, led: bool) -> Taken | None:
    """A list of loads from `at`, which began to be told at `start`."""
    loads, end = load_list(items, at, led=led)
    if not loads:
        return None
    unit = next((load.unit for load in reversed(loads) if load.kind == "mass"), "")
    return end - start, [Piece("loads", items[start:end], tuple(load.value for load in loads), (unit,))]


_SEVERAL: tuple[Callable[[Sequence[Item], int], Taken | None], ...] = (
    _plates, _added, _open_sets, _loads_for, _alternating, _successive_sets, _times_a_list, _load_list,
)  # fmt: skip
"""Notations that take several figures for one, the more particular ones first."""


def _joined(items: Sequence[Item], at: int, *, leading: bool) -> Taken:
    """A chain, or one figure alone."""
    chain, end = read_chain(items, at)
    if len(chain) == 1 and leading and chain[0].kind == "number":
        after = items[end] if end < len(items) else None
        if after is None or not after.tag("singles", "doubles", "triples"):
            return _after_x(items, at, end)
    carried = carried_load(chain)
    if carried:
        taken = 2 * carried - 1
        load = chain[carried - 1]
        return taken, [Piece("weight", items[at : at + taken], (load.value,), (load.unit,))]
    if len(chain) > 1:
        return chained(items, at - leading, chain, end)
    return _SINGLE[items[at].kind](items, at)


def _after_x(items: Sequence[Item], at: int, end: int) -> Taken:
    """`x5`, `x 8, 7, 6`, `x3 sets`."""
    if end < len(items) and items[end].tag("sets") and not items[end].tag("reps"):
        return end - at + 2, [Piece("sets", items[at - 1 : end + 1], (items[at].value,))]
    reps, end = counts_in_a_row(items, at)
    kind: PieceKind = "reps" if reps else "times"
    return end - at + 1, [Piece(kind, items[at - 1 : end], lists=reps or (int(items[at].value),))]


def _mass(items: Sequence[Item], at: int) -> Taken:
    item, after = items[at], items[at + 1] if at + 1 < len(items) else None
    raised = items[at - 1].tag("raised") if at else False
    if raised and not (after is not None and after.tag("x", "for")):
        return 1, [Piece("change", [item], (item.value,), (item.unit,))]
    moved = after is not None and after.tag("changed", "dropped") and item.value <= _LARGEST_STEP
    if after is not None and (moved or after.tag("more", "less")):
        value = item.value if after.tag("more", "changed") else -item.value  # `5kg 올려서`
        return 2, [Piece("change", [item, after], (value,), (item.unit,))]
    if has_slashed_count(items, at):
        return 3, [Piece("chain", items[at : at + 3], (item.value, items[at + 2].value), (item.unit, ""))]
    led = at > 0 and items[at - 1].text == "@"
    return 1, [Piece("weight", [item], (item.value,), (item.unit,), glued=led)]


_LARGEST_STEP = 20
"""What a load changes by at once; more is a load itself."""


def _time(items: Sequence[Item], at: int) -> Taken:
    item = items[at]
    if _is_rest(items, at):
        item.used = True
        return 1, []
    return 1, [Piece("time", [item], (item.value,), (item.unit,))]


def _distance(items: Sequence[Item], at: int) -> Taken:
    item = items[at]
    return 1, [Piece("distance", [item], (item.value,), (item.unit,))]


def _number(items: Sequence[Item], at: int) -> Taken:  # noqa: PLR0911 - one return a kind
    item, after = items[at], items[at + 1] if at + 1 < len(items) else None
    whole = item.value == int(item.value)
    counted = None if after is None else _counted(items, at, item, after)
    if counted is not None:
        return counted
    if is_slashed_load(items, at):
        values = (item.value, items[at + 2].value)
        return 3, [Piece("chain", items[at : at + 3], values, ("", ""))]
    if _is_before_counts(items, at):
        return 1, [Piece("weight", [item], (item.value,), ("",))]
    listed, end = counts_in_a_row(items, at)
    if listed:
        end += end < len(items) and items[end].tag("reps")
        return end - at, [Piece("reps", items[at:end], lists=listed)]
    if after is not None and after.tag("reps") and whole and at and items[at - 1].tag("reps_each"):
        return 2, [Piece("sets", [item, after], (item.value,))]  # `다섯 번씩 세 번`
    if after is not None and after.tag("reps") and whole:
        return 2, [Piece("reps", [item, after], lists=(int(item.value),))]
    if at + 2 < len(items) and items[at + 1].tag("until") and items[at + 2].tag("started"):
        item.used = True  # `60에서 시작해서 80까지`
        return 1, []
    if _is_with_load(items, at):
        return 1, [Piece("weight", [item], (item.value,), ("",))]
    return 1, [Piece("number", [item], (item.value,))]


def _is_before_counts(items: Sequence[Item], at: int) -> bool:
    """`사레레 6 15회 3세트`: a light load, then repetitions and sets that are called so."""
    ahead = items[at + 1 : at + 5]
    kinds = [one.kind for one in ahead]
    alone = not (at and (items[at - 1].data or items[at - 1].kind in _LISTING))
    counted = len(ahead) == 4 and kinds[0] == kinds[2] == "number"
    return alone and counted and ahead[1].tag("reps") and ahead[3].tag("sets")


_LISTING = frozenset(("slash", "comma", "dash", "plus"))


def _is_with_load(items: Sequence[Item], at: int) -> bool:
    """`100에 5개`, `65로 올려서 8개`, `마지막은 70 6개`: a load by its particle, wherever its name stands."""
    led = at > 0 and items[at - 1].tag("last_set") and items[at].value >= LIGHTEST_LOAD
    place = at + 1
    if place + 2 < len(items) and items[place].tag("with_load") and items[place].glued:
        place += 1 + items[place + 1].tag("changed", "dropped")
    elif not led:
        return False
    return place + 1 < len(items) and items[place].kind == "number" and items[place + 1].tag("reps")


def _counted(items: Sequence[Item], at: int, item: Item, after: Item) -> Taken | None:
    """`3 sets`, `5 singles`, `2 RIR`, `8 RPE`."""
    if after.tag("sets") and item.value == int(item.value) and item.value <= _MOST_SETS:
        return 2, [Piece("sets", [item, after], (item.value,)), *_sets_of(items, at + 2)]
    alike = next((reps for tag, reps in SEVERAL_ALIKE.items() if after.tag(tag)), 0)
    if alike and 1 < item.value <= _MOST_ALIKE:
        used = items[at : at + 2]
        return 2, [Piece("sets", used, (item.value,)), Piece("reps", used, lists=(alike,))]
    if after.tag("rir"):
        return 2, [Piece("rpe", [item, after], (10 - item.value,))]
    if after.tag("rpe") and not (at + 2 < len(items) and items[at + 2].kind == "number"):
        return 2, [Piece("rpe", [item, after], (item.value,))]
    return None


SEVERAL_ALIKE = {"singles": 1, "doubles": 2, "triples": 3}
_MOST_SETS = 50
_MOST_ALIKE = 20
_SINGLE: dict[ItemKind, Callable[[Sequence[Item], int], Taken]] = {
    "mass": _mass, "time": _time, "distance": _distance, "number": _number,
}  # fmt: skip


def _is_rest(items: Sequence[Item], at: int) -> bool:
    """`3 min rest`, `rest 90s`."""
    before, after = items[at - 1] if at else None, items[at + 1] if at + 1 < len(items) else None
    return bool((before and before.tag("rest")) or (after and after.tag("rest")))


def _sets_of(items: Sequence[Item], at: int) -> list[Piece]:
    """The `of 8` after `3 sets` is read with what follows; only its "of" makes the number repetitions."""
    if at + 1 < len(items) and items[at].tag("of") and items[at + 1].kind == "number":
        _, found = read_figures(items, at + 1)
        if len(found) == 1 and found[0].kind in ("number", "reps"):
            items[at].used = True
            for item in found[0].items:
                item.used = True
            values = found[0].lists or tuple(int(value) for value in found[0].values)
            return [Piece("reps", found[0].items, lists=values)]
    return []
