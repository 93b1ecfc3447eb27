"""Garmin Connect's list of activities: `Activities.csv`, a row an activity."""

from __future__ import annotations

import re
from datetime import datetime, time

from storage.importers.activities import Activity, workout_of
from storage.importers.apps import day_of
from storage.importers.dates import Dates
from storage.importers.model import Choices, File, Problem, Reading
from storage.importers.numbers import number, seconds
from storage.importers.tables import MOST_ROWS, Line, Table
from units import METRES

_SOURCE = "Garmin"
_SPORT, _PULSE = "activity type", "avg hr"
_WHOLE = re.compile(r"\d{1,3}(?:[.,]\d{3})+|\d+")
"""Metres or yards, as swims have them; kilometres and miles have two decimals."""


def is_garmin(table: Table) -> bool:
    """Its other lists have no sport; Strava's has no time of ours."""
    return {_SPORT, _PULSE} <= table.names and table.has("date") and table.has("distance", "seconds")


def read_garmin(file: File, table: Table, choices: Choices) -> Reading:
    """All activities. Distances are in the account's unit, which the file does not name."""
    reading = Reading()
    dates = Dates((line.get("date") for line in table.lines), choices)
    if dates.is_open:
        reading.asks.add("date_order")
    for line in table.lines:
        when = day_of(line, dates, file.name, reading, choices)
        if when is None:
            continue
        if len(reading.workouts) >= MOST_ROWS:
            reading.problems.append(Problem(file.name, line.number, "too_many_rows", f"{MOST_ROWS:,}"))
            break
        metres, is_open = _metres(line, choices)
        if is_open:
            reading.asks.add("distance_unit")
        pulse = number(_cell(line, _PULSE))
        activity = Activity(
            source=_SOURCE,
            file=file.name,
            line=line.number,
            sport=_cell(line, _SPORT),
            started=datetime.combine(when[0], when[1] or time(12), choices.zone),
            seconds=_sound(seconds(line.get("seconds"))),
            metres=metres,
            pulse=_sound(pulse),
            title=line.get("title"),
        )
        found = workout_of(activity, choices)
        if isinstance(found, Problem):
            reading.problems.append(found)
        else:
            reading.workouts.append(found)
    reading.problems += table.problems
    return reading


def _metres(line: Line, choices: Choices) -> tuple[float | None, bool]:
    """And whether somebody must say in which unit it is."""
    text = line.get("distance")
    in_miles = (choices.distance_unit or {"lb": "mi"}.get(choices.weight_unit or "")) == "mi"
    if _WHOLE.fullmatch(text):
        whole = float(re.sub("[.,]", "", text))
        return (whole * METRES["yd" if in_miles else "m"] or None), False
    far = _sound(number(text))
    if far is None:
        return None, False
    return far * METRES["mi" if in_miles else "km"], choices.distance_unit is None


def _cell(line: Line, name: str) -> str:
    return next((text for text, _ in line.raw(name)), "")


def _sound(value: float | str | None) -> float | None:
    """It writes -- where there is nothing."""
    return value if isinstance(value, float) and value > 0 else None
