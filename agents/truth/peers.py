"""A value among those of its kind: whether it is the highest, lowest, first or newest of them."""

from __future__ import annotations

from collections.abc import Sequence

from agents.truth.clauses import Placed
from agents.truth.scene import Scene
from agents.truth.sheet import Sheet
from agents.truth.things import is_one_of
from agents.truth.values import PLANS, Value, is_of
from agents.types import Figure
from storage.entities import DateRange


def peers(value: Value, sheet: Sheet) -> Sequence[Value]:
    """The values of the same part of the measure; times of the same distance."""
    found = [
        (measure.distance_m, entry.id, other)
        for entry in sheet.entries
        for measure in entry.measures
        if measure.name == value.measure
        for name in _FIELD_OF.get(value.unit, ("n",))
        if (other := sheet.of_measure(entry, measure, name)) is not None and other.unit == value.unit
    ]
    far = {one for one, key, _ in found if key in value.entries} if value.unit == "s" else set[float | None]()
    return [other for one, _, other in found if not far or one in far]


_FIELD_OF: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("kg", "lb"), ("kg",)),
    **dict.fromkeys(("km", "mi", "m", "yd"), ("km",)),
    **dict.fromkeys(("s", "h"), ("time",)),
    "reps": ("reps",),
    "sets": ("sets",),
    **dict.fromkeys(("s/km", "s/mi"), ("pace",)),
}


def is_so(scene: Scene, value: Value, fits: frozenset[str]) -> bool:
    """Whether an entry's value is the highest, lowest or first of all, or of days that are named."""
    if value.number is None or not value.measure:
        return True
    told = (one for one in scene.sheet.figures if set(one.entries) & set(value.entries))
    if any(one.role in fits and one.value == value.number for one in told):
        return True
    told = [span for m in scene.moments for span in m.spans if span.start < span.end and is_of(value, span)]
    named = [*(span for m in scene.before for span in m.spans), *scene.sheet.asked]
    spans = told or [None, *(span for span in named if span.start < span.end and is_of(value, span))]
    listed = [one.value for one in scene.values]
    return any(_is_so_in(scene.sheet, value, fits, span, listed) for span in spans)


def _is_so_in(
    sheet: Sheet, value: Value, fits: frozenset[str], span: DateRange | None, listed: Sequence[Value]
) -> bool:
    alike = [other for other in peers(value, sheet) if span is None or is_of(other, span)]
    alike = [other for other in alike if other == value or other not in listed]
    numbers = [other.number for other in alike if other.number is not None]
    if not numbers:
        return True
    if fits & {"max", "record", "min"}:
        return any(value.number == end(numbers) for name, end in (("max", max), ("min", min)) if name in fits)
    if "first" in fits:
        return value.days <= min(other.days for other in alike)
    is_mean = "average" in fits and len(value.entries) > 1  # the least of weeks, which are means
    return not fits & {"average", "sum"} or is_mean


def is_passed(sheet: Sheet, value: Value, sign: int, spans: Sequence[DateRange]) -> bool:
    """Whether one of its kind, in some days or ever, is above it (sign 1) or below it (-1)."""
    if value.number is None or not value.measure or value.role not in _ENDS:
        return False
    alike = (v for v in peers(value, sheet) if not spans or any(is_of(v, span) for span in spans))
    return any(sign * (other.number or 0.0) > sign * value.number for other in alike)


_ENDS = frozenset({"", "max", "min", "record"})


def is_newest(scene: Scene, one: Placed, called: frozenset[str]) -> bool:
    """Whether none of the values of its kind is of a later day."""
    sheet, value = scene.sheet, one.value
    figure = value.figure
    if figure is not None:
        return _is_newest_of_figures(sheet, figure, called, scene.sense(value))
    alike = peers(value, sheet)
    if any(other.value in alike for other in scene.values if other is not one):  # several are listed
        return value.days >= max(each.days for each in alike)
    clause = scene.clause(one.start)
    beside = {v.value.measure for v in clause.values if v.value.entries == value.entries}
    names = {value.measure} - {""} or {mark.name for mark in clause.things} or beside
    days = [m.day for entry in sheet.entries for m in entry.measures if is_one_of(sheet, m.name, names)]
    return value.span is None or not days or value.span.end >= max(days)


def _is_newest_of_figures(sheet: Sheet, figure: Figure, called: frozenset[str], sense: int) -> bool:
    if figure.role in ("last", *_OTHER) or figure.span is None:
        return True
    if figure.role in PLANS:
        return "now" not in called
    kind = (figure.measure, figure.unit, figure.role)
    alike = [f for f in sheet.figures if f.span and (f.measure, f.unit, f.role) == kind]
    newest = max(f.span.end for f in alike if f.span)
    standing = figure.role == "max" and sense > 0 and figure.value >= max(f.value for f in alike)
    if figure.day and figure.role in ("max", "min") and not standing:
        of_it = (m.day for e in sheet.entries for m in e.measures if m.name == figure.measure)
        return all(day <= figure.day for day in of_it)
    return "last" not in called and figure.role != "first" and (standing or figure.span.end >= newest)


_OTHER = frozenset({"count", "streak", "change", "frequency", "difference", ""})
