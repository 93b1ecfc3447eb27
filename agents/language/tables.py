"""Tables: a line that names columns, and lines of figures below it, each told of its column.

`exercise | sets | reps | kg` over `squat | 5 | 5 | 100`; `date, weight, steps` over `20/11, 82.4, 9000`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from agents.language.atoms import Atom
from agents.language.lexicon import Lexicon

_CELLS = frozenset(("COMMA", "STOP", "SEP", "SIGN", "DASH", "SLASH", "COLON", "OPEN", "CLOSE"))
_KINDS = (
    ("METRIC", "METRIC"), ("UNIT_MASS", "MASS"), ("REPS", "REPSN"), ("SETS", "SETSN"), ("RPE", "EFFORT"),
)  # fmt: skip
"""What names a column, and what a figure of it is."""
_ENERGY = "kcal"
_MOST_WORDS = 3
"""Of a header that name no column of figures: date, exercise, note."""
_LEAST_ROWS = 2
"""Of a table with one column of figures."""


@dataclass(frozen=True, slots=True)
class _Column:
    kind: str
    name: Atom
    unit: str = ""


def with_tables(atoms: Sequence[Atom], lexicon: Lexicon) -> list[Atom]:
    """The atoms with the figures of tables told of their columns, without headers. Linear in their number."""
    lines = _lines(atoms)
    if len(lines) == 1:
        return lines[0]
    result: list[Atom] = []
    at = 0
    while at < len(lines):
        columns = _columns(lines[at], lexicon)
        rows = list(_rows(lines, at + 1, columns)) if columns else []
        if len(rows) < (1 if len(columns) > 1 else _LEAST_ROWS):
            result += lines[at]
            at += 1
            continue
        for row in _told(rows, columns):
            result += row
        at += 1 + len(rows)
    return result


def _lines(atoms: Sequence[Atom]) -> list[list[Atom]]:
    """The lines, each with its end."""
    lines: list[list[Atom]] = [[]]
    for atom in atoms:
        lines[-1].append(atom)
        if "LINE" in atom.symbols:
            lines.append([])
    return lines


def _columns(line: Sequence[Atom], lexicon: Lexicon) -> list[_Column]:
    """The columns of figures that a line names; none where it tells anything else."""
    found: list[_Column] = []
    words = 0
    for before, atom in pairwise([None, *line]):
        if atom is None or atom.has("LINE", *_CELLS):
            continue
        kind = next((kind for symbol, kind in _KINDS if atom.has(symbol)), "")
        kind = kind or ("KCAL" if lexicon.alone(atom.text).unit == _ENERGY else "")
        if atom.figure and before is not None and before.has("SLASH"):
            continue  # `mood /10`
        if atom.figure or atom.has("EX", "BOUT", "NOISE"):
            return []
        of_last = bool(found) and found[-1].kind == "METRIC" and before is not None and not before.has("SEP")
        if kind == "MASS" and of_last:
            found[-1] = replace(found[-1], unit=atom.unit)
        elif kind:
            found.append(_Column(kind, atom, atom.unit))
        else:
            words += 1
    return found if words <= _MOST_WORDS else []


def _rows(lines: Sequence[Sequence[Atom]], at: int, columns: Sequence[_Column]) -> Iterator[list[Atom]]:
    """The lines from `at` on that have a figure for each column, without the signs between cells."""
    for line in lines[at:]:
        if line and all(atom.has("LINE", "DASH", *_CELLS) for atom in line) and len(line) > 1:
            yield []  # |---|---|
            continue
        row = [atom for atom in line if atom.has("LINE") or not atom.has(*_CELLS)]
        if sum(atom.figure for atom in row) != len(columns) or any(_is_word(atom) for atom in row):
            return
        yield row


def _is_word(atom: Atom) -> bool:
    return not (atom.figure or atom.has("LINE", "NOISE", "EX", "BOUT", "FILLER"))


def _told(rows: Sequence[Sequence[Atom]], columns: Sequence[_Column]) -> Iterator[list[Atom]]:
    """The rows with figures as what their columns say; the numbers of sets are left out."""
    figures = [[atom for atom in row if atom.figure] for row in rows if row]
    first = [cells[0].value for cells in figures]
    named = any(atom.has("EX") for row in rows for atom in row)
    counts = columns[0].kind == "SETSN" and not named and first == list(range(1, len(first) + 1))
    lifts = any(column.kind in ("REPSN", "SETSN") for column in columns)
    for row in rows:
        yield _cells(row, columns, numbered=counts, lifts=lifts)


def _cells(row: Sequence[Atom], columns: Sequence[_Column], *, numbered: bool, lifts: bool) -> list[Atom]:
    result: list[Atom] = []
    at = 0
    for atom in row:
        if not atom.figure:
            result.append(atom)
            continue
        column, first = columns[at], at == 0
        at += 1
        if not (first and numbered):
            result += _cell(atom, column, lifts=lifts)
    return result


def _cell(figure: Atom, column: _Column, *, lifts: bool) -> list[Atom]:
    """A figure as one of its column, with the name of what is measured before it."""
    loaded = column.kind == "MASS" or (lifts and column.name.has("BODY_WEIGHT"))
    if loaded or (column.kind == "METRIC" and column.unit):
        figure = replace(figure, symbols=frozenset(("MASS",)), unit=column.unit or figure.unit)
    elif column.kind != "METRIC":
        figure = replace(figure, symbols=frozenset((column.kind,)))
    if loaded or column.kind != "METRIC":
        return [figure]
    name = replace(column.name, start=figure.start, end=figure.start, glued=False)
    return [name, figure]
