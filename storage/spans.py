"""How turns ran, step by step."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import bindparam, insert, select

from storage.connection import Transaction
from storage.entities import Span
from storage.schema import spans
from storage.store import Store

FIELDS = ("turn_id", "user_id", "state", "next_state", "started_at", "duration_ms", "note")
_ADD = insert(spans).values({name: bindparam(name) for name in FIELDS})
_OF_TURN = (
    select(*(spans.columns[name] for name in FIELDS))
    .where(spans.c.turn_id == bindparam("turn"), spans.c.user_id == bindparam("user"))
    .order_by(spans.c.id)
)


class Spans(Store):
    """The spans' rows."""

    async def spans(self, user_id: int, turn_id: str) -> list[Span]:
        """The steps of a turn of this user, in order."""
        rows = await self.database.read(lambda tx: tx.rows(_OF_TURN, {"turn": turn_id, "user": user_id}))
        return [Span.model_validate(dict(zip(FIELDS, row, strict=True))) for row in rows]


def add_spans(tx: Transaction, new: Sequence[Span]) -> None:
    """Steps that were taken."""
    tx.execute_many(_ADD, [{name: getattr(span, name) for name in FIELDS} for span in new])
