"""The cheapest way to cover a message with phrases: longest coverage, then fewest pieces, then what figures are likely."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from agents.language.atoms import Atom
from agents.language.bouts import NO_BOUT, Bout, grown, kind_of, nameless
from agents.language.patterns import filled
from agents.language.rules import Family, Rule, rules

Roles = tuple[tuple[str, Atom], ...]
_LONGEST = 24
"""Spans that one phrase may have."""
_PIECE = 0.5
_SKIPPED = {
    "MASS": 4.0, "NUM": 3.0, "REPSN": 3.0, "SETSN": 3.0, "DIST": 2.5, "KCAL": 2.0, "K": 2.0, "TIME": 1.5, "EFFORT": 1.5,
    "CLOCK": 1.2, "PACE": 1.0, "RIRN": 1.0, "GRAMS": 1.0, "VOL": 1.0, "LAPS": 1.0, "HOUR": 0.3, "EX": 2.0, "BOUT": 0.4,
    "METRIC": 0.3, "X": 0.3, "AT": 0.1, "SLASH": 0.1, "WARMUP": 0.6, "COOLDOWN": 0.6, "BW": 0.3,
}  # fmt: skip
"""What leaving out a span costs."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A phrase: what its row makes of atoms[start:end]. `owner` is the place of the name that it belongs to, or -1."""

    family: Family
    rule: Rule
    roles: Roles
    start: int
    end: int
    cost: float
    owner: int = -1


@dataclass(frozen=True, slots=True)
class _State:
    """`owner` is the place of the name that figures belong to, `suffix` whether names follow their figures in this line."""

    owner: int = -1
    pending: str = ""
    suffix: bool = False
    loaded: bool = False
    bout: Bout = NO_BOUT
    """The bout that its figures grow."""
    reached: int = -1
    """Where the last name or phrase of a bout ended."""


@dataclass(slots=True)
class _Way:
    cost: float
    before: _Way | None = None
    piece: Piece | None = None
    names: int = -1
    """The place of the name that takes what is pending; _DROPPED where it stays without one."""


Weigh = Callable[[Family, Rule, Roles, "Context"], float | None]


@dataclass(frozen=True, slots=True)
class Context:
    """What a phrase stands in."""

    owner: Atom | None
    loaded: bool


def candidates(atoms: Sequence[Atom], families: Sequence[Family]) -> list[list[tuple[int, Family, Rule, Roles]]]:
    """Each phrase that can begin at each place, as its end, family, row and roles."""
    found: list[list[tuple[int, Family, Rule, Roles]]] = [[] for _ in atoms]
    for family in families:
        known = rules(family)
        for at in range(len(atoms)):
            for number, end in known.automaton.ends(atoms, at, _LONGEST):
                roles = filled(known.trees[number], atoms, at, end)
                if roles is not None:
                    found[at].append((end, family, known.rows[number], tuple([(role, atoms[place]) for role, place in roles])))
    return found


def tiled(atoms: Sequence[Atom], weigh: Weigh) -> tuple[list[Piece], float]:
    """The pieces of the cheapest way, in order, and what it costs."""
    edges = candidates(atoms, ("sets", "bouts", "metrics"))
    ways: list[dict[_State, _Way]] = [{} for _ in range(len(atoms) + 1)]
    ways[0][_State()] = _Way(0.0)
    for at, atom in enumerate(atoms):
        here = ways[at]
        if len(here) > _WIDTH:
            here = dict(sorted(here.items(), key=lambda one: one[1].cost)[:_WIDTH])
        for state, way in here.items():
            _skip(ways, atoms, at, state, way)
            for end, family, rule, roles in edges[at]:
                _take(ways, atoms, at, state, way, (end, family, rule, roles), weigh)
    last = ways[-1]
    state, way = min(last.items(), key=lambda one: one[1].cost + _left(one[0]))
    return _played_back(way), way.cost


_WIDTH = 12
_ORPHAN = 1.5
_NAMES = ("EX", "BOUT")
_DROPPED = -2
_NAMELESS = 0.3
_ASIDE = 0.4
_AGAIN = 0.1


def _left(state: _State) -> float:
    """What it costs that no name came for what is pending."""
    if state.pending == "bouts" and nameless(state.bout):
        return _NAMELESS
    return _ORPHAN if state.pending else 0.0


def _put(ways: list[dict[_State, _Way]], at: int, state: _State, way: _Way) -> None:
    known = ways[at].get(state)
    if known is None or way.cost < known.cost:
        ways[at][state] = way


def _skip(ways: list[dict[_State, _Way]], atoms: Sequence[Atom], at: int, state: _State, way: _Way) -> None:
    atom = atoms[at]
    if atom.has("LINE"):
        if state.pending == "bouts":
            _put(ways, at + 1, state, _Way(way.cost + _NAMELESS, way))
        orphaned = bool(state.pending) and state.owner < 0
        cost = way.cost + (_left(state) if orphaned or state.pending == "bouts" else 0.3 if state.pending else 0.0)
        after = _State(state.owner, loaded=state.loaded, bout=NO_BOUT if state.pending else state.bout)
        _put(ways, at + 1, after, _Way(cost, way, names=_DROPPED if state.pending else -1))
        return
    if atom.has(*_NAMES) and not atom.dead:
        kind = "sets" if atom.has("EX") else "bouts"
        if state.pending:
            if state.pending == kind:
                aside = _ASIDE if kind == "bouts" and state.reached != at else 0.0
                taken = _State(at, suffix=True, bout=state.bout, reached=at + 1)
                _put(ways, at + 1, taken, _Way(way.cost + aside, way, names=at))
            cost = way.cost + (_left(state) if kind == "sets" and state.pending == "bouts" else 2 * _ORPHAN)
            _put(ways, at + 1, _State(at, reached=at + 1), _Way(cost, way, names=_DROPPED))
        else:
            again = kind == "bouts" and not state.bout.empty and atom.named == atoms[state.owner].named
            _put(ways, at + 1, _State(at, reached=at + 1), _Way(way.cost + (_AGAIN if again else 0.0), way))
            if again:
                _put(ways, at + 1, state, _Way(way.cost, way))
        _put(ways, at + 1, state, _Way(way.cost + _SKIPPED["EX" if kind == "sets" else "BOUT"], way))
        return
    cost = max((_SKIPPED[one] for one in atom.symbols if one in _SKIPPED), default=0.02)
    _put(ways, at + 1, state, _Way(way.cost + cost, way))


