"""Judging what was measured against a domain's fields."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import isfinite
from typing import Any, Literal, Protocol

from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model, model_validator

from domains.terms import Terms, Words
from domains.units import convert, known_units
from units import KMH_PER_MS

FieldType = Literal[
    "number", "integer", "text", "duration", "distance", "length", "mass", "energy", "volume", "pace",
    "speed", "scale", "time",
]  # fmt: skip


class FieldSpec(BaseModel):
    """A field of a measure, or (shape metrics) a measure of its own.

    `units` lists what may be written; limits are in the first. A `scale` is a rating with units such as
    "/5" and "/10", a `time` is a clock time in hours after midnight, `pace` and `speed` are derived.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    name: str
    type: FieldType
    units: tuple[str, ...] = ()
    min: float | None = None
    max: float | None = None
    sum_per_day: bool = False
    """Several values of a day add up (steps, kcal) rather than being repeated readings."""
    once_a_day: bool = False
    """Told again, it takes the place of what was told of that day before (a night's sleep, body weight)."""
    adds: Words = ()
    """Words with which a second one of a day is no replacement ("another 2 h")."""
    advised: tuple[float, float] | None = None
    """The least and most that is generally advised for a day, in the first unit."""
    per_body_kg: bool = False
    """What is advised is for each kilogram of the body's weight."""
    sort_of: str = ""
    """The measure that it is a sort of: whoever counts steps walks."""
    terms: Terms = {}

    @model_validator(mode="after")
    def _makes_sense(self) -> FieldSpec:
        if self.min is not None and self.max is not None and self.min > self.max:
            raise ValueError(f"min {self.min:g} is above max {self.max:g}")
        known = known_units(self.type)
        wrong = [unit for unit in self.units if known and unit.lower() not in known]
        if wrong:
            raise ValueError(f"{wrong[0]!r} is no unit of {self.type} (known: {', '.join(known)})")
        return self

    @property
    def unit(self) -> str:
        """The unit of its limits, "" for a bare number."""
        return self.units[0] if self.units else ""

    def limits(self, unit: str = "") -> str:
        """The allowed range, in `unit` if it is one of the field's: "1-10", "0-24 h", "≥ 20 kg"."""
        shown_in = unit if unit in self.units else self.unit
        low, high = (
            None if limit is None else shown(self.type, convert(self.type, limit, self.unit, shown_in))
            for limit in (self.min, self.max)
        )
        suffix = f" {shown_in}" if shown_in and self.type != "scale" else ""
        if high is None:
            return f"≥ {low}{suffix}"
        return f"{low}-{high}{suffix}" if low is not None else f"≤ {high}{suffix}"


ATTRIBUTES = frozenset({"weight", "reps", "sets", "rpe", "distance", "duration", "pace", "speed"})
"""Field names that are read from a measure's own columns; any other field is a measure of that name."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """A value that cannot be, as written, and what of that field is `allowed` where that has limits."""

    kind: Literal["outside", "above_scale", "not_whole"]
    field: str
    value: str
    allowed: str = ""


class Measured(Protocol):
    """What a measure's values are read from; `storage.entities.Measure` is one."""

    @property
    def name(self) -> str: ...  # noqa: D102 - the fields of a measure explain themselves
    @property
    def weight(self) -> float | None: ...  # noqa: D102
    @property
    def weight_unit(self) -> str | None: ...  # noqa: D102
    @property
    def reps(self) -> int | None: ...  # noqa: D102
    @property
    def sets(self) -> int: ...  # noqa: D102
    @property
    def rpe(self) -> float | None: ...  # noqa: D102
    @property
    def distance_m(self) -> float | None: ...  # noqa: D102
    @property
    def duration_s(self) -> float | None: ...  # noqa: D102
    @property
    def value(self) -> float | None: ...  # noqa: D102
    @property
    def unit(self) -> str | None: ...  # noqa: D102


def record_model(name: str, fields: Iterable[FieldSpec]) -> type[BaseModel]:
    """A pydantic model of the fields, all optional, with their limits (in their first units)."""
    # create_model takes the annotation and default of each field as it comes: nothing stricter than Any fits
    columns: dict[str, Any] = {spec.name: (_annotation(spec) | None, _default(spec)) for spec in fields}
    return create_model(f"{name.title().replace('-', '').replace('_', '')}Record", **columns)


def problems(record: type[BaseModel], fields: tuple[FieldSpec, ...], measure: Measured) -> tuple[Wrong, ...]:
    """What is impossible about a measure, one a field."""
    values = _values(measure)
    held = {spec.name: _Held.of(spec, values[spec.name]) for spec in fields if spec.name in values}
    try:
        record.model_validate({name: one.value for name, one in held.items()})
    except ValidationError as error:
        wrong = error.errors(include_url=False)
        return tuple(held[str(item["loc"][0])].wrong(item["type"]) for item in wrong)
    return tuple(one.wrong("scale") for one in held.values() if one.above_scale)


def _annotation(spec: FieldSpec) -> type[float] | type[int] | type[str]:
    if spec.type == "text":
        return str
    return int if spec.type == "integer" else float


def _default(spec: FieldSpec) -> Any:
    if spec.type == "text":
        return None
    return Field(None, ge=spec.min, le=spec.max)


def _values(measure: Measured) -> dict[str, tuple[float, str]]:
    """The values that the measure has, by field, each with its unit."""
    seconds, meters = measure.duration_s, measure.distance_m
    per = seconds / meters if seconds and meters else None
    columns = {
        "weight": (measure.weight, measure.weight_unit or ""),
        "reps": (measure.reps, ""),
        "sets": (measure.sets, ""),
        "rpe": (measure.rpe, ""),
        "distance": (meters, "m"),
        "duration": (seconds, "s"),
        "pace": (per / 0.06 if per else None, "min/km"),
        "speed": (KMH_PER_MS / per if per else None, "km/h"),
        measure.name: (measure.value, measure.unit or ""),
    }
    return {name: (value, unit) for name, (value, unit) in columns.items() if value is not None}


@dataclass(frozen=True)
class _Held:
    """A field's value in the field's first unit, and as it was written."""

    spec: FieldSpec
    value: float
    written: float
    unit: str

    @classmethod
    def of(cls, spec: FieldSpec, raw: tuple[float, str]) -> _Held:
        value, unit = raw
        converted = convert(spec.type, value, unit or None, spec.unit)
        derived = spec.name in ATTRIBUTES and spec.type != "mass"
        if spec.type == "mass" or (unit in spec.units and not derived):
            return cls(spec, converted, value, unit)
        return cls(spec, converted, converted, spec.unit)

    @property
    def above_scale(self) -> bool:
        top = self.unit.removeprefix("/")
        return self.spec.type == "scale" and top.isdigit() and self.value > float(top)

    def wrong(self, kind: str) -> Wrong:
        unit = f" {self.unit}" if self.unit[:1].isalpha() else self.unit
        field, value = self.spec.name, f"{shown(self.spec.type, self.written)}{unit}"
        if kind == "int_from_float":
            return Wrong("not_whole", field, value)
        if kind == "scale":
            return Wrong("above_scale", field, value)
        return Wrong("outside", field, value, self.spec.limits(self.unit))


def shown(kind: FieldType, value: float) -> str:
    """A value in words: paces and clock times as 5:30, other numbers with at most two decimals."""
    if kind in {"pace", "time"} and isfinite(value):
        whole = round(value * 60)
        return f"{whole // 60}:{whole % 60:02d}"
    return f"{round(value, 2):g}"
