"""Saying that something is not there: never logged, or not in these days but then."""

from __future__ import annotations

from datetime import date

from agents.facts import Sample, Series, samples
from agents.offline.answers.closest import quotes
from agents.offline.answers.scope import Scope, any_measure, count_figure
from agents.offline.nearest import MOST
from agents.offline.questions.subjects import LOGGING
from agents.types import FigureRequest, Finding
from storage.entities import DateRange, Entry


def nothing(scope: Scope, request: FigureRequest) -> list[Finding]:
    """No measure in the days asked about: "none", with the nearest day there is."""
    if (ahead := to_come(scope, request.date_range)) is not None:
        return [ahead]
    found = scope.narrowed(request, None)
    name = scope.wording.name(request.measure)
    if request.measure == LOGGING and (unread := _unread(scope, request.date_range)):
        return quotes(scope, "", unread)
    if not found and not (request.words and request.measure in ("meal", "pain")):
        found = scope.samples(request.measure)
        if found and request.date_range is None:
            return [_such(scope, request, found)]
    if not found or request.date_range is None:
        return [scope.finding(scope.say("never", name=name), absent=True)]
    near = _nearest(found, request.date_range)
    claim = scope.say(
        "nothing_then_nearest" if request.measure == LOGGING else "not_then",
        name=name,
        period=scope.wording.period(request.date_range),
        day=scope.wording.day(near),
        what=scope.described(found, request.measure, near),
    )
    days = (request.date_range.start, request.date_range.end) if request.beside else ()
    asked = [count_figure(1, "", "a day asked about", (), day) for day in days]
    return [scope.finding(claim, [s.entry for s in found if s.day == near], asked, absent=True)]


def to_come(scope: Scope, span: DateRange | None) -> Finding | None:
    """That days lie ahead, of which nothing can be logged yet."""
    if span is None or span.start <= scope.today:
        return None
    days = [count_figure(1, "", "a day asked about", (), day) for day in (span.start, span.end)]
    return scope.finding(scope.say("to_come", period=scope.wording.period(span)), (), days, absent=True)


def _unread(scope: Scope, span: DateRange | None) -> list[Entry]:
    """What was written in these days and never put into figures."""
    return [e for e in scope.entries if span and span.start <= e.day <= span.end and not e.measures][:MOST]


def _such(scope: Scope, request: FigureRequest, found: list[Sample]) -> Finding:
    """There is some, but none as far, as heavy or with as many repetitions as asked."""
    day = found[-1].day
    claim = scope.say(
        "never_such",
        name=scope.wording.name(request.measure),
        one=scope.wording.one(request.measure),
        day=scope.wording.day(day),
        what=scope.described(found, request.measure, day),
    )
    return scope.finding(claim, [sample.entry for sample in found if sample.day == day], absent=True)


def nothing_at_all(scope: Scope, span: DateRange | None) -> Finding:
    """No entry on the days asked about."""
    if (ahead := to_come(scope, span)) is not None:
        return ahead
    period = scope.wording.period(span)
    found = samples(scope.entries, any_measure)
    if not found or span is None:
        return scope.finding(scope.say("nothing_then", period=period), absent=True)
    near = _nearest(found, span)
    what = scope.told([s for s in found if s.day == near], scope.units(found), named=True)
    claim = scope.say("nothing_then_nearest", period=period, day=scope.wording.day(near), what=what)
    return scope.finding(claim, [sample.entry for sample in found if sample.day == near], absent=True)


def _nearest(found: list[Sample], span: DateRange) -> date:
    """The day nearest to the span; of equals the earlier."""
    return min(
        sorted({sample.day for sample in found}),
        key=lambda day: (span.start - day).days if day < span.start else (day - span.end).days,
    )


def unmeasured(scope: Scope, request: FigureRequest, whole: Series) -> Finding:
    """There is some, but without the quantity asked about."""
    claim = scope.say(
        "no_quantity",
        name=scope.wording.name(request.measure),
        quantity=scope.wording.words.what[whole.quantity],
    )
    return scope.finding(claim, absent=True)
