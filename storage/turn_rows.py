"""Rows of turns: reading them, adding new ones, waking those that are parked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlalchemy import bindparam, select, update
from sqlalchemy.dialects.sqlite import insert

from storage.connection import Transaction
from storage.entities import TurnRow
from storage.schema import UNFINISHED, turns

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
RETURNING = tuple(turns.columns[name] for name in FIELDS)
COLUMNS = select(*RETURNING)
_ADD = insert(turns).on_conflict_do_nothing(index_elements=[turns.c.id]).returning(turns.c.id)
_WAKE = (
    update(turns)
    .where(
        UNFINISHED,
        turns.c.status == "parked",
        turns.c.parked_on == bindparam("awaited"),
        turns.c.user_id == bindparam("whose"),
    )
    .values(status="ready", parked_on=None, seq=turns.c.seq + 1)
    .returning(*RETURNING)
)


def turn_rows(rows: Iterable[Sequence[object]]) -> list[TurnRow]:
    """From rows of `COLUMNS`."""
    return [TurnRow.model_validate(dict(zip(FIELDS, row, strict=True))) for row in rows]


def add_turn(tx: Transaction, row: TurnRow, *, releases: bool = False) -> TurnRow | None:
    """Store a new turn with seq 1; None when there is one of that id."""
    stored = row.model_copy(update={"seq": 1})
    values: dict[str, object] = {field: getattr(stored, field) for field in FIELDS}
    return stored if tx.rows(_ADD, {**values, "released": releases}) else None


def wake(tx: Transaction, user_id: int, awaited: str) -> list[TurnRow]:
    """Make ready what is parked on a turn of this user."""
    return turn_rows(tx.rows(_WAKE, {"awaited": awaited, "whose": user_id}))
