"""StrongLifts: a row an exercise, its sets side by side."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from datetime import date
from typing import Literal

from storage.entities import WeightUnit
from storage.importers.apps import MOST_SETS
from storage.importers.body import beside, with_weighings
from storage.importers.dates import time_of
from storage.importers.model import Choices, Reading, Row, Weighing, Workout
from storage.importers.numbers import number, series, weight_unit
from storage.importers.rows import TableRows
from storage.importers.tables import Table

SOURCE = "StrongLifts"
_SET = re.compile(r"set (\d{1,2})")
_MOST_REPS = 500
_HEAVIEST = 2000.0


def is_stronglifts(table: Table) -> bool:
    """Whether there are columns for the first set, the second …"""
    return "set 1" in table.names and table.has("exercise") and table.has("date")


def read_stronglifts(table: Table, choices: Choices) -> Reading:
    """One workout a day and name. A weight may stand once for all sets, or beside each."""
    rows = TableRows(table, choices)
    slots = sorted({int(found[1]) for name in table.names if (found := _SET.fullmatch(name))})
    workouts: dict[tuple[object, ...], Workout] = {}
    weighed: dict[date, Weighing] = {}
    count = 0
    for line, day, moment in rows:
        at = moment or time_of(line.get("clock"))
        exercise = sys.intern(" ".join(line.get("exercise").split())[:120])
        if not exercise:
            rows.problem("no_exercise")
            continue
        if day not in weighed and (body := beside(rows)) is not None:
            weighed[day] = Weighing(SOURCE, rows.file, line.number, day, None, (body,))
        sets = _sets(rows, exercise, slots)
        count += len(sets)
        if rows.is_over(count, table.most_rows):
            break
        title, note = line.get("title")[:200], line.get("note")
        blank = Workout(SOURCE, rows.file, line.number, day, at, title, note, ())
        known = workouts.get((day, at, title), blank)
        if note and note not in known.note.splitlines():
            known = replace(known, note="\n".join(filter(None, (known.note, note))))
        if len(known.rows) + len(sets) > MOST_SETS:
            rows.problem("too_many_sets", f"{MOST_SETS:,}")
            sets = []
        workouts[day, at, title] = replace(known, rows=(*known.rows, *sets))
    rows.reading.workouts.extend(workout for workout in workouts.values() if workout.rows)
    return with_weighings(rows, weighed.values())


def _sets(rows: TableRows, exercise: str, slots: list[int]) -> list[Row]:
    line, found = rows.line, list[Row]()
    shared, shared_unit = _weight(rows, line.all("weight"))
    for slot in slots:
        cells = line.raw(f"set {slot}")
        reps = _value(next((text for text, unit in cells if weight_unit(unit) is None), ""), _MOST_REPS)
        weight, unit = _weight(rows, [cell for cell in cells if weight_unit(cell[1])])
        if weight is None:
            weight, unit = shared, shared_unit
        if "bad" in (reps, weight) or (isinstance(reps, float) and not reps.is_integer()):
            rows.problem("bad_set", str(slot))
            continue
        if not isinstance(reps, float) or not reps:
            continue  # not done
        load = weight if isinstance(weight, float) and weight else None
        rows.ask("weight_unit", unknown=load is not None and unit is None)
        found.append(
            Row(
                exercise=exercise,
                line=line.number,
                weight=load,
                weight_unit=unit if load else None,
                reps=int(reps),
            )
        )
    timed = (float(long) for long in series(line.get("timed_series")) if long)
    return found or [Row(exercise=exercise, line=line.number, seconds=long) for long in timed]


def _weight(
    rows: TableRows, cells: list[tuple[str, str]]
) -> tuple[float | Literal["bad"] | None, WeightUnit | None]:
    text, header = rows.preferred(cells)
    return _value(text, _HEAVIEST), weight_unit(header)


def _value(cell: str, most: float) -> float | Literal["bad"] | None:
    found = number(cell) if cell else None
    return "bad" if isinstance(found, float) and not 0 <= found <= most else found
