"""Spans of a message: what stands where, as what it may be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from agents.language.named import Named

FIGURES = frozenset((
    "NUM", "MASS", "DIST", "TIME", "CLOCK", "HOUR", "PACE", "KCAL", "GRAMS", "VOL", "K", "BPM", "LAPS",
    "ROUNDSN", "REPSN", "SETSN", "EFFORT", "RIRN", "PLATESN", "SIDEMASS", "GRADE",
))  # fmt: skip


@dataclass(frozen=True, slots=True)
class Atom:
    """text[start:end]. `value` in kg or lb as `unit` says, metres, seconds, kcal, grams, ml."""

    symbols: frozenset[str]
    start: int
    end: int
    text: str
    value: float = 0.0
    unit: str = ""
    named: Named | None = None
    amount: float | None = None
    """The figure that a word holds ("만보": 10,000 steps)."""
    parts: tuple[int, ...] = ()
    line: int = 0
    sentence: int = 0
    clause: int = 0
    glued: bool = False
    dead: bool = False
    day: date = date.min
    night: bool = False
    of_day: bool = False
    row: str = ""
    """The pattern that it was put together by."""
    inner: tuple[Atom, ...] = field(default=())
    """What it was put together of."""
    means: tuple[tuple[str, str], ...] = ()
    """Which part of the body, side or feeling it is."""

    def has(self, *symbols: str) -> bool:
        """Whether it may be any of these."""
        return not self.symbols.isdisjoint(symbols)

    def what(self, kind: str) -> str:
        """Which `part`, `side` or `feeling` it names; "" for none."""
        return next((what for known, what in self.means if known == kind), "")

    def placed(self, line: int, sentence: int, clause: int) -> Atom:
        """The same in that line, sentence and clause; twice as fast as `replace`."""
        return Atom(
            self.symbols, self.start, self.end, self.text, self.value, self.unit, self.named, self.amount,
            self.parts, line, sentence, clause, self.glued, self.dead, self.day, self.night, self.of_day,
            self.row, self.inner, self.means,
        )  # fmt: skip

    def told_of(self, day: date, *, night: bool) -> Atom:
        """The same of that day, or of the night before it."""
        return Atom(
            self.symbols, self.start, self.end, self.text, self.value, self.unit, self.named, self.amount,
            self.parts, self.line, self.sentence, self.clause, self.glued, self.dead, day, night, self.of_day,
            self.row, self.inner, self.means,
        )  # fmt: skip

    def meaning(self, symbols: frozenset[str], *, dead: bool = False) -> Atom:
        """The same as it may be that."""
        return Atom(
            symbols, self.start, self.end, self.text, self.value, self.unit, self.named, self.amount,
            self.parts, self.line, self.sentence, self.clause, self.glued, self.dead or dead, self.day,
            self.night, self.of_day, self.row, self.inner, self.means,
        )  # fmt: skip

    @property
    def unheard(self) -> bool:
        """Whether it is a word that means nothing to any row: mostly what something is called."""
        return "PLAIN" in self.symbols and "FILLER" not in self.symbols and self.text[:1].isalpha()

    @property
    def figure(self) -> bool:
        """Whether it is a figure."""
        return not self.symbols.isdisjoint(FIGURES)


def symbols_in(atoms: Sequence[Atom]) -> frozenset[str]:
    """All that any of them may be: most rules need something that few messages have."""
    return frozenset[str]().union(*[atom.symbols for atom in atoms])


def joined(atoms: Sequence[Atom], symbol: str, value: float, unit: str = "", row: str = "") -> Atom:
    """Several atoms as one."""
    first, last = atoms[0], atoms[-1]
    return replace(
        first,
        symbols=frozenset(symbol.split()),
        end=last.end,
        value=value,
        unit=unit,
        inner=tuple(atoms),
        row=row,
        named=None,
    )
