"""What is looked at when somebody asks how the days went."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from agents.offline.asking.readings import Reading
from agents.offline.asking.subjects import TRAINING
from agents.planner import LoggedMeasure
from agents.types import FigureRequest
from storage.entities import DateRange


def overview(reading: Reading, logged: Sequence[LoggedMeasure], today: date) -> tuple[FigureRequest, ...]:
    """How the days went: what was trained, how the nights were, what the scale says."""
    week = DateRange(start=today - timedelta(days=6), end=today)
    span = reading.periods[0] if reading.periods else week
    names = {measure.name for measure in logged}
    wanted: list[FigureRequest] = [
        FigureRequest(statistic="list", measure=TRAINING, quantity="weight", date_range=span)
    ]
    if "sleep" in names:
        wanted.append(FigureRequest(statistic="average", measure="sleep", quantity="value", date_range=span))
    if "kcal" in names:
        wanted.append(FigureRequest(statistic="average", measure="kcal", quantity="value", date_range=span))
    return tuple(wanted)
