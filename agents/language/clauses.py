"""Lines, sentences and clauses: where one statement of a message ends and the next begins."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile

from agents.language.atoms import Atom
from agents.language.days.dates import DayMention
from agents.language.triggers import Lexicon, Trigger


def divided(
    atoms: Sequence[Atom], triggers: Sequence[Trigger], mentions: Sequence[DayMention], known: Lexicon
) -> list[Atom]:
    """The atoms with the numbers of their line, sentence and clause."""
    closed = {one.end for one in triggers if one.row.is_ == "closes"}
    done = {one.end for one in triggers if one.row.is_ == "done"}
    begins, ends = _turns(atoms, mentions)
    apart = {*_turns_to_now(atoms, triggers), *_subjects(atoms, triggers, known), *_denials(atoms, triggers)}
    line = sentence = clause = 0
    result: list[Atom] = []
    for at, atom in enumerate(atoms):
        before = atoms[at - 1] if at else None
        after = atoms[at + 1] if at + 1 < len(atoms) else None
        postponed = before is not None and before.has("UNTIL")  # `moved it to sunday`
        if (atom.start in begins and not postponed) or (before is not None and before.end in ends):
            clause += 1
        if (
            _begins(atom, known)
            or _is_next_try(atoms, at)
            or (before is not None and before.end in done and known.kind(atom.text, "ahead"))
        ):
            clause += 1
        if _begins_a_miss(atoms, at) or atom.start in apart:
            clause += 1
        result.append(atom.placed(line, sentence, clause))
        if atom.has("LINE"):
            line, sentence, clause = line + 1, sentence + 1, clause + 1
        elif atom.has("STOP") and not _goes_on(after):
            sentence, clause = sentence + 1, clause + 1
        elif (
            (atom.has("COMMA", "CLOSE") and not _leads_to_figure(atoms, at))
            or atom.end in closed
            or _parts(atoms, at)
        ):
            clause += 1
    return result


def _leads_to_figure(atoms: Sequence[Atom], at: int) -> bool:
    """Whether only a rating or amount of what was told before stands behind it: `knee bad today, 6/10`."""
    ahead = list(takewhile(lambda one: not one.has(*_STOPS, "OPEN"), atoms[at + 1 : at + _LONGEST]))
    nearest = reversed(atoms[max(0, at - _FARTHEST) : at])
    behind = list(takewhile(lambda one: not one.has(*_STOPS), nearest))
    shape = [one for one in ahead if not one.has("LIGHT", "RATHER", "ONE")]
    if not shape or not shape[0].figure:
        return False
    if len(shape) == 3 and shape[1].has("SLASH", "OUT") and shape[2].value in _TOPS:
        return any(one.has("PAIN", "PART", "FEELING", "M_SCALE", "SLEEP") for one in behind)
    return len(shape) == 2 and shape[1].has("PORTION") and any(one.has("FOOD") for one in behind)


_LONGEST, _FARTHEST, _TOPS = 8, 40, (5, 10, 100)


def _turns_to_now(atoms: Sequence[Atom], triggers: Sequence[Trigger]) -> Iterator[int]:
    """Where what is follows figures of what was meant or was before: `goal 75kg now 78kg`."""
    if not any(one.row.is_ == "now" for one in triggers):
        return
    told = sorted(
        [(one.start, one.row.is_) for one in triggers]
        + [(atom.start, "figure") for atom in atoms if atom.figure]
        + [(atom.start, "ends") for atom in atoms if atom.has("STOP", "LINE")]
    )  # fmt: skip
    apart = figure = False
    for place, kind in told:
        if kind == "ends":
            apart = figure = False
        elif kind in ("planned", "past"):
            apart = True
        elif kind == "figure":
            figure = apart
        elif kind == "now" and apart and figure:
            yield place
            apart = figure = False


def _subjects(atoms: Sequence[Atom], triggers: Sequence[Trigger], known: Lexicon) -> Iterator[int]:
    """Where figures end and somebody's deeds begin, or one's own again: `pull-ups 8 7 my friend did 12`."""
    people = {one.start: one.end for one in triggers if one.row.is_ == "other" and one.row.name in PEOPLE}
    if not people:
        return
    verbs = {one.start: one.row.name for one in triggers if one.row.name in _DEEDS}
    told = theirs = False
    for at, atom in enumerate(atoms):
        if atom.has(*_STOPS):
            told = theirs = False
        elif atom.start in people and _is_subject(atoms, at, people[atom.start], verbs, known):
            first = at
            while first and known.kind(atoms[first - 1].text, "determiners"):
                first -= 1
            led = first - 1 - (first > 1 and atoms[first - 1].unheard)  # `with my club mates`
            if told and not known.kind(atoms[led].text, "beside"):
                yield atoms[first].start
            told, theirs = False, True
        elif told and theirs and known.kind(atom.text, "selves"):
            yield atom.start
            told = theirs = False
        told = told or atom.figure


def _denials(atoms: Sequence[Atom], triggers: Sequence[Trigger]) -> Iterator[int]:
    """Where what was not done follows what was: `had soup didn't swim`, `스쿼트 100 5x5 벤치는 못함`."""
    negated = (one for one in triggers if one.row.is_ == "negated" and one.row.direction != "backward")
    denied = {one.start: one.row.direction for one in negated}
    told, names = False, list[Atom]()
    for at, atom in enumerate(atoms if denied else ()):
        if atom.has(*_STOPS):
            told, names = False, []
        elif told and atom.start in denied and not atom.has("TICKED"):
            ahead = takewhile(lambda one: not (one.figure or one.has(*_STOPS)), atoms[at:])
            if len(names) > 1 and denied[atom.start] == "both":
                yield names[-1].start
            elif any(one.named is not None or one.has("MEAL", "FOOD") for one in ahead):
                yield atom.start
            told = False
        told = told or atom.figure or atom.has("HAD", "ATE")
        names = names[:1] if atom.figure else [*names[:1], atom] if atom.named is not None else names


_STOPS = ("STOP", "LINE", "COMMA")


def _is_subject(atoms: Sequence[Atom], at: int, end: int, verbs: Mapping[int, str], known: Lexicon) -> bool:
    """Whether a verb follows the person, or in Korean the particle of a subject."""
    behind = bisect_left(atoms, end, lo=at, key=lambda one: one.start)
    if known.kind(atoms[behind - 1].text[-1:], "subjects"):
        return True
    after = atoms[behind : behind + 1]
    return any(verbs.get(one.start, "") in _DEEDS[: 2 - one.has("LIGHT")] for one in after)


PEOPLE = frozenset(("others", "person", "role", "first_name", "they", "they_then"))
_DEEDS = ("third_verb", "they_did")
"""Rows of verbs; the second holds small words besides."""


def _begins(atom: Atom, known: Lexicon) -> bool:
    return atom.has("THEN", "JOINS", "OPEN") or (known.kind(atom.text, "begins") and not atom.has("NOISE"))


def _parts(atoms: Sequence[Atom], at: int) -> bool:
    """Whether a dash parts, or a tick or an empty box behind what it is of: `squat 3x10 ✅ abs 3x15 ☐`."""
    if atoms[at].has("DASH"):
        return not atoms[at].glued
    return atoms[at].has("TICKED") and at > 0 and not atoms[at - 1].has("LINE", "COMMA", "TICKED")


def _begins_a_miss(atoms: Sequence[Atom], at: int) -> bool:
    """Whether a load stands behind a whole set, and failed: `110x1 115 no lift`."""
    if at + 1 == len(atoms) or "FAILED" not in atoms[at + 1].symbols or not atoms[at].has("NUM", "MASS"):
        return False
    set_ = atoms[max(0, at - 3) : at]
    if any(atom.has("REPS", "REPSN") for atom in set_):
        return True
    counted = len(set_) > 2 and set_[1].has("X") and set_[0].figure and set_[2].figure
    return counted and set_[0].value > set_[2].value


def _is_next_try(atoms: Sequence[Atom], at: int) -> bool:
    """`185kg x1 missed 195kg`, `65x1 missed 70`: a lift that failed, behind one that did not."""
    if not atoms[at].has("LOST", "FAILED"):
        return False
    before, after = atoms[max(0, at - 2) : at], atoms[at + 1 : at + 2]
    if not after or not any(one.has("NUM") for one in before[-1:]):
        return False
    return after[0].has("MASS") or (
        before[0].has("X") and after[0].has("NUM") and after[0].value > before[-1].value
    )


def _goes_on(after: Atom | None) -> bool:
    """Whether a stop is part of a word or of notation: `5.x 3`."""
    return after is not None and (after.glued or after.has("X"))


def _turns(atoms: Sequence[Atom], mentions: Sequence[DayMention]) -> tuple[set[int], set[int]]:
    """Where clauses begin (`Mon: bench … Wed: squat …`) or end (`6h on Tue and 8h on Wed`) with a day."""
    if len({mention.day for mention in mentions}) < 2:
        return set(), set()
    first = mentions[0].start
    ahead = [atom for atom in atoms if atom.start < first]
    stop = max([at for at, atom in enumerate(ahead) if atom.has("STOP", "LINE")], default=-1)
    if any(atom.figure for atom in ahead[stop + 1 :]):
        return set(), {mention.end for mention in mentions}
    return {mention.start for mention in mentions}, set()
