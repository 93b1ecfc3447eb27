"""What a sentence says was not there at all, held against the entries of the days that it names."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agents.truth.clauses import Clause
from agents.truth.scene import Scene
from agents.truth.things import Mark, is_one_of
from agents.truth.words import Words
from storage.entities import Entry

_NEAR, _STEM = 8, 4
_WORDS = re.compile(r"[^\W_]+")


def denied(scene: Scene) -> Iterator[tuple[Mark, str]]:
    """What is said not to be there is in no entry of those days: "never squatted in October"."""
    for piece in scene.pieces:
        if any(one.value.kind != "day" for one in piece.slots) or scene.has(_SOME, piece.bounds):
            continue
        spans = [moment.spans[0] for moment in piece.days]
        if scene.moments and not spans:
            continue
        things = (mark for mark in scene.about(scene.text) if piece.start <= mark.start < piece.end)
        for mark in things:
            held = (entry.day for entry in scene.sheet.entries if _has(scene, entry, mark))
            day = next((day for day in held if all(span.start <= day <= span.end for span in spans)), None)
            if day and any(_is_absent(scene, mark, piece, words) for words in scene.tongues):
                yield mark, f"there is one of {day}"


_SOME = ("except", "since")


def _is_absent(scene: Scene, mark: Mark, piece: Clause, words: Words) -> bool:
    """Whether a thing is denied and nothing says how it was not: not "never ran fast"."""
    denials = scene.found(words, words["absent"], piece.bounds)
    if words.glued:
        return any(0 <= found.start() - mark.end < _NEAR for found in denials)
    behind = scene.text[mark.end : piece.end]
    for moment in piece.days:
        behind = behind.replace(moment.said, " ")
    places = (m.text.casefold() for e in scene.sheet.entries for m in e.measures if m.text)
    idle = {*words["links"], *words["no_limits"], *places}
    gaps = (scene.text[one.end() : mark.start].casefold() for one in denials if one.end() <= mark.start)
    between = (gap.rpartition(" ")[0].split() for gap in gaps)  # without what a compound begins with
    how = set(_WORDS.findall(behind.casefold())) - idle
    return len(how) <= words.compound and any(idle.issuperset(gap) for gap in between)


def _has(scene: Scene, entry: Entry, mark: Mark) -> bool:
    """Whether an entry has something of a thing and says so, or has a way; of pains the one that is named."""
    said, is_said = scene.text.casefold(), mark.said[:_STEM].casefold() in entry.text.casefold()
    return any(
        m.text.casefold() in said if m.text else is_said or m.distance_m or m.duration_s
        for m in entry.measures
        if is_one_of(scene.sheet, m.name, [mark.name])
    )
