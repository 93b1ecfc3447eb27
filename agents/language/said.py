"""A phrase of a message with what stands around it, and the measures made of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta

from agents.language.atoms import Atom
from agents.language.named import Named
from agents.language.pieces import Piece
from storage.entities import Certainty, Measure

_BESIDE = ("COMMA", "SLASH", "DASH", "PLUS", "OPEN", "LIGHT", "BOUT", "LINE")
"""What may stand between a bout's figures and the energy it took."""
_MOST_SPENT = 1500.0
"""Kilocalories of a bout; larger figures are a day's food."""

_OF_A_WATCH = ("HEART", "BPM", "AVERAGE", "CLIMB", "PACE_WORD")
_OF_FOOD = ("ATE", "HAD", "MEAL", "FOOD", "M_MASS", "DAY_TOTAL")
_FEW = 8
"""Phrases back to a bout, and spans behind the energy."""
_FAR = 40
"""Spans that are looked at on each side."""


@dataclass(frozen=True, slots=True)
class Said:
    """pieces[place] of the message `text`."""

    text: str
    atoms: Sequence[Atom]
    pieces: Sequence[Piece]
    place: int

    @property
    def piece(self) -> Piece:
        """The phrase."""
        return self.pieces[self.place]

    @property
    def first(self) -> Atom:
        """Its first span."""
        return self.atoms[self.piece.start]

    def all(self, role: str) -> list[Atom]:
        """The spans in a role."""
        return [atom for name, atom in self.piece.roles if name == role]

    def one(self, *roles: str) -> Atom | None:
        """The first span in one of the roles."""
        return next((atom for name, atom in self.piece.roles if name in roles), None)

    def is_beside(self, step: int, *symbols: str) -> bool:
        """Whether the phrase before or behind it, one span between them aside, has any of the symbols."""
        at = self.place + step
        other = self.pieces[at] if 0 <= at < len(self.pieces) else self.piece
        between = max(self.piece.start, other.start) - min(self.piece.end, other.end)
        return 0 <= between <= 1 and any(atom.has(*symbols) for _, atom in other.roles)

    def clause(self) -> list[Atom]:
        """The spans of its clause, the nearest ones."""
        inside = self.atoms[self.piece.start : self.piece.end]
        return [*reversed(list(self.before())), *inside, *self.after()]

    @property
    def is_spent(self) -> bool:
        """Whether energy told here is what a bout or the body took."""
        if any(atom.has("BURNED", "HEART") for atom in self.clause()) or any(
            atom.has("LEFT") for atom in self.after(1)
        ):
            return True
        if self._is_in_a_summary():
            return True
        before = self.pieces[self.place - 1] if self.place else None
        between = self.atoms[before.end : self.piece.start] if before is not None else ()
        beside = (
            before is not None and before.family == "bouts" and all(atom.has(*_BESIDE) for atom in between)
        )
        energy = self.one("kcal", "figure")
        after = next(iter(self.after(2)), None)
        light = energy is not None and energy.value <= _MOST_SPENT
        return (beside and light) or (after is not None and after.has("BOUT"))

    def _is_in_a_summary(self) -> bool:
        """Whether a watch tells it beside a bout's pulse or pace, and nothing was eaten."""
        energy = self.one("kcal", "figure")
        told = [one for one in self.pieces[max(0, self.place - _FEW) : self.place] if one.family == "bouts"]
        if not told or energy is None or energy.value > _MOST_SPENT:
            return False
        near = self.atoms[told[0].start : self.piece.end + _FEW]
        return any(atom.has(*_OF_A_WATCH) for atom in near) and not any(atom.has(*_OF_FOOD) for atom in near)

    def sentence(self) -> list[Atom]:
        """The spans of its sentence."""
        near = self.atoms[max(0, self.piece.start - _FAR) : self.piece.end + _FAR]
        return [atom for atom in near if atom.sentence == self.first.sentence]

    def before(self, most: int = 12) -> Iterator[Atom]:
        """The spans of the clause before it, the nearest first."""
        for atom in reversed(self.atoms[max(0, self.piece.start - most) : self.piece.start]):
            if atom.clause != self.first.clause:
                return
            yield atom

    def after(self, most: int = 12) -> Iterator[Atom]:
        """The spans of the clause behind it."""
        clause = self.atoms[self.piece.end - 1].clause
        for atom in self.atoms[self.piece.end : self.piece.end + most]:
            if atom.clause != clause:
                return
            yield atom


def measured(
    atom: Atom,
    named: Named,
    value: float | None,
    unit: str | None,
    text: str | None = None,
    *,
    sure: bool = True,
) -> Measure:
    """A measure without sets; a night's figures belong to the day of waking."""
    nightly = named.domain == "sleep" and named.name != "nap" and atom.night
    certainty: dict[str, Certainty] = {} if sure else {"value": "inferred"}
    day = atom.day + timedelta(days=1) if nightly else atom.day
    return Measure(
        domain=named.domain, name=named.name, day=day, value=value, unit=unit, text=text, certainty=certainty
    )
