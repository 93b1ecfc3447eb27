"""One row per performed set or metric, and which names a user logs under."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from pydantic import TypeAdapter
from sqlalchemy import bindparam, delete, func, select
from sqlalchemy.dialects.sqlite import insert

from storage.columns import Day
from storage.connection import Transaction
from storage.entities import DateRange, Entry, Measure
from storage.schema import logged, measures
from storage.store import Store

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
_ADD = insert(measures)
_REMOVE = delete(measures).where(
    measures.c.user_id == bindparam("user"),
    measures.c.name == bindparam("of"),
    measures.c.day == bindparam("on"),
    measures.c.entry_id == bindparam("entry"),
)
_counting = insert(logged)
_COUNT = _counting.on_conflict_do_update(
    index_elements=[logged.c.user_id, logged.c.name, logged.c.domain],
    set_={"entries": logged.c.entries + _counting.excluded.entries},
)
_LOGGED = (
    select(logged.c.name, logged.c.domain, logged.c.entries)
    .where(logged.c.user_id == bindparam("user_id"), logged.c.entries > 0)
    .order_by(logged.c.entries.desc(), logged.c.name, logged.c.domain)
)
_ROWS = (
    select(
        measures.c.entry_id,
        measures.c.set_no,
        measures.c.certainty,
        measures.c.name,
        measures.c.domain,
        measures.c.day,
        measures.c.weight,
        measures.c.weight_unit,
        measures.c.reps,
        measures.c.rpe,
        measures.c.distance_m,
        measures.c.distance_unit,
        measures.c.duration_s,
        measures.c.value,
        measures.c.unit,
        measures.c.text,
        measures.c.warmup,
    )
    .where(
        measures.c.user_id == bindparam("user_id"),
        measures.c.name == bindparam("name"),
        measures.c.day.between(bindparam("start", type_=Day()), bindparam("end", type_=Day())),
    )
    .order_by(measures.c.day, measures.c.entry_id, measures.c.number)
)
_RIVALS = (
    select(
        measures.c.certainty,
        func.max(measures.c.domain),
        func.max(measures.c.day),
        measures.c.weight,
        measures.c.weight_unit,
        measures.c.reps,
        measures.c.distance_m,
        measures.c.distance_unit,
        func.min(measures.c.duration_s),
    )
    .where(
        measures.c.user_id == bindparam("user_id"),
        measures.c.name == bindparam("name"),
        ~measures.c.warmup,
    )
    .group_by(
        measures.c.certainty,
        measures.c.weight,
        measures.c.weight_unit,
        measures.c.reps,
        measures.c.distance_m,
        measures.c.distance_unit,
    )
)
_RIVAL_FIELDS = (
    "domain", "day", "weight", "weight_unit", "reps", "distance_m", "distance_unit", "duration_s",
)  # fmt: skip
_STANDINGS = (
    select(
        measures.c.certainty,
        func.max(measures.c.domain),
        func.min(measures.c.day),
        measures.c.weight,
        measures.c.weight_unit,
        measures.c.reps,
        measures.c.distance_m,
        measures.c.distance_unit,
        measures.c.duration_s,
        func.count(),
    )
    .where(
        measures.c.user_id == bindparam("user_id"),
        measures.c.name == bindparam("name"),
        ~measures.c.warmup,
        measures.c.value.is_(None),
    )
    .group_by(
        measures.c.certainty,
        measures.c.weight,
        measures.c.weight_unit,
        measures.c.reps,
        measures.c.distance_m,
        measures.c.distance_unit,
        measures.c.duration_s,
    )
)
_PAINS = (
    select(measures.c.text, func.max(measures.c.day))
    .where(
        measures.c.user_id == bindparam("user_id"),
        measures.c.name == "pain",
        measures.c.text.is_not(None),
        func.coalesce(measures.c.value, 1) != 0,
    )
    .group_by(measures.c.text)
)
_MEASURES = TypeAdapter(list[Measure])


@dataclass(frozen=True, slots=True)
class MeasureRow:
    """One performed set or metric; `measure.sets` is 1. `set_no` counts from 1 within alike sets."""

    entry_id: str
    set_no: int
    measure: Measure


@dataclass(frozen=True, slots=True)
class LoggedName:
    """A name a user has logged under, and in how many entries."""

    name: str
    domain: str
    entries: int


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

    async def rivals(self, user_id: int, names: Sequence[str]) -> list[Measure]:
        """What a new record must beat: each load with each count of reps once, each distance at its fastest.

        Far fewer than everything that was ever lifted; warm-ups are left out, what was guessed is told apart.
        """

        def work(tx: Transaction) -> list[Measure]:
            return [
                Measure.model_validate(
                    {
                        "name": name,
                        "certainty": json.loads(row[0] or "{}"),
                        **dict(zip(_RIVAL_FIELDS, row[1:], strict=True)),
                    }
                )
                for name in dict.fromkeys(names)
                for row in tx.rows(_RIVALS, {"user_id": user_id, "name": name})
            ]

        return await self.database.read(work)

    async def standings(self, user_id: int, names: Sequence[str]) -> list[tuple[Measure, int]]:
        """All work under these names: what is alike once, with its first day and how often it was done."""

        def work(tx: Transaction) -> list[tuple[Measure, int]]:
            return [
                (
                    Measure.model_validate(
                        {
                            "name": name,
                            "certainty": json.loads(row[0] or "{}"),
                            **dict(zip(_RIVAL_FIELDS, row[1:-1], strict=True)),
                        }
                    ),
                    row[-1],
                )
                for name in dict.fromkeys(names)
                for row in tx.rows(_STANDINGS, {"user_id": user_id, "name": name})
            ]

        return await self.database.read(work)

    async def last_pains(self, user_id: int) -> dict[str, date]:
        """Where it hurt, and the last day on which it did."""
        rows = await self.database.read(lambda tx: tx.rows(_PAINS, {"user_id": user_id}))
        return {where: day for where, day in rows if where is not None}

    async def logged_measures(self, user_id: int) -> list[LoggedName]:
        """What this user logs, most frequent first."""
        rows = await self.database.read(lambda tx: tx.rows(_LOGGED, {"user_id": user_id}))
        return [LoggedName(*row) for row in rows]


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
        _REMOVE, [{"user": entry.user_id, "of": name, "on": day, "entry": entry.id} for name, day in keys]
    )
    tx.execute_many(_COUNT, _counts(entry, -1))


def measure_rows(entry: Entry) -> list[dict[str, object]]:
    """The rows of an entry: one a set or metric."""
    rows: list[dict[str, object]] = []
    for measure in entry.measures:
        values: dict[str, object] = {field: getattr(measure, field) for field in _FIELDS}
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
