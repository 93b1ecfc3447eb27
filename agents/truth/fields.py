"""The parts of a measure that a slot can name, each as a number with its unit; None where there is none."""

from __future__ import annotations

from collections.abc import Callable

from agents.facts import counted_in, has_open_unit, in_weight_unit, load_of, pace_step
from agents.facts.samples import Units
from storage.entities import Measure
from units import HOUR_S, METRES


def _load(measure: Measure, units: Units) -> tuple[float, str] | None:
    if measure.value is not None and measure.unit in ("kg", "lb"):
        return in_weight_unit(measure.value, measure.unit, units.weight), units.weight or measure.unit
    if has_open_unit(measure, units):
        return (measure.weight, "") if measure.weight is not None else None
    load = load_of(measure, units)
    return None if load is None else (load, units.weight or "")


def _distance(measure: Measure, units: Units) -> tuple[float, str] | None:
    if measure.distance_m is None:
        return None
    return measure.distance_m / METRES[units.distance], units.distance


def _time(measure: Measure, units: Units) -> tuple[float, str] | None:
    if measure.duration_s is not None:
        return measure.duration_s, "s"
    return (measure.value, "h") if measure.value is not None and measure.unit == "h" else None


def _pace(measure: Measure, units: Units) -> tuple[float, str] | None:
    if not measure.distance_m or not measure.duration_s:
        return None
    per, step = pace_step(units, measure)
    return measure.duration_s / (measure.distance_m / step), per


def _speed(measure: Measure, units: Units) -> tuple[float, str] | None:
    if not measure.distance_m or not measure.duration_s:
        return None
    unit, name = ("mi", "mph") if units.distance == "mi" else ("km", "km/h")
    return measure.distance_m / METRES[unit] / (measure.duration_s / HOUR_S), name


def _as_told(value: float | None, unit: str) -> tuple[float, str] | None:
    return None if value is None else (float(value), unit)


def _sets(measure: Measure, units: Units) -> tuple[float, str] | None:
    return (float(measure.sets), "sets") if measure.reps is not None or measure.sets > 1 else None


def _number(measure: Measure, units: Units) -> tuple[float, str] | None:
    if measure.value is None:
        return None
    return _load(measure, units) if measure.unit in ("kg", "lb") else (measure.value, counted_in(measure))


Field = Callable[[Measure, Units], "tuple[float, str] | None"]
FIELDS: dict[str, Field] = {
    **dict.fromkeys(("kg", "lb"), _load),
    **dict.fromkeys(("km", "mi", "m", "yd"), _distance),
    **dict.fromkeys(("time", "h", "min"), _time),
    "pace": _pace,
    "speed": _speed,
    **dict.fromkeys(("reps", "set"), lambda measure, units: _as_told(measure.reps, "reps")),
    "sets": _sets,
    "rpe": lambda measure, units: _as_told(measure.rpe, ""),
    **dict.fromkeys(("n", "value", "kcal", "g", "l", "ml", "bpm"), _number),
}
FIELD_UNITS = {"time": "s"}
OF_KIND: dict[str, frozenset[str]] = {
    "kg": frozenset({"lb"}),
    "lb": frozenset({"kg"}),
    "km": frozenset({"mi"}),
    "mi": frozenset({"km"}),
    "s": frozenset({"h", "min", "time"}),
    "h": frozenset({"time", "min"}),
    "s/km": frozenset({"pace"}),
    "s/mi": frozenset({"pace"}),
}
"""Parts by which a figure may be asked for all the same: what is shown has the person's unit anyway."""
