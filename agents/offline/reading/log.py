"""One log read from end to end: items, scope, then each domain's reader; and what stayed unread."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from itertools import chain, groupby
from typing import Literal

from agents.impossible import impossible
from agents.offline.days.dates import find_days, find_false_days, find_week_heads
from agents.offline.lexicon import plain, readable
from agents.offline.reading.besides import beside_sets
from agents.offline.reading.carried import carry_metrics
from agents.offline.reading.day_totals import mark_day_totals
from agents.offline.reading.endings import mark_endings
from agents.offline.reading.endurance import Bout, looks_like_run, read_bouts
from agents.offline.reading.evidence import is_told
from agents.offline.reading.failed_reps import settle_failed_reps
from agents.offline.reading.itemized import read_items
from agents.offline.reading.items import Item
from agents.offline.reading.lexicons import name_as_sets, plate_units, word_ends
from agents.offline.reading.light_loads import tell_light_loads
from agents.offline.reading.macros import name_macros
from agents.offline.reading.marks import set_aside
from agents.offline.reading.meals import read_meals
from agents.offline.reading.neighbours import rewrite
from agents.offline.reading.notation import read_pieces
from agents.offline.reading.own_names import keep_own_names
from agents.offline.reading.owners import Owned, share_out
from agents.offline.reading.people import mark_others
from agents.offline.reading.pieces import Piece
from agents.offline.reading.refused import refuse
from agents.offline.reading.rephrased import rephrase
from agents.offline.reading.restated import restate
from agents.offline.reading.road import on_the_road
from agents.offline.reading.rows import counts_sets
from agents.offline.reading.scope import assign_days, divide
from agents.offline.reading.several_days import days_together, on_each_day
from agents.offline.reading.shared import share_unit
from agents.offline.reading.splits import told_splits
from agents.offline.reading.strength import Row, read_sets
from agents.offline.reading.style import UNKNOWN, Style
from agents.offline.reading.tallies import tally
from agents.offline.reading.tries import settle_tries
from agents.offline.reading.undone import mark_undone
from agents.offline.reading.wellbeing import implied_body_weight, read_metrics
from agents.offline.reading.went_on import carry_names
from agents.offline.reading.words import Named, catalogue_for
from agents.offline.reading.worked_out import worked_out
from agents.profile import Profile
from domains.model import ActiveDomainContext
from storage.entities import DistanceUnit, Measure, WeightUnit
from storage.problems import Problem

_RUN = Named("run", "running", "bouts")
_OF_A_BOUT = frozenset(("distance", "time", "pace", "cals"))
_LIFTING = frozenset(("chain", "reps", "sets", "weight"))

_HEAVIER_THAN_BARS = 46
_KG_STEP = 10
"""A bar of 20 kg with pairs of plates of 5 to 25 kg weighs tens, one of 45 lb with its plates ends in 5."""
_MOST_READ = 30
"""More sets of one exercise than that are misread, unless their number is said in words."""
_MOST_SETS = 100
"""Beyond this, sets alike stay apart: their sum would be out of range."""


@dataclass(slots=True)
class Reading:
    """What a text holds. `orphans` are figures without an exercise, `unread` ones that nobody understood."""

    text: str
    items: list[Item]
    original: str
    """The text as it was written, invisible characters and all."""
    places: Sequence[int]
    """Where each character of `text` stands in `original`, and where that ends."""
    measures: list[Measure] = field(default_factory=list[Measure])
    problems: list[tuple[date, Problem]] = field(default_factory=list[tuple[date, Problem]])
    doubts: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    """Exercise, and two readings that are nearly as likely ("3 sets of 8|8 sets of 3")."""
    orphans: list[str] = field(default_factory=list[str])
    owned: list[Owned] = field(default_factory=list[Owned])
    splits: dict[int, tuple[Item, Item]] = field(default_factory=dict[int, tuple[Item, Item]])
    """The splits of each line, from the word to the last time."""
    told: dict[frozenset[int], bool] = field(default_factory=dict[frozenset[int], bool])
    """Sentences that were asked whether they tell of something done."""

    def verbatim(self, start: int, end: int) -> str:
        """The writer's own characters of text[start:end]."""
        return self.original[self.places[start] : self.places[end]]

    @property
    def unread(self) -> list[Item]:
        """Figures that are alive and were not read."""
        return [item for item in self.items if item.data and not item.used and not item.dead]

    @property
    def days(self) -> list[date]:
        """The days the text is about, in its order."""
        return list(dict.fromkeys(item.day for item in self.items))


