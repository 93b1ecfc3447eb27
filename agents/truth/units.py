"""Words for units and parts beside a value, held against its own: "minutes" behind it, "took" before it."""

from __future__ import annotations

from collections.abc import Iterator

from agents.truth.clauses import Placed
from agents.truth.scene import Scene
from agents.truth.values import Value


def misunited(scene: Scene) -> Iterator[tuple[Placed, str]]:
    """Values with another unit than the words beside them name."""
    for clause in scene.pieces:
        last = clause.start
        for one in clause.slots:
            unit = one.value.unit or _bare(one.value)
            if unit and not (_is_called(scene, last, one) and _is_followed(scene, one)):
                yield one, f"its unit is {unit}"
            last = one.end


def _is_called(scene: Scene, start: int, one: Placed) -> bool:
    """Whether it has a unit of what the words just before it call it: a time, a pace, a distance."""
    start, unit = max(start, one.start - _NEAR), one.value.unit
    if not unit or one.is_set:
        return True
    quantities = (pair for words in scene.tongues for pair in words.quantities.items())
    called = (part for part, ways in quantities if scene.has_any(ways, (start, one.start)))
    return all(unit in _PARTS[part] for part in called)


def _is_followed(scene: Scene, one: Placed) -> bool:
    """Whether the word just behind it can name its unit, where it names one."""
    named: set[str] = set()
    text = scene.text
    for words in scene.tongues:
        for unit, ways in words.unit_words.items():
            for match in words.found(text[: one.end + _NEAR], ways):
                gap = text[one.end : match.start()] if match.start() >= one.end else "?"
                glued = (
                    words.glued
                    and gap
                    and not match[0].isascii()
                    and text[match.end() : match.end() + 1].isalpha()
                )
                if gap in ("", " ", "-") and not glued:
                    named.add(unit)
                elif "/" in one.value.unit and gap.strip() in words["per"]:
                    named.add(f"s/{unit}")
    if one.value.unit not in _COUNTS and not one.slot.endswith(".n"):
        named.discard("times")  # a 5 km run
    return not named or bool(named & _fitting(one))


def _fitting(one: Placed) -> frozenset[str]:
    unit = one.value.unit
    if not unit:
        return frozenset({"times", "cups", one.value.measure})
    if one.is_set:
        return frozenset({"reps", "sets", "times"})
    if unit == "s" and not one.slot.endswith(".n"):
        return frozenset({"s", "min", "h"})
    if unit in _COUNTS:  # it has one
        return frozenset({unit, "times"} | ({"days"} if unit == "times" else set()))
    return frozenset({unit})


def _bare(value: Value) -> str:
    """What it is of, where it has no unit because that has none, such as a mood."""
    told = value.kind == "number" and (value.figure is None or value.role in _MEASURED)
    return value.measure if told and value.role != "count" else ""


_NEAR = 22
_MEASURED = frozenset({"sum", "max", "min", "average", "usual", "last", "first"})
_COUNTS = frozenset({"", "days", "sets", "weeks", "reps", "cups", "times"})
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
