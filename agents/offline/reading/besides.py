"""What lifters write beside their sets: tempo marks, heights of boxes, bands, ladders, pairs of dumbbells."""

from __future__ import annotations

from collections.abc import Sequence

from agents.offline.reading.items import Item
from agents.offline.reading.lexicons import assisted_forms, is_hold, made_with, pair_words
from agents.offline.reading.neighbours import Names
from agents.offline.reading.phrases import Meaning

_NEAR = 4
_LONGEST_LADDER = 20
_HEAVIEST_PAIR = 200.0
_TEMPO = 10
_LONGEST_PHASE = 15.0
"""Seconds that letting a load down may take."""
_LONGEST_UP = 3
"""Seconds at the top of a tempo."""


def beside_sets(items: list[Item], names: Names) -> list[Item]:
    """The items with such things read or set aside. Linear in their number."""
    last: Item | None = None
    added: dict[int, list[Item]] = {}
    for at, item in enumerate(items):
        after = items[at + 1] if at + 1 < len(items) else None
        if after is not None:
            _no_bout(item, after, last)
        if item.named is not None:
            last = item
        if item.kind in ("number", "time", "clock"):
            _figure(items, at, after, last)
        else:
            _word(items, at, names)
        if item.kind == "number" and not item.used:
            rungs = _ladder(items, at)
            if rungs:
                added[at] = rungs
    return [one for at, item in enumerate(items) for one in added.get(at, [item])]


def _no_bout(item: Item, after: Item, last: Item | None) -> None:
    """`5x2 climbing 50 55 60kg` is no climb, `12 cal row` nothing eaten."""
    if item.tag("ramping") and after.data and last is not None and last.named is not None:
        item.meanings = () if last.named.shape == "sets" else item.meanings
    if item.kind == "energy" and after.named is not None and after.named.shape == "bouts":
        item.kind, item.meanings = "words", (Meaning("tag", "cals"),)


def _word(items: list[Item], at: int, names: Names) -> None:
    item, after = items[at], items[at + 1] if at + 1 < len(items) else None
    if item.tag("nth_set", "good_lift"):
        item.kind = "comma"
    elif item.tag("multiplied") and at and after is not None:
        if items[at - 1].kind == "number" and after.kind in ("number", "mass"):
            item.meanings = (Meaning("tag", "x"),)
    elif item.text in made_with():
        _lifted_with(items, at, names)
    elif item.tag("treadmill") and _walked(items, at):
        item.meanings = ()
    elif item.tag("band"):
        _helped(items, at, names)
    elif item.tag("ahead_from") and _between_figures(items, at):
        item.meanings = (*item.meanings, Meaning("tag", "joins"))


def _figure(items: list[Item], at: int, after: Item | None, last: Item | None) -> None:
    item = items[at]
    phase = item.kind == "time" and after is not None and after.tag("phase")
    if phase and item.value <= _LONGEST_PHASE:
        _ignore(item)
    elif item.kind == "clock":
        held = last is not None and last.named is not None and is_hold(last.named.name)
        if at and items[at - 1].tag("x") and held:
            item.kind, item.unit = "time", "s"
    elif item.kind == "time" or item.spelled:
        beyond = items[at + 2 : at + 4]
        ways = len(beyond) > 1 and beyond[0].tag("x") and beyond[1].kind == "distance"
        _a_pair(item, after, last, carried=ways)  # `farmers 40s 3x30m`
    elif after is not None:
        _number(items, at, after)


def _between_figures(items: Sequence[Item], at: int) -> bool:
    """`80kg 4x8 next time go 82.5`: what stands before it was done, what follows is ahead."""
    done = any(one.tag("x", "sets", "reps") for one in items[max(0, at - 2 * _NEAR) : at])
    after = items[at + 1 : at + 2 * _NEAR]
    same = any(one.tag("same_load", "same_sets") for one in after[:2])  # `80kg 4x8, next time same weight`
    listed = any(one.kind == "slash" for one in items[max(0, at - 2 * _NEAR) : at])
    return (done and any(one.data for one in after)) or ((done or listed) and same)


def _number(items: list[Item], at: int, after: Item) -> None:
    item, before = items[at], items[at - 1] if at else None
    beyond = items[at + 2] if at + 2 < len(items) else None
    if after.tag("rm") and beyond is not None and beyond.kind == "words" and not beyond.meanings:
        _ignore(item, after)  # `3RM test`
        return
    limb = after if not (after.kind == "dash" and after.glued) else beyond
    if limb is not None and limb.tag("limb") and item.value in (1, 2):
        _ignore(item)
        return
    heights = after.glued and after.tag("inches")
    code = before is not None and before.text == "#" and item.glued and not (at > 1 and items[at - 2].data)
    last_reps = before is not None and before.tag("last_few") and after.tag("reps")
    if heights:
        _ignore(item, after)
    elif code and before is not None:
        before.meanings = ()
        item.kind = "noise"
    elif last_reps:
        _ignore(item)
    else:
        _ignore(*_tempo(items, at))


