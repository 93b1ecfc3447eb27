"""Items that mean something else beside their neighbours: short names, rounds by the clock, paces, times."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Protocol

from agents.offline.reading.items import Item
from agents.offline.reading.lexicons import short_names
from agents.offline.reading.phrases import Meaning
from agents.offline.reading.pieces import WORK

_NEAR = 4
_PACE = (100.0, 1200.0)
"""Seconds per kilometre or mile that a pace after its word has."""
_LIGHTEST_OF_A_LETTER = 40
"""`B 100x3`: a bench press; `b 3x5` may be anything."""
_BAR = Meaning("tag", "bar")


class Names(Protocol):
    """What is needed to know about names here."""

    def meanings(self, name: str) -> tuple[Meaning, ...]:
        """What a whole name means; nothing when it is not known."""
        ...


def rewrite(items: list[Item], names: Names) -> list[Item]:
    """The items with such meanings. Linear in their number."""
    items = [item for item in items if not item.tag("nothing")]
    short = short_names()
    swims = False
    turns = any(item.tag("turns") for item in items)
    for at, item in enumerate(items):
        after = items[at + 1] if at + 1 < len(items) else None
        swims = swims or (item.named is not None and item.named.name == "swim")
        if swims and item.tag("stroke"):
            item.meanings = tuple(one for one in item.meanings if one.named is None)
        elif item.tag("emom", "emom2", "circuit"):
            _rounds(items, at, turns=turns)
        elif item.tag("every") and after is not None and after.kind == "time":
            _every(items, at, after.value, turns=turns)
        elif item.tag("on_time") and at and items[at - 1].kind == "time":
            _on_and_off(items, at)
        elif item.kind == "k" and at and items[at - 1].tag("x"):
            item.kind, item.value, item.unit = "distance", item.value * 1000, "km"
        elif item.tag("bare_bar") and after is not None and after.tag("x", "for"):
            item.meanings = (_BAR,)
        elif item.text == "in" and after is not None and after.spelled and after.kind == "number":
            _spoken_clock(items, at + 1)
        elif item.text in short and item.named is None and _before_figures(items, at):
            item.meanings = names.meanings(short[item.text])
        elif item.meanings:
            _by_tag(items, at)
    return [item for item in items if item.kind != "noise" or item.end > item.start]


def _by_tag(items: list[Item], at: int) -> None:
    item = items[at]
    if item.tag("pace"):
        _pace(items, at)
    elif item.tag("splits"):
        _splits(items, at)
    elif item.tag("amrap"):
        _as_many_rounds(items, at)
    elif item.tag("rounds") and at + 1 < len(items) and items[at + 1].kind == "plus":
        _part_of_a_round(items, at + 2)


def _pace(items: list[Item], at: int) -> None:
    """`페이스 5:30`, `pace: 5:15`, `6분 페이스`, `9 min pace`: seconds of a kilometre or mile."""
    after = items[at + 1] if at + 1 < len(items) else None
    if after is not None and (after.kind == "colon" or after.text in ("was", "of")):
        after = items[at + 2] if at + 2 < len(items) else None
    before = items[at - 1] if at else None
    low, high = _PACE
    for one in (after, before):
        if one is not None and one.kind in ("time", "clock") and not one.used and low <= one.value <= high:
            one.kind, one.unit = "pace", ""
            return


def _before_figures(items: list[Item], at: int) -> bool:
    """Whether sets or a load come right after: `BS 4x3`, `gm: 40kg`; not `gm 3 of you`."""
    place = at + 1
    heads = at == 0 or items[at - 1].kind == "line"
    while place < len(items) and (items[place].has("programme") or items[place].has("noise_before")):
        place += 1 + (items[place].has("noise_before") and _is_figure(items, place + 1))
    if place < len(items) and (
        items[place].kind in ("colon", "dash") or (heads and items[place].kind == "line")
    ):
        place += 1
    after = items[place : place + 2]
    if len(after) == 2 and after[0].tag("bare_bar", "bar") and after[1].tag("x", "for"):
        return True
    if len(items[at].text) == 1 and (not after or after[0].value < _LIGHTEST_OF_A_LETTER):
        return False
    if not after or not (after[0].kind in ("number", "mass") or after[0].unit == "s"):
        return False
    listed = [one.kind for one in items[place : place + 3]]
    chained = any(one.tag("x") for one in items[place + 2 : place + 3])
    if chained and listed[:2] in (["number", "number"], ["time", "number"]):
        return True  # `로우 50 5x5`, `farmers 40s 3x30m`
    if listed[:1] == listed[2:] == ["number"] and listed[1] in ("comma", "slash"):
        return True
    return after[0].kind == "mass" or (len(after) == 2 and after[1].tag(*_COUNTING))


_COUNTING = ("x", "sets", "reps", "for", "at", "single", "double", "triple", "singles", "doubles", "triples")


def _is_figure(items: Sequence[Item], at: int) -> bool:
    return at < len(items) and items[at].kind in ("number", "noise")


def _rounds(items: list[Item], at: int, *, turns: bool) -> None:
    """`EMOM 10 min`, `10 min emom`, `every minute for 12 minutes`, `E2MOM x 5`, `circuit x4`."""
    item = items[at]
    label = items[at + 1 : at + 3]
    if item.tag("circuit") and len(label) > 1 and label[0].value == 1 and label[1].kind in ("colon", "close"):
        label[0].kind, label[0].used = "noise", True  # `superset 1: …`
        return
    near = [*items[at + 1 : at + 1 + _NEAR], *_before_in_clause(items, at)]
    if not item.tag("circuit"):
        near.sort(key=lambda one: one.kind != "time")  # `10 min of swings EMOM 15`
    every = 120.0 if item.tag("emom2") else 60.0
    for one in near:
        if one.kind == "line" or one.named is not None:
            continue
        if one.kind == "time" and one.value >= every and not item.tag("circuit"):
            rounds = one.value / every
        elif one.kind == "number" and not _counted(items[at + 1 : at + 5], one):
            rounds = one.value
        else:
            continue
        if 1 < rounds <= _MOST_ROUNDS and rounds == int(rounds):
            _take_rounds(items, at, rounds, [one], turns=turns)
            return
    if item.tag("circuit") and at and items[at - 1].kind not in ("line", "stop"):
        item.kind = "comma"  # `bench 3x8 superset with 3x8 pull-ups`


def _as_many_rounds(items: list[Item], at: int) -> None:
    """`20 min amrap`, `AMRAP 15:`: how long it went, no time of an exercise."""
    for place in (at - 1, at + 1):
        one = items[place] if 0 <= place < len(items) else None
        after = items[place + 1] if place + 1 < len(items) else None
        headed = one is not None and one.kind == "number" and after is not None and after.kind == "colon"
        if one is not None and ((one.kind == "time" and one.value >= _SHORTEST) or (headed and place > at)):
            one.kind, one.used, one.meanings = "noise", True, ()


def _part_of_a_round(items: list[Item], at: int) -> None:
    """`7 rounds + 4 reps`, `8 rounds + 3 pull-ups`: a round that was not finished."""
    count, what = items[at : at + 1], items[at + 1 : at + 2]
    counted = bool(count) and count[0].kind == "number"
    ends = not what or what[0].kind in ("line", "stop", "close", "comma") or what[0].tag("reps")
    if counted and (ends or any(one.named == what[0].named for one in items[:at] if one.named is not None)):
        for one in (*count, *(() if what and what[0].kind != "words" else what)):
            one.kind, one.used, one.meanings = "noise", True, ()


_SHORTEST = 120.0
"""Seconds that rounds are done in; less is a set's."""


