"""Single tries and sets without an upper end: `110x1 failed, 105x1`, `3+ x 90 (got 6)`, `last set at 105`."""

from __future__ import annotations

from collections.abc import Sequence

from agents.offline.reading.items import Item
from agents.offline.reading.lines import beside, silence
from agents.offline.reading.phrases import Meaning

_LIGHTEST = 20.0
_MOST_TRIED = 3
"""Repetitions that a failed try was for; who misses of more did a set."""
_MOST_REPS = 100
_NEAR = 7
_FIGURES = frozenset(("number", "mass"))
_RESULT_AFTER = frozenset(("open", "colon", "dash"))
_ENDS = frozenset(("line", "stop", "comma", "close", "open"))


def settle_tries(items: list[Item]) -> list[Item]:
    """The items with lost tries set aside, open ends closed, the load of the last set behind its mark."""
    open_ends: set[int] = set()
    for at, item in enumerate(items):
        if item.kind == "plus":
            if _open_end(items, at):
                open_ends.add(at)
        elif not item.meanings:
            continue
        elif item.tag("failed", "lost"):
            _lost(items, at)
        elif item.tag("last_few") and at and items[at - 1].kind == "open":
            _count_of_last(items, at)
        elif item.tag("last_set"):
            _load_of_last(items, at)
    return [item for at, item in enumerate(items) if at not in open_ends] if open_ends else items


def _is_load(item: Item | None) -> bool:
    return item is not None and item.kind in _FIGURES and item.value >= _LIGHTEST and not item.used


def _is_count(item: Item | None, most: int) -> bool:
    whole = item is not None and item.kind == "number" and item.value == int(item.value)
    return item is not None and whole and 0 < item.value <= most and not item.used


def _open_end(items: list[Item], at: int) -> bool:
    """`5+ x 85, got 8`: what was got is the count, else as many as were set; whether it parts a chain."""
    before, after = beside(items, at - 1), beside(items, at + 1)
    if not items[at].glued or before is None or not _is_count(before, _MOST_REPS):
        return False
    if after is not None and (after.kind in _FIGURES or (after.glued and after.data)):
        return False
    silence(items[at])
    place = at + 1
    if after is not None and after.tag("x", "at") and _is_load(beside(items, at + 2)):
        place = at + 3
    got = _got(items, place)
    if got is not None:
        before.value, before.text = got.value, got.text
        silence(got)
    return after is not None and after.tag("x")


def _got(items: Sequence[Item], at: int) -> Item | None:
    """The count told as a result: `(got 6)`, `: 8`, `(9 reps)`, `hit 7`."""
    said = False
    for place in range(at, min(at + _NEAR, len(items))):
        item, after = items[place], beside(items, place + 1)
        if item.kind == "line" or (item.named is not None and not item.has("cue", "done")):
            return None
        if item.has("cue", "done") or item.kind in _RESULT_AFTER:
            said = True
        elif item.data:
            ends = after is None or after.kind in _ENDS or after.tag("reps")
            return item if said and ends and _is_count(item, _MOST_REPS) else None
        elif item.kind == "stop":
            return None
    return None


def _count_of_last(items: list[Item], at: int) -> None:
    """`4x6 (last 5)`: the repetitions of the last set."""
    after = beside(items, at + 2)
    if _is_count(beside(items, at + 1), _MOST_REPS) and (after is None or after.kind == "close"):
        items[at].meanings = (Meaning("tag", "last_set"),)


