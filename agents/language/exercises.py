"""The sets of every exercise of a message, with what is said once for several of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import pairwise

from agents.language.atoms import Atom
from agents.language.loads import unit_of
from agents.language.moves import assisted_forms, name_as_sets
from agents.language.named import Named
from agents.language.pairs import Doubt, order_told
from agents.language.pieces import Piece
from agents.language.rows import Row
from agents.language.sets import sets_of
from agents.language.style import UNKNOWN, Style
from storage.entities import A_SET_FAILED, Measure
from storage.problems import Misread


@dataclass(frozen=True, slots=True)
class Lifted:
    """The sets of all exercises, each with the place of its name; what is doubtful, and what cannot be."""

    measures: tuple[tuple[int, Measure], ...]
    doubts: tuple[tuple[str, Doubt], ...]
    """Each with the exercise's name."""
    problems: tuple[tuple[date, Misread], ...]


def lifted(atoms: Sequence[Atom], pieces: Sequence[Piece], style: Style = UNKNOWN) -> Lifted:
    """The sets of every exercise."""
    owners: dict[int, list[Piece]] = {at: [] for at, atom in enumerate(atoms) if atom.has("EX", "BOUT")}
    for piece in pieces:
        if piece.family == "sets" and piece.owner >= 0:
            owners[piece.owner].append(piece)
    _return_efforts(atoms, owners)
    _share_out(atoms, owners)
    style = replace(style, here=order_told(pieces))
    found: dict[int, list[Measure]] = {}
    doubts: list[tuple[str, Doubt]] = []
    problems: list[tuple[date, Misread]] = []
    before: list[Measure] = []
    marks = [piece for piece in pieces if piece.family == "marks"]
    same = frozenset([atom.clause for atom in atoms if atom.has("SAME_LOAD")])
    shared = -1
    """The name whose counts stand before it, as those of names joined to it."""
    for owner, own in owners.items():
        name = _as_done(atoms, owner)
        rounds = rounds_of(atoms, marks, owner)
        free = _before_the_band(atoms, owner, own) if name is not atoms[owner] else 0
        new, doubtful = _sets(atoms[owner], own[:free], rounds, style) if free else ([], [])
        more, also = _sets(name, own[free:], rounds, style) if own[free:] else ([], [])
        new, doubts = [*new, *more], [*doubts, *doubtful, *also]
        if (many := _too_many(own, new)) is not None:
            problems.append((name.day, Misread("too_many_sets", f"{new[0].name} {many} sets")))
            new = []
        new = _loaded(atoms, marks, owner, new, before if atoms[owner].clause in same else ())
        if not _is_counted(new):
            counts = _counts_from_before(atoms, pieces, owner, before, shared)
            new = (
                _with_counts(name, counts, before if counts is before and not new else new) if counts else new
            )
            shared = shared if counts else -1
        elif own:
            shared = owner if own[0].start < owner and own[0].rule.does != "load" else -1
        before = new or before
        found[owner] = new
        found |= _complex(atoms, own, owner, list(found), new)
    _lend_to_all(atoms, pieces, found)
    _lend_back(atoms, found)
    measures = tuple([(at, one) for at, own in found.items() for one in _loaded(atoms, marks, at, own)])
    return Lifted(measures, tuple(doubts), tuple(problems))


def _return_efforts(atoms: Sequence[Atom], owners: Mapping[int, list[Piece]]) -> None:
    """`squat 100 5x5. the squat was rpe 8`: an effort alone is of the sets that were told of the name."""
    told: dict[Named | None, list[Piece]] = {}
    for owner, own in owners.items():
        before = told.get(atoms[owner].named)
        if before and own and all(piece.rule.does == "effort" for piece in own):
            before.extend(own)
            own.clear()
        elif own:
            told[atoms[owner].named] = own


def _share_out(atoms: Sequence[Atom], owners: dict[int, list[Piece]]) -> None:
    """`curls and dips back to back, 30s for 12, 10 and 60 for 15`: the first sets are of the first name."""
    for one, other in pairwise(list(owners)):
        own, gap = owners[other], atoms[one + 1 : other]
        if owners[one] or not own or own[0].start < other or other - one > _NEXT:
            continue
        loaded = [at for at, piece in enumerate(own) if {"load", "mass"} & {role for role, _ in piece.roles}]
        places = loaded or [*range(len(own))]
        if len(places) != 2 or places[0] > 0 or not any(atom.has("SEP", "SLASH") for atom in gap):
            continue
        second = own[places[1]].start
        lead = atoms[second - 1 : second] if second > own[0].end else ()
        if any(atom.has("CIRCUIT") for atom in atoms[other : own[0].start]) or any(
            atom.has("AND") for atom in lead
        ):
            owners[one], owners[other] = own[: places[1]], own[places[1] :]


