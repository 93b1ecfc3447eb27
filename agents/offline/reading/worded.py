"""Words to pieces: names, effort, loads led by "at", marks such as "warm-up" and "last set"."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from agents.offline.reading.chained import CHAINED
from agents.offline.reading.counts import MAX_REPS, counts_in_a_row
from agents.offline.reading.items import Item
from agents.offline.reading.numbered import SEVERAL_ALIKE, Taken, loads_at, plated, read_figures
from agents.offline.reading.pieces import Piece, PieceKind
from agents.offline.reading.plates import plates_at
from agents.offline.reading.successive import LIGHTEST_LOAD

_ALSO = frozenset(("and", "plus", "also"))
_MOST_EFFORT = 10
_ONE_ALIKE = {"single": 1, "double": 2, "triple": 3}


def read_word(items: Sequence[Item], at: int) -> Taken:
    """What the words at `at` say, with the figures that belong to them; no pieces where it is nothing."""
    item = items[at]
    if not item.meanings:
        return _plain(items, at)
    named = item.named
    race = next((one.value for one in item.meanings if one.kind == "race"), 0.0)
    said = at > 0 and items[at - 1].kind in ("k", "distance")  # `5k parkrun`
    pieces = [Piece("distance", [item], (race,), ("",))] if race and not said else []
    if named is not None and named.shape != "metrics" and not item.has("meal"):
        return 1, [Piece("name", [item], named=named), *pieces]
    if pieces:
        return 1, pieces
    tags = {one.what for one in item.meanings if one.kind == "tag"}
    for tag, reader in _READERS:
        found = reader(items, at) if tag in tags else None
        if found is not None:
            return found
    unit = next((one.what for one in item.meanings if one.kind == "unit" and one.what in ("kg", "lb")), "")
    return (1, [Piece("unit", [item], units=(unit,))]) if unit else _plain(items, at)


def _plain(items: Sequence[Item], at: int) -> Taken:
    """Words that join: `and`; `on 1:50` is the interval of a swim set."""
    item, after = items[at], _after(items, at)
    if item.text in _ALSO:
        return 1, [Piece("comma", [item])]
    if item.text == "on" and after is not None and after.kind == "clock":
        after.used = True
        return 2, []
    return 1, []


def _after(items: Sequence[Item], at: int) -> Item | None:
    return items[at + 1] if at + 1 < len(items) else None


def _rpe(items: Sequence[Item], at: int) -> Taken | None:
    """`RPE 8`, `RPE 7/8/9`."""
    item, after = items[at], _after(items, at)
    if after is None or after.kind != "number" or after.used:
        return None
    efforts, end = counts_in_a_row(items, at + 1)
    if efforts and max(efforts) <= 10 and items[at + 2].kind == "slash":
        return end - at, [Piece("rpe", items[at:end], tuple(float(one) for one in efforts))]
    return 2, [Piece("rpe", [item, after], (after.value,))]


def _rir(items: Sequence[Item], at: int) -> Taken | None:
    item, after = items[at], _after(items, at)
    if after is None or after.kind != "number" or after.used:
        return None
    return 2, [Piece("rpe", [item, after], (10 - after.value,))]


def _at(items: Sequence[Item], at: int) -> Taken | None:  # noqa: PLR0911 - one return a form
    """`@ 100`, `at 60/65/70kg`, `@ 4:30`."""
    item, after = items[at], _after(items, at)
    if after is None or after.used:
        return None
    efforts, end = counts_in_a_row(items, at + 1) if item.text == "@" and after.kind == "number" else ((), 0)
    if efforts and max(efforts) <= _MOST_EFFORT and any(one.tag("x") for one in items[max(0, at - 3) : at]):
        return end - at, [Piece("rpe", items[at:end], tuple(float(one) for one in efforts))]
    loads = loads_at(items, at, at + 1, led=True)
    if loads is not None:
        return loads
    beyond = _after(items, at + 1)
    if after.has("article") and beyond is not None and beyond.kind == "number" and not beyond.used:
        taken, found = _at([item, *items[at + 2 : at + 4]], 0) or (0, [])
        return (taken + 1, found) if found else None  # `with the 24`
    if after.kind == "number" and after.value == 2 and beyond is not None and beyond.kind == "mass":
        return 2, []  # `with 2 24kg bells`
    if after.kind == "number" and not (
        beyond is not None and beyond.tag("x", "sets", "reps", "rir", "plates")
    ):
        return 2, [Piece("at", [item, after], (after.value,), glued=item.text == "@")]
    repeated = any(one.tag("x") for one in items[max(0, at - 3) : at])  # `400 x 8 at 1:35`
    if after.kind == "clock" and (item.text == "@" or repeated):
        return 2, [Piece("pace", [item, after], (after.value,), ("",))]
    return (2, []) if after.kind == "clock" and item.text == "at" else None


def _for(items: Sequence[Item], at: int) -> Taken | None:
    """`for 5`, `for 5/5/4`, `for a double`; `for 5x5` and `for 3 sets` are read as what follows."""
    item, after = items[at], _after(items, at)
    if after is None or after.used:
        return None
    for tag, reps in _ONE_ALIKE.items():
        if after.tag(tag):
            return 2, [Piece("reps", [item, after], lists=(reps,))]
    if _is_multiplied(items, at + 2):
        times = items[at + 1 : at + 4]
        reps = Piece("reps", [item, after], lists=(int(after.value),))
        return 4, [reps, Piece("times", times[1:], lists=(int(times[2].value),))]
    taken, found = read_figures(items, at + 1) if after.kind == "number" else (0, [])
    if len(found) == 1 and found[0].kind in ("number", "reps"):
        values = found[0].lists or tuple(int(value) for value in found[0].values)
        if all(value <= MAX_REPS for value in values):
            return taken + 1, [Piece("reps", [item, *found[0].items], lists=values)]
    return 1, []


def _is_multiplied(items: Sequence[Item], at: int) -> bool:
    """`140 for 5 x2`: an x apart from what it multiplies and joined to how often."""
    if at + 1 >= len(items) or items[at - 1].kind != "number" or items[at + 1].kind != "number":
        return False
    apart = items[at].tag("x") and not items[at].glued and items[at + 1].glued
    whole = items[at - 1].value == int(items[at - 1].value) and 1 < items[at + 1].value <= _MOST_TIMES
    return apart and whole


_MOST_TIMES = 20


def _twice(items: Sequence[Item], at: int) -> Taken | None:
    """`60 x 10 twice`; nothing in `twice as heavy`."""
    before, after = items[at - 1] if at else None, _after(items, at)
    told = before is not None and (before.data or before.tag("reps") or before.kind == "comma")
    if not told or (after is not None and after.text in _OF_MORE):
        return None
    return 1, [Piece("times", [items[at]], lists=(2,))]


_OF_MORE = frozenset(("as", "a", "the", "this", "per"))


def _several_alike(items: Sequence[Item], at: int) -> Taken | None:
    reps = next(reps for tag, reps in SEVERAL_ALIKE.items() if items[at].tag(tag))
    return 1, [Piece("every", [items[at]], lists=(reps,))]


def _one_alike(items: Sequence[Item], at: int) -> Taken | None:
    """`100 double`, `single @ 140`."""
    item, after = items[at], _after(items, at)
    counted = at and items[at - 1].kind in ("number", "mass")
    loaded = after is not None and (
        after.kind == "mass"
        or (after.kind == "number" and after.value >= LIGHTEST_LOAD)
        or (after.tag("at") and at + 2 < len(items) and items[at + 2].data)
    )
    if not (counted or loaded):
        return None
    reps = next(reps for tag, reps in _ONE_ALIKE.items() if item.tag(tag))
    return 1, [Piece("reps", [item], lists=(reps,))]


def _then(items: Sequence[Item], at: int) -> Taken | None:
    return 1, [Piece("break", [items[at]])]


def _bar(items: Sequence[Item], at: int) -> Taken | None:
    return 1, [Piece("plates", [items[at]], (0.0, 0.0))]


def _plates(items: Sequence[Item], at: int) -> Taken | None:
    plates = plates_at(items, at)
    return None if plates is None else plated(items, at, *plates)


def _mark(kind: PieceKind) -> Callable[[Sequence[Item], int], Taken | None]:
    return lambda items, at: (1, [Piece(kind, [items[at]])])


def _cals(items: Sequence[Item], at: int) -> Taken | None:
    return 1, [Piece("cals", [items[at]], (items[at].value,))]


def _again(items: Sequence[Item], at: int) -> Taken | None:
    return None if items[at].tag("sets") else (1, [Piece("sets", [items[at]], (1.0,))])


def _labelled(items: Sequence[Item], at: int) -> Taken | None:
    """`sets: 3`, `reps: 8`; `sets of 20`."""
    item, after = items[at], _after(items, at)
    if after is None or at + 2 >= len(items):
        return None
    figure = items[at + 2]
    if figure.kind != "number":
        return None
    if after.kind == "colon" and not (at and items[at - 1].kind == "number"):
        used = items[at : at + 3]
        if item.tag("sets"):
            return 3, [Piece("sets", used, (figure.value,))]
        return 3, [Piece("reps", used, lists=(int(figure.value),))]
    if after.tag("of") and item.tag("sets") and not figure.used:
        return 3, [Piece("split", items[at : at + 3], lists=(int(figure.value),))]
    return None


def _x(items: Sequence[Item], at: int) -> Taken | None:
    item, after = items[at], _after(items, at)
    word = item.text.isalpha() and len(item.text) > 1 and not (at and items[at - 1].data)  # `home by 7`
    if after is None or after.kind not in CHAINED or word:
        return None
    return read_figures(items, at + 1, leading=True)


_MARKS: tuple[PieceKind, ...] = (
    "warmup", "work", "last_set", "amrap", "failed", "bodyweight", "each", "dropped", "same_load", "cooldown",
    "all", "same_sets",
)  # fmt: skip
_READERS: tuple[tuple[str, Callable[[Sequence[Item], int], Taken | None]], ...] = (
    ("rpe", _rpe), ("rir", _rir), ("at", _at), ("for", _for),
    *((tag, _several_alike) for tag in SEVERAL_ALIKE), *((tag, _one_alike) for tag in _ONE_ALIKE),
    ("then", _then), ("twice", _twice), ("bar", _bar), ("plates", _plates),
    *((kind, _mark(kind)) for kind in _MARKS),
    ("cals", _cals), ("again", _again), ("sets", _labelled), ("reps", _labelled), ("x", _x),
)  # fmt: skip
"""Words with a part in the notation; of several parts of one word the first here that fits counts."""