def _lost(items: list[Item], at: int) -> None:
    """The figures of a single try that failed are no set; the name before them holds for what follows."""
    end = at - 1
    while end >= 0 and items[end].kind in ("dash", "open", "noise"):
        end -= 1
    start = _try_before(items, end)
    after = beside(items, at + 1)
    behind = at + 1 + (after is not None and after.tag("at"))
    if start is not None and _is_load(beside(items, behind)) and items[behind].value > items[start].value:
        start = None  # `405x1 missed 425`: tries go up
    if start is None:
        start = end = behind
        if not _is_load(beside(items, start)):
            return
        sign = beside(items, start + 1)
        if sign is not None and sign.tag("x", "for") and _is_count(beside(items, start + 2), _MOST_TRIED):
            end = start + 2
    begins = _named_right_before(items, min(start, at)) or items[min(start, at) - 1].kind == "comma"
    first = begins and _goes_on(items, max(end, at) + 1)
    if not first and not _ends_a_set(items, min(start, at) - 1):
        return
    load = items[start]
    unit = load.unit if load.kind == "mass" else ""
    silence(*items[start : end + 1])
    items[at].kind, items[at].meanings = "comma", ()
    if unit:
        load.kind, load.text, load.meanings, load.used = "words", unit, (Meaning("unit", unit),), False


def _try_before(items: Sequence[Item], end: int) -> int | None:
    """Where `110`, `110 x 1` or `100kg 1 rep` begins that ends at `end`."""
    last = beside(items, end)
    if last is not None and last.tag("reps"):
        end -= 1
        last = beside(items, end)
    if _is_load(last):
        return end if _stands_alone(items, end) else None
    if not _is_count(last, _MOST_TRIED):
        return None
    place = end - 1
    sign = beside(items, place)
    if sign is not None and sign.tag("x", "for"):
        place -= 1
    return place if _is_load(beside(items, place)) and _stands_alone(items, place) else None


def _stands_alone(items: Sequence[Item], at: int) -> bool:
    """Whether no other figure is joined to the load from before: `3x5x100`, `100-110`."""
    before = beside(items, at - 1)
    joined = before is not None and (before.tag("x") or before.kind in ("dash", "slash") or before.data)
    return before is None or not joined or _ends_a_set(items, at - 1)


def _ends_a_set(items: Sequence[Item], at: int) -> bool:
    """Whether the last figure of another set stands there: the 2 of `80x2 85x1 (miss)`."""
    before = beside(items, at - 1)
    joined = before is not None and (before.tag("x") or before.kind == "slash")
    return joined and _is_count(beside(items, at), _MOST_REPS)


def _named_right_before(items: Sequence[Item], at: int) -> bool:
    """Whether an exercise stands before it and no other figures between."""
    for item in reversed(items[max(0, at - _NEAR) : at]):
        if item.named is not None:
            return item.named.shape == "sets"
        if item.data or item.kind == "line":
            return False
    return False


def _goes_on(items: Sequence[Item], at: int) -> bool:
    """Whether another load of the same exercise follows."""
    for item in items[at : at + 2 * _NEAR]:
        if item.named is not None or item.kind == "line":
            return False
        if _is_load(item):
            return True
    return False


def _load_of_last(items: list[Item], at: int) -> None:
    """`went to 102.5 on last set`, `last set at 105`: a load that only the last set had."""
    after, load = beside(items, at + 1), beside(items, at + 2)
    if after is not None and load is not None and (after.tag("at") or after.text in _WAS):
        beyond = beside(items, at + 3)
        if _is_load(load) and not (beyond is not None and beyond.tag("x")):
            load.kind, after.meanings = "mass", ()
        return
    place = at - 1
    while place > 0 and items[place].text in _ON:
        place -= 1
    load, before = beside(items, place), beside(items, place - 1)
    if place == at - 1 or load is None or before is None or not _is_load(load):
        return
    led = before.tag("raised", "dropped", "at", "down_to", "up_to") or before.text in _TO
    if led and any(one.tag("x", "sets") for one in items[max(0, place - 2 * _NEAR) : place]):
        load.kind = "mass"
        before.kind, before.used, before.meanings = "noise", True, ()
        items[place], items[at] = items[at], load


_WAS = frozenset(("was", "with", "up to", "to"))
_ON = frozenset(("on", "for", "the", "my", "in", "only", "just"))
_TO = frozenset(("to", "up to", "down to", "hit", "did", "put"))
