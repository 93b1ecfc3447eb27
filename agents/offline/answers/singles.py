"""Answers that are one figure of one stretch of time: last, first, record, least, sum, average, a mark."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from agents.facts import (
    METRES,
    Point,
    Sample,
    Series,
    Units,
    average,
    best,
    brzycki,
    by_day,
    clock,
    days_of,
    figure,
    highest,
    is_helped,
    last,
    load_of,
    lowest,
    point_figure,
    series,
    show,
    total,
    weight_on,
    working,
)
from agents.offline.answers.absence import nothing
from agents.offline.answers.counts import count, frequency, gap, listing, most, rest_days, streak, weekdays
from agents.offline.answers.scope import Scope, count_figure
from agents.offline.answers.stretches import per_period
from agents.offline.answers.work import answer_load, answer_muscles, answer_neglected, sets_from
from agents.offline.asking.subjects import LOGGING
from agents.types import Figure, FigureRequest, Finding
from storage.entities import DistanceUnit


def answer_single(scope: Scope, request: FigureRequest) -> list[Finding]:
    """The findings for a request that compares nothing."""
    found = scope.narrowed(request, request.date_range)
    if not found and request.statistic not in ("rest_days", "streak", "load", "muscles", "neglected"):
        return nothing(scope, request)
    if request.per in ("week", "month") and request.statistic in ("record", "max", "min"):
        whole = scope.fitting(request, request.date_range)
        return per_period(scope, request, whole) if whole.points else [_unmeasured(scope, request, whole)]
    return _ANSWERS[request.statistic](scope, request, found)


def _last(scope: Scope, request: FigureRequest, found: list[Sample]) -> list[Finding]:
    newest = found[-1]
    of_one = len({sample.measure.name for sample in found}) == 1
    if newest.measure.value is not None and request.quantity != "days" and of_one:
        return _last_value(scope, request, found)
    what = scope.described(found, request.measure, newest.day)
    ago = (scope.today - newest.day).days
    evidence = [sample.entry for sample in found if sample.day == newest.day]
    figures = [count_figure(ago, "days", f"days since the last {request.measure}", evidence, newest.day)]
    keys = {0: "last_today", 1: "last_one_day"}
    key = keys.get(ago, "last_days" if request.quantity == "days" else "last")
    claim = scope.say(
        key, name=scope.wording.one(request.measure), day=scope.wording.day(newest.day), what=what, n=ago
    )
    return [scope.finding(claim, evidence, figures)]


def _last_value(scope: Scope, request: FigureRequest, found: list[Sample]) -> list[Finding]:
    whole = by_day(series(found, request.measure, "value", scope.units(found)))
    point = last(whole)
    if point is None:
        return nothing(scope, request)
    claim = scope.say(
        "last_value",
        name=scope.wording.name(request.measure),
        value=scope.wording.amount(point.value, whole.unit),
        day=scope.wording.day(point.day),
    )
    return [scope.finding(claim, point.entries, [point_figure(whole, point, f"last {request.measure}")])]


def _first(scope: Scope, request: FigureRequest, found: list[Sample]) -> list[Finding]:
    oldest = found[0]
    evidence = [sample.entry for sample in found if sample.day == oldest.day]
    claim = scope.say(
        "first",
        name=scope.wording.one(request.measure),
        day=scope.wording.day(oldest.day),
        what=scope.described(found, request.measure, oldest.day),
    )
    return [scope.finding(claim, evidence, [count_figure(1, "", "first time", evidence, oldest.day)])]


def _record(scope: Scope, request: FigureRequest, found: list[Sample]) -> list[Finding]:
    whole = scope.fitting(request, request.date_range)
    if whole.quantity in _BY_DAY:
        whole = by_day(working(whole))
    top = best(whole)
    if top is None:
        return [_unmeasured(scope, request, whole)]
    if whole.quantity in _OF_A_DAY:
        return [_record_day(scope, request, whole, top, found)]
    names = list(dict.fromkeys(sample.measure.name for sample in found))
    if len(names) > 1 and request.measure not in names:
        return _records_of_each(scope, request, names)
    claim = _record_claim(scope, request, whole, top)
    others = _other_estimate(whole, top, scope.units(found))
    what = f"{scope.wording.words.best[whole.quantity]} {request.measure}"
    return [scope.finding(claim, top.entries, [point_figure(whole, top, what), *others])]


def _other_estimate(whole: Series, top: Point, units: Units) -> list[Figure]:
    """Brzycki's beside Epley's, where it gives another number."""
    measure = top.sample.measure if top.sample else None
    load = load_of(measure, units) if measure else None
    other = brzycki(load, measure.reps or 0) if measure and load else None
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
    return scope.finding(claim, day.entries, [point_figure(whole, day, f"{best_of} {request.measure}")])


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
                found.append(scope.finding(claim, top.entries, [point_figure(whole, top, what), *others]))
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


def _worst(scope: Scope, request: FigureRequest, found: list[Sample]) -> list[Finding]:
    whole = scope.fitting(request, request.date_range)
    whole = working(whole)
    if whole.quantity in _BY_DAY:
        whole = by_day(whole)
    low = highest(whole) if whole.quantity == "pace" else lowest(whole)
    if low is None:
        return [_unmeasured(scope, request, whole)]
    if whole.quantity in _OF_A_DAY:
        return [_record_day(scope, request, whole, low, found, least=True)]
    if request.distance_m is not None and whole.quantity == "pace":
        claim = _race_claim(scope, request, whole, low, "worst_distance_time")
        return [scope.finding(claim, low.entries, [point_figure(whole, low, f"slowest {request.measure}")])]
    worst = scope.wording.words.worst[whole.quantity]
    claim = scope.say(
        "worst",
        worst=worst,
        name=scope.wording.one(request.measure),
        period=scope.wording.period(request.date_range),
        value=scope.wording.amount(low.value, whole.unit),
        day=scope.wording.day(low.day),
    )
    return [scope.finding(claim, low.entries, [point_figure(whole, low, f"{worst} {request.measure}")])]


def _sum(scope: Scope, request: FigureRequest, found: list[Sample]) -> list[Finding]:
    whole = scope.fitting(request, request.date_range)
    if not whole.points:
        if request.quantity in ("value", "distance", "duration", "volume"):
            return _list(scope, request, found)
        return [_unmeasured(scope, request, whole)]
    if request.per is not None:
        return per_period(scope, request, whole)
    value, days = total(whole), len(days_of(whole))
    words = scope.wording
    figures = [
        figure(whole, value, f"total {whole.quantity} of {request.measure}"),
        count_figure(days, "days", f"days with {request.measure}", whole.entries),
    ]
    values: dict[str, object] = {
        "name": _with_quantity(scope, request, whole)
        if whole.quantity in ("volume", "hard_sets")
        else words.name(request.measure),
        "period": words.period(request.date_range),
        "value": words.amount(value, whole.unit),
        "n": days,
    }
    if whole.quantity == "value" and days > 1:
        mean = value / days
        figures.append(figure(whole, mean, f"average {request.measure} a day"))
        claim = scope.say("sum_average", **values, average=words.amount(mean, whole.unit))
    else:
        claim = scope.say("sum" if days > 1 else "sum_one", **values)
    if whole.quantity == "hard_sets":
        parts, more = sets_from(scope, whole)
        claim, figures = claim + parts, [*figures, *more]
    evidence: list[str] = list(whole.entries)
    if whole.quantity == "volume" and (share := scope.body_share(request.measure)):
        told, more = _body_counted(scope, whole, share)
        claim, figures = claim + told, [*figures, *more]
        evidence += [entry for one in more for entry in one.entries]
    return [scope.finding(claim, evidence, figures)]


def _body_counted(scope: Scope, whole: Series, share: float) -> tuple[str, list[Figure]]:
    """That a share of the body is counted, and which weight of it."""
    weights = scope.body_weights(scope.units(whole.samples))
    body = weight_on(whole.points[-1].day, weights)
    if body is None:
        return "", []
    words = scope.wording
    told = scope.say(
        "body_counted",
        share=f"{share * 100:g}",
        value=words.amount(body.value, whole.unit),
        day=words.day(body.day),
    )
    figures = [
        Figure(value=body.value, unit=whole.unit, what="body weight", entries=body.entries, day=body.day),
        count_figure(round(share * 100, 2), "%", "share of the body that is moved", ()),
    ]
    return f" {told}", figures


def _average(scope: Scope, request: FigureRequest, found: list[Sample]) -> list[Finding]:
    whole = scope.fitting(request, request.date_range)
    mean = average(whole)
    if mean is None:
        return (
            _list(scope, request, found)
            if request.quantity == "value"
            else [_unmeasured(scope, request, whole)]
        )
    if request.per is not None:
        return per_period(scope, request, whole)
    daily, words = by_day(whole), scope.wording
    figures = [figure(whole, mean, f"average {whole.quantity} of {request.measure}")]
    claim = scope.say(
        "average",
        name=_with_quantity(scope, request, whole),
        period=words.period(request.date_range),
        value=words.amount(mean, whole.unit),
        n=len(daily.points),
    )
    low, high = lowest(daily), highest(daily)
    if low and high and len(daily.points) > 1 and low.value != high.value:
        figures += [point_figure(daily, low, "lowest"), point_figure(daily, high, "highest")]
        claim += " " + scope.say(
            "average_range",
            low=words.amount(low.value, whole.unit),
            low_day=words.day(low.day),
            high=words.amount(high.value, whole.unit),
            high_day=words.day(high.day),
        )
    return [scope.finding(claim, whole.entries, figures)]


def _with_quantity(scope: Scope, request: FigureRequest, whole: Series) -> str:
    """The subject's name, with the quantity where the name alone does not tell it."""
    name = scope.wording.name(request.measure)
    if whole.quantity in ("value", "days"):
        return name
    return scope.wording.part("trend_what", name=name, what=scope.wording.words.what[whole.quantity])


