"""StrongLifts: a row an exercise, its sets side by side."""

from __future__ import annotations

import re
import sys
from datetime import date, time
from typing import Literal

from storage.entities import WeightUnit
from storage.importers.apps import MOST_SETS, day_of
from storage.importers.body import ask_unit, beside
from storage.importers.dates import Dates, time_of
from storage.importers.model import Choices, File, Problem, Reading, Row, Weighing, Workout
from storage.importers.numbers import number, series, weight_unit
from storage.importers.tables import MOST_ROWS, Line, Table

SOURCE = "StrongLifts"
_SET = re.compile(r"set (\d{1,2})")
_MOST_REPS = 500
_HEAVIEST = 2000.0


def is_stronglifts(table: Table) -> bool:
    """Whether there are columns for the first set, the second …"""
    return "set 1" in table.names and table.has("exercise") and table.has("date")


def read_stronglifts(file: File, table: Table, choices: Choices) -> Reading:
    """One workout a day and name. A weight may stand once for all sets, or beside each."""
    reading = Reading()
    dates = Dates((line.get("date") for line in table.lines), choices)
    if dates.is_open:
        reading.asks.add("date_order")
    slots = sorted({int(found[1]) for name in table.names if (found := _SET.fullmatch(name))})
    workouts: dict[tuple[object, ...], Workout] = {}
    weighed: dict[date, Weighing] = {}
    count = 0
    for line in table.lines:
        when = _moment(line, dates, file.name, reading, choices)
        if when is None:
            continue
        exercise = sys.intern(" ".join(line.get("exercise").split())[:120])
        if not exercise:
            reading.problems.append(Problem(file.name, line.number, "no_exercise"))
            continue
        body = beside(file, line, reading, choices) if when[0] not in weighed else None
        if body is not None:
            weighed[when[0]] = Weighing(SOURCE, file.name, line.number, when[0], None, (body,))
        rows = _sets(file, line, exercise, slots, reading, choices)
        count += len(rows)
        if count > table.most_rows:
            reading.problems.append(Problem(file.name, line.number, "too_many_rows", f"{MOST_ROWS:,}"))
            break
        title = line.get("title")[:200]
        known = workouts.get((*when, title))
        note = line.get("note")
        if known is None:
            known = Workout(SOURCE, file.name, line.number, *when, title, note, ())
        elif note and note not in known.note.splitlines():
            known = _with(known, note="\n".join(filter(None, (known.note, note))))
        if len(known.rows) + len(rows) > MOST_SETS:
            reading.problems.append(Problem(file.name, line.number, "too_many_sets", f"{MOST_SETS:,}"))
            rows = []
        workouts[*when, title] = _with(known, rows=(*known.rows, *rows))
    reading.problems += table.problems
    reading.workouts.extend(workout for workout in workouts.values() if workout.rows)
    reading.weighings.extend(weighed.values())
    ask_unit(reading, choices)
    return reading


def _moment(
    line: Line, dates: Dates, file: str, reading: Reading, choices: Choices
) -> tuple[date, time | None] | None:
    """The day, with the time that stands in a column of its own."""
    when = day_of(line, dates, file, reading, choices)
    return when if when is None or when[1] is not None else (when[0], time_of(line.get("clock")))


def _with(workout: Workout, note: str | None = None, rows: tuple[Row, ...] | None = None) -> Workout:
    return Workout(
        workout.source, workout.file, workout.line, workout.day, workout.at, workout.title,
        workout.note if note is None else note, workout.rows if rows is None else rows,
    )  # fmt: skip


def _sets(  # noqa: PLR0917 - a row and all it is read with
    file: File, line: Line, exercise: str, slots: list[int], reading: Reading, choices: Choices
) -> list[Row]:
    rows: list[Row] = []
    shared, shared_unit = _weight(line.all("weight"), choices)
    for slot in slots:
        cells = line.raw(f"set {slot}")
        reps = _value([text for text, unit in cells if weight_unit(unit) is None], _MOST_REPS)
        weight, unit = _weight([cell for cell in cells if weight_unit(cell[1])], choices)
        if weight is None:
            weight, unit = shared, shared_unit
        if "bad" in (reps, weight) or (isinstance(reps, float) and not reps.is_integer()):
            reading.problems.append(Problem(file.name, line.number, "bad_set", str(slot)))
            continue
        if not isinstance(reps, float) or not reps:
            continue  # not done
        if weight and unit is None and choices.weight_unit is None:
            reading.asks.add("weight_unit")
        load = weight if isinstance(weight, float) and weight else None
        rows.append(
            Row(
                exercise=exercise,
                line=line.number,
                weight=load,
                weight_unit=unit if load else None,
                reps=int(reps),
            )
        )
    return rows or [
        Row(exercise=exercise, line=line.number, seconds=float(long))
        for long in series(line.get("timed_series"))
        if long
    ]


def _weight(
    cells: list[tuple[str, str]], choices: Choices
) -> tuple[float | Literal["bad"] | None, WeightUnit | None]:
    preferred = [cell for cell in cells if weight_unit(cell[1]) == choices.weight_unit] or cells
    if not preferred:
        return None, None
    return _value([preferred[0][0]], _HEAVIEST), weight_unit(preferred[0][1])


def _value(cells: list[str], most: float) -> float | Literal["bad"] | None:
    found = number(cells[0]) if cells else None
    return "bad" if isinstance(found, float) and not 0 <= found <= most else found
