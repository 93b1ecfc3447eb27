"""Saying that something is not there: never logged, or not in these days but then."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from agents.facts import CLIMBS, Sample, Series, samples
from agents.offline.answers.closest import quotes
from agents.offline.answers.figures import asked_days, of_day
from agents.offline.answers.scope import Scope, any_measure
from agents.offline.nearest import MOST
from agents.offline.questions.subjects import LOGGING
from agents.types import Figure, FigureRequest, Finding
from storage.entities import DateRange, Entry


def nothing(scope: Scope, request: FigureRequest) -> list[Finding]:
    """No measure in the days asked about: "none", with the nearest day there is."""
    if (ahead := to_come(scope, request.date_range)) is not None:
        return [ahead]
    found = scope.narrowed(request, None)
    if request.measure == LOGGING and (unread := _unread(scope, request.date_range)):
        return quotes(scope, "", unread)
    if not found and not (request.words and request.measure in _OF_WORDS):
        found = scope.samples(request.measure)
        if within := _inside(found, request.date_range):
            return [_there_is(scope, request, "never_such", found, within[-1].day)]
    if not found or request.date_range is None:
        return [scope.lacking("never", request)]
    key = "nothing_then_nearest" if request.measure == LOGGING else "not_then"
    asked = asked_days(request.date_range) if request.beside else []
    return [_there_is(scope, request, key, found, _nearest(found, request.date_range), asked)]


_OF_WORDS = ("meal", "pain", *CLIMBS)
"""Of which those with other words tell nothing."""


def _inside(found: list[Sample], span: DateRange | None) -> list[Sample]:
    return [one for one in found if span is None or span.start <= one.day <= span.end]


def _there_is(  # noqa: PLR0917 - all that is told
    scope: Scope,
    request: FigureRequest,
    key: str,
    found: list[Sample],
    day: date,
    asked: Sequence[Figure] = (),
) -> Finding:
    """None as asked about, but one of that day."""
    what, one = scope.described(found, request.measure, day), scope.wording.one(request.measure)
    return scope.lacking(key, request, of_day(found, day), asked, day=day, what=what, one=one)


def to_come(scope: Scope, span: DateRange | None) -> Finding | None:
    """That days lie ahead, of which nothing can be logged yet."""
    if span is None or span.start <= scope.today:
        return None
    return scope.finding(scope.say("to_come", period=span), (), asked_days(span), absent=True)


def _unread(scope: Scope, span: DateRange | None) -> list[Entry]:
    """What was written in these days and never put into figures."""
    return [e for e in scope.entries if span and span.start <= e.day <= span.end and not e.measures][:MOST]


def nothing_at_all(scope: Scope, span: DateRange | None) -> Finding:
    """No entry on the days asked about."""
    if (ahead := to_come(scope, span)) is not None:
        return ahead
    found = samples(scope.entries, any_measure)
    if not found or span is None:
        return scope.finding(scope.say("nothing_then", period=scope.wording.period(span)), absent=True)
    near = _nearest(found, span)
    what = scope.told([s for s in found if s.day == near], scope.units(found), named=True)
    claim = scope.say("nothing_then_nearest", period=span, day=near, what=what)
    return scope.finding(claim, of_day(found, near), absent=True)


def _nearest(found: list[Sample], span: DateRange) -> date:
    """The day nearest to the span; of equals the earlier."""
    return min(
        sorted({sample.day for sample in found}),
        key=lambda day: (span.start - day).days if day < span.start else (day - span.end).days,
    )


def unmeasured(scope: Scope, request: FigureRequest, whole: Series) -> Finding:
    """There is some, but without the quantity asked about."""
    return scope.lacking("no_quantity", request, quantity=scope.wording.words.what[whole.quantity])
