"""Figures that can be nothing one logs: below zero, endless, or of what no domain keeps. They are said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from agents.language.atoms import Atom
from storage.problems import Misread

_SHOWN = 24
"""Characters of an endless number that are repeated."""
_LONGEST = 10
"""Digits of a number that is none."""
_NEAR = 3
_DEAD = frozenset(("DEAD",))


def without_refused(text: str, atoms: Sequence[Atom]) -> tuple[list[Atom], list[tuple[Atom, Misread]]]:
    """The atoms with the clauses of such figures silenced, and what is wrong with each."""
    told = [*_endless(text, atoms), *_below_zero(text, atoms)]
    silent = {atom.clause for atom, _ in told}
    apart: set[int] = set()
    for first, last, figure, wrong in _unkept(text, atoms):
        told.append((figure, wrong))
        clause = [at for at, one in enumerate(atoms) if one.clause == figure.clause]
        beside = [at for at in clause if not first <= at <= last]
        kept = any(atoms[at].has("METRIC") for at in beside) and any(atoms[at].figure for at in beside)
        apart.update(range(first, last + 1) if kept else clause)
    if not told:
        return list(atoms), []
    return [
        _silenced(atom) if atom.clause in silent or at in apart else atom for at, atom in enumerate(atoms)
    ], told


def _silenced(atom: Atom) -> Atom:
    marks = atom.symbols & {"LINE", "COMMA", "SEP", "STOP"}
    return replace(atom, symbols=marks or _DEAD, dead=True)


def _endless(text: str, atoms: Sequence[Atom]) -> Iterator[tuple[Atom, Misread]]:
    """`bench 1e309x5`: a number that is none."""
    telling = {atom.clause for atom in atoms if atom.has("EX", "BOUT", "METRIC")}
    for atom in atoms:
        if _is_endless(atom.text) and not atom.figure and not atom.dead:
            shown = atom.text if len(atom.text) <= _SHOWN else atom.text[: _SHOWN - 1] + "…"
            if atom.clause in telling and not atom.has("PROGRAMME"):
                yield atom, Misread("endless", shown)


def _is_endless(word: str) -> bool:
    digits = word.replace("e", "", 1)
    return digits.isdecimal() and (len(digits) >= _LONGEST or "e" in word)


def _below_zero(text: str, atoms: Sequence[Atom]) -> Iterator[tuple[Atom, Misread]]:
    """`slept -4h`: a minus that touches its figure and nothing before it, after a word."""
    for before, sign, figure in zip(atoms, atoms[1:], atoms[2:], strict=False):
        touches = sign.has("DASH") and text[sign.start] in "-\u2212" and not sign.glued and figure.glued
        helped = before.named is not None and before.named.name.startswith("assisted ")
        if (
            touches
            and figure.figure
            and not (
                before.figure or before.dead or helped or before.has("COMPARED", "COLON", "COMMA", "LINE")
            )
        ):
            yield figure, Misread("below_zero", text[sign.start : figure.end])


def _unkept(text: str, atoms: Sequence[Atom]) -> Iterator[tuple[int, int, Atom, Misread]]:
    """`bf 18%`: figures that no domain keeps stay a note; where they begin and end, and what is wrong."""
    for at, atom in enumerate(atoms):
        if not atom.has("UNKEPT") or atom.dead:
            continue
        near = [*range(at + 1, min(len(atoms), at + 1 + _NEAR)), *range(at - 1, max(-1, at - 3), -1)]
        beside = (one for one in near if atoms[one].clause == atom.clause)
        place = next((one for one in beside if atoms[one].text[:1].isdecimal()), None)
        if place is not None:
            first, last = min(at, place), max(at, place)
            words = text[atoms[first].start : atoms[last].end]
            yield first, last, atoms[place], Misread("unkept", words)
