"""What a question names, as it was logged: the only variant there is, cardio, presses, what was eaten."""

from __future__ import annotations

from agents.offline.asking.readings import Reading
from agents.offline.asking.subjects import CARDIO, ENDURANCE, HOME, is_bout, variants
from agents.offline.lexicon import plain
from agents.planner import PlannerInput

_MOST = 4
"""Kinds of cardio that are answered for."""
_EXTREMES = ("record", "max", "min")
_MOVED = ("distance", "pace", "speed")


def as_logged(reading: Reading, given: PlannerInput) -> tuple[str, ...]:
    """The subjects under the names that the log has for them."""
    logged = {measure.name for measure in given.logged}
    names = [known for name in reading.subjects for known in _known_as(name, reading, given)]
    found: list[str] = []
    for name in names:
        others = () if name in logged or name in HOME else _others(name, reading, given)
        found.append(others[0] if len(others) == 1 else name)
    return tuple(dict.fromkeys(found))


def _known_as(name: str, reading: Reading, given: PlannerInput) -> tuple[str, ...]:
    """Cardio is whatever of it was logged, a press overhead, the most that was eaten one of calories."""
    logged = {measure.name for measure in given.logged}
    if name == CARDIO:
        bouts = [
            m.name
            for m in given.logged
            if m.domain in ENDURANCE or (m.domain == "general" and is_bout(m.name, given.domain_context))
        ]
        return tuple(bouts[:_MOST]) or (name,)
    if name == "press" and ("overhead press" in logged or not variants("press", given.logged)):
        return ("overhead press",)
    if name in ("meal", "nutrition") and reading.statistic in _EXTREMES and not reading.words:
        return ("kcal",) if "kcal" in logged else (name,)
    return (name,)


def _others(name: str, reading: Reading, given: PlannerInput) -> tuple[str, ...]:
    """Logged exercises that may be meant: those whose names hold this one, or the words it was asked by."""
    lifts = {measure.name for measure in given.logged if measure.domain == "strength"}
    others = variants(name, given.logged)
    if not others:
        text = plain(reading.text)
        asked = [
            term
            for term, canonical in given.domain_context.vocabulary.items()
            if canonical == name and term in text
        ]
        others = variants(max(asked, key=len), given.logged) if asked else ()
    if reading.quantity in _MOVED:
        others = tuple(other for other in others if other not in lifts)  # "how far did I row" asks of no lift
    return others
