"""Phrases of one exercise to its sets: what is said once holds on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from agents.language.atoms import Atom
from agents.language.tiling import Piece
from agents.offline.reading.lexicons import bodyweight_moves, equipment_of
from storage.entities import WeightUnit


Load = tuple[float | None, WeightUnit | None]


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
    warm: Piece | None = None
    load: Load | None = None
    for number, piece in enumerate(pieces):
        warms = warm is not None and _warms(warm, piece)
        if piece.rule.does == "warmup":
            behind = rows and not _goes_on(pieces, number)
            rows = (*rows[:-1], replace(rows[-1], warmup=True)) if behind else rows
            warm = None if behind else piece
        elif piece.rule.does == "work":
            warm = None
        elif piece.rule.does == "last":
            rows = _with_another_last(rows, piece)
        elif piece.rule.does == "count" and rows and rows[-1].sets is None and rows[-1].reps is not None:
            rows = (*rows[:-1], replace(rows[-1], sets=int(piece.roles[0][1].value)))
        elif piece.rule.does == "again":
            rows = _with_one_more(rows, piece, name)
        elif piece.rule.does == "effort":
            rows = _with_effort(rows, piece)
        elif piece.rule.does == "load":
            load = _load(piece, name)
            if load is not None:
                rows = _loaded(rows, load) or (*rows, Row(*load, day=piece.roles[0][1].day, warmup=warms))
        elif piece.rule.does == "failed":
            load = _load(piece, name)
        elif piece.rule.does == "bodyweight":
            load = None
        else:
            held = load if piece.first.has("X") or name not in bodyweight_moves() else None
            new = _rows(piece, held, name)
            loads = [row for row in new if row.load is not None]
            if rows and rows[-1].reps is None and rows[-1].duration is None and rows[-1].distance is None:
                rows = rows[:-1]
            rows = (*rows, *(replace(row, warmup=warms) for row in new))
            load = (loads[-1].load or 0.0, loads[-1].unit) if loads else load
    rows = _shared_unit(rows)
    return tuple([row for row in rows])


def _warms(warm: Piece, piece: Piece) -> bool:
    """Whether a set is one to warm up: to the end of the sentence after a colon, else of the clause."""
    colon = warm.end - warm.start > 1
    return piece.first.sentence == warm.first.sentence if colon else piece.first.clause == warm.first.clause


def _goes_on(pieces: Sequence[Piece], at: int) -> bool:
    """Whether figures follow in the clause."""
    return at + 1 < len(pieces) and pieces[at + 1].first.clause == pieces[at].first.clause


def _with_another_last(rows: tuple[Row, ...], piece: Piece) -> tuple[Row, ...]:
    """The rows with another last set."""
    if not rows:
        return rows
    last = replace(rows[-1], sets=1)
    for role, atom in piece.roles:
        if role in ("reps", "nreps"):
            last = replace(last, reps=int(atom.value))
        elif role == "effort":
            last = replace(last, rpe=atom.value)
        else:
            load, unit = weight_of(atom)
            last = replace(last, load=load, unit=unit or last.unit)
    before = rows[-1].sets or 1
    kept = (replace(rows[-1], sets=before - 1),) if before > 1 else ()
    return (*rows[:-1], *(kept or (rows[-1],)), last) if before > 1 or rows[-1].reps is not None else (*rows[:-1], last)


def _with_one_more(rows: tuple[Row, ...], piece: Piece, name: str) -> tuple[Row, ...]:
    """The rows with one more like the last, but for what is told of it."""
    if not rows:
        return rows
    load, unit = _load(piece, name) or (rows[-1].load, rows[-1].unit)
    reps = next((int(atom.value) for role, atom in piece.roles if role == "reps"), rows[-1].reps)
    return (*rows, replace(rows[-1], load=load, unit=unit or rows[-1].unit, reps=reps, sets=1))


def _loaded(rows: tuple[Row, ...], load: Load) -> tuple[Row, ...]:
    """The rows with a load that is told after them; nothing where the last has one."""
    if not rows or rows[-1].load is not None:
        return ()
    first = next((at + 1 for at in range(len(rows) - 1, -1, -1) if rows[at].load is not None), 0)
    return (*rows[:first], *(replace(row, load=load[0], unit=load[1]) for row in rows[first:]))


def _shared_unit(rows: tuple[Row, ...]) -> tuple[Row, ...]:
    units = {row.unit for row in rows if row.load is not None and row.unit is not None}
    if len(units) != 1:
        return rows
    unit = units.pop()
    return tuple([replace(row, unit=unit) if row.load is not None else row for row in rows])


def _load(piece: Piece, name: str) -> Load | None:
    for role, atom in piece.roles:
        if role in ("load", "mass"):
            return weight_of(atom, name)
    return None


_BAR = {"kg": 20.0, "lb": 45.0}
_ON_A_BAR = frozenset(("barbell", ""))
_PAIR_OF_PLATES = {"kg": 40.0, "lb": 90.0}


def weight_of(atom: Atom, name: str = "") -> Load:
    """A load as it was written; plates with the bar that they hang on."""
    unit = unit_of(atom.unit)
    if atom.has("PLATESN"):
        return _hung(atom, equipment_of(name))
    if atom.has("BAR", "BARE_BAR"):
        return _BAR["kg"], "kg"
    if atom.has("SIDEMASS") and unit is not None:
        return (_BAR[unit] if equipment_of(name) in _ON_A_BAR else 0.0) + 2 * atom.value, unit
    return atom.value, unit


def _hung(atom: Atom, equipment: str) -> Load:
    """Plates: with the bar that they hang on; of a machine only those of a side tell a weight, of a landmine they alone."""
    pairs = _PAIR_OF_PLATES["lb"] * atom.value + 2 * _smaller(atom)
    if equipment in _ON_A_BAR:
        return _BAR["lb"] + pairs, "lb"
    if equipment == "landmine":
        return pairs / 2, "lb"
    return (pairs, "lb") if any(one.has("EACH", "A_SIDE") for one in atom.inner) else (None, None)


_QUARTER = 25.0
"""Pounds: the plate that lifters call a quarter."""


def _smaller(atom: Atom) -> float:
    """Pounds of the smaller plates on one side."""
    if any(one.has("QUARTER") for one in atom.inner):
        return _QUARTER
    return next((one.value for one in reversed(atom.inner) if one.has("BELLS", "MASS", "INT") and one is not atom.inner[0]), 0.0)


def unit_of(written: str) -> WeightUnit | None:
    """The unit, where it is one of weight."""
    return "kg" if written == "kg" else "lb" if written == "lb" else None


def _with_effort(rows: tuple[Row, ...], piece: Piece) -> tuple[Row, ...]:
    if not rows:
        return rows
    role, atom = piece.roles[-1]
    value = 10 - atom.value if role == "rir" else atom.value
    return (*rows[:-1], replace(rows[-1], rpe=value)) if 0 < value <= 10 else rows


def _rows(piece: Piece, load: Load | None, name: str) -> tuple[Row, ...]:
    loads = [weight_of(atom, name) for role, atom in piece.roles if role in ("load", "mass")]
    reps = [int(atom.value) for role, atom in piece.roles if role in ("reps", "nreps", "each")]
    sets = next((int(atom.value) for role, atom in piece.roles if role in ("sets", "nsets", "again")), None)
    time = next((atom.value for role, atom in piece.roles if role == "time"), None)
    way = next((atom.value for role, atom in piece.roles if role == "dist"), None)
    day = piece.roles[0][1].day
    units = {unit for _, unit in loads if unit is not None}
    one = units.pop() if len(units) == 1 else None
    loads = [(value, unit or one) for value, unit in loads]
    held = loads[0] if loads else load
    trailing = [atom for role, atom in piece.roles if role == "setmass"]
    match piece.rule.does:
        case "trailing":
            unit = unit_of(trailing[0].unit)
            count = int(trailing[0].value)
            return (Row(loads[0][0], unit, *((reps[0], count) if reps else (count, None)), day=day),)
        case "sides":
            return (Row(*_pair(held), reps=reps[0], sets=sets, day=day),)
        case "pairs":
            return tuple([Row(*one, reps=each, sets=1, day=day) for one, each in zip(loads, reps, strict=False)])
        case "fixed":
            return (Row(*_pair(held), reps=int(piece.rule.value), sets=sets, day=day),)
        case "plus":
            return (Row(*_pair(held), reps=reps[-1], sets=1, day=day),)
        case "unloaded":
            return (Row(reps=reps[0], sets=sets, day=day),)
        case "times_each":
            return (Row(duration=time, sets=reps[0], day=day),)
        case "results":
            got = reps[1:]
            if sets is not None and len(got) != sets:
                return (Row(*_pair(held), reps=reps[0], sets=sets, day=day),)
            return tuple([Row(*_pair(held), reps=each, sets=1, day=day) for each in got])
        case "times":
            return tuple([Row(duration=atom.value, sets=1, day=day) for role, atom in piece.roles if role == "time"])
        case "list":
            return tuple([Row(*_pair(held), reps=each, sets=1, inherited=not loads, day=day) for each in reps])
        case "zip" if len(loads) == len(reps):
            return tuple([Row(value, unit, each, 1, day=day) for (value, unit), each in zip(loads, reps, strict=True)])
        case "loads":
            return tuple([Row(value, unit, reps[0], 1, day=day) for value, unit in loads])
        case "ladder":
            return tuple([Row(value, unit, reps[0], 1, day=day) for value, unit in loads])
        case _:
            return (Row(*_pair(held), reps=reps[0] if reps else None, sets=sets, duration=time, distance=way, inherited=not loads, day=day),)


def _pair(load: Load | None) -> Load:
    return load if load is not None else (None, None)
