"""Answers about change and difference: trends, two periods, days against other days, a value a week."""

from __future__ import annotations

from datetime import date, timedelta
from statistics import median

from agents.facts import (
    Series,
    TooFew,
    average,
    best,
    by_day,
    by_period,
    count_days,
    figure,
    first,
    last,
    point_figure,
    split,
    total,
    trend,
)
from agents.offline.absence import nothing
from agents.offline.scope import Scope, count_figure
from agents.types import Figure, FigureRequest, Finding
from storage.entities import DateRange

_LINES = 10
_PER_DAYS = {"day": 1, "week": 7, "month": 30.4}


def answer_trend(scope: Scope, request: FigureRequest) -> list[Finding]:
    """Whether it goes up or down, with slope, interval and n, or that it cannot be said yet."""
    whole = by_day(scope.fitting(request, request.date_range))
    if not whole.points:
        return nothing(scope, request)
    name = _named(scope, request, whole)
    words = scope.wording
    change = trend(whole)
    oldest, newest = first(whole), last(whole)
    ends = ""
    figures: list[Figure] = []
    if oldest and newest and oldest.day != newest.day:
        figures = [
            point_figure(whole, oldest, f"first {request.measure}"),
            point_figure(whole, newest, f"last {request.measure}"),
        ]
        ends = " " + scope.say(
            "ends",
            first=words.amount(oldest.value, whole.unit),
            first_day=words.day(oldest.day),
            last=words.amount(newest.value, whole.unit),
            last_day=words.day(newest.day),
        )
    if isinstance(change, TooFew):
        claim = scope.say("trend_few", name=name, n=change.n)
        figures.append(count_figure(change.n, "days", f"days with {request.measure}", whole.entries))
        return [scope.finding(claim + ends, whole.entries, figures, "medium")]
    if not change.clear:
        key = "trend_flat"
    elif whole.quantity == "pace":
        key = "trend_faster" if change.slope < 0 else "trend_slower"
    else:
        key = "trend_up" if change.slope > 0 else "trend_down"
    claim = scope.say(
        key,
        name=words.name(request.measure) if key in ("trend_faster", "trend_slower") else name,
        slope=_signed(scope, change.slope, whole.unit),
        n=change.n,
        start=words.day(change.start),
        end=words.day(change.end),
        low=_signed(scope, change.low, whole.unit),
        high=_signed(scope, change.high, whole.unit),
    )
    figures += [
        figure(whole, change.slope, f"change of {request.measure} a week"),
        figure(whole, change.low, "lower end of the 95 % interval"),
        figure(whole, change.high, "upper end of the 95 % interval"),
        count_figure(change.n, "days", f"days with {request.measure}", whole.entries),
        count_figure(95, "%", "interval", ()),
    ]
    return [scope.finding(claim + ends, whole.entries, figures, "high" if change.n >= 8 else "medium")]


def _named(scope: Scope, request: FigureRequest, whole: Series) -> str:
    name = scope.wording.name(request.measure)
    if whole.quantity in ("value", "days"):
        return name
    return scope.wording.part("trend_what", name=name, what=scope.wording.words.what[whole.quantity])


def _signed(scope: Scope, value: float, unit: str) -> str:
    """With its sign; a change of pace is a clock, too."""
    shown = scope.wording.amount(abs(value), unit)
    return f"{'-' if value < 0 else '+'}{shown}"


