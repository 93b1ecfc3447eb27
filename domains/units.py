"""Units that fields may name, with the factor to the base unit of their kind."""

from __future__ import annotations

from units import CENTIMETRES, HOUR_S, KILOGRAMS, KJ_PER_KCAL, KMH_PER_MS, METRES, MILLILITRES, SECONDS

_FACTORS: dict[str, dict[str, float]] = {
    "mass": {**KILOGRAMS, "g": 0.001},
    "distance": dict(METRES),
    "duration": dict(SECONDS),
    "energy": {"kcal": 1, "kj": 1 / KJ_PER_KCAL},
    "volume": dict(MILLILITRES),
    "length": dict(CENTIMETRES),
    "pace": {"min/km": 0.06, "min/mi": 60 / METRES["mi"], "min/100m": 0.6, "min/100yd": 0.6 / METRES["yd"]},
    "speed": {"km/h": 1 / KMH_PER_MS, "mph": METRES["mi"] / HOUR_S, "m/s": 1},
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
