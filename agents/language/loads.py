"""A load as it was written: with its unit, by plates, on one side, of a bar alone."""

from __future__ import annotations

from agents.language.atoms import Atom
from agents.language.moves import equipment_of
from storage.entities import WeightUnit

Load = tuple[float | None, WeightUnit | None]
BAR: dict[WeightUnit, float] = {"kg": 20.0, "lb": 45.0}
"""What a bar without plates weighs."""
_ON_A_BAR = frozenset(("barbell", ""))
_IN_EACH_HAND = frozenset(("dumbbell", "kettlebell", "cable"))
_PAIR_OF_PLATES = 90.0
"""Pounds of the full plates at both ends."""
_QUARTER = 25.0
"""Pounds: the plate that lifters call a quarter."""


def unit_of(written: str) -> WeightUnit | None:
    """The unit, where it is one of weight."""
    return "kg" if written == "kg" else "lb" if written == "lb" else None


def weight_of(atom: Atom, name: str = "") -> Load:
    """A load of the exercise `name`; plates with the bar that they hang on."""
    unit = unit_of(atom.unit)
    if atom.has("PLATESN"):
        return _hung(atom, equipment_of(name))
    if atom.has("BAR", "BARE_BAR"):
        return BAR["kg"], "kg"
    if atom.has("SIDEMASS", "SIDED") and not any(one.what("side") in ("left", "right") for one in atom.inner):
        return _on_both_sides(atom, unit, equipment_of(name))
    return atom.value, "kg" if atom.has("K") else unit


def _on_both_sides(atom: Atom, unit: WeightUnit | None, equipment: str) -> Load:
    """Twice what hangs on a side, with the bar; what each hand holds; None for a bar without a unit."""
    if equipment in _IN_EACH_HAND:
        return atom.value, unit
    if equipment not in _ON_A_BAR:
        return 2 * atom.value, unit
    if unit is None and not any(one.has("BAR", "BARE_BAR") for one in atom.inner):
        return None, None
    return BAR[unit or "lb"] + 2 * atom.value, unit or "lb"


def _hung(atom: Atom, equipment: str) -> Load:
    """Plates with their bar; of a machine only those of a side tell a weight, of a landmine they alone."""
    pairs = _PAIR_OF_PLATES * atom.value + 2 * _smaller(atom)
    if equipment in _ON_A_BAR:
        return BAR["lb"] + pairs, "lb"
    if equipment == "landmine":
        return pairs / 2, "lb"
    return (pairs, "lb") if any(one.has("EACH", "A_SIDE") for one in atom.inner) else (None, None)


def _smaller(atom: Atom) -> float:
    """Pounds of the smaller plates on one side."""
    if any(one.has("QUARTER") for one in atom.inner):
        return _QUARTER
    smaller = (one.value for one in reversed(atom.inner[1:]) if one.has("BELLS", "MASS", "INT"))
    return next(smaller, 0.0)
