"""One row per performed set or metric, and which names a user logs under."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date

from pydantic import ConfigDict, TypeAdapter

from storage.connection import Transaction
from storage.entities import DateRange, Entry, Measure
from storage.query import Query, Rows, columns_of, insert
from storage.store import Store


@dataclass(frozen=True, slots=True)
class LoggedName:
    """A name a user has logged under, and in how many entries."""

    name: str
    domain: str
    entries: int


MOST_SETS = 1000
"""Rows written for one measure at most: nobody does more sets, and a typo must not fill the disk."""

_FIELDS = (
    "name",
    "domain",
    "day",
    "weight",
    "weight_unit",
    "reps",
    "rpe",
    "distance_m",
    "distance_unit",
    "duration_s",
    "value",
    "unit",
    "text",
    "warmup",
)
_ADD = insert("measures", ("user_id", "entry_id", "number", "set_no", *_FIELDS, "certainty"))
_REMOVE = """
    DELETE FROM measures
    WHERE user_id = :user AND name = :name AND day = :day AND entry_id = :entry
"""
_COUNT = """
    INSERT INTO logged (user_id, name, domain, entries)
    VALUES (:user_id, :name, :domain, :entries)
    ON CONFLICT (user_id, name, domain) DO UPDATE SET entries = entries + excluded.entries
"""
_LOGGED = Rows[LoggedName]("""
    SELECT name, domain, entries
    FROM logged
    WHERE user_id = :user_id AND entries > 0
    ORDER BY entries DESC, name, domain
""")
_ROWS = Query[
    str,
    int,
    str | None,
    str,
    str,
    date,
    float | None,
    str | None,
    int | None,
    float | None,
    float | None,
    str | None,
    float | None,
    float | None,
    str | None,
    str | None,
    bool,
]("""
    SELECT entry_id, set_no, certainty, name, domain, day, weight, weight_unit, reps, rpe, distance_m,
        distance_unit, duration_s, value, unit, text, warmup
    FROM measures
    WHERE user_id = :user_id AND name = :name AND day BETWEEN :start AND :end
    ORDER BY day, entry_id, number
""")
_SETS = Query[
    str, str | None, str, date, float | None, str | None, int | None, float | None, str | None, float | None,
    bool,
]("""
    SELECT DISTINCT entry_id, certainty, domain, day, weight, weight_unit, reps, distance_m, distance_unit,
        duration_s, warmup
    FROM measures
    WHERE user_id = :user_id AND name = :name AND day BETWEEN :start AND :end AND value IS NULL
        AND set_no = 1
    ORDER BY day, entry_id
""")  # fmt: skip
_RIVALS = Query[
    str | None, str, float | None, str | None, int | None, float | None, str | None, float | None
]("""
    SELECT certainty, max(domain), weight, weight_unit, reps, distance_m, distance_unit, min(duration_s)
    FROM (
        SELECT DISTINCT certainty, domain, weight, weight_unit, reps, distance_m, distance_unit, duration_s
        FROM measures
        WHERE user_id = :user_id AND name = :name AND set_no = 1 AND warmup = 0
            AND entry_id NOT IN (SELECT value FROM json_each(:passing_over))
    )
    GROUP BY certainty, weight, weight_unit, reps, distance_m, distance_unit
""")
"""Of all that was ever done few are distinct: only these are sorted."""
_RIVAL_FIELDS = ("domain", "weight", "weight_unit", "reps", "distance_m", "distance_unit", "duration_s")
_STANDINGS = Query[
    str | None, str, float | None, str | None, int | None, float | None, str | None, float | None, date, int
]("""
    SELECT certainty, max(domain), weight, weight_unit, reps, distance_m, distance_unit, duration_s,
        min(day), count(*)
    FROM measures
    WHERE user_id = :user_id AND name = :name AND warmup = 0 AND value IS NULL
    GROUP BY certainty, weight, weight_unit, reps, distance_m, distance_unit, duration_s
""")
_WORKED = Query[date, str]("""
    SELECT DISTINCT day, entry_id
    FROM measures
    WHERE user_id = :user_id AND name = :name AND day BETWEEN :start AND :end AND value IS NULL
""")
_PAINS = Query[str | None, date]("""
    SELECT text, max(day)
    FROM measures
    WHERE user_id = :user_id AND name = 'pain' AND text IS NOT NULL AND coalesce(value, 1) <> 0
    GROUP BY text
