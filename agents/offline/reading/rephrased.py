"""Sets told with more words than the notation has: `for 10, 3 times`, `10 each side x 3`, `50 in 10 sets`.

Each is put as the notation has it before anything else reads the items.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agents.offline.reading.items import Item
from agents.offline.reading.lexicons import bodyweight_moves
from agents.offline.reading.lines import beside
from agents.offline.reading.phrases import Meaning

_SETS, _REPS, _FOR, _LAST = (Meaning("tag", what) for what in ("sets", "reps", "for", "last_set"))
_LIGHTEST = 20.0
_MOST_REPS = 100
_MOST_SETS = 20
_MOST_LOADS = 8
_GONE = "gone"
"""The unit of what was put otherwise."""
_DASHED = 30.0
_HEAVIEST_PAIR = 60.0
_ENDS = frozenset(("line", "stop", "comma", "close", "open", "dash", "sign"))
_OFTEN = frozenset(("a", "this", "per", "every", "each", "in the", "last"))
"""After `3 times`: how often in a while, no sets."""


def rephrase(items: list[Item]) -> list[Item]:
    """The items with such sets put plainly. Linear in their number."""
    added: dict[int, list[Item]] = {}
    """Items to be put behind those at a place."""
    meet = any(item.tag("meet") for item in items)
    for at, item in enumerate(items):
        if item.kind in ("number", "mass") and not item.used:
            _figure(items, at, added, meet=meet)
        elif item.kind == "volume":
            _left_and_right(items, at)
        elif item.tag("amrap"):
            _as_many(items, at, added)
        elif item.tag("first_ever"):
            _first_ever(items, at, added)
        elif item.tag("x") and at and items[at - 1].named is not None:
            _rounds_of_all(items, at)
        elif item.tag("last_few"):
            _of_the_last(items, at)
        elif item.has("cue", "maximum"):
            _new_maximum(items, at, added)
        elif item.tag("singles", "doubles", "triples"):
            _sets_of_few(items, at)
    result = [one for at, item in enumerate(items) for one in (item, *added.get(at, ()))]
    return [item for item in result if item.unit != _GONE]


def _is_count(item: Item | None, most: float = _MOST_REPS) -> bool:
    whole = item is not None and item.kind == "number" and item.value == int(item.value)
    return item is not None and whole and 0 < item.value <= most and not item.used


def _is_load(item: Item | None) -> bool:
    return item is not None and item.kind in ("number", "mass") and item.value >= _LIGHTEST and not item.used


def _tag(item: Item | None, *what: str) -> bool:
    return item is not None and item.tag(*what)


def _ignore(*items: Item) -> None:
    for item in items:
        item.kind, item.used, item.value, item.unit, item.meanings = "noise", True, 0.0, _GONE, ()


def _word(near: Item, text: str, meaning: Meaning) -> Item:
    return replace(
        near, kind="words", start=near.end, text=text, value=0.0, unit="", meanings=(meaning,), used=False
    )


def _once(near: Item) -> list[Item]:
    """`for 1`, put behind a load."""
    one = replace(_word(near, "1", _FOR), kind="number", value=1.0, meanings=())
    return [_word(near, "for", _FOR), one]


def _figure(items: list[Item], at: int, added: dict[int, list[Item]], *, meet: bool) -> None:
    item, after = items[at], beside(items, at + 1)
    if after is None:
        after = Item("line", item.end, item.end, "")
    if after.tag("multiplied") and _is_count(item, _MOST_SETS):
        _times(items, at)
    elif after.tag("sets") and _is_count(item, _MOST_SETS):
        _in_sets(items, at)
    elif after.tag("each") and _tag(beside(items, at + 2), "x") and _is_count(item):
        if not (at and items[at - 1].tag("x", "at")):
            added[at] = [_word(item, "reps", _REPS)]
    elif after.kind == "dash" and item.value >= _DASHED:
        _dashed(items, at)
    elif after.tag("x") and item.value in (1.0, 2.0):
        _pair_of(items, at)
    elif _is_load(item) and (after.kind in ("comma", "slash") or after.text == "and"):
        _loads_of_one_count(items, at, added, meet=meet)
    tried = meet and at > 0 and _is_load(item) and items[at - 1].tag("nth_try")
    if tried and at not in added and not after.tag("x", "for", "reps"):
        added[at] = _once(item)


def _dashed(items: list[Item], at: int) -> None:
    """`100-12 120-12 140-10`: loads and their counts, where two or more of them stand in a row."""
    signs: list[Item] = []
    place = at
    while place + 2 < len(items) and _is_load(items[place]) and items[place].value >= _DASHED:
        sign, count = items[place + 1], items[place + 2]
        glued = sign.kind == "dash" and sign.glued and count.glued
        if not glued or not _is_count(count, 30) or items[place].value < 2 * count.value:
            break
        signs.append(sign)
        place += 3
        place += place < len(items) and items[place].kind == "comma"
    for sign in signs if len(signs) > 1 else ():
        sign.kind = "slash"


def _times(items: list[Item], at: int) -> None:
    """`60kg for 10, 3 times`: so many sets."""
    beyond = beside(items, at + 2)
    place = at - 1
    if place < 1 or items[place].kind != "comma" or (beyond is not None and beyond.text in _OFTEN):
        return
    counted = items[place - 1].tag("reps") or (
        _is_count(items[place - 1]) and _tag(beside(items, place - 2), "for", "x")
    )
    if counted:
        _ignore(items[place])
        items[at + 1].meanings = (_SETS,)


def _in_sets(items: list[Item], at: int) -> None:
    """`50 pull-ups in 10 sets`: what is told is their sum."""
    beyond = beside(items, at + 2)
    led = at > 1 and items[at - 1].text in _IN
    if not led or _tag(beyond, "of") or (beyond is not None and (beyond.kind == "colon" or beyond.data)):
        return
    place = at - 2
    while place > max(0, at - 6) and not items[place].data and items[place].kind not in _ENDS:
        place -= 1
    total = items[place]
    if not _is_count(total, 1000) or (place and items[place - 1].tag("x", "at")):
        return
    sets = items[at].value
    if total.value < 2 * sets:
        return
    if total.value % sets:
        _ignore(items[at], items[at + 1])
    else:
        total.value = total.value / sets
        total.text = f"{total.value:g}"


_IN = frozenset(("in", "over", "across", "split into", "broken into", "into"))


def _pair_of(items: list[Item], at: int) -> None:
    """`db bench 3x10 2x24kg`: behind counts a pair of dumbbells, no set."""
    load, before = beside(items, at + 2), beside(items, at - 1)
    chained = before is not None and (
        (_is_count(before) and _tag(beside(items, at - 2), "x")) or before.tag("reps", "sets")
    )
    told = _tag(beside(items, at + 3), "x", "for")
    if load is None or load.kind != "mass" or not chained or told or load.value > _HEAVIEST_PAIR:
        return
    sets = beside(items, at - 3)
    if sets is not None and _is_count(sets, _LIGHTEST) and not _tag(beside(items, at - 4), "x"):
        _ignore(items[at], items[at + 1])


def _loads_of_one_count(items: list[Item], at: int, added: dict[int, list[Item]], *, meet: bool) -> None:
    """`60, 80 and 100 for 5 each`: the count of each load; at a meet each is one repetition."""
    loads = [] if _goes_before(items, at) else _loads_from(items, at)
    values = [items[load].value for load in loads]
    if len(loads) < _SEVERAL or max(values) > _MOST_APART * min(values):
        return
    place = loads[-1] + 1
    sign, count = beside(items, place), beside(items, place + 1)
    if _tag(sign, "for") and count is not None and _is_count(count, 50):
        if any(one.tag("each") for one in items[place + 2 : place + 4]) or len(loads) > _SEVERAL:
            for load in loads[:-1]:
                own = replace(count, start=items[load].end, end=items[load].end, glued=False)
                added[load] = [_word(items[load], "for", _FOR), own]
                _to_comma(items[load + 1])
    elif meet and values == sorted(values) and not _tag(sign, "sets", "reps"):
        lost = _tag(sign, "x") and (count is None or count.kind in _ENDS)
        for load in loads[: -1 if lost else None]:
            added[load] = _once(items[load])
        if lost and sign is not None:
            _ignore(items[loads[-1]], sign)
        for load in loads[:-1]:
            _to_comma(items[load + 1])


_SEVERAL = 2
_MOST_APART = 4


def _goes_before(items: Sequence[Item], at: int) -> bool:
    """Whether the figure at `at` is not the first of its list."""
    before = beside(items, at - 1)
    if before is None:
        return False
    joined = before.kind in ("slash", "dash") or before.tag("x", "for")
    return joined or (before.kind == "comma" and at > 1 and items[at - 2].data)


def _loads_from(items: Sequence[Item], at: int) -> list[int]:
    """The places of loads with commas, slashes or "and" between them."""
    loads = [at]
    while len(loads) < _MOST_LOADS:
        step = loads[-1] + 1
        while step < len(items) and (items[step].kind in ("comma", "slash") or items[step].text == "and"):
            step += 1
        if step == loads[-1] + 1 or not _is_load(beside(items, step)):
            break
        loads.append(step)
    return loads


def _to_comma(item: Item) -> None:
    if item.kind == "slash":
        item.kind = "comma"


def _left_and_right(items: list[Item], at: int) -> None:
    """`10L 10R`: ten of each side; no litres."""
    left, right, letter = items[at], beside(items, at + 1), beside(items, at + 2)
    slash = right is not None and right.kind in ("slash", "comma")
    if slash:
        right, letter = letter, beside(items, at + 3)
    if left.unit != "l" or right is None or letter is None or letter.text != "r":
        return
    if right.kind != "number" or right.value != left.value:
        return
    left.kind, left.unit, left.value = "number", "", right.value
    letter.kind, letter.meanings = "words", (_REPS,)
    _ignore(*items[at + 1 : at + 2 + slash])


def _as_many(items: list[Item], at: int, added: dict[int, list[Item]]) -> None:
    """`got 9 on the amrap` tells the last set, `then amrap: 9` one more."""
    item, before, after = items[at], beside(items, at - 1), beside(items, at + 1)
    led = before is not None and (before.text in _ON or before.has("article"))
    place = at - 1
    while place > 0 and (items[place].text in _ON or items[place].has("article")):
        place -= 1
    if led and _is_count(beside(items, place)) and not _tag(beside(items, place - 1), "x", "at"):
        item.meanings = (_LAST,)
        return
    place = at + 1
    if after is not None and (after.kind == "colon" or after.tag("of", "at")):
        place = at + 2
    after, beyond = beside(items, place), beside(items, place + 1)
    begins = before is not None and (before.kind in ("comma", "plus") or before.tag("then"))
    ended = any(one.tag("x", "sets", "reps") for one in items[max(0, at - 10) : at])
    goes_on = beyond is not None and (beyond.tag("x", "reps", "sets", "each") or beyond.named is not None)
    if begins and ended and after is not None and _is_count(after) and not goes_on:
        added[place] = [_word(after, "reps", _REPS)]


_ON = frozenset(("on", "the", "my", "for", "in"))


def _first_ever(items: list[Item], at: int, added: dict[int, list[Item]]) -> None:
    """`my first pull-up ever!!`: one, though no figure says so."""
    place = at + 1
    while place < len(items) and items[place].text in _UNAIDED:
        place += 1
    named = beside(items, place)
    if (
        named is None
        or named.named is None
        or named.named.shape != "sets"
        or (named.named.name not in bodyweight_moves())
    ):
        return
    beyond = beside(items, place + 1)
    ends = beyond is None or beyond.kind in _ENDS or beyond.text in _WHEN or beyond.has("cue", "this_time")
    sentence = [one for one in items[at:] if one.kind != "line"]
    figures = any(one.data for one in sentence[: 2 * len(_UNAIDED)])
    if ends and not figures:
        one = replace(_word(named, "1", _REPS), kind="number", value=1.0, meanings=())
        added[place] = [one, _word(named, "rep", _REPS)]


_UNAIDED = frozenset(("ever", "unassisted", "strict", "real", "full", "proper", "clean", "legit", "actual"))
_WHEN = frozenset(("ever", "today", "tonight", "finally", "yesterday", "this morning"))


def _of_the_last(items: list[Item], at: int) -> None:
    """`but only 6 on the last`: the last set."""
    before, after = beside(items, at - 1), beside(items, at + 1)
    ends = after is None or after.kind in _ENDS or after.tag("sets") or after.text == "one"
    if before is None or not ends or not (before.text in _ON or before.has("article")):
        return
    place = at - 1
    while place > 0 and (items[place].text in _ON or items[place].has("article")):
        place -= 1
    if _is_count(items[place]) and not _tag(beside(items, place - 1), "x", "at"):
        items[at].meanings = (_LAST,)


def _sets_of_few(items: list[Item], at: int) -> None:
    """`triples, 6 sets`: six triples."""
    place = at + 1
    if place < len(items) and items[place].kind in ("comma", "colon", "dash"):
        place += 1
    count = beside(items, place)
    if count is None or not _is_count(count, _MOST_SETS) or not _tag(beside(items, place + 1), "sets"):
        return
    beyond = beside(items, place + 2)
    if beyond is not None and beyond.tag("of", "x"):
        return
    few = items[at]
    items[place + 1].meanings = few.meanings
    few.kind, few.value, few.text, few.meanings = "number", count.value, count.text, ()
    _ignore(*items[at + 1 : place + 1])


def _new_maximum(items: list[Item], at: int, added: dict[int, list[Item]]) -> None:
    """`hit a new bench max of 120kg`: one repetition."""
    before, after = items[max(0, at - 5) : at], items[at + 1 : at + 5]
    said = any(one.has("cue", "done") for one in before) or any(one.text in _NEW for one in before)
    lifted = [one for one in (*before, *after) if one.named is not None and one.named.shape == "sets"]
    place = next((at + 1 + nth for nth, one in enumerate(after) if one.data), None)
    if (
        _is_count(beside(items, at - 1))
        or not said
        or not lifted
        or place is None
        or not _is_load(items[place])
    ):
        return
    if not _tag(beside(items, place + 1), "x", "for", "reps", "sets"):
        added[place] = _once(items[place])


_NEW = frozenset(("new",))


def _rounds_of_all(items: list[Item], at: int) -> None:
    """`25 push-ups 25 sit-ups 25 squats x 4`: so many rounds of all of it."""
    rounds, beyond = beside(items, at + 1), beside(items, at + 2)
    ends = beyond is None or beyond.kind in ("line", "stop")
    if rounds is None or not _is_count(rounds, _MOST_SETS) or not ends:
        return
    place, counted = at - 1, 0
    while place > 0 and items[place].named is not None and _is_count(items[place - 1]):
        counted += 1
        place -= 2
        while place > 0 and (items[place].kind in ("comma", "plus") or items[place].text == "and"):
            place -= 1
    if counted >= _SEVERAL and (place < 0 or not items[place].data):
        items[at].kind, items[at].value, items[at].meanings = "rounds", rounds.value, ()
        _ignore(rounds)
