"""The phrases that can begin at a place of a message, those together that lead to the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from agents.language.atoms import Atom
from agents.language.likely import Weight, weight_of
from agents.language.moves import is_lifted
from agents.language.patterns import Automaton
from agents.language.pieces import Context, Edge, Roles
from agents.language.rules import Family, Rules, rules

_FAMILIES: tuple[Family, ...] = ("sets", "bouts", "metrics", "marks")
LONGEST, SHORT = 24, 6
"""Spans that one phrase may have, and in endless figures."""
_ENDS = 2
"""So many of the places where one row may end are looked at: the farthest ones."""
COUNTS = frozenset(("reps", "nreps", "sets", "nsets", "time", "dist"))
LOADS = frozenset(("load", "mass"))


Weighed = tuple[float, float, Edge]
"""What a row costs, how unlikely its figures are, and the phrase."""


class Effect(NamedTuple):
    """What a phrase of sets does to the states that take it."""

    end: int
    only_load: bool
    """Whether it says nothing but a load."""
    loaded: bool
    counted: bool
    leads: float
    """What it costs that it stands right before another name."""
    parted: bool = False
    """Whether a comma parts its load from counts: `100kg, 3x8`."""
    loose: bool = False
    """Whether its count may be of another name than its load: `155 / 9`, `16kg 12`, no `100x8`."""


@dataclass(slots=True)
class Alike:
    """Phrases with one effect: in a context only the cheapest counts."""

    end: int
    effect: Effect
    edges: list[tuple[Edge, Weight]] = field(default_factory=list[tuple[Edge, Weight]])
    known: dict[Context, list[Weighed]] = field(default_factory=dict[Context, list[Weighed]])
    """What `cheapest` found."""

    def cheapest(self, context: Context) -> list[Weighed]:
        """The cheapest of them, those together that cost alike; nothing where none can be."""
        weighed = [(edge[2].cost, weight.within(context), edge) for edge, weight in self.edges]
        found = self.known[context] = _least(
            [(row, cost, edge) for row, cost, edge in weighed if cost is not None]
        )
        return found


def _least(weighed: list[Weighed]) -> list[Weighed]:
    if len(weighed) < 2:
        return weighed
    least = min([row + weight for row, weight, _ in weighed]) + _ROUNDED
    return [one for one in weighed if one[0] + one[1] <= least]


_ROUNDED = 1e-9


class Edges(NamedTuple):
    """The phrases that can begin at one place."""

    sets: Sequence[Alike]
    bouts: Sequence[Edge]
    others: Sequence[Alike]
    """Of metrics and marks: they change no state."""


NO_EDGES = Edges((), (), ())


class _Rows:
    """The rows of all families, matched at once."""

    def __init__(self) -> None:
        self.families = [rules(family) for family in _FAMILIES]
        self._rows = [(at, number) for at, one in enumerate(self.families) for number in range(len(one.rows))]
        self._automaton = Automaton([tree for one in self.families for tree in one.trees])

    def ends(self, atoms: Sequence[Atom], at: int, longest: int) -> list[dict[int, list[int]]]:
        """Where the rows of each family that begin here may end, by their numbers; the shortest first."""
        found: list[dict[int, list[int]]] = [{} for _ in self.families]
        for row, end in self._automaton.ends(atoms, at, longest):
            family, number = self._rows[row]
            found[family].setdefault(number, []).append(end)
        return found

    def begins(self, symbols: frozenset[str]) -> bool:
        """Whether any phrase begins with such a span."""
        return self._automaton.begins(symbols)


@cache
def _rows() -> _Rows:
    return _Rows()


def edges_at(atoms: Sequence[Atom], at: int, longest: int = LONGEST) -> Edges:
    """Each phrase that can begin here."""
    known = _rows()
    if not known.begins(atoms[at].symbols):
        return NO_EDGES
    ends = known.ends(atoms, at, longest)
    sets, bouts, *others = [
        list(_phrases(family, own, atoms, at)) if own else []
        for family, own in zip(known.families, ends, strict=True)
    ]
    return Edges(
        _together((_effect(atoms, at, one[0]), one) for one in sets),
        [edge for edge, _ in bouts],
        _together((Effect(one[0][0], *_NO_EFFECT), one) for found in others for one in found),
    )


_NO_EFFECT = (False, False, False, 0.0)


def _phrases(
    known: Rules, ends: Mapping[int, list[int]], atoms: Sequence[Atom], at: int
) -> Iterator[tuple[Edge, Weight]]:
    family: Family = known.family
    for number, places in ends.items():
        row = known.rows[number]
        for end in _ends_of(atoms, places, family):
            if row.unless and end < len(atoms) and atoms[end].has(*row.unless):
                continue
            roles = known.roles(number, atoms, at, end)
            if roles is not None:
                told = tuple([(role, atoms[place]) for role, place in roles])
                weight = weight_of(family, row, told)
                if weight is not None and family == "sets" and _is_not_at(atoms, at, told):
                    weight = weight._replace(figures=weight.figures + _NOT_AT)
                if weight is not None:
                    yield (end, family, row, told), weight


_NOT_AT = 1.5


def _is_not_at(atoms: Sequence[Atom], at: int, roles: Roles) -> bool:
    """Whether it begins with a count where a load would stand: `100 swings @ 24, 10 getups @ 16`."""
    led = at > 0 and atoms[at - 1].has("AT") and atoms[at - 1].has("SIGN")
    return led and bool(roles) and roles[0][0] in COUNTS


def _ends_of(atoms: Sequence[Atom], places: list[int], family: Family) -> list[int]:
    """The farthest places where a row may end; of what is told of oneself those before a comma, too."""
    far = places[-_ENDS:]
    if family != "metrics":
        return far
    return [*[end for end in places[:-_ENDS] if end < len(atoms) and atoms[end].has("COMMA")], *far]


def _together(effects: Iterable[tuple[Effect, tuple[Edge, Weight]]]) -> list[Alike]:
    found: dict[Effect, Alike] = {}
    for effect, edge in effects:
        alike = found.get(effect)
        if alike is None:
            alike = found[effect] = Alike(effect.end, effect)
        alike.edges.append(edge)
    return list(found.values())


def _effect(atoms: Sequence[Atom], at: int, edge: Edge) -> Effect:
    end, _, rule, roles = edge
    told = {role for role, _ in roles}
    parted = len(roles) > 1 and roles[0][0] in LOADS and atoms[at + 1].has("COMMA")
    leads = _leads_a_name(atoms, at, end, roles, parted=parted or rule.does == "count")
    counted = rule.does != "count" and not told.isdisjoint(COUNTS)
    loose = len(roles) == _PAIR and roles[0][0] in LOADS and (end - at == _PAIR or atoms[at + 1].has("SLASH"))
    return Effect(end, rule.does == "load", not told.isdisjoint(LOADS), counted, leads, parted, loose)


_PAIR = 2
"""Roles of a load and one count."""


def _leads_a_name(atoms: Sequence[Atom], at: int, end: int, roles: Roles, *, parted: bool) -> float:
    """What it costs that figures right before another name are not that name's."""
    if end >= len(atoms) or not is_lifted(atoms[end]) or not roles:
        return 0.0
    loaded = roles[-1][0] in LOADS
    begins = at > 0 and atoms[at - 1].has("CIRCUIT", "THEN")
    if parted or (loaded and (begins or (end - 2 > at and atoms[end - 2].has("COMMA")))):
        return 1.2
    return 0.6 if loaded or begins else 0.0
