"""The cheapest way to cover a message with phrases: longest coverage, then fewest pieces, then what figures are likely."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from agents.language.atoms import Atom
from agents.language.bout_phrases import grown
from agents.language.bouts import NO_BOUT, Bout, kind_of, nameless
from agents.language.moves import name_as_sets
from agents.language.patterns import filled
from agents.language.rules import Family, Rule, rules

Roles = tuple[tuple[str, Atom], ...]
_LONGEST = 24
"""Spans that one phrase may have."""
_PIECE = 0.5
_SKIPPED = {
    "MASS": 4.0, "NUM": 3.0, "REPSN": 3.0, "SETSN": 3.0, "DIST": 2.5, "KCAL": 2.0, "K": 2.0, "TIME": 1.5, "EFFORT": 1.5,
    "CLOCK": 1.2, "PACE": 1.0, "RIRN": 1.0, "GRAMS": 1.0, "VOL": 1.0, "LAPS": 1.0, "HOUR": 0.3, "EX": 2.0, "BOUT": 0.4,
    "METRIC": 0.3, "PLATESN": 3.0, "SIDEMASS": 4.0, "ROUNDSN": 1.5, "X": 0.3, "AT": 0.1, "SLASH": 0.1, "FAILED": 0.7, "NTHN": 0.3, "PLUS": 0.3, "WARMUP": 1.5, "COOLDOWN": 0.6, "BW": 0.3,
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
    owner: int
    first: Atom


@dataclass(frozen=True, slots=True)
class _State:
    """`owner` is the place of the name that figures belong to, `suffix` whether names follow their figures in this line."""

    owner: int = -1
    pending: str = ""
    suffix: bool = False
    loaded: bool = False
    counted: bool = False
    """Whether repetitions or a time were told for it."""
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
    counted: bool = False
    next_is_name: bool = False
    """Whether the name that it belongs to follows at once."""


_FAMILIES: tuple[Family, ...] = ("sets", "bouts", "metrics", "marks")
_ENDS = 2
"""So many of the places where one row may end are looked at: the farthest ones."""


_ENDLESS = 80
"""More figures and signs in a row than anybody logs: only short phrases are looked for in them."""
_SHORT = 6


def _runs(atoms: Sequence[Atom]) -> list[int]:
    """How many figures and signs without a word there are from each place on."""
    runs = [0] * (len(atoms) + 1)
    for at in range(len(atoms) - 1, -1, -1):
        plain = atoms[at].has("WORD", "EX", "BOUT", "METRIC", "DEAD") and not atoms[at].has("X")
        runs[at] = 0 if plain else runs[at + 1] + 1
    return runs


def candidates(
    atoms: Sequence[Atom], at: int, longest: int = _LONGEST
) -> list[tuple[int, Family, Rule, Roles]]:
    """Each phrase that can begin here, as its end, family, row and roles."""
    found: list[tuple[int, Family, Rule, Roles]] = []
    for family in _FAMILIES:
        known = rules(family)
        ends: dict[int, list[int]] = {}
        for number, end in known.automaton.ends(atoms, at, longest):
            ends.setdefault(number, []).append(end)
        for number, places in ends.items():
            for end in places[-_ENDS:]:
                roles = filled(known.trees[number], atoms, at, end)
                if roles is not None:
                    told = tuple([(role, atoms[place]) for role, place in roles])
                    found.append((end, family, known.rows[number], told))
    return found


def tiled(atoms: Sequence[Atom], weigh: Weigh) -> tuple[list[Piece], float]:
    """The pieces of the cheapest way, in order, and what it costs."""
    names, runs, endless = _names_ahead(atoms), _runs(atoms), False
    ways: list[dict[_State, _Way]] = [{} for _ in range(len(atoms) + 1)]
    ways[0][_State()] = _Way(0.0)
    for at, atom in enumerate(atoms):
        here = ways[at]
        if len(here) > _WIDTH:
            here = dict(sorted(here.items(), key=lambda one: one[1].cost)[:_WIDTH])
        endless = endless and runs[at] > 0 or runs[at] > _ENDLESS
        edges = candidates(atoms, at, _SHORT if endless else _LONGEST)
        weighed = _Weighed(weigh)
        for state, way in here.items():
            _skip(ways, atoms, at, state, way)
            for edge in edges:
                _take(ways, atoms, at, state, way, edge, weighed, names[edge[0]])
    last = ways[-1]
    state, way = min(last.items(), key=lambda one: one[1].cost + _left(one[0]))
    return _played_back(way), way.cost


class _Weighed:
    """The weights of the phrases that begin at one place, each worked out once for what it stands in."""

    def __init__(self, weigh: Weigh) -> None:
        self._weigh = weigh
        self._known: dict[tuple[int, int, bool, bool, bool], float | None] = {}

    def __call__(self, family: Family, rule: Rule, roles: Roles, context: Context) -> float | None:
        key = (id(roles), id(context.owner), context.loaded, context.counted, context.next_is_name)
        if key not in self._known:
            self._known[key] = self._weigh(family, rule, roles, context)
        return self._known[key]


def _names_ahead(atoms: Sequence[Atom]) -> list[Atom | None]:
    """The next name of each place's line."""
    names: list[Atom | None] = [None] * (len(atoms) + 1)
    for at in range(len(atoms) - 1, -1, -1):
        atom = atoms[at]
        names[at] = atom if atom.has(*_NAMES) else None if atom.has("LINE") else names[at + 1]
    return names