def read_log(
    text: str, now: datetime, profile: Profile, context: ActiveDomainContext, style: Style = UNKNOWN
) -> Reading:
    """Everything the text logs; `now` is on the user's clock. Linear in the length of the text."""
    original, (text, places) = text, readable(text)
    lowered = plain(text)
    catalogue = catalogue_for(context)
    mentions = find_days(text, now, profile.date_order)
    false = find_false_days(text, now, profile.date_order)
    spans = [(one.start, one.end) for one in mentions] + false + find_week_heads(text, mentions)
    items = tally(worked_out(restate(read_items(lowered, catalogue, spans))), catalogue)
    items = on_the_road(rewrite(items, catalogue), catalogue)
    name_macros(items, catalogue.meanings)
    items = rephrase(beside_sets(items, catalogue))
    set_aside(items)
    failed = settle_failed_reps(items)
    items = settle_tries(items)
    mark_endings(items, word_ends())
    divide(items, mentions)
    mark_undone(items, mentions, now)
    mark_others(text, items)
    keep_own_names(items)
    mark_day_totals(items)
    items = carry_names(items)
    assign_days(items, mentions, now.date())
    items = carry_metrics(items, mentions)
    reading = Reading(text, items, original, places)
    for start, end in false:
        reading.problems.append((now.date(), f"There is no day “{text[start:end]}”: which one was it?"))
    reading.problems += refuse(text, items)
    reading.problems += [(count.day, f"Repetition {nth} failed: {nth - 1} logged.") for count, nth in failed]
    metrics = [*read_meals(text, items), *read_metrics(items, now.date())]
    reading.splits = told_splits(items)
    pieces = read_pieces(items)
    reading.owned = share_out(pieces)
    tell_light_loads(reading.owned)
    for one in reading.owned:
        _read_owned(one, reading, profile, style)
    if not any(piece.kind == "name" for piece in pieces):
        weighed = implied_body_weight(items)
        metrics += weighed
        reading.orphans = [] if weighed else reading.orphans
    reading.measures.extend(metrics)
    reading.measures = share_unit(reading.measures, profile.weight_unit)
    if len(mentions) > 1:
        together = days_together(items, mentions, now.date())
        reading.measures = on_each_day(reading.measures, together)
    _check(reading, context)
    return reading


