"""The repetition that failed, by its number: `x3, failed on the 4th`, `failed at rep 3`, `4번째 실패`.

Those before it were done. Counts of a list were done, though one more failed in the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from agents.offline.reading.items import Item
from agents.offline.reading.lexicons import number_words, ordinal_words
from agents.offline.reading.phrases import Meaning

_MOST = 30
_FAR = 24
"""Items back to the count that a failed repetition ends."""
_NEAR = 8
"""Items from the failing on to its repetition: `failed 120kg bench at rep 3`."""
_LINKS = frozenset(("on", "at", "the", "my", "in", "during", "에서", "에", "는", "은"))
_ENDS = frozenset(("line", "stop", "comma", "open", "close", "dash", "noise"))
_LISTED = frozenset(("comma", "slash"))
_REPS, _LAST = Meaning("tag", "reps"), Meaning("tag", "last_set")
_SEVERAL = 3


class _Nth(NamedTuple):
    """items[begin:end] tell that repetition `nth` failed."""

    begin: int
    end: int
    nth: int


def settle_failed_reps(items: list[Item]) -> list[tuple[Item, int]]:
    """Put what was done in the place of what failed, in `items`; what of it changed a count."""
    told: list[tuple[Item, int]] = []
    at = 0
    while at < len(items):
        if items[at].tag("failed", "lost"):
            found = _after(items, at) or _before(items, at)
            if found is not None:
                items[at].kind, items[at].meanings, items[at].used = "noise", (), True
                at = _replace(items, found, told)
            elif _ends_a_list(items, at) or _of_the_last(items, at):
                items[at].kind, items[at].meanings, items[at].used = "noise", (), True
        at += 1
    return told


def _replace(items: list[Item], found: _Nth, told: list[tuple[Item, int]]) -> int:
    """Where the items go on."""
    done = found.nth - 1
    first, last = items[found.begin], items[found.end - 1]
    near = reversed(items[max(0, found.begin - _FAR) : found.begin])
    before = next((item for item in near if item.data or item.kind == "line"), None)
    counted = before is not None and before.kind == "number" and before.value < _MOST
    count = Item("number", first.start, last.end, str(done), float(done), glued=False)
    if counted:
        mark = Item("words", first.start, first.start, "-", meanings=(_LAST,))
        put = [mark, count]
    else:
        put = [count, Item("words", last.end, last.end, "-", meanings=(_REPS,))]
    items[found.begin : found.end] = put
    if not counted or (before is not None and before.value != done):
        told.append((count, found.nth))
    return found.begin + len(put)


def _after(items: Sequence[Item], at: int) -> _Nth | None:
    """`failed on the 4th`, `failed 120kg bench at rep 3`."""
    linked = True
    for place in range(at + 1, min(at + 1 + _NEAR, len(items))):
        item = items[place]
        if item.kind in ("line", "stop"):
            return None
        nth, length = _ordinal(items, place)
        if nth and linked and _is_rep(items, place + length):
            end = place + length + (place + length < len(items) and items[place + length].tag("reps"))
            begin = place
            while begin > at + 1 and items[begin - 1].text in _LINKS:
                begin -= 1
            return _Nth(begin, end, nth) if nth > 1 else None
        number = items[place + 1] if place + 1 < len(items) else None
        if item.tag("reps") and number is not None and _is_count(number):
            return _Nth(place, place + 2, int(number.value)) if number.value > 1 else None
        linked = item.text in _LINKS
        if not linked and item.kind != "mass" and item.named is None:
            return None
    return None


def _before(items: Sequence[Item], at: int) -> _Nth | None:
    """`4번째 실패`, `4th rep fail`."""
    end = at
    while end and (items[end - 1].kind in ("dash", "open") or items[end - 1].text in _LINKS):
        end -= 1
    for begin in range(max(0, end - 3), end):
        nth, length = _ordinal(items, begin)
        rest = items[begin + length : end]
        if nth > 1 and length and len(rest) <= 1 and all(one.tag("reps") for one in rest):
            return _Nth(begin, end, nth)
    return None


def _ordinal(items: Sequence[Item], at: int) -> tuple[int, int]:
    """`4th`, `fourth`, `4번째`, `3개째`: which, and how many items it takes; (0, 0) where none stands."""
    item = items[at]
    if item.kind == "noise" and item.value == int(item.value) and 0 < item.value < _MOST:
        return int(item.value), 1
    if item.text in ordinal_words():
        return ordinal_words()[item.text], 1
    value = int(item.value) if _is_count(item) else number_words().get(item.text, 0)
    place = at + 1
    if place < len(items) and items[place].tag("reps"):
        place += 1
    if 0 < value < _MOST and place < len(items) and items[place].tag("nth"):
        return value, place + 1 - at
    return 0, 0


def _is_count(item: Item) -> bool:
    return item.kind == "number" and item.value == int(item.value) and 0 < item.value < _MOST


def _is_rep(items: Sequence[Item], at: int) -> bool:
    """Whether the ordinal before counts repetitions: `the 4th`, `the 4th rep`; not `the 4th set`."""
    after = items[at] if at < len(items) else None
    return after is None or after.kind in _ENDS or after.tag("reps") or after.text in ("of", "with", "@")


def _of_the_last(items: Sequence[Item], at: int) -> bool:
    """`마지막 세트는 실패해서 4회`, `last set failed, 4 reps`: what was done of it is told."""
    led = any(item.tag("last_set") for item in items[max(0, at - 2) : at])
    counts = [place for place in range(at + 1, min(at + 4, len(items) - 1)) if _is_count(items[place])]
    if not led or not counts or not items[counts[0] + 1].tag("reps"):
        return False
    for item in items[at + 1 : counts[0]]:
        if item.kind == "comma":
            item.kind, item.used = "noise", True
    return True


def _ends_a_list(items: Sequence[Item], at: int) -> bool:
    """`5,5,4 (failed)`: the four were done; of `1,1,1 fail` the last was not."""
    place = at - 1
    while place >= 0 and items[place].kind in ("open", "dash", "comma"):
        place -= 1
    counts = 0
    last = items[place] if place >= 0 else None
    while place >= 0 and _is_count(items[place]):
        counts += 1
        place -= 1
        if place < 0 or items[place].kind not in _LISTED:
            break
        place -= 1
    return counts >= _SEVERAL and last is not None and last.value > 1
