"""One message read from end to end: spans, what was done, the cheapest cover, measures, what is left."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from agents.impossible import impossible
from agents.language.assertion import Message, message_of
from agents.language.atoms import Atom
from agents.language.bout_phrases import DOMAINS, bouts_told, paces_off, without_laps_told
from agents.language.days.dates import DayMention, find_days, find_false_days, find_stretch, find_week_heads
from agents.language.days_of import with_days
from agents.language.evidence import TOLD, Model, asserted, is_unsure, judged, model
from agents.language.exercises import lifted, rounds_of
from agents.language.figures import composed
from agents.language.lexicon import lexicon_for
from agents.language.loads import unit_of, weight_of
from agents.language.macros import with_macros
from agents.language.metrics import metrics_of
from agents.language.pairs import Doubt
from agents.language.pieces import Piece
from agents.language.refused import without_refused
from agents.language.repairs import repaired, with_units_told
from agents.language.spans import atoms_of, telling
from agents.language.style import UNKNOWN, Style
from agents.language.tables import with_tables
from agents.language.text import plain, readable
from agents.language.tiling import tiled
from agents.language.weights import with_weights
from agents.profile import Profile
from domains.model import ActiveDomainContext
from storage.entities import Measure, WeightUnit
from storage.problems import Misread, Problem


@dataclass(frozen=True, slots=True)
class Reading:
    """What a message holds. `atoms` are its spans in order, `pieces` the phrases that cover them."""

    original: str
    """As it was written, invisible characters and all."""
    text: str
    places: Sequence[int]
    """Where each character of `text` stands in `original`, and where that ends."""
    atoms: tuple[Atom, ...]
    pieces: tuple[Piece, ...]
    measures: tuple[Measure, ...]
    message: Message
    """Before anything was decided."""
    likely: tuple[float, ...]
    """How likely each unit of the message is a log."""
    cost: float
    """Of the cover by phrases."""
    amounts: tuple[Measure, ...] = ()
    """What was told without the unit that it has several of: `water 2`."""
    problems: tuple[tuple[date, Problem], ...] = ()
    doubts: tuple[tuple[str, Doubt], ...] = ()
    """Exercises, each with what has two readings."""
    orphans: tuple[str, ...] = ()
    """Figures as of an exercise that nobody named."""
    unread: tuple[Atom, ...] = ()
    """Figures in no phrase."""
    unsure: bool = False
    """Whether it may be a log, and only the writer can tell."""

    def verbatim(self, start: int, end: int) -> str:
        """The writer's own characters of text[start:end]."""
        return self.original[self.places[start] : self.places[end]]

    @property
    def days(self) -> tuple[date, ...]:
        """The days that it is about, in its order."""
        return tuple(dict.fromkeys(atom.day for atom in self.atoms))


def read_log(
    text: str,
    now: datetime,
    profile: Profile,
    context: ActiveDomainContext,
    style: Style = UNKNOWN,
    *,
    told: bool = False,
    weights: Model | None = None,
) -> Reading:
    """Everything that a message logs; `now` is on the writer's clock. Linear in the length of the text.

    `told`: the writer was asked and says that it was done. `weights`: others than those that are shipped.
    """
    original, (text, places) = text, readable(text)
    false = find_false_days(text, now, profile.date_order)
    message = _message(text, false, now, profile, context)
    known = weights or model()
    units = judged(message, now, known)
    unsure = is_unsure(message, units, known) and not told
    bar = known.sure if unsure else TOLD if told else known.bar
    dated = with_days(asserted(message, units, bar), message.mentions, now.date())
    atoms = with_weights(composed(telling(with_units_told(dated))))
    atoms, refused = without_refused(text, atoms)
    covering, cost = tiled(atoms)
    pieces = [one for one in covering if one.family == "sets" or not one.first.dead]
    sets = lifted(atoms, pieces, style)
    moved = without_laps_told(list(_moved(atoms, pieces)))
    trained = sorted([*sets.measures, *moved], key=lambda one: one[0])
    measures = _in_one_unit([one for _, one in trained], _unit_said(atoms, pieces), profile.weight_unit)
    measures += metrics_of(text, atoms, pieces)
    kept, problems = _possible(measures, context)
    amounts = tuple(_without_unit(kept, context))
    problems += [(day, wrong) for day, wrong in sets.problems]
    problems += [*_paces_off(atoms, pieces), *_untold(text, atoms, pieces)]
    ran = {measure.day for _, measure in moved}
    pieces = [piece for piece in pieces if not (_is_of_a_metric(atoms, piece) or _is_of_no_bout(piece, ran))]
    orphans = tuple(dict.fromkeys(_orphans(text, atoms, pieces)))
    problems += [(atom.day, wrong) for atom, wrong in refused]
    problems += [(now.date(), Misread("no_such_day", text[start:end])) for start, end in false]
    problems += [(now.date(), Misread("no_exercise", one)) for one in orphans]
    covered = {place for piece in pieces for place in range(piece.start, piece.end)}
    unread = [atom for at, atom in enumerate(atoms) if at not in covered and atom.figure and not atom.dead]
    return Reading(
        original=original,
        text=text,
        places=places,
        atoms=tuple(atoms),
        pieces=tuple(pieces),
        measures=tuple([one for one in kept if one not in amounts]),
        message=message,
        likely=tuple(likely for _, likely in units),
        cost=cost,
        amounts=amounts,
        problems=tuple(problems),
        doubts=sets.doubts,
        orphans=orphans,
        unread=tuple(unread),
        unsure=unsure,
    )


