"""Answers that add up or average what was logged, and the lines of it where there is nothing to add."""

from __future__ import annotations

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
from agents.offline.answers.scope import Scope, count_figure
from agents.offline.answers.stretches import per_period
from agents.offline.answers.work import sets_from
from agents.offline.questions.subjects import LOGGING
from agents.types import Figure, FigureRequest, Finding


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
    value, days = total(whole), len(days_of(whole))
    words = scope.wording
    figures = [
        figure(whole, value, f"total {whole.quantity} of {request.measure}", role="sum"),
        count_figure(days, "days", f"days with {request.measure}", whole.entries, role="count"),
    ]
    values: dict[str, object] = {
        "name": scope.named_with(request, whole)
        if whole.quantity in ("volume", "hard_sets")
        else words.name(request.measure),
        "period": words.period(request.date_range),
        "value": words.amount(value, whole.unit),
        "n": days,
    }
    if whole.quantity == "value" and days > 1:
        mean = value / days
        figures.append(figure(whole, mean, f"average {request.measure} a day", role="average"))
        claim = scope.say("sum_average", **values, average=words.amount(mean, whole.unit))
    else:
        claim = scope.say("sum" if days > 1 else "sum_one", **values)
    if whole.quantity == "hard_sets":
        parts, more = sets_from(scope, whole)
        claim, figures = claim + parts, [*figures, *more]
    evidence: list[str] = list(whole.entries)
    if whole.quantity == "volume" and (share := scope.body_share(request.measure)):
        told, more = body_counted(scope, whole, share)
        claim, figures = claim + told, [*figures, *more]
        evidence += [entry for one in more for entry in one.entries]
    return [scope.finding(claim, evidence, figures)]


def body_counted(
    scope: Scope, whole: Series, share: float, day: date | None = None
) -> tuple[str, list[Figure]]:
    """That a share of the body is counted, and which weight of it."""
    weights = scope.body_weights(scope.units(whole.samples))
    body = weight_on(day or whole.points[-1].day, weights)
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
    daily, words = by_day(whole), scope.wording
    figures = [figure(whole, mean, f"average {whole.quantity} of {request.measure}", role="average")]
    claim = scope.say(
        "average",
        name=scope.named_with(request, whole),
        period=words.period(request.date_range),
        value=words.amount(mean, whole.unit),
        n=len(daily.points),
    )
    low, high = lowest(daily), highest(daily)
    if low and high and len(daily.points) > 1 and low.value != high.value:
        figures += [
            point_figure(daily, low, "lowest", role="min"),
            point_figure(daily, high, "highest", role="max"),
        ]
        claim += " " + scope.say(
            _range_of(whole),
            low=words.amount(low.value, whole.unit),
            low_day=words.day(low.day),
            high=words.amount(high.value, whole.unit),
            high_day=words.day(high.day),
        )
    return [scope.finding(claim, whole.entries, figures)]


def _range_of(whole: Series) -> str:
    if whole.unit == TIME_OF_DAY:
        return "average_times"
    return "average_paces" if whole.quantity == "pace" else "average_range"


def answer_list(scope: Scope, request: FigureRequest, found: list[Sample]) -> list[Finding]:
    """A line a day."""
    name = "" if request.measure == LOGGING else request.measure
    return [listing(scope, name, found, request.date_range)]
