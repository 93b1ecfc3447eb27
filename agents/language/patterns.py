"""Patterns over symbols, as rows of YAML files, matched all at once by an automaton built as it is used.

A pattern is words and operators: `load X reps X sets`, `load (SEP load)+ FOR reps`. A word in capitals is a
symbol that a span may have; a word in small letters is a role: any symbol that `roles` lists can fill it.
`?`, `*` and `+` follow what they repeat, `|` stands between alternatives in brackets.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Protocol


class Symbols(Protocol):
    """Whatever is matched: a span that may be any of its symbols."""

    @property
    def symbols(self) -> frozenset[str]:
        """What it may be."""
        ...


class PatternError(ValueError):
    """A row that is no pattern; the message says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """One span: any of `symbols`. `role` is "" for one that only has to be there."""

    symbols: frozenset[str]
    role: str = ""


@dataclass(frozen=True, slots=True)
class Repeat:
    """`node` from `least` times on; at most once where `many` is false."""

    node: Node
    least: int
    many: bool


@dataclass(frozen=True, slots=True)
class Group:
    """One of several rows of nodes."""

    choices: tuple[tuple[Node, ...], ...]


Node = Leaf | Repeat | Group
_WORD = re.compile(r"\s*(?:([A-Za-z_][\w.]*)|([()|?*+]))")


def parsed(pattern: str, roles: Mapping[str, frozenset[str]]) -> Group:
    """The tree of a pattern. Raises PatternError."""
    words: list[str] = []
    at = 0
    while pattern[at:].strip():
        match = _WORD.match(pattern, at)
        if match is None:
            raise PatternError(
                f"{pattern[at:].split(maxsplit=1)[0]!r} is neither a symbol, a role nor an operator"
            )
        words.append(match[1] or match[2])
        at = match.end()
    group, rest = _group(words, 0, roles)
    if rest != len(words):
        raise PatternError("a bracket closes that none opened")
    return group


def _group(words: Sequence[str], at: int, roles: Mapping[str, frozenset[str]]) -> tuple[Group, int]:
    choices: list[tuple[Node, ...]] = []
    row: list[Node] = []
    while at < len(words) and words[at] != ")":
        word = words[at]
        at += 1
        if word == "|":
            choices.append(tuple(row))
            row = []
        elif word in "?*+":
            if not row:
                raise PatternError(f"nothing stands before {word!r}")
            row[-1] = Repeat(row[-1], least=int(word == "+"), many=word != "?")
        elif word == "(":
            inner, at = _group(words, at, roles)
            if at >= len(words):
                raise PatternError("a bracket is not closed")
            row.append(inner)
            at += 1
        else:
            row.append(_leaf(word, roles))
    choices.append(tuple(row))
    if not all(choices):
        raise PatternError("an alternative is empty")
    return Group(tuple(choices)), at


def _leaf(word: str, roles: Mapping[str, frozenset[str]]) -> Leaf:
    if word.isupper():
        return _symbol(word)
    if word not in roles:
        raise PatternError(f"{word!r} is no role: {', '.join(sorted(roles))}")
    return Leaf(roles[word], word)


@cache
def _symbol(word: str) -> Leaf:
    return Leaf(frozenset((word,)))


Places = tuple[tuple[str, int], ...]
"""Roles in order, each with the place of its span."""


def filled(tree: Node, spans: Sequence[Symbols], start: int, end: int) -> Places | None:
    """Which role each of spans[start:end] has, in order; None when the tree does not cover them."""
    for at, roles in _walks((tree,), spans, start, end):
        if at == end:
            return roles
    return None


_Walk = tuple[int, Places]


def _walks(nodes: tuple[Node, ...], spans: Sequence[Symbols], at: int, end: int) -> Iterator[_Walk]:
    """Every way through the nodes from `at` on, the longest repetitions first."""
    if not nodes:
        yield at, ()
        return
    node, rest = nodes[0], nodes[1:]
    for reached, roles in _steps(node, spans, at, end):
        for last, more in _walks(rest, spans, reached, end):
            yield last, (*roles, *more)


