"""Pairs of numbers with two readings, `8x3` and `10x12`: as the writer means them, else asked about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from agents.language.likely import dearer_first
from agents.language.moves import bodyweight_moves, is_hold
from agents.language.pieces import Piece
from agents.language.rows import Row
from agents.language.style import Style
from storage.entities import SetOrder

_DOUBT = (-0.5, 0.1)
"""Where the costs of two readings are so near, sets first and repetitions first, it is asked about."""
_PLAIN = -0.8
"""A pair that is this much cheaper with its sets first is meant so."""
_MOST_SETS, _LIGHTEST = 6, 20
"""Between these each of two numbers may be a light load or a count."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A pair with two readings: sets and repetitions either way, or a light `load` for the repetitions."""

    sets: int
    reps: int
    load: int | None = None


Read = tuple[Sequence[Row], tuple[Doubt, ...]]


def settled_pair(name: str, rows: Sequence[Row], piece: Piece, style: Style, *, loaded: bool) -> Read:
    """The rows of a phrase as the writer means its pair, and what is doubtful of it."""
    if piece.rule.does != "set" or len(rows) != 1 or "X" not in piece.rule.pattern:
        return rows, ()
    if not loaded and (pair := _light(name, piece)) is not None:
        return _as_light(name, rows[0], pair, style)
    return _oriented(name, rows, piece, style)


def _light(name: str, piece: Piece) -> tuple[int, int] | None:
    """The numbers of a pair that may be a light load with its repetitions as well as sets."""
    figures = [atom for _, atom in piece.roles if atom.has("INT")]
    if len(figures) != 2 or len(piece.roles) != 2 or name in bodyweight_moves() or is_hold(name):
        return None
    if figures[1].start - figures[0].end > len(" x "):
        return None
    first, second = (int(atom.value) for atom in figures)
    fits = first != second and min(first, second) > _MOST_SETS and max(first, second) < _LIGHTEST
    return (first, second) if fits else None


def _as_light(name: str, row: Row, pair: tuple[int, int], style: Style) -> Read:
    first, second = pair
    load = replace(row, load=float(first), reps=second, sets=None)
    order = style.order_of(name, first, second)
    if style.answer.startswith(f"{first} for ") or (not style.answer and style.lifts(name, first)):
        return [load if style.answer else _known(load, "inferred", "weight")], ()
    if order is not None:
        sets, reps = pair if order == "sets first" else (second, first)
        return [_known(replace(row, load=None, sets=sets, reps=reps), "inferred", "sets", "reps")], ()
    doubt = Doubt(first, second, first)
    return [_known(load, "guessed", "weight", "reps")], (doubt,)


def _oriented(name: str, rows: Sequence[Row], piece: Piece, style: Style) -> Read:
    """Sets first or repetitions first."""
    roles, row = dict(piece.roles), rows[0]
    sets, reps = roles.get("sets"), roles.get("reps")
    bare = sets is not None and reps is not None and sets.has("INT") and reps.has("INT")
    if not bare or row.sets is None or row.reps is None or row.sets == row.reps or row.certainty.get("sets"):
        return rows, ()
    if _is_triple(piece):
        return rows, ()
    stands_first = next(role for role, _ in piece.roles if role in ("sets", "reps")) == "sets"
    first, second = (row.sets, row.reps) if stands_first else (row.reps, row.sets)
    order = style.order_of(name, first, second)
    if order is not None:
        held = (first, second) if order == "sets first" else (second, first)
        meant = replace(row, sets=held[0], reps=held[1])
        return [meant if style.answer else _known(meant, "inferred", "sets", "reps")], ()
    if not _DOUBT[0] < dearer_first(first, second) < _DOUBT[1]:
        return rows, ()
    if style.here is not None:
        sets, reps = (first, second) if style.here == "sets first" else (second, first)
        return [_known(replace(row, sets=sets, reps=reps), "inferred", "sets", "reps")], ()
    return [_known(row, "guessed", "sets", "reps")], (Doubt(row.sets, row.reps),)


def order_told(pieces: Sequence[Piece]) -> SetOrder | None:
    """How the pairs of a message are meant that have one reading only: `press 30 10x3, bench 50 8x3`."""
    orders: set[SetOrder] = {order for piece in pieces if (order := _plain_order(piece)) is not None}
    return orders.pop() if len(orders) == 1 else None


def _plain_order(piece: Piece) -> SetOrder | None:
    counts = [atom for role, atom in piece.roles if role in ("sets", "reps") and atom.has("INT")]
    if piece.rule.does != "set" or len(counts) != 2 or "X" not in piece.rule.pattern or _is_triple(piece):
        return None
    dearer = dearer_first(counts[0].value, counts[1].value)
    if dearer < _PLAIN:
        return "sets first"
    return "reps first" if dearer >= _DOUBT[1] else None


def _is_triple(piece: Piece) -> bool:
    """`185x5x3`: a load, repetitions, sets, with a sign between each."""
    if [role for role, _ in piece.roles] != ["load", "reps", "sets"]:
        return False
    load, reps = (atom for _, atom in piece.roles[:2])
    return reps.glued or reps.start - load.end >= len(" x ")


def _known(row: Row, how: Literal["inferred", "guessed"], *fields: str) -> Row:
    return replace(row, certainty={**row.certainty, **dict.fromkeys(fields, how)})
