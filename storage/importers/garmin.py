"""Garmin Connect's list of activities: `Activities.csv`, a row an activity."""

from __future__ import annotations

import re
from datetime import datetime, time

from storage.importers.activities import Activity
from storage.importers.model import Choices, Reading
from storage.importers.numbers import number, seconds
from storage.importers.rows import TableRows
from storage.importers.tables import Line, Table
from units import METRES

_SOURCE = "Garmin"
_SPORT, _PULSE = "activity type", "avg hr"
_WHOLE = re.compile(r"\d{1,3}(?:[.,]\d{3})+|\d+")
"""Metres or yards, as swims have them; kilometres and miles have two decimals."""


def is_garmin(table: Table) -> bool:
    """Its other lists have no sport; Strava's has no time of ours."""
    return {_SPORT, _PULSE} <= table.names and table.has("date") and table.has("distance", "seconds")


def read_garmin(table: Table, choices: Choices) -> Reading:
    """All activities. Distances are in the account's unit, which the file does not name."""
    rows = TableRows(table, choices)
    for line, day, at in rows:
        if rows.is_over(len(rows.reading.workouts) + 1):
            break
        metres, is_open = _metres(line, choices)
        rows.ask("distance_unit", unknown=is_open)
        activity = Activity(
            source=_SOURCE,
            file=rows.file,
            line=line.number,
            sport=line.cell(_SPORT),
            started=datetime.combine(day, at or time(12), choices.zone),
            seconds=_sound(seconds(line.get("seconds"))),
            metres=metres,
            pulse=_sound(number(line.cell(_PULSE))),
            title=line.get("title"),
        )
        rows.add(activity)
    return rows.done()


def _metres(line: Line, choices: Choices) -> tuple[float | None, bool]:
    """And whether somebody must say in which unit it is."""
    text = line.get("distance")
    in_miles = (choices.distance_unit or {"lb": "mi"}.get(choices.weight_unit or "")) == "mi"
    if _WHOLE.fullmatch(text):
        whole = float(re.sub("[.,]", "", text))
        return (whole * METRES["yd" if in_miles else "m"] or None), False
    far = _sound(number(text))
    return (None, False) if far is None else (far * METRES["mi" if in_miles else "km"], True)


def _sound(value: float | str | None) -> float | None:
    """It writes -- where there is nothing."""
    return value if isinstance(value, float) and value > 0 else None
