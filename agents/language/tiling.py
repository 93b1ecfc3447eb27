"""The cheapest way to cover a message with phrases.

Longest coverage first, then fewest pieces, then what figures are likely: a shortest path over the message,
whose states say which name figures belong to.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from agents.language.atoms import Atom
from agents.language.bout_phrases import grown
from agents.language.bouts import NO_BOUT, Bout, kind_of, nameless
from agents.language.moves import name_as_sets
from agents.language.patterns import filled
from agents.language.pieces import Context, Edge, Piece, Roles, Weigh
from agents.language.rules import Family, rules

_FAMILIES: tuple[Family, ...] = ("sets", "bouts", "metrics", "marks")
_LONGEST, _SHORT = 24, 6
"""Spans that one phrase may have, and in endless figures."""
_ENDS = 2
"""So many of the places where one row may end are looked at: the farthest ones."""
_WIDTH = 12
"""States that are followed from one place."""
_PIECE = 0.5
"""What a phrase costs beside its row and figures."""
_SKIPPED = {
    "MASS": 4.0, "SIDEMASS": 4.0, "NUM": 3.0, "REPSN": 3.0, "SETSN": 3.0, "PLATESN": 3.0, "DIST": 2.5,
    "KCAL": 2.0, "K": 2.0, "EX": 2.0, "TIME": 1.5, "EFFORT": 1.5, "ROUNDSN": 1.5, "WARMUP": 1.5, "CLOCK": 1.2,
    "PACE": 1.0, "RIRN": 1.0, "GRAMS": 1.0, "VOL": 1.0, "LAPS": 1.0, "FAILED": 0.7, "COOLDOWN": 0.6,
    "BOUT": 0.4, "HOUR": 0.3, "METRIC": 0.3, "NTHN": 0.3, "PLUS": 0.3, "X": 0.3, "FOOD": 0.2, "AT": 0.1,
    "SLASH": 0.1,
}  # fmt: skip
"""What leaving out a span costs."""
_PLAIN = 0.02
_ORPHAN, _NAMELESS = 1.5, 0.3
"""Figures for which no name comes; those that are a bout without one."""
_ASIDE, _AGAIN, _FOLLOWED = 0.4, 0.1, 0.5
_NAMES = ("EX", "BOUT")
_DROPPED = -2
_COUNTS = frozenset(("reps", "nreps", "sets", "nsets", "time", "dist"))
_LOADS = frozenset(("load", "mass"))
_SMALL = ("ARTICLE", "ON_TIME", "OF", "FILLER", "SOFT")
_ANY = kind_of("")


@dataclass(frozen=True, slots=True)
class _State:
    """`owner` is the place of the name that figures belong to.

    `suffix`: names follow their figures in this line. `pending`: the family of figures that wait for a name.
    """

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

    @property
    def left(self) -> float:
        """What it costs that no name came for what is pending."""
        if self.pending == "bouts" and nameless(self.bout):
            return _NAMELESS
        return _ORPHAN if self.pending else 0.0

    def with_phrase(self, family: str, roles: Roles) -> _State:
        """The state behind a phrase of sets; `family` is that which waits for a name, or ""."""
        loaded = self.loaded or any(role in _LOADS for role, _ in roles)
        counted = self.counted or any(role in _COUNTS for role, _ in roles)
        return _State(self.owner, family, self.suffix, loaded, counted)


@dataclass(slots=True)
class _Way:
    cost: float
    before: _Way | None = None
    piece: Piece | None = None
    names: int = -1
    """The place of the name that takes what is pending; _DROPPED where it stays without one."""


def tiled(atoms: Sequence[Atom], weigh: Weigh) -> tuple[list[Piece], float]:
    """The pieces of the cheapest way, in order, and what it costs."""
    return _Search(atoms, weigh).found()


_ENDLESS = 80
"""More figures and signs in a row than anybody logs: only short phrases are looked for in them."""


def _runs(atoms: Sequence[Atom]) -> list[int]:
    """How many figures and signs without a word there are from each place on."""
    runs = [0] * (len(atoms) + 1)
    for at in range(len(atoms) - 1, -1, -1):
        plain = atoms[at].has("WORD", "EX", "BOUT", "METRIC", "DEAD") and not atoms[at].has("X")
        runs[at] = 0 if plain else runs[at + 1] + 1
    return runs


def candidates(atoms: Sequence[Atom], at: int, longest: int = _LONGEST) -> list[Edge]:
    """Each phrase that can begin here."""
    found: list[Edge] = []
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


class _Search:
    """The ways over one message."""

    def __init__(self, atoms: Sequence[Atom], weigh: Weigh) -> None:
        self._atoms = atoms
        self._weigh = weigh
        self._ahead = _names_ahead(atoms)
        self._ways: list[dict[_State, _Way]] = [{} for _ in range(len(atoms) + 1)]
        self._weights: dict[tuple[int, int, bool, bool, bool], float | None] = {}
        """Of the phrases that begin at the place looked at, for each context."""

    def found(self) -> tuple[list[Piece], float]:
        """The pieces of the cheapest way, and its cost."""
        runs, endless = _runs(self._atoms), False
        self._ways[0][_State()] = _Way(0.0)
        for at in range(len(self._atoms)):
            here = self._ways[at]
            if len(here) > _WIDTH:
                here = dict(sorted(here.items(), key=lambda one: one[1].cost)[:_WIDTH])
            endless = runs[at] > (0 if endless else _ENDLESS)
            edges = candidates(self._atoms, at, _SHORT if endless else _LONGEST)
            self._weights = {}
            for state, way in here.items():
                self._pass(at, state, way)
                for edge in edges:
                    self._take(at, state, way, edge)
        state, way = min(self._ways[-1].items(), key=lambda one: one[1].cost + one[0].left)
        return _played_back(way), way.cost

    def _put(self, at: int, state: _State, way: _Way) -> None:
        known = self._ways[at].get(state)
        if known is None or way.cost < known.cost:
            self._ways[at][state] = way

    def _weight(self, edge: Edge, context: Context) -> float | None:
        _, family, rule, roles = edge
        key = (id(roles), id(context.owner), context.loaded, context.counted, context.next_is_name)
        if key not in self._weights:
            self._weights[key] = self._weigh(family, rule, roles, context)
        return self._weights[key]

    def _pass(self, at: int, state: _State, way: _Way) -> None:
        """The span is in no phrase: a line's end, a name, or a word left out."""
        atom = self._atoms[at]
        if atom.has("LINE"):
            self._end_line(at, state, way)
            return
        if atom.has(*_NAMES):
            self._name(at, state, way)
            return
        cost = max((_SKIPPED[one] for one in atom.symbols if one in _SKIPPED), default=_PLAIN)
        if state.reached == at and atom.has(*_SMALL) and not atom.has("SEP"):
            state = replace(state, reached=at + 1)
        self._put(at + 1, state, _Way(way.cost + cost, way))

    def _end_line(self, at: int, state: _State, way: _Way) -> None:
        if state.pending == "bouts":
            self._put(at + 1, state, _Way(way.cost + _NAMELESS, way))
        orphaned = bool(state.pending) and (state.owner < 0 or state.pending == "bouts")
        cost = state.left if orphaned else _NAMELESS if state.pending else 0.0
        bout = NO_BOUT if state.pending else state.bout
        after = _State(state.owner, loaded=state.loaded, counted=state.counted, bout=bout)
        self._put(at + 1, after, _Way(way.cost + cost, way, names=_DROPPED if state.pending else -1))

    def _name(self, at: int, state: _State, way: _Way) -> None:
        """A name takes what is pending, begins anew, or is only a word."""
        atom = self._atoms[at]
        kind = "sets" if atom.has("EX") else "bouts"
        self._put(at + 1, state, _Way(way.cost + _SKIPPED["EX" if kind == "sets" else "BOUT"], way))
        if state.pending:
            self._name_pending(at, kind, state, way)
            return
        again = kind == "bouts" and not state.bout.empty and atom.named == self._atoms[state.owner].named
        self._put(at + 1, _State(at, reached=at + 1), _Way(way.cost + (_AGAIN if again else 0.0), way))
        if again:
            self._put(at + 1, state, _Way(way.cost, way))

    def _name_pending(self, at: int, kind: str, state: _State, way: _Way) -> None:
        if state.pending == kind or _as_sets(self._atoms[at], state.pending):
            aside = _ASIDE if kind == state.pending == "bouts" and state.reached != at else 0.0
            suffix = state.counted or state.pending == "bouts"
            taken = _State(at, "", suffix, state.loaded, state.counted, state.bout, at + 1)
            self._put(at + 1, taken, _Way(way.cost + aside, way, names=at))
        dropped = state.left if kind == "sets" and state.pending == "bouts" else 2 * _ORPHAN
        self._put(at + 1, _State(at, reached=at + 1), _Way(way.cost + dropped, way, names=_DROPPED))

    def _take(self, at: int, state: _State, way: _Way, edge: Edge) -> None:
        """A phrase of the name before it, of one that comes, or of none."""
        family = edge[1]
        if family == "bouts":
            self._grow(at, state, way, edge)
        elif family == "sets":
            self._take_behind(at, state, way, edge)
            if state.pending == "bouts":
                way, state = _Way(way.cost + state.left, way, names=_DROPPED), _State(state.owner)
            self._take_before(at, state, way, edge)
        else:
            weight = self._weight(edge, Context(None, state.loaded, state.counted))
            if weight is not None:
                self._put(edge[0], state, self._extended(at, way, edge, weight))

    def _extended(  # noqa: PLR0917 - what a piece is made of
        self, at: int, way: _Way, edge: Edge, weight: float, owner: int = -1, more: float = 0.0
    ) -> _Way:
        end, family, rule, roles = edge
        piece = Piece(family, rule, roles, at, end, weight, owner, self._atoms[at])
        return _Way(way.cost + _PIECE + rule.cost + weight + more, way, piece)

    def _owner(self, state: _State) -> Atom | None:
        return self._atoms[state.owner] if state.owner >= 0 else None

    def _take_behind(self, at: int, state: _State, way: _Way, edge: Edge) -> None:
        """Sets of the name before them."""
        owner = self._owner(state)
        if owner is None or state.pending or not (owner.has("EX") or _as_sets(owner, "sets")):
            return
        weight = self._weight(edge, Context(owner, state.loaded, state.counted))
        if weight is not None:
            more = self._behind(at, state, owner, edge) + self._leads_a_name(at, edge)
            after = state.with_phrase("", edge[3])
            self._put(edge[0], after, self._extended(at, way, edge, weight, state.owner, more))

    def _take_before(self, at: int, state: _State, way: _Way, edge: Edge) -> None:
        """Sets of a name that comes."""
        end, family, rule, roles = edge
        if state.pending not in ("", family):
            return
        waits = bool(state.pending)
        ahead = self._ahead[end]
        next_to = end < len(self._atoms) and self._atoms[end] is ahead
        weight = self._weight(edge, Context(ahead, waits and state.loaded, waits and state.counted, next_to))
        if weight is None:
            return
        owner = self._owner(state)
        dear = self._before(at, state, owner)
        if rule.does == "load":
            dear = min(dear, 0.4) if next_to else 1.0 if owner is not None else dear
        after = replace(state, loaded=waits and state.loaded).with_phrase(family, roles)
        self._put(end, after, self._extended(at, way, edge, weight, -1, dear))

    def _behind(self, at: int, state: _State, owner: Atom, edge: Edge) -> float:
        """What it costs that figures stand behind the name that they belong to."""
        here, ahead = self._atoms[at], self._ahead[edge[0]]
        if owner.line != here.line:
            return 0.0
        if state.suffix and owner.has("EX"):
            near = self._atoms[at - 1] is owner or self._atoms[at - 2] is owner
            return 0.8 if edge[2].does != "load" else -0.8 if near else 0.0
        nearer = owner.clause != here.clause and ahead is not None and ahead.clause == here.clause
        return (1.0 if owner.dead else 0.0) + (0.5 if nearer else 0.0)

    def _leads_a_name(self, at: int, edge: Edge) -> float:
        """What it costs that figures right before another name are not that name's."""
        end, _, _, roles = edge
        if end >= len(self._atoms) or not self._atoms[end].has("EX") or not roles:
            return 0.0
        loaded = roles[-1][0] in _LOADS
        if loaded and end - 2 > at and self._atoms[end - 2].has("COMMA"):
            return 1.2
        return 0.6 if loaded or (at and self._atoms[at - 1].has("CIRCUIT", "THEN")) else 0.0

    def _before(self, at: int, state: _State, owner: Atom | None) -> float:
        """What it costs that figures stand before the name that they belong to."""
        here = self._atoms[at]
        if state.suffix or state.pending:
            return 0.0
        if owner is None or here.line != owner.line:
            return 0.2
        return 1.5 if owner.clause == here.clause and not owner.dead else 0.6

    def _grow(self, at: int, state: _State, way: _Way, edge: Edge) -> None:
        """A phrase of a bout: of the name before it, or of one that comes."""
        end, family, rule, roles = edge
        owner, follows = self._owner(state), self._leads_to_bout(end)
        if owner is not None and owner.has("BOUT") and owner.named is not None and not state.pending:
            step = grown(state.bout, rule, roles, kind_of(owner.named.name))
            if step is not None:
                loose = (follows and state.reached != at) or owner.dead
                after = replace(state, pending="", bout=step[0], reached=end)
                more = _FOLLOWED if loose else 0.0
                self._put(end, after, self._extended(at, way, edge, step[2], state.owner, more))
        if state.pending in ("", family):
            step = grown(state.bout if state.pending else NO_BOUT, rule, roles, _ANY)
            if step is not None and not (step[0].empty and step[0].pace is None):
                dear = 0.0 if state.suffix or state.pending else self._dear(at, owner, follows=follows)
                after = replace(state, pending=family, bout=step[0], reached=end)
                self._put(end, after, self._extended(at, way, edge, step[2], -1, dear))

    def _leads_to_bout(self, at: int) -> bool:
        """Whether a bout's name stands there, small words aside."""
        near = self._atoms[at : at + 4]
        named = next((one for one in near if not one.has(*_SMALL) or one.has("BOUT", "SEP")), None)
        return named is not None and named.has("BOUT")

    def _dear(self, at: int, owner: Atom | None, *, follows: bool) -> float:
        """What it costs that a figure of a bout behind a name waits for another one."""
        if owner is None or self._atoms[at].line != owner.line:
            return 0.2
        return 0.3 if follows or owner.dead or owner.has("EX") else 1.5


def _as_sets(name: Atom, family: str) -> bool:
    """Whether a bout's name means an exercise where it has loads and repetitions."""
    return family == "sets" and name.named is not None and name_as_sets(name.named.name) is not None


def _names_ahead(atoms: Sequence[Atom]) -> list[Atom | None]:
    """The next name of each place's line."""
    names: list[Atom | None] = [None] * (len(atoms) + 1)
    for at in range(len(atoms) - 1, -1, -1):
        atom = atoms[at]
        names[at] = atom if atom.has(*_NAMES) else None if atom.has("LINE") else names[at + 1]
    return names


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
