"""What a slot stands for: a value with its unit, its days, what it is of, and where it comes from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Literal

from agents.types import Figure, Role
from storage.entities import DateRange
from units import HOUR_S, METRES

Kind = Literal["number", "day", "words"]
PLANS = frozenset({"target", "projection"})
"""Roles of what is yet to come."""


@dataclass(frozen=True, slots=True)
class Value:
    """One value. `number` is in `unit` (as in `Figure`); a day has none, words neither."""

    kind: Kind
    shown: str
    """As the person reads it."""
    number: float | None = None
    unit: str = ""
    span: DateRange | None = None
    """The day or days it is, or is of; None: of no day."""
    dated: bool = False
    """Whether it was measured on the day of `span`, and not computed over it."""
    measure: str = ""
    """Canonical name of what it is of."""
    role: Role = ""
    entries: tuple[str, ...] = ()
    figure: Figure | None = None
    sides: tuple[Value, Value] | None = None
    """Of a difference, ratio or share: what it is between."""

    @property
    def is_time(self) -> bool:
        """Whether it is a time or pace, of which less is faster."""
        return self.unit in ("s", "min") or self.unit.startswith("s/")

    @property
    def days(self) -> tuple[date, ...]:
        """First and last day."""
        if self.span is None:
            return ()
        return (self.span.start,) if self.span.start == self.span.end else (self.span.start, self.span.end)


class SlotError(Exception):
    """A slot that stands for nothing; the text says why and what would."""


class SeveralPartsError(SlotError):
    """A reference that can be one of several parts: each as it is written, with its value."""

    def __init__(self, place: int, name: str, parts: Mapping[str, Value]) -> None:
        super().__init__(f"E{place} has several .{name}: say which part, as in {next(iter(parts))}")
        self.reference = f"E{place}.{name}"
        self.parts = parts


_SCALE: dict[str, tuple[str, float]] = {
    **{unit: ("distance", metres) for unit, metres in METRES.items()},
    "h": ("time", float(HOUR_S)),
    "min": ("time", 60.0),
    "s": ("time", 1.0),
    **dict.fromkeys(("", "days", "times"), ("count", 1.0)),
}
"""Unit to its kind and how many of the smallest it is."""


def in_one_unit(one: Value, other: Value, slot: str) -> tuple[float, float]:
    """The numbers of two values of one kind, in the unit of the first. Raises SlotError."""
    if one.number is None or other.number is None:
        raise SlotError(f"{{{slot}}}: only numbers can be compared")
    scales = [_SCALE.get(value.unit, (value.unit, 1.0)) for value in (one, other)]
    if one.measure == other.measure and "" in (one.unit, other.unit):  # kcal that was written without
        return one.number, other.number
    if scales[0][0] != scales[1][0]:
        raise SlotError(f"{{{slot}}}: {one.shown} and {other.shown} are not of one kind")
    return one.number, other.number * scales[1][1] / scales[0][1]


def is_of(value: Value, span: DateRange) -> bool:
    """Whether a value is of some days: measured on one of them, or computed over days that meet them."""
    own = value.span
    if own is None:
        return True
    if value.dated:
        return span.start <= own.start <= span.end
    inside = max(0, (min(own.end, span.end) - max(own.start, span.start)).days + 1)
    shorter = min((own.end - own.start).days, (span.end - span.start).days) + 1
    return inside * 2 >= shorter
