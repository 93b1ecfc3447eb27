"""A workout of another app as an entry: its rows in words, and what was done as measures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, time, tzinfo
from itertools import groupby

from agents.shown import clock
from bot.importing.naming import Naming
from bot.replies.measures import number
from storage.entities import DistanceUnit, Entry, Measure, WeightUnit
from storage.importers.model import Choices, Row, Workout
from units import METRES

_KINDS = {"warmup": "warm-up", "drop": "drop set", "failure": "to failure"}
_NOON = time(12)
PULSE = "average pulse"
"""Of a bout."""


def moment(day: date, at: time | None, zone: tzinfo) -> datetime:
    """When it was, in UTC; noon where only the day is known."""
    return datetime.combine(day, at or _NOON, zone).astimezone(UTC)


def entry_of(workout: Workout, blank: Entry, naming: Naming, choices: Choices) -> Entry:
    """`blank` filled with the workout; units that it leaves open are those chosen."""
    measures = tuple(_measures(workout, naming, choices))
    return blank.model_copy(
        update={
            "day": workout.day,
            "logged_at": moment(workout.day, workout.at, choices.zone),
            "text": _text(workout, choices),
            "domains": tuple(dict.fromkeys(measure.domain for measure in measures)),
            "measures": measures,
        }
    )


def _measures(workout: Workout, naming: Naming, choices: Choices) -> Iterator[Measure]:
    """One for sets that are alike and follow each other."""
    alike = groupby(workout.rows, key=lambda row: (_alike(row), row.exercise))
    for _, group in alike:
        rows = list(group)
        row = rows[0]
        named = naming.of_row(row, workout.title)
        weight_unit, distance_unit = units(row, choices)
        yield Measure(
            domain=named.domain,
            name=named.name,
            day=workout.day,
            weight=row.weight,
            weight_unit=weight_unit,
            reps=row.reps,
            sets=len(rows),
            rpe=row.rpe,
            distance_m=row.distance * METRES[distance_unit] if row.distance and distance_unit else None,
            distance_unit=distance_unit,
            duration_s=row.seconds,
            text=_KINDS.get(row.kind) if row.kind != "warmup" else None,
            warmup=row.kind == "warmup",
        )
        if row.pulse is not None:
            yield Measure(domain=named.domain, name=PULSE, day=workout.day, value=row.pulse, unit="bpm")


def _alike(row: Row) -> tuple[object, ...]:
    load = (row.weight, row.weight_unit, row.reps, row.rpe, row.kind)
    return (*load, row.distance, row.distance_unit, row.seconds, row.pulse)


def units(row: Row, choices: Choices) -> tuple[WeightUnit | None, DistanceUnit | None]:
    """As the file says, else as chosen; miles go with pounds where nobody has said."""
    weight = (row.weight_unit or choices.weight_unit) if row.weight else None
    usual: DistanceUnit = "mi" if choices.weight_unit == "lb" else "km"
    distance = (row.distance_unit or choices.distance_unit or usual) if row.distance else None
    return weight, distance


def _text(workout: Workout, choices: Choices) -> str:
    """What the app's user would say about it."""
    lines = [f"{workout.source}: {workout.title}" if workout.title else workout.source]
    for exercise, group in groupby(workout.rows, key=lambda row: row.exercise):
        lines.append(f"{exercise}: {_sets(list(group), choices)}")
    return "\n".join([*lines, *filter(None, [workout.note])])


def _sets(rows: Sequence[Row], choices: Choices) -> str:
    said: list[str] = []
    noted: set[str] = set()
    for row in rows:
        weight_unit, distance_unit = units(row, choices)
        load = f"{number(row.weight)} {weight_unit or ''}".strip() if row.weight else ""
        reps = f"x {row.reps}" if load else f"{row.reps} reps"
        parts = [
            load,
            reps if row.reps else "",
            f"{number(row.distance)} {distance_unit}" if row.distance else "",
            clock(row.seconds) if row.seconds else "",
            f"RPE {number(row.rpe)}" if row.rpe else "",
            f"{number(row.pulse)} bpm" if row.pulse else "",
            f"({_KINDS[row.kind]})" if row.kind in _KINDS else "",
            f"({row.note})" if row.note and row.note not in noted else "",
        ]
        noted.add(row.note)  # some apps repeat an exercise's note in each of its rows
        said.append(" ".join(filter(None, parts)))
    return ", ".join(said)