def _take(
    ways: list[dict[_State, _Way]],
    atoms: Sequence[Atom],
    at: int,
    state: _State,
    way: _Way,
    edge: tuple[int, Family, Rule, Roles],
    weigh: Weigh,
) -> None:
    end, family, rule, roles = edge
    if family == "metrics":
        weight = weigh(family, rule, roles, Context(None, loaded=False))
        if weight is not None:
            cost = way.cost + _PIECE + rule.cost + weight
            _put(ways, end, state, _Way(cost, way, Piece(family, rule, roles, at, end, weight)))
        return
    owner = atoms[state.owner] if state.owner >= 0 else None
    if family == "bouts":
        _grow(ways, atoms, at, state, way, edge)
        return
    fits = owner is not None and owner.has("EX" if family == "sets" else "BOUT")
    if fits and not state.pending:
        weight = weigh(family, rule, roles, Context(owner, loaded=state.loaded))
        if weight is not None:
            loaded = state.loaded or any(role in ("load", "mass") for role, _ in roles)
            cost = way.cost + _PIECE + rule.cost + weight + (0.8 if state.suffix and family == "sets" else 0.0)
            piece = Piece(family, rule, roles, at, end, weight, state.owner)
            _put(ways, end, _State(state.owner, "", state.suffix, loaded), _Way(cost, way, piece))
    if state.pending == "bouts":
        way, state = _Way(way.cost + _left(state), way, names=_DROPPED), _State(state.owner)
    if state.pending in ("", family):
        weight = weigh(family, rule, roles, Context(None, loaded=state.loaded if state.pending else False))
        if weight is not None:
            dear = 0.0 if state.suffix or state.pending else 0.2 if owner is None or atoms[at].line != owner.line else 1.5
            piece = Piece(family, rule, roles, at, end, weight)
            loaded = any(role in ("load", "mass") for role, _ in roles) or (bool(state.pending) and state.loaded)
            cost = way.cost + _PIECE + rule.cost + weight + dear
            _put(ways, end, _State(state.owner, family, state.suffix, loaded), _Way(cost, way, piece))


def _grow(
    ways: list[dict[_State, _Way]],
    atoms: Sequence[Atom],
    at: int,
    state: _State,
    way: _Way,
    edge: tuple[int, Family, Rule, Roles],
) -> None:
    """A phrase of a bout: of the name before it, or of one that comes."""
    end, family, rule, roles = edge
    owner = atoms[state.owner] if state.owner >= 0 else None
    base = way.cost + _PIECE + rule.cost
    follows = end < len(atoms) and atoms[end].has("BOUT")
    if owner is not None and owner.has("BOUT") and owner.named is not None and not state.pending:
        step = grown(state.bout, rule, roles, kind_of(owner.named.name))
        if step is not None:
            cost = base + step[2] + (_FOLLOWED if follows and state.reached != at else 0.0)
            piece = Piece(family, rule, roles, at, end, step[2], state.owner)
            after = _State(state.owner, "", state.suffix, state.loaded, step[0], end)
            _put(ways, end, after, _Way(cost, way, piece))
    if state.pending in ("", family):
        step = grown(state.bout if state.pending else NO_BOUT, rule, roles, _ANY)
        if step is not None and not (step[0].empty and step[0].pace is None):
            dear = 0.0 if state.suffix or state.pending else _dear(atoms, at, owner, follows=follows)
            piece = Piece(family, rule, roles, at, end, step[2])
            after = _State(state.owner, family, state.suffix, state.loaded, step[0], end)
            _put(ways, end, after, _Way(base + step[2] + dear, way, piece))


_ANY = kind_of("")
_FOLLOWED = 0.5
"""What it costs that a figure right before a name belongs to another one."""


def _dear(atoms: Sequence[Atom], at: int, owner: Atom | None, *, follows: bool) -> float:
    """What it costs that a figure behind a name waits for another one."""
    if owner is None or atoms[at].line != owner.line:
        return 0.2
    return 0.3 if follows or owner.has("EX") else 1.5


def _played_back(way: _Way | None) -> list[Piece]:
    """The pieces in order, those that waited for a name with the name that came."""
    steps: list[_Way] = []
    while way is not None:
        steps.append(way)
        way = way.before
    pieces: list[Piece] = []
    waiting: list[int] = []
    for step in reversed(steps):
        if step.names == _DROPPED:
            waiting = []
        elif step.names >= 0:
            for place in waiting:
                one = pieces[place]
                pieces[place] = Piece(one.family, one.rule, one.roles, one.start, one.end, one.cost, step.names)
            waiting = []
        if step.piece is not None:
            if step.piece.owner < 0 and step.piece.family != "metrics":
                waiting.append(len(pieces))
            pieces.append(step.piece)
    return pieces
