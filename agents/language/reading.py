"""One message read from end to end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime

from agents.language.atoms import Atom, of_items
from agents.language.bouts import bouts_told
from agents.language.figures import composed
from agents.language.likely import unlikely
from agents.language.metrics import metrics_of
from agents.language.sets import rows_of, unit_of
from agents.language.tiling import Piece, tiled
from agents.offline.days.dates import find_days, find_false_days, find_week_heads
from agents.offline.lexicon import plain, readable
from agents.offline.reading.endings import mark_endings
from agents.offline.reading.itemized import read_items
from agents.offline.reading.lexicons import assisted_forms, name_as_sets, word_ends
from agents.offline.reading.macros import name_macros
from agents.offline.reading.people import mark_others
from agents.offline.reading.phrases import Named
from agents.offline.reading.scope import assign_days, divide
from agents.offline.reading.undone import mark_undone
from agents.offline.reading.words import catalogue_for
from agents.profile import Profile
from domains.model import ActiveDomainContext
from storage.entities import Measure, WeightUnit


@dataclass(slots=True)
class Read:
    """What a message holds."""

    measures: list[Measure] = field(default_factory=list[Measure])
    atoms: list[Atom] = field(default_factory=list[Atom])
    pieces: list[Piece] = field(default_factory=list[Piece])


def atoms_of(text: str, now: datetime, profile: Profile, context: ActiveDomainContext) -> list[Atom]:
    """The spans of a message."""
    text, _ = readable(text)
    catalogue = catalogue_for(context)
    mentions = find_days(text, now, profile.date_order)
    false = find_false_days(text, now, profile.date_order)
    spans = [(one.start, one.end) for one in mentions] + false + find_week_heads(text, mentions)
    items = read_items(plain(text), catalogue, spans)
    name_macros(items, catalogue.meanings)
    mark_endings(items, word_ends())
    divide(items, mentions)
    mark_undone(items, mentions, now)
    mark_others(text, items)
    assign_days(items, mentions, now.date())
    return composed(of_items(items))


def read_message(text: str, now: datetime, profile: Profile, context: ActiveDomainContext) -> Read:
    """Everything that a message logs; `now` is on the writer's clock."""
    atoms = atoms_of(text, now, profile, context)
    pieces, _ = tiled(atoms, unlikely)
    read = Read([], atoms, pieces)
    read.measures = _lifted(atoms, pieces) + _moved(atoms, pieces)
    unit = next((piece.first for piece in pieces if piece.family == "marks" and piece.rule.does == "unit"), None)
    read.measures = _in_one_unit(read.measures, unit, profile.weight_unit)
    read.measures += metrics_of(readable(text)[0], atoms, pieces)
    return read


def _moved(atoms: Sequence[Atom], pieces: Sequence[Piece]) -> list[Measure]:
    """The bouts of every name, and those without one."""
    owners: dict[int, list[Piece]] = {}
    for piece in pieces:
        if piece.family == "bouts":
            owners.setdefault(piece.owner, []).append(piece)
    found: list[Measure] = []
    for owner, own in sorted(owners.items()):
        rounds = _rounds(atoms, pieces, owner) if owner >= 0 else None
        found += bouts_told(atoms[owner] if owner >= 0 else None, [(one.rule, one.roles) for one in own], rounds)
    return found


def _lifted(atoms: Sequence[Atom], pieces: Sequence[Piece]) -> list[Measure]:
    """The sets of every exercise."""
    owners: dict[int, list[Piece]] = {at: [] for at, atom in enumerate(atoms) if atom.has("EX", "BOUT")}
    for piece in pieces:
        if piece.family == "sets" and piece.owner >= 0:
            owners[piece.owner].append(piece)
    found: list[Measure] = []
    before: list[Measure] = []
    shared = -1
    """The name whose counts stand before it, as those of names joined to it."""
    for owner, own in owners.items():
        new = _sets(_as_done(atoms, owner), own, _rounds(atoms, pieces, owner)) if own else []
        load = _load_for_all(atoms, pieces, owner, found)
        if load is not None:
            new = [one if one.weight is not None else one.model_copy(update=load) for one in new]
        counted = any(one.reps is not None or one.duration_s is not None for one in new)
        if not counted and shared >= 0 and _joined_to(atoms, shared, owner) and (own or owner - shared <= _NEXT):
            new = _with_counts(_as_done(atoms, owner), before, new)
        elif counted:
            shared = owner if own[0].start < owner and own[0].rule.does != "load" else -1
        before = new or before
        found += new
    return found


