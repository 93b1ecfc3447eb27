"""What is said once for several exercises: rounds, a load, a time of work, the unit of all loads."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Protocol

from agents.offline.reading.pieces import WORK, Piece
from agents.offline.reading.words import Named
from storage.entities import Measure, WeightUnit

_LIGHTEST = 20.0
"""As a bare number in a chain is a load (roles.py)."""


class Sharer(Protocol):
    """An exercise and its pieces."""

    named: Named | None
    pieces: list[Piece]


def is_rounds(piece: Piece) -> bool:
    """Whether it counts rounds, not the sets of one exercise."""
    return piece.kind == "sets" and any(item.kind == "rounds" or item.tag("rounds") for item in piece.items)


def share(sentence: Sequence[Piece], names: Sequence[int], found: Sequence[Sharer]) -> None:
    """What a sentence says of all its exercises, before them (`3 rounds: …`) or behind (`… x 3 rounds`)."""
    leads = [piece for piece in sentence[: names[0]] if piece.data]
    before = [piece for piece in leads if is_rounds(piece) or piece.units == (WORK,)]
    for one in found[1:]:
        insert(one, before)
    load = _common_load(sentence[: names[0]], leads)
    for one in found[1:]:
        insert(one, load)
    data = [piece for piece in sentence if piece.data]
    last = data[-1] if data else None
    trails = last is not None and (is_rounds(last) or last.kind == "split") and last not in leads
    if last is not None and trails and all(_once(one, last) for one in found):
        for one in found[:-1]:
            _append(one, last)


def _common_load(before: Sequence[Piece], leads: Sequence[Piece]) -> list[Piece]:
    """`100kg: squat 5,5,5 bench 3,3,2`, `all with 20kg: …`."""
    loads = [piece for piece in leads if piece.kind in ("weight", "at")]
    others = [piece for piece in leads if piece not in loads and not is_rounds(piece)]
    said = any(piece.kind in ("colon", "all") for piece in before)
    return loads if said and len(loads) == 1 and not others else []


def _once(one: Sharer, rounds: Piece) -> bool:
    """Whether what is said of the exercise is one set only."""
    data = [piece for piece in one.pieces if piece.data and piece is not rounds]
    several = any(
        piece.kind in ("sets", "split") or (piece.kind == "chain" and len(piece.values) > 2) for piece in data
    )
    lists = any(len(piece.lists) > 1 for piece in data)
    plain_pairs = any(
        piece.kind == "chain" and not any(piece.units) and piece.values[0] < 20 for piece in data
    )
    return bool(data) and not several and not lists and not plain_pairs


def insert(one: Sharer, pieces: Sequence[Piece]) -> None:
    """Put what counts for all before an exercise's own pieces, where those do not say it."""
    for piece in pieces:
        if not any(_same_slot(piece, own) for own in one.pieces):
            one.pieces.insert(0, piece)


def _same_slot(piece: Piece, own: Piece) -> bool:
    if piece.kind in ("weight", "at"):
        first, last = (own.values[0], own.values[-1]) if own.values else (0.0, 0.0)
        large = first >= _LIGHTEST or last >= 2 * _LIGHTEST
        loaded = own.kind == "chain" and (any(own.units) or len(own.values) > 2 or large)
        return own.kind in ("weight", "at", "plates", "loads") or loaded
    return own.kind == piece.kind


def ends_in_colon(sentence: Sequence[Piece]) -> bool:
    """Whether nothing but a colon stands behind its figures."""
    tail = list(takewhile(lambda one: not one.data, reversed(sentence)))
    return any(piece.kind == "colon" for piece in tail)


def heading(sentence: Sequence[Piece], *, first: bool) -> list[Piece]:
    """What a line without names says of the lines below (`3 rounds:`, `all with 20kg:`), if it does.

    `first`: no exercise was named before.
    """
    data = [piece for piece in sentence if piece.data]
    if not data or not all(
        is_rounds(one) or one.units == (WORK,) or one.kind in ("weight", "at") for one in data
    ):
        return []
    rounds = any(is_rounds(piece) for piece in data)
    everything = any(piece.kind == "all" for piece in sentence) or first
    return data if (ends_in_colon(sentence) and (rounds or everything)) or (rounds and first) else []


def closing(sentence: Sequence[Piece], block: Sequence[Sharer]) -> bool:
    """`10 burpees, 15 swings. 4 rounds`: rounds of what was said before, given to each."""
    data = [piece for piece in sentence if piece.data]
    if len(data) != 1 or not is_rounds(data[0]) or not block or not all(_once(one, data[0]) for one in block):
        return False
    for one in block:
        _append(one, data[0])
    return True


def in_all(sentence: Sequence[Piece], block: Sequence[Sharer]) -> bool:
    """`1k row, 50 burpees, 1k row. 16 mins`: the time that all of it took, not the last bout alone."""
    data = [piece for piece in sentence if piece.data]
    shapes = {one.named.shape for one in block if one.named is not None}
    if len(data) != 1 or data[0].kind != "time" or len(block) < _SEVERAL or "sets" not in shapes:
        return False
    data[0].use()
    return True


_SEVERAL = 3


def _append(one: Sharer, piece: Piece) -> None:
    """Right behind its last figures, before any break."""
    end = max(at for at, own in enumerate(one.pieces) if own.data) + 1
    one.pieces.insert(end, piece)


def share_unit(measures: list[Measure], default: WeightUnit | None) -> list[Measure]:
    """Loads without a unit take the only one that the message names, unless the writer's own is another."""
    stated = {
        one.weight_unit
        for one in measures
        if one.weight_unit is not None and one.certainty.get("weight_unit") != "inferred"
    }
    unit = next(iter(stated), None)
    if len(stated) != 1 or unit is None or default not in (None, unit):
        return measures
    return [
        one.model_copy(
            update={"weight_unit": unit, "certainty": {**one.certainty, "weight_unit": "inherited"}}
        )
        if one.weight is not None and one.weight_unit is None
        else one
        for one in measures
    ]
