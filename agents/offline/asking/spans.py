"""Over which days a figure is wanted, and against which."""

from __future__ import annotations

from datetime import date, timedelta

from agents.offline.asking.readings import Reading
from agents.types import QueryType
from storage.entities import DateRange

_SEVERAL = 2
"""Subjects from which a comparison is one between them."""


def asked_periods(reading: Reading, today: date) -> tuple[DateRange | None, DateRange | None]:  # noqa: PLR0911 - one return a kind of question
    """The days that are meant, and those that they are compared with."""
    spans = list(reading.periods)
    against_before = reading.more_or_less and len(reading.subjects) < _SEVERAL
    if not spans and reading.query_type is QueryType.COMPARISON and against_before:
        month = DateRange(start=today - timedelta(days=27), end=today)
        return month, before(month)
    if not spans:
        return None, None
    if reading.query_type is not QueryType.COMPARISON:
        return spans[0], None
    if len(spans) == 1 and len(reading.subjects) >= _SEVERAL and not reading.more_or_less:
        return spans[0], None
    if len(spans) == 1 and reading.currently and spans[0].end < today:
        length = max(spans[0].end - spans[0].start, timedelta(days=13))
        start = max(today - length, spans[0].end + timedelta(days=1))
        return DateRange(start=start, end=today), spans[0]
    if len(spans) == 1:
        return spans[0], before(spans[0])
    early, late = sorted(spans[:2], key=lambda span: (span.start, span.end))
    return late, early


def before(span: DateRange) -> DateRange:
    """The stretch of the same length just before; the month before a calendar month."""
    if span.start.day == 1 and 28 <= (span.end - span.start).days + 1 <= 31:
        end = span.start - timedelta(days=1)
        return DateRange(start=end.replace(day=1), end=end)
    length = span.end - span.start
    end = span.start - timedelta(days=1)
    return DateRange(start=end - length, end=end)