def message_in(text: str, now: datetime, profile: Profile, context: ActiveDomainContext) -> Message:
    """A message with its spans, clauses and triggers, before anything is decided."""
    text, _ = readable(text)
    return _message(text, find_false_days(text, now, profile.date_order), now, profile, context)


def _message(
    text: str, false: Sequence[tuple[int, int]], now: datetime, profile: Profile, context: ActiveDomainContext
) -> Message:
    mentions = find_days(text, now, profile.date_order)
    stretch = [] if mentions else find_stretch(text, now, profile.date_order)
    heads = find_week_heads(text, mentions)
    lexicon = lexicon_for(context)

    def spans(days: Sequence[DayMention]) -> Sequence[Atom]:
        taken = [*[(one.start, one.end) for one in days], *false, *heads]
        return repaired(with_tables(with_macros(atoms_of(plain(text), lexicon, taken), lexicon), lexicon))

    atoms = spans(mentions or stretch)
    if stretch and any(atom.has(*_SUMMED) for atom in atoms):  # what a week comes to was done on no day
        stretch, atoms = [], spans(())
    return message_of(text, plain(text), atoms, mentions or stretch, heads)


_SUMMED = ("TOTAL", "DAY_TOTAL", "AVERAGE")


def _bouts_of(pieces: Sequence[Piece]) -> list[tuple[int, list[Piece]]]:
    """The phrases of bouts by the place of their name, -1 for none."""
    owners: dict[int, list[Piece]] = {}
    for piece in pieces:
        if piece.family == "bouts":
            owners.setdefault(piece.owner, []).append(piece)
    return sorted(owners.items())


def _paces_off(atoms: Sequence[Atom], pieces: Sequence[Piece]) -> Iterator[tuple[date, Misread]]:
    """Paces that the way and time told beside them do not give."""
    for owner, own in _bouts_of(pieces):
        name = atoms[owner] if owner >= 0 else None
        yield from paces_off(name, [(one.rule, one.roles) for one in own])


def _untold(text: str, atoms: Sequence[Atom], pieces: Sequence[Piece]) -> Iterator[tuple[date, Misread]]:
    """What began after the last round, and plates of a machine: nobody says on how many sides they hang."""
    for piece in pieces:
        named = atoms[piece.owner].named if piece.family == "sets" and piece.owner >= 0 else None
        for role, atom in piece.roles:
            hung = named.name if named is not None and atom.has("PLATESN", "SIDED") else None
            if (hung is not None and weight_of(atom, hung)[0] is None) or role == "untold":
                yield atom.day, Misread("unread", text[atom.start : atom.end])


def _is_of_a_metric(atoms: Sequence[Atom], piece: Piece) -> bool:
    """`slept from eleven thirty to six`, `the film 7/10`: figures that no exercise has."""
    if piece.family != "sets" or piece.owner >= 0:
        return False
    if _is_rating(atoms[piece.start : piece.end]):
        return True
    before = atoms[max(0, piece.start - _FEW) : piece.start]
    return any(one.has("METRIC") and one.clause == piece.first.clause for one in before)


def _is_rating(figures: Sequence[Atom]) -> bool:
    rates = [one.has(sign) for one, sign in zip(figures, _RATING, strict=False)]
    return len(figures) == sum(rates) == len(_RATING) and figures[0].value <= figures[-1].value == _HIGHEST


_RATING, _HIGHEST = ("NUM", "SLASH", "NUM"), 10
_FEW = 6
"""Spans back to a metric's name."""


