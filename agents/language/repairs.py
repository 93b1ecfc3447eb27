"""What is set right in the same breath, as when dictating: `315 for a single no wait make that 355`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agents.language.atoms import Atom

_LIGHTEST = 20.0
_BETWEEN, _FAR = 4, 24
"""Spans between the words and the new figure, and back to the old one."""
_LINKS = frozenset(("COMMA", "DASH", "COLON", "STOP", "FILLER", "LIGHT", "IT", "IS", "RESTATED", "UNTIL"))
_ROLES = (
    ("load", ("MASS",)), ("way", ("DIST", "K")), ("time", ("TIME",)), ("clock", ("CLOCK",)),
    ("energy", ("KCAL",)), ("amount", ("GRAMS", "VOL")), ("effort", ("EFFORT",)),
)  # fmt: skip
_COUNTED = frozenset(("REPS", "SETS"))


def repaired(atoms: Sequence[Atom]) -> list[Atom]:
    """The spans with later figures in the place of those that they set right. Linear in their number."""
    result: list[Atom] = []
    at = 0
    while at < len(atoms):
        end = _repair(result, atoms, at) if atoms[at].has("RESTATED") else 0
        if not end:
            result.append(atoms[at])
        at = end or at + 1
    return result


def _repair(told: list[Atom], atoms: Sequence[Atom], at: int) -> int:
    """Puts the figures behind `at` in the place of those told before; where they end, or 0 for none."""
    new = next(
        (
            place
            for place in range(at + 1, min(at + 2 + _BETWEEN, len(atoms)))
            if not atoms[place].has(*_LINKS)
        ),
        at,
    )
    if not atoms[new].figure:
        return 0
    size = 3 if _is_pair(atoms, new) else 1
    old = _alike(told, atoms, new, size)
    if old is None:
        return 0
    for step in range(0, size, 2):
        before, after = told[old + step], atoms[new + step]
        told[old + step] = replace(after, start=before.start, end=before.end, glued=before.glued)
        if after.has("NUM") and before.has("MASS"):
            told[old + step] = replace(before, value=after.value, text=after.text)
    return _said_again(told[old + size :], atoms, new + size)


def _said_again(told: Sequence[Atom], atoms: Sequence[Atom], at: int) -> int:
    """Where what was said before ends that stands again behind the figure: `no 12 reps 3 sets`."""
    end = at
    for before, after in zip(told, atoms[at:], strict=False):
        if before.text != after.text or not (after.figure or after.has(*_COUNTED) or after.named):
            break
        end += 1
    return end


def _is_pair(atoms: Sequence[Atom], at: int) -> bool:
    return at + 2 < len(atoms) and atoms[at + 1].has("X") and atoms[at + 2].has("NUM")


def _alike(told: Sequence[Atom], atoms: Sequence[Atom], new: int, size: int) -> int | None:
    """The last figure of the line that can be what the new one is: a load, a count, a time, `3x4`."""
    for place in range(len(told) - size, max(-1, len(told) - _FAR), -1):
        if told[place].has("LINE"):
            return None
        pair = _is_pair(told, place)
        if told[place].figure and (pair if size > 1 else _role(told, place) == _role(atoms, new)):
            return place
    return None


def _role(atoms: Sequence[Atom], at: int) -> str:
    atom = atoms[at]
    counted = atoms[at + 1].symbols & _COUNTED if at + 1 < len(atoms) else frozenset[str]()
    if atom.has("NUM"):
        if at and atoms[at - 1].has("TOOK") and not counted:
            return "time"
        if counted:
            return min(counted)
        return "load" if atom.value >= _LIGHTEST else "count"
    return next((role for role, symbols in _ROLES if atom.has(*symbols)), "")
