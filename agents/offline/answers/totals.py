"""Answers that add up or average what was logged, and the lines of it where there is nothing to add."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from agents.facts import (
    TIME_OF_DAY,
    Sample,
    Series,
    average,
    by_day,
    days_of,
    figure,
    highest,
    lowest,
    point_figure,
    total,
    weight_on,
)
from agents.offline.answers.absence import unmeasured
from agents.offline.answers.counts import listing
from agents.offline.answers.figures import count_figure, days_figure
from agents.offline.answers.scope import Scope
from agents.offline.answers.stretches import per_period
from agents.offline.answers.work import sets_from
from agents.offline.questions.question_spans import signs_in
from agents.offline.questions.subjects import BIG_THREE, LOGGING
from agents.types import Figure, FigureRequest, Finding, SubQuery


def answer_sum(scope: Scope, request: FigureRequest, found: list[Sample]) -> list[Finding]:
    """All of it together, with how many days; of a pace the mean."""
    if request.quantity in ("pace", "speed"):
        return answer_average(scope, request, found)
    whole = scope.fitting(request, request.date_range)
    if not whole.points:
        if request.quantity in ("value", "distance", "duration", "volume"):
            return answer_list(scope, request, found)
        return [unmeasured(scope, request, whole)]
    if request.per is not None:
        return per_period(scope, request, whole)
    value, days, name = total(whole), len(days_of(whole)), request.measure
    called = (
        scope.named_with(request, whole)
        if whole.quantity in ("volume", "hard_sets")
        else scope.wording.name(name)
    )
    all_of_it = figure(whole, value, f"total {whole.quantity} of {name}", role="sum")
    figures = [all_of_it, days_figure(days, name, whole.entries)]
    key, mean = (
        "sum" if days > 1 else "sum_one",
        figure(whole, value / days, f"average {name} a day", role="average"),
    )
    if whole.quantity == "value" and days > 1:
        key = "sum_average"
        figures.append(mean)
    claim = scope.about(request, key, name=called, value=all_of_it, n=days, average=mean)
    beside, evidence = ("", list[Figure]()), [*whole.entries]
    if whole.quantity == "hard_sets":
        beside = sets_from(scope, whole)
    elif whole.quantity == "volume" and (share := scope.body_share(name)):
        beside = body_counted(scope, whole, share)
    evidence = [
        *whole.entries,
        *(entry for one in beside[1] if whole.quantity == "volume" for entry in one.entries),
    ]
    return [scope.finding(claim + beside[0], evidence, [*figures, *beside[1]])]


def body_counted(
    scope: Scope, whole: Series, share: float, day: date | None = None
) -> tuple[str, list[Figure]]:
    """That a share of the body is counted, and which weight of it."""
    weights = scope.body_weights(scope.units(whole.samples))
    body = weight_on(day or whole.points[-1].day, weights)
    if body is None:
        return "", []
    weight = Figure(value=body.value, unit=whole.unit, what="body weight", entries=body.entries, day=body.day)
    moved = count_figure(round(share * 100, 2), "%", "share of the body that is moved", ())
    told = scope.say("body_counted", share=f"{share * 100:g}", value=weight, day=body.day)
    return f" {told}", [weight, moved]


def answer_average(scope: Scope, request: FigureRequest, found: list[Sample]) -> list[Finding]:
    """The average over what was logged, with its range."""
    whole = scope.fitting(request, request.date_range)
    mean = average(whole)
    if mean is None:
        return (
            answer_list(scope, request, found)
            if request.quantity == "value"
            else [unmeasured(scope, request, whole)]
        )
    if request.per is not None:
        return per_period(scope, request, whole)
    daily = by_day(whole)
    average_figure = figure(whole, mean, f"average {whole.quantity} of {request.measure}", role="average")
    figures, name = [average_figure], scope.named_with(request, whole)
    key = "average_one" if len(whole.points) == 1 else "average"
    shown = {"value": average_figure, "n": len(daily.points), "day": whole.points[0].day}
    claim = scope.about(request, key, name=name, **shown)
    low, high = lowest(daily), highest(daily)
    if low and high and len(daily.points) > 1 and low.value != high.value:
        ends = (
            point_figure(daily, low, "lowest", role="min"),
            point_figure(daily, high, "highest", role="max"),
        )
        figures += ends
        days = {"low_day": low.day, "high_day": high.day}
        claim += " " + scope.say(_range_of(whole), low=ends[0], high=ends[1], **days)
    return [scope.finding(claim, whole.entries, figures)]


def _range_of(whole: Series) -> str:
    if whole.unit == TIME_OF_DAY:
        return "average_times"
    return "average_paces" if whole.quantity == "pace" else "average_range"


def answer_list(scope: Scope, request: FigureRequest, found: list[Sample]) -> list[Finding]:
    """A line a day."""
    name = "" if request.measure == LOGGING else request.measure
    return [listing(scope, name, found, request.date_range)]


def lifted_total(scope: Scope, part: SubQuery, told: Sequence[Finding]) -> list[Finding]:
    """A powerlifter's total: the best loads that are told of the three lifts, together."""
    names = {one.measure for one in part.figures if one.statistic == "record" and one.quantity == "weight"}
    if names != set(BIG_THREE) or "TOTAL" not in signs_in(part.question, scope.wording.language):
        return []
    loads = [one.figures[0] for one in told if one.figures and one.figures[0].measure in BIG_THREE]
    if len(loads) != len(BIG_THREE) or len({one.unit for one in loads}) > 1:
        return []
    evidence = [entry for one in loads for entry in one.entries]
    whole = count_figure(sum(one.value for one in loads), loads[0].unit, "total of three lifts", evidence)
    return [scope.finding(scope.say("lifted_total", value=whole), evidence, [whole])]
