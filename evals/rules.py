"""How often each row of the language layer's rules fires on training messages: `python -m evals.rules`.

A row must fire for at least three of them, of different writers (files); what does not is listed. Ends with 1
when more than one row in twenty is listed.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from datetime import UTC
from pathlib import Path
from typing import get_args

from agents.language.atoms import Atom
from agents.language.reading import Reading, read_log
from agents.language.rules import Family, rules
from agents.profile import Profile
from evals.cases import Parsing
from evals.loading import EXAMPLES, read
from evals.playing import everything
from evals.rows import NOW

LEAST = 3
"""Training messages that a row fires for."""
EXCEPTIONS = 0.05
"""The share of rows that may fire for fewer."""


def fired(folder: Path = EXAMPLES) -> dict[tuple[str, str], set[tuple[str, str]]]:
    """The messages, with their files, that each row (family, pattern) fires for."""
    found: dict[tuple[str, str], set[tuple[str, str]]] = defaultdict(set)
    for one in read(folder, "parsing", Parsing):
        if one.example.held_out:
            continue
        now = (one.example.at or NOW).replace(tzinfo=UTC)
        reading = read_log(one.example.text, now, Profile(user_id=1), everything())
        for row in _rows(reading):
            found[row].add((one.slices.file, one.example.text))
    return found


def _rows(reading: Reading) -> set[tuple[str, str]]:
    pieces = {(piece.family, piece.rule.pattern) for piece in reading.pieces}
    return pieces | {("figures", row) for atom in reading.atoms for row in _composed(atom)}


def _composed(atom: Atom) -> set[str]:
    return {atom.row} if atom.row else set()


def main() -> int:
    """Print the rows that fire too seldom."""
    known, seldom = fired(), 0
    total = 0
    for family in get_args(Family):
        if family == "quantities":
            continue
        for row in rules(family).rows:
            total += 1
            messages = known.get((family, row.pattern), set())
            if len(messages) < LEAST or len({file for file, _ in messages}) < 2:
                seldom += 1
                print(f"{family:9} {len(messages)} messages  {row.pattern}")
    print(f"{seldom} of {total} rows fire for fewer than {LEAST} training messages of different writers")
    return int(seldom > EXCEPTIONS * total)


if __name__ == "__main__":
    sys.exit(main())