_NEXT = 3
"""Spans from a name to one that is joined to it."""


def _joined_to(atoms: Sequence[Atom], first: int, other: int) -> bool:
    return atoms[first].sentence == atoms[other].sentence and atoms[other].has("EX") and not atoms[other].dead and any(
        one.has("SEP", "SLASH") for one in atoms[first:other]
    )


def _with_counts(name: Atom, counts: Sequence[Measure], loads: Sequence[Measure]) -> list[Measure]:
    """Sets of an exercise with the counts that were told for several, and its own load."""
    assert name.named is not None
    load = {"weight": loads[0].weight, "weight_unit": loads[0].weight_unit} if loads else {"weight": None, "weight_unit": None}
    return [one.model_copy(update={"name": name.named.name, **load}) for one in counts]


def _load_for_all(atoms: Sequence[Atom], pieces: Sequence[Piece], owner: int, found: Sequence[Measure]) -> dict[str, object] | None:
    """A load told for several exercises: before the first (`all with 20kg:`) or as that of the one before."""
    if found and any(one.has("SAME_LOAD") and one.clause == atoms[owner].clause for one in atoms):
        return {"weight": found[-1].weight, "weight_unit": found[-1].weight_unit}
    told = [piece for piece in pieces if piece.family == "marks" and piece.rule.does == "load" and piece.start < owner and piece.first.line == atoms[owner].line]
    if not told:
        return None
    figure = told[-1].roles[0][1]
    return {"weight": figure.value, "weight_unit": unit_of(figure.unit)}


def _as_done(atoms: Sequence[Atom], owner: int) -> Atom:
    """The name of what was done: with a band another exercise than without."""
    name = atoms[owner]
    assisted = assisted_forms().get(name.named.name) if name.named is not None else None
    if assisted is None or not any(one.has("BAND") and one.sentence == name.sentence for one in atoms):
        return name
    return replace(name, named=Named(assisted, "strength", "sets"))


def _in_one_unit(measures: list[Measure], told: Atom | None, own: WeightUnit | None) -> list[Measure]:
    """The loads without a unit take the only one that the message names, unless the writer's own is another."""
    units = {one.weight_unit for one in measures if one.weight_unit is not None}
    unit = unit_of(told.unit) if told is not None else units.pop() if len(units) == 1 else None
    if unit is None or own not in (None, unit):
        return measures
    return [one.model_copy(update={"weight_unit": unit}) if one.weight is not None and one.weight_unit is None else one for one in measures]


def _rounds(atoms: Sequence[Atom], pieces: Sequence[Piece], owner: int) -> int | None:
    """How many rounds are told of the exercise at `owner`: before it in its lines, or behind it in its sentence."""
    found: int | None = None
    for piece in pieces:
        if piece.family != "marks" or piece.rule.does not in ("rounds", "minutes"):
            continue
        figure = piece.roles[0][1]
        count = int(figure.value / 60) if piece.rule.does == "minutes" else int(figure.value)
        before = piece.start < owner
        if before or (found is None and figure.sentence == atoms[owner].sentence):
            found = count
    return found


def _sets(name: Atom, pieces: Sequence[Piece], rounds: int | None) -> list[Measure]:
    assert name.named is not None
    found: list[Measure] = []
    named = name_as_sets(name.named.name) or name.named.name if name.named.shape == "bouts" else name.named.name
    for row in rows_of(named, pieces):
        if row.sets is None and rounds:
            row = replace(row, sets=rounds)
        measure = Measure(
            domain="strength", name=named, day=row.day if row.day != date.min else name.day,
            weight=None if row.load is None else round(row.load, 3), weight_unit=row.unit if row.load is not None else None,
            reps=row.reps, sets=row.sets or 1, rpe=row.rpe, distance_m=row.distance, duration_s=row.duration, warmup=row.warmup,
        )  # fmt: skip
        found.append(measure)
    return found
