"""Strong, Hevy, FitNotes and whatever else has a row a set: columns are known by name."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from datetime import date, time
from typing import Literal

from storage.entities import DistanceUnit, WeightUnit
from storage.importers.model import Choices, ProblemKind, Reading, Row, SetKind, Workout
from storage.importers.numbers import amount, distance_unit, number, seconds, series, weight_unit
from storage.importers.rows import TableRows
from storage.importers.tables import Line, Table
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


_BAD: dict[ColumnName, ProblemKind] = {
    "weight": "bad_weight",
    "distance": "bad_distance",
    "reps": "bad_repetitions",
    "seconds": "bad_time",
    "rpe": "bad_rpe",
}
_Cell = float | Literal["bad"] | None


@dataclass(frozen=True, slots=True)
class _Group:
    """Which workout a row belongs to."""

    day: date
    at: time | None
    title: str
    number: str


def read_sets(table: Table, source: str, choices: Choices) -> Reading:
    """The workouts of a table with a row a set, in its own order."""
    groups: dict[_Group, list[Row]] = {}
    notes: dict[_Group, list[str]] = {}
    first: dict[_Group, int] = {}
    rows = _Sets(table, choices)
    sets = 0
    for line, day, at in rows:
        group = _Group(day, at, title=line.get("title")[:200], number=line.get("number"))
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
                rows.problem("too_many_sets", f"{MOST_SETS:,}")
                continue
            members += repeated
            sets += len(repeated)
            if rows.is_over(sets, table.most_rows):
                break
    rows.reading.workouts.extend(
        Workout(
            source=source,
            file=rows.file,
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
    return rows.done()


class _Sets(TableRows):
    """TableRows that are sets or bouts."""

    def read(self, line: Line) -> Row | str | None:
        """A set; the text of a row that only holds a note; None for what is no set."""
        order = line.get("order").casefold()
        if order in ("rest timer", "rest_timer"):
            self.reading.timers += 1
            return None
        if order == "note":
            return line.get("note")
        exercise = sys.intern(" ".join(line.get("exercise").split())[:120])
        if not any(sign.isalpha() for sign in exercise):
            return self.problem("no_exercise")
        weight, unit = self._weight(line)
        if isinstance(weight, float) and weight < 0:
            helping = helped(exercise)
            weight, exercise = (-weight, helping) if helping else (self._bad("weight"), exercise)
        far, far_unit = self._distance(line)
        reps = self._reps(line)
        long = self._value("seconds", seconds(line.get("seconds")), _LONGEST_SECONDS)
        if "bad" in (weight, far, reps, long):
            return None
        if not (reps or far or long):
            return self.problem("not_done")
        self.ask("weight_unit", unknown=bool(weight) and unit is None)
        self.ask("distance_unit", unknown=bool(far) and far_unit is None)
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

    def _weight(self, line: Line) -> tuple[_Cell, WeightUnit | None]:
        """What a cell says of its unit counts most."""
        text, header = self.preferred(line.all("weight"))
        value, behind = amount(text)
        unit = weight_unit(behind) or weight_unit(header) or weight_unit(line.get("weight_unit"))
        if behind and weight_unit(behind) is None:
            return self._bad("weight"), unit
        return self._value("weight", value, _HEAVIEST, -_HEAVIEST), unit

    def _distance(self, line: Line) -> tuple[_Cell, DistanceUnit | None]:
        text, header = (line.all("distance") or [("", "")])[0]
        value, behind = amount(text)
        unit = distance_unit(behind) or distance_unit(header) or distance_unit(line.get("distance_unit"))
        if behind and distance_unit(behind) is None:
            return self._bad("distance"), unit
        return self._value("distance", value, _FARTHEST), unit

    def _reps(self, line: Line) -> _Cell:
        told = series(line.get("series"))
        if told:
            return float(max(told))
        reps = self._value("reps", number(line.get("reps")), _MOST_REPS)
        return self._bad("reps") if isinstance(reps, float) and not reps.is_integer() else reps

    def _rpe(self, line: Line) -> float | None:
        found = self._value("rpe", number(line.get("rpe")) or None, 10, 1)
        return None if found == "bad" else found

    def _bad(self, name: ColumnName) -> Literal["bad"]:
        self.problem(_BAD[name], self.line.get(name)[:20])
        return "bad"

    def _value(self, name: ColumnName, found: _Cell, most: float, least: float = 0) -> _Cell:
        wrong = found == "bad" or (found is not None and not least <= found <= most)
        return self._bad(name) if wrong else found


def _real(value: _Cell) -> float | None:
    """Apps write 0 where there is nothing."""
    return value if isinstance(value, float) and value else None
