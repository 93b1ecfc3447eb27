"""Answers that set days of one kind against all others: weekends, days of rest."""

from __future__ import annotations

from agents.facts import Series, average, by_day, figure
from agents.offline.answers.absence import nothing
from agents.offline.answers.figures import count_figure, days_figure
from agents.offline.answers.scope import Scope, trained
from agents.offline.questions.subjects import RESTING, WEEKENDS
from agents.types import Figure, FigureRequest, Finding

SIDES = {WEEKENDS: ("at_weekends", "on_weekdays"), RESTING: ("on_rest_days", "on_training_days")}
"""What the days of the kind and the others are called."""
_SATURDAY = 5


def answer_sides(scope: Scope, request: FigureRequest, by: str) -> list[Finding]:
    """Both averages with the days they rest on; of what is only done the days are counted."""
    whole = by_day(scope.fitting(request, request.date_range))
    if not whole.points:
        return nothing(scope, request)
    work = trained(scope.entries, request.date_range) if by == RESTING else []
    done = {sample.day for sample in work}
    picked = [
        point.day not in done if by == RESTING else point.day.weekday() >= _SATURDAY for point in whole.points
    ]
    words, name = scope.wording, request.measure
    called = [words.words.sentences[key] for key in SIDES[by]]
    sides = [_only(whole, picked), _only(whole, [not one for one in picked])]
    n, m = (len(side.points) for side in sides)
    evidence = (*whole.entries, *(sample.entry for sample in work))
    days = [count_figure(len(one.points), "days", f"days with {name}", one.entries) for one in sides]
    values: dict[str, object] = {"n": n, "m": m, "side": called[0], "others": called[1]}
    if request.quantity == "days":
        days.append(days_figure(n + m, name, whole.entries))
        return [scope.tell("sides_days", request, evidence, days, **values, of=n + m)]
    means = [average(side) for side in sides]
    figures = [*days, *_averages(request, sides, called)]
    told = [words.amount(mean, whole.unit) for mean in means if mean is not None]
    if means[0] is None or means[1] is None:
        values |= {"one": told[0], "n": n + m, "side": called[0 if means[0] is None else 1]}
        return [scope.tell("sides_one", request, evidence, figures, **values)]
    apart = figure(whole, abs(means[0] - means[1]), "difference", role="difference")
    values |= {"one": told[0], "other": told[1]}
    return [scope.tell("sides", request, evidence, figures, **values, difference=apart)]


def _averages(request: FigureRequest, sides: list[Series], called: list[str]) -> list[Figure]:
    return [
        figure(side, mean, f"average {request.measure} {where}", role="average")
        for side, where in zip(sides, called, strict=True)
        if (mean := average(side)) is not None
    ]


def _only(whole: Series, kept: list[bool]) -> Series:
    points = tuple(point for point, keep in zip(whole.points, kept, strict=True) if keep)
    return Series(whole.name, whole.quantity, whole.unit, points)