def _steps(node: Node, spans: Sequence[Symbols], at: int, end: int) -> Iterator[_Walk]:
    match node:
        case Leaf(symbols, role):
            if at < end and not symbols.isdisjoint(spans[at].symbols):
                yield at + 1, ((role, at),) if role else ()
        case Group(choices):
            for choice in choices:
                yield from _walks(choice, spans, at, end)
        case Repeat():
            yield from _repeats(node, spans, at, end)


def _repeats(node: Repeat, spans: Sequence[Symbols], at: int, end: int) -> Iterator[_Walk]:
    again = (Repeat(node.node, 0, node.many),) if node.many else ()
    for reached, roles in _steps(node.node, spans, at, end):
        if reached > at:
            for last, more in _walks(again, spans, reached, end):
                yield last, (*roles, *more)
    if not node.least:
        yield at, ()


_NO_LEAF = (frozenset[str](), -1)


class Automaton:
    """All patterns at once. Its states are made when a text first leads to them, and kept."""

    def __init__(self, trees: Iterable[Node]) -> None:
        self._leaves: list[tuple[frozenset[str], int]] = []
        """Symbols of each transition and the state that it leads to, by the number of its state."""
        self._free: list[tuple[int, ...]] = []
        """States reached from each without a span."""
        self._accepts: dict[int, int] = {}
        begins = tuple([self._grown(tree, number) for number, tree in enumerate(trees)])
        self._sets: dict[tuple[int, ...], int] = {}
        self._states: list[tuple[int, ...]] = []
        self._next: list[dict[frozenset[str], int]] = []
        self.accepted: list[tuple[int, ...]] = []
        """The patterns that end in each state of the automaton."""
        self._state(())
        self.begin = self._state(self._closure(begins))

    def _new(self) -> int:
        self._leaves.append(_NO_LEAF)
        self._free.append(())
        return len(self._free) - 1

    def _grown(self, tree: Node, number: int) -> int:
        end = self._new()
        self._accepts[end] = number
        return self._add(tree, end)

    def _add(self, node: Node, then: int) -> int:
        """The state from which `node` leads to the state `then`."""
        state = self._new()
        match node:
            case Leaf(symbols):
                self._leaves[state] = (symbols, then)
            case Group(choices):
                self._free[state] = tuple([self._row(choice, then) for choice in choices])
            case Repeat(inner, least, many):
                back = self._new() if many else then
                begin = self._add(inner, back)
                if many:
                    self._free[back] = (begin, then)
                self._free[state] = (begin,) if least else (begin, then)
        return state

    def _row(self, row: Sequence[Node], then: int) -> int:
        for node in reversed(row):
            then = self._add(node, then)
        return then

    def _closure(self, states: Iterable[int]) -> tuple[int, ...]:
        """Those that are reached without a span, as far as a span leads on or a pattern ends there."""
        found: set[int] = set()
        left = list(states)
        while left:
            state = left.pop()
            if state not in found:
                found.add(state)
                left.extend(self._free[state])
        lead = (one for one in found if one in self._accepts or self._leaves[one] is not _NO_LEAF)
        return tuple(sorted(lead))

    def _state(self, states: tuple[int, ...]) -> int:
        number = self._sets.get(states)
        if number is None:
            number = self._sets[states] = len(self._states)
            self._states.append(states)
            self._next.append({})
            self.accepted.append(tuple(sorted(self._accepts[one] for one in states if one in self._accepts)))
        return number

    def after(self, state: int, symbols: frozenset[str]) -> int:
        """The state after one more span; 0 when no pattern goes on."""
        known = self._next[state].get(symbols)
        if known is None:
            reached = [
                self._leaves[one][1]
                for one in self._states[state]
                if not symbols.isdisjoint(self._leaves[one][0])
            ]
            known = self._next[state][symbols] = self._state(self._closure(reached))
        return known

    def begins(self, symbols: frozenset[str]) -> bool:
        """Whether any pattern begins with such a span."""
        return self.after(self.begin, symbols) != 0

    def ends(self, spans: Sequence[Symbols], at: int, longest: int) -> Iterator[tuple[int, int]]:
        """Every pattern that begins at `at`, as its number and where it ends; the shortest first."""
        state = self.begin
        for place in range(at, min(len(spans), at + longest)):
            state = self.after(state, spans[place].symbols)
            if not state:
                return
            for number in self.accepted[state]:
                yield number, place + 1
