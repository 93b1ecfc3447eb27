"""Every record that stands: of each lift the heaviest, of what goes far the longest and the fastest."""

from __future__ import annotations

from collections import Counter

from agents.facts import Sample
from agents.offline.answers.bests import answer_record
from agents.offline.answers.figures import count_figure
from agents.offline.answers.scope import Scope
from agents.offline.questions.subjects import GOES_FAR, TRAINING
from agents.types import Figure, FigureRequest, Finding, Quantity
from units import METRES

_EVERYTHING = frozenset({TRAINING, "strength", *GOES_FAR})
_MOST = 12
_FEW = 4
"""Lifts, and things that go far, that are told; of more the ones done most often."""
_RACES = (METRES["mi"], 5000.0, 10000.0, 15000.0, 10 * METRES["mi"], 21097.5, 42195.0)
_SWIMS = (100.0, 200.0, 400.0, 800.0, 1500.0)
_NEAR = 0.02


def of_everything(request: FigureRequest) -> bool:
    """Whether all records are wanted: loads of what has none of its own."""
    bare = request.date_range is None and request.reps is None and not request.words
    return bare and request.quantity == "weight" and request.measure in _EVERYTHING


def answer_all_bests(scope: Scope, found: list[Sample]) -> list[Finding]:
    """The lifts on lines of their own, then each thing that goes far; the most frequent first."""
    far = [sample for sample in found if sample.measure.distance_m and sample.measure.domain != "strength"]
    lifted = [sample for sample in found if sample.measure.reps is not None]
    lifts = [
        FigureRequest(statistic="record", measure=name, quantity=_of_a_lift(lifted, name))
        for name, _ in Counter(sample.measure.name for sample in lifted).most_common(_MOST)
    ]
    told = [_together(scope, lifts)] if lifts else []
    for name, _ in Counter(sample.measure.name for sample in far).most_common(_FEW):
        longest = FigureRequest(statistic="record", measure=name, quantity="distance")
        fastest = [
            FigureRequest(statistic="record", measure=name, quantity="pace", distance_m=metres)
            for metres in _raced(far, name)
        ]
        told.append(_together(scope, [longest, *fastest]))
    return told


def _together(scope: Scope, requests: list[FigureRequest]) -> Finding:
    """The records in one claim, a line each."""
    found: list[Finding] = []
    figures: list[Figure] = []
    for request in requests:
        told = answer_record(scope, request, scope.narrowed(request, None))
        found += told
        figures += [figure for one in told for figure in one.figures]
        if request.distance_m is not None:
            days = [(figure.entries, figure.day) for one in told for figure in one.figures]
            figures += [
                count_figure(round(request.distance_m / METRES[unit], 2), unit, "the distance", entries, day)
                for entries, day in days
                for unit in ("km", "mi", "m")
            ]
    entries = [entry for one in found for entry in one.evidence]
    return scope.finding("\n".join(one.claim for one in found), entries, figures)


def _of_a_lift(lifted: list[Sample], name: str) -> Quantity:
    """What counts: the load, or the repetitions of what is done with the body alone."""
    loaded = any(one.measure.weight is not None for one in lifted if one.measure.name == name)
    return "weight" if loaded else "reps"


def _raced(far: list[Sample], name: str) -> list[float]:
    """The usual distances of races that were covered in a time."""
    bouts = [one.measure for one in far if one.measure.name == name and one.measure.duration_s]
    usual = _SWIMS if bouts and bouts[0].domain == "swimming" else _RACES
    return [m for m in usual if any(abs((bout.distance_m or 0.0) - m) <= m * _NEAR for bout in bouts)]
