"""From entries to a chart: what is drawn, and the findings that its caption tells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date

from agents.charts.spec import BandEdge, ChartSpec, Dot, Level, Line
from agents.facts import (
    Point,
    Series,
    TooFew,
    band,
    break_in,
    by_day,
    days_of,
    gaps,
    moving_average,
    records,
    split,
    working,
)
from agents.offline.answers.absence import nothing
from agents.offline.answers.changes import answer_comparison, answer_trend
from agents.offline.answers.figures import count_figure
from agents.offline.answers.scope import Scope
from agents.offline.answers.sides import SIDES
from agents.offline.answers.splits import Condition, answer_split, condition_of
from agents.offline.answers.stretches import is_summed, of_periods, per_period
from agents.offline.answers.wording import plainly
from agents.offline.charts.asked import AskedChart
from agents.offline.charts.courses import SEVEN_DAYS, as_line, thinned
from agents.offline.charts.made import CITED, Made, Slotted, spec_of
from agents.offline.charts.speech import ChartWords, chart_words
from agents.offline.charts.weeks import calendar, muscles
from agents.types import Figure, FigureRequest, Finding
from storage.entities import DateRange

_WORKED = ("e1rm", "weight", "pace", "distance", "volume", "reps")
"""Quantities in which a break is looked for, as `answer_trend` does."""
_FEW = 2
_MOST_LINES = 2
_SMOOTHED = 8
"""Days from which the moving average of a metric is worth a line."""
_LEVELLED = ("max", "min", "record", "average", "last", "first")
"""Statistics whose value lies among the values drawn."""


def made(scope: Scope, asked: AskedChart) -> Made | list[Finding]:
    """The chart, or the findings that say why there is none."""
    asked = _up_to_today(scope, asked)
    if asked.course == "calendar":
        return calendar(scope, asked.span)
    if asked.course == "muscles":
        return muscles(scope, asked.span)
    requests = [one for one in asked.requests if one.quantity != "days"]
    if not requests:
        return calendar(scope, asked.span)
    first = scope.resolved(requests[0])
    if first.statistic == "split" and first.split_by is not None:
        return _scatter(scope, first)
    if first.versus is not None:
        return _comparison(scope, first)
    return _courses(scope, requests)


def _courses(scope: Scope, requests: Sequence[FigureRequest]) -> Made | list[Finding]:
    """As many as fit, and which do not."""
    drawn = _course(scope, [scope.resolved(one) for one in requests[:_MOST_LINES]])
    if len(requests) <= _MOST_LINES or not isinstance(drawn, Made):
        return drawn
    names = ", ".join(scope.wording.name(one.measure) for one in requests[_MOST_LINES:])
    left = (chart_words(scope.wording.language).says["left"].format(names=names), ())
    return replace(drawn, telling=(*drawn.telling, left))


def _up_to_today(scope: Scope, asked: AskedChart) -> AskedChart:
    """No day to come is drawn."""

    def cut(span: DateRange | None) -> DateRange | None:
        if span is None or span.start > scope.today >= span.start or span.end <= scope.today:
            return span
        return span.model_copy(update={"end": max(scope.today, span.start)})

    requests = tuple(
        one.model_copy(update={"date_range": cut(one.date_range)}) if one.versus is None else one
        for one in asked.requests
    )
    return replace(asked, requests=requests, span=cut(asked.span))


# --- Values over days ---------------------------------------------------------------------------------------


def _course(scope: Scope, requests: Sequence[FigureRequest]) -> Made | list[Finding]:
    if requests[0].per in ("week", "month"):
        return _by_period(scope, requests)
    fitted = [(one, working(scope.fitting(one, one.date_range))) for one in requests]
    missing = [one for one, found in fitted if not found.points]
    if len(missing) == len(requests):
        return nothing(scope, requests[0])
    (leading, _), *others = [(one, found) for one, found in fitted if found.points]
    first = leading.model_copy(update={"statistic": "trend"})
    whole = working(scope.fitting(first, first.date_range))
    daily = by_day(whole)
    lines = [as_line(scope.wording.name(first.measure), whole, _average(daily), _training(daily))]
    told: list[Finding] = answer_trend(scope, first) if len(daily.points) > 1 else []
    for request, other in others:
        if other.unit == whole.unit and other.quantity == whole.quantity:
            name, training = scope.wording.name(request.measure), _training(by_day(other))
            lines.append(as_line(name, other, (), records=training))
            told += answer_trend(scope, request.model_copy(update={"statistic": "trend"}))
    told += [finding for one in missing for finding in nothing(scope, one)]
    broken = break_in(daily) if whole.quantity in _WORKED else None
    alone = len(lines) == 1
    edges = band(broken.since if broken else daily) if alone else ()
    spec = spec_of(
        scope,
        "line",
        title=" / ".join(line.name for line in lines),
        subtitle=_what(scope, whole),
        unit=whole.unit,
        span=_shown(daily, first.date_range, lines),
        lines=tuple(lines),
        band=tuple(BandEdge(day=e.day, low=e.low, value=e.value, high=e.high) for e in edges),
        gaps=lines[0].gaps if alone else (),
        broke=broken.after.day if broken and alone else None,
    )
    said = _said_of_course(scope, spec, whole, daily)
    return Made(spec, (*told, *said), _telling_entries(told, daily))


def _by_period(scope: Scope, requests: Sequence[FigureRequest]) -> Made | list[Finding]:
    """A dot for each week or month that has any: what its days come to, or their average."""
    drawn = [(one, working(scope.fitting(one, one.date_range))) for one in requests]
    drawn = [(one, whole) for one, whole in drawn if whole.points and whole.unit == drawn[0][1].unit]
    if not drawn:
        return nothing(scope, requests[0])
    told = [per_period(scope, *pair)[0] for pair in drawn]
    lines = tuple([
        as_line(scope.wording.name(one.measure), of_periods(one, whole), (), records=False)
        for one, whole in drawn
    ])  # fmt: skip
    per, days = requests[0].per or "week", [dot.day for line in lines for dot in line.dots]
    whole, words = drawn[0][1], scope.wording.words
    what = plainly(words.totals[whole.quantity]) if is_summed(*drawn[0]) else _what(scope, whole)
    spec = spec_of(
        scope,
        "line",
        title=" / ".join(line.name for line in lines),
        subtitle=" / ".join(filter(None, (what, words.pers[per]))),
        unit=whole.unit,
        span=DateRange(start=min(days), end=max(days)),
        lines=lines,
    )
    return Made(spec, tuple(told), tuple(dict.fromkeys(e for one in told for e in one.evidence))[:CITED])


def _average(daily: Series) -> tuple[Point, ...]:
    """Of a metric, so that one odd day does not look like a course."""
    if daily.quantity != "value" or len(daily.points) < _SMOOTHED:
        return ()
    return moving_average(daily)


def _training(daily: Series) -> bool:
    """Whether its best values are records."""
    return daily.quantity not in ("value", "days", "rpe", "hard_sets", "sets", "duration")


def _said_of_course(scope: Scope, spec: ChartSpec, whole: Series, daily: Series) -> list[Slotted]:
    words = chart_words(scope.wording.language)
    if len(daily.points) == 1:
        only = daily.points[0]
        what = _what(scope, whole)
        return [(words.says["one"].replace("{what}", f"{what}. " if what else ""), (_figure(whole, only),))]
    said: list[Slotted] = []
    if spec.band:
        said.append((words.says["band"], (count_figure(95, "%", "interval", ()),)))
    best = records(whole) if _training(daily) and len(spec.lines) == 1 else ()
    if len(best) == 1:
        said.append((words.says["record"], (_figure(whole, best[0]),)))
    elif best:
        n = count_figure(len(best), "", "records", [entry for one in best for entry in one.entries])
        said.append((words.says["records"], (n, _figure(whole, best[-1]))))
    elif any(dot.record for line in spec.lines for dot in line.dots):
        said.append((words.says["rings"], ()))
    if spec.lines[0].average:
        said.append((words.says["average"], (count_figure(SEVEN_DAYS, "days", "averaged", ()),)))
    if spec.gaps:
        longest = max((one.end - one.start).days + 1 for one in spec.gaps)
        said.append((words.says["gaps"], (count_figure(longest, "days", "gap", ()),)))
    return said


def _figure(whole: Series, point: Point) -> Figure:
    return Figure(
        value=round(point.value, 4),
        unit=whole.unit,
        what=f"{whole.quantity} of {whole.name}",
        entries=point.entries,
        day=point.day,
        measure=whole.name,
    )


def _what(scope: Scope, whole: Series) -> str:
    """What of the thing is drawn."""
    if whole.quantity in ("value", "days"):
        return ""
    return plainly(scope.wording.words.what[whole.quantity])


def _telling_entries(told: Sequence[Finding], daily: Series) -> tuple[str, ...]:
    """Those of the best, the first and the last value."""
    best = records(daily)[-1:]
    ends = (*best, daily.points[-1], daily.points[0])
    ids = [entry for point in ends for entry in point.entries[:1]]
    return tuple(dict.fromkeys([*ids, *(e for one in told for e in one.evidence)]))[:CITED]


# --- One time against another -------------------------------------------------------------------------------


def _comparison(scope: Scope, request: FigureRequest) -> Made | list[Finding]:
    later, earlier = request.date_range, request.versus
    if later is None or earlier is None:
        return _course(scope, [request])
    told = answer_comparison(scope, request)
    both = DateRange(start=min(later.start, earlier.start), end=min(max(later.end, earlier.end), scope.today))
    whole = working(scope.fitting(request, both))
    daily = by_day(whole)
    if not daily.points:
        return told
    levels = [
        Level(value=one.value, span=one.span, label=scope.wording.amount(one.value, one.unit))
        for finding in told
        for one in finding.figures
        if one.span is not None and one.unit == whole.unit and request.statistic in _LEVELLED
    ]
    spec = spec_of(
        scope,
        "line",
        title=scope.wording.name(request.measure),
        subtitle=_what(scope, whole),
        unit=whole.unit,
        span=both,
        lines=(as_line(scope.wording.name(request.measure), whole, (), records=False),),
        levels=tuple(levels),
        gaps=gaps(days_of(daily)),
    )
    said: list[Slotted] = [(chart_words(scope.wording.language).says["levels"], ())] if levels else []
    return Made(spec, (*told, *said), _telling_entries(told, daily))


# --- One thing against another ------------------------------------------------------------------------------


def _scatter(scope: Scope, request: FigureRequest) -> Made | list[Finding]:
    """A dot for each day that has both; where the other thing only is or is not, two columns."""
    told = answer_split(scope, request)
    whole = by_day(scope.fitting(request.model_copy(update={"words": ()}), request.date_range))
    by = request.split_by or ""
    known = bool(whole.points) and by not in SIDES
    condition = condition_of(scope, request, whole, by) if known else None
    if condition is None:
        return told
    against, columns = _against(condition)
    dots = [
        Dot(day=p.day, value=p.value, x=x, entries=p.entries[:1])
        for p in whole.points
        if (x := against(p.day)) is not None
    ]
    if len({dot.x for dot in dots}) < _FEW:  # nothing varies, so there is nothing to see
        return told
    words = chart_words(scope.wording.language)
    name = scope.wording.name(request.measure)
    apart = split(whole, condition.days.get)
    effect = None if isinstance(apart, TooFew) else apart.effect
    counted = [_what(scope, whole), f"n = {len(dots)}", f"g = {effect:+.1f}" if effect is not None else ""]
    mark = None if columns or condition.mark is None else condition.mark
    spec = spec_of(
        scope,
        "scatter",
        title=words.against.format(name=name, other=condition.name),
        subtitle=" · ".join(filter(None, counted)),
        unit=whole.unit,
        x_unit="" if columns else condition.unit,
        x_label=condition.name,
        sides=(words.others, words.beside.format(name=condition.name)) if columns else None,
        mark=mark,
        span=DateRange(start=dots[0].day, end=dots[-1].day),
        lines=(Line(name=name, dots=tuple(thinned(dots))),),
        levels=_sides(scope, words, whole, condition, dots),
    )
    said: list[Slotted] = [] if columns else [(words.says["several"], ())]
    return Made(spec, (*told, *said), tuple(dict.fromkeys(e for one in told for e in one.evidence))[:CITED])


def _against(condition: Condition) -> tuple[Callable[[date], float | None], bool]:
    """What a day is set against, and whether that only is or is not."""
    if condition.daily is not None:
        values = {point.day: point.value for point in condition.daily.points}
        return values.get, False
    days = condition.days
    return lambda day: float(days[day]) if day in days else None, True


def _sides(
    scope: Scope, words: ChartWords, whole: Series, condition: Condition, dots: Sequence[Dot]
) -> tuple[Level, ...]:
    """The mean on either side."""
    levels: list[Level] = []
    for side in (True, False):
        values = [dot.value for dot in dots if condition.days.get(dot.day) is side]
        if values:
            mean = sum(values) / len(values)
            label = words.mean.format(value=scope.wording.amount(mean, whole.unit))
            levels.append(Level(value=mean, side=side, label=label))
    return tuple(levels)


def _shown(daily: Series, span: DateRange | None, lines: Sequence[Line]) -> DateRange:
    """The days asked about, without a beginning that is longer than what has values; or all of these."""
    days = [dot.day for line in lines for dot in line.dots] or [daily.points[0].day]
    first, last = min(days), max(days)
    if span is None:
        return DateRange(start=first, end=last)
    return DateRange(start=first if first - span.start > span.end - first else span.start, end=span.end)