def _read_owned(one: Owned, reading: Reading, profile: Profile, style: Style) -> None:
    named = one.named
    if named is None:
        if {piece.kind for piece in one.pieces if piece.data} in ({"weight", "time"}, {"weight", "pace"}):
            _kilos_to_kilometres(one.pieces, reading.text)
        if looks_like_run(one.pieces) or _is_a_day_each(one.pieces):
            named = _RUN
        else:
            _orphaned(one, reading)
            return
    if named.shape == "bouts":
        _kilos_to_kilometres(one.pieces, reading.text)
        _m_to_minutes(one.pieces)
    kinds = {piece.kind for piece in one.pieces if piece.data}
    if named.shape == "bouts" and kinds & _LIFTING and not kinds & _OF_A_BOUT:
        lifted = name_as_sets(named.name)
        named = Named(lifted, "strength", "sets") if lifted else named
    if named.shape == "bouts":
        _read_bouts(named, one, reading, profile.distance_unit)
        return
    _k_to_kilos(one.pieces)
    load = _load_before(reading)
    sets = read_sets(
        named.name,
        one.pieces,
        plates_in=profile.weight_unit or _plates_in(one.pieces),
        style=style,
        before=load,
    )
    reading.doubts.extend((named.name, doubt) for doubt in sets.doubts)
    reading.problems += [(_day([], one), f"{named.name}: {problem}") for problem in sets.problems]
    too_many = sum(row.sets or 1 for row in sets.rows if not counts_sets(row)) > _MOST_READ
    if too_many:
        told = sum(row.sets or 1 for row in sets.rows)
        reading.problems.append((_day([], one), f"{named.name}: {told} sets are hardly meant: not logged."))
    for row in (row for row in sets.rows if not too_many and (not _is_half(row) or _told(one, reading))):
        measure = _set(named, row, _day(row.pieces, one))
        last = reading.measures[-1] if reading.measures else None
        if last is not None and _alike(last, measure) and last.sets + measure.sets <= _MOST_SETS:
            reading.measures[-1] = last.model_copy(update={"sets": last.sets + measure.sets})
        else:
            reading.measures.append(measure)


def _read_bouts(named: Named, one: Owned, reading: Reading, unit: Literal["km", "mi"] | None) -> None:
    bouts = read_bouts(named.name, one.pieces, unit)
    for bout in bouts:
        day = _day(bout.pieces, one)
        reading.measures.append(_bout(named, bout, day))
        if bout.problem:
            reading.problems.append((day, bout.problem))
    if bouts:
        _keep_splits(one, reading)


def _keep_splits(one: Owned, reading: Reading) -> None:
    """The splits told in the line of a bout stay with it, as they were written."""
    for line in dict.fromkeys(item.line for piece in one.pieces for item in piece.items[:1]):
        told = reading.splits.pop(line, None)
        if told is not None:
            text = reading.verbatim(told[0].start, told[1].end)
            reading.measures[-1] = reading.measures[-1].model_copy(update={"text": text})


def _is_a_day_each(pieces: list[Piece]) -> bool:
    """`5km today, 7km yesterday, 9km on monday`: ways without a name, each of a day of its own, are runs."""
    figures = [piece for piece in pieces if piece.data]
    days = {piece.items[0].day for piece in figures if piece.items}
    ways = all(piece.kind == "distance" and piece.units[0] in ("km", "mi", "k") for piece in figures)
    return ways and len(figures) == len(days) > 1


def _plates_in(pieces: list[Piece]) -> WeightUnit:
    """What plates weigh in where the words for them are used; where they are not it does not matter."""
    units = plate_units()
    for item in (item for piece in pieces for item in piece.items):
        if item.text in units:
            return units[item.text]
    loads = {value for piece in pieces for value in piece.values if value >= _HEAVIER_THAN_BARS}
    tens = sum(load % _KG_STEP == 0 for load in loads)
    return "kg" if len(loads) > 1 and 3 * tens >= 2 * len(loads) else "lb"


def _is_half(row: Row) -> bool:
    return row.reps is None and row.duration is None and row.distance is None


def _told(one: Owned, reading: Reading) -> bool:
    """Whether the sentences that its name and figures stand in tell of something done; looked at once."""
    sentences = frozenset(item.sentence for piece in (*one.name_items, *one.pieces) for item in piece.items)
    if sentences not in reading.told:
        reading.told[sentences] = is_told([item for item in reading.items if item.sentence in sentences])
    return reading.told[sentences]


def _kilos_to_kilometres(pieces: list[Piece], text: str) -> None:
    """In Korean 킬로 and 키로 mean both; of a run they are kilometres."""
    for piece in pieces:
        if piece.kind == "weight" and text[piece.items[-1].start : piece.items[-1].end].endswith(
            ("킬로", "키로")
        ):
            piece.kind, piece.values, piece.units = "distance", (piece.values[0] * 1000,), ("km",)


