"""Words for units and parts beside a value, held against its own: "minutes" behind it, "took" before it."""

from __future__ import annotations

from collections.abc import Iterator

from agents.truth.clauses import Placed
from agents.truth.scene import Scene

_NEAR = 22
_COUNTS = frozenset({"", "days", "sets", "weeks", "reps", "cups", "times"})
_MEASURED = frozenset({"sum", "max", "min", "average", "usual", "last", "first"})
_PARTS = {
    "time": frozenset({"s", "h", "min", "days", "weeks", "reps", "sets", "times"}),
    "pace": frozenset({"s/km", "s/mi", "s/100m", "s/100yd", "km/h", "mph", "s/500m", "%"}),
    "distance": frozenset({"km", "mi", "m", "yd", "%"}),
    "weight": frozenset({"kg", "lb", "%"}),
    "rpe": frozenset[str](),
    "reps": frozenset({"reps"}),
    "sets": frozenset({"reps", "s", "kg", "lb", "km", "m", "mi"}),
}
"""The units of a part of a measure."""


def misunited(scene: Scene) -> Iterator[tuple[Placed, str]]:
    """Values with another unit than the words beside them name."""
    for clause in scene.pieces:
        last = clause.start
        for one in clause.slots:
            value, named = one.value, _units_behind(scene, one)
            fits = value.kind != "number" or not named or bool(named & _fitting(one))
            is_bare = value.role in _MEASURED or not (value.role or value.figure)
            unit = value.unit or (value.measure if is_bare else "")
            if unit and not (fits and _is_called(scene, max(last, one.start - _NEAR), one)):
                yield one, f"its unit is {unit}"
            last = one.end


def _is_called(scene: Scene, start: int, one: Placed) -> bool:
    """Whether it has a unit of what the words just before it call it: a time, a pace, a distance."""
    tables = ((words, part, ways) for words in scene.tongues for part, ways in words.quantities.items())
    called = (part for words, part, ways in tables if scene.found(words, ways, (start, one.start)))
    return not one.value.unit or all(one.value.unit in _PARTS[part] for part in called)


def _units_behind(scene: Scene, one: Placed) -> set[str]:
    """The units that the word just behind it can name; "a 5 km run" is no number of runs."""
    text, end = scene.text, one.end
    named: set[str] = set()
    for words in scene.tongues:
        units, behind = words.units_at(text, end)
        loose = words.glued and text[end : end + 1] == " " and not text[end:behind].isascii()
        if not (loose and text[behind : behind + 1].isalpha()):
            named.update(units)
    return named if one.value.unit in _COUNTS else named - {"times"}


def _fitting(one: Placed) -> set[str]:
    """Words for units that a value may have behind it."""
    unit = one.value.unit
    if one.is_set:
        return {"reps", "sets"}
    if unit == "s" and not one.slot.endswith(".n"):
        return {"s", "min", "h"}
    return {unit, *(("times", "days", "cups", one.value.measure) if unit in _COUNTS else ())}
