"""Google Fit's days from Takeout: `Daily activity metrics.csv`. Its activities lie beside it as TCX."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from storage.importers.model import Body, Choices, Reading, Weighing
from storage.importers.numbers import number
from storage.importers.rows import TableRows
from storage.importers.tables import Line, Table

_SOURCE = "Google Fit"
_MOVED, _QUARTER = "move minutes count", "end time"
_STEPS, _WEIGHT = "step count", "average weight"
_KEPT = frozenset({"date", _STEPS, _WEIGHT, "max weight", "min weight"})
_MOST_STEPS = 150_000
_LIGHTEST, _HEAVIEST = 20, 350


def is_google_fit(table: Table) -> bool:
    """Days, or the quarters of an hour of one day."""
    return _MOVED in table.names and table.has("date")


def read_google_fit(table: Table, choices: Choices) -> Reading:
    """Steps and body weight of days; all other columns are told as left out, as are quarters of an hour."""
    if _QUARTER in table.names:
        return Reading(unkept=Counter({f"{_SOURCE}, 15 min": 1}))
    rows = TableRows(table, choices)
    reading = rows.reading
    others = [column.name for column in table.columns if column.name not in _KEPT]
    for line, day, _ in rows:
        reading.unkept.update(name for name in others if line.raw(name))
        if rows.is_over(len(reading.weighings) + 1):
            break
        bodies = tuple(body for body in _bodies(line) if not (body.of_day and day == choices.today))
        if bodies:
            reading.weighings.append(Weighing(_SOURCE, rows.file, line.number, day, None, bodies))
    return rows.done()


def _bodies(line: Line) -> Iterator[Body]:
    steps, weight = (number(line.cell(name)) for name in (_STEPS, _WEIGHT))
    if isinstance(weight, float) and _LIGHTEST <= weight <= _HEAVIEST:
        yield Body("body weight", round(weight, 2), "kg")
    if isinstance(steps, float) and 0 < steps <= _MOST_STEPS:
        yield Body("steps", steps, None, of_day=True)