def _m_to_minutes(pieces: list[Piece]) -> None:
    """`5km run 30m`: beside so many kilometres or miles m are minutes, unless a time is told too."""
    if not any(piece.kind == "distance" and set(piece.units) & {"km", "mi"} for piece in pieces):
        return
    if any(piece.kind in ("time", "pace", "chain") for piece in pieces):
        return
    for piece in pieces:
        if (
            piece.kind == "distance"
            and piece.units == ("m",)
            and _MINUTES[0] <= piece.values[0] <= _MINUTES[1]
        ):
            piece.kind, piece.values, piece.units = "time", (piece.values[0] * 60,), ("min",)


_MINUTES = (5, 360)


def _k_to_kilos(pieces: list[Piece]) -> None:
    """`squat 100k 5x5`: of a lift k are kilograms."""
    for piece in pieces:
        if piece.kind == "distance" and len(piece.items) == 1 and piece.items[0].kind == "k":
            piece.kind, piece.values, piece.units = "weight", (piece.items[0].value,), ("kg",)


def _load_before(reading: Reading) -> tuple[float, WeightUnit | None] | None:
    last = reading.measures[-1] if reading.measures else None
    return None if last is None or last.weight is None else (last.weight, last.weight_unit)


def _alike(one: Measure, other: Measure) -> bool:
    """Whether they differ in the number of sets at most; how a value is known does not count."""
    same: dict[str, object] = {"sets": 1, "certainty": {}}
    return one.model_copy(update=same) == other.model_copy(update=same)


def _day(pieces: list[Piece], one: Owned) -> date:
    return next(piece.items[0].day for piece in chain(pieces, one.name_items, one.pieces) if piece.items)


def _set(named: Named, row: Row, day: date) -> Measure:
    certainty = dict(row.certainty)
    return Measure(
        domain=named.domain,
        name=named.name,
        day=day,
        weight=None if row.weight is None else round(row.weight, 3),
        weight_unit=row.unit if row.weight is not None else None,
        reps=row.reps,
        sets=row.sets or 1,
        rpe=row.rpe,
        distance_m=None if row.distance is None else round(row.distance, 1),
        distance_unit=_distance_unit(row.distance_unit),
        duration_s=row.duration,
        warmup=row.warmup,
        certainty=certainty,
    )


def _distance_unit(written: str) -> DistanceUnit | None:
    match written:
        case "m" | "km" | "mi" | "yd":
            return written
        case _:
            return None


def _bout(named: Named, bout: Bout, day: date) -> Measure:
    laps = bout.laps is not None and bout.distance is None
    return Measure(
        domain=named.domain,
        name=named.name,
        day=day,
        sets=bout.sets,
        distance_m=None if bout.distance is None else round(bout.distance, 1),
        distance_unit=bout.unit,
        duration_s=bout.duration,
        value=bout.laps if laps else None,
        unit="laps" if laps else None,
        certainty=dict(bout.certainty),
    )


def _orphaned(one: Owned, reading: Reading) -> None:
    """Figures that read like sets but belong to no exercise."""
    figures = [piece for piece in one.pieces if piece.kind in _LIFTING and piece.items]
    if not any(piece.kind == "chain" for piece in figures) and len(figures) < 2:
        return
    for _, items in groupby((item for piece in figures for item in piece.items), key=lambda item: item.line):
        line = list(items)
        reading.orphans.append(reading.text[line[0].start : line[-1].end].strip())


def _check(reading: Reading, context: ActiveDomainContext) -> None:
    """Impossible values are said; an impossible RPE is left out, an impossible set not stored."""
    domains = {domain.name: domain for domain in context.domains}
    kept: list[Measure] = []
    for measure in reading.measures:
        wrong = impossible(domains.get(measure.domain), measure)
        reading.problems += [(measure.day, one) for one in wrong]
        if all(one.field == "rpe" for one in wrong):
            kept.append(measure.model_copy(update={"rpe": None}) if wrong else measure)
    reading.measures = kept
