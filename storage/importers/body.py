"""Body weight and body fat: a row a measurement, a column each, or beside the sets of a workout."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date, time

from storage.importers.dates import time_of
from storage.importers.model import Body, Choices, Reading, Weighing
from storage.importers.numbers import amount, weight_unit
from storage.importers.rows import TableRows
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


def read_body(table: Table, source: str, choices: Choices) -> Reading:
    """All measurements. What is measured and not known here is told once."""
    rows = TableRows(table, choices)
    is_narrow = table.has("measurement")
    others = _others(table)
    unknown: set[str] = set()
    found: dict[tuple[date, time | None], Weighing] = {}
    for line, day, moment in rows:
        at = moment or time_of(line.get("clock"))
        for name in _unknown(line, others, unknown, is_narrow=is_narrow):
            unknown.add(name)
            rows.problem("unknown_measurement", name[:40])
        values = _narrow(rows) if is_narrow else _wide(rows)
        blank = Weighing(source, rows.file, line.number, day, at, (), line.get("note"))
        before = found.get((day, at), blank)
        known = {body.name for body in before.values}
        fresh = tuple(body for body in values if body is not None and body.name not in known)
        if fresh:
            found[day, at] = replace(before, values=(*before.values, *fresh))
    return with_weighings(rows, found.values())


def with_weighings(rows: TableRows, found: Iterable[Weighing]) -> Reading:
    """All that was found; a unit of body weights that is written nowhere is asked for."""
    rows.reading.weighings.extend(found)
    values = (body for weighing in rows.reading.weighings for body in weighing.values)
    rows.ask("weight_unit", unknown=any(body.unit is None for body in values))
    return rows.done()


def beside(rows: TableRows) -> Body | None:
    """The body weight in a row of a workout; one that cannot be is a problem of its row."""
    return _body("body weight", *rows.preferred(rows.line.all("body_weight")), rows)


def _narrow(rows: TableRows) -> Sequence[Body | None]:
    name = measurements().get(rows.line.get("measurement").casefold())
    return [_body(name, rows.line.get("value"), rows.line.get("unit"), rows)] if name else []


def _wide(rows: TableRows) -> Sequence[Body | None]:
    line = rows.line
    text, unit = rows.preferred([*line.all("body_weight"), *line.all("weight")])
    unit = unit or line.get("weight_unit") or line.get("unit")
    return _body("body weight", text, unit, rows), _body("body fat", line.get("body_fat"), "%", rows)


def _body(name: Measured, text: str, unit: str, rows: TableRows) -> Body | None:
    """Apps write 0 where there is nothing."""
    value, behind = amount(text.rstrip("% "))
    least, most = _LIMITS[name]
    if value is None or value == 0:
        return None
    if value == "bad" or not least <= value <= most:
        return rows.problem("bad_measurement", text[:20], name)
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
