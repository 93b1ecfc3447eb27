"""The records of an exercise as one line of the memory.

The line is "heaviest 100 kg x 5 (2026-11-09); estimated 1RM 116.7 kg (2026-11-09); logged since 2026-09-01".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from agents.facts.samples import Sample, Units, is_training, series, units_of
from agents.facts.statistics import best
from agents.profile import Profile
from agents.shown import show
from agents.types import Quantity
from storage.entities import Measure

LABELS: dict[Quantity, str] = {
    "weight": "heaviest",
    "e1rm": "estimated 1RM",
    "distance": "longest",
    "pace": "fastest",
}


@dataclass(frozen=True, slots=True)
class Best:
    """A record: "100 kg x 5" of a day."""

    quantity: Quantity
    shown: str
    day: date


@dataclass(frozen=True, slots=True)
class Milestones:
    """All records of one exercise."""

    name: str
    bests: tuple[Best, ...]
    since: date

    @property
    def text(self) -> str:
        """The memory's value for them."""
        parts = [f"{LABELS[b.quantity]} {b.shown} ({b.day})" for b in self.bests]
        return "; ".join([*parts, f"logged since {self.since}"])


def counted(rows: Iterable[tuple[Measure, int]], profile: Profile) -> list[Milestones]:
    """The records in measures, each with how often it was done; its day is the first on which it was."""
    found = [(Sample("", m.day, m), times) for m, times in rows if is_training(m) and not m.warmup]
    by_name: dict[str, list[tuple[Sample, int]]] = {}
    for sample, times in sorted(found, key=lambda one: one[0].day):
        by_name.setdefault(sample.measure.name, []).append((sample, times))
    return [_of(name, of_it, profile) for name, of_it in sorted(by_name.items())]


def _of(name: str, found: Sequence[tuple[Sample, int]], profile: Profile) -> Milestones:
    units = units_of((s.measure for s, times in found for _ in range(times * s.measure.sets)), profile)
    alone = [sample for sample, _ in found]
    return Milestones(name, tuple(_bests(alone, name, units)), min(sample.day for sample in alone))


def _bests(found: Sequence[Sample], name: str, units: Units) -> Iterable[Best]:
    for quantity in LABELS:
        whole = series(found, name, quantity, units)
        top = best(whole)
        if top is None or top.sample is None:
            continue
        reps = top.sample.measure.reps
        with_reps = f" x {reps}" if quantity == "weight" and reps else ""
        yield Best(quantity, show(top.value, whole.unit) + with_reps, top.day)
