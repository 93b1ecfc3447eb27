"""Answers that set days of rest against days of training, for what is measured every day."""

from __future__ import annotations

from agents.facts import Series, average, by_day, figure
from agents.offline.answers.absence import nothing
from agents.offline.answers.scope import Scope, count_figure, trained
from agents.types import FigureRequest, Finding

RESTING = "rest days"
"""What a request is split by where it is no measure but whether anything was trained."""


def answer_resting(scope: Scope, request: FigureRequest) -> list[Finding]:
    """Both averages with the days they rest on; too few on a side are said to be."""
    whole = by_day(scope.fitting(request, request.date_range))
    if not whole.points:
        return nothing(scope, request)
    work = trained(scope.entries, request.date_range)
    done = {sample.day for sample in work}
    rest = _only(whole, [point.day not in done for point in whole.points])
    busy = _only(whole, [point.day in done for point in whole.points])
    words, name = scope.wording, scope.wording.name(request.measure)
    one, other = average(rest), average(busy)
    counted = [
        count_figure(len(side.points), "days", f"days with {request.measure}", side.entries, role="count")
        for side in (rest, busy)
    ]
    if one is None or other is None:
        side = busy if one is None else rest
        mean = average(side) or 0.0
        claim = scope.say(
            "resting_one",
            name=name,
            one=words.amount(mean, whole.unit),
            n=len(side.points),
            side=words.words.sentences["on_rest_days" if one is None else "on_training_days"],
        )
        return [
            scope.finding(
                claim,
                side.entries,
                [figure(side, mean, f"average {request.measure}", role="average"), *counted],
            )
        ]
    claim = scope.say(
        "resting",
        name=name,
        period=words.period(request.date_range),
        one=words.amount(one, whole.unit),
        other=words.amount(other, whole.unit),
        n=len(rest.points),
        m=len(busy.points),
        difference=words.amount(abs(one - other), whole.unit),
    )
    figures = [
        figure(rest, one, f"average {request.measure} on rest days", role="average"),
        figure(busy, other, f"average {request.measure} on training days", role="average"),
        figure(whole, abs(one - other), "difference", role="difference"),
    ]
    evidence = (*whole.entries, *(sample.entry for sample in work))
    return [scope.finding(claim, evidence, [*figures, *counted])]


def _only(whole: Series, kept: list[bool]) -> Series:
    points = tuple(point for point, keep in zip(whole.points, kept, strict=True) if keep)
    return Series(whole.name, whole.quantity, whole.unit, points)
