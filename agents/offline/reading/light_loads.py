"""`랫풀 50 12 12 12, 암풀 20 15 15 15`: light loads before their counts, as the log has them elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from agents.offline.reading.lexicons import bodyweight_moves
from agents.offline.reading.owners import Owned
from agents.offline.reading.pieces import Piece
from agents.offline.reading.successive import LIGHTEST_LOAD

_FEWEST = 3
"""Numbers of a load and its counts."""
_ALIKE = 2
"""What the counts of one load differ by at most."""
_APART = 3
"""What a load and its counts differ by at least."""


def tell_light_loads(owned: Sequence[Owned]) -> None:
    """Take the first number of a list for a load where another exercise of the message has it there."""
    if not any(_is_loaded(one) for one in owned):
        return
    moves = bodyweight_moves()
    for one in owned:
        told = [piece for piece in one.pieces if piece.data]
        if one.named is None or one.named.shape != "sets" or one.named.name in moves or len(told) != 1:
            continue
        numbers = [item for item in told[0].items if item.kind == "number"]
        counts = told[0].lists
        spaced = told[0].kind == "reps" and len(told[0].items) == len(numbers) == len(counts) >= _FEWEST
        if not spaced or max(counts[1:]) - min(counts[1:]) > _ALIKE or abs(counts[0] - counts[1]) < _APART:
            continue
        at = one.pieces.index(told[0])
        load = Piece("weight", numbers[:1], (numbers[0].value,), ("",))
        one.pieces[at : at + 1] = [load, Piece("reps", numbers[1:], lists=counts[1:])]


def _is_loaded(one: Owned) -> bool:
    """`50 12 12 12`: a load and, nothing between, a list of counts."""
    return any(
        load.kind in ("number", "weight")
        and load.values[0] >= LIGHTEST_LOAD
        and len(load.items) == 1
        and counts.kind == "reps"
        and len(counts.lists) > 1
        and len(counts.items) == len(counts.lists)
        for load, counts in pairwise(one.pieces)
    )
