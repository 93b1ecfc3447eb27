"""How turns ran, step by step."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import TypeAdapter
from sqlalchemy import bindparam, select
from sqlalchemy.dialects.sqlite import insert

from storage.connection import Transaction
from storage.entities import Span, TurnRow
from storage.schema import spans
from storage.store import Store
from storage.text import body

_ADD = insert(spans).on_conflict_do_nothing()
_OF_TURN = (
    select(spans.c.body)
    .where(spans.c.turn_id == bindparam("turn"), spans.c.user_id == bindparam("user"))
    .order_by(spans.c.seq)
)
_SPANS = TypeAdapter(list[Span])


class Spans(Store):
    """The spans' rows."""

    async def spans(self, user_id: int, turn_id: str) -> list[Span]:
        """The steps of a turn of this user, in order."""
        rows = await self.database.read(lambda tx: tx.rows(_OF_TURN, {"turn": turn_id, "user": user_id}))
        return [span for row in rows for span in _SPANS.validate_json(row[0])]


def add_spans(tx: Transaction, row: TurnRow, new: Sequence[Span]) -> None:
    """The steps since the turn's last commit."""
    steps = f"[{','.join(map(body, new))}]"
    tx.execute(_ADD, {"turn_id": row.id, "seq": row.seq, "user_id": row.user_id, "body": steps})
