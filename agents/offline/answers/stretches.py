"""A figure for each day, week or month: the best of them, their average, and a line for each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import timedelta

from agents.facts import SUMMED_BY_DAY, Point, Series, average, by_day, by_period, figure, period_of, total
from agents.facts.statistics import Period
from agents.offline.answers.computed import label, value_of_days
from agents.offline.answers.figures import count_figure
from agents.offline.answers.scope import Scope
from agents.offline.questions.question_rules import is_general
from agents.types import Figure, FigureRequest, Finding
from storage.entities import DateRange

_LINES = 10
_PER_DAYS = {"day": 1, "week": 7, "month": 30.4}
_ADDED = frozenset({"distance", "duration", "volume", "sets", "hard_sets", "reps", "days"})
_EXTREMES = ("record", "max", "min")


def per_period(scope: Scope, request: FigureRequest, whole: Series) -> list[Finding]:
    """One line a day, week or month, oldest first, under what was asked of them."""
    if is_general(request.statistic):
        return [_computed(scope, request, whole)]
    summed = is_summed(request, whole)
    whole = whole if summed else by_day(whole)
    parts = [
        (span, part, _figure(part, summed=summed)) for span, part in by_period(whole, request.per or "week")
    ]
    least = (request.statistic == "min") != (whole.quantity == "pace")
    span, _, value = (min if least else max)(parts, key=lambda item: item[2])
    what, role = ("the least", "min") if request.statistic == "min" else ("the most", "max")
    extreme = figure(  # of averages it is the least and an average: no one role
        whole, value, f"{what}, {span.start} to {span.end}", span.start, role=role if summed else ""
    )
    shown = {"per": scope.wording.words.pers[request.per or "week"], "span": scope.wording.span(span)}
    claims = [scope.about(request, _extreme(request, whole, summed=summed), value=extreme, **shown)]
    figures = [extreme, count_figure(1, "", "its last day", whole.entries, span.end)]
    if summed:
        mean, n = _mean(request, whole, parts[0][0], parts[-1][0])
        figures += [mean, n]
        first = request.statistic not in _EXTREMES
        told = scope.about(request, "per_average_first" if first else "per_average", value=mean, n=n, **shown)
        claims.insert(0 if first else 1, told)
    listed = _listed(scope, request, whole, parts[-_LINES:])
    if len(parts) < 2 or (request.statistic == "average" and not summed):
        return [listed]
    return [scope.finding(" ".join(claims), whole.entries, figures), listed]


def of_periods(request: FigureRequest, whole: Series) -> Series:
    """A value for each day, week or month, on its first day."""
    summed, per = is_summed(request, whole), request.per or "week"
    points = [
        Point(span.start, _figure(part, summed=summed), part.entries)
        for span, part in by_period(whole if summed else by_day(whole), per)
    ]
    return replace(whole, points=tuple(_with_empty(points, per) if summed and points else points))


def _with_empty(points: Sequence[Point], per: Period) -> Iterator[Point]:
    """With a zero for each period in between that has nothing: what adds up came to that."""
    held = {point.day: point for point in points}
    day = min(held)
    while day <= max(held):
        yield held.get(day) or Point(day, 0.0, ())
        day = period_of(day, per).end + timedelta(days=1)


def _computed(scope: Scope, request: FigureRequest, whole: Series) -> Finding:
    """A line each for a statistic that has no words of its own."""
    parts = by_period(whole, request.per or "week")
    told = [(span, part, value_of_days(request.statistic, part)) for span, part in parts]
    return _listed(scope, request, whole, [(span, part, one[0]) for span, part, one in told if one][-_LINES:])


def is_summed(request: FigureRequest, whole: Series) -> bool:
    """Whether the days of a period add up: miles and calories do, nights and moods are averaged."""
    if whole.quantity == "value":
        return request.measure in SUMMED_BY_DAY - {"sleep"} and request.statistic != "average"
    return whole.quantity in _ADDED


def _figure(part: Series, *, summed: bool) -> float:
    return total(part) if summed else average(part) or 0.0


def _extreme(request: FigureRequest, whole: Series, *, summed: bool) -> str:
    """What is said of the one in which it was most or least."""
    least = request.statistic == "min"
    if whole.quantity == "pace":
        return "slowest_period" if least else "fastest_period"
    if whole.quantity in _ADDED:
        return "least_period" if least else "best_period"
    return f"{'lowest' if least else 'highest'}_{'total' if summed else 'period'}"


def _mean(request: FigureRequest, whole: Series, first: DateRange, last: DateRange) -> tuple[Figure, Figure]:
    """The average of the periods from the first to the last, those with nothing in them counted."""
    per = request.per or "week"
    n = round((last.start - first.start).days / _PER_DAYS[per]) + 1
    mean = figure(whole, total(whole) / n, "average of the periods", role="average")
    return mean, count_figure(n, "", f"over {n} {per}s", whole.entries)


def _listed(
    scope: Scope, request: FigureRequest, whole: Series, parts: list[tuple[DateRange, Series, float]]
) -> Finding:
    words = scope.wording
    lines: list[str] = []
    figures: list[Figure] = []
    for span, part, value in parts:
        what = f"{request.statistic} of {request.measure}, {span.start} to {span.end}"
        figures.append(figure(part, value, what, span.start))
        figures.append(count_figure(1, "", "period", part.entries, span.end))
        lines.append(
            f"• {words.span(DateRange(start=span.start, end=span.end))}: {words.amount(value, whole.unit)}"
        )
    name = scope.named_with(request, whole)
    if whole.quantity in _ADDED and whole.quantity != "days":
        what = words.words.totals[whole.quantity]
        name = words.part("trend_what", name=words.name(request.measure), what=what)
    if is_general(request.statistic):
        name = words.part("worded", word=label(request.statistic, words.language), name=name)
    head = scope.say("list_head", name=name, period=words.period(request.date_range))
    return scope.finding("\n".join([head, *lines]), whole.entries, figures)
