"""Sets alike as they are being read, and what they take over from the sets before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from agents.offline.reading.pieces import Piece
from agents.offline.reading.roles import LIGHTEST_BARE, MOST_LIKELY_SETS
from storage.entities import Certainty, WeightUnit


@dataclass(slots=True)
class Row:
    """One or more sets alike; `lists` are the repetitions of several sets that share the rest."""

    weight: float | None = None
    unit: WeightUnit | None = None
    reps: int | None = None
    lists: tuple[int, ...] = ()
    sets: int | None = None
    rpe: float | None = None
    rpes: tuple[float, ...] = ()
    """One a set: `3x8, RPE 7/8/9`."""
    marked: bool = False
    """Its list came after a colon or in brackets."""
    duration: float | None = None
    distance: float | None = None
    distance_unit: str = ""
    warmup: bool = False
    again: bool = False
    """One more set: like the set before in what is not said."""
    unloaded: bool = False
    certainty: dict[str, Certainty] = field(default_factory=dict[str, Certainty])
    pieces: list[Piece] = field(default_factory=list[Piece])

    @property
    def counted(self) -> bool:
        """Whether repetitions, a time or a distance are known: what follows may be the next set."""
        return bool(self.reps or self.lists or self.duration or self.distance)

    @property
    def empty(self) -> bool:
        """Whether nothing is known."""
        return not self.counted and self.weight is None and self.sets is None


def counts_sets(row: Row) -> bool:
    """Whether it is said in words how many sets they are: `40 sets`, `EMOM 40`."""
    return any(
        piece.kind == "sets" and any(item.kind == "rounds" or item.tag("sets") for item in piece.items)
        for piece in row.pieces
    )


@dataclass(slots=True)
class Sets:
    """What was read for an exercise. `doubts` are readings that were nearly as likely ("A|B")."""

    rows: list[Row]
    doubts: list[str]
    problems: list[str]


def is_carried(rows: Sequence[Row], piece: Piece) -> bool:
    """Two small counts after sets with a load go on with that load."""
    small = piece.values[0] < LIGHTEST_BARE and piece.values[-1] < 2 * LIGHTEST_BARE
    return small and bool(rows) and rows[-1].weight is not None


def drops_on(rows: Sequence[Row], piece: Piece) -> bool:
    """`25x12 20x10 15x10`: the next lighter load, where neither number can be one of sets."""
    before = rows[-1] if rows else None
    if before is None or before.weight is None or before.reps is None or before.sets not in (None, 1):
        return False
    counted = any(piece.units) or min(piece.values) <= MOST_LIKELY_SETS
    return not counted and before.weight / 2 <= piece.values[0] < before.weight


def inherited(rows: list[Row], *, bodyweight: bool) -> list[Row]:
    """Loads and units said once hold on; lists become one row per run of equal repetitions."""
    rows = _not_announced(rows)
    if not bodyweight:
        _from_the_end(rows)
    for before, row in pairwise(rows):
        if (
            row.weight is None
            and before.weight is not None
            and row.counted
            and not row.unloaded
            and not bodyweight
        ):
            row.weight, row.unit = before.weight, before.unit
            row.certainty["weight"] = "inherited"
            if row.unit:
                row.certainty["weight_unit"] = "inherited"
    for before, row in pairwise(rows):
        if row.again and not row.counted and before.reps is not None:
            row.reps, row.certainty["reps"] = before.reps, "inherited"
            if row.weight is None and before.weight is not None and not row.unloaded:
                row.weight, row.unit = before.weight, before.unit
                row.certainty["weight"] = "inherited"
    units: set[WeightUnit] = {row.unit for row in rows if row.unit is not None}
    if len(units) == 1:
        (unit,) = units
        for row in rows:
            if row.weight is not None and row.unit is None:
                row.unit = unit
                row.certainty["weight_unit"] = "inherited"
    return [spread for row in rows for spread in _spread(row)]


def _not_announced(rows: list[Row]) -> list[Row]:
    """`벤치 90 떴다!! 90키로 1개`: a load alone that is said again with its repetitions is one set."""
    told = {row.weight for row in rows if row.weight is not None and row.counted}

    def is_announced(row: Row) -> bool:
        return row.weight in told and not row.counted and row.sets is None and not row.again

    sums = [row for row, after in pairwise(rows) if _is_sum(row, after)]
    left = [row for row in rows if not is_announced(row)]
    return [row for row in left if not any(row is one for one in sums[:1])]


def _is_sum(row: Row, after: Row) -> bool:
    """`푸시업 100개 (20개씩 5세트)`: what the sets after it add up to."""
    several = after.sets is not None and after.sets > 1 and after.reps is not None
    return several and (row.sets or 1) == 1 and row.reps == (after.sets or 0) * (after.reps or 0)


def _from_the_end(rows: list[Row]) -> None:
    """`10 reps, then 3 sets of 8 at 60kg`: one load, said last, is that of all sets."""
    loaded = [row for row in rows if row.weight is not None]
    alike = len({(row.weight, row.unit) for row in loaded}) == 1
    if not alike or not rows[0].counted or rows[0].weight is not None:
        return
    for row in rows:
        held = row.unloaded or row.warmup or row.duration or row.distance
        if row.weight is None and row.counted and not held:
            row.weight, row.unit = loaded[0].weight, loaded[0].unit
            row.certainty["weight"] = "inherited"
            if row.unit:
                row.certainty["weight_unit"] = "inherited"


def _spread(row: Row) -> list[Row]:
    efforts = row.rpes if len(row.rpes) == (len(row.lists) or row.sets) else ()
    if not row.lists and not efforts:
        return [row]
    result: list[Row] = []
    counts = row.lists or (row.reps,) * len(efforts)
    for reps, rpe in zip(counts, efforts or (row.rpe,) * len(counts), strict=True):
        if result and (result[-1].reps, result[-1].rpe) == (reps, rpe):
            result[-1].sets = (result[-1].sets or 1) + 1
        else:
            one = Row(row.weight, row.unit, reps, sets=1, rpe=rpe, warmup=row.warmup)
            one.certainty, one.pieces = dict(row.certainty), row.pieces
            result.append(one)
    return result
