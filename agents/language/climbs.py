"""Climbs by their grades: `sent V4 x3 and a V5`, `4 attempts on V6`."""

from __future__ import annotations

from agents.language.named import Named
from agents.language.said import Said, measured
from storage.entities import Measure

_SENT = Named("sent climb", "climbing", "metrics")
_TRIED = Named("tried climb", "climbing", "metrics")
_GRADES = ("grade", "colour")
_COUNTS = ("behind", "ascents")
_PLURAL = "s"


def climbed(one: Said) -> list[Measure]:
    """What was sent, or how often a grade was tried."""
    return _tried(one) if one.one("goes", "tries") is not None else _sent(one)


def _sent(one: Said) -> list[Measure]:
    """One measure a grade, as it was written, with how many climbs of it."""
    told: list[Measure] = []
    ahead = 1.0
    for role, atom in one.piece.roles:
        if role in _GRADES:
            grade = one.text[atom.start : atom.end].removesuffix(_PLURAL).strip()
            told.append(measured(atom, _SENT, ahead, None, grade))
            ahead = 1.0
        elif role == "ahead":
            ahead = atom.value
        elif told and role in _COUNTS:
            told[-1] = told[-1].model_copy(update={"value": atom.value})
    return told


def _tried(one: Said) -> list[Measure]:
    """A grade and how often it was tried."""
    grade, times = one.one(*_GRADES), one.one("goes", "tries")
    if grade is None or times is None:
        return []
    return [measured(grade, _TRIED, times.value, None, one.text[grade.start : grade.end])]
