"""Answers that are the best one there was, or the worst."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from agents.facts import (
    Point,
    Sample,
    Series,
    Units,
    best,
    brzycki,
    by_day,
    clock,
    epley,
    highest,
    is_helped,
    load_of,
    lowest,
    point_figure,
    show,
    single,
    working,
)
from agents.offline.answers.absence import unmeasured
from agents.offline.answers.scope import Scope
from agents.offline.answers.totals import body_counted
from agents.types import Figure, FigureRequest, Finding
from storage.entities import DistanceUnit
from units import METRES


def answer_record(scope: Scope, request: FigureRequest, found: list[Sample]) -> list[Finding]:
    """The best of a quantity, of each exercise where several are asked about."""
    whole = scope.fitting(request, request.date_range)
    if whole.quantity in _BY_DAY:
        whole = by_day(working(whole))
    top = best(whole)
    if top is None:
        return [unmeasured(scope, request, whole)]
    if whole.quantity in _OF_A_DAY:
        return [_record_day(scope, request, whole, top, found)]
    names = list(dict.fromkeys(sample.measure.name for sample in found))
    if len(names) > 1 and request.measure not in names:
        return _records_of_each(scope, request, names)
    if (judged := _judged(scope, request, whole, top)) is not None:
        return [judged]
    claim = _record_claim(scope, request, whole, top)
    others = _other_estimate(whole, top, scope.units(found))
    what = f"{scope.wording.words.best[whole.quantity]} {request.measure}"
    evidence = list(top.entries)
    if whole.quantity == "e1rm" and (share := scope.body_share(request.measure)):
        told, more = body_counted(scope, whole, share, top.day)
        claim, others = claim + told, [*others, *more]
        evidence += [entry for one in more for entry in one.entries]
    return [scope.finding(claim, evidence, [point_figure(whole, top, what, role="max"), *others])]


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
    if span is None or span.start != span.end or request.newest is not None or whole.quantity in _BY_DAY:
        return None
    ever = scope.fitting(request, None)  # in the units of all of them
    top = best(ever.within(span)) or top
    earlier = tuple(point for point in ever.points if point.day < span.start)
    stood = best(replace(ever, points=earlier)) if earlier else None
    whole = ever
    words, units = scope.wording, scope.units(scope.narrowed(request, None))
    figures = [point_figure(whole, top, f"{words.words.best[whole.quantity]} {request.measure}", role="max")]
    shown = scope.sample(top, units) or words.amount(top.value, whole.unit)
    if stood is None:
        claim = scope.say("best_then_first", value=shown, day=words.day(top.day))
        return scope.finding(claim, top.entries, figures)
    figures.append(point_figure(whole, stood, f"{request.measure} before"))
    less = whole.quantity == "pace"
    beaten = top.value < stood.value * (1 - _TIE) if less else top.value > stood.value * (1 + _TIE)
    claim = scope.say(
        "best_then" if beaten else "best_then_none",
        value=shown,
        day=words.day(top.day),
        before=scope.sample(stood, units) or words.amount(stood.value, whole.unit),
        before_day=words.day(stood.day),
    )
    return scope.finding(claim, (*top.entries, *stood.entries), figures)


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
    words = scope.wording
    best_of = (words.words.worst if least else words.words.best)[whole.quantity]
    claim = scope.say(
        "record_day",
        best=best_of,
        name=words.name(request.measure),
        period=words.period(request.date_range),
        value=words.amount(day.value, whole.unit),
        day=words.day(day.day),
        what=scope.described(found, request.measure, day.day),
    )
    return scope.finding(
        claim,
        day.entries,
        [point_figure(whole, day, f"{best_of} {request.measure}", role="min" if least else "max")],
    )


def _records_of_each(scope: Scope, request: FigureRequest, names: list[str]) -> list[Finding]:
    """A domain or muscle was asked about: the records of its most frequent exercises."""
    found: list[Finding] = []
    counted = Counter(sample.measure.name for sample in scope.samples(request.measure, request.date_range))
    for name, _ in counted.most_common(4):
        if name in names:
            single = request.model_copy(update={"measure": name})
            whole = scope.fitting(single, request.date_range)
            top = best(whole)
            if top is not None:
                what = f"{scope.wording.words.best[whole.quantity]} {name}"
                claim = _record_claim(scope, single, whole, top)
                others = _other_estimate(whole, top, scope.units(scope.narrowed(single, request.date_range)))
                found.append(
                    scope.finding(claim, top.entries, [point_figure(whole, top, what, role="max"), *others])
                )
    return found


def _record_claim(scope: Scope, request: FigureRequest, whole: Series, top: Point) -> str:
    units = scope.units(scope.narrowed(request, request.date_range))
    words, measure = scope.wording, top.sample.measure if top.sample else None
    values: dict[str, object] = {
        "name": words.one(request.measure),
        "period": words.period(request.date_range),
        "value": words.amount(top.value, whole.unit),
        "day": words.day(top.day),
        "what": scope.sample(top, units),
        "best": words.words.best[whole.quantity],
    }
    if whole.quantity == "e1rm":
        other = _other_estimate(whole, top, units)
        if not other:
            return scope.say("record_e1rm", **values)
        return scope.say("record_e1rm_both", **values, other=words.amount(other[0].value, whole.unit))
    if whole.quantity == "weight":
        helped = measure is not None and is_helped(measure)
        key = "record_help" if helped else "record_reps" if request.reps else "record_weight"
        return scope.say(key, **values, reps=request.reps)
    if request.distance_m is not None and measure is not None and measure.duration_s:
        return _race_claim(scope, request, whole, top, "record_distance_time")
    if whole.quantity in ("distance", "duration", "pace", "speed") and measure is not None:
        return scope.say("record_what", **values)
    return scope.say("record", **values)


def _race_claim(scope: Scope, request: FigureRequest, whole: Series, point: Point, key: str) -> str:
    """The time over a distance, which is told in the unit it was asked in."""
    metres, words = request.distance_m or 0.0, scope.wording
    measure = point.sample.measure if point.sample else None
    pool = measure is not None and measure.domain == "swimming"
    units: tuple[DistanceUnit, ...] = ("m", "yd", "km", "mi") if pool else ("km", "mi", "m", "yd")
    fitting: list[DistanceUnit] = [
        unit for unit in units if abs(metres / METRES[unit] - round(metres / METRES[unit])) < _WHOLE
    ]
    unit: DistanceUnit = fitting[0] if fitting else "mi"
    return scope.say(
        key,
        name=words.one(request.measure),
        period=words.period(request.date_range),
        value=words.amount(point.value, whole.unit),
        day=words.day(point.day),
        distance=show(metres / METRES[unit], unit),
        duration=clock(measure.duration_s) if measure and measure.duration_s else "",
    )


_WHOLE = 1e-6


def answer_worst(scope: Scope, request: FigureRequest, found: list[Sample]) -> list[Finding]:
    """The least of a quantity; the slowest of paces."""
    whole = scope.fitting(request, request.date_range)
    whole = single(working(whole))
    if whole.quantity in _BY_DAY:
        whole = by_day(whole)
    low = highest(whole) if whole.quantity == "pace" else lowest(whole)
    if low is None:
        return [unmeasured(scope, request, whole)]
    if whole.quantity in _OF_A_DAY:
        return [_record_day(scope, request, whole, low, found, least=True)]
    if request.distance_m is not None and whole.quantity == "pace":
        claim = _race_claim(scope, request, whole, low, "worst_distance_time")
        return [
            scope.finding(
                claim, low.entries, [point_figure(whole, low, f"slowest {request.measure}", role="min")]
            )
        ]
    worst = scope.wording.words.worst[whole.quantity]
    moved = whole.quantity in ("distance", "duration", "pace", "speed") and low.sample is not None
    claim = scope.say(
        "worst_what" if moved else "worst",
        worst=worst,
        name=scope.wording.one(request.measure),
        period=scope.wording.period(request.date_range),
        value=scope.wording.amount(low.value, whole.unit),
        day=scope.wording.day(low.day),
        what=scope.sample(low, scope.units(found)),
    )
    return [
        scope.finding(
            claim, low.entries, [point_figure(whole, low, f"{worst} {request.measure}", role="min")]
        )
    ]
