"""Phrases of one exercise to its sets: what is said once holds on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from agents.language.tiling import Piece
from storage.entities import WeightUnit


@dataclass(frozen=True, slots=True)
class Row:
    """Sets that are alike."""

    load: float | None = None
    unit: WeightUnit | None = None
    reps: int | None = None
    sets: int | None = None
    rpe: float | None = None
    duration: float | None = None
    distance: float | None = None
    warmup: bool = False
    inherited: bool = False
    day: date = date.min


def rows_of(name: str, pieces: Sequence[Piece]) -> tuple[Row, ...]:
    """The rows that the phrases say."""
    rows: tuple[Row, ...] = ()
    warm = False
    load: tuple[float, WeightUnit | None] | None = None
    for piece in pieces:
        if piece.rule.does == "warmup":
            warm = True
        elif piece.rule.does == "work":
            warm = False
        elif piece.rule.does == "effort":
            rows = _with_effort(rows, piece)
        elif piece.rule.does == "load":
            load = _load(piece)
            rows = (*rows, Row(load[0], load[1], day=piece.roles[0][1].day, warmup=warm)) if load else rows
        elif piece.rule.does == "bodyweight":
            load = None
        else:
            new = _rows(piece, load)
            loads = [row for row in new if row.load is not None]
            if rows and rows[-1].reps is None and rows[-1].duration is None and rows[-1].distance is None:
                rows = rows[:-1]
            rows = (*rows, *(replace(row, warmup=warm) for row in new))
            load = (loads[-1].load or 0.0, loads[-1].unit) if loads else load
    rows = _shared_unit(rows)
    return tuple([row for row in rows])


def _shared_unit(rows: tuple[Row, ...]) -> tuple[Row, ...]:
    units = {row.unit for row in rows if row.load is not None and row.unit is not None}
    if len(units) != 1:
        return rows
    unit = units.pop()
    return tuple([replace(row, unit=unit) if row.load is not None else row for row in rows])


def _load(piece: Piece) -> tuple[float, WeightUnit | None] | None:
    for role, atom in piece.roles:
        if role in ("load", "mass"):
            return atom.value, _unit(atom.unit)
    return None


def _unit(written: str) -> WeightUnit | None:
    return "kg" if written == "kg" else "lb" if written == "lb" else None


def _with_effort(rows: tuple[Row, ...], piece: Piece) -> tuple[Row, ...]:
    if not rows:
        return rows
    role, atom = piece.roles[-1]
    value = 10 - atom.value if role == "rir" else atom.value
    return (*rows[:-1], replace(rows[-1], rpe=value)) if 0 < value <= 10 else rows


def _rows(piece: Piece, load: tuple[float, WeightUnit | None] | None) -> tuple[Row, ...]:
    loads = [(atom.value, _unit(atom.unit)) for role, atom in piece.roles if role in ("load", "mass")]
    reps = [int(atom.value) for role, atom in piece.roles if role in ("reps", "nreps")]
    sets = next((int(atom.value) for role, atom in piece.roles if role in ("sets", "nsets")), None)
    time = next((atom.value for role, atom in piece.roles if role == "time"), None)
    way = next((atom.value for role, atom in piece.roles if role == "dist"), None)
    day = piece.roles[0][1].day
    units = {unit for _, unit in loads if unit is not None}
    one = units.pop() if len(units) == 1 else None
    loads = [(value, unit or one) for value, unit in loads]
    match piece.rule.does:
        case "list":
            held = loads[0] if loads else load
            return tuple([Row(*_pair(held), reps=each, sets=1, inherited=not loads, day=day) for each in reps])
        case "loads":
            return tuple([Row(value, unit, reps[0], 1, day=day) for value, unit in loads])
        case "ladder":
            return tuple([Row(value, unit, reps[0], 1, day=day) for value, unit in loads])
        case _:
            held = loads[0] if loads else load
            return (Row(*_pair(held), reps=reps[0] if reps else None, sets=sets, duration=time, distance=way, inherited=not loads, day=day),)


def _pair(load: tuple[float, WeightUnit | None] | None) -> tuple[float | None, WeightUnit | None]:
    return load if load is not None else (None, None)
