"""How turns ran, step by step."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import ConfigDict, TypeAdapter

from storage.connection import Transaction
from storage.entities import Span, TurnRow
from storage.query import Column, insert
from storage.store import Store

_ADD = f"{insert('spans', ('turn_id', 'seq', 'user_id', 'body'))} ON CONFLICT DO NOTHING"
_OF_TURN = Column[str]("""
    SELECT body
    FROM spans
    WHERE turn_id = :turn AND user_id = :user
    ORDER BY seq
""")
_SPANS = TypeAdapter(list[Span], config=ConfigDict(defer_build=True))


class Spans(Store):
    """The spans' rows."""

    async def spans(self, user_id: int, turn_id: str) -> list[Span]:
        """The steps of a turn of this user, in order."""
        rows = await self._all(_OF_TURN, turn=turn_id, user=user_id)
        return [span for row in rows for span in _SPANS.validate_json(row)]


def add_spans(tx: Transaction, row: TurnRow, new: Sequence[Span]) -> None:
    """The steps since the turn's last commit."""
    steps = _SPANS.dump_json(list(new), exclude_defaults=True).decode()
    tx.execute(_ADD, {"turn_id": row.id, "seq": row.seq, "user_id": row.user_id, "body": steps})