def _complex(
    atoms: Sequence[Atom], pieces: Sequence[Piece], owner: int, owners: Sequence[int], new: Sequence[Measure]
) -> dict[int, list[Measure]]:
    """`snatch pull + snatch 2+1`: a count for each of the exercises that were done as one."""
    told = next((one for one in pieces if one.rule.does == "complex"), None)
    if told is None or not new:
        return {}
    counts = [int(atom.value) for role, atom in told.roles if role == "reps"]
    chain = list(owners[-len(counts) :])
    linked = all(
        any(atom.has("PLUS", "SEP") for atom in atoms[one + 1 : after]) and after - one <= _NEXT
        for one, after in pairwise(chain)
    )
    if len(chain) < len(counts) or chain[-1] != owner or not linked:
        return {}
    sets = max(1, sum(one.sets for one in new) // len(counts))
    return {
        one: [new[0].model_copy(update={"name": _called(_as_done(atoms, one)), "reps": count, "sets": sets})]
        for one, count in zip(chain, counts, strict=True)
    }


_MOST_SETS = 30
"""More sets of one exercise than that are misread, unless their number is said in words."""


def _too_many(pieces: Sequence[Piece], measures: Sequence[Measure]) -> int | None:
    """How many sets were read, where that is hardly meant."""
    said = any(role == "nsets" or atom.has("SETSN") for piece in pieces for role, atom in piece.roles)
    most = max((one.sets for one in measures), default=0)
    return most if most > _MOST_SETS and not said else None


def _is_counted(measures: Sequence[Measure]) -> bool:
    return any(one.reps is not None or one.duration_s is not None for one in measures)


def _counts_from_before(
    atoms: Sequence[Atom], pieces: Sequence[Piece], owner: int, before: list[Measure], shared: int
) -> Sequence[Measure]:
    """The counts of a name without any, from before it: the same sets, a scheme, those of several."""
    if before and any(one.has("SAME_SETS") for one in atoms[max(0, owner - _NEXT) : owner + _NEXT]):
        return before
    scheme = _scheme(pieces, owner)
    if scheme:
        return scheme
    loaded = any(piece.owner == owner for piece in pieces)
    joined = shared >= 0 and _joined_to(atoms, shared, owner) and (loaded or owner - shared <= _NEXT)
    return [one.model_copy(update={"weight": None, "weight_unit": None}) for one in before] if joined else ()


def _lend_back(atoms: Sequence[Atom], found: dict[int, list[Measure]]) -> None:
    """`squats and lunges 3x10 with 20kg`: a name without counts has those of the one it is joined to."""
    owners = list(found)
    for owner, other in zip(reversed(owners[:-1]), reversed(owners[1:]), strict=True):
        own, lent = found[owner], found[other]
        name = atoms[owner]
        if len(own) == len(lent) == 1 and own[0].sets == 1 and _is_in_a_circuit(atoms, owner, other):
            found[owner] = own = [own[0].model_copy(update={"sets": lent[0].sets})]
        if _is_counted(own) or not _is_counted(lent) or name.dead or not name.has("EX"):
            continue
        gap = atoms[owner + 1 : other]
        joined = (
            any(one.has("SEP", "SLASH", "CIRCUIT") for one in gap) and name.sentence == atoms[other].sentence
        )
        if joined and (own or len(gap) <= _NEXT) and not any(one.has("COMMA", "THEN") for one in gap):
            found[owner] = _with_counts(_as_done(atoms, owner), lent, own or lent)


def _is_in_a_circuit(atoms: Sequence[Atom], owner: int, other: int) -> bool:
    """Whether two names are of one: `superset: curls 10kg x12 + dips x10, 3 sets`."""
    sentence = atoms[other].sentence
    led = [one for one in atoms[max(0, owner - _NEAR) : owner] if one.sentence == sentence]
    return atoms[owner].sentence == sentence and any(one.has("CIRCUIT") for one in led)


def _lend_to_all(atoms: Sequence[Atom], pieces: Sequence[Piece], found: dict[int, list[Measure]]) -> None:
    """`press 15kg, row 20kg, leg press 50kg, 2x12 of each`: names of a line without counts have those."""
    for piece in pieces:
        if piece.family != "sets" or piece.owner < 0 or not _is_of_all(atoms, piece):
            continue
        lent = found[piece.owner]
        for owner in found if _is_counted(lent) else ():
            name = atoms[owner]
            told = (name.has("EX") or found[owner]) and name.named != atoms[piece.owner].named
            before = owner < piece.start and name.line == piece.first.line and not name.dead
            if told and before and not _is_counted(found[owner]):
                found[owner] = _with_counts(_as_done(atoms, owner), lent, found[owner])


def _is_of_all(atoms: Sequence[Atom], piece: Piece) -> bool:
    """Whether a phrase is said of all that was named: `2x12 of each`, `all 2x12`."""
    first = piece.end + int(piece.end < len(atoms) and atoms[piece.end].has("OF", "ON_TIME", "FOR"))
    behind, after = atoms[first : first + 1], atoms[first + 1 : first + 2]
    ends = not after or not after[0].has("WORD") or after[0].has("SEP")
    leads = ends and any(one.has("APIECE", "ALL") for one in behind)
    each = any(atom.row and atom.inner and atom.inner[-1].has("APIECE") for _, atom in piece.roles)
    before = piece.start > 0 and atoms[piece.start - 1].has("ALL", "APIECE")
    return leads or each or before


def _scheme(pieces: Sequence[Piece], owner: int) -> list[Measure]:
    """`21-15-9` over the names that it counts for."""
    told = [
        piece
        for piece in pieces
        if piece.family == "marks" and piece.rule.does == "scheme" and piece.start < owner
    ]
    return (
        [_measure("", Row(reps=int(atom.value), sets=1), atom.day) for _, atom in told[-1].roles]
        if told
        else []
    )


_NEXT = 3
"""Spans from a name to one that is joined to it."""


def _joined_to(atoms: Sequence[Atom], first: int, other: int) -> bool:
    return (
        atoms[first].sentence == atoms[other].sentence
        and atoms[other].has("EX")
        and not atoms[other].dead
        and any(one.has("SEP", "SLASH") for one in atoms[first:other])
    )


def _called(name: Atom) -> str:
    """The canonical name of an exercise; a bout's name where it means one."""
    if name.named is None:
        return name.text
    lifted_as = name_as_sets(name.named.name) if name.named.shape == "bouts" else None
    return lifted_as or name.named.name


def _with_counts(name: Atom, counts: Sequence[Measure], loads: Sequence[Measure]) -> list[Measure]:
    """Sets of an exercise with the counts that were told for several, and its own load."""
    load = (
        {"weight": loads[0].weight, "weight_unit": loads[0].weight_unit}
        if loads
        else {"weight": None, "weight_unit": None}
    )
    return [one.model_copy(update={"name": _called(name), **load}) for one in counts]


def _loaded(
    atoms: Sequence[Atom],
    marks: Sequence[Piece],
    owner: int,
    new: list[Measure],
    same: Sequence[Measure] = (),
) -> list[Measure]:
    """Sets with a load told for several exercises: `all with 20kg:`, or as that of the one before."""
    told = [
        piece
        for piece in marks
        if piece.rule.does == "load"
        and piece.first.line == atoms[owner].line
        and (piece.start <= owner + 1 or _ends_a_list(atoms, piece))
    ]
    if same:
        load = {"weight": same[-1].weight, "weight_unit": same[-1].weight_unit}
    elif told:
        figure = told[-1].roles[0][1]
        load = {"weight": figure.value, "weight_unit": unit_of(figure.unit)}
    else:
        return new
    return [one if one.weight is not None else one.model_copy(update=load) for one in new]


def _ends_a_list(atoms: Sequence[Atom], load: Piece) -> bool:
    """`..., all with 24`: said of what was named before, where no other name follows."""
    return load.first.has("ALL") and not any(one.has("EX", "BOUT") for one in atoms[load.end :][:_NEAR])


def _as_done(atoms: Sequence[Atom], owner: int) -> Atom:
    """The name of what was done: with a band another exercise than without."""
    name = atoms[owner]
    assisted = assisted_forms().get(name.named.name) if name.named is not None else None
    if assisted is None or not any(one.has("BAND") and one.sentence == name.sentence for one in atoms):
        return name
    return replace(name, named=Named(assisted, "strength", "sets"))


def _before_the_band(atoms: Sequence[Atom], owner: int, pieces: Sequence[Piece]) -> int:
    """How many phrases were done without it: `8, 7, 6, then 2 sets of 4 with a band`."""
    told = [at for at, one in enumerate(atoms) if one.sentence == atoms[owner].sentence]
    band = next(at for at in told if atoms[at].has("BAND"))
    then = max([at for at in told if owner < at < band and atoms[at].has("THEN", "JOINS")], default=0)
    return sum(piece.start < then for piece in pieces)


def rounds_of(atoms: Sequence[Atom], pieces: Sequence[Piece], owner: int) -> int | None:
    """How many rounds are told of the exercise at `owner`: before it, or behind it."""
    found: int | None = None
    for piece in pieces:
        if piece.family != "marks" or piece.rule.does != "rounds":
            continue
        holds = _led_by if piece.start < owner else _closed_by
        if (piece.start < owner or found is None) and holds(atoms, piece, owner):
            found = int(piece.roles[0][1].value)
    return found


def _led_by(atoms: Sequence[Atom], rounds: Piece, owner: int) -> bool:
    """Whether rounds hold for a name behind them: not for the rest of the last one, nor in a new block."""
    between = atoms[rounds.end : owner]
    if between and between[0].has("PLUS"):
        return False
    if any(one.has("THEN") for one in between) and not _opens(atoms, rounds):
        return False
    blank = any(one.has("LINE") and after.has("LINE") for one, after in pairwise(between))
    return not blank


def _closed_by(atoms: Sequence[Atom], rounds: Piece, owner: int) -> bool:
    """Whether rounds hold for a name before them: in their sentence, or where theirs has no name."""
    sentence = rounds.first.sentence
    if _opens(atoms, rounds):
        return False
    if atoms[owner].sentence == sentence:
        return True
    near = atoms[max(owner + 1, rounds.start - _NEAR) : rounds.end + _NEAR]
    named = any(one.sentence == sentence and one.has("EX", "BOUT") for one in near)
    return atoms[owner].line == rounds.first.line and not named


def _opens(atoms: Sequence[Atom], rounds: Piece) -> bool:
    """Whether rounds are of what is told right behind them: `ran 1 mile, 3 rounds: 10 burpees`."""
    behind = [one for one in atoms[rounds.end : rounds.end + _NEAR] if not one.has("LINE", "COLON", "OF")]
    if not behind or not (behind[0].has("EX", "BOUT") or (behind[0].figure and not behind[0].has("CLOCK"))):
        return False
    return any(one.has("EX", "BOUT") for one in behind if one.sentence == behind[0].sentence)


_NEAR = 20
"""Spans around rounds that may name what they are of."""
_MOST_ALIKE = 100
"""Beyond this, sets alike stay apart: their sum would be out of range."""


def _sets(
    name: Atom, pieces: Sequence[Piece], rounds: int | None, style: Style
) -> tuple[list[Measure], list[tuple[str, Doubt]]]:
    """The rows of one exercise as measures, those alike as one; and what is doubtful."""
    called = _called(name)
    found: list[Measure] = []
    sets = sets_of(called, pieces, style)
    for row in sets.rows:
        measure = _measure(called, replace(row, sets=row.sets or rounds), name.day)
        last = found[-1] if found else None
        if last is not None and _alike(last, measure) and last.sets + measure.sets <= _MOST_ALIKE:
            found[-1] = last.model_copy(update={"sets": last.sets + measure.sets})
        else:
            found.append(measure)
    return found, [(called, doubt) for doubt in sets.doubts]


def _alike(one: Measure, other: Measure) -> bool:
    """Whether they differ in the number of sets at most; how a value is known does not count."""
    same: dict[str, object] = {"sets": 1, "certainty": {}}
    return one.model_copy(update=same) == other.model_copy(update=same)


def _measure(name: str, row: Row, day: date) -> Measure:
    return Measure(
        domain="strength",
        name=name,
        day=row.day if row.day != date.min else day,
        weight=None if row.load is None else round(row.load, 3),
        weight_unit=row.unit if row.load is not None else None,
        reps=row.reps,
        sets=row.sets or 1,
        rpe=row.rpe,
        distance_m=row.distance,
        duration_s=row.duration,
        text=A_SET_FAILED if row.failed else None,
        warmup=row.warmup,
        certainty=dict(row.certainty),
    )
