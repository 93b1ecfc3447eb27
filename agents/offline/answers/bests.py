"""Answers that are the best one there was, or the worst."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from agents.facts import (
    Point,
    Sample,
    Series,
    best,
    clock,
    highest,
    is_helped,
    lowest,
    point_figure,
    readings,
    single,
    working,
)
from agents.offline.answers.absence import unmeasured
from agents.offline.answers.distances import distance_asked
from agents.offline.answers.scope import Scope
from agents.offline.answers.totals import body_counted
from agents.types import Figure, FigureRequest, Finding


def answer_record(scope: Scope, request: FigureRequest, found: list[Sample]) -> list[Finding]:
    """The best of a quantity, of each exercise where several are asked about."""
    whole = scope.fitting(request, request.date_range)
    if whole.quantity in _BY_DAY:
        whole = readings(working(whole))
    names = list(dict.fromkeys(sample.measure.name for sample in found))
    if len(names) > 1 and request.measure not in names and whole.quantity not in _OF_A_DAY:
        return _records_of_each(scope, request, names)
    top = best(whole)
    if top is None:
        return [unmeasured(scope, request, whole)]
    share = scope.body_share(request.measure) if whole.quantity == "e1rm" else 0.0
    told, moved = body_counted(scope, whole, share, top.day) if share else ("", [])
    return [_record(scope, request, whole, top, told, moved)]


_MOST = 8
"""Exercises whose records are told; of more those done most often."""
_OF_A_DAY = ("volume", "sets", "hard_sets")
_BY_DAY = ("value", *_OF_A_DAY)
"""What of a day is one figure."""


def _records_of_each(scope: Scope, request: FigureRequest, names: list[str]) -> list[Finding]:
    """Training, a domain or a muscle was asked about: the records of its most frequent exercises."""
    counted = Counter(sample.measure.name for sample in scope.samples(request.measure, request.date_range))
    frequent = [name for name, _ in counted.most_common(_MOST) if name in names]
    each = [request.model_copy(update={"measure": name}) for name in frequent]
    wholes = [(one, scope.fitting(one, one.date_range)) for one in each]
    return [_record(scope, one, whole, top) for one, whole in wholes if (top := best(whole)) is not None]


def _record(  # noqa: PLR0917 - what of the body is told beside it
    scope: Scope,
    request: FigureRequest,
    whole: Series,
    top: Point,
    moved: str = "",
    more: Sequence[Figure] = (),
) -> Finding:
    """The best, with what is told of the body that was moved."""
    best_of, key = scope.wording.words.best[whole.quantity], _record_key(request, whole, top)
    value = point_figure(whole, top, f"{best_of} {request.measure}", role="max")
    if key == "record_distance_time":
        claim = _race_claim(scope, request, top, key, value)
    else:
        what = scope.sample(top, scope.units(scope.narrowed(request, request.date_range)))
        values = {"what": what, "best": best_of, "reps": request.reps}
        name = scope.wording.one(request.measure)
        claim = scope.about(request, key, name=name, value=value, day=top.day, **values)
    evidence = [*top.entries, *(entry for one in more for entry in one.entries)]
    return scope.finding(claim + moved, evidence, [value, *more])


def _record_key(request: FigureRequest, whole: Series, top: Point) -> str:
    """The sentence that tells a best one."""
    measure = top.sample.measure if top.sample else None
    if whole.quantity == "e1rm":
        return "record_e1rm"
    if whole.quantity == "weight":
        helped = measure is not None and is_helped(measure)
        return "record_help" if helped else "record_reps" if request.reps else "record_weight"
    if request.distance_m is not None and measure is not None and measure.duration_s:
        return "record_distance_time"
    return "record_what" if whole.quantity in _FAR and measure is not None else "record"


def _race_claim(scope: Scope, request: FigureRequest, point: Point, key: str, value: Figure) -> str:
    """The time over a distance, which is told in the unit it was asked in."""
    measure = point.sample.measure if point.sample else None
    pool = measure is not None and measure.domain == "swimming"
    return scope.about(
        request,
        key,
        name=scope.wording.one(request.measure),
        value=value,
        day=point.day,
        distance=distance_asked(request.distance_m or 0.0, pool=pool),
        duration=clock(measure.duration_s) if measure and measure.duration_s else "",
    )


_FAR = ("distance", "duration", "pace", "speed")


def answer_worst(scope: Scope, request: FigureRequest, found: list[Sample]) -> list[Finding]:
    """The least of a quantity; the slowest of paces."""
    whole = scope.fitting(request, request.date_range)
    whole = single(working(whole))
    if whole.quantity in _BY_DAY:
        whole = readings(whole)
    pick = highest if whole.quantity == "pace" else lowest
    low = pick(whole)
    if low is None:
        return [unmeasured(scope, request, whole)]
    timed = request.distance_m is not None and whole.quantity == "pace"
    worst = "slowest" if timed else scope.wording.words.worst[whole.quantity]
    value = point_figure(whole, low, f"{worst} {request.measure}", role="min")
    if timed:
        claim = _race_claim(scope, request, low, "worst_distance_time", value)
        return [scope.finding(claim, low.entries, [value])]
    name, what = scope.wording.one(request.measure), scope.sample(low, scope.units(found))
    key = "worst_what" if whole.quantity in _FAR and low.sample is not None else "worst"
    return [scope.tell(key, request, worst=worst, name=name, value=value, day=low.day, what=what)]
