"""Answers about so many times a week: in which weeks it was met."""

from __future__ import annotations

from datetime import timedelta

from agents.facts import Sample, period_of
from agents.offline.answers.figures import count_figure, ids, mark_figure
from agents.offline.answers.scope import Scope
from agents.types import FigureRequest, Finding
from storage.entities import DateRange

_WEEKS = 8
"""How many weeks are looked at where none are named."""
_LISTED = 10


def weekly_goal(scope: Scope, request: FigureRequest, found: list[Sample]) -> list[Finding]:
    """On how many days of each week it was done, against the goal; the days asked about, cut into weeks."""
    start = scope.today - timedelta(days=7 * _WEEKS - 1)
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
