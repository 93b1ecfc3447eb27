"""The records of an exercise as one line of the memory, and how a log changes them.

The line is "heaviest 100 kg x 5 (2026-11-09); estimated 1RM 116.7 kg (2026-11-09); logged since 2026-09-01".
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import lru_cache

from agents.facts import Sample, Units, best, is_training, samples, series, show, units_of
from agents.memory import GlobalContext
from agents.numbers.written import number_claims
from agents.profile import Profile
from agents.types import Quantity
from storage.entities import Entry

TIE = 1e-3
"""Relative difference below which a record is only equalled (and rounding or units explain it)."""
LABELS: dict[Quantity, str] = {
    "weight": "heaviest",
    "e1rm": "estimated 1RM",
    "distance": "longest",
    "pace": "fastest",
}
_PART = re.compile(
    r"(?P<label>[^;(]+?) (?P<shown>\d\S*(?: (?:kg|lb|km|mi|m|yd))?(?: x \d+)?) \((?P<day>[\d-]{10})\)"
)
_SINCE = re.compile(r"logged since (\d{4}-\d\d-\d\d)")


@lru_cache(maxsize=2048)
def _value(shown: str) -> float:
    """Records are compared again with each log of their exercise."""
    return number_claims(shown)[0].readings[0].value


@dataclass(frozen=True, slots=True)
class Best:
    """A record: "100 kg x 5" of a day; `value` is in the base unit of its kind."""

    quantity: Quantity
    shown: str
    day: date

    @property
    def value(self) -> float:
        """The number behind `shown`, comparable across units."""
        return _value(self.shown)

    def beats(self, other: Best) -> bool:
        """More than a tie; for a pace less is better."""
        if self.quantity == "pace":
            return self.value < other.value * (1 - TIE)
        return self.value > other.value * (1 + TIE)


@dataclass(frozen=True, slots=True)
class Milestones:
    """All records of one exercise."""

    name: str
    bests: tuple[Best, ...]
    since: date
    latest: date = field(compare=False, default=date.min)
    """When it was last trained; not written down."""

    @property
    def key(self) -> str:
        """The memory's key for them."""
        return f"{self.name} record"

    @property
    def text(self) -> str:
        """The memory's value for them; `remembered` reads it back."""
        parts = [f"{LABELS[b.quantity]} {b.shown} ({b.day})" for b in self.bests]
        return "; ".join([*parts, f"logged since {self.since}"])

    def joined(self, older: Milestones | None) -> Milestones:
        """The better of both."""
        if older is None:
            return self
        held = {b.quantity: b for b in older.bests}
        for new in self.bests:
            if new.quantity not in held or new.beats(held[new.quantity]):
                held[new.quantity] = new
        ordered = tuple(held[quantity] for quantity in LABELS if quantity in held)
        return replace(self, bests=ordered, since=min(self.since, older.since))

    def without(self, days: Collection[date]) -> Milestones:
        """Without the records of days whose logs were corrected."""
        left = tuple(b for b in self.bests if b.day not in days)
        since = min((b.day for b in left), default=date.max) if self.since in days else self.since
        return replace(self, bests=left, since=since)


def milestones(entries: Iterable[Entry], profile: Profile) -> list[Milestones]:
    """The records in the entries, by exercise."""
    found = samples(entries, lambda measure: is_training(measure) and not measure.warmup)
    units = units_of((sample.measure for sample in found), profile)
    names = sorted({sample.measure.name for sample in found})
    return [_of(name, [s for s in found if s.measure.name == name], units) for name in names]


def remembered(context: GlobalContext, name: str) -> Milestones | None:
    """The records that the memory holds for an exercise."""
    line = context.find("fact", f"{name} record")
    since = _SINCE.search(line.value) if line else None
    if line is None or since is None:
        return None
    quantities: dict[str, Quantity] = {label: quantity for quantity, label in LABELS.items()}
    bests = tuple(
        Best(quantities[label], part["shown"], date.fromisoformat(part["day"]))
        for part in _PART.finditer(line.value)
        if (label := part["label"].strip(" ;")) in quantities
    )
    return Milestones(name, bests, date.fromisoformat(since[1]))


def _of(name: str, found: Sequence[Sample], units: Units) -> Milestones:
    bests: list[Best] = []
    for quantity in LABELS:
        whole = series(found, name, quantity, units)
        top = best(whole)
        if top is None or top.sample is None:
            continue
        reps = top.sample.measure.reps
        with_reps = f" x {reps}" if quantity == "weight" and reps else ""
        bests.append(Best(quantity, show(top.value, whole.unit) + with_reps, top.day))
    days = [sample.day for sample in found]
    return Milestones(name, tuple(bests), min(days), max(days))
