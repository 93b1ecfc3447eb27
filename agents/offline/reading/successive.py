"""Several sets in one run of signs: `60kg x10 x8 x6`, `135/155/175 x5`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from agents.offline.reading.items import Item

LIGHTEST_LOAD = 20
_FEWEST = 3
_MOST_LOADS = 12
_MAX_REPS = 200


def counts_after_x(items: Sequence[Item], at: int) -> tuple[tuple[int, ...], int]:
    """The counts of `x10 x8 x6` or `x10, x8` from `at`, where the first x stands, and where they end.

    Without a comma two are repetitions and sets: then there must be three.
    """
    counts: list[int] = []
    commas = False
    end = at
    while at + 1 < len(items) and items[at].tag("x") and _is_count(items[at + 1]):
        counts.append(int(items[at + 1].value))
        at = end = at + 2
        if at + 1 < len(items) and items[at].kind == "comma" and items[at + 1].tag("x"):
            commas = True
            at += 1
    return (tuple(counts), end) if len(counts) >= (2 if commas else _FEWEST) else ((), end)


def _is_count(item: Item) -> bool:
    whole = item.kind == "number" and item.value == int(item.value)
    return whole and not item.used and 0 < item.value <= _MAX_REPS


def slashed_loads(items: Sequence[Item], at: int) -> tuple[list[Item], Item | None]:
    """The loads of `135/155/175 x5`, `60-80-100 x5` and the count of each; ([], None) when it is none."""
    loads = [items[at]]
    place = at + 1
    sign = items[place].kind if place < len(items) else "words"
    if sign not in ("slash", "dash"):
        return [], None
    while (
        place + 1 < len(items)
        and len(loads) < _MOST_LOADS
        and items[place].kind == sign
        and _is_figure(items[place + 1])
    ):
        loads.append(items[place + 1])
        place += 2
    weighed = loads[-1].kind == "mass" and sign == "slash"
    fewest = 2 if sign == "slash" else _FEWEST  # `60-80-100 x5`; `80-100` is from one to the other
    if len(loads) < fewest or not (weighed or all(_is_load(one) for one in loads)) or place + 1 >= len(items):
        return [], None
    if not items[place].tag("x", "for") or not _is_count(items[place + 1]):
        return [], None
    chained = place + 2 < len(items) and (items[place + 2].tag("x") or items[place + 2].kind == "slash")
    return ([], None) if chained else (loads, items[place + 1])


def spaced_loads(items: Sequence[Item], at: int) -> tuple[list[Item], Item | None]:
    """The loads of `60 80 100 x5` and the repetitions of each; ([], None) when it is something else."""
    loads: list[Item] = []
    place = at
    while place < len(items) and len(loads) < _MOST_LOADS and _is_load(items[place]):
        loads.append(items[place])
        place += 1
    growing = all(one.value < other.value for one, other in pairwise(loads))
    if len(loads) < _FEWEST or not growing or place + 1 >= len(items) or not items[place].tag("x"):
        return [], None
    chained = place + 2 < len(items) and items[place + 2].tag("x")
    count = items[place + 1]
    return (loads, count) if _is_count(count) and not chained else ([], None)


def load_and_counts(items: Sequence[Item], at: int) -> tuple[list[tuple[Item, Item]], int]:
    """`100 5 120 5`, `100 5 / 120 5`: two loads or more, each with its repetitions; and where they end."""
    pairs: list[tuple[Item, Item]] = []
    end = at
    while at + 1 < len(items) and len(pairs) < _MOST_LOADS:
        load, reps = items[at], items[at + 1]
        bare = load.kind == reps.kind == "number" and not load.used and not reps.used
        if not bare or load.value < LIGHTEST_LOAD or not _is_count(reps) or load.value < 4 * reps.value:
            break
        pairs.append((load, reps))
        at += 2
        at += at < len(items) and items[at].text == "+"  # `4+`: as many as went
        end = at
        at += at < len(items) and items[at].kind == "slash"
    ended = at >= len(items) or items[at].named is not None or (at == end and items[at].kind in _BREAKS)
    return (pairs, end) if len(pairs) > 1 and ended else ([], at)


def loads_with_brackets(items: Sequence[Item], at: int) -> tuple[list[tuple[Item, Item]], int]:
    """`60 (10), 80 (8), 90 (5)`: loads, each with its repetitions in brackets; and where they end."""
    pairs: list[tuple[Item, Item]] = []
    end = at
    while at + 3 < len(items) and len(pairs) < _MOST_LOADS and _is_load(items[at]):
        opens, count, closes = items[at + 1 : at + 4]
        if opens.kind != "open" or not _is_count(count) or closes.kind != "close":
            break
        pairs.append((items[at], count))
        end = at = at + 4
        at += at < len(items) and items[at].kind in ("comma", "slash")
    return (pairs, end) if len(pairs) > 1 else ([], end)


_BREAKS = frozenset(("line", "stop", "comma", "close"))


def load_list(items: Sequence[Item], at: int, *, led: bool) -> tuple[list[Item], int]:
    """The loads of `60/65/70/75kg` and where they end; ([], at) when it is something else.

    `led` by "at" or "with" they may be commas apart and without a unit.
    """
    loads = [items[at]]
    end = at + 1
    sign = items[end].kind if end < len(items) else "words"
    if not _is_figure(items[at]):
        return [], at
    if sign == "number":
        return _bare_loads(items, at, led=led)
    if sign not in ("slash", "comma", "dash"):
        return [], at
    while end + 1 < len(items) and len(loads) < _MOST_LOADS and items[end].kind == sign:
        if not _is_figure(items[end + 1]):
            break
        loads.append(items[end + 1])
        end += 2
    values = [one.value for one in loads]
    weighed = loads[-1].kind == "mass"
    heavy = min(values) >= LIGHTEST_LOAD
    counted = end < len(items) and items[end].tag("x", "reps", "sets")
    alike = max(values) <= _MOST_APART * min(values)
    good = (weighed and (heavy or led or sign == "slash")) or (led and heavy)
    fewest = _FEWEST if sign == "dash" else 2
    return (loads, end) if len(loads) >= fewest and alike and good and not counted else ([], at)


def _bare_loads(items: Sequence[Item], at: int, *, led: bool) -> tuple[list[Item], int]:
    """`50 55 60 65 70kg`, `at 100 110 120`: growing, the unit said of the last or "at" before them."""
    loads = [items[at]]
    end = at + 1
    while end < len(items) and len(loads) < _MOST_LOADS and _is_load(items[end]):
        loads.append(items[end])
        end += 1
        if loads[-1].kind == "mass":
            break
    growing = all(one.value < other.value for one, other in pairwise(loads))
    told = loads[-1].kind == "mass" or led
    good = len(loads) >= _FEWEST and told and growing and _is_load(items[at])
    counted = end < len(items) and items[end].tag("x", "reps", "sets")
    for_each = len(loads) > 1 and growing and _is_load(items[at]) and _counts_for_each(items, end)
    return (loads, end) if for_each or (good and not counted) else ([], at)


def _counts_for_each(items: Sequence[Item], at: int) -> bool:
    """The `5개씩` of `60 80 5개씩`: so many with each of the loads."""
    if at + 1 >= len(items) or not _is_count(items[at]) or not items[at + 1].tag("reps"):
        return False
    return items[at + 1].tag("reps_each") or (at + 2 < len(items) and items[at + 2].tag("each"))


_MOST_APART = 4


def is_added(items: Sequence[Item], at: int) -> bool:
    """`chins +10 4x6`: a load besides the body's, no count of a list."""
    item, sign = items[at], items[at - 1] if at else None
    before = items[at - 2] if at > 1 else None
    joined = sign is not None and sign.kind == "plus" and item.kind == "number" and item.glued
    apart = sign is not None and not sign.glued  # `4x5 +10`
    chained = at > 2 and items[at - 3].tag("x")
    return joined and (before is None or not before.data or (apart and chained))


def open_sets(items: Sequence[Item], at: int) -> int | None:
    """`3xAMRAP`, `3 x max`: sets without a number of repetitions; how many items say so."""
    item = items[at]
    few = item.kind == "number" and item.value == int(item.value) and item.value <= _MOST_LOADS
    return 2 if few and at + 1 < len(items) and items[at + 1].tag("to_failure") else None


def _is_figure(item: Item) -> bool:
    return item.kind in ("number", "mass") and not item.used and item.value > 1


def _is_load(item: Item) -> bool:
    return item.kind in ("number", "mass") and not item.used and item.value >= LIGHTEST_LOAD