_COUNTS = frozenset(("reps", "nreps", "sets", "nsets", "time", "dist"))
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


def _as_sets(name: Atom, family: str) -> bool:
    """Whether a bout's name means an exercise where it has loads and repetitions."""
    return family == "sets" and name.named is not None and name_as_sets(name.named.name) is not None


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
        cost = way.cost + (
            _left(state) if orphaned or state.pending == "bouts" else 0.3 if state.pending else 0.0
        )
        after = _State(
            state.owner,
            loaded=state.loaded,
            counted=state.counted,
            bout=NO_BOUT if state.pending else state.bout,
        )
        _put(ways, at + 1, after, _Way(cost, way, names=_DROPPED if state.pending else -1))
        return
    if atom.has(*_NAMES):
        kind = "sets" if atom.has("EX") else "bouts"
        if state.pending:
            if state.pending == kind or _as_sets(atom, state.pending):
                aside = _ASIDE if kind == state.pending == "bouts" and state.reached != at else 0.0
                suffix = state.counted or state.pending == "bouts"
                taken = _State(at, "", suffix, state.loaded, state.counted, state.bout, at + 1)
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
    if state.reached == at and atom.has(*_SMALL) and not atom.has("SEP"):
        state = replace(state, reached=at + 1)
    _put(ways, at + 1, state, _Way(way.cost + cost, way))


def _take(
    ways: list[dict[_State, _Way]],
    atoms: Sequence[Atom],
    at: int,
    state: _State,
    way: _Way,
    edge: tuple[int, Family, Rule, Roles],
    weigh: Weigh,
    ahead: Atom | None,
) -> None:
    end, family, rule, roles = edge
    if family in ("metrics", "marks"):
        weight = weigh(family, rule, roles, Context(None, state.loaded, state.counted))
        if weight is not None:
            cost = way.cost + _PIECE + rule.cost + weight
            _put(
                ways, end, state, _Way(cost, way, Piece(family, rule, roles, at, end, weight, -1, atoms[at]))
            )
        return
    owner = atoms[state.owner] if state.owner >= 0 else None
    if family == "bouts":
        _grow(ways, atoms, at, state, way, edge)
        return
    fits = owner is not None and (owner.has("EX" if family == "sets" else "BOUT") or _as_sets(owner, family))
    if fits and not state.pending:
        weight = weigh(family, rule, roles, Context(owner, state.loaded, state.counted))
        if weight is not None:
            loaded = state.loaded or any(role in ("load", "mass") for role, _ in roles)
            cost = (
                way.cost
                + _PIECE
                + rule.cost
                + weight
                + _after_its_name(atoms, at, state, owner, ahead, rule)
                + _leads_a_name(atoms, at, end, roles)
            )
            piece = Piece(family, rule, roles, at, end, weight, state.owner, atoms[at])
            counted = state.counted or any(role in _COUNTS for role, _ in roles)
            _put(ways, end, _State(state.owner, "", state.suffix, loaded, counted), _Way(cost, way, piece))
    if state.pending == "bouts":
        way, state = _Way(way.cost + _left(state), way, names=_DROPPED), _State(state.owner)
    if state.pending in ("", family):
        weight = weigh(
            family,
            rule,
            roles,
            Context(
                ahead,
                state.loaded if state.pending else False,
                state.counted if state.pending else False,
                next_is_name=end < len(atoms) and atoms[end] is ahead,
            ),
        )
        if weight is not None:
            next_to = end < len(atoms) and atoms[end] is ahead
            dear = (
                1.0
                if rule.does == "load" and not next_to and owner is not None
                else _before_its_name(atoms, at, state, owner)
            )
            dear = min(dear, 0.4) if next_to and rule.does == "load" else dear
            piece = Piece(family, rule, roles, at, end, weight, -1, atoms[at])
            loaded = any(role in ("load", "mass") for role, _ in roles) or (
                bool(state.pending) and state.loaded
            )
            cost = way.cost + _PIECE + rule.cost + weight + dear
            counted = state.counted or any(role in _COUNTS for role, _ in roles)
            _put(
                ways, end, _State(state.owner, family, state.suffix, loaded, counted), _Way(cost, way, piece)
            )


