"""One message read from end to end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime

from agents.language.assertion import Message, message_of
from agents.language.atoms import Atom, joined, of_items, telling
from agents.language.days_of import with_days
from agents.language.evidence import asserted
from agents.language.likely import unlikely
from agents.language.patterns import filled
from agents.language.rules import rules
from agents.language.sets import rows_of
from agents.language.tiling import Piece, tiled
from agents.offline.days.dates import find_days, find_false_days, find_week_heads
from agents.offline.lexicon import plain, readable
from agents.offline.reading.itemized import read_items
from agents.offline.reading.words import catalogue_for
from agents.profile import Profile
from domains.model import ActiveDomainContext
from storage.entities import Measure


@dataclass(slots=True)
class Read:
    """What a message holds."""

    measures: list[Measure] = field(default_factory=list[Measure])
    atoms: list[Atom] = field(default_factory=list[Atom])
    pieces: list[Piece] = field(default_factory=list[Piece])


def atoms_of(text: str, now: datetime, profile: Profile, context: ActiveDomainContext) -> list[Atom]:
    """The spans of a message: what tells of no deed of the writer's is dead, the rest has its day."""
    message = spans_of(text, now, profile, context)
    return composed(telling(with_days(asserted(message, now), message.mentions, now.date())))


def spans_of(text: str, now: datetime, profile: Profile, context: ActiveDomainContext) -> Message:
    """A message with its spans, clauses and triggers."""
    text, _ = readable(text)
    mentions = find_days(text, now, profile.date_order)
    false = find_false_days(text, now, profile.date_order)
    spans = [(one.start, one.end) for one in mentions] + false + find_week_heads(text, mentions)
    lowered = plain(text)
    return message_of(text, lowered, of_items(read_items(lowered, catalogue_for(context), spans)), mentions)


def composed(atoms: Sequence[Atom]) -> list[Atom]:
    """Figures that are put together of several spans, the longest first."""
    known = rules("figures")
    result: list[Atom] = []
    at = 0
    while at < len(atoms):
        best = max(known.automaton.ends(atoms, at, 8), key=lambda one: (one[1], -one[0]), default=None)
        if best is None:
            result.append(atoms[at])
            at += 1
            continue
        number, end = best
        roles = filled(known.trees[number], atoms, at, end) or ()
        figure = atoms[roles[0][1]]
        result.append(joined(atoms[at:end], known.rows[number].symbol, figure.value, figure.unit))
        at = end
    return result


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
        read.measures += _sets(atoms[owner], own, now.date())
    return read


def _sets(name: Atom, pieces: Sequence[Piece], today: date) -> list[Measure]:
    assert name.named is not None
    found: list[Measure] = []
    for row in rows_of(name.named.name, pieces):
        measure = Measure(
            domain=name.named.domain, name=name.named.name, day=row.day,
            weight=None if row.load is None else round(row.load, 3), weight_unit=row.unit if row.load is not None else None,
            reps=row.reps, sets=row.sets or 1, rpe=row.rpe, distance_m=row.distance, duration_s=row.duration, warmup=row.warmup,
        )  # fmt: skip
        found.append(measure)
    return found
