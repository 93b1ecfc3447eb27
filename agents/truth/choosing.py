"""Of the slots that a number or a reference can be, the one that its sentence means."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from agents.truth.clauses import Placed
from agents.truth.contradictions import misfits
from agents.truth.scene import Scene
from agents.truth.things import is_one_of
from agents.truth.values import SeveralPartsError, Value

_TRIED, _NEAR = 40, 22
_UNITS_COUNTED = ("days", "times")


def nearest_fit(
    slots: Sequence[Placed], scene: Callable[[Sequence[Placed]], Scene], around: Sequence[Placed]
) -> Placed:
    """Of the slots that a bare number can be, the first that fits its sentence."""
    if len(slots) == 1:
        return slots[0]
    cited = {entry for one in around for entry in one.value.entries}
    counts = _is_counted(scene(around), slots[0])
    ranked = sorted(slots, key=lambda one: _remoteness(one.value, cited, counts=counts))
    for one in ranked[:_TRIED]:
        if not any(found is one for found, _ in scene([*around, one]).once(misfits)):
            return one
    return ranked[0]


def part_meant(scene: Scene, several: SeveralPartsError, at: int) -> str | None:
    """Which part of an entry a reference stands for that leaves it open: the one that the words are of."""
    parts = several.parts
    hours = "h" if several.reference.endswith(".h") else "s"
    native = {ref for ref, value in parts.items() if value.unit == hours}
    named = (scene.clause(at).things, scene.subjects, scene.about(scene.sheet.query))
    for names in (*({one.name for one in marks} for marks in named), scene.spoken):
        fit = [ref for ref, value in parts.items() if is_one_of(scene.sheet, value.measure, names)]
        if len(fit) == 1:
            return fit[0]
    return native.pop() if len(native) == 1 else None


def _is_counted(scene: Scene, one: Placed) -> bool:
    """Whether a word for days, entries or times stands behind a number."""
    behind = (one.end, one.end + _NEAR)
    units = (words.unit_words.get(unit, ()) for words in scene.tongues for unit in _UNITS_COUNTED)
    return any(scene.found(words, ways, behind) for ways in units for words in scene.tongues)


def _remoteness(value: Value, cited: set[str], *, counts: bool) -> tuple[bool, bool, bool]:
    """Single days before spans, counts only of what is counted; figures and entries cited before others."""
    is_span = value.kind == "day" and bool(value.days[1:])
    of_none = value.figure is None and not cited.intersection(value.entries)
    counted = value.role == "count" and not value.unit
    return is_span, not (counted or value.unit in _UNITS_COUNTED) if counts else counted, of_none
