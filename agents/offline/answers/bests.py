"""Answers that are the best one there was, or the worst."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from agents.facts import (
    Point,
    Sample,
    Series,
    Units,
    best,
    beyond,
    brzycki,
    clock,
    days_of,
    epley,
    highest,
    is_helped,
    load_of,
    lowest,
    point_figure,
    readings,
    single,
    working,
)
from agents.offline.answers.absence import unmeasured
from agents.offline.answers.distances import distance_asked
from agents.offline.answers.figures import count_figure
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
    days, whole = len(days_of(whole)), beyond(whole, request.rank or 1, best)
    top = best(whole)
    if top is None:
        return [_unranked(scope, request, days) or unmeasured(scope, request, whole)]
    if whole.quantity in _OF_A_DAY:
        return [_record_day(scope, request, whole, top, found)]
    if (judged := _judged(scope, request, whole, top)) is not None:
        return [judged]
    share = scope.body_share(request.measure) if whole.quantity == "e1rm" else 0.0
    told, moved = body_counted(scope, whole, share, top.day) if share else ("", [])
    return [_record(scope, request, whole, top, told, moved)]


def _unranked(scope: Scope, request: FigureRequest, days: int) -> Finding | None:
    """That there are fewer days than the place that is asked for; None where none was ever measured."""
    if request.rank is None or not days:
        return None
    n = count_figure(days, "days", f"days with {request.measure}", ())
    return scope.lacking("rank_none", request, (), [n], n=n)


def _other_estimate(whole: Series, top: Point, units: Units) -> list[Figure]:
    """Brzycki's beside Epley's, where it gives another number."""
    measure = top.sample.measure if top.sample else None
    load = load_of(measure, units) if measure else None
    other = brzycki(load, measure.reps or 0) if measure and load else None
    alone = epley(load, measure.reps or 0) if measure and load else None
    if alone is None or abs(alone - top.value) > _SAME:
        return []  # the body is counted, too
    if whole.quantity != "e1rm" or other is None or abs(other - top.value) < _SAME:
        return []
    return [
        Figure(
            value=round(other, 4),
            unit=whole.unit,
            what=f"estimated 1RM, Brzycki, {whole.name}",
            entries=top.entries,
        )
    ]


def _judged(scope: Scope, request: FigureRequest, whole: Series, top: Point) -> Finding | None:
    """Of one day: whether it was a record then, by what was before it."""
    span = request.date_range
    if (
        span is None
        or span.start != span.end
        or request.rank
        or request.newest is not None
        or whole.quantity in _BY_DAY
    ):
        return None
    ever = scope.fitting(request, None)  # in the units of all of them
    top = best(ever.within(span)) or top
    earlier = tuple(point for point in ever.points if point.day < span.start)
    stood = best(replace(ever, points=earlier)) if earlier else None
    whole = ever
    words, units, name = scope.wording, scope.units(scope.narrowed(request, None)), request.measure
    figures = [point_figure(whole, top, f"{words.words.best[whole.quantity]} {name}", role="max")]
    shown = scope.sample(top, units) or figures[0]
    if stood is None:
        return scope.tell("best_then_first", request, top.entries, figures, value=shown, day=top.day)
    before = point_figure(whole, stood, f"{name} before")
    less = whole.quantity == "pace"
    beaten = top.value < stood.value * (1 - _TIE) if less else top.value > stood.value * (1 + _TIE)
    claim = scope.say(
        "best_then" if beaten else "best_then_none",
        value=shown,
        day=top.day,
        before=scope.sample(stood, units) or before,
        before_day=stood.day,
    )
    return scope.finding(claim, (*top.entries, *stood.entries), [*figures, before])


_TIE = 1e-3
_SAME = 0.05
_OF_A_DAY = ("volume", "sets", "hard_sets")
_BY_DAY = ("value", *_OF_A_DAY)
"""What of a day is one figure."""


def _record_day(
    scope: Scope,
    request: FigureRequest,
    whole: Series,
    day: Point,
    found: list[Sample],
    *,
    least: bool = False,
) -> Finding:
    """The day with the most, or the least, and what was done on it."""
    words = scope.wording.words
    best_of = (words.worst if least else words.best)[whole.quantity]
    value = point_figure(whole, day, f"{best_of} {request.measure}", role="min" if least else "max")
    what = scope.described(found, request.measure, day.day)
    return scope.tell("record_day", request, best=best_of, value=value, day=day.day, what=what)


def _records_of_each(scope: Scope, request: FigureRequest, names: list[str]) -> list[Finding]:
    """A domain or muscle was asked about: the records of its most frequent exercises."""
    counted = Counter(sample.measure.name for sample in scope.samples(request.measure, request.date_range))
    frequent = [name for name, _ in counted.most_common(4) if name in names]
    each = [request.model_copy(update={"measure": name}) for name in frequent]
    wholes = [(one, beyond(scope.fitting(one, one.date_range), one.rank or 1, best)) for one in each]
    return [_record(scope, one, whole, top) for one, whole in wholes if (top := best(whole)) is not None]


def _record(  # noqa: PLR0917 - what of the body is told beside it
    scope: Scope,
    request: FigureRequest,
    whole: Series,
    top: Point,
    moved: str = "",
    more: Sequence[Figure] = (),
) -> Finding:
    """The best, with another estimate of it, and what is told of the body that was moved."""
    units = scope.units(scope.narrowed(request, request.date_range))
    best_of, others = scope.wording.words.best[whole.quantity], _other_estimate(whole, top, units)
    value = point_figure(whole, top, f"{best_of} {request.measure}", role="max")
    key = _record_key(request, whole, top, both=bool(others))
    if key == "record_distance_time":
        claim = _race_claim(scope, request, top, key, value)
    else:
        values = {"what": scope.sample(top, units), "best": best_of, "reps": request.reps}
        other = others[0] if others else ""
        name = scope.wording.one(request.measure)
        claim = scope.about(request, key, name=name, value=value, day=top.day, other=other, **values)
    evidence = [*top.entries, *(entry for one in more for entry in one.entries)]
    return scope.finding(claim + moved, evidence, [value, *others, *more])


def _record_key(request: FigureRequest, whole: Series, top: Point, *, both: bool) -> str:
    """The sentence that tells a best one."""
    measure = top.sample.measure if top.sample else None
    if whole.quantity == "e1rm":
        return "record_e1rm_both" if both else "record_e1rm"
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
    days, whole = len(days_of(whole)), beyond(whole, request.rank or 1, pick)
    low = pick(whole)
    if low is None:
        return [_unranked(scope, request, days) or unmeasured(scope, request, whole)]
    if whole.quantity in _OF_A_DAY:
        return [_record_day(scope, request, whole, low, found, least=True)]
    timed = request.distance_m is not None and whole.quantity == "pace"
    worst = "slowest" if timed else scope.wording.words.worst[whole.quantity]
    value = point_figure(whole, low, f"{worst} {request.measure}", role="min")
    if timed:
        claim = _race_claim(scope, request, low, "worst_distance_time", value)
        return [scope.finding(claim, low.entries, [value])]
    name, what = scope.wording.one(request.measure), scope.sample(low, scope.units(found))
    key = "worst_what" if whole.quantity in _FAR and low.sample is not None else "worst"
    return [scope.tell(key, request, worst=worst, name=name, value=value, day=low.day, what=what)]
