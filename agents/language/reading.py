"""One message read from end to end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime

from agents.language.atoms import Atom, joined, of_items
from agents.language.likely import unlikely
from agents.language.patterns import filled
from agents.language.rules import rules
from agents.language.sets import rows_of, unit_of
from agents.language.tiling import Piece, tiled
from agents.offline.days.dates import find_days, find_false_days, find_week_heads
from agents.offline.lexicon import plain, readable
from agents.offline.reading.endings import mark_endings
from agents.offline.reading.itemized import read_items
from agents.offline.reading.lexicons import name_as_sets, word_ends
from agents.offline.reading.people import mark_others
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
    mark_endings(items, word_ends())
    divide(items, mentions)
    mark_undone(items, mentions, now)
    mark_others(text, items)
    assign_days(items, mentions, now.date())
    return composed(of_items(items))


def composed(atoms: Sequence[Atom]) -> list[Atom]:
    """Figures that are put together of several spans, the longest first."""
    known = rules("figures")
    result: list[Atom] = []
    at = 0
    while at < len(atoms):
        ends = [one for one in known.automaton.ends(atoms, at, 8) if known.rows[one[0]].symbol != "RANGE" or _is_range(atoms, at)]
        best = max(ends, key=lambda one: (one[1], -one[0]), default=None)
        if best is None:
            result.append(atoms[at])
            at += 1
            continue
        number, end = best
        row, roles = known.rows[number], filled(known.trees[number], atoms, at, end) or ()
        if row.symbol != "NOTHING":
            value, unit = (atoms[roles[0][1]].value, atoms[roles[0][1]].unit) if roles else (row.value, "")
            result.append(joined(atoms[at:end], row.symbol, value, unit))
        at = end
    return result


def _is_range(atoms: Sequence[Atom], at: int) -> bool:
    """`8-10`: two counts, the second a little more, and no third."""
    low, high = atoms[at].value, atoms[at + 2].value
    before, after = atoms[at - 1 : at], atoms[at + 3 : at + 4]
    listed = any(one.has("DASH", "X") and one.glued for one in after) or any(one.has("DASH") for one in before)
    return low < high <= 2 * low and not listed


def read_message(text: str, now: datetime, profile: Profile, context: ActiveDomainContext) -> Read:
    """Everything that a message logs; `now` is on the writer's clock."""
    atoms = atoms_of(text, now, profile, context)
    pieces, _ = tiled(atoms, unlikely)
    read = Read([], atoms, pieces)
    owners: dict[int, list[Piece]] = {}
    for piece in pieces:
        if piece.family == "sets" and piece.owner >= 0:
            owners.setdefault(piece.owner, []).append(piece)
    for owner, own in sorted(owners.items()):
        read.measures += _sets(atoms[owner], own, _rounds(atoms, pieces, owner))
    unit = next((piece.first for piece in pieces if piece.family == "marks" and piece.rule.does == "unit"), None)
    read.measures = _in_one_unit(read.measures, unit, profile.weight_unit)
    return read


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
