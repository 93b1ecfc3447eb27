"""Reminders as rows: made, changed, moved with the person's clock."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, tzinfo
from hashlib import sha256

from agents.reminders.plan import Plan, next_due
from storage.reminder import ReminderAsks, ReminderKind, ReminderRow, ReminderStatus


def new_id(*parts: object) -> str:
    """The same for the same, so that what is dealt with again makes nothing new."""
    return sha256(":".join(map(str, parts)).encode()).hexdigest()[:24]


def plan_of(row: ReminderRow) -> Plan:
    """What it says, and when."""
    return Plan.model_validate_json(row.body)


def row_of(  # noqa: PLR0917 - a row
    reminder_id: str, user_id: int, kind: ReminderKind, plan: Plan, due: datetime | None, now: datetime
) -> ReminderRow:
    """A new one; without a time it is asked for."""
    return ReminderRow(
        id=reminder_id,
        user_id=user_id,
        kind=kind,
        status="set" if due is not None else "asking",
        body=body(plan),
        at=now,
        due_at=due,
        asks="" if due is not None else "time",
        asks_at=None if due is not None else now,
    )


def body(plan: Plan) -> str:
    """As it is kept."""
    return plan.model_dump_json(exclude_defaults=True)


def changed(
    row: ReminderRow,
    *,
    status: ReminderStatus | None = None,
    due: datetime | None = None,
    plan: Plan | None = None,
    asks: ReminderAsks = "",
    asks_at: datetime | None = None,
) -> ReminderRow:
    """The row as it is written next. `due` is kept where it stays set and none is given."""
    status = status or row.status
    due_at = (due or row.due_at) if status == "set" else None
    return replace(
        row,
        status=status,
        due_at=due_at,
        body=row.body if plan is None else body(plan),
        asks=asks,
        asks_at=asks_at,
        version=row.version + 1,
    )


def moved(rows: Sequence[ReminderRow], zone: tzinfo, now: datetime) -> list[ReminderRow]:
    """Those of somebody whose clock shows another time now, as they are due by it."""
    found: list[ReminderRow] = []
    for row in rows:
        due = next_due(plan_of(row), now, zone) if row.status == "set" else None
        if due is not None and due != row.due_at and (row.due_at or now) > now:
            found.append(changed(row, due=due, asks=row.asks, asks_at=row.asks_at))
    return found
