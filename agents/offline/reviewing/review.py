"""The parts of a review, in order. Each is a pure function of what is reviewed; None: nothing to tell."""

from __future__ import annotations

from collections.abc import Callable

from agents.offline.reviewing import daily, training
from agents.offline.reviewing.reviewed import Reviewed
from agents.reports.part import Part

PARTS: dict[str, Callable[[Reviewed], Part | None]] = {
    "overview": training.overview,
    "months": training.months,
    "records": training.records_broken,
    "courses": training.courses,
    "distances": training.distances,
    "muscles": training.muscles,
    "sleep": daily.sleep,
    "weight": daily.body_weight,
    "metrics": daily.metrics,
    "streaks": daily.streaks,
    "goals": daily.goals,
    "missing": daily.missing,
}


def parts_of(r: Reviewed) -> list[Part]:
    """All that has something to tell."""
    return [part for make in PARTS.values() if (part := make(r)) is not None]
