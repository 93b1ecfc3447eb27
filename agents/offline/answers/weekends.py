"""Answers that set weekends against weekdays, whatever the measure."""

from __future__ import annotations

from agents.facts import Series, average, by_day, figure
from agents.offline.answers.absence import nothing
from agents.offline.answers.scope import Scope, count_figure
from agents.types import FigureRequest, Finding

WEEKENDS = "weekends"
"""What a request is split by where it is no measure but the days of the week."""
_SATURDAY = 5


def answer_weekends(scope: Scope, request: FigureRequest) -> list[Finding]:
    """Both averages with the days they rest on; of what is only done the days are counted."""
    whole = by_day(scope.fitting(request, request.date_range))
    if not whole.points:
        return nothing(scope, request)
    weekend = _only(whole, weekend=True)
    weekday = _only(whole, weekend=False)
    name = scope.wording.name(request.measure)
    n, m = len(weekend.points), len(weekday.points)
    counted = [
        count_figure(n, "days", f"weekend days with {request.measure}", weekend.entries),
        count_figure(m, "days", f"weekdays with {request.measure}", weekday.entries),
    ]
    if request.quantity == "days":
        claim = scope.say("weekends_days", name=name, n=n, m=m, of=n + m)
        counted.append(
            count_figure(n + m, "days", f"days with {request.measure}", whole.entries, role="count")
        )
        return [scope.finding(claim, whole.entries, counted)]
    one, other = average(weekend), average(weekday)
    if one is None or other is None:
        return [_one_side(scope, request, weekend if other is None else weekday)]
    claim = scope.say(
        "weekends",
        name=name,
        one=scope.wording.amount(one, whole.unit),
        other=scope.wording.amount(other, whole.unit),
        n=n,
        m=m,
        difference=scope.wording.amount(abs(one - other), whole.unit),
    )
    figures = [
        figure(weekend, one, f"average {request.measure} on weekends", role="average"),
        figure(weekday, other, f"average {request.measure} on weekdays", role="average"),
        figure(whole, abs(one - other), "difference", role="difference"),
    ]
    return [scope.finding(claim, whole.entries, [*figures, *counted])]


def _one_side(scope: Scope, request: FigureRequest, side: Series) -> Finding:
    """Only weekends, or only weekdays, were logged."""
    there = side.points[0].day.weekday() >= _SATURDAY
    words, mean = scope.wording, average(side) or 0.0
    claim = scope.say(
        "weekends_one",
        name=words.name(request.measure),
        one=words.amount(mean, side.unit),
        n=len(side.points),
        side=words.words.sentences["on_weekdays" if there else "at_weekends"],
    )
    counted = count_figure(
        len(side.points), "days", f"days with {request.measure}", side.entries, role="count"
    )
    return scope.finding(
        claim, side.entries, [figure(side, mean, f"average {request.measure}", role="average"), counted]
    )


def _only(whole: Series, *, weekend: bool) -> Series:
    kept = tuple(point for point in whole.points if (point.day.weekday() >= _SATURDAY) is weekend)
    return Series(whole.name, whole.quantity, whole.unit, kept)
