"""A value among those of its kind: whether it is the highest, lowest, first or newest of them."""

from __future__ import annotations

from collections.abc import Sequence

from agents.truth.clauses import Placed
from agents.truth.scene import Scene
from agents.truth.sheet import Sheet
from agents.truth.things import is_one_of
from agents.truth.values import Value, is_of
from storage.entities import DateRange


def peers(value: Value, sheet: Sheet) -> Sequence[Value]:
    """The values of the same part of the measure; times of the same distance."""
    found = [
        (measure.distance_m, entry.id, other)
        for entry in sheet.entries
        for measure in entry.measures
        if measure.name == value.measure
        and (other := sheet.of_measure(entry, measure, _FIELD_OF.get(value.unit, "n"))) is not None
        and other.unit == value.unit
    ]
    far = {one for one, key, _ in found if key in value.entries} if value.unit == "s" else set[float | None]()
    return [other for one, _, other in found if not far or one in far]


_FIELD_OF = {
    **dict.fromkeys(("kg", "lb"), "kg"),
    **dict.fromkeys(("km", "mi", "m", "yd"), "km"),
    **dict.fromkeys(("s", "h"), "time"),
    "reps": "reps",
    "sets": "sets",
    **dict.fromkeys(("s/km", "s/mi"), "pace"),
}


def is_so(scene: Scene, value: Value, fits: frozenset[str]) -> bool:
    """Whether an entry's value is the highest, lowest or first of all, or of days that are named."""
    figures = (one for one in scene.sheet.figures if set(one.entries) & set(value.entries))
    if any(one.role in fits and one.value == value.number for one in figures):
        return True
    told = [span for m in scene.moments for span in m.spans if span.start < span.end and is_of(value, span)]
    asked = (span for span in scene.sheet.asked if span.start < span.end and is_of(value, span))
    spans = told or [None, *asked]
    listed = [one.value for one in scene.values]
    return any(_is_so_in(scene.sheet, value, fits, span, listed) for span in spans)


def _is_so_in(
    sheet: Sheet, value: Value, fits: frozenset[str], span: DateRange | None, listed: Sequence[Value]
) -> bool:
    alike = [other for other in peers(value, sheet) if span is None or is_of(other, span)]
    numbers = [other.number for other in alike if other.number and (other == value or other not in listed)]
    if not numbers:
        return True
    if fits & {"max", "record", "min"}:
        return any(value.number == end(numbers) for name, end in (("max", max), ("min", min)) if name in fits)
    if "first" in fits:
        return value.days <= min(other.days for other in alike)
    is_mean = "average" in fits and len(value.entries) > 1  # the least of weeks, which are means
    return is_mean or not fits & {"average", "sum"}


def is_newest(scene: Scene, one: Placed, called: frozenset[str]) -> bool:
    """Whether none of the values of its kind is of a later day."""
    sheet, value = scene.sheet, one.value
    if value.figure and (value.role in _OF_ALL or value.span is None):
        return True
    alike = peers(value, sheet)
    if any(other.value in alike for other in scene.values if other is not one):  # several are listed
        return value.days >= max(each.days for each in alike)
    names = {value.measure} - {""} or {mark.name for mark in scene.clause(one.start).things}
    days = [m.day for entry in sheet.entries for m in entry.measures if is_one_of(sheet, m.name, names)]
    return value.span is None or not days or value.span.end >= max(days)


_OF_ALL = frozenset({"last", "count", "streak", "change", "frequency", "difference", ""})
"""Roles of figures that no later one replaces."""
