"""Figures that a model asks for: of measures that exist, over days that can be, with sane marks."""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import date, timedelta

from agents.model.checks.cleaned import line
from agents.model.planner_wire import DaysWire, FigureWire
from agents.types import FigureRequest
from storage.entities import DateRange

_OLDEST = date(1980, 1, 1)
_AHEAD = timedelta(days=31)
_MOST_REPS = 1000


def requested(
    told: FigureWire,
    measure_of: Callable[[str], str | None],
    days_of: Callable[[DaysWire | None], DateRange | None],
) -> FigureRequest | None:
    """The request; None where its measure, or that to split by, does not exist."""
    measure = measure_of(told.measure)
    split = measure_of(told.split_by) if told.split_by else None
    if measure is None or (told.statistic == "split" and split is None):
        return None
    return FigureRequest(
        statistic=told.statistic,
        measure=measure,
        quantity=told.quantity,
        date_range=days_of(told.days),
        versus=days_of(told.versus),
        per=told.per,
        reps=told.reps if told.reps is not None and 0 < told.reps < _MOST_REPS else None,
        distance_m=_mark(told.distance_m),
        at_least=_mark(told.at_least),
        below=_mark(told.below),
        unit=line(told.unit or "", 12) or None,
        split_by=split,
    )


def days_of_life(told: DaysWire | None, today: date) -> DateRange | None:
    """Days in order, within what can be about a person's life."""
    if told is None:
        return None
    try:
        one, other = (date.fromisoformat(day.strip()[:10]) for day in (told.start, told.end))
    except ValueError:
        return None
    start, end = max(min(one, other), _OLDEST), min(max(one, other), today + _AHEAD)
    return None if start > end else DateRange(start=start, end=end)


def _mark(value: float | None) -> float | None:
    return value if value is not None and math.isfinite(value) and 0 < value < 1e7 else None