def _before_in_clause(items: Sequence[Item], at: int) -> list[Item]:
    """What stands right before, the nearest first: two items, and times up to the last break."""
    before = items[max(0, at - 2 * _NEAR) : at][::-1]
    here = list(takewhile(lambda one: one.kind not in ("line", "stop", "comma", "colon"), before))
    return [*before[:2], *(one for one in here[2:] if one.kind == "time")]


def _every(items: list[Item], at: int, seconds: float, *, turns: bool) -> None:
    """`every 90 seconds x 8`, `every 2 min for 20 min`: so many rounds."""
    for place in range(at + 2, min(at + 2 + _NEAR, len(items))):
        one = items[place]
        if one.kind == "line" or one.named is not None:
            return
        rounds = (
            one.value / seconds
            if one.kind == "time" and seconds
            else one.value
            if one.kind == "number"
            else 0
        )
        if 1 < rounds <= _MOST_ROUNDS and rounds == int(rounds):
            _take_rounds(items, at, rounds, items[at + 1 : place + 1], turns=turns)
            return


def _take_rounds(items: list[Item], at: int, rounds: float, said: list[Item], *, turns: bool) -> None:
    items[at].kind, items[at].value = "rounds", rounds / 2 if turns and rounds % 2 == 0 else rounds
    for one in said:
        one.kind, one.used, one.meanings = "noise", True, ()


