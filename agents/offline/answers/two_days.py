"""Two days of the same exercise: repetitions at the same weight, before any best."""

from __future__ import annotations

from collections.abc import Iterable

from agents.facts import Sample, Units, load_of
from agents.offline.answers.figures import ids
from agents.offline.answers.scope import Scope
from agents.types import Figure, FigureRequest, Finding

_MOST = 4
"""Weights that are named."""


def of_two_days(request: FigureRequest) -> bool:
    """Whether a single day is set against another."""
    spans = (request.date_range, request.versus)
    return all(span is not None and span.start == span.end for span in spans)


def answer_two_days(scope: Scope, request: FigureRequest) -> list[Finding]:
    """Repetitions at each weight of both days; nothing where no weight was lifted on both."""
    if request.date_range is None or request.versus is None or request.quantity not in ("weight", "e1rm"):
        return []
    later, earlier = request.date_range.start, request.versus.start
    found = scope.narrowed(request, request.date_range), scope.narrowed(request, request.versus)
    units = scope.units([*found[0], *found[1]])
    now, before = (_reps_at(day, units) for day in found)
    loads = sorted(now.keys() & before.keys(), reverse=True)[:_MOST]
    if not loads:
        return []
    words, figures, parts, unit = scope.wording, list[Figure](), dict[float, str](), units.weight or ""
    same = {load: now[load].measure.reps == before[load].measure.reps for load in loads}
    for load in sorted(loads, key=same.__getitem__):
        pair = [
            Figure(
                value=float(sample.measure.reps or 0),
                unit="reps",
                what=f"repetitions at {load:g} {unit}".strip(),
                entries=(sample.entry,),
                day=sample.day,
            )
            for sample in (now[load], before[load])
        ]
        figures += pair
        reps = {"now": now[load].measure.reps, "before": before[load].measure.reps}
        weight = words.amount(load, unit)
        parts[load] = words.part("reps_same" if same[load] else "reps_against", weight=weight, **reps)
    evidence = ids([now[load] for load in loads] + [before[load] for load in loads])
    key, listed = (
        "two_days_same" if all(same.values()) else "two_days",
        ", ".join(parts[load] for load in loads),
    )
    return [scope.tell(key, request, evidence, figures, day=later, other=earlier, list=listed)]


def _reps_at(found: Iterable[Sample], units: Units) -> dict[float, Sample]:
    """The set of most repetitions at each weight."""
    most: dict[float, Sample] = {}
    for sample in found:
        load = load_of(sample.measure, units)
        if load is None or sample.measure.warmup or sample.measure.reps is None:
            continue
        load = round(load, 2)
        if load not in most or (most[load].measure.reps or 0) < sample.measure.reps:
            most[load] = sample
    return most
