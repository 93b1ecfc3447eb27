"""How an example says what it must give: `bench press weight=80kg reps=5 sets=3`.

A canonical name, then keys: weight, reps, sets, rpe, distance, duration, value and, last, text. Units are
written behind the number, durations also as 25:30 or 1h20m. What is not said is not compared.
"""

from __future__ import annotations

import re
from typing import Protocol

from domains.checks import Measured
from domains.model import Frozen
from domains.units import factor
from units import SECONDS

_KEY = re.compile(r"\b(weight|reps|sets|rpe|distance|duration|value|text)=")
_NUMBER = re.compile(r"(-?\d+(?:\.\d+)?)(\D*)")


class Worded(Measured, Protocol):
    """A measure with its words."""

    @property
    def text(self) -> str | None: ...  # noqa: D102 - as it was written


class Expected(Frozen):
    """One measure of an example; None is not compared. Distances in metres, durations in seconds."""

    name: str
    weight: float | None = None
    weight_unit: str | None = None
    reps: int | None = None
    sets: int | None = None
    rpe: float | None = None
    distance_m: float | None = None
    duration_s: float | None = None
    value: float | None = None
    unit: str | None = None
    text: str | None = None

    def difference(self, measure: Worded) -> str | None:
        """Where a measure differs from what was expected, in words; None = it does not."""
        if measure.name != self.name:
            return f"name is {measure.name!r}, expected {self.name!r}"
        if self.text and self.text.lower() not in (measure.text or "").lower():
            return f"text {measure.text!r} does not hold {self.text!r}"
        if self.weight_unit != measure.weight_unit and self.weight is not None:
            return f"weight unit is {measure.weight_unit}, expected {self.weight_unit}"
        pairs = {
            "weight": (self.weight, measure.weight),
            "reps": (self.reps, measure.reps),
            "sets": (self.sets, measure.sets),
            "rpe": (self.rpe, measure.rpe),
            "distance": (self.distance_m, measure.distance_m),
            "duration": (self.duration_s, measure.duration_s),
            "value": (_based(self.value, self.unit), _based(measure.value, measure.unit or self.unit)),
        }
        for what, (expected, got) in pairs.items():
            if expected is not None and (got is None or abs(got - expected) > max(1e-6, expected * 0.002)):
                return f"{what} is {got}, expected {expected}"
        return None


def read_expected(notation: str) -> Expected:
    """The measure a line of notation stands for; ValueError where it cannot be read."""
    parts = _KEY.split(notation)
    given = dict(zip(parts[1::2], (part.strip() for part in parts[2::2]), strict=True))
    weight, weight_unit = _number(given.get("weight"))
    value, unit = _number(given.get("value"))
    distance, distance_unit = _number(given.get("distance"))
    if distance is not None:
        distance *= factor("distance", distance_unit or "m") or 1
    return Expected(
        name=parts[0].strip(),
        weight=weight,
        weight_unit=weight_unit,
        reps=int(given["reps"]) if "reps" in given else None,
        sets=int(given["sets"]) if "sets" in given else None,
        rpe=_number(given.get("rpe"))[0],
        distance_m=distance,
        duration_s=_seconds(given["duration"]) if "duration" in given else None,
        value=value,
        unit=unit,
        text=given.get("text"),
    )


def _number(written: str | None) -> tuple[float | None, str | None]:
    if written is None:
        return None, None
    match = _NUMBER.fullmatch(written)
    if match is None:
        raise ValueError(f"{written!r} is no number with a unit")
    return float(match[1]), match[2].strip() or None


def _seconds(written: str) -> float:
    if ":" in written:
        seconds = 0.0
        for part in written.split(":"):
            seconds = seconds * 60 + float(part)
        return seconds
    parts = [(float(number), unit) for number, unit in re.findall(r"(\d+(?:\.\d+)?)(h|min|m|s)", written)]
    if not parts:
        raise ValueError(f"{written!r} is no duration")
    return sum(number * SECONDS["min" if unit == "m" else unit] for number, unit in parts)


def _based(value: float | None, unit: str | None) -> float | None:
    """The value in the base unit of whatever its unit measures."""
    if value is None or unit is None:
        return value
    kinds = ("mass", "duration", "energy", "volume", "distance")
    return value * next((found for kind in kinds if (found := factor(kind, unit))), 1.0)