def answer_comparison(scope: Scope, request: FigureRequest, *, again: bool = False) -> list[Finding]:
    """The same figure in two stretches of time; `again` leaves out what the sentence before has said."""
    later, earlier = request.date_range, request.versus
    if later is None or earlier is None:
        return answer_trend(scope, request)
    whole = scope.fitting(request, None)
    if not whole.points:
        return nothing(scope, request.model_copy(update={"date_range": None}))
    now, before = whole.within(later), whole.within(earlier)
    words = scope.wording
    values: dict[str, object] = {
        "name": _compared_name(scope, request, whole),
        "what": _statistic_name(scope, request, whole),
        "period": words.period(later),
        "versus": words.period(earlier),
    }
    ours, theirs = _one(request, now), _one(request, before)
    unit = "days" if request.statistic == "count" else whole.unit
    if ours is None and theirs is None:
        return nothing(scope, request)
    figures = [
        Figure(
            value=round(value, 4),
            unit=unit,
            what=f"{request.statistic} {whole.quantity} of {request.measure}",
            entries=part.entries,
        )
        for value, part in ((ours, now), (theirs, before))
        if value is not None
    ]
    evidence = (*now.entries, *before.entries)
    if ours is None or theirs is None:
        key = "compare_none_now" if ours is None else "compare_none"
        known = words.amount(ours if ours is not None else theirs or 0.0, unit)
        claim = scope.say(key, **values, now=known, before=known)
        return [scope.finding(claim, evidence, figures)]
    values |= {"now": words.amount(ours, unit), "before": words.amount(theirs, unit)}
    gap = ours - theirs
    if values["now"] == values["before"]:
        key = "compare_same_more" if again else "compare_same"
        return [scope.finding(scope.say(key, **values), evidence, figures)]
    figures.append(Figure(value=round(gap, 4), unit=unit, what="difference", entries=evidence))
    percent = ""
    if theirs and whole.quantity != "pace" and 0.005 <= abs(gap / theirs) <= 5:
        share = gap / theirs * 100
        percent = scope.wording.words.sentences["percent"].format(value=f"{share:+.0f}")
        figures.append(
            Figure(value=round(share, 2), unit="%", what="difference in per cent", entries=evidence)
        )
    keys = ("faster", "slower") if whole.quantity == "pace" else ("less", "more")
    key = keys[gap > 0]
    claim = scope.say(
        "compare_more" if again else "compare",
        **values,
        difference=_plain(scope, key, words.amount(abs(gap), unit)),
        percent=percent,
    )
    if not again and later.end > scope.today:
        claim += " " + scope.say("unfinished")
    return [scope.finding(claim, evidence, figures)]


def _plain(scope: Scope, key: str, value: str) -> str:
    return scope.wording.words.sentences[key].format(value=value)


def _statistic_name(scope: Scope, request: FigureRequest, whole: Series) -> str:
    words = scope.wording.words
    if request.statistic == "count":
        return words.what["days"]
    return (words.totals if request.statistic == "sum" else words.what)[whole.quantity]


def _compared_name(scope: Scope, request: FigureRequest, whole: Series) -> str:
    """The subject with what is compared of it, where the name alone does not tell."""
    name = scope.wording.name(request.measure)
    if whole.quantity == "value" and request.statistic != "count":
        return name
    return scope.wording.part("trend_what", name=name, what=_statistic_name(scope, request, whole))


def _one(request: FigureRequest, part: Series) -> float | None:
    if not part.points:
        return None
    match request.statistic:
        case "count" | "frequency":
            return float(count_days(part))
        case "sum":
            return total(part)
        case "max" | "record" | "last" | "reached":
            top = best(part)
            return top.value if top else None
        case _:
            return average(part)


