"""Answers that are one figure of one stretch of time: last, first, record, least, sum, average, a mark."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

from agents.facts import CLIMBS, Sample, by_day, last, period_of, point_figure, readings, series
from agents.offline.answers.absence import nothing, unmeasured
from agents.offline.answers.all_bests import answer_all_bests, of_everything
from agents.offline.answers.bests import answer_record, answer_worst
from agents.offline.answers.climbs import answer_hardest
from agents.offline.answers.closest import excerpt, in_marks
from agents.offline.answers.computed import answer_computed
from agents.offline.answers.counts import (
    count,
    daytime,
    frequency,
    gap,
    most,
    rest_days,
    streak,
    weekdays,
)
from agents.offline.answers.distances import of_its_distance
from agents.offline.answers.figures import count_figure, ids, mark_figure, of_day, oldest_word
from agents.offline.answers.marked import qualified, reached
from agents.offline.answers.scope import Scope
from agents.offline.answers.stretches import per_period
from agents.offline.answers.totals import answer_average, answer_list, answer_sum
from agents.offline.answers.work import answer_load, answer_muscles, answer_neglected
from agents.offline.questions.conditions import WEEKLY
from agents.offline.questions.question_rules import is_general
from agents.offline.questions.subjects import TRAINING
from agents.types import Figure, FigureRequest, Finding
from storage.entities import DateRange


def answer_single(scope: Scope, request: FigureRequest) -> list[Finding]:
    """The findings for a request that compares nothing."""
    scope = of_its_distance(scope, request)
    found = scope.narrowed(request, request.date_range)
    if not found and request.statistic not in ("rest_days", "streak", "load", "muscles", "neglected"):
        return nothing(scope, request)
    if told := answer_hardest(scope, request, found):
        return told
    periods = is_general(request.statistic) or request.statistic in ("record", "max", "min")
    if request.per in ("week", "month") and periods:
        whole = scope.fitting(request, request.date_range)
        return per_period(scope, request, whole) if whole.points else [unmeasured(scope, request, whole)]
    if request.statistic == "record" and of_everything(request):
        return answer_all_bests(scope, found)
    return _ANSWERS.get(request.statistic, answer_computed)(scope, request, found)


_MIXES = ("trend", "average", "max", "min")


def singly(scope: Scope, request: FigureRequest) -> list[FigureRequest]:
    """A figure over several exercises or metrics says nothing: one request for each of the most frequent."""
    if request.quantity == "value" and request.statistic not in ("list", "count", "first", "frequency"):
        return [request.model_copy(update={"measure": one}) for one in scope.metrics_of(request.measure)]
    loads = request.quantity in ("weight", "e1rm", "reps", "pace", "speed")
    mixes = request.statistic in _MIXES or is_general(request.statistic)
    far = request.measure == TRAINING and request.quantity == "distance"  # of no two sports together
    if not far and (not loads or (not mixes and request.versus is None)):
        return [request]
    counted = Counter(
        s.measure.name for s in scope.samples(request.measure) if s.measure.distance_m or not far
    )
    if len(counted) < 2 or request.measure in counted:
        return [request]
    return [request.model_copy(update={"measure": name}) for name, _ in counted.most_common(3)]


def _last(scope: Scope, request: FigureRequest, found: list[Sample]) -> list[Finding]:
    newest, name = found[-1], request.measure
    of_one = len({sample.measure.name for sample in found}) == 1
    if (
        newest.measure.value is not None
        and request.quantity != "days"
        and of_one
        and request.measure not in CLIMBS
    ):
        return _last_value(scope, request, found)
    ago = (scope.today - newest.day).days
    since = count_figure(ago, "days", f"days since the last {name}", of_day(found, newest.day), newest.day)
    more: list[Figure] = []
    if request.quantity not in (None, "days"):  # "what did I bench last?": its load is the figure, too
        told = by_day(series(found, name, request.quantity, scope.units(found)))
        more = [point_figure(told, point, f"last {name}", role="last") for point in told.points[-1:]]
    span = request.date_range
    days = "that_days" if span is not None and span.start == span.end else "last_days"
    key = {0: "last_today", 1: "last_one_day"}.get(ago, days if request.quantity == "days" else "last")
    return [_bout(scope, request, found, key, since, *more)]


def _bout(
    scope: Scope, request: FigureRequest, found: list[Sample], key: str, when: Figure, *more: Figure
) -> Finding:
    """What was done on the day of the figure."""
    name, day = _called(scope, request, found), when.day or scope.today
    what = scope.described(found, request.measure, day)
    if request.measure == "pain" and request.words:
        told = {one.id: one.text for one in scope.entries}
        what = next((in_marks(excerpt(told[s.entry], ())) for s in found if s.day == day), what)
    return scope.tell(key, request, None, more, n=when, name=name, day=day, what=what)


def _called(scope: Scope, request: FigureRequest, found: list[Sample]) -> str:
    return qualified(scope, request, found, scope.wording.one(request.measure))


def _previous(scope: Scope, request: FigureRequest, found: list[Sample]) -> list[Finding]:
    """The newest but one."""
    earlier = [sample for sample in found if sample.day < found[-1].day]
    if not earlier:
        name = _called(scope, request, found)
        return [scope.lacking("previous_none", request, ids(found), name=name)]
    day = earlier[-1].day
    what, ago = f"days since the {request.measure} before", (scope.today - day).days
    since = count_figure(ago, "days", what, of_day(earlier, day), day)
    return [_bout(scope, request, found, "previous" if request.date_range else "last_but_one", since)]


def _last_value(scope: Scope, request: FigureRequest, found: list[Sample]) -> list[Finding]:
    whole = readings(series(found, request.measure, "value", scope.units(found)))
    if not whole.unit:  # written without one, now; at other times with it
        ever = scope.samples(request.measure)
        unit = series(ever, request.measure, "value", scope.units(ever)).unit
        whole = replace(whole, unit=unit)
    point, asked = last(whole), request.date_range
    if point is None:
        return nothing(scope, request)
    key = "value_on" if asked and asked.start == asked.end == point.day else "last_value"
    value = point_figure(whole, point, f"last {request.measure}", role="last")
    return [scope.tell(key, request, value=value, day=point.day)]


def _first(scope: Scope, request: FigureRequest, found: list[Sample]) -> list[Finding]:
    day, what = found[0].day, f"{oldest_word(request)} time"
    when = count_figure(1, "", what, of_day(found, day), day, role="first")
    return [_bout(scope, request, found, "first_then" if request.date_range else "first", when)]


def _reached(scope: Scope, request: FigureRequest, found: list[Sample]) -> list[Finding]:
    if request.at_least is None and request.below is None:
        return _last(scope, request, found)
    return (weekly_goal if request.unit == WEEKLY else reached)(scope, request, found)


_Answer = Callable[[Scope, FigureRequest, list[Sample]], list[Finding]]
_ANSWERS: dict[str, _Answer] = {
    "last": _last,
    "previous": _previous,
    "first": _first,
    "record": answer_record,
    "max": answer_record,
    "min": answer_worst,
    "sum": answer_sum,
    "average": answer_average,
    "count": count,
    "frequency": frequency,
    "streak": streak,
    "rest_days": rest_days,
    "most": most,
    "weekdays": weekdays,
    "daytime": daytime,
    "reached": _reached,
    "list": answer_list,
    "muscles": answer_muscles,
    "neglected": answer_neglected,
    "gap": gap,
    "load": answer_load,
}


_WEEKS = 8
"""How many weeks are looked at where none are named."""
_LISTED = 10


def weekly_goal(scope: Scope, request: FigureRequest, found: list[Sample]) -> list[Finding]:
    """On how many days of each week it was done, against the goal; the days asked about, cut into weeks."""
    start = max(scope.today - timedelta(days=7 * _WEEKS - 1), scope.began or found[0].day)
    span = request.date_range or DateRange(start=period_of(start, "week").start, end=scope.today)
    last = min(span.end, scope.today)
    weeks: list[DateRange] = []
    day = span.start
    while day <= last:
        week = period_of(day, "week")
        weeks.append(DateRange(start=max(week.start, span.start), end=min(week.end, last)))
        day = week.end + timedelta(days=1)
    done = {sample.day for sample in found}
    counts = [sum(week.start <= day <= week.end for day in done) for week in weeks]
    goal = round(request.at_least or 0)
    met = sum(count >= goal for count in counts)
    listed = list(zip(weeks, counts, strict=True))
    named = [f"{scope.wording.span(week)} {n}" for week, n in listed[-_LISTED:]]
    key = "weekly_all" if met == len(weeks) else "weekly_some" if met else "weekly_never"
    evidence = ids([sample for sample in found if span.start <= sample.day <= last])
    figures = [
        *(count_figure(met, unit, "weeks that meet the goal", evidence) for unit in ("", "weeks")),
        count_figure(len(weeks), "weeks", "weeks asked about", evidence),
        *(mark_figure(goal, unit) for unit in ("", "days")),
        *(
            count_figure(n, unit, f"{request.measure}, {week.start} to {week.end}", (), day)
            for week, n in listed
            for unit in ("", "days")
            for day in (week.start, week.end)
        ),
    ]
    values = {"goal": goal, "n": met, "of": len(weeks), "list": ", ".join(named)}
    return [scope.tell(key, request, evidence, figures, **values)]
