"""Of the slots that a number or a reference can be, the one that its sentence means."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from agents.truth.clauses import Placed
from agents.truth.contradictions import misfits
from agents.truth.scene import Scene
from agents.truth.things import is_one_of
from agents.truth.values import SeveralPartsError

_TRIED = 40


def first_fit(
    slots: Sequence[Placed], scene: Callable[[Sequence[Placed]], Scene], around: Sequence[Placed]
) -> Placed:
    """Of the slots that a bare number can be, the first that its sentence does not contradict.

    Figures and parts of entries that stand around come before parts of others.
    """
    cited = {entry for one in around for entry in one.value.entries}
    slots = sorted(slots, key=lambda one: not one.value.figure and cited.isdisjoint(one.value.entries))
    tried = slots[:_TRIED] if slots[1:] else ()
    fits = (one for one in tried if all(wrong is not one for wrong, _ in misfits(scene([*around, one]))))
    return next(fits, slots[0])


def part_meant(scene: Scene, several: SeveralPartsError) -> str | None:
    """Which part of an entry a reference stands for that leaves it open: the one that the words are of."""
    parts = several.parts
    hours = "h" if several.reference.endswith(".h") else "s"
    native = {ref for ref, value in parts.items() if value.unit == hours}
    for names in ({mark.name for mark in scene.subjects}, scene.spoken):
        fit = [ref for ref, value in parts.items() if is_one_of(scene.sheet, value.measure, names)]
        if len(fit) == 1:
            return fit[0]
    return native.pop() if len(native) == 1 else None
