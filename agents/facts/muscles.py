"""Work by muscle: hard sets and tonnage, from the primary and secondary muscles of each exercise."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from agents.facts.samples import Point, Sample, Series, Units, value_of
from domains.muscles import PLACES
from storage.entities import Measure

HELPING = 0.5
"""What a set counts for a muscle that only helps.

Source: Pelland et al., The Resistance Training Dose-Response (2024), whose "fractional" count of indirect
sets fitted growth and strength better than counting them as whole ones or not at all.
"""
HARD_RPE = 6.0
"""RPE from which a set is hard: at most four repetitions in reserve (RPE scale: Zourdos et al. 2016)."""


@dataclass(frozen=True, slots=True)
class Worked:
    """What an exercise works."""

    primary: tuple[str, ...]
    secondary: tuple[str, ...] = ()

    def credit(self, muscles: Collection[str]) -> float:
        """1 where one of the muscles is worked mainly, a half where one helps, else 0."""
        if any(muscle in muscles for muscle in self.primary):
            return 1.0
        return HELPING if any(muscle in muscles for muscle in self.secondary) else 0.0


def is_hard(measure: Measure) -> bool:
    """Whether its sets are hard sets: no warm-up, and RPE 6 or more where an effort was written.

    Without a written effort a working set counts: whoever logs effort only when it is special loses none.
    """
    lifted = measure.reps is not None or measure.weight is not None
    held = measure.domain == "strength" and (measure.duration_s or measure.distance_m)
    easy = measure.warmup or (measure.rpe is not None and measure.rpe < HARD_RPE)
    return bool(lifted or held) and not easy


def hard_sets(
    found: Sequence[Sample], name: str, worked: Mapping[str, Worked], muscles: Collection[str] = ()
) -> Series:
    """Hard sets as a series: of the exercises themselves, or credited to the muscles where some are given."""
    points: list[Point] = []
    for sample in found:
        measure = sample.measure
        known = worked.get(measure.name)
        credit = (known.credit(muscles) if known else 0.0) if muscles else 1.0
        if credit and is_hard(measure):
            points.append(Point(sample.day, measure.sets * credit, (sample.entry,), sample))
    return Series(name, "hard_sets", "sets", tuple(points))


@dataclass(frozen=True, slots=True)
class MuscleWork:
    """What was done for one muscle: hard sets, and the tonnage of the exercises that mainly work it."""

    muscle: str
    sets: Series
    volume: Series


def by_muscle(found: Sequence[Sample], worked: Mapping[str, Worked], units: Units) -> list[MuscleWork]:
    """Each muscle with any hard set, the most worked first.

    Tonnage is load x repetitions x sets (volume load) and, other than sets,
    counts only for primary muscles: half a kilogram moved by a helper would mean nothing.
    """
    table: list[MuscleWork] = []
    for muscle in PLACES:
        sets = hard_sets(found, muscle, worked, (muscle,))
        if not sets.points:
            continue
        points = tuple(
            Point(sample.day, value, (sample.entry,), sample)
            for sample in found
            if (known := worked.get(sample.measure.name)) is not None
            and muscle in known.primary
            and (value := value_of(sample.measure, "volume", units)) is not None
        )
        table.append(MuscleWork(muscle, sets, Series(muscle, "volume", units.weight or "", points)))
    return sorted(table, key=lambda work: -sum(work.sets.values))
