"""Strong, Hevy, FitNotes and whatever else has a row a set: columns are known by name."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from datetime import date, time, timedelta
from typing import Literal

from storage.entities import DistanceUnit, WeightUnit
from storage.importers.dates import EARLIEST, Dates
from storage.importers.model import Choices, File, Problem, ProblemKind, Reading, Row, SetKind, Workout
from storage.importers.numbers import amount, distance_unit, number, seconds, series, weight_unit
from storage.importers.tables import MOST_ROWS, Line, Table
from storage.importers.words import ColumnName, helped
from units import DAY_S

MEASURED: tuple[ColumnName, ...] = ("weight", "reps", "series", "distance", "seconds")
"""What a set or a bout is told by."""
WANTED: tuple[ColumnName, ...] = ("date", "exercise", *MEASURED)

_HEAVIEST = 2000.0
_MOST_REPS = 5000
_MOST_SETS = 100
"""That one row may tell of."""
MOST_SETS = 1_000
"""Of one workout."""
_LONGEST_SECONDS = 7 * DAY_S
_FARTHEST = 5_000_000.0
_KINDS: dict[str, SetKind] = {
    **dict.fromkeys(("w", "warmup", "warm-up", "warm up", "warm_up"), "warmup"),
    **dict.fromkeys(("d", "drop", "dropset", "drop set", "drop-set", "drop_set"), "drop"),
    **dict.fromkeys(("f", "failure", "failed", "to failure"), "failure"),
}


def source_of(table: Table) -> str | None:
    """Which app wrote it; None: no row of it can be a set."""
    if not (table.has("date") and table.has("exercise") and table.has(*MEASURED)):
        return None
    if table.has("order"):
        return "Strong"
    if "exercise_title" in table.names:
        return "Hevy"
    return "FitNotes" if "category" in table.names else "CSV"


@dataclass(frozen=True, slots=True)
class _Group:
    """Which workout a row belongs to."""

    day: date
    at: time | None
    title: str
    number: str


def read_sets(file: File, table: Table, source: str, choices: Choices) -> Reading:
    """The workouts of a table with a row a set, in its own order."""
    reading = Reading()
    dates = Dates((line.get("date") for line in table.lines), choices)
    if dates.is_open:
        reading.asks.add("date_order")
    groups: dict[_Group, list[Row]] = {}
    notes: dict[_Group, list[str]] = {}
    first: dict[_Group, int] = {}
    rows = _Rows(file.name, reading, choices)
    sets = 0
    for line in table.lines:
        found = day_of(line, dates, file.name, reading, choices)
        if found is None:
            continue
        group = _Group(*found, title=line.get("title")[:200], number=line.get("number"))
        said = notes.setdefault(group, [])
        said += [text for text in (line.get("workout_note"),) if text and text not in said]
        first.setdefault(group, line.number)
        row = rows.read(line)
        if isinstance(row, str):
            said += [row] if row not in said else []
        elif row is not None:
            members = groups.setdefault(group, [])
            repeated = rows.repeated(line, row)
            if len(members) + len(repeated) > MOST_SETS:
                reading.problems.append(Problem(file.name, line.number, "too_many_sets", f"{MOST_SETS:,}"))
                continue
            members += repeated
            sets += len(repeated)
            if sets > table.most_rows:
                reading.problems.append(Problem(file.name, line.number, "too_many_rows", f"{MOST_ROWS:,}"))
                break
    reading.problems += table.problems
    reading.workouts.extend(
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
        if members
    )
    return reading


def day_of(
    line: Line, dates: Dates, file: str, reading: Reading, choices: Choices
) -> tuple[date, time | None] | None:
    """When it was, or a problem."""
    text = line.get("date")
    found = dates.moment(text) if text else None
    if found is None:
        kind: ProblemKind = "unread_date" if text else "no_date"
        reading.problems.append(Problem(file, line.number, kind, text[:40]))
        return None
    day = found[0]
    latest = choices.today + timedelta(days=1) if choices.today < date.max else choices.today
    if not EARLIEST <= day <= latest:
        reading.problems.append(Problem(file, line.number, "impossible_date", day.isoformat()))
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
        order = line.get("order").casefold()
        if order in ("rest timer", "rest_timer"):
            self._reading.timers += 1
            return None
        if order == "note":
            return line.get("note")
        exercise = sys.intern(" ".join(line.get("exercise").split())[:120])
        if not any(sign.isalpha() for sign in exercise):
            return self._problem(line, "no_exercise")
        weight, unit = self._weight(line)
        if isinstance(weight, float) and weight < 0:
            helping = helped(exercise)
            weight, exercise = (-weight, helping) if helping else (self._bad(line, "weight"), exercise)
        far, far_unit = self._distance(line)
        reps = self._reps(line)
        long = self._value(line, "seconds", "bad_time", seconds(line.get("seconds")), _LONGEST_SECONDS)
        if "bad" in (weight, far, reps, long):
            return None
        if not (reps or far or long):
            return self._problem(line, "not_done")
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
            kind=_KINDS.get(order) or _KINDS.get(line.get("kind").casefold(), "normal"),
            note=line.get("note"),
        )

    def repeated(self, line: Line, row: Row) -> list[Row]:
        """The row once for each set that its cells tell of."""
        told = series(line.get("series"))
        if told:
            return [replace(row, reps=reps) for reps in told[:_MOST_SETS] if reps]
        sets = number(line.get("sets"))
        times = int(sets) if isinstance(sets, float) and sets.is_integer() else 1
        return [row] * max(1, min(times, _MOST_SETS))

    def _weight(self, line: Line) -> tuple[float | Literal["bad"] | None, WeightUnit | None]:
        """Where there is a column for each unit, the preferred one counts. What a cell says counts most."""
        cells = line.all("weight")
        preferred = [cell for cell in cells if weight_unit(cell[1]) == self._choices.weight_unit]
        text, header = (preferred or cells or [("", "")])[0]
        value, behind = amount(text)
        unit = weight_unit(behind) or weight_unit(header) or weight_unit(line.get("weight_unit"))
        if behind and weight_unit(behind) is None:
            return self._bad(line, "weight"), unit
        return self._value(line, "weight", "bad_weight", value, _HEAVIEST, -_HEAVIEST), unit

    def _distance(self, line: Line) -> tuple[float | Literal["bad"] | None, DistanceUnit | None]:
        text, header = (line.all("distance") or [("", "")])[0]
        value, behind = amount(text)
        unit = distance_unit(behind) or distance_unit(header) or distance_unit(line.get("distance_unit"))
        if behind and distance_unit(behind) is None:
            return self._bad(line, "distance"), unit
        return self._value(line, "distance", "bad_distance", value, _FARTHEST), unit

    def _reps(self, line: Line) -> float | Literal["bad"] | None:
        told = series(line.get("series"))
        if told:
            return float(max(told))
        reps = self._value(line, "reps", "bad_repetitions", number(line.get("reps")), _MOST_REPS)
        if isinstance(reps, float) and not reps.is_integer():
            self._problem(line, "bad_repetitions", line.get("reps"))
            return "bad"
        return reps

    def _rpe(self, line: Line) -> float | None:
        found = number(line.get("rpe"))
        if found in (None, 0):
            return None
        if found == "bad" or not 1 <= found <= 10:
            self._problem(line, "bad_rpe", line.get("rpe"))
            return None
        return found

    def _bad(self, line: Line, name: Literal["weight", "distance"]) -> Literal["bad"]:
        self._problem(line, "bad_weight" if name == "weight" else "bad_distance", line.get(name))
        return "bad"

    def _value(  # noqa: PLR0917 - a cell and its limits
        self,
        line: Line,
        name: ColumnName,
        problem: ProblemKind,
        found: float | Literal["bad"] | None,
        most: float,
        least: float = 0,
    ) -> float | Literal["bad"] | None:
        if found == "bad" or (found is not None and not least <= found <= most):
            self._problem(line, problem, line.get(name))
            return "bad"
        return found

    def _problem(self, line: Line, kind: ProblemKind, value: str = "") -> None:
        self._reading.problems.append(Problem(self._file, line.number, kind, value[:20]))


def _real(value: float | Literal["bad"] | None) -> float | None:
    """Apps write 0 where there is nothing."""
    return value if isinstance(value, float) and value else None
