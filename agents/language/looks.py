"""What counts of a span where phrases are looked for: whether it is a name, what leaving it out costs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from agents.language.atoms import Atom
from agents.language.tokens import is_hangul

SKIPPED = {
    "MASS": 4.0, "SIDEMASS": 4.0, "NUM": 3.0, "REPSN": 3.0, "SETSN": 3.0, "PLATESN": 3.0, "DIST": 2.5,
    "KCAL": 2.0, "K": 2.0, "EX": 2.0, "TIME": 1.5, "EFFORT": 1.5, "ROUNDSN": 1.5, "WARMUP": 1.5, "CLOCK": 1.2,
    "PACE": 1.0, "RACE": 0.6, "RIRN": 1.0, "GRAMS": 1.0, "VOL": 1.0, "LAPS": 1.0, "FAILED": 0.7,
    "COOLDOWN": 0.6, "BOUT": 0.4, "HOUR": 0.3, "METRIC": 0.3, "NTHN": 0.3, "TIMESN": 0.9, "PLUS": 0.3,
    "X": 0.3, "FOOD": 0.2, "AT": 0.1, "SLASH": 0.1, "WORK": 0.6, "W_SIGN": 0.6,
}  # fmt: skip
"""What leaving out a span costs."""
_PLAIN = 0.02
_SMALL = frozenset(("ARTICLE", "ON_TIME", "OF", "FILLER", "SOFT"))


class Look(NamedTuple):
    """What counts of a span's symbols."""

    name: str
    """The family of its figures, when it is a name."""
    bout: bool
    line: bool
    small: bool
    cost: float
    """What leaving it out costs."""


@lru_cache(maxsize=4096)
def look(symbols: frozenset[str]) -> Look:
    """What counts of them."""
    cost = max((SKIPPED[one] for one in symbols if one in SKIPPED), default=_PLAIN)
    name = "sets" if "EX" in symbols else "bouts" if "BOUT" in symbols else ""
    small = not symbols.isdisjoint(_SMALL) and symbols.isdisjoint(("BOUT", "SEP"))
    return Look(name, "BOUT" in symbols, "LINE" in symbols, small, cost)


ENDLESS = 80
"""More figures and signs in a row than anybody logs: only short phrases are looked for in them."""


def runs_of(atoms: Sequence[Atom]) -> list[int]:
    """How many figures and signs without a word there are from each place on."""
    runs = [0] * (len(atoms) + 1)
    for at in range(len(atoms) - 1, -1, -1):
        plain = atoms[at].has("WORD", "EX", "BOUT", "METRIC", "DEAD") and not atoms[at].has("X")
        runs[at] = 0 if plain else runs[at + 1] + 1
    return runs


def names_ahead(looks: Sequence[Look]) -> list[int]:
    """The place of the next name of each place's line, or -1."""
    names = [-1] * (len(looks) + 1)
    for at in range(len(looks) - 1, -1, -1):
        look = looks[at]
        names[at] = at if look.name else -1 if look.line else names[at + 1]
    return names


def bare_exercises(atoms: Sequence[Atom], ahead: Sequence[int]) -> frozenset[int]:
    """The places of exercises behind which their clause has no figures: `3 sets of 10 push-ups`."""
    figures = {atom.clause: at for at, atom in enumerate(atoms) if atom.figure or atom.has("NUM", "REPSN")}
    return frozenset(
        [at for at in {*ahead} - {-1} if atoms[at].has("EX") and figures.get(atoms[at].clause, -1) < at]
    )


def strange(atoms: Sequence[Atom]) -> list[bool]:
    """Which are times or distances of something that nobody here knows: `30 min swim and 15 min sauna`.

    The word right behind says what it is, or all words before it in its clause (`walk 20 min, sauna 15 min`);
    another clause before has named a bout, and its own names none.
    Korean has its verbs there.
    """
    named = {atom.clause for atom in atoms if atom.has("BOUT", "EX")}
    first = min(named, default=len(atoms))
    return [
        atom.has("TIME", "DIST")
        and atom.clause > first
        and atom.clause not in named
        and (_is_called(atoms, at) or _is_led(atoms, at))
        for at, atom in enumerate(atoms)
    ]


_LED = 3
"""Words of a name before its figure."""


def _is_led(atoms: Sequence[Atom], at: int) -> bool:
    clause = atoms[at].clause
    words = [one for one in atoms[max(0, at - _LED) : at] if one.clause == clause]
    opens = at - len(words) == 0 or atoms[at - len(words) - 1].clause != clause
    strange = all(one.unheard and not is_hangul(one.text) for one in words)
    return bool(words) and opens and (strange or all(one.has("PART") for one in words))


def _is_called(atoms: Sequence[Atom], at: int) -> bool:
    behind = next((one for one in atoms[at + 1 : at + 3] if not one.has("OF")), None)
    if behind is None or behind.clause != atoms[at].clause or is_hangul(behind.text):
        return False
    return behind.unheard or behind.has("PART")


def headed(atoms: Sequence[Atom]) -> list[bool]:
    """Whether the line of each span begins with what was trained and its figures, no name: `abs 3x20`."""
    found, leads = [False] * len(atoms), False
    for at, atom in enumerate(atoms):
        if not at or atoms[at - 1].has("LINE"):
            figures = any(one.figure for one in atoms[at + 1 : at + 2])
            leads = figures and atom.has("PART", "GYM") and not atom.has("EX")
        found[at] = leads
    return found
