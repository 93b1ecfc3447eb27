"""Answers that are one figure of one stretch of time: last, first, record, least, sum, average, a mark."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from agents.facts import Sample, by_day, last, point_figure, series
from agents.offline.answers.absence import nothing, unmeasured
from agents.offline.answers.all_bests import answer_all_bests, of_everything
from agents.offline.answers.bests import answer_record, answer_worst
from agents.offline.answers.computed import answer_computed, is_general
from agents.offline.answers.counts import count, frequency, gap, most, rest_days, streak, weekdays
from agents.offline.answers.marked import qualified, reached
from agents.offline.answers.scope import Scope, count_figure, ids, oldest_word
from agents.offline.answers.stretches import per_period
from agents.offline.answers.totals import answer_average, answer_list, answer_sum
from agents.offline.answers.weekly import weekly_goal
from agents.offline.answers.work import answer_load, answer_muscles, answer_neglected
from agents.offline.questions.conditions import WEEKLY
from agents.types import FigureRequest, Finding


def answer_single(scope: Scope, request: FigureRequest) -> list[Finding]:
    """The findings for a request that compares nothing."""
    found = scope.narrowed(request, request.date_range)
    if not found and request.statistic not in ("rest_days", "streak", "load", "muscles", "neglected"):
        return nothing(scope, request)
    periods = is_general(request.statistic) or request.statistic in ("record", "max", "min")
    if request.per in ("week", "month") and periods:
        whole = scope.fitting(request, request.date_range)
        return per_period(scope, request, whole) if whole.points else [unmeasured(scope, request, whole)]
    if request.statistic == "record" and of_everything(request):
        return answer_all_bests(scope, found)
    return _ANSWERS.get(request.statistic, answer_computed)(scope, request, found)


def _last(scope: Scope, request: FigureRequest, found: list[Sample]) -> list[Finding]:
    newest = found[-1]
    of_one = len({sample.measure.name for sample in found}) == 1
    if newest.measure.value is not None and request.quantity != "days" and of_one:
        return _last_value(scope, request, found)
    what = scope.described(found, request.measure, newest.day)
    ago = (scope.today - newest.day).days
    evidence = [sample.entry for sample in found if sample.day == newest.day]
    figures = [count_figure(ago, "days", f"days since the last {request.measure}", evidence, newest.day)]
    if request.quantity not in (None, "days"):  # "what did I bench last?": its load is the figure, too
        told = by_day(series(found, request.measure, request.quantity, scope.units(found)))
        figures += [
            point_figure(told, point, f"last {request.measure}", role="last") for point in told.points[-1:]
        ]
    keys = {0: "last_today", 1: "last_one_day"}
    key = keys.get(ago, "last_days" if request.quantity == "days" else "last")
    claim = scope.say(
        key,
        name=qualified(scope, request, found, scope.wording.one(request.measure)),
        day=scope.wording.day(newest.day),
        what=what,
        n=ago,
    )
    return [scope.finding(claim, evidence, figures)]


def _previous(scope: Scope, request: FigureRequest, found: list[Sample]) -> list[Finding]:
    """The newest but one."""
    earlier = [sample for sample in found if sample.day < found[-1].day]
    name = qualified(scope, request, found, scope.wording.one(request.measure))
    if not earlier:
        return [scope.finding(scope.say("previous_none", name=name), ids(found), absent=True)]
    day = earlier[-1].day
    evidence = [sample.entry for sample in earlier if sample.day == day]
    claim = scope.say(
        "previous" if request.date_range else "last_but_one",
        name=name,
        day=scope.wording.day(day),
        what=scope.described(earlier, request.measure, day),
    )
    ago = (scope.today - day).days
    figures = [count_figure(ago, "days", f"days since the {request.measure} before", evidence, day)]
    return [scope.finding(claim, evidence, figures)]


def _last_value(scope: Scope, request: FigureRequest, found: list[Sample]) -> list[Finding]:
    whole = by_day(series(found, request.measure, "value", scope.units(found)))
    if not whole.unit:  # written without one, now; at other times with it
        ever = scope.samples(request.measure)
        unit = series(ever, request.measure, "value", scope.units(ever)).unit
        whole = replace(whole, unit=unit)
    point = last(whole)
    if point is None:
        return nothing(scope, request)
    asked = request.date_range
    claim = scope.say(
        "value_on" if asked and asked.start == asked.end == point.day else "last_value",
        name=scope.wording.name(request.measure),
        value=scope.wording.amount(point.value, whole.unit),
        day=scope.wording.day(point.day),
    )
    return [
        scope.finding(
            claim, point.entries, [point_figure(whole, point, f"last {request.measure}", role="last")]
        )
    ]


def _first(scope: Scope, request: FigureRequest, found: list[Sample]) -> list[Finding]:
    oldest = found[0]
    evidence = [sample.entry for sample in found if sample.day == oldest.day]
    claim = scope.say(
        "first" if request.date_range is None else "first_then",
        period=scope.wording.period(request.date_range),
        name=qualified(scope, request, found, scope.wording.one(request.measure)),
        day=scope.wording.day(oldest.day),
        what=scope.described(found, request.measure, oldest.day),
    )
    return [
        scope.finding(
            claim,
            evidence,
            [count_figure(1, "", f"{oldest_word(request)} time", evidence, oldest.day, role="first")],
        )
    ]


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
    "reached": _reached,
    "list": answer_list,
    "muscles": answer_muscles,
    "neglected": answer_neglected,
    "gap": gap,
    "load": answer_load,
}
