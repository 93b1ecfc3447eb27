"""What is set right in the same breath, as when dictating: `315 for a single no wait make that 355`."""

from __future__ import annotations

from collections.abc import Sequence

from agents.offline.reading.items import Item

_LIGHTEST = 20.0
_SKIPPED = 3
"""Words between the cue and the figure: `no wait, it was 355`."""
_SIGNS = frozenset(("comma", "dash", "colon", "stop"))
_LINKS = frozenset(
    ("it", "was", "it was", "that was", "it's", "that's", "is", "make", "make that", "that", "a", "to")
)
_FAR = 24
"""Items back to the figure that is replaced."""


def restate(items: list[Item]) -> list[Item]:
    """The items with the later figure in the place of the earlier one. Linear in their number."""
    gone: set[int] = set()
    for at, item in enumerate(items):
        if at in gone or not item.tag("restated"):
            continue
        new = _figure_after(items, at)
        if new is None:
            continue
        length = 3 if _is_pair(items, new) else 1
        old = _pair_before(items, at) if length > 1 else _alike_before(items, at, new)
        if old is None:
            continue
        for step in range(0, length, 2):
            _replace(items[old + step], items[new + step])
        end = new + length
        if length == 1 and items[end - 1].kind == "number" and _same_word(items, old + 1, end):
            end += 1
        gone.update(range(at, end))
    return [item for at, item in enumerate(items) if at not in gone] if gone else items


def _figure_after(items: Sequence[Item], at: int) -> int | None:
    for place in range(at + 1, min(at + 2 + _SKIPPED, len(items))):
        item = items[place]
        if item.data:
            return place
        if (
            item.kind not in _SIGNS
            and item.text not in _LINKS
            and not item.tag("restated")
            and not item.has("filler")
        ):
            return None
    return None


def _is_pair(items: Sequence[Item], at: int) -> bool:
    return at + 2 < len(items) and items[at + 1].tag("x") and items[at + 2].kind == "number"


def _pair_before(items: Sequence[Item], at: int) -> int | None:
    """Where the last `3x4` before begins."""
    for place in range(at - 3, max(-1, at - _FAR), -1):
        if items[place].kind == "line":
            return None
        if items[place].data and _is_pair(items, place):
            return place
    return None


def _alike_before(items: Sequence[Item], at: int, new: int) -> int | None:
    """The last figure before that can be what the new one is: a load, a count, a time."""
    for place in range(at - 1, max(-1, at - _FAR), -1):
        item = items[place]
        if item.kind == "line":
            return None
        if item.data and _role(items, place) == _role(items, new):
            return place
    return None


def _role(items: Sequence[Item], at: int) -> str:
    item = items[at]
    after = items[at + 1] if at + 1 < len(items) else None
    if item.kind == "number":
        if after is not None and after.tag("sets"):
            return "sets"
        counted = after is not None and after.tag("reps")
        return "load" if item.value >= _LIGHTEST and not counted else "count"
    return {"mass": "load", "clock": "time"}.get(item.kind, item.kind)


def _same_word(items: Sequence[Item], old: int, new: int) -> bool:
    """`5 reps no wait 6 reps`: what is counted is said again."""
    one, other = (items[at] if at < len(items) else None for at in (old, new))
    return one is not None and other is not None and bool(one.meanings) and one.text == other.text


def _replace(old: Item, new: Item) -> None:
    old.value, old.text, old.parts = new.value, new.text, new.parts
    if new.kind != "number":
        old.kind, old.unit = new.kind, new.unit