def _on_and_off(items: list[Item], at: int) -> None:
    """`40s on 20s off`: the time that each exercise took, and the rest."""
    work = items[at - 1]
    rest = next((one for one in items[at + 1 : at + 3] if one.kind == "time"), None)
    off = next(
        (place for place in range(at + 1, min(at + 4, len(items))) if items[place].tag("off_time")), None
    )
    if rest is not None and off is not None:
        work.unit = WORK
        rest.kind, rest.used = "noise", True


_MOST_ROUNDS = 60


def _counted(items: list[Item], number: Item) -> bool:
    """Whether the number is no number of rounds: it counts the name after it (`emom 5 pull ups`)."""
    at = next((place for place, one in enumerate(items[:2]) if one is number), None)
    if at is None:
        return True
    after = items[at + 1] if at + 1 < len(items) else None
    beyond = items[at + 2] if at + 2 < len(items) else None
    headed = after is not None and after.tag("x") and beyond is not None and beyond.kind == "colon"
    return after is not None and not headed and (after.named is not None or after.tag("x", "reps", "rounds"))


def _spoken_clock(items: list[Item], at: int) -> None:
    """`in twenty four fifty`, `in six thirty`: minutes and seconds."""
    minutes, after = items[at], items[at + 1] if at + 1 < len(items) else None
    seconds = after is not None and after.spelled and after.kind == "number" and after.value < 60
    if after is not None and seconds and minutes.value < 60:
        parts = (int(minutes.value), int(after.value))
        after.kind, after.used = "noise", True
    elif 100 <= minutes.value < 1000 and minutes.value % 100 < 60 and (after is None or not after.data):
        parts = divmod(int(minutes.value), 100)
    else:
        return
    minutes.kind, minutes.parts, minutes.value = "clock", parts, float(parts[0] * 60 + parts[1])


def _splits(items: list[Item], at: int) -> None:
    """`splits 5:01 4:58 4:55`: their sum, unless the whole time is told."""
    clocks: list[Item] = []
    for one in items[at + 1 :]:
        if one.kind == "clock":
            clocks.append(one)
        elif one.kind not in ("comma", "slash", "colon", "dash"):
            break
    if len(clocks) < 2:
        return
    told = any(one.kind in ("clock", "time") for one in items[max(0, at - 2 * _NEAR) : at])
    total = sum(one.value for one in clocks)
    for one in clocks[0 if told else 1 :]:
        one.kind, one.used = "noise", True
    if not told:
        clocks[0].kind, clocks[0].value, clocks[0].unit = "time", total, "s"
