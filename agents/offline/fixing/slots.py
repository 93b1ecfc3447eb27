"""The figures of a measure as slots: which hold a value, which a new value goes into."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence

from agents.offline.fixing.stated import Slot, Statement, Value
from storage.entities import Certainty, Measure
from units import HOUR_S, METRES, SECONDS

_TOLERANCE = 0.005
_SET_SLOTS: tuple[Slot, ...] = ("weight", "reps", "sets", "rpe")


def holds(measure: Measure, old: Value) -> bool:
    """Whether the value is one of its figures, a dose one of those in its words."""
    if old.slot == "text":
        return any(float(one[0]) == old.value for one in figures_of(measure))
    return any(equal(field_of(measure, slot), old.value, slot) for slot in slots_of(measure, old.slot))


def figures_of(measure: Measure) -> list[re.Match[str]]:
    """The figures in what was told in words: `200mg ibuprofen`."""
    return [*_FIGURE.finditer(measure.text or "")]


_FIGURE = re.compile(r"(?<![\d.,])\d+(?:\.\d+)?(?![\d.,]*\d)")


def are_told_together(measures: Sequence[Measure]) -> bool:
    """Whether they are figures told together: `128/82`."""
    return len(measures) == _BOTH and all(one.value is not None for one in measures)


_BOTH = 2


def slots_of(measure: Measure, slot: Slot | None) -> tuple[Slot, ...]:
    """The slots that a value said so may be in."""
    if slot is None:
        return ("weight", "reps", "sets", "rpe", "value", "distance_m", "duration_s")
    return (slot, "value") if slot in ("weight", "duration_s") else (slot,)


def field_of(measure: Measure, slot: Slot) -> float | None:
    """The figure in the slot, which is called as the field."""
    figure: float | None = getattr(measure, slot)
    return figure


def equal(held: float | None, said: float, slot: Slot) -> bool:
    """Whether a stored value is the one said; bare numbers may mean kilometres, miles, minutes or hours."""
    if held is None:
        return False
    scales = _SCALES.get(slot, (1,))
    return any(math.isclose(held, said * scale, rel_tol=_TOLERANCE) for scale in scales)


_SCALES: dict[Slot, tuple[float, ...]] = {
    "distance_m": (METRES["m"], METRES["km"], METRES["mi"]),
    "duration_s": tuple(SECONDS.values()),
    "value": (1, HOUR_S, 1 / HOUR_S, 1 / SECONDS["min"]),
}


def slot_for(measures: Sequence[Measure], statement: Statement, value: Value | None = None) -> Slot | None:
    """What a bare number is: the slot of the old value, else the one whose value it is nearest to."""
    value = value or statement.new[0]
    rows = named_rows(measures, statement)
    if value.slot is not None:
        fits = [at for at in rows if fitting(measures[at], value.slot) is not None]
        return value.slot if fits else None
    named = [measures[at] for at in rows]
    return _slot_of_old(named, statement) if statement.old else _nearest_slot(named, value.value)


def _slot_of_old(measures: Sequence[Measure], statement: Statement) -> Slot | None:
    """Where the first of the old values stands that is one of these figures."""
    slots: Iterator[Slot] = (
        slot
        for old in statement.old
        for measure in measures
        for slot in slots_of(measure, old.slot)
        if equal(field_of(measure, slot), old.value, slot)
    )
    return next(slots, None)


def _nearest_slot(measures: Sequence[Measure], said: float) -> Slot | None:
    """The slot of the figure that a bare number is nearest to."""
    if said <= 0:
        return None
    near: list[tuple[float, Slot]] = [
        (_apart(held, said, slot, measure), slot)
        for measure in measures
        for slot in (_OF_SETS if measure.reps or measure.weight else _OF_OTHERS)
        if (held := field_of(measure, slot))
    ]
    return min(near, key=lambda one: one[0])[1] if near else None


def nearest_row(measures: Sequence[Measure], rows: Sequence[int], said: float) -> int:
    """The row whose value is nearest to it; of equals the last."""

    def apart(at: int) -> float:
        held = measures[at].value
        return abs(math.log(said / held)) if held and said > 0 else math.inf

    return min(reversed(rows), key=apart)


_OF_SETS: tuple[Slot, ...] = ("weight", "reps")
_OF_OTHERS: tuple[Slot, ...] = ("value", "distance_m", "duration_s")
_SAID_IN: dict[Slot, int] = {"distance_m": 1000, "duration_s": 60}
"""Of bare numbers: kilometres and minutes."""
_LOAD_FROM, _LIKELIER = 20, 4
"""A bare number from here on is rather a load, as if it were so many times as near."""


def _apart(held: float, said: float, slot: Slot, measure: Measure) -> float:
    """How many times as much one is as the other, as a logarithm."""
    in_metres = slot == "distance_m" and measure.distance_unit == "m"
    scaled = held if in_metres else held / _SAID_IN.get(slot, 1)
    distance = abs(math.log(said / scaled)) if scaled > 0 else math.inf
    return distance / _LIKELIER if slot == "weight" and said >= _LOAD_FROM else distance


def named_rows(measures: Sequence[Measure], statement: Statement) -> list[int]:
    """The places of the measures that are named; all where none is."""
    names = {*statement.names, *statement.old_names}
    rows = [at for at, measure in enumerate(measures) if measure.name in names]
    return rows or list(range(len(measures)))


def fitting(measure: Measure, slot: Slot) -> Slot | None:
    """The slot of this measure that such a value goes into: a time may be sleep, a mass body weight."""
    if slot in ("duration_s", "weight") and measure.value is not None:
        fits = (slot == "duration_s" and measure.unit in ("h", "min")) or (
            slot == "weight" and measure.name == "body weight"
        )
        return "value" if fits else None
    if slot == "text":
        return slot if figures_of(measure) else None
    if slot == "value":
        return "value" if measure.value is not None else None
    lifted = measure.weight is not None or measure.reps is not None
    if slot in _SET_SLOTS:
        return slot if lifted else None
    return slot if (measure.distance_m is not None or measure.duration_s is not None) else None


def as_long(clock_s: float, measure: Measure) -> float:
    """The seconds of `6:20`, read as minutes: as hours where these are nearer to how long it was before."""
    scale = {"h": HOUR_S, "min": SECONDS["min"]}.get(measure.unit or "", 1)
    held = measure.duration_s or (measure.value or 0.0) * scale
    if held <= 0 or clock_s <= 0:
        return clock_s
    return min((clock_s, clock_s * SECONDS["min"]), key=lambda seconds: abs(math.log(seconds / held)))


def is_of_unit(measure: Measure, unit: str) -> bool:
    """Whether it has a load, or is a body weight, or a way: kilometres or miles, metres or yards."""
    if unit not in METRES:
        return measure.weight is not None or measure.name == "body weight"
    return measure.distance_unit is not None and (measure.distance_unit in _LONG) is (unit in _LONG)


_LONG = frozenset(("km", "mi"))


def lent_unit(measure: Measure, unit: str | None) -> Measure:
    """A weight without a unit takes this one."""
    if measure.weight is None or measure.weight_unit is not None or unit is None:
        return measure
    certainty: dict[str, Certainty] = {**measure.certainty, "weight_unit": "inherited"}
    return measure.model_copy(update={"weight_unit": unit, "certainty": certainty})


def at_its_load(measure: Measure, before: Sequence[Measure]) -> Measure:
    """Sets that are told anew without a load have the one that all sets of the name had."""
    own = [one for one in before if one.name == measure.name]
    if (
        measure.weight is not None
        or measure.reps is None
        or len({(one.weight, one.weight_unit) for one in own}) != 1
    ):
        return measure
    return measure.model_copy(update={"weight": own[0].weight, "weight_unit": own[0].weight_unit})
