"""Units that fields may name, with the factor to the base unit of their kind."""

from __future__ import annotations

_FACTORS: dict[str, dict[str, float]] = {
    "mass": {"kg": 1, "lb": 0.45359237, "g": 0.001},
    "distance": {"m": 1, "km": 1000, "mi": 1609.344, "yd": 0.9144},
    "duration": {"s": 1, "min": 60, "h": 3600},
    "energy": {"kcal": 1, "kj": 1 / 4.184},
    "volume": {"ml": 1, "l": 1000, "cup": 240, "oz": 29.5735},
    "pace": {"min/km": 0.06, "min/mi": 60 / 1609.344, "min/100m": 0.6, "min/100yd": 60 / 91.44},
    "speed": {"km/h": 1 / 3.6, "mph": 0.44704, "m/s": 1},
}


def factor(kind: str, unit: str) -> float | None:
    """What turns a value in `unit` into the base unit; None when the kind has no such unit."""
    return _FACTORS.get(kind, {}).get(unit.lower())


def known_units(kind: str) -> tuple[str, ...]:
    """The units of a kind of field; none means that any word will do."""
    return tuple(_FACTORS.get(kind, ()))


def convert(kind: str, value: float, unit: str | None, to: str) -> float:
    """`value` in the unit `to`; unchanged where there is nothing to convert."""
    source = factor(kind, unit) if unit else None
    target = factor(kind, to)
    return value * source / target if source and target else value
