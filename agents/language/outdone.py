"""What was meant and what became of it: `supposed to run 8 miles, did 6`, `3x15 - did 2x15`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agents.language.assertion import ARROWS, Message, Unit
from agents.language.atoms import FIGURES, Atom
from agents.language.features import NAMES
from agents.language.repairs import in_unit_of

_MEANT, _DENIED = frozenset(("planned", "negated", "habit")), frozenset(("negated",))
_OTHERS = frozenset(("other",))
_ARROWED = ("arrows", "crossed_off")
"""The rows of triggers that say that arrows lead to what was done: `3x5 @ 80kg -> 80kg 5,5,4`."""
_LEAD = 2
"""Words by which it is said that it was done."""


def outdone(message: Message, unit: Unit, follows: Unit) -> bool:
    """Whether the next figures tell what became of those that were meant."""
    own, other = message.atoms[unit.first : unit.end], message.atoms[follows.first : follows.end]
    if not _are_alike(own, other) or other[0].sentence > own[-1].sentence + 1:
        return False
    begins = message.line_of(follows.first)[0]
    if begins >= unit.end and message.is_arrow(begins, follows.first):
        return unit.categories <= _MEANT
    if unit.categories:
        done = _is_done(message, follows) or _is_given_up(message, unit)
        meant = unit.categories <= _MEANT and unit.categories != _DENIED
        return (meant and done) or (unit.categories == _OTHERS and _is_mine(message, follows))
    if own[-1].line != other[0].line:
        return False
    if ARROWS & {own[-1].text, message.atoms[unit.end].text}:
        return any(one.row.name in _ARROWED for one in message.triggers)
    meant = own[-1].has("DASH") and any(atom.has("X") for atom in own)
    return meant and _begins_done(message, follows)


def _are_alike(own: Sequence[Atom], other: Sequence[Atom]) -> bool:
    """Whether both hold figures that may be of one thing."""
    mine, yours = _kinds(own), _kinds(other)
    names = {atom.text for atom in other if atom.has(*NAMES)}
    if any(atom.has("LAST_SET", "LAST_FEW", "NTH_SET") for atom in other):
        return False
    if not names <= {atom.text for atom in own if atom.has(*NAMES)}:
        return False
    return bool(mine & yours) or (bool(mine) and "NUM" in yours)


def _kinds(atoms: Sequence[Atom]) -> frozenset[str]:
    return frozenset[str]().union(*[atom.symbols for atom in atoms]) & FIGURES


def _is_mine(message: Message, unit: Unit) -> bool:
    """Whether it names the writer behind what others did: `my wife had 18,000 steps, I only 11,400`."""
    words = message.clause_words[message.nth_clause(unit.first)]
    return not unit.categories and any(message.known.kind(word.text, "selves") for word in words)


def _is_done(message: Message, unit: Unit) -> bool:
    triggers = message.clause_triggers[message.nth_clause(unit.first)]
    return any(one.row.is_ in ("done", "now") for one in triggers) and not unit.categories


def _is_given_up(message: Message, unit: Unit) -> bool:
    """Whether the words of a plan say that something else came of it: `140 3개 하려다 2개`."""
    triggers = message.clause_triggers[message.nth_clause(unit.first)]
    return any(one.row.name == "after_plan" for one in triggers)


def _begins_done(message: Message, unit: Unit) -> bool:
    nth = message.nth_clause(unit.first)
    led = [word.start for word in message.clause_words[nth] if word.text[0].isalpha()][:_LEAD]
    behind = message.clause_triggers[nth + 1][:1] if nth + 1 < len(message.clauses) else []
    ended = [one for one in behind if one.row.name == "broken_off"]
    return bool(ended) or any(
        one.row.is_ == "done" and one.start in led for one in message.clause_triggers[nth]
    )


def _named_again(own: Sequence[Atom], other: Sequence[Atom]) -> Sequence[Atom]:
    """The next figures, with the measure that was meant in the place of the word before them."""
    name = next((atom for atom in own if atom.has("METRIC")), None)
    at = next((at for at, atom in enumerate(other) if atom.figure), 0)
    if name is None or not at or any(atom.has(*NAMES) for atom in other):
        return other
    said = replace(other[at - 1], symbols=name.symbols, named=name.named)
    return [*other[: at - 1], said, *other[at:]]


def lent(own: Sequence[Atom], other: Sequence[Atom]) -> list[Atom]:
    """The next figures, a bare one in the unit of what was meant: `supposed to run 8 miles, did 6`.

    The verb stands for the measure that was named: `meant to sleep 8h, got 5`.
    """
    other = _named_again(own, other)
    figures = [atom for atom in own if atom.figure]
    if len(figures) != 1 or any(atom.has(*figures[0].symbols) for atom in other):
        return list(other)
    result = list(other)
    for at, atom in enumerate(other):
        if "NUM" in atom.symbols:
            alone = at + 1 == len(other) or not other[at + 1].has("X", "REPS", "SETS", "SLASH")
            told = in_unit_of(figures[0], atom)
            if alone and told.value < figures[0].value:
                result[at] = replace(told, start=atom.start, end=atom.end, glued=atom.glued)
            break
    return result
