"""Best, average, total: words that say what a number is of its series, held against what it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from agents.facts.shown import TIME_OF_DAY
from agents.truth.scene import Placed, Scene, is_of
from agents.truth.sheet import Sheet
from agents.truth.values import Value


def mislabelled(scene: Scene) -> Iterator[tuple[Placed, str]]:
    """Values that are not what the words beside them call them."""
    for said, fits, one in _labels(scene):
        value = one.value
        if value.kind != "number" or (value.sides is not None and ".set" not in one.slot):
            continue
        if value.unit == TIME_OF_DAY or (value.figure is None and value.unit in _COUNTED):
            continue
        role = value.role
        if role in _EXTREMES and value.unit.startswith("s"):
            role = "max" if "max" in fits else "min" if "min" in fits else role
        if role and role not in fits and not (role in _OTHER and fits & _SIZES):
            yield one, f"\u201c{said}\u201d: it is the {value.role} ({_what(one)})"
        elif not role and value.figure is None and not _is_so(value, fits, _within(scene, one)):
            yield one, f"\u201c{said}\u201d: another entry is"


def _within(scene: Scene, one: Placed) -> Sheet:
    """The sheet with the entries of the days that the clause of a value names."""
    start, end = scene.clause(one.start)
    spans = [
        span for m in scene.moments if start <= m.start < end for span in m.spans if len(one.value.days) == 1
    ]
    spans = [span for span in spans if span.start != span.end and is_of(one.value, span)]
    if not spans:
        return scene.sheet
    kept = (e for e in scene.sheet.entries if any(span.start <= e.day <= span.end for span in spans))
    return replace(scene.sheet, entries=tuple(kept))


def _what(one: Placed) -> str:
    return one.value.figure.what if one.value.figure else one.slot


def _labels(scene: Scene) -> Iterator[tuple[str, frozenset[str], Placed]]:
    """Words that say what a number is of its series, each with the value of its clause that it stands for."""
    values = [one for one in scene.placed if one in scene.values or one.value.role == "mark"]
    moments = scene.moments
    for words in scene.tongues:
        for row in words.roles:
            for match in words.found(scene.text, row.words):
                if any(m.start < match.end() and match.start() < m.end for m in moments):
                    continue
                start, end = scene.clause(match.start())
                here = [one for one in values if start <= one.start < end]
                here = [one for one in here if not scene.is_limit(one)] or here
                behind = [one for one in here if one.start >= match.end()]
                if here:
                    yield match[0], frozenset(map(str, row.fits)), behind[0] if behind else here[-1]


_SIZES = frozenset({"max", "record", "min", "last"})
_OTHER = frozenset({"count", "streak", "change", "frequency", "difference"})
_COUNTED = frozenset({"reps", "sets"})
_EXTREMES = ("max", "min", "record")


def _is_so(  # noqa: PLR0911 - one return a kind of label
    value: Value, fits: frozenset[str], sheet: Sheet
) -> bool:
    """Whether an entry's own value is the highest, lowest or newest of its measure among those shown."""
    if value.number is None or not value.measure:
        return True
    peers = [
        other
        for entry in sheet.entries
        for measure in entry.measures
        if measure.name == value.measure
        for name in _names_of(value)
        if (other := sheet.of_measure(entry, measure, name)) is not None and other.unit == value.unit
    ]
    numbers = [other.number for other in peers if other.number is not None]
    days = [other.span.start for other in peers if other.span is not None]
    own = value.span.start if value.span else None
    told = (one for one in sheet.figures if set(one.entries) & set(value.entries))
    if not numbers or any(one.role in fits and one.value == value.number for one in told):
        return True
    lower_is_better = value.unit.startswith("s/")
    if "max" in fits:
        return value.number == (min(numbers) if lower_is_better else max(numbers)) or value.unit == "s"
    if "min" in fits:
        return value.number == (max(numbers) if lower_is_better else min(numbers)) or value.unit == "s"
    if "last" in fits and days and own:
        return own == max(days)
    if "first" in fits and days and own:
        return own == min(days)
    return not fits & {"average", "sum"} or len(numbers) == 1


def _names_of(value: Value) -> tuple[str, ...]:
    return _FIELD_OF.get(value.unit, ("n",))


_FIELD_OF: dict[str, tuple[str, ...]] = {
    "kg": ("kg",),
    "lb": ("kg",),
    "km": ("km",),
    "mi": ("km",),
    "m": ("km",),
    "yd": ("km",),
    "s": ("time",),
    "h": ("time",),
    "reps": ("reps",),
    "sets": ("sets",),
    "s/km": ("pace",),
    "s/mi": ("pace",),
}
