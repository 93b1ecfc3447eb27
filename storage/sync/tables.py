"""Which tables are synced, and the triggers that write their changes into the outbox.

A trigger runs in the transaction of the change, so that both are committed or neither is; who writes a row
need not know of it. Without a target there are no triggers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from storage.query import Query


@dataclass(frozen=True, slots=True)
class Records:
    """A table whose rows become files, `records/<table>/<key>.json`."""

    table: str
    key: str
    """An expression over its columns: what names a row of a person."""
    columns: str
    """Which of them are told, with commas between."""


RECORDS = (
    Records("coaches", "id", "id, name, template, status, automatic, body, made_at, outdated_at"),
    Records("coach_templates", "name || '.' || version", "name, version, body, at, cause, active"),
    Records("coach_reports", "coach_id || '.' || version", "coach_id, version, wake_id, at, body"),
    Records("coach_notes", "id", "id, coach_id, wake_id, kind, at, text"),
    Records("goals", "token", "token, name, body, made_at, reached_at, dropped_at"),
    Records("programmes", "token", "token, status, name, at, ended_at, body"),
    Records("proposals", "token", "token, tool, status, at, expires_at, settled_at, body, result, origin"),
    Records("reminders", "id", "id, kind, status, body, at, due_at, fired_at"),
)
DAYS, MEMORY, PERSON = "revisions", "contexts", "users"
"""Tables that are told by files of the vault."""

ROWS = {
    one.table: Query[str, str](f"SELECT {one.key}, {row} FROM {one.table} WHERE user_id = :whose")
    for one in RECORDS
    for row in [
        "json_object("
        + ", ".join(f"'{name}', {name}" for name in map(str.strip, one.columns.split(",")))
        + ")"
    ]
}
"""Keys of a person's rows, each with the row as JSON."""
ROW = {one.table: ROWS[one.table].then(f"AND {one.key} = :key") for one in RECORDS}
"""The same of one row."""


@dataclass(frozen=True, slots=True)
class Trigger:
    """One event of one table. `body` says what is written down."""

    name: str
    sql: str


def _trigger(table: str, event: str, owner: str, key: str, *, when: str = "") -> Trigger:
    row = "OLD" if event == "DELETE" else "NEW"
    name = f"sync_{table}_{event.lower()}"
    return Trigger(
        name,
        f"CREATE TRIGGER {name} AFTER {event} ON {table}"
        f" WHEN {row}.{owner} IN (SELECT user_id FROM sync_targets){when}"
        f" BEGIN INSERT INTO sync_outbox (user_id, table_name, row_key)"
        f" VALUES ({row}.{owner}, '{table}', {key}); END",
    )


def _key(key: str, row: str) -> str:
    """The expression over the new or old row: each column stands alone."""
    return " || '.' || ".join(f"{row}.{column}" for column in key.split(" || '.' || "))


def _triggers() -> Iterator[Trigger]:
    yield _trigger(DAYS, "INSERT", "user_id", "NEW.day || ' ' || coalesce(NEW.day_before, '')")
    yield _trigger(MEMORY, "INSERT", "user_id", "''")
    yield _trigger(PERSON, "INSERT", "id", "''")
    yield _trigger(PERSON, "UPDATE", "id", "''", when=" AND NEW.body IS NOT OLD.body")
    for one in RECORDS:
        for event, row in (("INSERT", "NEW"), ("UPDATE", "NEW"), ("DELETE", "OLD")):
            yield _trigger(one.table, event, "user_id", _key(one.key, row))


TRIGGERS = tuple(_triggers())