def _tempo(items: Sequence[Item], at: int) -> Sequence[Item]:
    """`31X1`, `3-0-1-0`, `4/0/1`: nobody does no repetition, nor sets of one so written."""
    third = items[at + 2] if at + 2 < len(items) else None
    joined = third is not None and third.kind == "number" and third.glued and items[at + 1].glued
    if (
        third is not None
        and joined
        and items[at + 1].tag("x")
        and len(items[at].text + third.text) == len("311")
    ):
        near = items[max(0, at - _NEAR) : at]
        marked = any(one.tag("tempo") for one in near) or (
            at > 0
            and items[at - 1].kind == "open"
            and any(one.tag("x") for one in items[max(0, at - 2 * _NEAR) : at])
        )
        digits = max(items[at].text + third.text) <= "6" and third.value <= _LONGEST_UP
        if not digits or not marked or len(items[at].text) != len("31"):
            return ()
        _no_run(near)
        return items[at : at + 3]
    run = [at]
    while run[-1] + 2 < len(items) and len(run) < _NEAR and _signed(items, run[-1]):
        run.append(run[-1] + 2)
    figures = [items[place] for place in run]
    small = all(one.kind == "number" and one.value < _TEMPO for one in figures)
    still = any(one.value == 0 for one in figures)
    if len(run) < _FEWEST or not small or not still:
        return ()
    _no_run(items[max(0, at - _NEAR) : at])
    return items[at : run[-1] + 1]


_FEWEST = 3


def _no_run(near: Sequence[Item]) -> None:
    """Beside a tempo in seconds the word is no tempo run."""
    for one in near:
        if one.tag("tempo"):
            one.meanings = tuple(each for each in one.meanings if each.named is None)


def _signed(items: Sequence[Item], at: int) -> bool:
    return items[at + 1].kind in ("dash", "slash") and items[at + 2].kind == "number"


def _ladder(items: Sequence[Item], at: int) -> list[Item]:
    """`10 down to 6`: each count once, unless they follow one by one."""
    end = at + 2
    if end >= len(items) or not items[at + 1].tag("down_to") or items[end].kind != "number":
        return []
    first, last = items[at].value, items[end].value
    whole = first == int(first) and last == int(last)
    beyond = items[end + 1] if end + 1 < len(items) else None
    if (
        not whole
        or not 0 < last < first <= _LONGEST_LADDER
        or (beyond is not None and beyond.tag("x", "for"))
    ):
        return []
    told = any(one.kind == "number" for one in items[end + 1 : end + 3])
    _ignore(*items[at : end + 1])
    if told:
        return []
    rungs: list[Item] = []
    for count in range(int(first), int(last) - 1, -1):
        if rungs:
            rungs.append(Item("slash", items[at].start, items[end].end, "/"))
        rungs.append(Item("number", items[at].start, items[end].end, str(count), float(count)))
    return rungs


def _lifted_with(items: list[Item], at: int, names: Names) -> None:
    """`bench with 24kg dumbbells` is a dumbbell bench press."""
    for one in reversed(items[max(0, at - _FAR) : at]):
        if one.kind in ("line", "comma", "stop") or one.tag("then"):
            return
        if one.named is not None and one.named.shape == "sets":
            kind = made_with()[items[at].text]
            one.meanings = (
                names.meanings(f"{kind} {one.text}")
                or names.meanings(f"{kind} {one.named.name}")
                or one.meanings
            )
            return


_FAR = 8


def _walked(items: list[Item], at: int) -> bool:
    """`트레드밀에서 45분 걸었음`: the machine of a run, and a walk on it."""
    for one in items[at + 1 : at + _FAR]:
        if one.kind in ("line", "comma", "stop") or one.tag("then"):
            return False
        if one.named is not None:
            return one.named.name == "walk"
    return False


def _helped(items: list[Item], at: int, names: Names) -> None:
    """`pull ups w green band`: the exercise with help is one of its own."""
    for one in reversed(items[max(0, at - _NEAR) : at]):
        if one.kind == "line":
            return
        other = assisted_forms().get(one.named.name) if one.named is not None else None
        if other is not None:
            one.meanings = names.meanings(other)
            return


def _a_pair(item: Item, after: Item | None, last: Item | None, *, carried: bool) -> None:
    """`12s x 12`, "twenties for eight": a pair of dumbbells of that load."""
    if last is None or last.named is None or last.named.shape != "sets":
        return
    if is_hold(last.named.name) and not carried:
        return
    spoken = item.spelled and item.kind == "number" and item.text.split()[-1].split("-")[-1] in pair_words()
    short = item.kind == "time" and item.unit == "s" and item.text.replace(".", "", 1).isdecimal()
    counted = after is not None and (after.tag("x", "for") or carried)
    written = short and item.end - item.start <= len("17.5's") and counted
    if (spoken or written) and 0 < item.value <= _HEAVIEST_PAIR:
        item.kind, item.unit = "mass", ""


def _ignore(*items: Item) -> None:
    for item in items:
        item.kind, item.used, item.meanings = "noise", True, ()
