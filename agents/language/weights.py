"""What only its clause tells of a span, before phrases are looked for: a weight, a place, a machine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from agents.language.atoms import Atom
from agents.language.moves import bodyweight_moves, is_hold

_LIGHTEST, _HEAVIEST, _LB = 25.0, 250.0, 2.2
_SHORT = 40
"""Spans of a message in which a weight may stand alone."""
_FEW = 4
"""Words of such a message."""


def with_weights(atoms: Sequence[Atom]) -> list[Atom]:
    """The spans, body weights without a name marked, without `Weight:` beside an exercise."""
    atoms = _without_machines(_without_places(_without_misses(atoms)))
    told = [atom for atom in atoms if atom.figure and _is_of_a_person(atom)]
    if not told and not any("BODY_WEIGHT" in atom.symbols for atom in atoms):
        return list(atoms)
    alone = any("MASS" in atom.symbols for atom in told) and _is_alone(atoms)
    found: list[Atom] = []
    for _, line in groupby(atoms, key=lambda atom: atom.line):
        for _, grouped in groupby(_unlabelled(list(line)), key=lambda atom: atom.clause):
            clause = list(grouped)
            weight = _weight(clause, alone=alone)
            found += [
                replace(one, symbols=one.symbols | {"WEIGHED"}) if one is weight else one for one in clause
            ]
    return found


def _without_misses(atoms: Sequence[Atom]) -> Sequence[Atom]:
    """`413/435/452x`: tries of a lift without those that an `x` marks as missed, the others as made."""
    found: list[Atom] = []
    at = 0
    while at < len(atoms):
        tries = _tries_at(atoms, at)
        end = max(tries, default=at) + 1
        made = [place for place, missed in tries.items() if not missed]
        if 0 < len(made) < len(tries) and _are_tries(atoms[:at], atoms[end:], ends_missed=tries[end - 1]):
            marks = [one.meaning(_MADE) for one in atoms[at : end + 1] if one.has("X")]
            slash = atoms[at + 1].meaning(_BETWEEN)
            found += [one for place in made for one in (slash, atoms[place])][1:]
            found += marks[-1:]
            end += tries[end - 1]
        else:
            found += atoms[at:end]
        at = end
    return found


def _are_tries(before: Sequence[Atom], after: Sequence[Atom], *, ends_missed: bool) -> bool:
    """Whether loads are tries: of a lift with a load, and no `3x5 100/105/110x`, nor `100x/95x5`."""
    name = next((one.named for one in reversed(before) if one.has("EX", "BOUT")), None)
    if name is None or name.shape != "sets" or name.name in bodyweight_moves() or is_hold(name.name):
        return False
    return not before[-1].figure and (ends_missed or not any(one.has("X") for one in after[:1]))


_MADE = frozenset(("MADE", "GOOD_LIFT"))
_BETWEEN = frozenset(("SLASH",))


def _tries_at(atoms: Sequence[Atom], at: int) -> dict[int, bool]:
    """The places of loads one after the other from there on, each with whether an `x` ends it."""
    tries: dict[int, bool] = {}
    while at < len(atoms) and atoms[at].has("NUM", "MASS") and atoms[at].value >= _LIGHTEST:
        tries[at] = _ends_in_x(atoms[at + 1 : at + 3])
        at += 1 + tries[at]
        at += at < len(atoms) and atoms[at].has("SLASH", "COMMA")
    return tries if len(tries) > 1 else {}


def _ends_in_x(after: Sequence[Atom]) -> bool:
    """Whether an `x` touches a load and no repetitions stand behind it: `65x 70`."""
    if not after or not after[0].glued or not after[0].has("X"):
        return False
    return all(not one.figure or (one.start > after[0].end and one.value >= _LIGHTEST) for one in after[1:])


def _without_places(atoms: Sequence[Atom]) -> list[Atom]:
    """`7 km in my knee hurt`: where on the way it hurt, and no way of its own."""
    hurt = {atom.clause for atom in atoms if "PAIN" in atom.symbols and not atom.dead}
    if not hurt:
        return list(atoms)
    return [
        replace(atom, symbols=_NOTHING)
        if atom.clause in hurt and atom.has("DIST", "K") and _leads(atoms[at + 1 : at + 5])
        else atom
        for at, atom in enumerate(atoms)
    ]


def _leads(behind: Sequence[Atom]) -> bool:
    """`in my left knee`."""
    return len(behind) > 1 and behind[0].has("TOOK") and any(atom.has("PART") for atom in behind)


def _without_machines(atoms: Sequence[Atom]) -> list[Atom]:
    """`treadmill 20 min walk`: where a sentence says what was done on a treadmill, that is no run."""
    if not any("TREADMILL" in atom.symbols for atom in atoms):
        return list(atoms)
    clauses: dict[int, list[Atom]] = {}
    for atom in atoms:
        clauses.setdefault(atom.clause, []).append(atom)
    done = {
        clause: any(one.has("BOUT") and not one.has("TREADMILL") and not one.dead for one in told)
        for clause, told in clauses.items()
    }
    bare = {clause for clause, told in clauses.items() if not any(one.figure for one in told)}
    other = {at for at in done if done[at] or (done.get(at + 1, False) and at + 1 in bare)}
    return [
        replace(atom, symbols=_NOTHING, named=None)
        if atom.has("TREADMILL") and atom.clause in other
        else atom
        for atom in atoms
    ]


_NOTHING = frozenset(("NOISE",))


def _unlabelled(line: list[Atom]) -> list[Atom]:
    if not any(atom.has("EX") for atom in line):
        return line
    gone: set[int] = set()
    for at, atom in enumerate(line[:-1]):
        if atom.has("BODY_WEIGHT") and line[at + 1].has("COLON"):
            gone |= {at, at + 1}
    return [atom for at, atom in enumerate(line) if at not in gone]


def _weight(clause: Sequence[Atom], *, alone: bool) -> Atom | None:
    """`79.8 this morning`, or a load that nothing else explains."""
    figures = [atom for atom in clause if atom.figure and not atom.dead]
    if len(figures) != 1 or not _is_of_a_person(figures[0]):
        return None
    if any(atom.has("EX", "BOUT", "X", "METRIC") and not atom.has("WAKE") for atom in clause):
        return None
    talk = sum(_is_talk(atom) for atom in clause)
    lone = figures[0].has("MASS") and figures[0].value % 1 and all(one.has("STOP") for one in clause[1:])
    morning = lone or (any(atom.has("MORNING", "WAKE") for atom in clause) and talk <= 1)
    return figures[0] if morning or (alone and not talk and figures[0].has("MASS")) else None


def _is_of_a_person(figure: Atom) -> bool:
    scale = _LB if figure.unit == "lb" or figure.has("NUM") else 1.0
    exact = figure.has("MASS") or (figure.has("NUM") and figure.value % 1)
    return bool(exact) and _LIGHTEST <= figure.value <= _HEAVIEST * scale


def _is_alone(atoms: Sequence[Atom]) -> bool:
    """Whether nothing but a few words may stand beside a load; `calves destroyed.` trains nothing."""
    if len(atoms) > _SHORT:
        return False
    told = {atom.clause for atom in atoms if atom.figure}
    parts = [atom for atom in atoms if atom.has("PART") and atom.clause not in told]
    others = [atom for atom in atoms if atom not in parts]
    rated = {atom.clause for atom in atoms if atom.has("METRIC")}  # `mood 5/10`, `2 coffees`
    counts = [atom for atom in others if atom.has("INT", "REPSN") and atom.clause not in rated]
    bars = ("EX", "X", "PLATES", "UP_TO") if rated else ("EX", "BOUT", "X", "PLATES", "UP_TO")
    if counts or any(atom.has(*bars) for atom in others):
        return False
    return sum(_is_talk(atom) for atom in others) <= _FEW


def _is_talk(atom: Atom) -> bool:
    return atom.has("PLAIN") and not atom.has("LIGHT", "MORNING", "SEP")
