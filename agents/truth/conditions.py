"""Figures of days of a sort, such as night shifts or days with a run, held against the words for the days."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agents.truth.clauses import Clause, Placed
from agents.truth.scene import Scene
from agents.truth.things import is_one_of
from agents.truth.values import Value

_LONG = 5
_LONG_WORD = re.compile(r"[^\W\d_\ue000]{5,}")


def of_other_days(scene: Scene) -> Iterator[tuple[Placed, str]]:
    """Of two like figures of days of two sorts: where words are of all days of the other, none of its own."""
    known = {entry.id for entry in scene.sheet.entries}
    for clause in scene.clauses:
        for one in [each for each in clause.values if each.value.figure][:1]:
            others = list(_others(scene, one.value))
            told = _told(scene, clause, one.value) if others else {}
            for other in others:
                mine, theirs = known & set(one.value.entries), known & other
                if scene.has(("denies", "lacks"), clause.bounds):
                    mine, theirs = theirs, mine
                wrong = [said for said, ids in told.items() if not ids & mine and theirs <= ids]
                right = [said for said, ids in told.items() if not ids & theirs and mine <= ids]
                if wrong and not right and mine and theirs:
                    yield one, f"it is not of the days of \u201c{wrong[0]}\u201d"


def _others(scene: Scene, value: Value) -> Iterator[set[str]]:
    """The entries of figures that are like it, of other days."""
    for figure in scene.sheet.figures:
        alike = (figure.role, figure.measure, figure.unit) == (value.role, value.measure, value.unit)
        if alike and len(figure.entries) > 1 and not set(value.entries) & set(figure.entries):
            yield set(figure.entries)


def _told(scene: Scene, clause: Clause, value: Value) -> dict[str, set[str]]:
    """Words of a clause to the entries that have them, or the thing that they name."""
    sheet = scene.sheet
    words = (found[0] for found in _LONG_WORD.finditer(scene.text, clause.start, clause.end))
    stems = {word: word.casefold()[: max(_LONG, len(word) - 2)] for word in words}
    told = {word: {e.id for e in sheet.entries if stem in e.text.casefold()} for word, stem in stems.items()}
    parts = [(e.id, m.name) for e in sheet.entries for m in e.measures]
    for mark in scene.about(scene.text):
        within = clause.start <= mark.start < clause.end
        if within:
            held = {key for key, name in parts if is_one_of(sheet, name, [mark.name])}
            told[mark.said] = told.get(mark.said, set()) | held
    return told
