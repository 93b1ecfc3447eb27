"""Answers that count days: how many, how often, streaks, rest days, what is done most; and plain lists."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta
from itertools import pairwise

from agents.facts import (
    Sample,
    by_day,
    current_streak,
    is_training,
    longest_streak,
    samples,
)
from agents.facts import (
    frequency as days_a_week,
)
from agents.facts import (
    rest_days as days_without,
)
from agents.offline.answers.absence import nothing
from agents.offline.answers.marked import count_marked
from agents.offline.answers.scope import Scope, any_measure, count_figure, ids
from agents.types import Figure, FigureRequest, Finding, SubQuery
from storage.entities import DateRange
from storage.vault_paths import GlobPattern

_LISTED = 8
"""Days named one by one before a count must do."""


def count(scope: Scope, request: FigureRequest, found: list[Sample]) -> list[Finding]:
    """On how many days, and on which; also the bouts where there were several a day."""
    if request.below is not None or request.at_least is not None:
        return count_marked(scope, request, found)
    days = sorted({sample.day for sample in found})
    words = scope.wording
    figures = [count_figure(len(days), "days", f"days with {request.measure}", ids(found), role="count")]
    noted = not any(is_training(sample.measure) for sample in found) and all(
        sample.measure.value is not None or sample.measure.text for sample in found
    )
    kind = "noted" if noted else "count"  # a headache or a dish is nothing that one does
    key = f"{kind}_one" if len(days) == 1 else kind if len(days) <= _LISTED else f"{kind}_many"
    claim = scope.say(
        key,
        name=words.name(request.measure),
        n=len(days),
        period=words.period(request.date_range),
        days=words.days(days),
        day=words.day(days[-1]),
    )
    bouts = sum(1 for sample in found if sample.measure.distance_m is not None)
    if bouts > len(days) and all(sample.measure.distance_m is not None for sample in found):
        figures.append(count_figure(bouts, "", f"sessions of {request.measure}", ids(found), role="count"))
        claim += " " + scope.say("bouts", n=bouts)
    repeats = sum(sample.measure.sets for sample in found if sample.measure.distance_m is not None)
    if repeats > bouts:
        figures.append(count_figure(repeats, "", f"repeats of {request.measure}", ids(found), role="count"))
        claim += " " + scope.say("repeats", n=repeats)
    return [scope.finding(claim, ids(found), figures)]


def frequency(scope: Scope, request: FigureRequest, found: list[Sample]) -> list[Finding]:
    """Days a week, over the asked days or the last eight weeks."""
    days = {sample.day for sample in found}
    span = request.date_range
    if span is None:
        start = max(min(days), scope.today - timedelta(days=55))
        span = DateRange(start=start, end=scope.today)
    span = DateRange(start=span.start, end=min(span.end, scope.today), description=span.description)
    inside = sorted(day for day in days if span.start <= day <= span.end)
    rate = days_a_week(inside, span) if (span.end - span.start).days >= 6 else float(len(inside))
    evidence = [sample.entry for sample in found if sample.day in inside]
    claim = scope.say(
        "frequency",
        name=scope.wording.name(request.measure),
        value=scope.wording.amount(rate, ""),
        period=scope.wording.period(span),
        n=len(inside),
    )
    figures = [
        count_figure(
            round(rate, 2),
            "",
            f"{request.measure} a week, {span.start} to {span.end}",
            evidence,
            role="frequency",
            measure=request.measure,
            span=span,
        ),
        count_figure(len(inside), "days", f"days with {request.measure}", evidence, role="count"),
    ]
    return [scope.finding(claim, list(reversed(evidence)), figures)]


def streak(scope: Scope, request: FigureRequest, found: list[Sample]) -> list[Finding]:
    """The longest run of days, and the one going on."""
    days = {sample.day for sample in found}
    longest = longest_streak(days)
    if longest is None:
        return nothing(scope, request)
    words, name = scope.wording, scope.wording.name(request.measure)
    span = DateRange(start=longest.start, end=longest.end)
    if longest.length == 1:
        claim = scope.say("streak_one", name=name, period=words.period(request.date_range))
        return [scope.finding(claim, ids(found)[:1])]
    claim = scope.say(
        "streak", name=name, period=words.period(request.date_range), n=longest.length, span=words.span(span)
    )
    evidence = [sample.entry for sample in found if longest.start <= sample.day <= longest.end]
    figures = [
        count_figure(longest.length, "days", f"longest {request.measure} streak", evidence, role="streak")
    ]
    if request.date_range is None:
        now = current_streak(days, scope.today)
        if now is not None and now.length > 1:
            claim += " " + scope.say("streak_now", n=now.length, day=words.day(now.start))
            figures.append(
                count_figure(now.length, "days", "current streak", evidence, now.start, role="streak")
            )
        elif now is None:
            claim += " " + scope.say("streak_broken", name=name, day=words.day(max(days)))
    return [scope.finding(claim, [*reversed(evidence), *ids(found)[:1]], figures)]


def gap(scope: Scope, request: FigureRequest, found: list[Sample]) -> list[Finding]:
    """The longest time without it between two days with it, and how long the last one is ago."""
    days = sorted({sample.day for sample in found})
    words, name = scope.wording, scope.wording.name(request.measure)
    if len(days) < 2:
        return [scope.finding(scope.say("gap_none", name=name, day=words.day(days[0])), ids(found)[:1])]
    start, end = max(pairwise(days), key=lambda pair: (pair[1] - pair[0], pair[1]))
    between = (end - start).days - 1
    evidence = [sample.entry for sample in found if sample.day in (start, end)]
    figures = [
        count_figure(between, "days", f"days without {request.measure}", evidence, start, role="count"),
        count_figure(between, "days", f"days without {request.measure}", evidence, end, role="count"),
    ]
    if not between:
        return [scope.finding(scope.say("rest_days_none", name=name, period=""), evidence, figures)]
    claim = scope.say(
        "gap",
        name=name,
        period=words.period(request.date_range),
        n=between,
        start=words.day(start),
        end=words.day(end),
    )
    since = (scope.today - days[-1]).days
    if request.date_range is None and since > between:
        claim += " " + scope.say("gap_now", n=since, day=words.day(days[-1]))
        figures.append(count_figure(since, "days", "days since the last", ids(found)[:1], days[-1]))
    return [scope.finding(claim, evidence, figures)]


def _since_it_began(asked: DateRange, scope: Scope) -> DateRange:
    """What of the days lies between the first of the log and today."""
    end = min(asked.end, scope.today)
    if scope.began is None or scope.began <= asked.start:
        return DateRange(start=asked.start, end=end, description=asked.description)
    return DateRange(start=min(scope.began, end), end=end)


def rest_days(scope: Scope, request: FigureRequest, found: list[Sample]) -> list[Finding]:
    """Days without, in the asked days or the last seven, but none before the log began."""
    if request.newest is not None and request.date_range is None:
        return _last_rest(scope, request)
    days = {sample.day for sample in found}
    asked = request.date_range or DateRange(start=scope.today - timedelta(days=6), end=scope.today)
    span = _since_it_began(asked, scope)
    rest = days_without(days, span)
    words = scope.wording
    length = (span.end - span.start).days + 1
    key = "rest_days_none" if not rest else "rest_days" if len(rest) <= _LISTED else "rest_days_many"
    claim = scope.say(
        key,
        n=len(rest),
        of=length,
        name=words.name(request.measure),
        period=words.period(span),
        days=words.days(rest),
    )
    inside = [sample for sample in found if span.start <= sample.day <= span.end]
    figures = [
        count_figure(len(rest), "days", f"days without {request.measure}", ids(inside), role="count"),
        *(count_figure(1, "days", "a day without", (), day) for day in rest[:_LISTED]),
        count_figure(length, "days", f"days asked about, {span.start} to {span.end}", ()),
    ]
    return [scope.finding(claim, ids(inside), figures)]


def _last_rest(scope: Scope, request: FigureRequest) -> list[Finding]:
    """The last day without; today is not over while nothing was done on it."""
    found = scope.samples(request.measure)
    done = {sample.day for sample in found}
    day = scope.today - timedelta(days=1)
    while day in done:
        day -= timedelta(days=1)
    claim = scope.say("rest_last", name=scope.wording.name(request.measure), day=scope.wording.day(day))
    return [scope.finding(claim, ids(found)[:1], [count_figure(1, "days", "a day without", (), day)])]


def most(scope: Scope, request: FigureRequest, found: list[Sample]) -> list[Finding]:
    """What was done on the most days."""
    days: dict[str, set[date]] = {}
    for sample in found:
        days.setdefault(sample.measure.name, set()).add(sample.day)
    top = sorted(days.items(), key=lambda item: -len(item[1]))[:3]
    words = scope.wording
    item = words.words.sentences["most_item"]
    items = [item.format(name=words.name(name), n=len(on)) for name, on in top]
    claim = scope.say("most", period=words.period(request.date_range), list=", ".join(items))
    figures = [
        count_figure(
            len(on),
            "days",
            f"days with {name}",
            [s.entry for s in found if s.measure.name == name],
            role="count",
        )
        for name, on in top
    ]
    return [scope.finding(claim, ids([s for s in found if s.measure.name == top[0][0]]), figures)]


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
    lines = [words.words.on_day.format(day=words.day(day), what=what) for day, what in told.items()]
    figures: list[Figure] = []
    if len(days) > len(shown):
        lines.append(scope.say("list_more", n=len(days) - len(shown)))
        figures.append(count_figure(len(days) - len(shown), "days", "more days", ids(found)))
    text = f"{head} {lines[0]}." if len(lines) == 1 else "\n".join([head, *(f"• {line}" for line in lines)])
    return scope.finding(text, ids(found), figures)


def in_files(scope: Scope, part: SubQuery, path: str) -> Finding:
    """What stands in the vault files that a path or glob names."""
    glob = GlobPattern.parse(path)
    found = [
        sample
        for name in part.subjects or (None,)
        for sample in (samples(scope.entries, any_measure) if name is None else scope.samples(name))
        if glob is not None and glob.matches(sample.day)
    ]
    if not found:
        return scope.finding(scope.say("no_files"))
    return listing(scope, part.subjects[0] if len(part.subjects) == 1 else "", found, None)


def weekdays(scope: Scope, request: FigureRequest, found: list[Sample]) -> list[Finding]:
    """The two days of the week on which it is done most; of a rating, what each has on average."""
    if request.quantity == "value":
        return _weekday_means(scope, request, found)
    days = {sample.day for sample in found}
    counted = Counter(day.weekday() for day in days).most_common(2)
    words = scope.wording.words
    named = [
        words.sentences["weekday"].format(weekday=words.weekdays[weekday], n=n, of=len(days))
        for weekday, n in counted
    ]
    claim = scope.say("weekdays", name=scope.wording.name(request.measure), days=", ".join(named))
    figures = [
        count_figure(n, "days", f"{request.measure} on one day of the week", ids(found)) for _, n in counted
    ]
    figures.append(count_figure(len(days), "days", f"days with {request.measure}", ids(found), role="count"))
    return [scope.finding(claim, ids(found), figures)]


def _weekday_means(scope: Scope, request: FigureRequest, found: list[Sample]) -> list[Finding]:
    """The best first, which of a pain or of stress is the least."""
    whole = by_day(scope.fitting(request, request.date_range))
    values: dict[int, list[float]] = {}
    for point in whole.points:
        values.setdefault(point.day.weekday(), []).append(point.value)
    worse_high = request.measure in ("pain", "stress")
    means = sorted(
        ((sum(each) / len(each), weekday, len(each)) for weekday, each in values.items()),
        reverse=not worse_high,
    )
    words = scope.wording
    named = [f"{words.words.weekdays[day]} {words.amount(mean, whole.unit)} ({n})" for mean, day, n in means]
    figures = [
        figure
        for mean, _, n in means
        for figure in (
            count_figure(
                round(mean, 4),
                whole.unit,
                f"average {request.measure} of a weekday",
                whole.entries,
                role="average",
            ),
            count_figure(n, "days", "days of a weekday", whole.entries),
        )
    ]
    claim = scope.say("weekday_means", name=words.name(request.measure), list=", ".join(named))
    return [scope.finding(claim, ids(found), figures)]
