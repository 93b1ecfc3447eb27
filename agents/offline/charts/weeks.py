"""Days trained, and hard sets of each muscle a week."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date, timedelta

from agents.charts.spec import Dot, Line, Row
from agents.facts import Series, by_muscle, by_period, frequency, longest_streak
from agents.offline.answers.absence import nothing_at_all
from agents.offline.answers.figures import count_figure
from agents.offline.answers.scope import Scope, trained
from agents.offline.charts.made import CITED, Made, spec_of
from agents.offline.charts.speech import chart_words
from agents.types import Figure, Finding
from domains.muscles import PLACES
from storage.entities import DateRange

_CALENDAR = timedelta(weeks=26)
_CALENDAR_MOST = timedelta(weeks=53)
_GRID_WEEKS, _GRID_MOST = 8, 12
_GRID_ROWS = 12
_FEW = 2


def calendar(scope: Scope, span: DateRange | None) -> Made | list[Finding]:
    """The days with training, and how much: half a year, at most a year."""
    asked, span = span, span or DateRange(start=scope.today - _CALENDAR, end=scope.today)
    earliest = span.end - _CALENDAR_MOST
    if span.start < earliest:
        span = DateRange(start=earliest, end=span.end)
    found = trained(scope.entries, span)
    if not found:
        return [nothing_at_all(scope, span)]
    sets = Counter[date]()
    entries: dict[date, list[str]] = {}
    for sample in found:
        sets[sample.day] += sample.measure.sets
        entries.setdefault(sample.day, []).append(sample.entry)
    words = chart_words(scope.wording.language)
    days = sorted(sets)
    dots = tuple(Dot(day=d, value=sets[d], entries=tuple(dict.fromkeys(entries[d]))[:_FEW]) for d in days)
    spec = spec_of(
        scope,
        "calendar",
        title=words.calendar_title,
        span=span,
        unit="sets",
        lines=(Line(name=words.calendar_title, dots=dots),),
    )
    ids = [one for each in reversed(dots) for one in each.entries]
    run = longest_streak(days)
    counted = _since_the_first(span, scope) if asked is None else span
    figures = (
        count_figure(len(days), "days", "days trained", ids, role="count"),
        count_figure((counted.end - counted.start).days + 1, "days", "days looked at", ()),
        count_figure(round(frequency(days, counted), 1), "days", "days a week", ids, role="frequency"),
        count_figure(run.length if run else 0, "days", "longest streak", ids, role="streak"),
    )
    says = words.says["calendar"] if len(days) > 1 else words.says["calendar_one"]
    return Made(spec, ((says, figures),), tuple(dict.fromkeys(ids))[:CITED])


def _since_the_first(span: DateRange, scope: Scope) -> DateRange:
    """Where all entries were read, no day before the first of them counts as one without training."""
    first = min(one.day for one in scope.entries)
    return span if first <= span.start else DateRange(start=min(first, span.end), end=span.end)


def muscles(scope: Scope, span: DateRange | None) -> Made | list[Finding]:
    """Hard sets of each muscle in each ISO week."""
    monday = scope.today - timedelta(days=scope.today.weekday())
    span = span or DateRange(start=monday - timedelta(weeks=_GRID_WEEKS - 1), end=scope.today)
    last = span.end - timedelta(days=span.end.weekday())
    first = max(span.start - timedelta(days=span.start.weekday()), last - timedelta(weeks=_GRID_MOST - 1))
    weeks = tuple(first + timedelta(weeks=at) for at in range((last - first).days // 7 + 1))
    span = DateRange(start=weeks[0], end=span.end)
    work = by_muscle(trained(scope.entries, span), scope.worked, scope.units([]))[:_GRID_ROWS]
    if not work:
        return [nothing_at_all(scope, span)]
    names = sorted((one for one in work), key=lambda one: list(PLACES).index(one.muscle))
    rows = [Row(name=scope.wording.muscle(one.muscle), values=_by_week(one.sets, weeks)) for one in names]
    words = chart_words(scope.wording.language)
    spec = spec_of(
        scope, "grid", title=words.muscles_title, span=span, unit="sets", weeks=weeks, rows=tuple(rows)
    )
    totals = [
        Figure(
            value=round(sum(one.sets.values), 4),
            unit="sets",
            what=f"hard sets of {one.muscle}",
            entries=one.sets.entries,
            role="sum",
            measure=one.muscle,
        )
        for one in work[:_MUSCLES_TOLD]
    ]
    told = "; ".join(
        words.says["muscle"].format(name=scope.wording.muscle(one.muscle), value=f"{{F{at}}}")
        for at, one in enumerate(work[:_MUSCLES_TOLD], start=2)
    )
    n = count_figure(len(weeks), "weeks", "weeks", ())
    sentence = words.says["muscles"].replace("{list}", told)
    return Made(spec, ((sentence, (n, *totals)),), work[0].sets.entries[:CITED])


_MUSCLES_TOLD = 3


def _by_week(whole: Series, weeks: Sequence[date]) -> tuple[float, ...]:
    held = {span.start: sum(part.values) for span, part in by_period(whole, "week")}
    return tuple(held.get(week, 0.0) for week in weeks)