def _is_of_no_bout(piece: Piece, ran: Collection[date]) -> bool:
    """`5km today, 7km yesterday`: figures of which nobody can tell what was done."""
    return piece.family == "bouts" and piece.owner < 0 and piece.first.day not in ran


def _moved(atoms: Sequence[Atom], pieces: Sequence[Piece]) -> Iterator[tuple[int, Measure]]:
    """The bouts of every name, and those without one."""
    for owner, own in _bouts_of(pieces):
        rounds = rounds_of(atoms, pieces, owner) if owner >= 0 else None
        name = atoms[owner] if owner >= 0 else None
        sport = _sport_said(atoms) if name is None else ""
        for measure in bouts_told(name, [(one.rule, one.roles) for one in own], rounds, sport):
            yield owner if owner >= 0 else own[0].start, measure


def _sport_said(atoms: Sequence[Atom]) -> str:
    """What the only name of a message says that was done, or a sign of it, where figures have no name."""
    named = {atom.named.name for atom in atoms if atom.named and atom.has("BOUT") and not atom.dead}
    shown = [sport for atom in atoms for signs, sport in _SIGNS.items() if signs <= atom.symbols]
    return next((one for one in (*named, *shown) if one in DOMAINS), "") if len(named) < 2 else ""


_SIGNS = {frozenset(("R_SIGN", "NOISE")): "row", frozenset(("AVERAGE_SPEED",)): "ride"}
"""Strokes a minute; runners tell their pace."""


def _unit_said(atoms: Sequence[Atom], pieces: Sequence[Piece]) -> WeightUnit | None:
    """The only unit of weight that the message names for what is lifted."""
    bodies = {
        place for piece in pieces if piece.family == "metrics" for place in range(piece.start, piece.end)
    }
    loads = [atom for at, atom in enumerate(atoms) if at not in bodies]
    units = {atom.unit for atom in loads if atom.has("MASS", "UNIT_MASS", "SIDEMASS")} & {"kg", "lb"}
    return unit_of(units.pop()) if len(units) == 1 else None


def _in_one_unit(
    measures: Sequence[Measure], unit: WeightUnit | None, own: WeightUnit | None
) -> list[Measure]:
    """The loads without a unit in the one that the message names, unless the writer's own is another."""
    if unit is None or own not in (None, unit):
        return list(measures)
    return [
        _with_unit(one, unit) if one.weight is not None and one.weight_unit is None else one
        for one in measures
    ]


def _with_unit(measure: Measure, unit: WeightUnit) -> Measure:
    certainty = {**measure.certainty, "weight_unit": "inherited"}
    return measure.model_copy(update={"weight_unit": unit, "certainty": certainty})


def _possible(
    measures: Sequence[Measure], context: ActiveDomainContext
) -> tuple[list[Measure], list[tuple[date, Problem]]]:
    """The measures that can be, without an effort that cannot; and what was wrong with the others."""
    domains = {domain.name: domain for domain in context.domains}
    kept: list[Measure] = []
    problems: list[tuple[date, Problem]] = []
    for measure in measures:
        wrong = impossible(domains.get(measure.domain), measure)
        problems += [(measure.day, one) for one in wrong]
        if all(one.field == "rpe" for one in wrong):
            kept.append(measure.model_copy(update={"rpe": None}) if wrong else measure)
    return kept, problems


def _without_unit(measures: Sequence[Measure], context: ActiveDomainContext) -> Iterator[Measure]:
    """Amounts and times of which nobody has said what they are counted in."""
    bare = [one for one in measures if one.value is not None and one.unit is None]
    fields = (spec for domain in context.domains for spec in domain.fields if bare)
    counted = {spec.name for spec in fields if spec.type in ("volume", "duration")}
    return (one for one in bare if one.name in counted)


_TOGETHER = 3
"""Spans between phrases that are told as one."""


def _orphans(text: str, atoms: Sequence[Atom], pieces: Sequence[Piece]) -> Iterator[str]:
    """The words of sets that no exercise was named for."""
    first = last = None
    for piece in pieces:
        if piece.family != "sets" or piece.owner >= 0 or not piece.roles or piece.first.dead:
            continue
        if piece.end < len(atoms) and atoms[piece.end].has("WAKE"):
            continue  # `두 번 깼어`: how often somebody woke
        if last is not None and first is not None and piece.start - last > _TOGETHER:
            yield text[atoms[first].start : atoms[last - 1].end]
            first = None
        first, last = piece.start if first is None else first, piece.end
    if first is not None and last is not None:
        yield text[atoms[first].start : atoms[last - 1].end].strip(" ,;:-")
