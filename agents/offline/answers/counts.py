"""Answers that count days: how many, how often, streaks, rest days, what is done most; and plain lists."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from itertools import pairwise

from agents.facts import (
    Sample,
    by_day,
    current_streak,
    is_training,
    longest_streak,
    series,
)
from agents.facts import (
    frequency as days_a_week,
)
from agents.facts import (
    rest_days as days_without,
)
from agents.offline.answers.absence import nothing
from agents.offline.answers.figures import count_figure, days_figure, ids, of_day
from agents.offline.answers.marked import count_marked
from agents.offline.answers.scope import Scope
from agents.offline.answers.stretches import per_period
from agents.types import Figure, FigureRequest, Finding
from storage.entities import DateRange

_LISTED = 8
"""Days named one by one before a count must do."""


def count(scope: Scope, request: FigureRequest, found: list[Sample]) -> list[Finding]:
    """On how many days, and on which."""
    if request.below is not None or request.at_least is not None:
        return count_marked(scope, request, found)
    if request.per in ("week", "month"):
        return _of_periods(scope, request, found)
    days, evidence = sorted({sample.day for sample in found}), ids(found)
    noted = not any(is_training(sample.measure) for sample in found) and all(
        sample.measure.value is not None or sample.measure.text for sample in found
    )
    kind = "noted" if noted else "count"  # a headache or a dish is nothing that one does
    key = f"{kind}_one" if len(days) == 1 else kind if len(days) <= _LISTED else f"{kind}_many"
    shown = scope.wording.days(days)
    claim = scope.about(request, key, n=len(days), days=shown, day=days[-1])
    return [scope.finding(claim, evidence, [days_figure(len(days), request.measure, evidence)])]


def _of_periods(scope: Scope, request: FigureRequest, found: list[Sample]) -> list[Finding]:
    """On how many days of each week or month, and of one of them on average."""
    return per_period(scope, request, by_day(series(found, request.measure, "days", scope.units(found))))


def frequency(scope: Scope, request: FigureRequest, found: list[Sample]) -> list[Finding]:
    """Days a week, over the asked days or the last eight weeks; days a month where that is asked."""
    if request.per == "month":
        return _of_periods(scope, request, found)
    days, name = {sample.day for sample in found}, request.measure
    start = max(min(days), scope.today - timedelta(days=55))
    span = request.date_range or DateRange(start=start, end=scope.today)
    span = span.model_copy(update={"end": min(span.end, scope.today)})
    inside = sorted(day for day in days if span.start <= day <= span.end)
    rate = days_a_week(inside, span) if (span.end - span.start).days >= 6 else float(len(inside))
    evidence = of_day(found, *inside)
    what = f"{name} a week, {span.start} to {span.end}"
    weekly = count_figure(round(rate, 2), "", what, evidence, None, "frequency", name, span)
    n = days_figure(len(inside), name, evidence)
    return [scope.tell("frequency", request, [*reversed(evidence)], value=weekly, period=span, n=n)]


def streak(scope: Scope, request: FigureRequest, found: list[Sample]) -> list[Finding]:
    """The longest run of days, and the one going on."""
    days, name = {sample.day for sample in found}, request.measure
    longest = longest_streak(days)
    if longest is None:
        return nothing(scope, request)
    if longest.length == 1:
        return [scope.tell("streak_one", request, ids(found)[:1])]
    span = scope.wording.span(DateRange(start=longest.start, end=longest.end))
    claim = scope.about(request, "streak", n=longest.length, span=span)
    evidence = [sample.entry for sample in found if longest.start <= sample.day <= longest.end]
    figures = [count_figure(longest.length, "days", f"longest {name} streak", evidence, role="streak")]
    now = current_streak(days, scope.today)
    if request.date_range is None and now is None:
        claim += " " + scope.about(request, "streak_broken", day=max(days))
    elif request.date_range is None and now is not None and now.length > 1:
        claim += " " + scope.say("streak_now", n=now.length, day=now.start)
        figures.append(count_figure(now.length, "days", "current streak", evidence, now.start, role="streak"))
    return [scope.finding(claim, [*reversed(evidence), *ids(found)[:1]], figures)]


def gap(scope: Scope, request: FigureRequest, found: list[Sample]) -> list[Finding]:
    """The longest time without it between two days with it, and how long the last one is ago."""
    days = sorted({sample.day for sample in found})
    if len(days) < 2:
        return [scope.tell("gap_none", request, ids(found)[:1], day=days[0])]
    start, end = max(pairwise(days), key=lambda pair: (pair[1] - pair[0], pair[1]))
    between, evidence = (end - start).days - 1, of_day(found, start, end)
    what = f"days without {request.measure}"
    figures = [count_figure(between, "days", what, evidence, day, role="count") for day in (start, end)]
    if not between:
        return [scope.tell("rest_days_none", request, evidence, figures, period="")]
    claim = scope.about(request, "gap", n=between, start=start, end=end)
    since = (scope.today - days[-1]).days
    if request.date_range is None and since > between:
        claim += " " + scope.say("gap_now", n=since, day=days[-1])
        figures.append(count_figure(since, "days", "days since the last", ids(found)[:1], days[-1]))
    return [scope.finding(claim, evidence, figures)]


def _since_it_began(asked: DateRange, scope: Scope) -> DateRange:
    """What of the days lies between the first of the log and today."""
    end = min(asked.end, scope.today)
    if scope.began is None or scope.began <= asked.start:
        return asked.model_copy(update={"end": end})
    return DateRange(start=min(scope.began, end), end=end)


def rest_days(scope: Scope, request: FigureRequest, found: list[Sample]) -> list[Finding]:
    """Days without, in the asked days or the last seven, but none before the log began."""
    span = _since_it_began(request.date_range or scope.last_days(7), scope)
    rest = days_without({sample.day for sample in found}, span)
    inside = ids([sample for sample in found if span.start <= sample.day <= span.end])
    key = "rest_days_none" if not rest else "rest_days" if len(rest) <= _LISTED else "rest_days_many"
    n = count_figure(len(rest), "days", f"days without {request.measure}", inside, role="count")
    length, what = (span.end - span.start).days + 1, f"days asked about, {span.start} to {span.end}"
    of = count_figure(length, "days", what, ())
    each = [count_figure(1, "days", "a day without", (), day) for day in rest[:_LISTED]]
    days = scope.wording.days(rest)
    return [scope.tell(key, request, inside, each, n=n, of=of, period=span, days=days)]


def most(scope: Scope, request: FigureRequest, found: list[Sample]) -> list[Finding]:
    """What was done on the most days."""
    by_name: dict[str, list[Sample]] = {}
    for sample in found:
        dishes = [dish.strip() for dish in (sample.measure.text or "").split(",")]
        eaten = sample.measure.name == "meal" and any(dishes)
        for name in dishes if eaten else [sample.measure.name]:
            by_name.setdefault(name, []).append(sample)
    days = {name: len({sample.day for sample in each}) for name, each in by_name.items()}
    top = sorted(days, key=lambda name: -days[name])[:3]
    words = scope.wording
    listed = ", ".join(words.part("most_item", name=words.name(name), n=days[name]) for name in top)
    figures = [days_figure(days[name], name, [s.entry for s in by_name[name]]) for name in top]
    return [scope.tell("most", request, ids(by_name[top[0]]), figures, list=listed)]


def listing(scope: Scope, name: str, found: list[Sample], span: DateRange | None) -> Finding:
    """What was done on each day, newest last, the days beyond a screenful only counted."""
    days = sorted({sample.day for sample in found})
    shown, words = days[-_LISTED:], scope.wording
    period = words.period(span)
    head = (
        scope.say("list_head", name=words.name(name), period=period)
        if name
        else scope.say("list_all", period=period)
    )
    told = {day: scope.described(found, name, day) for day in shown}
    if span is not None and span.start == span.end:
        return scope.finding(f"{head} {told[span.start]}.", ids(found))
    lines = [words.part("on_day", day=words.day(day), what=what) for day, what in told.items()]
    figures: list[Figure] = []
    if len(days) > len(shown):
        lines.append(scope.say("list_more", n=len(days) - len(shown)))
        figures.append(count_figure(len(days) - len(shown), "days", "more days", ids(found)))
    text = f"{head} {lines[0]}." if len(lines) == 1 else "\n".join([head, *(f"• {line}" for line in lines)])
    return scope.finding(text, ids(found), figures)


def weekdays(scope: Scope, request: FigureRequest, found: list[Sample]) -> list[Finding]:
    """The two days of the week on which it is done most."""
    days, evidence, words = {sample.day for sample in found}, ids(found), scope.wording
    ranked = Counter(day.weekday() for day in sorted(days)).most_common()
    counted = [(on, n) for on, n in ranked if n >= ranked[:2][-1][1]][:_MOST_WEEKDAYS]
    named = [words.part("weekday", weekday=words.shown.weekdays[on], n=n, of=len(days)) for on, n in counted]
    figures = [
        *(count_figure(n, "days", f"{request.measure} on one day of the week", evidence) for _, n in counted),
        days_figure(len(days), request.measure, evidence),
    ]
    return [scope.tell("weekdays", request, evidence, figures, days=", ".join(named))]


_MOST_WEEKDAYS = 4
"""Days of the week that are named where several are as usual as the second."""
