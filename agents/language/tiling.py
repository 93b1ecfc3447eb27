"""The cheapest way to cover a message with phrases.

Longest coverage first, then fewest pieces, then what figures are likely: a shortest path over the message,
whose states say which name figures belong to.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from agents.language.atoms import Atom
from agents.language.bouts import kind_of
from agents.language.edges import LONGEST, SHORT, Alike, Effect, edges_at
from agents.language.grown_bouts import NAMELESS, ORPHAN, GrownBouts
from agents.language.looks import (
    ENDLESS,
    SKIPPED,
    bare_exercises,
    headed,
    look,
    names_ahead,
    runs_of,
    strange,
)
from agents.language.moves import bodyweight_moves, is_hold, is_lifted, is_of_the_body
from agents.language.pieces import Context, Edge, Piece

_WIDTH, _NARROW = 12, 3
"""States that are followed from one place, and in endless figures."""
_PIECE = 0.5
"""What a phrase costs beside its row and figures."""
_BEHIND = (1, 2)
"""Spans from a name to what stands right behind it."""
_ASIDE, _AGAIN, _FOLLOWED, _ACROSS = 0.4, 0.1, 0.5, 1.0
_SPANNED = 1.0
"""A time and a way of two clauses between two names: `yoga 30 min, 3k run`."""
_PASSED = 1.2
"""Figures of a name of another clause, where theirs ends with one that has no others: `10 dips`."""
_OTHERS = 4.0
"""The load of a name behind its count, with the count of the next one: `12 deadlifts 155 / 9 cleans`."""
_DROPPED = -2


class _State(NamedTuple):
    """`owner` is the place of the name that figures belong to.

    `suffix`: names follow their figures in this line. `pending`: the family of figures that wait for a name.
    """

    owner: int = -1
    pending: str = ""
    suffix: bool = False
    loaded: bool = False
    counted: bool = False
    """Whether repetitions or a time were told for it."""
    bout: int = 0
    """The number of the bout that its figures grow."""
    reached: int = -1
    """Where the last name or phrase of a bout ended."""


class _Step(NamedTuple):
    """A name or phrase on the way; spans that were left out have none."""

    before: _Step | None
    names: int = -1
    """The place of the name that takes what is pending; _DROPPED where it stays without one."""
    piece: tuple[int, Edge, float, int] | None = None
    """Where a phrase begins, which it is, how unlikely its figures are and the place of its name."""


_Way = tuple[float, _Step | None]
"""What it costs to come to a state, and its last step."""


def tiled(atoms: Sequence[Atom]) -> tuple[list[Piece], float]:
    """The pieces of the cheapest way, in order, and what it costs. Linear in the number of atoms."""
    return _Search(atoms).found()


class _Search:
    """The ways over one message."""

    def __init__(self, atoms: Sequence[Atom]) -> None:
        self._atoms = atoms
        self._looks = [look(atom.symbols) for atom in atoms]
        self._ahead = names_ahead(self._looks)
        self._bare = bare_exercises(atoms, self._ahead)
        self._strange = strange(atoms)
        self._headed = headed(atoms)
        self._to_bouts = [self._leads_to_bout(at) for at in range(len(atoms) + 1)]
        self._ways: list[dict[_State, _Way]] = [{} for _ in range(len(atoms) + 1)]
        self._bouts = GrownBouts()
        self._known_moves: dict[int, tuple[bool, bool, bool]] = {}

    def found(self) -> tuple[list[Piece], float]:
        """The pieces of the cheapest way, and its cost."""
        runs, endless = runs_of(self._atoms), False
        self._ways[0][_State()] = (0.0, None)
        for at in range(len(self._atoms)):
            endless = runs[at] > (0 if endless else ENDLESS)
            here, width = self._ways[at], _NARROW if endless else _WIDTH
            if len(here) > width:
                here = dict(sorted(here.items(), key=lambda one: one[1][0])[:width])
            edges = edges_at(self._atoms, at, SHORT if endless else LONGEST)
            passed = self._passing(at)
            self._bouts.turn()
            for state, way in here.items():
                passed(at, state, way)
                if edges.sets:
                    self._take_sets(at, state, way, edges.sets)
                for edge in edges.bouts:
                    self._grow(at, state, way, edge)
                if edges.others:
                    self._take_others(at, state, way, edges.others)
            self._ways[at] = {}
        _, way = min(self._ways[-1].items(), key=lambda one: one[1][0] + self._left(one[0]))
        return _played_back(self._atoms, way[1]), way[0]

    def _put(  # noqa: PLR0917 - what a step is made of
        self, at: int, state: _State, cost: float, before: _Step | None, names: int = -1,
        piece: tuple[int, Edge, float, int] | None = None,
    ) -> None:  # fmt: skip
        ways = self._ways[at]
        known = ways.get(state)
        if known is None or cost < known[0]:
            same = names == -1 and piece is None
            ways[state] = (cost, before if same else _Step(before, names, piece))

    def _left(self, state: _State) -> float:
        """What it costs that no name came for what is pending."""
        if state.pending == "bouts":
            return self._bouts.left(state.bout)
        return ORPHAN if state.pending else 0.0

    def _passing(self, at: int) -> Callable[[int, _State, _Way], None]:
        """What is done where the span is in no phrase: a line's end, a name, or a word left out."""
        look = self._looks[at]
        return self._end_line if look.line else self._name if look.name else self._leave_out

    def _leave_out(self, at: int, state: _State, way: _Way) -> None:
        look = self._looks[at]
        if state.reached == at and look.small:
            state = state._replace(reached=at + 1)
        cost = look.cost / 2 if self._strange[at] else look.cost
        if state.pending and self._parts(at, state.pending):
            ended = _State(state.owner, loaded=state.loaded, counted=state.counted)
            self._put(at + 1, ended, way[0] + cost + self._left(state), way[1], _DROPPED)
            cost += _ACROSS
        self._put(at + 1, state, way[0] + cost, way[1])

    def _parts(self, at: int, pending: str) -> bool:
        """Whether a name behind there is seldom of what waits: a sentence ends, or another deed begins."""
        if pending == "bouts" and self._atoms[at].has("THEN"):
            return True
        return at + 1 < len(self._atoms) and self._atoms[at].sentence != self._atoms[at + 1].sentence

    def _end_line(self, at: int, state: _State, way: _Way) -> None:
        cost, before = way
        if state.pending == "bouts":
            self._put(at + 1, state, cost + NAMELESS, before)
        orphaned = bool(state.pending) and (state.owner < 0 or state.pending == "bouts")
        cost += self._left(state) if orphaned else NAMELESS if state.pending else 0.0
        bout = 0 if state.pending else state.bout
        after = _State(state.owner, loaded=state.loaded, counted=state.counted, bout=bout)
        self._put(at + 1, after, cost, before, _DROPPED if state.pending else -1)

    def _name(self, at: int, state: _State, way: _Way) -> None:
        """A name takes what is pending, begins anew, or is only a word."""
        kind, (cost, before) = self._looks[at].name, way
        parts = state.pending == "sets" and any(one.figure for one in self._atoms[at + 1 : at + 2])
        parts = (parts and state.counted) or (kind == "bouts" and not state.pending and self._is_told(at))
        skipped = SKIPPED["EX" if kind == "sets" else "BOUT"] + (_ACROSS if parts else 0.0)
        self._put(at + 1, state, cost + skipped, before)
        if state.pending:
            self._name_pending(at, kind, state, way)
            return
        again = kind == "bouts" and not self._bouts[state.bout].empty
        again = again and self._atoms[at].named == self._atoms[state.owner].named
        self._put(at + 1, _State(at, reached=at + 1), cost + (_AGAIN if again else 0.0), before)
        if again:
            self._put(at + 1, state, cost, before)

    def _is_told(self, at: int) -> bool:
        """Whether a name has its own way or time right behind it, and its clause names nothing else."""
        here, behind = self._atoms[at], self._atoms[at + 1 : at + 2]
        if not behind or behind[0].clause != here.clause or not behind[0].has("TIME", "CLOCK", "DIST", "K"):
            return False
        ahead = self._ahead[at + 1]
        return ahead < 0 or self._atoms[ahead].clause != here.clause

    def _name_pending(self, at: int, kind: str, state: _State, way: _Way) -> None:
        cost, before = way
        taken = state.pending == kind or (state.pending == "sets" and is_lifted(self._atoms[at]))
        if taken and not self._is_denied(at):
            aside = _ASIDE if kind == state.pending == "bouts" and state.reached != at else 0.0
            suffix = state.counted or state.pending == "bouts"
            after = _State(at, "", suffix, state.loaded, state.counted, state.bout, at + 1)
            self._put(at + 1, after, cost + aside, before, at)
        dropped = self._left(state) if kind == "sets" and state.pending == "bouts" else 2 * ORPHAN
        self._put(at + 1, _State(at, reached=at + 1), cost + dropped, before, _DROPPED)

    def _is_denied(self, at: int) -> bool:
        """Whether a name tells of nothing that was done, and not of the figures before it either."""
        return self._atoms[at].dead and self._atoms[at - 1].clause != self._atoms[at].clause

    def _take_others(self, at: int, state: _State, way: _Way, groups: Sequence[Alike]) -> None:
        """Phrases of metrics and marks, which change nothing else."""
        context = Context(state.loaded, state.counted)
        for group in groups:
            self._puts(at, state, way, 0.0, group, context, -1)

    def _puts(  # noqa: PLR0917 - in the innermost loop a value of its own costs a third
        self, at: int, after: _State, way: _Way, more: float, group: Alike, context: Context, owner: int
    ) -> None:
        """The cheapest phrases of a group lead to the state `after`."""
        ways = self._ways[group.end]
        cheapest = group.known.get(context)
        for row, weight, edge in group.cheapest(context) if cheapest is None else cheapest:
            cost = way[0] + _PIECE + row + weight + more
            known = ways.get(after)
            if known is None or cost < known[0]:
                ways[after] = (cost, _Step(way[1], -1, (at, edge, weight, owner)))

    def _take_sets(self, at: int, state: _State, way: _Way, groups: Sequence[Alike]) -> None:
        """Phrases of the name before them, of one that comes, or of none."""
        owner = state.owner
        if state.pending in ("", "sets"):
            if not state.pending and owner >= 0 and self._lifts(owner):
                self._take_behind(at, state, way, groups)
            self._take_before(at, state, way, groups)
        elif state.pending == "bouts":
            dropped = (way[0] + self._left(state), _Step(way[1], _DROPPED))
            self._take_before(at, _State(owner), dropped, groups)

    def _lifts(self, place: int) -> bool:
        return is_lifted(self._atoms[place])

    def _take_behind(self, at: int, state: _State, way: _Way, groups: Sequence[Alike]) -> None:
        """Sets of the name before them."""
        owner, suffix, loaded, counted = state.owner, state.suffix, state.loaded, state.counted
        context = self._context(owner, loaded, counted, False)
        for group in groups:
            effect = group.effect
            others = effect.loose and suffix and self._ahead[effect.end] == effect.end
            more = self._behind(at, state, effect) + effect.leads + (_OTHERS if others else 0.0)
            after = _State(owner, "", suffix, loaded or effect.loaded, counted or effect.counted)
            self._puts(at, after, way, more, group, context, owner)

    def _take_before(self, at: int, state: _State, way: _Way, groups: Sequence[Alike]) -> None:
        """Sets of a name that comes."""
        owner, _, suffix, loaded, counted, _, _ = state
        waits = bool(state.pending)
        loaded, counted = waits and loaded, waits and counted
        before = self._before(at, state)
        for group in groups:
            effect, end = group.effect, group.end
            ahead = self._ahead[end]
            more = before
            if effect.only_load:
                more = min(before, 0.4) if ahead == end else 1.0 if owner >= 0 else before
            elif effect.parted and suffix and at - owner in _BEHIND:
                more = before + ORPHAN
            elif effect.loose and suffix and at - owner == 1:
                more = before + _OTHERS
            after = _State(owner, "sets", suffix, loaded or effect.loaded, counted or effect.counted)
            self._puts(at, after, way, more, group, self._context(ahead, loaded, counted, ahead == end), -1)

    def _context(self, place: int, loaded: bool, counted: bool, next_is_name: bool) -> Context:
        """What figures stand in that belong to the name at a place, or to none."""
        if place < 0:
            return Context(loaded, counted, next_is_name)
        return Context(loaded, counted, next_is_name, *self._moves(place))

    def _moves(self, place: int) -> tuple[bool, bool, bool]:
        """Whether an exercise is named there, and is one without a load, or a hold."""
        found = self._known_moves.get(place)
        if found is None:
            named = self._atoms[place].named
            name = named.name if named is not None else ""
            bare = name in bodyweight_moves() or is_of_the_body(self._atoms[place].text)
            found = self._known_moves[place] = (bool(name), bare, is_hold(name))
        return found

    def _behind(self, at: int, state: _State, effect: Effect) -> float:
        """What it costs that figures stand behind the name that they belong to."""
        owner, here, ahead = self._atoms[state.owner], self._atoms[at], self._ahead[effect.end]
        begun = ahead >= 0 and self._atoms[ahead].clause == here.clause
        if owner.clause != here.clause and begun and self._is_anew(ahead, owner):
            return _PASSED
        if owner.line != here.line:
            return 2 * ORPHAN if self._headed[at] else 0.0
        apart = owner.clause != here.clause if owner.has("PART") else here.sentence > owner.sentence + 1
        if effect.only_load and apart:  # `calves destroyed, 84 kg`
            return ORPHAN
        if state.suffix and self._lifts(state.owner):
            near = at - state.owner in _BEHIND
            return 0.8 if not effect.only_load else -0.8 if near else 0.0
        nearer = owner.clause != here.clause and begun
        return (1.0 if owner.dead else 0.0) + (0.5 if nearer else 0.0)

    def _is_anew(self, place: int, owner: Atom) -> bool:
        """Whether an exercise without figures behind it is another one than `owner`."""
        named, known = self._atoms[place].named, owner.named
        return place in self._bare and not (named and known and known.name.endswith(named.name))

    def _before(self, at: int, state: _State) -> float:
        """What it costs that figures stand before the name that they belong to."""
        if state.suffix or state.pending:
            return 0.0
        here, owner = self._atoms[at], self._atoms[state.owner]
        if state.owner < 0 or here.line != owner.line or self._atoms[at - 1].has("CIRCUIT"):
            return 0.2
        near = owner.clause == here.clause and not owner.dead and self._lifts(state.owner)
        return 1.5 if near else 0.6

    def _grow(self, at: int, state: _State, way: _Way, edge: Edge) -> None:
        """A phrase of a bout: of the name before it, or of one that comes."""
        end, _, rule, _ = edge
        if any(self._strange[at + 1 : end]):  # `ran 5k, 40 minutes of painting`
            return
        named = self._atoms[state.owner].named if state.owner >= 0 else None
        follows = self._to_bouts[end]
        spans = follows and state.owner >= 0 and self._atoms[at].clause != self._atoms[end - 1].clause
        spans = spans and self._atoms[self._ahead[end]].named != self._atoms[state.owner].named
        cost = way[0] + _PIECE + rule.cost + (_SPANNED if spans else 0.0)
        if named is not None and not state.pending and self._looks[state.owner].bout:
            kind = kind_of(named.name)
            away = kind.minutes and state.reached != at and self._atoms[at].has("NUM")
            step = None if away else self._bouts.grown(state.bout, edge, kind)
            if step is not None:
                after = state._replace(pending="", bout=step[0], reached=end)
                more = self._loose(at, end, state, follows=follows)
                piece = (at, edge, step[1], state.owner)
                self._put(end, after, cost + step[1] + more, way[1], -1, piece)
        if state.pending in ("", "bouts"):
            step = self._bouts.grown(state.bout if state.pending else 0, edge, kind_of(""))
            if step is not None and step[2]:
                dear = 0.0 if state.suffix or state.pending else self._dear(at, state.owner, follows=follows)
                begun = state.pending and step[0] != state.bout
                timed = begun and self._bouts[state.bout].time and self._bouts[step[0]].time
                if timed and self._atoms[state.reached - 1].clause != self._atoms[at].clause:
                    dear = _ACROSS  # `30 min meeting, 20 min walk`
                after = state._replace(pending="bouts", bout=step[0], reached=end)
                self._put(end, after, cost + step[1] + dear, way[1], -1, (at, edge, step[1], -1))

    def _leads_to_bout(self, at: int) -> bool:
        """Whether a bout's name stands there, small words aside."""
        return next((one.bout for one in self._looks[at : at + 4] if not one.small), False)

    def _loose(self, at: int, end: int, state: _State, *, follows: bool) -> float:
        """What it costs that a phrase of a bout is of the name before it."""
        owner, here = self._atoms[state.owner], self._atoms[at]
        strange = self._strange[at] or (owner.dead and owner.sentence != here.sentence)
        if owner.clause != here.clause and strange:
            return ORPHAN
        away = state.reached != at or owner.has("TREADMILL")
        return _FOLLOWED if (follows and away) or owner.dead else 0.0

    def _dear(self, at: int, owner: int, *, follows: bool) -> float:
        """What it costs that a figure of a bout behind a name waits for another one."""
        if owner < 0 or self._atoms[at].line != self._atoms[owner].line:
            return 0.2
        return 0.3 if follows or self._atoms[owner].dead or self._looks[owner].name == "sets" else 1.5


def _played_back(atoms: Sequence[Atom], step: _Step | None) -> list[Piece]:
    """The pieces in order, those that waited for a name with the name that came."""
    steps: list[_Step] = []
    while step is not None:
        steps.append(step)
        step = step.before
    pieces: list[Piece] = []
    waiting: list[int] = []
    for one in reversed(steps):
        if one.names == _DROPPED:
            waiting = []
        elif one.names >= 0:
            for place in waiting:
                pieces[place] = replace(pieces[place], owner=one.names)
            waiting = []
        if one.piece is not None:
            start, (end, family, rule, roles), weight, owner = one.piece
            if owner < 0 and family not in ("metrics", "marks"):
                waiting.append(len(pieces))
            pieces.append(Piece(family, rule, roles, start, end, weight, owner, atoms[start]))
    return pieces
