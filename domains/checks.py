"""Judging what was measured against a domain's fields, in sentences a user understands."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, Protocol

from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model, model_validator

from domains.terms import Terms
from domains.units import convert, known_units

FieldType = Literal[
    "number", "integer", "text", "duration", "distance", "mass", "energy", "volume", "pace", "speed",
    "scale", "time",
]  # fmt: skip


class FieldSpec(BaseModel):
    """A field of a measure, or (shape metrics) a measure of its own.

    `units` lists what may be written; limits are in the first. A `scale` is a rating with units such as
    "/5" and "/10", a `time` is a clock time in hours after midnight, `pace` and `speed` are derived.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    type: FieldType
    units: tuple[str, ...] = ()
    min: float | None = None
    max: float | None = None
    sum_per_day: bool = False
    """Several values of a day add up (steps, kcal) rather than being repeated readings."""
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

    @property
    def limits(self) -> str:
        """The allowed range in words: "1-10", "0-24 h", "at least 0"."""
        unit = f" {self.unit}" if self.unit and self.type != "scale" else ""
        if self.max is None:
            return f"at least {_shown(self, self.min or 0)}{unit}"
        low = _shown(self, self.min) + "-" if self.min is not None else "at most "
        return f"{low}{_shown(self, self.max)}{unit}"


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


def problems(record: type[BaseModel], fields: tuple[FieldSpec, ...], measure: Measured) -> tuple[str, ...]:
    """What is impossible about a measure, one sentence a field ("RPE 15 is outside 1-10.")."""
    values = _values(fields, measure)
    try:
        record.model_validate({name: value for name, (value, _) in values.items()})
    except ValidationError as error:
        return tuple(_sentence(fields, values, str(item["loc"][0]), item["type"]) for item in error.errors())
    return ()


def _annotation(spec: FieldSpec) -> type[float] | type[int] | type[str]:
    if spec.type == "text":
        return str
    return int if spec.type == "integer" else float


def _default(spec: FieldSpec) -> Any:
    if spec.type == "text":
        return None
    return Field(None, ge=spec.min, le=spec.max)


def _values(fields: tuple[FieldSpec, ...], measure: Measured) -> dict[str, tuple[float, str]]:
    """Field name to its value in the field's first unit and the words it is shown with."""
    seconds, meters = measure.duration_s, measure.distance_m
    raw: dict[str, tuple[float | None, str]] = {
        "weight": (measure.weight, measure.weight_unit or ""),
        "reps": (measure.reps, ""),
        "sets": (measure.sets, ""),
        "rpe": (measure.rpe, ""),
        "distance": (meters, "m"),
        "duration": (seconds, "s"),
        "pace": (seconds / meters / 0.06 if seconds and meters else None, "min/km"),
        "speed": (meters / seconds * 3.6 if seconds and meters else None, "km/h"),
    }
    raw[measure.name] = (measure.value, measure.unit or "")
    found: dict[str, tuple[float, str]] = {}
    for spec in fields:
        value, unit = raw.get(spec.name, (None, ""))
        if value is None:
            continue
        held = convert(spec.type, value, unit or None, spec.unit)
        shown = value if spec.type == "mass" else held
        suffix = unit if spec.type in ("mass", "scale") else spec.unit
        found[spec.name] = (held, f"{_shown(spec, shown)}{' ' if suffix[:1].isalpha() else ''}{suffix}")
    return found


def _sentence(
    fields: tuple[FieldSpec, ...], values: dict[str, tuple[float, str]], name: str, kind: str
) -> str:
    spec = next(spec for spec in fields if spec.name == name)
    label = name.upper() if len(name) == 3 and name == "rpe" else name
    if kind == "int_from_float":
        return f"{label} {values[name][1]} is not a whole number."
    return f"{label} {values[name][1]} is outside {spec.limits}."


def _shown(spec: FieldSpec, value: float) -> str:
    if spec.type in {"pace", "time"}:
        whole = round(value * 60)
        return f"{whole // 60}:{whole % 60:02d}"
    return f"{round(value, 2):g}"
