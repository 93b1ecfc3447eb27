"""Rows of turns: reading them, adding new ones, waking those that are parked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from storage.connection import Transaction
from storage.entities import TurnRow
from storage.query import Query, columns_of, insert, listed

FIELDS = (
    "id",
    "user_id",
    "chat_id",
    "lane",
    "seq",
    "status",
    "state",
    "data",
    "parked_on",
    "created_at",
    "updated_at",
)
RETURNING = f"RETURNING {listed(FIELDS)}"
Rows = Query[str, int, int, str, int, str, str, str, str | None, datetime, datetime]
"""Whoever returns whole turns."""
COLUMNS = Rows(f"SELECT {listed(FIELDS)} FROM turns")
_ADD = Query[str](f"{insert('turns', (*FIELDS, 'released'))} ON CONFLICT (id) DO NOTHING RETURNING id")
_WAKE = Rows(
    """
    UPDATE turns SET seq = seq + 1, status = 'ready', parked_on = NULL
    WHERE status <> 'done' AND status = 'parked' AND parked_on = :awaited AND user_id = :whose
"""
    + RETURNING
)


def turn_rows(rows: Iterable[Sequence[object]]) -> list[TurnRow]:
    """From rows of `COLUMNS`."""
    return [TurnRow.model_validate(dict(zip(FIELDS, row, strict=True))) for row in rows]


def add_turn(tx: Transaction, row: TurnRow, *, releases: bool = False) -> TurnRow | None:
    """Store a new turn with seq 1; None when there is one of that id."""
    return row.model_copy(update={"seq": 1}) if is_new(tx, row, releases=releases) else None


def is_new(tx: Transaction, row: TurnRow, *, releases: bool = False) -> bool:
    """As `add_turn`: whether it was stored."""
    values: dict[str, object] = columns_of(row, FIELDS)
    return bool(tx.rows(_ADD, {**values, "seq": 1, "released": releases}))


def wake(tx: Transaction, user_id: int, awaited: str) -> list[TurnRow]:
    """Make ready what is parked on a turn of this user."""
    return turn_rows(tx.rows(_WAKE, {"awaited": awaited, "whose": user_id}))
