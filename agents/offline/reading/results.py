"""What was announced and what came of it: `3x8 @ 80: 8/8/6`, `3 sets: 8 @ 80, …`, `50 in 5 sets of 10`."""

from __future__ import annotations

from agents.offline.reading.rows import Row

_LOADED = frozenset(("weight", "chain", "at", "plates"))
_CLEAR = 3
"""From so many results on a list needs no colon or bracket before it."""


def settled_rows(rows: list[Row]) -> list[Row]:
    """The rows without those that only announce what others tell set by set."""
    kept: list[Row] = []
    at = 0
    while at < len(rows):
        row, after = rows[at], rows[at + 1 :]
        if after and _told_by(row, after[0]):
            _take_over(row, after[0])
        elif after and row.sets is None and row.reps and row.reps == sum(after[0].lists):
            _take_over(row, after[0])  # `50 pull-ups: 15, 12, 10, 8, 5`
        elif after and _is_total(row, after[0]):
            row.reps = after[0].reps
            kept.append(row)
            at += 1
        elif not _is_summary(row, after):
            _shared(row, after)
            kept.append(row)
        at += 1
    return kept


def _told_by(row: Row, result: Row) -> bool:
    """`3x8`, and then a list of three."""
    sets = row.sets or 0
    told = len(result.lists) == sets >= 2 and result.weight is None and not row.lists and not row.duration
    return told and (sets >= _CLEAR or result.marked)


def _take_over(row: Row, result: Row) -> None:
    result.weight, result.unit = row.weight, row.unit
    result.rpe = row.rpe if result.rpe is None else result.rpe
    result.warmup = row.warmup
    result.certainty = {**row.certainty, **result.certainty}
    for field in ("sets", "reps"):
        result.certainty.pop(field, None)
    result.pieces = [*row.pieces, *result.pieces]


def _is_total(row: Row, after: Row) -> bool:
    """`50 burpees in 5 sets of 10`."""
    counts = row.reps is not None and row.sets is not None and after.reps is not None and row.sets > 1
    return counts and after.weight is None and row.reps == (row.sets or 0) * (after.reps or 0)


def _is_summary(row: Row, after: list[Row]) -> bool:
    """`5/5/11 on the amraps, 85kg 5, 95kg 5, 80kg 11`: the same counts come again with their loads."""
    if row.weight is not None or len(row.lists) < 2 or len(after) < len(row.lists):
        return False
    told = after[: len(row.lists)]
    return all(one.weight is not None for one in told) and tuple(one.reps for one in told) == row.lists


def _shared(row: Row, after: list[Row]) -> None:
    """`3 sets: 8 @ 80, 8 @ 80, 7 @ 80`: the sets are those that follow, not three of the first."""
    sets = row.sets or 1
    said_alone = any(piece.kind == "sets" for piece in row.pieces)
    if sets < 2 or not said_alone or row.reps is None or len(after) < sets - 1:
        return
    rest = after[: sets - 1]
    if row.weight is not None and len(after) == sets - 1 and all(_counted_alone(one) for one in rest):
        row.sets = 1  # `3 sets at 80kg: 8 reps, 8 reps, 7 reps`
        return
    single = all(one.reps is not None and one.sets is None and one.weight is not None for one in rest)
    own = row.weight is not None and not any(one.sets and one.sets > 1 for one in after)
    told = all(any(piece.kind in _LOADED for piece in one.pieces) for one in rest)
    if single and own and told:
        row.sets = 1


def _counted_alone(row: Row) -> bool:
    """Whether it is repetitions and nothing else."""
    reps = row.reps is not None and row.sets is None and row.weight is None and not row.lists
    return reps and all(piece.kind == "reps" for piece in row.pieces if piece.data)
