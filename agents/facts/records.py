"""Personal records: what a log beats, and the bests so far. No warm-up or guess counts, a tie is none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from agents.facts.samples import (
    Sample,
    Series,
    Units,
    has_open_unit,
    is_guessed,
    is_helped,
    is_training,
    load_of,
    series,
    units_of,
    value_of,
)
from agents.facts.statistics import alone, single
from agents.profile import Profile
from agents.shown import show
from agents.types import Quantity, Record
from storage.entities import Entry, Measure
from units import METRES

TIE = 1e-3
"""Relative difference below which two loads or times are the same (100 kg is 220.5 lb)."""
SAME_DISTANCE = 0.95
"""A pace is compared with bouts of at least this share of the distance."""


def records_broken(entry: Entry, earlier: Iterable[Measure], profile: Profile) -> list[Record]:
    """The records a log breaks. `earlier` are the user's measures before it, any order.

    The first time of an exercise is not called a record; of several sets only the best is told.
    """
    past = [measure for measure in earlier if is_training(measure) and not measure.warmup]
    new = [measure for measure in entry.measures if is_training(measure) and not measure.warmup]
    broken: list[Record] = []
    for name in dict.fromkeys(measure.name for measure in new):
        before = [measure for measure in past if measure.name == name]
        if before:
            now = [measure for measure in new if measure.name == name]
            units = _as_written(now, units_of([*before, *now], profile))
            broken += _lifted(name, now, before, units) + _covered(name, now, before, units)
    return broken


def _as_written(now: Sequence[Measure], units: Units) -> Units:
    """A record is told in the units it was just written in."""
    weight = next((measure.weight_unit for measure in now if measure.weight_unit), units.weight)
    distance = next((measure.distance_unit for measure in now if measure.distance_unit), units.distance)
    return replace(units, weight=weight, distance=distance)


def _lifted(name: str, now: Sequence[Measure], before: Sequence[Measure], units: Units) -> list[Record]:
    found: list[Record] = []
    unit = units.weight or ""
    if is_helped(now[0]):
        return _helped(name, now, before, units)
    heaviest, held = _top(now, "weight", units), _top(before, "weight", units)
    if heaviest and held and _beats(heaviest, held):
        found.append(Record(kind="weight", name=name, now=show(heaviest, unit), before=show(held, unit)))
    strongest, stood = _top(now, "e1rm", units), _top(before, "e1rm", units)
    if strongest and stood and _beats(strongest, stood):
        found.append(Record(kind="e1rm", name=name, now=show(strongest, unit), before=show(stood, unit)))
    if not found or not (heaviest and held and _beats(heaviest, held)):
        found += _repeated(name, now, before, units)
    return found


def _helped(name: str, now: Sequence[Measure], before: Sequence[Measure], units: Units) -> list[Record]:
    """Fewer kilograms of help than ever, or more repetitions with as many."""
    unit = units.weight or ""
    least, held = (min(_values(sets, "weight", units), default=None) for sets in (now, before))
    if least is None or held is None or not _beats(held, least):
        return []
    return [Record(kind="help", name=name, now=show(least, unit), before=show(held, unit))]


def _repeated(name: str, now: Sequence[Measure], before: Sequence[Measure], units: Units) -> list[Record]:
    """More repetitions than ever at a load that was lifted before, or with the body alone."""
    before, known = (
        [m for m in sets if not has_open_unit(m, units) and not is_guessed(m, "reps")]
        for sets in (before, now)
    )
    loads = [(load_of(m, units) or 0.0, m.reps) for m in before if m.reps]
    for measure in sorted(known, key=lambda m: (load_of(m, units) or 0.0, m.reps or 0), reverse=True):
        if measure.reps is None:
            continue
        load = load_of(measure, units) or 0.0
        heavier = [reps for held, reps in loads if held >= load * (1 - TIE)]
        if any(_ties(held, load) for held, _ in loads) and measure.reps > max(heavier):
            shown = show(load, units.weight or "") if load else ""
            more, stood = str(measure.reps), str(max(heavier))
            return [Record(kind="reps", name=name, of=shown, now=more, before=stood)]
    return []


def _covered(name: str, now: Sequence[Measure], before: Sequence[Measure], units: Units) -> list[Record]:
    found: list[Record] = []
    farthest, held = _top(now, "distance", units), _top(before, "distance", units)
    if farthest and held and _beats(farthest, held):
        found.append(
            Record(
                kind="distance",
                name=name,
                now=show(farthest, units.distance),
                before=show(held, units.distance),
            )
        )
    for measure in sorted(now, key=lambda m: m.distance_m or 0.0, reverse=True):
        alike = [m for m in before if (m.distance_m or 0.0) >= (measure.distance_m or 0.0) * SAME_DISTANCE]
        if not measure.distance_m or not alike:
            continue
        pace, stood = _fastest([measure], name, units), _fastest(alike, name, units)
        if pace and stood and pace[0] < stood[0] * (1 - TIE):
            distance = show(measure.distance_m / METRES[units.distance], units.distance)
            found.append(
                Record(kind="pace", name=name, of=distance, now=show(*pace), before=show(stood[0], stood[1]))
            )
            break
    return found


def _fastest(measures: Sequence[Measure], name: str, units: Units) -> tuple[float, str] | None:
    paces = _series(measures, name, "pace", units)
    return (min(paces.values), paces.unit) if paces.points else None


def _top(measures: Sequence[Measure], quantity: Quantity, units: Units) -> float | None:
    return max(_values(measures, quantity, units), default=None)


def _values(measures: Sequence[Measure], quantity: Quantity, units: Units) -> Iterator[float]:
    """Those of `_series`, without making a point of each: every log is held against all that was lifted."""
    for measure in measures:
        value = None if is_guessed(measure, quantity) else value_of(measure, quantity, units)
        if value is not None:
            yield alone(measure, quantity, value)


def _series(measures: Sequence[Measure], name: str, quantity: Quantity, units: Units) -> Series:
    said = [measure for measure in measures if not is_guessed(measure, quantity)]
    return single(series([Sample("", measure.day, measure) for measure in said], name, quantity, units))


def _beats(new: float, old: float) -> bool:
    return new > old * (1 + TIE)


def _ties(one: float, other: float) -> bool:
    return abs(one - other) <= TIE * max(one, other, 1.0)
