"""Rows of turns: reading them, adding new ones, waking those that are parked."""

from __future__ import annotations

from storage.connection import Transaction
from storage.entities import TurnRow
from storage.query import Column, Rows, Table, insert, listed

TURNS = Table("turns", TurnRow)
RETURNING = f"RETURNING {listed(TURNS.fields)}"
_ADD = Column[str](f"{insert('turns', (*TURNS.fields, 'released'))} ON CONFLICT (id) DO NOTHING RETURNING id")
_WAKE = Rows[TurnRow](
    """
    UPDATE turns SET seq = seq + 1, status = 'ready', parked_on = NULL
    WHERE status <> 'done' AND status = 'parked' AND parked_on = :awaited AND user_id = :whose
"""
    + RETURNING
)


def add_turn(tx: Transaction, row: TurnRow) -> TurnRow | None:
    """Store a new turn with seq 1; None when there is one of that id."""
    return row.model_copy(update={"seq": 1}) if is_new(tx, row) else None


def is_new(tx: Transaction, row: TurnRow, *, releases: bool = False) -> bool:
    """As `add_turn`: whether it was stored."""
    return bool(tx.rows(_ADD, {**TURNS.values(row), "seq": 1, "released": releases}))


def wake(tx: Transaction, user_id: int, awaited: str) -> list[TurnRow]:
    """Make ready what is parked on a turn of this user."""
    return tx.rows(_WAKE, {"awaited": awaited, "whose": user_id})