""")
_FEW_NAMES = 4
"""As many as a log has: not worth a hop to a thread."""
_MEASURES = TypeAdapter(list[Measure], config=ConfigDict(defer_build=True))


@dataclass(frozen=True, slots=True)
class MeasureRow:
    """One performed set or metric; `measure.sets` is 1. `set_no` counts from 1 within alike sets."""

    entry_id: str
    set_no: int
    measure: Measure


class Measures(Store):
    """The measures' rows."""

    async def measures(
        self, user_id: int, names: Sequence[str], date_range: DateRange | None = None
    ) -> list[MeasureRow]:
        """Everything measured under these names, oldest first, name by name."""
        span = {
            "user_id": user_id,
            "start": date_range.start if date_range else date.min,
            "end": date_range.end if date_range else date.max,
        }

        def work(tx: Transaction) -> list[MeasureRow]:
            return [row for name in dict.fromkeys(names) for row in _read(tx, {**span, "name": name})]

        return await self.database.read(work)

    async def sets(self, user_id: int, name: str, span: DateRange) -> list[tuple[str, Measure]]:
        """The work under a name with its entry, what is alike in an entry once; oldest first."""
        key = {"user_id": user_id, "name": name, "start": span.start, "end": span.end}
        rows = await self.database.look_up(lambda tx: tx.rows(_SETS, key))
        fields = ("domain", "day", "weight", "weight_unit", "reps", "distance_m", "distance_unit",
                  "duration_s", "warmup")  # fmt: skip
        return [
            (
                row[0],
                Measure.model_validate(
                    {
                        "name": name,
                        "certainty": json.loads(row[1] or "{}"),
                        **dict(zip(fields, row[2:], strict=True)),
                    }
                ),
            )
            for row in rows
        ]

    async def rivals(
        self, user_id: int, names: Sequence[str], passing_over: Sequence[str] = ()
    ) -> list[Measure]:
        """What a new record must beat: each load with each count of reps once, each distance at its fastest.

        Far fewer than everything that was ever lifted; warm-ups are left out, what was guessed is told apart.
        Their day is none. `passing_over` are entries whose own measures these are.
        """
        but = json.dumps(passing_over)

        def work(tx: Transaction) -> list[Measure]:
            return _MEASURES.validate_python(
                [
                    _rival(name, row, date.min)
                    for name in dict.fromkeys(names)
                    for row in tx.rows(_RIVALS, {"user_id": user_id, "name": name, "passing_over": but})
                ]
            )

        return await self.database.look_up(work, once=len(names) == 1)

    async def standings(self, user_id: int, names: Sequence[str]) -> list[tuple[Measure, int]]:
        """All work under these names: what is alike once, with its first day and how often it was done."""

        def work(tx: Transaction) -> list[tuple[Measure, int]]:
            rows = [
                (name, row)
                for name in dict.fromkeys(names)
                for row in tx.rows(_STANDINGS, {"user_id": user_id, "name": name})
            ]
            found = _MEASURES.validate_python([_rival(name, row[:-2], row[-2]) for name, row in rows])
            return [(measure, row[-1]) for measure, (_, row) in zip(found, rows, strict=True)]

        few = len(names) <= _FEW_NAMES
        return await (self.database.look_up(work, once=len(names) == 1) if few else self.database.read(work))

    async def worked_days(
        self, user_id: int, names: Sequence[str], span: DateRange, passing_over: Collection[str] = ()
    ) -> dict[date, tuple[str, ...]]:
        """The days with work under these names, and the entries that tell of it; metrics are none."""
        found: dict[date, set[str]] = {}
        for name in dict.fromkeys(names):
            key = {"user_id": user_id, "name": name, "start": span.start, "end": span.end}
            rows = await self.database.look_up(lambda tx, key=key: tx.rows(_WORKED, key))
            for day, entry_id in rows:
                if entry_id not in passing_over:
                    found.setdefault(day, set()).add(entry_id)
        return {day: tuple(sorted(found[day])) for day in sorted(found)}

    async def last_pains(self, user_id: int) -> dict[str, date]:
        """Where it hurt, and the last day on which it did."""
        rows = await self._all(_PAINS, user_id=user_id)
        return {where: day for where, day in rows if where is not None}

    async def logged_measures(self, user_id: int) -> list[LoggedName]:
        """What this user logs, most frequent first."""
        return await self._all(_LOGGED, user_id=user_id)


def _rival(name: str, row: Sequence[object], day: date) -> dict[str, object]:
    """A row of `_RIVALS`, or the beginning of one of `_STANDINGS`, as fields."""
    fields: dict[str, object] = dict(zip(_RIVAL_FIELDS, row[1:], strict=True))
    fields["name"], fields["day"] = name, day
    if isinstance(row[0], str):
        fields["certainty"] = json.loads(row[0])
    return fields


def _read(tx: Transaction, parameters: dict[str, object]) -> list[MeasureRow]:
    rows = tx.rows(_ROWS, parameters)
    found: list[dict[str, object]] = [dict(zip(_FIELDS, row[3:], strict=True)) for row in rows]
    for row, fields in zip(rows, found, strict=True):
        if row[2] is not None:
            fields["certainty"] = json.loads(row[2])
    parsed = _MEASURES.validate_python(found)
    return [MeasureRow(row[0], row[1], measure) for row, measure in zip(rows, parsed, strict=True)]


def add_measures(tx: Transaction, entry: Entry) -> None:
    """The rows of an entry, and the counts."""
    if not entry.measures:
        return
    rows = measure_rows(entry)
    tx.execute_many(_ADD, rows)
    tx.execute_many(_COUNT, _counts(entry, 1))


def remove_measures(tx: Transaction, entry: Entry) -> None:
    """Take back what `add_measures` wrote for this state of the entry."""
    keys = dict.fromkeys((measure.name, measure.day) for measure in entry.measures)
    tx.execute_many(
        _REMOVE, [{"user": entry.user_id, "name": name, "day": day, "entry": entry.id} for name, day in keys]
    )
    tx.execute_many(_COUNT, _counts(entry, -1))


def measure_rows(entry: Entry) -> list[dict[str, object]]:
    """The rows of an entry: one a set or metric."""
    rows: list[dict[str, object]] = []
    for measure in entry.measures:
        values: dict[str, object] = columns_of(measure, _FIELDS)
        values["user_id"] = entry.user_id
        values["entry_id"] = entry.id
        values["certainty"] = json.dumps(measure.certainty) if measure.certainty else None
        for set_no in range(1, min(max(measure.sets, 1), MOST_SETS) + 1):
            rows.append({**values, "set_no": set_no, "number": len(rows)})
    return rows


def _counts(entry: Entry, change: int) -> list[dict[str, object]]:
    names = dict.fromkeys((measure.name, measure.domain) for measure in entry.measures)
    return [
        {"user_id": entry.user_id, "name": name, "domain": domain, "entries": change}
        for name, domain in names
    ]