def _reached(scope: Scope, request: FigureRequest, found: list[Sample]) -> list[Finding]:
    whole = working(scope.fitting(request, request.date_range))
    if not whole.points or request.at_least is None:
        return _last(scope, request, found)
    mark, words = scope.mark(request, whole.unit), scope.wording
    hit: Point | None = next((point for point in whole.points if point.value >= mark * 0.9999), None)
    top = best(whole) or whole.points[-1]
    name = words.name(request.measure)
    shown = words.amount(mark, whole.unit)
    if hit is not None:
        units = scope.units(found)
        claim = scope.say(
            "reached",
            name=name,
            value=words.amount(hit.value, whole.unit),
            day=words.day(hit.day),
            what=scope.sample(hit, units),
            mark=shown,
        )
        return [
            scope.finding(
                claim, hit.entries, [point_figure(whole, hit, f"first {request.measure} at the mark")]
            )
        ]
    claim = scope.say(
        "not_reached",
        name=name,
        mark=shown,
        value=words.amount(top.value, whole.unit),
        day=words.day(top.day),
    )
    asked = count_figure(mark, whole.unit, "the mark asked about", ())
    return [scope.finding(claim, top.entries, [point_figure(whole, top, f"best {request.measure}"), asked])]


def _list(scope: Scope, request: FigureRequest, found: list[Sample]) -> list[Finding]:
    """A line a day."""
    name = "" if request.measure == LOGGING else request.measure
    return [listing(scope, name, found, request.date_range)]


def _unmeasured(scope: Scope, request: FigureRequest, whole: Series) -> Finding:
    claim = scope.say(
        "no_quantity",
        name=scope.wording.name(request.measure),
        quantity=scope.wording.words.what[whole.quantity],
    )
    return scope.finding(claim)


_Answer = Callable[[Scope, FigureRequest, list[Sample]], list[Finding]]
_ANSWERS: dict[str, _Answer] = {
    "last": _last,
    "first": _first,
    "record": _record,
    "max": _record,
    "min": _worst,
    "sum": _sum,
    "average": _average,
    "count": count,
    "frequency": frequency,
    "streak": streak,
    "rest_days": rest_days,
    "most": most,
    "weekdays": weekdays,
    "reached": _reached,
    "list": _list,
    "muscles": answer_muscles,
    "neglected": answer_neglected,
    "gap": gap,
    "load": answer_load,
}
