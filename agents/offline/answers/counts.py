"""Answers that count days: how many, how often, streaks, rest days, what is done most; and plain lists."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta
from itertools import pairwise
from statistics import fmean, median

from agents.facts import (
    TIME_OF_DAY,
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
    """On how many days, and on which; also the bouts where there were several a day."""
    if request.below is not None or request.at_least is not None:
        return count_marked(scope, request, found)
    if request.per in ("week", "month"):
        return _of_periods(scope, request, found)
    days, name, evidence = sorted({sample.day for sample in found}), request.measure, ids(found)
    figures = [days_figure(len(days), name, evidence)]
    noted = not any(is_training(sample.measure) for sample in found) and all(
        sample.measure.value is not None or sample.measure.text for sample in found
    )
    kind = "noted" if noted else "count"  # a headache or a dish is nothing that one does
    key = f"{kind}_one" if len(days) == 1 else kind if len(days) <= _LISTED else f"{kind}_many"
    shown = scope.wording.days(days)
    claim = scope.about(request, key, n=len(days), days=shown, day=days[-1])
    far = [sample.measure.sets for sample in found if sample.measure.distance_m is not None]
    several = (
        ("bouts", len(far), f"sessions of {name}", len(far) > len(days) and len(far) == len(found)),
        ("repeats", sum(far), f"repeats of {name}", sum(far) > len(far)),
    )
    for more, n, what, told in several:
        if told:
            figures.append(count_figure(n, "", what, evidence, role="count"))
            claim += " " + scope.say(more, n=n)
    return [scope.finding(claim, evidence, figures)]


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
    if request.newest is not None and request.date_range is None:
        return _last_rest(scope, request)
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


def _last_rest(scope: Scope, request: FigureRequest) -> list[Finding]:
    """The last day without; today is not over while nothing was done on it."""
    found = scope.samples(request.measure)
    done = {sample.day for sample in found}
    day = scope.today - timedelta(days=1)
    while day in done:
        day -= timedelta(days=1)
    without = count_figure(1, "days", "a day without", (), day)
    return [scope.tell("rest_last", request, ids(found)[:1], [without], day=day)]


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
    """The two days of the week on which it is done most; of a rating, what each has on average."""
    if request.quantity == "value":
        return _weekday_means(scope, request, found)
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


def _weekday_means(scope: Scope, request: FigureRequest, found: list[Sample]) -> list[Finding]:
    """The best first, which of a pain or of stress is the least."""
    whole = by_day(scope.fitting(request, request.date_range))
    values: dict[int, list[float]] = {}
    for point in whole.points:
        values.setdefault(point.day.weekday(), []).append(point.value)
    means = {day: fmean(each) for day, each in values.items()}
    best_low = request.measure in ("pain", "stress")
    ranked = sorted(means, key=lambda day: (means[day], day), reverse=not best_low)
    words, named, figures = scope.wording, list[str](), list[Figure]()
    for day in ranked:
        n = len(values[day])
        named.append(f"{words.shown.weekdays[day]} {words.amount(means[day], whole.unit)} ({n})")
        what, entries = f"average {request.measure} of a weekday", whole.entries
        figures.append(count_figure(round(means[day], 4), whole.unit, what, entries, role="average"))
        figures.append(count_figure(n, "days", "days of a weekday", entries))
    return [scope.tell("weekday_means", request, ids(found), figures, list=", ".join(named))]


def daytime(scope: Scope, request: FigureRequest, found: list[Sample]) -> list[Finding]:
    """At what time it is usually texted, on the day that it is of; the first of a day counts."""
    days = {(sample.entry, sample.day) for sample in found}
    texted = [(scope.profile.local(one.logged_at), one.id) for one in scope.entries]
    firsts: dict[date, tuple[float, str]] = {}
    for at, entry in sorted(texted):
        if (entry, at.date()) in days:
            firsts.setdefault(at.date(), (at.hour + at.minute / 60, entry))
    evidence = [entry for _, entry in reversed(firsts.values())]
    if len(firsts) < _USUAL:
        return [listing(scope, request.measure, found, request.date_range)]
    hours = [hour for hour, _ in firsts.values()]
    told = {"value": median(hours), "low": min(hours), "high": max(hours)}
    figures = {
        key: count_figure(round(value, 4), TIME_OF_DAY, f"{key} time of {request.measure}", evidence)
        for key, value in told.items()
    }
    n = days_figure(len(firsts), request.measure, evidence)
    return [scope.tell("daytime", request, evidence, [n], n=n, **figures)]


_USUAL = 3
"""Days that make a usual time."""
