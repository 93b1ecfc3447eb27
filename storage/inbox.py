"""Raw updates, kept before Telegram is told that they arrived."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import bindparam, delete, insert, select, update

from storage.columns import Moment
from storage.connection import Transaction
from storage.entities import InboxUpdate
from storage.schema import NOT_DONE, inbox
from storage.store import Store
from storage.text import clean_json

_KNOWN = select(inbox.c.update_id).where(inbox.c.update_id == bindparam("update_id"))
_ADD = insert(inbox)
_UNFINISHED = (
    select(inbox.c.update_id, inbox.c.lane, inbox.c.raw_json, inbox.c.received_at)
    .where(NOT_DONE)
    .order_by(inbox.c.update_id)
)
_DONE = update(inbox).where(inbox.c.update_id == bindparam("key")).values(done=True)
_PRUNE = delete(inbox).where(inbox.c.done, inbox.c.received_at < bindparam("before", type_=Moment()))


class Inbox(Store):
    """The inbox's rows."""

    async def put_updates(self, updates: Sequence[InboxUpdate]) -> list[int]:
        """Commit them; the ids of those that were new."""

        def work(tx: Transaction) -> list[int]:
            new: list[int] = []
            for arrived in updates:
                if tx.first(_KNOWN, {"update_id": arrived.update_id}) is None:
                    tx.execute(_ADD, _row(arrived))
                    new.append(arrived.update_id)
            return new

        return await self.database.write(work)

    async def unfinished_updates(self) -> list[InboxUpdate]:
        """Those whose work was never committed, oldest first."""
        rows = await self.database.read(lambda tx: tx.rows(_UNFINISHED))
        return [
            InboxUpdate(update_id=update_id, lane=lane, raw_json=raw_json, received_at=received_at)
            for update_id, lane, raw_json, received_at in rows
        ]

    async def mark_done(self, update_id: int) -> None:
        """Nothing is left to do for it."""
        await self.database.write(lambda tx: mark_update_done(tx, update_id), repeatable=True)

    async def prune_updates(self, before: datetime) -> int:
        """Forget what was done and arrived earlier; how many. Telegram repeats nothing older than a day."""
        return await self.database.write(lambda tx: tx.execute(_PRUNE, {"before": before}))


def mark_update_done(tx: Transaction, update_id: int) -> None:
    """In the transaction that writes what came of it."""
    tx.execute(_DONE, {"key": update_id})


def _row(arrived: InboxUpdate) -> dict[str, object]:
    return {
        "update_id": arrived.update_id,
        "lane": arrived.lane,
        "raw_json": clean_json(arrived.raw_json),
        "received_at": arrived.received_at,
        "done": arrived.done,
    }
