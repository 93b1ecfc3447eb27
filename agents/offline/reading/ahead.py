"""What comes after a piece."""

from __future__ import annotations

from agents.offline.reading.pieces import Piece


def own_counts(after: list[Piece]) -> bool:
    """Whether counts follow before the next comma."""
    for piece in after:
        if piece.kind in ("comma", "break"):
            return False
        if piece.kind in ("reps", "chain", "sets", "times", "number"):
            return True
    return False


def counts_follow(after: list[Piece]) -> bool:
    """Whether sets, repetitions or the like come next."""
    ahead = next((one for one in after if one.kind not in ("comma", "each", "colon")), None)
    return ahead is not None and ahead.kind in ("chain", "reps", "sets", "time", "distance", "number")
