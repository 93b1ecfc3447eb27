"""Google Fit's days from Takeout: `Daily activity metrics.csv`. Its activities lie beside it as TCX."""

from __future__ import annotations

from collections.abc import Iterator

from storage.importers.apps import day_of
from storage.importers.dates import Dates
from storage.importers.model import Body, Choices, File, Problem, Reading, Weighing
from storage.importers.numbers import number
from storage.importers.tables import MOST_ROWS, Line, Table

_SOURCE = "Google Fit"
_MOVED, _QUARTER = "move minutes count", "end time"
_STEPS, _WEIGHT = "step count", "average weight"
_KEPT = frozenset({"date", _STEPS, _WEIGHT, "max weight", "min weight"})
_MOST_STEPS = 150_000
_LIGHTEST, _HEAVIEST = 20, 350


def is_google_fit(table: Table) -> bool:
    """Days, or the quarters of an hour of one day."""
    return _MOVED in table.names and table.has("date")


def read_google_fit(file: File, table: Table, choices: Choices) -> Reading:
    """Steps and body weight of days; all other columns are told as left out, as are quarters of an hour."""
    reading = Reading()
    if _QUARTER in table.names:
        reading.unkept[f"{_SOURCE}, 15 min"] += 1
        return reading
    dates = Dates((line.get("date") for line in table.lines), choices)
    others = [column.name for column in table.columns if column.name not in _KEPT]
    for line in table.lines:
        for name in others:
            reading.unkept[name] += bool(line.raw(name))
        when = day_of(line, dates, file.name, reading, choices)
        if when is None:
            continue
        if len(reading.weighings) >= MOST_ROWS:
            reading.problems.append(Problem(file.name, line.number, "too_many_rows", f"{MOST_ROWS:,}"))
            break
        bodies = tuple(body for body in _bodies(line) if not (body.of_day and when[0] == choices.today))
        if bodies:
            reading.weighings.append(Weighing(_SOURCE, file.name, line.number, when[0], None, bodies))
    reading.problems += table.problems
    reading.unkept = +reading.unkept
    return reading


def _bodies(line: Line) -> Iterator[Body]:
    steps, weight = (number(next((text for text, _ in line.raw(name)), "")) for name in (_STEPS, _WEIGHT))
    if isinstance(weight, float) and _LIGHTEST <= weight <= _HEAVIEST:
        yield Body("body weight", round(weight, 2), "kg")
    if isinstance(steps, float) and 0 < steps <= _MOST_STEPS:
        yield Body("steps", steps, None, of_day=True)
