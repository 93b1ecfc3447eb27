"""Numbers that count no set: of an exercise, of a set, tempo, pauses, maxima, heights, recoveries."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from agents.offline.reading.items import Item
from agents.offline.reading.phrases import Meaning

_MOST_SETS = 40
_NEAR = 6
_LONGEST_PAUSE = 30.0


def set_aside(items: list[Item]) -> None:
    """Note them as read. Linear in their number."""
    _number_sets(items, _counted_set)
    _number_sets(items, _named_set)
    _number_sets(items, _numbered_line)
    _number_list(items)
    _number_sets(items, _hash)
    for at, item in enumerate(items):
        if item.tag("tempo"):
            _tempo(items, at)
        elif item.tag("maximum"):
            _maximum(items, at)
        elif item.tag("up_to") and at + 2 < len(items) and items[at + 2].kind == "colon":
            _goal(items[at + 1])
        elif item.kind in ("number", "k") and item.glued and at:
            _code(items, at)
        elif item.tag("pause"):
            _ignore(
                *(one for one in _beside(items, at, 2) if one.kind == "time" and one.value < _LONGEST_PAUSE)
            )
        elif item.tag("climb"):
            _ignore(*[one for one in _beside(items, at, 2) if one.kind == "distance"][:1])
        elif item.kind in ("distance", "time"):
            _aside(items, at)
    for first, dash, second, after in zip(items, items[1:], items[2:], items[3:], strict=False):
        if first.kind == second.kind == "number" and dash.kind == "dash" and after.tag("rir", "rpe"):
            _ignore(first, second)  # `2-3 RIR` is no one figure


def _ignore(*items: Item) -> None:
    for item in items:
        item.kind, item.used, item.value = "noise", True, 0.0


def _goal(item: Item) -> None:
    """`up to 180kg: 100x5, …`: the heaviest of the sets that follow; its unit is theirs."""
    unit = item.unit if item.kind == "mass" else ""
    _ignore(item)
    if unit:
        item.kind, item.text, item.meanings = "words", unit, (Meaning("unit", unit),)
        item.used = False


def _line(items: Sequence[Item], at: int, step: int, most: int) -> list[Item]:
    """Up to so many items of the line before or after `at`, the nearest first."""
    found: list[Item] = []
    place = at + step
    while 0 <= place < len(items) and len(found) < most and items[place].kind != "line":
        found.append(items[place])
        place += step
    return found


def _beside(items: Sequence[Item], at: int, most: int) -> list[Item]:
    return [*_line(items, at, 1, most), *_line(items, at, -1, most)]


Numbered = tuple[int, list[Item]]
"""Which set, and what says so."""


def _whole(item: Item) -> int:
    """The number that a set could have; 0 for anything else."""
    figure = item.kind in ("number", "noise") and item.text.isdecimal() and len(item.text) <= 2
    return int(item.text) if figure and 0 < int(item.text) <= _MOST_SETS else 0


def _counted_set(items: Sequence[Item], at: int) -> Numbered | None:
    """`1세트 80kg 8회`."""
    item, after = items[at], items[at + 1] if at + 1 < len(items) else None
    if after is None or not after.tag("sets") or after.tag("rounds") or not _whole(item):
        return None
    return _whole(item), [item, after]


def _named_set(items: Sequence[Item], at: int) -> Numbered | None:
    """`set 1: 80 kg`."""
    item, after = items[at], items[at + 1] if at + 1 < len(items) else None
    if after is None or not item.tag("sets") or item.tag("rounds") or not _whole(after):
        return None
    return _whole(after), [item, after]


def _numbered_line(items: Sequence[Item], at: int) -> Numbered | None:
    """`1) 80 kg x 8` at the head of a line."""
    if (at and items[at - 1].kind != "line") or at + 2 >= len(items):
        return None
    sign = items[at + 1]
    ends = sign.text == "|" or (sign.glued and sign.kind in ("close", "stop", "colon"))
    closes = ends and items[at + 2].kind != "line"
    number = _whole(items[at])
    return (number, [items[at], sign]) if closes and number else None


def _hash(items: Sequence[Item], at: int) -> Numbered | None:
    """`#1 100kg 5 reps`."""
    if items[at].text != "#" or at + 1 >= len(items) or not items[at + 1].glued:
        return None
    number = _whole(items[at + 1])
    return (number, list(items[at : at + 2])) if number else None


def _number_sets(items: list[Item], form: Callable[[Sequence[Item], int], Numbered | None]) -> None:
    """Numbers that go 1, 2, 3 (and again from 1), each before its figures, tell which set it is."""
    found = [(at, one) for at in range(len(items)) if (one := form(items, at)) is not None]
    if len(found) < 2 or not _leads(items, found[0][0]):
        return
    numbers = [number for _, (number, _) in found]
    ascending = all(after in (before + 1, 1) for before, after in pairwise(numbers))
    last = found[-1][0] + len(found[-1][1][1])
    if numbers[0] != 1 or numbers[1] != 2 or not ascending or not any(i.data for i in items[last : last + 4]):
        return
    most = max(numbers)
    for at, item in enumerate(items[: found[0][0]]):
        if item.kind == "number" and item.value == most and items[at + 1].tag("sets"):
            _ignore(item, items[at + 1])
    for _, (_, marks) in found:
        _ignore(*marks)
        marks[-1].kind, marks[-1].meanings = "comma", ()


def _number_list(items: list[Item]) -> None:
    """`1. squat 5x5 100 2. bench 5x5 80`: numbers from 1 on, each right before a name, begin its sentence."""
    found: list[int] = []
    for at, (item, sign, after) in enumerate(zip(items, items[1:], items[2:], strict=False)):
        ends = sign.glued and sign.kind in ("stop", "close")
        heads = at == 0 or not item.glued
        if not (ends and heads) or after.glued or _whole(item) != len(found) + 1:
            continue
        if after.kind == "words" or (sign.kind == "close" and after.kind in ("number", "mass")):
            found.append(at)
    named = any(items[at + 2].named is not None for at in found)
    sets = all(items[at + 2].data for at in found)
    for at in found if len(found) > 1 and (named or sets) else ():
        _ignore(items[at])
        items[at + 1].kind, items[at + 1].meanings = "comma" if sets else "stop", ()


def _leads(items: Sequence[Item], at: int) -> bool:
    """Whether no figures stand before it since the line, the comma or the name."""
    for item in reversed(items[:at]):
        if item.kind in ("line", "comma", "slash", "colon", "stop", "dash") or item.named is not None:
            return True
        if item.data:
            return False
    return True


def _tempo(items: Sequence[Item], at: int) -> None:
    """`tempo 3-1-1`, `tempo squats 3/2/1`, `tempo 3010`; then it is no tempo run."""
    figures = _seconds(_line(items, at, 1, _NEAR + 8)) or _seconds(_line(items, at, -1, _NEAR + 1))
    if figures:
        _ignore(*figures)
        items[at].meanings = tuple(one for one in items[at].meanings if one.named is None)


def _seconds(part: list[Item]) -> list[Item]:
    """The figures of a tempo in a stretch of items: three or four of one digit."""
    if part and part[0].text.isdecimal() and len(part[0].text) in (3, 4) and max(part[0].text) <= "6":
        return part[:1]
    for place in range(len(part) - 4):
        for size in (7, 5):
            run = part[place : place + size]
            digits = all(one.kind == "number" and one.value < 10 for one in run[::2])
            if len(run) == size and digits and all(one.kind in ("dash", "slash") for one in run[1::2]):
                return run[::2]
    return []


_MAXIMUM = 4
"""Items from the word up to its figure."""


def _maximum(items: Sequence[Item], at: int) -> None:
    """`TM is 150kg`, `training max 160`: nobody lifted it."""
    after = _line(items, at, 1, _NEAR)
    for place, item in enumerate(after[:_MAXIMUM]):
        if item.kind in ("number", "mass"):
            if not any(one.tag("x", "sets") for one in after[place + 1 : place + 2]):
                _ignore(item)
            return
        if item.kind not in ("colon", "words") or item.tag("x", "at", "for"):
            break
    before = items[at - 1] if at else None
    if before is not None and before.kind == "mass":
        _ignore(before)


def _code(items: Sequence[Item], at: int) -> None:
    """`A1 bench`, `C25K W5D3`: letters and digits that are a name."""
    letter, item = items[at - 1], items[at]
    after = items[at + 1] if at + 1 < len(items) else None
    if len(letter.text) != 1 or not "a" <= letter.text <= "z" or letter.text in "xs":
        return
    joined = after is not None and after.glued and after.kind not in ("close", "colon", "stop")
    spelt = (
        joined and after is not None and len(after.text) == 1 and after.text.isalpha() and not after.tag("x")
    )
    within = letter.glued and at > 2 and items[at - 2].kind == "noise"
    if item.kind == "k" or spelt or within:
        _ignore(item)
    begins = not letter.glued or (at > 1 and items[at - 2].kind == "line")
    if item.used:
        return
    if letter.text <= "h" and 0 < _whole(item) < 10 and begins and not joined:
        _ignore(item)
        letter.kind, letter.meanings = "comma", ()


def _aside(items: Sequence[Item], at: int) -> None:
    """`3 m long`, `200m jog recovery`: no distance of the bout, no time of the hold."""
    if items[at].kind == "time" and at > 1 and _is_range_of_times(items, at):
        _ignore(items[at - 2], items[at])
        return
    after = _line(items, at, 1, 2)
    measured = bool(after) and after[0].tag("extent")
    recovers = items[at].kind == "distance" and any(one.tag("rest") for one in after)
    if measured or (recovers and not any(one.data for one in after)):
        _ignore(items[at])


def _is_range_of_times(items: Sequence[Item], at: int) -> bool:
    """`8x200 in 36-38s`: between two times lies each, which one is not told."""
    first, dash, last = items[at - 2 : at + 1]
    joined = dash.kind == "dash" and dash.glued and last.glued and first.kind in ("number", "time")
    repeated = any(one.tag("x") for one in items[max(0, at - _NEAR - 2) : at - 2])
    return joined and repeated and first.value < last.value
