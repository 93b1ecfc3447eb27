"""Strong, Hevy, FitNotes and whatever else has a row a set: columns are known by name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, time, timedelta
from typing import Literal

from storage.entities import DistanceUnit, WeightUnit
from storage.importers.dates import EARLIEST, Dates
from storage.importers.model import Choices, File, Problem, Reading, Row, SetKind, Workout
from storage.importers.numbers import distance_unit, number, seconds, series, weight_unit
from storage.importers.tables import Line, Table

DATE = ("date", "start_time", "start time", "start", "workout date", "day", "날짜")
_TITLE = ("workout name", "title", "workout", "routine", "workout_name")
EXERCISE = ("exercise name", "exercise_title", "exercise title", "exercise", "exercise_name", "운동")
_ORDER = ("set order", "set_order")
_KIND = ("set_type", "set type", "type")
WEIGHT = ("weight", "load", "무게")
_WEIGHT_UNIT = ("weight unit", "weight_unit", "weight units")
_SETS = ("sets", "set count", "세트")
_SERIES = ("sets & reps", "sets x reps", "sets\u00d7reps", "sets/reps", "reps")
"""Columns in which one cell may tell of several sets."""
REPS = ("reps", "repetitions", "rep count", "횟수")
DISTANCE = ("distance",)
_DISTANCE_UNIT = ("distance unit", "distance_unit", "distance units")
SECONDS = ("seconds", "duration_seconds", "time", "set duration")
_RPE = ("rpe",)
_NOTE = ("notes", "note", "comment", "comments", "exercise_notes", "exercise notes")
_WORKOUT_NOTE = ("workout notes", "workout_notes", "description", "workout note")
WANTED = frozenset({*DATE, *EXERCISE, *WEIGHT, *REPS, *_SERIES, *DISTANCE, *SECONDS})

_HEAVIEST = 2000.0
_MOST_REPS = 5000
_MOST_SETS = 100
_LONGEST_SECONDS = 7 * 24 * 3600
_FARTHEST = 5_000_000.0
_KINDS: dict[str, SetKind] = {
    **dict.fromkeys(("w", "warmup", "warm-up", "warm up", "warm_up"), "warmup"),
    **dict.fromkeys(("d", "drop", "dropset", "drop set", "drop-set", "drop_set"), "drop"),
    **dict.fromkeys(("f", "failure", "failed", "to failure"), "failure"),
}


def source_of(table: Table) -> str | None:
    """Which app wrote it; None: no row of it can be a set."""
    names = table.names
    if not names & set(DATE) or not names & set(EXERCISE):
        return None
    if not names & {*WEIGHT, *REPS, *_SERIES, *DISTANCE, *SECONDS}:
        return None
    if names & set(_ORDER):
        return "Strong"
    if "exercise_title" in names:
        return "Hevy"
    return "FitNotes" if "category" in names else "CSV"


@dataclass(frozen=True, slots=True)
class _Group:
    """Which workout a row belongs to."""

    day: date
    at: time | None
    title: str
    number: str


def read_sets(file: File, table: Table, source: str, choices: Choices) -> Reading:
    """The workouts of a table with a row a set, in its own order."""
    reading = Reading(problems=list(table.problems))
    dates = Dates((line.get(*DATE) for line in table.lines), choices)
    if dates.is_open:
        reading.asks.add("date_order")
    groups: dict[_Group, list[Row]] = {}
    notes: dict[_Group, list[str]] = {}
    first: dict[_Group, int] = {}
    rows = _Rows(file.name, reading, choices)
    for line in table.lines:
        found = day_of(line, dates, file.name, reading, choices)
        if found is None:
            continue
        group = _Group(*found, title=line.get(*_TITLE)[:200], number=line.get("workout #"))
        said = notes.setdefault(group, [])
        said += [text for text in (line.get(*_WORKOUT_NOTE),) if text and text not in said]
        first.setdefault(group, line.number)
        row = rows.read(line)
        if isinstance(row, str):
            said += [row] if row not in said else []
        elif row is not None:
            groups.setdefault(group, []).extend(rows.repeated(line, row))
    reading.workouts = [
        Workout(
            source=source,
            file=file.name,
            line=first[group],
            day=group.day,
            at=group.at,
            title=group.title,
            note="\n".join(notes[group]),
            rows=tuple(members),
        )
        for group, members in groups.items()
    ]
    return reading


def day_of(
    line: Line, dates: Dates, file: str, reading: Reading, choices: Choices
) -> tuple[date, time | None] | None:
    """When it was, or a problem."""
    text = line.get(*DATE)
    found = dates.moment(text) if text else None
    if found is None:
        what = f"no date can be read from {text[:40]!r}" if text else "there is no date"
        reading.problems.append(Problem(file, line.number, f"{what}: left out"))
        return None
    day = found[0]
    latest = choices.today + timedelta(days=1) if choices.today < date.max else choices.today
    if not EARLIEST <= day <= latest:
        reading.problems.append(Problem(file, line.number, f"{day.isoformat()} cannot be right: left out"))
        return None
    return found


class _Rows:
    """Reads rows of one file, noting what is wrong with them."""

    def __init__(self, file: str, reading: Reading, choices: Choices) -> None:
        self._file = file
        self._reading = reading
        self._choices = choices

    def read(self, line: Line) -> Row | str | None:
        """A set; the text of a row that only holds a note; None for what is no set."""
        order = line.get(*_ORDER).casefold()
        if order in ("rest timer", "rest_timer"):
            self._reading.timers += 1
            return None
        if order == "note":
            return line.get(*_NOTE)
        exercise = " ".join(line.get(*EXERCISE).split())[:120]
        if not any(sign.isalpha() for sign in exercise):
            return self._problem(line, "there is no exercise: left out")
        weight, unit = self._weight(line)
        far, far_unit = self._distance(line)
        reps = self._reps(line)
        long = self._number(line, SECONDS, "time", _LONGEST_SECONDS, reader="seconds")
        if "bad" in (weight, far, reps, long):
            return None
        if not (reps or far or long):
            return self._problem(line, "no repetitions, distance or time: not done, left out")
        if weight and unit is None and self._choices.weight_unit is None:
            self._reading.asks.add("weight_unit")
        if far and far_unit is None and self._choices.distance_unit is None:
            self._reading.asks.add("distance_unit")
        return Row(
            exercise=exercise,
            line=line.number,
            weight=_real(weight),
            weight_unit=unit if weight else None,
            reps=int(_real(reps) or 0) or None,
            distance=_real(far),
            distance_unit=far_unit if far else None,
            seconds=_real(long),
            rpe=self._rpe(line),
            kind=_KINDS.get(order) or _KINDS.get(line.get(*_KIND).casefold(), "normal"),
            note=line.get(*_NOTE),
        )

    def repeated(self, line: Line, row: Row) -> list[Row]:
        """The row once for each set that its cells tell of."""
        told = series(line.get(*_SERIES))
        if told:
            return [replace(row, reps=reps) for reps in told[:_MOST_SETS] if reps]
        sets = number(line.get(*_SETS))
        times = int(sets) if isinstance(sets, float) and sets.is_integer() else 1
        return [row] * max(1, min(times, _MOST_SETS))

    def _weight(self, line: Line) -> tuple[float | Literal["bad"] | None, WeightUnit | None]:
        """Where there is a column for each unit, the preferred one counts."""
        cells = line.all(*WEIGHT)
        preferred = [cell for cell in cells if weight_unit(cell[1]) == self._choices.weight_unit]
        unit = weight_unit((preferred or cells or [("", "")])[0][1]) or weight_unit(line.get(*_WEIGHT_UNIT))
        value = self._value(line, [c[0] for c in preferred or cells], "weight", _HEAVIEST)
        return value, unit

    def _distance(self, line: Line) -> tuple[float | Literal["bad"] | None, DistanceUnit | None]:
        cells = line.all(*DISTANCE)
        unit = distance_unit(cells[0][1] if cells else "") or distance_unit(line.get(*_DISTANCE_UNIT))
        value = self._value(line, [cell[0] for cell in cells], "distance", _FARTHEST)
        return value, unit

    def _reps(self, line: Line) -> float | Literal["bad"] | None:
        told = series(line.get(*_SERIES))
        if told:
            return float(max(told))
        reps = self._number(line, REPS, "repetitions", _MOST_REPS)
        if isinstance(reps, float) and not reps.is_integer():
            self._problem(line, f"{line.get(*REPS)[:20]!r} repetitions: left out")
            return "bad"
        return reps

    def _rpe(self, line: Line) -> float | None:
        found = number(line.get(*_RPE))
        if found in (None, 0):
            return None
        if found == "bad" or not 1 <= found <= 10:
            self._problem(line, f"RPE {line.get(*_RPE)[:20]!r} is not between 1 and 10: kept without it")
            return None
        return found

    def _number(
        self, line: Line, names: Sequence[str], what: str, most: float, reader: str = "number"
    ) -> float | Literal["bad"] | None:
        return self._value(line, [cell[0] for cell in line.all(*names)], what, most, reader)

    def _value(
        self, line: Line, cells: Sequence[str], what: str, most: float, reader: str = "number"
    ) -> float | Literal["bad"] | None:
        if not cells:
            return None
        found = seconds(cells[0]) if reader == "seconds" else number(cells[0])
        if found == "bad" or (found is not None and not 0 <= found <= most):
            self._problem(line, f"{cells[0][:20]!r} is no {what}: left out")
            return "bad"
        return found

    def _problem(self, line: Line, text: str) -> None:
        self._reading.problems.append(Problem(self._file, line.number, text))


def _real(value: float | Literal["bad"] | None) -> float | None:
    """Apps write 0 where there is nothing."""
    return value if isinstance(value, float) and value else None
