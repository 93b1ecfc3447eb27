"""Counts that several exercises share: `pull-ups and dips 3x8`, `bench 80, squat 100, all 3x5`, supersets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from agents.offline.reading.lexicons import name_as_sets
from agents.offline.reading.pieces import Piece
from agents.offline.reading.shared import Sharer

_AND = frozenset(("and", "&", "+", "plus", "/"))
_LOADS = frozenset(("weight", "at", "plates", "number"))
_COUNTS = frozenset(("chain", "reps", "sets"))
_LIGHTEST = 20.0


def share_sets(sentence: Sequence[Piece], names: Sequence[int], found: Sequence[Sharer]) -> None:
    """Give what is said once to each exercise of the sentence that it is said of."""
    if len(found) < 2 or not all(_is_lift(one) for one in found):
        return
    _of_names_together(sentence, names, found)
    _counts_before(sentence[: names[0]], found)
    said = any(piece.kind in ("each", "all") for piece in sentence) or any(map(_is_superset, sentence))
    if said:
        give_counts(found[:-1], found[-1].pieces)


def closes_with_counts(sentence: Sequence[Piece], block: Sequence[Sharer]) -> bool:
    """`leg press 120, leg curl 40. 3x10 on everything`: counts of all the loads said before."""
    data = [piece for piece in sentence if piece.data]
    for_all = any(piece.kind in ("each", "all") for piece in sentence)
    if not for_all or not data or not all(_is_counts(piece) for piece in data) or len(block) < 2:
        return False
    if not all(_is_lift(one) and _lone_load(one.pieces) for one in block):
        return False
    give_counts(block, data)
    return True


def give_counts(found: Iterable[Sharer], pieces: Sequence[Piece]) -> None:
    """The counts among `pieces` to those that have a load alone."""
    counts = [piece for piece in pieces if _is_counts(piece)]
    others = [piece for piece in pieces if piece.data and not _is_counts(piece)]
    if not counts or any(piece.kind not in _LOADS for piece in others) or len(others) > 1:
        return
    takers = list(found)
    if not all(_lone_load(one.pieces) for one in takers):
        return
    for one in takers:
        at = max(place for place, own in enumerate(one.pieces) if own.data) + 1
        one.pieces[at:at] = [replace(piece, near=True) for piece in counts]


def _of_names_together(sentence: Sequence[Piece], names: Sequence[int], found: Sequence[Sharer]) -> None:
    """`bench and squat 5x5 at 100`: what follows the last of the names is said of all of them."""
    last = found[-1]
    at = len(found) - 1
    while at and not _data(found[at - 1]) and _joined(sentence[names[at - 1] + 1 : names[at]]):
        at -= 1
    group = found[at:-1]
    direct = sentence[names[-1] + 1 : names[-1] + 2]
    if not group or not _data(last) or (direct and direct[0].kind in ("comma", "break")):
        return
    if not _by_word(sentence[names[-2] + 1 : names[-1]]):
        return
    loads = [piece for piece in last.pieces if piece.kind in ("loads", "weight")]
    values = [value for piece in loads for value in piece.values]
    if len(values) == len(group) + 1:
        others = [piece for piece in last.pieces if piece not in loads]
        for place, one in enumerate([*group, last]):
            load = Piece("weight", loads[0].items, (values[place],), (loads[-1].units[-1],))
            one.pieces = [load, *(replace(piece) for piece in others)]
        return
    for one in group:
        one.pieces = [replace(piece) for piece in last.pieces]


def _counts_before(before: Sequence[Piece], found: Sequence[Sharer]) -> None:
    """`3x12 of curls 12kg, lateral raises 8kg`: counts first, then each exercise with its load."""
    leads = [piece for piece in before if piece.data]
    if not leads or not all(_is_counts(piece) for piece in leads):
        return
    own = [piece for piece in found[0].pieces if not any(piece is lead for lead in leads)]
    if not _lone_load(own) or not all(_lone_load(one.pieces) for one in found[1:]):
        return
    give_counts(found[1:], leads)


def _is_counts(piece: Piece) -> bool:
    """Whether it says how often and nothing of a load: `3x10`, `3 sets`, `10 reps`."""
    light = piece.kind != "chain" or (len(piece.values) == 2 and max(piece.values) < 2 * _LIGHTEST)
    return piece.kind in _COUNTS and piece.data and light and not set(piece.units) & {"kg", "lb"}


def _lone_load(pieces: Sequence[Piece]) -> bool:
    data = [piece for piece in pieces if piece.data]
    return len(data) == 1 and data[0].kind in _LOADS


def _is_lift(one: Sharer) -> bool:
    named = one.named
    return named is not None and (named.shape == "sets" or bool(name_as_sets(named.name)))


def _data(one: Sharer) -> bool:
    return any(piece.data for piece in one.pieces)


def _joined(between: Sequence[Piece]) -> bool:
    return bool(between) and all(piece.kind == "comma" for piece in between)


def _by_word(between: Sequence[Piece]) -> bool:
    return any(item.text in _AND for piece in between for item in piece.items) or any(
        map(_is_superset, between)
    )


def _is_superset(piece: Piece) -> bool:
    return piece.kind == "comma" and any(item.tag("circuit") for item in piece.items)


_OF_A_BOUT = frozenset(("distance", "time", "laps", "pace", "cals"))
_OF_SETS = frozenset(("sets", "reps", "chain", "number"))


def apart_from_bouts(sentence: list[Piece]) -> list[list[Piece]]:
    """`ran 3 miles 26:40, 4 rounds of 10 burpees`: counts right before a lift are none of the bout's."""
    names = [at for at, piece in enumerate(sentence) if piece.kind == "name"]
    for here, there in pairwise(names):
        bout, lift = sentence[here].named, sentence[there].named
        if bout is None or lift is None or bout.shape != "bouts" or lift.shape != "sets":
            continue
        cut = next((at for at in range(there - 1, here, -1) if sentence[at].kind == "comma"), None)
        if cut is None:
            continue
        before = [piece.kind for piece in sentence[:cut] if piece.data]
        counts = [piece.kind for piece in sentence[cut:there] if piece.data]
        if before and counts and set(before) <= _OF_A_BOUT and set(counts) <= _OF_SETS:
            return [sentence[: cut + 1], sentence[cut + 1 :]]
        break
    return [sentence]