def answer_split(scope: Scope, request: FigureRequest) -> list[Finding]:
    """Bench on nights under 6 h against the rest, when both sides have enough days."""
    whole = by_day(scope.fitting(request, request.date_range))
    if not whole.points or request.split_by is None:
        return nothing(scope, request)
    marked = scope.fitting(FigureRequest(statistic="list", measure=request.split_by, quantity="value"), None)
    condition_name = scope.wording.name(request.split_by)
    after = not marked.points
    days: dict[date, bool] = {}
    mark = 0.0
    if after:
        done = {sample.day + timedelta(days=1) for sample in scope.samples(request.split_by)}
        if not done:
            return nothing(
                scope, request.model_copy(update={"measure": request.split_by, "date_range": None})
            )
        days = {point.day: point.day in done for point in whole.points}
    else:
        daily = by_day(marked)
        asked = request.below is not None or request.at_least is not None
        mark = scope.mark(request, marked.unit) if asked else _default_mark(request.split_by, daily)
        days = {point.day: point.value < mark for point in daily.points}
    result = split(whole, days.get)
    name = scope.wording.name(request.measure)
    evidence = (*whole.entries, *marked.entries)
    if isinstance(result, TooFew):
        claim = scope.say("split_few", condition_name=condition_name, name=name, n=result.n)
        figures = [
            count_figure(result.n, "days", "days on the smaller side", evidence),
            count_figure(4, "days", "days needed", ()),
        ]
        return [scope.finding(claim, evidence, figures, "low")]
    words = scope.wording
    key = "after_it" if after else "below_mark"
    condition = words.words.sentences[key].format(
        condition=condition_name, mark=words.amount(mark, marked.unit)
    )
    claim = scope.say(
        "split",
        name=name,
        what=words.words.what[whole.quantity],
        picked=words.amount(result.picked, whole.unit),
        n=result.n_picked,
        condition=condition,
        rest=words.amount(result.rest, whole.unit),
        m=result.n_rest,
        difference=_signed(scope, result.difference, whole.unit),
        low=_signed(scope, result.low, whole.unit),
        high=_signed(scope, result.high, whole.unit),
    )
    claim += " " + scope.say("split_clear" if result.clear else "split_unclear")
    figures = [
        figure(whole, result.picked, f"average {request.measure} on those days"),
        figure(whole, result.rest, f"average {request.measure} on the other days"),
        figure(whole, result.difference, "difference"),
        figure(whole, result.low, "lower end of the 95 % interval"),
        figure(whole, result.high, "upper end of the 95 % interval"),
        count_figure(result.n_picked, "days", "those days", evidence),
        count_figure(result.n_rest, "days", "other days", evidence),
        count_figure(round(mark, 2), marked.unit, "the mark", ()),
        count_figure(95, "%", "interval", ()),
    ]
    return [scope.finding(claim, evidence, figures, "medium" if result.clear else "low")]


def _default_mark(name: str, daily: Series) -> float:
    """The usual mark of a short night; anything else is cut at the person's own middle."""
    middle = median(daily.values)
    return min(max(6.0, middle - 1), middle) if name == "sleep" else middle


def per_period(scope: Scope, request: FigureRequest, whole: Series) -> list[Finding]:
    """One line a day, week or month, oldest first."""
    words = scope.wording
    parts = by_period(whole, request.per or "week")
    top, most = max(((span, total(part)) for span, part in parts), key=lambda item: item[1])
    first_start = parts[0][0].start
    parts = parts[-_LINES:]
    lines: list[str] = []
    figures: list[Figure] = []
    for span, part in parts:
        value = average(part) if request.statistic == "average" else total(part)
        figures.append(
            figure(
                part,
                value or 0.0,
                f"{request.statistic} of {request.measure}, {span.start} to {span.end}",
                span.start,
            )
        )
        figures.append(count_figure(1, "", "period", part.entries, span.end))
        shown = words.amount(value or 0.0, whole.unit)
        lines.append(f"• {words.span(DateRange(start=span.start, end=span.end))}: {shown}")
    head = scope.say("list_head", name=_named(scope, request, whole), period=words.period(request.date_range))
    best_of = scope.say(
        "best_period",
        name=words.name(request.measure),
        period=words.period(request.date_range),
        per=words.words.pers[request.per or "week"],
        span=words.span(DateRange(start=top.start, end=top.end)),
        value=words.amount(most, whole.unit),
    )
    weeks = round((parts[-1][0].start - first_start).days / _PER_DAYS[request.per or "week"]) + 1
    mean = total(whole) / weeks
    figures.append(figure(whole, mean, "average of the periods"))
    figures.append(count_figure(weeks, "", f"over {weeks} {request.per}s", whole.entries))
    best_of += " " + scope.say(
        "per_average",
        value=words.amount(mean, whole.unit),
        per=words.words.pers[request.per or "week"],
        n=weeks,
    )
    figures.append(figure(whole, most, f"the most, {top.start} to {top.end}", top.start))
    listed = scope.finding("\n".join([head, *lines]), whole.entries, figures)
    if request.statistic == "average" or len(parts) < 2:
        return [listed]
    return [scope.finding(best_of, whole.entries, figures[-3:]), listed]
