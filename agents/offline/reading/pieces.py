"""Items to pieces: what the shorthand of training consists of, before it is known what each number means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from agents.offline.reading.counts import MAX_REPS, counts_in_a_row
from agents.offline.reading.items import Item
from agents.offline.reading.plates import Plates, plates_at
from agents.offline.reading.successive import (
    LIGHTEST_LOAD,
    counts_after_x,
    is_added,
    load_list,
    open_sets,
    slashed_loads,
)
from agents.offline.reading.words import Named

PieceKind = Literal[
    "name", "weight", "sets", "reps", "chain", "number", "times", "at", "rpe", "time", "distance", "pace",
    "laps", "plates", "warmup", "work", "last_set", "amrap", "failed", "bodyweight", "each", "dropped",
    "comma", "break", "colon", "unit", "change", "same_load", "cooldown", "loads", "split", "all",
    "added", "cals", "every",
]  # fmt: skip


class Unitless(float):
    """A number in a chain that came without a unit."""


@dataclass(slots=True, eq=False)
class Piece:
    """`values` are its figures in order, `units` their units ("" where none was written)."""

    kind: PieceKind
    items: Sequence[Item]
    values: tuple[float, ...] = ()
    units: tuple[str, ...] = ()
    named: Named | None = None
    near: bool = True
    """Nothing but fillers stands between it and the piece before."""
    glued: bool = False
    """An `@` right before the number."""
    ranged: bool = False
    """Its last count is the lower end of a range: `3x8-10`."""
    sided: bool = False
    """Plates of each side."""
    lists: tuple[int, ...] = field(default=())
    """Repetitions of several sets: `5/5/4`."""

    @property
    def data(self) -> bool:
        """Whether it holds figures."""
        return bool(self.values) or bool(self.lists)

    def use(self) -> None:
        """Note that its items were read."""
        for item in self.items:
            item.used = True


WORK = "work"
"""The unit of a time that each exercise of a circuit took: `40s on, 20s off`."""
_CHAINED = frozenset(("number", "mass", "distance", "time"))
_FOR = {"single": 1, "double": 2, "triple": 3}


def read_pieces(items: Sequence[Item]) -> list[Piece]:
    """The pieces of the items that are alive and not read by others."""
    alive = [item for item in items if not item.dead]
    pieces: list[Piece] = []
    at = 0
    near = True
    while at < len(alive):
        item = alive[at]
        if item.used and item.kind != "line":
            at += 1
            continue
        if at and alive[at - 1].sentence != item.sentence and item.kind != "line":
            pieces.append(Piece("break", ()))
        taken, found = _piece(alive, at)
        for piece in found:
            piece.near = near
            near = True
        pieces.extend(found)
        if (
            not found
            and not (item.has("filler") or item.meanings)
            and item.kind not in ("dash", "plus", "colon")
        ):
            near = False
        at += taken
    return pieces


def _piece(items: Sequence[Item], at: int) -> tuple[int, list[Piece]]:  # noqa: PLR0911 - one return a kind
    item = items[at]
    if item.kind in _CHAINED:
        return _figures(items, at)
    if item.kind == "pace":
        return 1, [Piece("pace", [item], (item.value,), (item.unit,))]
    if item.kind == "clock":
        return 1, [Piece("time", [item], (item.value,), ("clock",))]
    if item.kind == "k":
        return 1, [Piece("distance", [item], (item.value * 1000,), ("km",))]
    if item.kind == "rounds":
        return 1, [Piece("sets", [item], (item.value,))]
    if item.kind == "laps":
        return 1, [Piece("laps", [item], (item.value,))]
    if item.kind in ("line", "stop"):
        return 1, [Piece("break", [item])]
    if item.kind in ("comma", "close", "open"):
        return 1, [Piece("comma", [item])]
    if item.kind == "colon":
        return 1, [Piece("colon", [item])]
    if item.kind == "plus" and not item.glued:
        return 1, [Piece("comma", [item])]
    return _words(items, at)


def _words(items: Sequence[Item], at: int) -> tuple[int, list[Piece]]:  # noqa: C901, PLR0911, PLR0912, PLR0915 - a table of words
    item = items[at]
    after = items[at + 1] if at + 1 < len(items) else None
    named = item.named
    if named is not None and named.shape != "metrics" and not item.has("meal"):
        pieces = [Piece("name", [item], named=named)]
        race = next((one.value for one in item.meanings if one.kind == "race"), 0.0)
        if race:
            pieces.append(Piece("distance", [item], (race,), ("",)))
        return 1, pieces
    race = next((one for one in item.meanings if one.kind == "race"), None)
    if race is not None:
        return 1, [Piece("distance", [item], (race.value,), ("",))]
    if item.tag("rpe") and after is not None and after.kind == "number" and not after.used:
        efforts, end = counts_in_a_row(items, at + 1)
        if efforts and max(efforts) <= 10 and items[at + 2].kind == "slash":
            return end - at, [Piece("rpe", items[at:end], tuple(float(one) for one in efforts))]
        return 2, [Piece("rpe", [item, after], (after.value,))]
    if item.tag("rir") and after is not None and after.kind == "number" and not after.used:
        return 2, [Piece("rpe", [item, after], (10 - after.value,))]
    if item.tag("at") and after is not None and not after.used:
        loads, end = load_list(items, at + 1, led=True)
        if loads:
            return end - at, [_loads_piece(items[at:end], loads)]
        chained = at + 2 < len(items) and items[at + 2].tag("x", "sets", "reps", "rir", "plates")
        if (
            after.kind == "number"
            and after.value == 2
            and at + 2 < len(items)
            and items[at + 2].kind == "mass"
        ):
            return 2, []  # `with 2 24kg bells`
        if after.kind == "number" and not chained:
            return 2, [Piece("at", [item, after], (after.value,), glued=item.text == "@")]
        repeated = any(one.tag("x") for one in items[max(0, at - 3) : at])  # `400 x 8 at 1:35`
        if after.kind == "clock" and (item.text == "@" or repeated):
            return 2, [Piece("pace", [item, after], (after.value,), ("",))]
        if after.kind == "clock" and item.text == "at":
            return 2, []
    if item.text == "on" and after is not None and after.kind == "clock":
        after.used = True  # the interval of a swim set
        return 2, []
    if item.tag("for") and after is not None and not after.used:
        for tag, reps in _FOR.items():
            if after.tag(tag):
                return 2, [Piece("reps", [item, after], lists=(reps,))]
        return _for(items, at)
    if item.tag("singles", "doubles", "triples"):
        reps = 1 if item.tag("singles") else 2 if item.tag("doubles") else 3
        return 1, [Piece("every", [item], lists=(reps,))]
    counted = at and items[at - 1].kind in ("number", "mass")
    loaded = after is not None and (
        after.kind == "mass"
        or (after.kind == "number" and after.value >= LIGHTEST_LOAD)
        or (after.tag("at") and at + 2 < len(items) and items[at + 2].data)
    )
    if item.tag("single", "double", "triple") and (counted or loaded):
        reps = 1 if item.tag("single") else 2 if item.tag("double") else 3
        return 1, [Piece("reps", [item], lists=(reps,))]
    if item.tag("then") or item.text in ("and", "plus", "also"):
        return 1, [Piece("break" if item.tag("then") else "comma", [item])]
    if item.tag("bar"):
        return 1, [Piece("plates", [item], (0.0, 0.0))]
    plates = plates_at(items, at) if item.tag("plates") else None
    if plates is not None:
        return _plated(items, at, *plates)
    for kind in (
        "warmup",
        "work",
        "last_set",
        "amrap",
        "failed",
        "bodyweight",
        "each",
        "dropped",
        "same_load",
        "cooldown",
        "all",
    ):
        if item.tag(kind):
            return 1, [Piece(kind, [item])]
    if item.tag("cals"):
        return 1, [Piece("cals", [item], (item.value,))]
    if item.tag("again") and not item.tag("sets"):
        return 1, [Piece("sets", [item], (1.0,))]
    if item.tag("sets", "reps") and after is not None and after.kind == "colon" and at + 2 < len(items):
        figure = items[at + 2]
        if figure.kind == "number" and not (at and items[at - 1].kind == "number"):
            count = int(figure.value)
            if item.tag("sets"):
                return 3, [Piece("sets", items[at : at + 3], (figure.value,))]
            return 3, [Piece("reps", items[at : at + 3], lists=(count,))]
    if item.tag("sets") and after is not None and after.tag("of") and at + 2 < len(items):
        each = items[at + 2]
        if each.kind == "number" and not each.used:
            return 3, [Piece("split", items[at : at + 3], lists=(int(each.value),))]
    word = item.text.isalpha() and len(item.text) > 1 and not (at and items[at - 1].data)  # `home by 7`
    if item.tag("x") and after is not None and after.kind in _CHAINED and not word:
        return _figures(items, at + 1, leading=True)
    if any(one.kind == "unit" and one.what in ("kg", "lb") for one in item.meanings):
        return 1, [
            Piece("unit", [item], units=(next(one.what for one in item.meanings if one.kind == "unit"),))
        ]
    return 1, []


def _plated(items: Sequence[Item], at: int, taken: int, plates: Plates) -> tuple[int, list[Piece]]:
    piece = Piece("plates", items[at : at + taken], (plates.count, plates.more), (plates.unit,))
    piece.sided = plates.sided
    return taken, [piece]


def _for(items: Sequence[Item], at: int) -> tuple[int, list[Piece]]:
    """`for 5`, `for 5/5/4`; `for 5x5` and `for 3 sets` are read as what follows."""
    taken, found = _figures(items, at + 1) if items[at + 1].kind == "number" else (0, [])
    if len(found) == 1 and found[0].kind in ("number", "reps"):
        values = found[0].lists or tuple(int(value) for value in found[0].values)
        if all(value <= MAX_REPS for value in values):
            return taken + 1, [Piece("reps", [items[at], *found[0].items], lists=values)]
    return 1, []


def _figures(  # noqa: C901, PLR0911, PLR0912, PLR0915 - one return a kind
    items: Sequence[Item], at: int, *, leading: bool = False
) -> tuple[int, list[Piece]]:
    """A number with what belongs to it: a chain, a list, sets, repetitions, a weight, a time, a distance."""
    plates = None if leading else plates_at(items, at)
    if plates is not None:
        return _plated(items, at, *plates)
    if not leading and is_added(items, at):
        return 1, [Piece("added", [items[at]], (items[at].value,))]
    tries = None if leading else open_sets(items, at)
    if tries is not None:
        return tries, [Piece("sets", items[at : at + tries], (items[at].value,))]
    successive = loads_for(items, at) if not leading else None
    successive = successive or successive_sets(items, at, leading=leading)
    if successive is not None:
        return successive
    times, cluster = (0, None) if leading else _times_a_list(items, at)
    if cluster is not None:
        return times, [cluster]
    loads, end = ([], at) if leading else load_list(items, at, led=False)
    if loads:
        return end - at, [_loads_piece(items[at:end], loads)]
    chain, end = _chain(items, at)
    single = leading and end < len(items) and items[end].tag("singles", "doubles", "triples")
    if single and len(chain) == 1:
        leading = False
    counted = end < len(items) and items[end].tag("sets") and not items[end].tag("reps")
    if leading and counted and len(chain) == 1 and chain[0].kind == "number":
        return end - at + 2, [Piece("sets", items[at - 1 : end + 1], (items[at].value,))]
    if leading and len(chain) == 1 and chain[0].kind == "number":
        reps, end = counts_in_a_row(items, at)
        kind: PieceKind = "reps" if reps else "times"
        return end - at + 1, [Piece(kind, items[at - 1 : end], lists=reps or (int(items[at].value),))]
    carried = _carried_load(chain)
    if carried:
        taken = 2 * carried - 1
        load = chain[carried - 1]
        return taken, [Piece("weight", items[at : at + taken], (load.value,), (load.unit,))]
    if len(chain) > 1:
        return _chained(items, at - leading, chain, end)
    item = items[at]
    after = items[at + 1] if at + 1 < len(items) else None
    raised = items[at - 1].tag("raised") if at else False
    if item.kind == "mass" and raised and not (after is not None and after.tag("x", "for")):
        return 1, [Piece("change", [item], (item.value,), (item.unit,))]
    if item.kind == "mass" and after is not None and after.tag("more", "less"):
        value = item.value if after.tag("more") else -item.value
        return 2, [Piece("change", [item, after], (value,), (item.unit,))]
    if item.kind == "mass" and _slashed_count(items, at):
        return 3, [Piece("chain", items[at : at + 3], (item.value, items[at + 2].value), (item.unit, ""))]
    if item.kind == "mass":
        led = at > 0 and items[at - 1].text == "@"
        return 1, [Piece("weight", [item], (item.value,), (item.unit,), glued=led)]
    if item.kind == "time" and _is_rest(items, at):
        item.used = True
        return 1, []
    if item.kind == "time" and item.unit == WORK:
        return 1, [Piece("time", [item], (item.value,), (WORK,))]
    if item.kind in ("time", "distance"):
        return 1, [Piece("time" if item.kind == "time" else "distance", [item], (item.value,), (item.unit,))]
    if after is not None and after.tag("sets") and item.value == int(item.value) and item.value <= 50:
        return 2, [Piece("sets", [item, after], (item.value,)), *_sets_of(items, at + 2)]
    if after is not None and after.tag("singles", "doubles", "triples") and 1 < item.value <= 20:
        reps = 1 if after.tag("singles") else 2 if after.tag("doubles") else 3
        used = items[at : at + 2]
        return 2, [Piece("sets", used, (item.value,)), Piece("reps", used, lists=(reps,))]
    if after is not None and after.tag("rir"):
        return 2, [Piece("rpe", [item, after], (10 - item.value,))]
    if (
        after is not None
        and after.tag("rpe")
        and not (at + 2 < len(items) and items[at + 2].kind == "number")
    ):
        return 2, [Piece("rpe", [item, after], (item.value,))]
    if _is_slashed_load(items, at):
        values = (item.value, items[at + 2].value)
        return 3, [Piece("chain", items[at : at + 3], values, ("", ""))]
    listed, end = counts_in_a_row(items, at)
    if listed:
        end += end < len(items) and items[end].tag("reps")
        return end - at, [Piece("reps", items[at:end], lists=listed)]
    if after is not None and after.tag("reps") and item.value == int(item.value):
        return 2, [Piece("reps", [item, after], lists=(int(item.value),))]
    return 1, [Piece("number", [item], (item.value,))]


def successive_sets(items: Sequence[Item], at: int, *, leading: bool) -> tuple[int, list[Piece]] | None:
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


def _times_a_list(items: Sequence[Item], at: int) -> tuple[int, Piece | None]:
    """`5x(2+2+1)`: a cluster done five times; how many items tell it."""
    if at + 4 >= len(items) or not items[at + 1].tag("x") or items[at + 2].kind != "open":
        return 0, None
    listed, end = counts_in_a_row(items, at + 3)
    times = items[at].value
    if not listed or items[end - 2].kind != "plus" or not 1 < times <= _MAX_CLUSTERS:
        return 0, None
    end += end < len(items) and items[end].kind == "close"
    return end - at, Piece("reps", items[at:end], lists=listed * int(times))


_MAX_CLUSTERS = 20


def _loads_piece(items: Sequence[Item], loads: Sequence[Item]) -> Piece:
    unit = next((load.unit for load in reversed(loads) if load.kind == "mass"), "")
    return Piece("loads", items, tuple(load.value for load in loads), (unit,))


def loads_for(items: Sequence[Item], at: int) -> tuple[int, list[Piece]] | None:
    """`135/155/175/185 x5`: the repetitions count for each load; None for anything else."""
    loads, reps = slashed_loads(items, at)
    if reps is None:
        return None
    unit = next((load.unit for load in reversed(loads) if load.kind == "mass"), "")
    taken = 2 * len(loads) + 1
    return taken, [
        Piece("chain", items[at : at + taken], (load.value, reps.value), (unit, "")) for load in loads
    ]


def _is_slashed_load(items: Sequence[Item], at: int) -> bool:
    """`40/5`: a load and its repetitions, when it is no list."""
    if at + 2 >= len(items) or items[at + 1].kind != "slash" or items[at + 2].kind != "number":
        return False
    more = at + 3 < len(items) and items[at + 3].kind == "slash"
    load, reps = items[at].value, items[at + 2].value
    return not more and load >= 20 and load > 2 * reps and reps == int(reps)


def _slashed_count(items: Sequence[Item], at: int) -> bool:
    """`200kg/15`: a load and its repetitions."""
    if at + 2 >= len(items) or items[at + 1].kind != "slash" or items[at + 2].kind != "number":
        return False
    more = at + 3 < len(items) and items[at + 3].kind == "slash"
    count = items[at + 2].value
    return not more and 0 < count == int(count) <= MAX_REPS


def _is_rest(items: Sequence[Item], at: int) -> bool:
    """`3 min rest`, `rest 90s`."""
    before, after = items[at - 1] if at else None, items[at + 1] if at + 1 < len(items) else None
    return bool((before and before.tag("rest")) or (after and after.tag("rest")))


def _sets_of(items: Sequence[Item], at: int) -> list[Piece]:
    """The `of 8` after `3 sets` is read with what follows; only its "of" makes the number repetitions."""
    if at + 1 < len(items) and items[at].tag("of") and items[at + 1].kind == "number":
        _, found = _figures(items, at + 1)
        if len(found) == 1 and found[0].kind in ("number", "reps"):
            items[at].used = True
            for item in found[0].items:
                item.used = True
            values = found[0].lists or tuple(int(value) for value in found[0].values)
            return [Piece("reps", found[0].items, lists=values)]
    return []


def _chain(items: Sequence[Item], at: int) -> tuple[list[Item], int]:
    """Figures joined by x, with "reps" and "sets" between them allowed; and where the chain ends."""
    chain = [items[at]]
    end = at + 1
    while end + 1 < len(items):
        step = end + 1 if items[end].tag("reps", "sets") and end + 1 < len(items) else end
        if step + 1 >= len(items) or not items[step].tag("x") or items[step + 1].kind not in _CHAINED:
            break
        chain.append(items[step + 1])
        end = step + 2
        if len(chain) == 3:
            break
    return chain, end


def _carried_load(chain: Sequence[Item]) -> int:
    """`2x32kg x 40m`, `60kg x 20m`: how many figures before a distance or time tell the load."""
    for size in (1, 2):
        if len(chain) > size and chain[size - 1].kind == "mass" and chain[size].kind in ("distance", "time"):
            return size if size == 1 or chain[0].value in (1, 2) else 0
    return 0


def _chained(items: Sequence[Item], start: int, chain: list[Item], end: int) -> tuple[int, list[Piece]]:
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
