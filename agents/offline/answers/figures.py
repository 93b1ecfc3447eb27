"""Figures that answers count, and the entries that they cite."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from agents.facts import Sample
from agents.types import Figure, FigureRequest, Role
from storage.entities import DateRange


def ids(found: Sequence[Sample]) -> tuple[str, ...]:
    """Entries of samples, newest first, each once."""
    return tuple(dict.fromkeys(sample.entry for sample in reversed(found)))


def of_day(found: Sequence[Sample], *days: date) -> list[str]:
    """Entries of the samples of these days."""
    return [sample.entry for sample in found if sample.day in days]


def days_figure(n: int, name: str, entries: Sequence[str]) -> Figure:
    """On how many days something was."""
    return count_figure(n, "days", f"days with {name}", entries, role="count")


def asked_days(span: DateRange | None) -> list[Figure]:
    """The first and the last day asked about, so that an answer may name them."""
    return (
        [count_figure(1, "", "a day asked about", (), day) for day in (span.start, span.end)] if span else []
    )


def count_figure(  # noqa: PLR0917 - what a figure has
    value: float,
    unit: str,
    what: str,
    entries: Sequence[str],
    day: date | None = None,
    role: Role = "",
    measure: str = "",
    span: DateRange | None = None,
) -> Figure:
    """A counted number."""
    cited = tuple(dict.fromkeys(entries))
    return Figure(
        value=value, unit=unit, what=what, entries=cited, day=day, role=role, measure=measure, span=span
    )


def oldest_word(request: FigureRequest) -> str:
    """What the oldest of some days is called: the first only over all time."""
    return "first" if request.date_range is None else "oldest of these days:"


INTERVAL = count_figure(95, "%", "interval", ())
"""What the ends of a trend or a difference are the ends of."""


def mark_figure(mark: float, unit: str) -> Figure:
    """What a question sets as the mark."""
    return count_figure(mark, unit, "the mark asked about", (), role="mark")