def _after_its_name(
    atoms: Sequence[Atom], at: int, state: _State, owner: Atom | None, ahead: Atom | None, rule: Rule
) -> float:
    """What it costs that figures stand behind the name that they belong to."""
    if owner is None or owner.line != atoms[at].line:
        return 0.0
    if state.suffix and owner.has("EX"):
        if rule.does != "load":
            return 0.8
        return -0.8 if atoms[at - 1] is owner or atoms[at - 2] is owner else 0.0
    other = owner.clause != atoms[at].clause
    return (1.0 if owner.dead else 0.0) + (
        0.5 if other and ahead is not None and ahead.clause == atoms[at].clause else 0.0
    )


def _leads_a_name(atoms: Sequence[Atom], at: int, end: int, roles: Roles) -> float:
    """What it costs that figures right before another name, behind a separator or a load, are not that name's."""
    if end >= len(atoms) or not atoms[end].has("EX") or not roles:
        return 0.0
    begins = bool(at) and atoms[at - 1].has("CIRCUIT", "THEN")
    return 0.6 if begins or roles[-1][0] in ("load", "mass") else 0.0


def _before_its_name(atoms: Sequence[Atom], at: int, state: _State, owner: Atom | None) -> float:
    """What it costs that figures stand before the name that they belong to."""
    if state.suffix or state.pending:
        return 0.0
    if owner is None or atoms[at].line != owner.line:
        return 0.2
    return 1.5 if owner.clause == atoms[at].clause and not owner.dead else 0.6


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
    follows = _leads_to_bout(atoms, end)
    if owner is not None and owner.has("BOUT") and owner.named is not None and not state.pending:
        step = grown(state.bout, rule, roles, kind_of(owner.named.name))
        if step is not None:
            loose = (follows and state.reached != at) or owner.dead
            cost = base + step[2] + (_FOLLOWED if loose else 0.0)
            piece = Piece(family, rule, roles, at, end, step[2], state.owner, atoms[at])
            after = _State(state.owner, "", state.suffix, state.loaded, state.counted, step[0], end)
            _put(ways, end, after, _Way(cost, way, piece))
    if state.pending in ("", family):
        step = grown(state.bout if state.pending else NO_BOUT, rule, roles, _ANY)
        if step is not None and not (step[0].empty and step[0].pace is None):
            dear = 0.0 if state.suffix or state.pending else _dear(atoms, at, owner, follows=follows)
            piece = Piece(family, rule, roles, at, end, step[2], -1, atoms[at])
            after = _State(state.owner, family, state.suffix, state.loaded, state.counted, step[0], end)
            _put(ways, end, after, _Way(base + step[2] + dear, way, piece))


_ANY = kind_of("")
_FOLLOWED = 0.5
"""What it costs that a figure right before a name belongs to another one."""


_SMALL = ("ARTICLE", "ON_TIME", "OF", "FILLER", "SOFT")


def _leads_to_bout(atoms: Sequence[Atom], at: int) -> bool:
    """Whether a bout's name stands there, small words aside."""
    named = next((one for one in atoms[at : at + 4] if not one.has(*_SMALL) or one.has("BOUT", "SEP")), None)
    return named is not None and named.has("BOUT")


def _dear(atoms: Sequence[Atom], at: int, owner: Atom | None, *, follows: bool) -> float:
    """What it costs that a figure behind a name waits for another one."""
    if owner is None or atoms[at].line != owner.line:
        return 0.2
    return 0.3 if follows or owner.dead or owner.has("EX") else 1.5


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
                pieces[place] = replace(one, owner=step.names)
            waiting = []
        if step.piece is not None:
            if step.piece.owner < 0 and step.piece.family not in ("metrics", "marks"):
                waiting.append(len(pieces))
            pieces.append(step.piece)
    return pieces
