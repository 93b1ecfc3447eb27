"""Which days a figure is of: those that are named, lately, and those to compare with."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

from agents.language.days.dateforms import weekdays_in
from agents.offline.questions.frames import Part
from agents.offline.questions.mentions import GOES_FAR
from storage.entities import DateRange

_FELT = frozenset({"sleep", "sleep quality", "mood", "energy", "stress", "kcal", "protein", "steps"})
_MEALS_SHOWN = 5


def recently(part: Part, today: date) -> Part:
    """How something has been lately is its average over the last two weeks."""
    if (
        not part.has("RECENTLY")
        or not part.subjects
        or not set(part.subjects) <= _FELT
        or part.periods
        or part.aim != "figure"
    ):
        return part
    if part.statistic not in (None, "list", "last", "trend", "sum", "average"):
        return part
    return replace(
        part, periods=(DateRange(start=today - timedelta(days=13), end=today),), statistic="average"
    )


def eaten(part: Part, logged: set[str]) -> Part:
    """What somebody has been eating is what was eaten on the last days."""
    if part.statistic != "list" or part.periods or part.where.words or part.where.newest is not None:
        return part
    if not part.is_food:
        return part
    subjects = ("meal",) if "meal" in logged else part.subjects
    return replace(
        part, subjects=subjects, where=replace(part.where, newest=_MEALS_SHOWN), signs=part.signs | {"LISTED"}
    )


def compared_days(part: Part, today: date) -> tuple[DateRange | None, DateRange | None]:
    """The days that are meant, and those that they are compared with."""
    spans, many = part.periods, len(part.subjects) > 1
    if part.aim != "compare" or not spans:
        if part.aim == "compare" and part.has("MORE") and not many and part.where.newest is None:
            month = DateRange(start=today - timedelta(days=27), end=today)
            return month, _before(month)
        return (spans[0] if spans else None), None
    first = spans[0]
    if len(spans) > 1:
        early, late = sorted(spans[:2], key=lambda span: (span.start, span.end))
        return late, _week_before(early) if (early.start, early.end) == (late.start, late.end) else early
    if many and (part.has("OR") or not part.has("MORE")):
        return first, None
    if part.has("CURRENT", "NOW_BESIDE") and first.end < today:
        length = max(first.end - first.start, timedelta(days=13))
        days = part.has("beside") and first.start == first.end and set(part.subjects) <= GOES_FAR
        since = today if days else max(today - length, first.end + timedelta(days=1))
        return DateRange(start=since, end=today), first
    of_a_week = part.has("PRIOR_ONE", "LAST_TIME") and weekdays_in(first.description)
    return first, _week_before(first) if of_a_week else _before(first)


def _week_before(span: DateRange) -> DateRange:
    """The day of the same name: "Thursday against last Thursday" are no two names of one."""
    week = timedelta(days=7)
    return DateRange(start=span.start - week, end=span.end - week)


def _before(span: DateRange) -> DateRange:
    """The stretch of the same length just before; the month before a calendar month."""
    end = span.start - timedelta(days=1)
    if span.start.day == 1 and 28 <= (span.end - span.start).days + 1 <= 31:
        return DateRange(start=end.replace(day=1), end=end)
    return DateRange(start=end - (span.end - span.start), end=end)
