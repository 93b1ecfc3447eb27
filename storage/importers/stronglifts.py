"""StrongLifts: a row an exercise, its sets side by side."""

from __future__ import annotations

import re
from typing import Literal

from storage.entities import WeightUnit
from storage.importers.apps import DATE, EXERCISE, WEIGHT, day_of
from storage.importers.dates import Dates
from storage.importers.model import Choices, File, Problem, Reading, Row, Workout
from storage.importers.numbers import number, weight_unit
from storage.importers.tables import Line, Table

SOURCE = "StrongLifts"
_SET = re.compile(r"set (\d{1,2})")
_TITLE = ("workout name", "workout")
_NAMES = ("exercise name", *EXERCISE)
_MOST_REPS = 500
_HEAVIEST = 2000.0


def is_stronglifts(table: Table) -> bool:
    """Whether there are columns for the first set, the second …"""
    names = table.names
    return "set 1" in names and bool(names & set(EXERCISE)) and bool(names & set(DATE))


def read_stronglifts(file: File, table: Table, choices: Choices) -> Reading:
    """One workout a day and name. A weight may stand once for all sets, or beside each."""
    reading = Reading(problems=list(table.problems))
    dates = Dates((line.get(*DATE) for line in table.lines), choices)
    if dates.is_open:
        reading.asks.add("date_order")
    slots = sorted({int(found[1]) for name in table.names if (found := _SET.fullmatch(name))})
    workouts: dict[tuple[object, ...], Workout] = {}
    for line in table.lines:
        when = day_of(line, dates, file.name, reading, choices)
        exercise = " ".join(line.get(*_NAMES).split())[:120]
        if when is None:
            continue
        if not exercise:
            reading.problems.append(Problem(file.name, line.number, "there is no exercise: left out"))
            continue
        rows = _sets(file, line, exercise, slots, reading, choices)
        title = line.get(*_TITLE)[:200]
        known = workouts.get((*when, title))
        note = line.get("note", "notes")
        if known is None:
            known = Workout(SOURCE, file.name, line.number, *when, title, note, ())
        elif note and note not in known.note.splitlines():
            known = _with(known, note="\n".join(filter(None, (known.note, note))))
        workouts[*when, title] = _with(known, rows=(*known.rows, *rows))
    reading.workouts = [workout for workout in workouts.values() if workout.rows]
    return reading


def _with(workout: Workout, note: str | None = None, rows: tuple[Row, ...] | None = None) -> Workout:
    return Workout(
        workout.source, workout.file, workout.line, workout.day, workout.at, workout.title,
        workout.note if note is None else note, workout.rows if rows is None else rows,
    )  # fmt: skip


def _sets(  # noqa: PLR0917 - a row and all it is read with
    file: File, line: Line, exercise: str, slots: list[int], reading: Reading, choices: Choices
) -> list[Row]:
    rows: list[Row] = []
    shared, shared_unit = _weight(line.all(*WEIGHT), choices)
    for slot in slots:
        cells = line.all(f"set {slot}")
        reps = _value([text for text, unit in cells if weight_unit(unit) is None], _MOST_REPS)
        weight, unit = _weight([cell for cell in cells if weight_unit(cell[1])], choices)
        if weight is None:
            weight, unit = shared, shared_unit
        if "bad" in (reps, weight) or (isinstance(reps, float) and not reps.is_integer()):
            reading.problems.append(Problem(file.name, line.number, f"set {slot} cannot be read: left out"))
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
    return rows


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
