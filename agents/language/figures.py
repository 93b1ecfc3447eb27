"""Figures that are put together of several spans, and numbers that only count the points of a list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agents.language.atoms import Atom, joined
from agents.language.rules import Rule, rules

Roles = Sequence[tuple[str, Atom]]

_LONGEST = 8


def composed(atoms: Sequence[Atom]) -> list[Atom]:
    """The atoms with such figures as one, the longest first, and without the numbers of lists."""
    result: list[Atom] = []
    for number, at, end in rows_in(atoms):
        if number < 0:
            result.append(atoms[at])
            continue
        row, roles = rules("figures").rows[number], rules("figures").roles(number, atoms, at, end) or ()
        if row.symbol != "NOTHING":
            value, unit = _told(row, [(role, atoms[place]) for role, place in roles], atoms[at:end])
            symbol = f"{row.symbol} BELLS" if row.symbol == "TIME" and atoms[at].has("BELLS") else row.symbol
            result.append(joined(atoms[at:end], symbol, value, unit, row.pattern))
    return _with_work(_without_points(result))


def _with_work(atoms: list[Atom]) -> list[Atom]:
    """`warm up 60x5, 80x3, then 100x5`: where the line goes on with `then` is the work."""
    warms = next((at for at, atom in enumerate(atoms) if atom.has("WARMUP")), len(atoms))
    figures = False
    for at, atom in enumerate(atoms[warms:], warms):
        if atom.has("LINE", "WORK"):
            break
        if figures and atom.has("THEN", "JOINS"):
            return [*atoms[:at], atom.meaning(atom.symbols | {"WORK"}), *atoms[at + 1 :]]
        figures = figures or atom.figure
    return atoms


def rows_in(atoms: Sequence[Atom]) -> Iterator[tuple[int, int, int]]:
    """The number of the row that puts each run of atoms together, or -1, and where it begins and ends."""
    known = rules("figures")
    at = 0
    while at < len(atoms):
        ends = [one for one in known.automaton.ends(atoms, at, _LONGEST) if _fits(atoms, at, *one)]
        number, end = max(ends, key=lambda one: (one[1], -one[0]), default=(-1, at + 1))
        yield number, at, end
        at = end


def _told(row: Rule, roles: Roles, atoms: Sequence[Atom]) -> tuple[float, str]:
    """The value and the unit of a row's figure: those of its first role, or worked out of several."""
    of = dict(roles)
    said = next((row.values[symbol] for one in atoms for symbol in row.values if one.has(symbol)), 0.0)
    if row.does == "rounds" and "count" not in of:
        return of["time"].value // max(1.0, of["every"].value if "every" in of else said), ""
    if "mass" in of:
        times = of["percent"].value / 100 if "percent" in of else of["count"].value if "count" in of else 1.0
        return of["mass"].value * times, of["mass"].unit
    first = of.get("count") or (roles[0][1] if roles else None)
    return (said, "") if first is None else (first.value, first.unit or row.unit)


def _fits(atoms: Sequence[Atom], at: int, number: int, end: int) -> bool:
    """Whether a row's figure may stand here."""
    row = rules("figures").rows[number]
    asked = bool(row.unless) and (row.unless == _NUMBER) != atoms[end - 1].has("INT")
    if asked and end < len(atoms) and atoms[end].has(*row.unless):
        return False
    return row.symbol != "RANGE" or _is_range(atoms, at)


_NUMBER = ("NUM",)
"""Asked for behind a word that may be of the next number; others behind a number that could be theirs."""


def _is_range(atoms: Sequence[Atom], at: int) -> bool:
    """`8-10`: two counts, the second a little more, and no third; no `slept 11-2, then 3-6`."""
    low, high = atoms[at].value, atoms[at + 2].value
    before, after = atoms[at - 1 : at], atoms[at + 3 : at + 4]
    listed = any(one.has("DASH", "X") and one.glued for one in after) or any(
        one.has("DASH") for one in before
    )
    slept = any(one.has("SEP", "THEN") for one in before) and any(
        one.has("SLEEP", "NAP") for one in atoms[max(0, at - _LONGEST) : at]
    )
    return low < high <= 2 * low and not listed and not slept


def _without_points(atoms: Sequence[Atom]) -> list[Atom]:
    """Without the numbers of lists (`1.`, `2)`, `set 3`, `A1`): 1, 2 ..., anew for each exercise."""
    for kind in (_is_point, _is_numbered_set, _is_numbered_row):
        found: list[tuple[int, int]] = []
        last = most = 0
        for at, atom in enumerate(atoms):
            if not found and atom.value not in _FIRST:
                continue
            last = last if found else int(_is_second(atoms, at))
            if atom.value in (last + 1, 1) and (length := kind(atoms, at)):
                found.append((at, length))
                last = int(atom.value)
                most = max(most, last)
        if most > 1:
            gone = {place for at, length in found for place in range(at, at + length)}
            atoms = [atom for at, atom in enumerate(atoms) if at not in gone]
    labels = {place for at in range(len(atoms) - 1) if _is_label(atoms, at) for place in (at, at + 1)}
    return [atom for at, atom in enumerate(atoms) if at not in labels]


_FIRST = (1, 2)
"""The numbers that a list may begin with."""


def _is_second(atoms: Sequence[Atom], at: int) -> bool:
    """`2) bench`, not in brackets: the `1)` that led the line is gone already."""
    after = atoms[at + 1 : at + 3]
    if len(after) < 2 or not (after[0].has("CLOSE") and after[0].glued and after[1].has("EX")):
        return False
    return not any(one.has("OPEN") for one in atoms[max(0, at - 3) : at])


def _leads(atoms: Sequence[Atom], at: int) -> bool:
    return not at or atoms[at - 1].has("LINE", "STOP", "COMMA", "COLON", "SLASH")


def _is_point(atoms: Sequence[Atom], at: int) -> int:
    after = atoms[at + 1 : at + 3]
    marked = len(after) == 2 and after[0].has("STOP", "CLOSE", "COLON") and after[0].glued
    return 2 * int(atoms[at].has("INT") and marked and (_leads(atoms, at) or not after[1].figure))


def _is_numbered_set(atoms: Sequence[Atom], at: int) -> int:
    """`1세트: 60kg x 12`: how many spans number a set before its figures."""
    length = 2 if any(one.has("COLON") for one in atoms[at + 1 : at + 2]) else 1
    figures = any(one.figure for one in atoms[at + length : at + length + 1])
    return length if atoms[at].has("SETSN") and figures else 0


def _is_numbered_row(atoms: Sequence[Atom], at: int) -> int:
    """`1 | 45kg | 15`, `2 80kg x 8`: a number that leads a line, before a load."""
    if not atoms[at].has("INT") or (at and not atoms[at - 1].has("LINE")):
        return 0
    length = 2 if any(one.has("COMMA") for one in atoms[at + 1 : at + 2]) else 1
    return length * int(any(one.has("MASS") for one in atoms[at + length : at + length + 1]))


def _is_label(atoms: Sequence[Atom], at: int) -> bool:
    atom, after = atoms[at], atoms[at + 1]
    return (
        len(atom.text) == 1
        and atom.text.isalpha()
        and not atom.has("X")
        and _leads(atoms, at)
        and after.has("INT")
        and after.glued
        and after.value < 10
    )
