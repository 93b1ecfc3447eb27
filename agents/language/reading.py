"""One message read from end to end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime

from agents.language import spans
from agents.language.assertion import Message, message_of
from agents.language.atoms import Atom
from agents.language.bouts import bouts_told
from agents.language.days_of import with_days
from agents.language.evidence import asserted
from agents.language.exercises import lifted, rounds_of
from agents.language.figures import composed
from agents.language.lexicon import lexicon_for
from agents.language.likely import unlikely
from agents.language.macros import with_macros
from agents.language.metrics import metrics_of
from agents.language.sets import unit_of
from agents.language.spans import telling
from agents.language.tiling import Piece, tiled
from agents.offline.days.dates import find_days, find_false_days, find_week_heads
from agents.offline.lexicon import plain, readable
from agents.offline.reading.phrases import Named
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
    """The spans of a message: what tells of no deed of the writer's is dead, the rest has its day."""
    message = message_in(text, now, profile, context)
    return composed(telling(with_days(asserted(message, now), message.mentions, now.date())))


def message_in(text: str, now: datetime, profile: Profile, context: ActiveDomainContext) -> Message:
    """A message with its spans, clauses and triggers."""
    text, _ = readable(text)
    mentions = find_days(text, now, profile.date_order)
    false = find_false_days(text, now, profile.date_order)
    taken = [(one.start, one.end) for one in mentions] + false + find_week_heads(text, mentions)
    lexicon = lexicon_for(context)
    atoms = with_macros(spans.atoms_of(plain(text), lexicon, taken), lexicon)
    return message_of(text, plain(text), atoms, mentions)


def read_message(text: str, now: datetime, profile: Profile, context: ActiveDomainContext) -> Read:
    """Everything that a message logs; `now` is on the writer's clock."""
    atoms = atoms_of(text, now, profile, context)
    pieces, _ = tiled(atoms, unlikely)
    read = Read([], atoms, pieces)
    read.measures = lifted(atoms, pieces) + _moved(atoms, pieces)
    read.measures = _in_one_unit(read.measures, _unit_said(atoms, pieces), profile.weight_unit)
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
        rounds = rounds_of(atoms, pieces, owner) if owner >= 0 else None
        found += bouts_told(atoms[owner] if owner >= 0 else None, [(one.rule, one.roles) for one in own], rounds)
    return found


def _unit_said(atoms: Sequence[Atom], pieces: Sequence[Piece]) -> WeightUnit | None:
    """The only unit of weight that the message names for what is lifted."""
    bodies = {place for piece in pieces if piece.family == "metrics" for place in range(piece.start, piece.end)}
    loads = [atom for at, atom in enumerate(atoms) if at not in bodies]
    units = {unit_of(atom.unit) for atom in loads if atom.has("MASS", "UNIT_MASS", "SIDEMASS")} - {None}
    return units.pop() if len(units) == 1 else None


def _in_one_unit(measures: list[Measure], unit: WeightUnit | None, own: WeightUnit | None) -> list[Measure]:
    """The loads without a unit in the one that the message names, unless the writer's own is another."""
    if unit is None or own not in (None, unit):
        return measures
    return [
        one.model_copy(update={"weight_unit": unit}) if one.weight is not None and one.weight_unit is None else one
        for one in measures
    ]
