"""Body weight and body fat: a row a measurement, a column each, or beside the sets of a workout."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, time

from storage.importers.apps import day_of
from storage.importers.dates import Dates, time_of
from storage.importers.model import Body, Choices, File, Problem, Reading, Weighing
from storage.importers.numbers import amount, weight_unit
from storage.importers.tables import Line, Table
from storage.importers.words import ColumnName, Measured, columns, measurements

WANTED: tuple[ColumnName, ...] = ("date", "measurement", "value", "weight", "body_weight", "body_fat")
_LIMITS: dict[Measured, tuple[float, float]] = {"body weight": (20, 800), "body fat": (1, 80)}
"""In any unit that may be written."""
_UNDERSTOOD: tuple[ColumnName, ...] = (
    "date", "clock", "note", "unit", "weight_unit", "weight", "body_weight", "body_fat",
)  # fmt: skip


def source_of(table: Table) -> str | None:
    """Which app measured; None: the table is about something else."""
    if not table.has("date") or table.has("exercise", "reps", "distance"):
        return None
    if table.has("measurement") and table.has("value"):
        return "FitNotes"
    if not table.has("weight", "body_weight"):
        return None
    return "Hevy" if "fat_percent" in table.names else "CSV"


def read_body(file: File, table: Table, source: str, choices: Choices) -> Reading:
    """All measurements. What is measured and not known here is told once."""
    reading = Reading()
    dates = Dates((line.get("date") for line in table.lines), choices)
    if dates.is_open:
        reading.asks.add("date_order")
    is_narrow = table.has("measurement")
    others = _others(table)
    unknown: set[str] = set()
    found: dict[tuple[date, time | None], Weighing] = {}
    for line in table.lines:
        when = day_of(line, dates, file.name, reading, choices)
        if when is None:
            continue
        day, at = when[0], when[1] or time_of(line.get("clock"))
        for name in _unknown(line, others, unknown, is_narrow=is_narrow):
            unknown.add(name)
            reading.problems.append(Problem(file.name, line.number, "unknown_measurement", name[:40]))
        values = _narrow(file, line, reading) if is_narrow else _wide(file, line, reading, choices)
        blank = Weighing(source, file.name, line.number, day, at, (), line.get("note"))
        before = found.get((day, at), blank)
        known = {body.name for body in before.values}
        fresh = tuple(body for body in values if body.name not in known)
        if fresh:
            found[day, at] = replace(before, values=(*before.values, *fresh))
    reading.problems += table.problems
    reading.weighings.extend(found.values())
    ask_unit(reading, choices)
    return reading


def beside(file: File, line: Line, reading: Reading, choices: Choices) -> Body | None:
    """The body weight in a row of a workout; one that cannot be is a problem of its row."""
    text, unit = _preferred(line.all("body_weight"), choices)
    return _body("body weight", text, unit, file, line, reading)


def _narrow(file: File, line: Line, reading: Reading) -> list[Body]:
    name = measurements().get(line.get("measurement").casefold())
    if name is None:
        return []
    body = _body(name, line.get("value"), line.get("unit"), file, line, reading)
    return [body] if body else []


def _wide(file: File, line: Line, reading: Reading, choices: Choices) -> list[Body]:
    text, unit = _preferred([*line.all("body_weight"), *line.all("weight")], choices)
    unit = unit or line.get("weight_unit") or line.get("unit")
    fat = (line.all("body_fat") or [("", "")])[0][0]
    told = (
        _body("body weight", text, unit, file, line, reading),
        _body("body fat", fat, "%", file, line, reading),
    )
    return [body for body in told if body is not None]


def _preferred(cells: list[tuple[str, str]], choices: Choices) -> tuple[str, str]:
    """Where there is a column for each unit, the preferred one counts."""
    preferred = [cell for cell in cells if weight_unit(cell[1]) == choices.weight_unit]
    return (preferred or cells or [("", "")])[0]


def _body(  # noqa: PLR0917 - a cell, what it is about and where it stands
    name: Measured, text: str, unit: str, file: File, line: Line, reading: Reading
) -> Body | None:
    """Apps write 0 where there is nothing."""
    value, behind = amount(text.rstrip("% "))
    least, most = _LIMITS[name]
    if value is None or value == 0:
        return None
    if value == "bad" or not least <= value <= most:
        reading.problems.append(Problem(file.name, line.number, "bad_measurement", text[:20], name))
        return None
    return Body(name, value, "%" if name == "body fat" else weight_unit(behind) or weight_unit(unit))


def _others(table: Table) -> list[str]:
    """Columns that nobody here reads."""
    known = {name for column in _UNDERSTOOD for name in columns(column)}
    return [column.name for column in table.columns if column.name not in known]


def _unknown(line: Line, others: list[str], told: set[str], *, is_narrow: bool) -> list[str]:
    """Kinds of measurements or columns of a row that hold something nobody here reads or has told yet."""
    if is_narrow:
        kind = line.get("measurement")
        return [kind] if kind and kind not in told and kind.casefold() not in measurements() else []
    return [name for name in others if name not in told and line.raw(name)]


def ask_unit(reading: Reading, choices: Choices) -> None:
    """Ask for the unit of body weights where none is written and none was chosen."""
    values = (body for weighing in reading.weighings for body in weighing.values)
    if choices.weight_unit is None and any(body.unit is None for body in values):
        reading.asks.add("weight_unit")
