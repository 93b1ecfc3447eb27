"""Which exercise or bout each piece belongs to."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import pairwise, takewhile

from agents.offline.reading.in_common import apart_from_bouts, closes_with_counts, share_sets
from agents.offline.reading.pieces import Piece
from agents.offline.reading.shared import closing, ends_in_colon, heading, in_all, insert, is_rounds, share
from agents.offline.reading.words import Named

_APART = frozenset(("comma", "break"))


@dataclass(slots=True, eq=False)
class Owned:
    """A name with its pieces in order; without a name the pieces found none."""

    named: Named | None
    pieces: list[Piece] = field(default_factory=list[Piece])
    name_items: list[Piece] = field(default_factory=list[Piece])

    @property
    def data(self) -> bool:
        """Whether any figures belong to it."""
        return any(piece.data for piece in self.pieces)


def share_out(pieces: list[Piece]) -> list[Owned]:
    """Names with their pieces, in the order of the text.

    Within a line or sentence figures follow their name (`bench 5x5, squat 3x5`) or stand before it
    (`5x5 bench, 3x5 squats`); a line without a name goes on with the last one. Figures before any
    name wait for the first.
    """
    owned: list[Owned] = []
    waiting: list[Piece] = []
    carried: Owned | None = None
    headed: list[Piece] = []
    """What a heading said of the lines below it."""
    block: list[Owned] = []
    """The exercises since the last heading."""
    for sentence in _sentences(pieces):
        names = [at for at, piece in enumerate(sentence) if piece.kind == "name"]
        if not names:
            if not ends_in_colon(sentence) and (
                closing(sentence, block) or in_all(sentence, block) or closes_with_counts(sentence, block)
            ):
                continue
            said = heading(sentence, first=carried is None)
            if said:
                headed, block = said, []
                continue
            (carried.pieces if carried else waiting).extend(sentence)
            continue
        found = [Owned(sentence[at].named, name_items=[sentence[at]]) for at in names]
        bounds = _bounds(sentence, names, carried=carried is not None)
        if carried is not None:
            carried.pieces.extend(sentence[: bounds[0]])
        start = bounds[0]
        for number, one in enumerate(found):
            end = _without_same(sentence, bounds[number + 1]) if number + 1 < len(found) else len(sentence)
            begin = start if number == 0 else _without_same(sentence, bounds[number])
            one.pieces.extend(piece for piece in sentence[begin:end] if piece.kind != "name")
            one.pieces.append(Piece("break", ()))
        _counted_before(sentence, names)
        share(sentence, names, found)
        _together(sentence, names, found)
        share_sets(sentence, names, found)
        for one in found:
            insert(one, headed)
        owned.extend(found)
        block.extend(found)
        carried = found[-1]
    if waiting and any(piece.data for piece in waiting):
        if len({one.named for one in owned}) == 1 and not _complete(waiting, owned):
            owned[0].pieces[:0] = waiting
        else:
            owned.append(Owned(None, waiting))
    _same_again(owned)
    return _merged([one for one in owned if one.data])


_SAME = frozenset(("same_load", "same_sets"))


def _without_same(sentence: list[Piece], bound: int) -> int:
    """`…, same weight for rows 3x8`: said right before a name it is said of that name."""
    return bound - 1 if bound and sentence[bound - 1].kind in _SAME else bound


def _same_again(owned: list[Owned]) -> None:
    """`leg curl 70 3x12, same for leg extension`: the sets of the exercise before."""
    for before, one in pairwise(owned):
        if not one.data and before.data and any(piece.kind == "same_sets" for piece in one.pieces):
            one.pieces = [replace(piece) for piece in before.pieces]


_COUNTS = frozenset(("chain", "reps", "sets", "number"))


def _together(sentence: list[Piece], names: list[int], found: list[Owned]) -> None:
    """`21-15-9 thrusters and pull-ups`: counts before the first name are those of the next one too."""
    leads = [piece for piece in sentence[: names[0]] if piece.data]
    counts = all(piece.kind in _COUNTS and not any(piece.units) for piece in leads)
    if not leads or not counts or not found[0].data:
        return
    for (_, at), one in zip(pairwise(names), found[1:], strict=True):
        joined = sentence[at - 1].kind == "comma" and any(
            item.text in _AND for item in sentence[at - 1].items
        )
        lifted = one.named is not None and one.named.shape == "sets"
        if not joined or not lifted or any(piece.data and piece.kind != "time" for piece in one.pieces):
            return
        one.pieces[:0] = leads


_AND = frozenset(("and", "&", "+", "plus", "/"))


def _complete(waiting: list[Piece], owned: list[Owned]) -> bool:
    """Figures that make a bout of their own (5 km, 25:00) do not wait for an exercise."""
    kinds = {piece.kind for piece in waiting}
    lifted = any(one.named is not None and one.named.shape == "sets" for one in owned)
    return lifted and bool(kinds & {"distance", "time"}) and not kinds & {"chain", "reps", "sets", "weight"}


def _counted_before(sentence: list[Piece], names: list[int]) -> None:
    """A number right before a name may be a count.

    It is where the load stands behind the name (`21 kb swings 24kg`) or nothing more is said (`300 squats`).
    """
    listed = _each_counted(sentence, names)
    for at in names:
        place = at - 2 if at > 1 and sentence[at - 1].kind == "bodyweight" else at - 1
        before, after = (
            sentence[place] if place >= 0 else None,
            sentence[at + 1] if at + 1 < len(sentence) else None,
        )
        if before is None or before.kind != "number" or before.items[0].kind != "number":
            continue
        loaded = after is not None and after.kind in ("weight", "at")
        text = sentence[at].items[-1].text
        alone = after is None or not after.data or after.kind in ("sets", "time") or listed
        several = text.endswith("s") and not text.endswith("ss") and alone
        count = before.values[0]
        if (loaded or several) and count == int(count) and 0 < count <= _MOST_COUNTED:
            before.kind, before.lists, before.values = "reps", (int(count),), ()


_MOST_COUNTED = 400


def _each_counted(sentence: list[Piece], names: list[int]) -> bool:
    """`20 lunges 15 push-ups 10 dips`: a number right before each name and none behind the last."""
    behind = next((piece for piece in sentence[names[-1] + 1 :] if piece.data), None)
    ends = behind is None or behind.kind in ("sets", "time")
    return ends and len(names) > 1 and all(at and sentence[at - 1].kind == "number" for at in names)


def _sentences(pieces: list[Piece]) -> list[list[Piece]]:
    """Pieces up to and with each break that is a line's or sentence's end, not a mere "then"."""
    result: list[list[Piece]] = [[]]
    for piece in pieces:
        result[-1].append(piece)
        if piece.kind == "break" and not any(item.tag("then") for item in piece.items):
            result.append([])
    return [part for sentence in result if sentence for part in apart_from_bouts(sentence)]


def _bounds(sentence: list[Piece], names: list[int], *, carried: bool) -> list[int]:
    """Where each name's pieces begin; before the first name its own or the carried one's."""
    first = names[0]
    leads = [piece for piece in sentence[:first] if piece.data]
    follows = _has_data(sentence, first + 1, names[1] if len(names) > 1 else len(sentence))
    bounds = [0]
    if not carried and follows and _is_stray(sentence, first, names):
        bounds[0] = first
    elif leads and carried:
        cut = _last_gap(sentence, 0, first)
        if cut is not None and not _has_data(sentence, cut, first):
            bounds[0] = cut
        elif cut is not None and follows:
            bounds[0] = cut if not _has_data(sentence, cut, first) else 0
        elif follows and not _adjacent(sentence, first):
            bounds[0] = first
    before_style = bool(leads) and _adjacent(sentence, first) and not _directly(sentence, first)
    for (at, after), upper in zip(pairwise(names), [*names[2:], len(sentence)], strict=False):
        bounds.append(_between(sentence, at, after, upper, before_style=before_style))
    return bounds


def _is_stray(sentence: list[Piece], first: int, names: list[int]) -> bool:
    """`3 eggs and toast, squat 3x5 80kg`: small numbers before a name that has its own sets and load."""
    leads = [piece for piece in sentence[:first] if piece.data]
    own = sentence[first + 1 : names[1] if len(names) > 1 else len(sentence)]
    kinds = {piece.kind for piece in own if piece.data}
    bare = all(piece.kind == "number" and piece.values[0] < _SMALL for piece in leads)
    whole = bool(kinds & {"chain", "sets", "reps"}) and bool(kinds & {"weight", "at", "plates"})
    return bool(leads) and bare and whole and not _adjacent(sentence, first)


_SMALL = 20


def _between(sentence: list[Piece], at: int, after: int, upper: int, *, before_style: bool) -> int:
    """Where the pieces of the name at `after` begin: behind the last gap when they stand before it."""
    cut = _last_gap(sentence, at + 1, after)
    lone = not _has_data(sentence, after + 1, upper)
    if not _has_data(sentence, at + 1, after):
        return after
    if cut is None:
        return at + 1 if before_style else after
    right = _has_data(sentence, cut, after) and _adjacent(sentence, after)
    own_first = not _directly(sentence, after)
    left = _has_data(sentence, at + 1, cut)
    if (left or before_style) and right and _loaded_before(sentence, cut, after, upper):
        return cut
    if left and right and _counted_and_loaded(sentence, at, cut, after, upper):
        return cut
    anew = left and own_first and any(item.tag("then") for item in sentence[cut].items)
    if right and (anew or ((lone or (own_first and before_style)) and (left or before_style))):
        return cut
    return after


def _loaded_before(sentence: list[Piece], cut: int, name: int, upper: int) -> bool:
    """`then 20kg dips 4x6`: a load alone before the name, and behind it counts without one."""
    before = [piece for piece in sentence[cut:name] if piece.data]
    own = list(takewhile(lambda piece: piece.kind not in _APART, sentence[name + 1 : upper]))
    counts = [piece for piece in own if piece.data]
    bare = not any(piece.kind in _LOADED or any(piece.units) for piece in counts)
    alone = len(before) == 1 and before[0].kind == "weight"
    return alone and bool(counts) and counts[0].kind in ("chain", "sets", "reps") and bare


def _counted_and_loaded(sentence: list[Piece], at: int, cut: int, name: int, upper: int) -> bool:
    """`bench 3x8 70kg and 3x10 rows 28kg`: counts before the name, its load behind."""
    said = [piece for piece in sentence[at + 1 : cut] if piece.data]
    before = [piece for piece in sentence[cut:name] if piece.data]
    behind = [piece for piece in sentence[name + 1 : upper] if piece.data]
    bare = all(piece.kind in _COUNTS and piece.kind != "number" and not any(piece.units) for piece in before)
    whole = any(piece.kind in _COUNTS for piece in said)
    return bare and whole and len(behind) == 1 and behind[0].kind in ("weight", "at", "plates")


def _has_data(sentence: list[Piece], start: int, end: int) -> bool:
    return any(piece.data for piece in sentence[start:end])


def _last_gap(sentence: list[Piece], start: int, end: int) -> int | None:
    return next((at for at in range(end - 1, start - 1, -1) if sentence[at].kind in _APART), None)


def _adjacent(sentence: list[Piece], name: int) -> bool:
    """Whether figures stand right before the name."""
    return name > 0 and sentence[name - 1].kind not in _APART and sentence[name - 1].kind != "colon"


def _directly(sentence: list[Piece], name: int) -> bool:
    """Whether counts stand right after the name (`bench 5x5`); a load (`at 60`) is no such thing."""
    after = sentence[name + 1] if name + 1 < len(sentence) else None
    return after is not None and after.kind in ("colon", "chain", "sets", "reps") and not is_rounds(after)


def _one_bout(one: Owned, other: Owned) -> bool:
    """Whether a name said twice is one: distance here and time there, unless nobody is so slow."""
    kinds, more = ({piece.kind for piece in each.pieces if piece.data} for each in (one, other))
    whole = {piece.kind: piece.values[0] for each in (one, other) for piece in each.pieces if piece.values}
    measured = whole.keys() >= {"distance", "time"} and "laps" not in whole
    if measured and whole["distance"] < _SLOWEST * whole["time"]:
        return False  # `수영 50분, 자유형 500m`: a part of it
    return bool(kinds and more) and not kinds & more and kinds | more <= _OF_A_BOUT


_SLOWEST = 0.21
"""Metres a second: 100 m of swimming in eight minutes."""


_OF_A_BOUT = frozenset(("distance", "time", "laps", "pace"))


def _load_of(one: Owned, other: Owned) -> bool:
    """`1x20 breathing squats 80kg` after the same name: a load alone is that of the sets before it."""
    loads = [piece for piece in other.pieces if piece.data]
    lifted = one.named is not None and one.named.shape == "sets"
    alone = len(loads) == 1 and loads[0].kind == "weight"
    return lifted and alone and not any(any(piece.units) or piece.kind in _LOADED for piece in one.pieces)


_LOADED = frozenset(("weight", "at", "plates", "loads", "number"))


def _merged(owned: list[Owned]) -> list[Owned]:
    """`swim 1500m freestyle 29 min`: two words for one thing."""
    result: list[Owned] = []
    for one in owned:
        same = bool(result) and one.named is not None and result[-1].named == one.named
        if same and (_one_bout(result[-1], one) or _load_of(result[-1], one)):
            result[-1].pieces = [piece for piece in result[-1].pieces if piece.kind != "break"]
            result[-1].pieces.extend(one.pieces)
            result[-1].name_items.extend(one.name_items)
        else:
            result.append(one)
    return result
