"""What a sentence says was not there, was reached, or explains a day, held against the entries."""

from __future__ import annotations

from collections.abc import Iterator

from agents.truth.clauses import Placed
from agents.truth.peers import peers
from agents.truth.scene import Scene
from agents.truth.things import LIFT, Mark, is_one_of
from agents.truth.values import PLANS
from storage.entities import Entry

_STEM = 4
"""Letters that a word has in all its forms: `benched`, `bench`."""


def denied(scene: Scene) -> Iterator[tuple[Mark, str]]:
    """What is said not to be there is in no entry of those days: "never squatted in October"."""
    for piece in scene.pieces:
        spans = [moment.spans[0] for moment in piece.days]
        for mark in scene.denied(piece) if spans or not scene.moments else ():
            held = (entry.day for entry in scene.sheet.entries if _has(scene, entry, mark))
            day = next((day for day in held if all(span.start < day <= span.end for span in spans)), None)
            if day is not None:
                yield mark, f"there is one of {day}"


def _has(scene: Scene, entry: Entry, mark: Mark) -> bool:
    """Whether an entry has something of a thing, and says so or has a way; of pains the one that is named."""
    said = {*scene.text.casefold().split(), mark.said.casefold()}
    is_said = mark.said[:_STEM].casefold() in entry.text.casefold()
    of_it = (m for m in entry.measures if m.value != 0 and is_one_of(scene.sheet, m.name, [mark.name]))
    of_it = (m for m in of_it if is_said or m.distance_m or m.duration_s or m.text)
    is_it = mark.said in entry.text
    return any(is_it or not m.text or any(m.text.casefold() in word for word in said) for m in of_it)


def unreached(scene: Scene) -> Iterator[tuple[Placed, str]]:
    """A target is reached where a value of its measure is."""
    for one in scene.values:
        target, bounds = one.value, scene.clause(one.start).bounds
        if target.role not in PLANS or not scene.has(("reached",), bounds) or scene.has(_OPEN, bounds):
            continue
        before = [v.end for v in scene.clause(one.start).values if v.end <= one.start]
        if before and scene.has(("share",), (before[-1], one.start)):
            continue
        real = (one for one in scene.sheet.computed if not scene.is_silent_of("estimates", one.what))
        figures = (scene.sheet.of_figure(figure) for figure in real)
        alike = (v for v in figures if (v.measure, v.unit) == (target.measure, target.unit))
        known = [v.number or 0.0 for v in (*alike, *peers(target, scene.sheet)) if v.role != "change"]
        weighs = target.unit in ("kg", "lb") and not is_one_of(scene.sheet, target.measure, [LIFT])
        low = known and (target.is_time or weighs) and min(known) > (target.number or 0.0)
        if low or (known and not target.is_time and max(known) < (target.number or 0.0)):
            yield one, "no value shown has reached it"


_OPEN = ("denies", "open")


def uncaused(scene: Scene) -> Iterator[tuple[Mark, str]]:
    """What a day is explained by is in an entry of it, or of a day beside it."""
    days = [moment.spans[0].start for moment in scene.moments if moment.is_a_day and not moment.is_of_many]
    near = [e for e in scene.sheet.entries if any(abs((e.day - day).days) < _BESIDE for day in days)]
    for mark in scene.causes if near else ():
        kinds = (m.name for entry in near for m in entry.measures if not m.text)
        is_there = any(is_one_of(scene.sheet, name, [mark.name]) for name in kinds)
        if not (is_there or any(_has(scene, entry, mark) for entry in near)):
            yield mark, f"no entry of {days[0]} has it"


_BESIDE = 2
"""Days."""
