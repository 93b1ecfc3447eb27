"""What a sentence says was not there or was reached, held against the entries."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agents.truth.clauses import Clause, Placed
from agents.truth.peers import peers
from agents.truth.scene import Scene
from agents.truth.things import Mark, is_one_of
from agents.truth.values import PLANS
from agents.truth.words import Words
from storage.entities import Entry

_STEM = 4
"""Letters that a word has in all its forms: `benched`, `bench`."""


def denied(scene: Scene) -> Iterator[tuple[Mark, str]]:
    """What is said not to be there is in no entry of those days: "never squatted in October"."""
    for piece in scene.pieces:
        spans = [moment.spans[0] for moment in piece.days]
        for mark in _absent(scene, piece) if spans or not scene.moments else ():
            held = (entry.day for entry in scene.sheet.entries if _has(scene, entry, mark))
            day = next((day for day in held if all(span.start < day <= span.end for span in spans)), None)
            if day is not None:
                yield mark, f"there is one of {day}"


def _absent(scene: Scene, piece: Clause) -> list[Mark]:
    """The things that are said not to be there at all: not "never ran fast" or "never benched 315 lb"."""
    kinds = ("except", "since")
    if any(one.value.kind != "day" for one in piece.slots) or scene.has(kinds, piece.bounds):
        return []
    things = [mark for mark in scene.about(scene.text) if piece.start <= mark.start < piece.end]
    return [mark for mark in things if any(_is_absent(scene, mark, piece, words) for words in scene.tongues)]


def _is_absent(scene: Scene, mark: Mark, piece: Clause, words: Words) -> bool:
    denials = scene.found(words, words["absent"], piece.bounds)
    if words.glued:
        return any(0 <= found.start() - mark.end < _NEAR for found in denials)
    behind = scene.text[mark.end : piece.end]
    for moment in piece.days:
        behind = behind.replace(moment.said, " ")
    places = (m.text.casefold() for e in scene.sheet.entries for m in e.measures if m.text)
    idle = {*words["links"], *words["no_limits"], *places}
    how = [word for word in _WORDS.findall(behind.casefold()) if word not in idle]
    gaps = (scene.text[one.end() : mark.start].casefold() for one in denials if one.end() <= mark.start)
    between = (gap.rpartition(" ")[0].split() for gap in gaps)  # without what a compound begins with
    return len(how) <= words.compound and any(idle.issuperset(gap) for gap in between)


_NEAR = 8
_WORDS = re.compile(r"[^\W_]+")


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
        told = scene.has(("reached",), bounds) and not scene.has(("denies", "lacks", "open"), bounds)
        shares = not scene.tongues[0].glued and any(0 <= one.start - v.end < _SHARE for v in scene.values)
        if target.role not in PLANS or not told or shares:
            continue
        real = (each for each in scene.sheet.computed if not scene.is_silent_of("estimates", each.what))
        values = [*map(scene.sheet.of_figure, real), *peers(target, scene.sheet)]
        kind = (target.measure, target.unit)
        known = [v.number or 0.0 for v in values if (v.measure, v.unit) == kind and v.role != "change"]
        less = target.is_time or scene.sense(target) <= 0
        goal = target.number or 0.0
        if known and (min(known) > goal if less else max(known) < goal):
            yield one, "no value shown has reached it"


_SHARE = 12
"""Characters between a value and the goal that it is a part of: 40 of your 60 km."""
