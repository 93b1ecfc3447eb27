"""Raw updates, kept before Telegram is told that they arrived."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from storage.connection import Counted, Transaction
from storage.entities import InboxUpdate
from storage.query import Column, Query, Rows, Table
from storage.store import Store
from storage.text import clean_json


class Raw(NamedTuple):
    """An update as it is kept."""

    update_id: int
    raw_json: str


_KNOWN = Column[int]("SELECT update_id FROM inbox WHERE update_id = :update_id")
_ALL = Table("inbox", InboxUpdate)
_ADD = _ALL.insert
# What is below zero came by HTTP (`requests`).
ASIDE = "aside"
"""The lane of what came and can't be read: it is kept, done with, until a version comes that reads it."""
_UNFINISHED = _ALL.where("WHERE NOT done AND update_id >= 0 ORDER BY update_id")
_LANES = Query[str, int]("""
    SELECT lane, min(update_id)
    FROM inbox
    WHERE NOT done AND update_id >= 0
    GROUP BY lane
    ORDER BY min(update_id)
""")
_OF_LANE = Rows[Raw]("""
    SELECT update_id, raw_json
    FROM inbox
    WHERE NOT done AND lane = :lane AND update_id > :after
    ORDER BY update_id LIMIT :limit
""")
_IDS = Column[int]("""
    SELECT update_id
    FROM inbox
    WHERE NOT done AND update_id >= 0
    ORDER BY update_id
""")
_WAITING = Column[int]("SELECT count(*) FROM inbox WHERE NOT done AND lane = :lane")
_OPEN = Column[int]("SELECT update_id FROM inbox WHERE update_id = :key AND NOT done")
_DONE = "UPDATE inbox SET done = 1 WHERE update_id = :key"
_ASIDES = Rows[Raw](f"""
    SELECT update_id, raw_json
    FROM inbox
    WHERE lane = '{ASIDE}'
    ORDER BY update_id
""")
_SET_ASIDE = f"UPDATE inbox SET lane = '{ASIDE}', done = 1 WHERE update_id = :key"
_TAKE_UP = "UPDATE inbox SET lane = :to, done = 0 WHERE update_id = :key"
_PRUNE = f"DELETE FROM inbox WHERE done = 1 AND lane <> '{ASIDE}' AND received_at < :before"


class Share(NamedTuple):
    """Of a lane, so many updates with ids above `after`."""

    lane: str
    after: int
    limit: int


class InboxRows(Store):
    """The inbox's rows."""

    async def put_updates(self, updates: Sequence[InboxUpdate]) -> list[int]:
        """Commit them; the ids of those that were new."""

        def work(tx: Transaction) -> list[int]:
            new: list[int] = []
            for arrived in updates:
                if tx.first(_KNOWN, {"update_id": arrived.update_id}) is None:
                    add_update(tx, arrived)
                    new.append(arrived.update_id)
            tx.told += (
                Counted("updates", "new", len(new)),
                Counted("updates", "known", len(updates) - len(new)),
            )
            return new

        return await self.database.write(work)

    async def unfinished_updates(self) -> list[InboxUpdate]:
        """Telegram's whose work was never committed, oldest first."""
        return await self._all(_UNFINISHED)

    async def unfinished_ids(self) -> array[int]:
        """Of those whose work was never committed, in order: eight bytes each, however many there are."""
        return await self.database.read(lambda tx: array("q", tx.rows(_IDS)))

    async def unfinished_lanes(self) -> list[str]:
        """The lanes with something unfinished; the one with the oldest comes first."""
        return [lane for lane, _ in await self._all(_LANES)]

    async def next_of_lanes(self, wanted: Sequence[Share]) -> list[list[Raw]]:
        """The next unfinished updates of each of these lanes."""

        def work(tx: Transaction) -> list[list[Raw]]:
            return [
                tx.rows(_OF_LANE, {"lane": lane, "after": after, "limit": limit})
                for lane, after, limit in wanted
            ]

        return await self.database.read(work)

    async def waiting_in(self, lane: str) -> int:
        """How many of a lane are unfinished."""
        return (await self._all(_WAITING, lane=lane))[0]

    async def is_unfinished(self, update_id: int) -> bool:
        """Whether it is here and its work was never committed."""
        return await self._first(_OPEN, key=update_id) is not None

    async def mark_done(self, update_id: int) -> None:
        """Nothing is left to do for it."""
        await self.database.write(lambda tx: mark_update_done(tx, update_id), repeatable=True)

    async def set_aside(self, update_id: int) -> None:
        """It can't be read."""
        await self._run(_SET_ASIDE, key=update_id, repeatable=True)

    async def updates_aside(self) -> list[Raw]:
        """What can't be read, or could not be, oldest first."""
        return await self._all(_ASIDES)

    async def take_up(self, update_id: int, lane: str) -> None:
        """It can be read now: it is unfinished, in this lane."""
        await self._run(_TAKE_UP, key=update_id, to=lane, repeatable=True)

    async def prune_updates(self, before: datetime) -> int:
        """Forget what was done and arrived earlier; how many. Telegram repeats nothing older than a day."""
        return await self._run(_PRUNE, before=before)


def add_update(tx: Transaction, arrived: InboxUpdate) -> None:
    """One that is new."""
    tx.execute(_ADD, {**_ALL.values(arrived), "raw_json": clean_json(arrived.raw_json)})


def mark_update_done(tx: Transaction, update_id: int) -> None:
    """In the transaction that writes what came of it."""
    tx.execute(_DONE, {"key": update_id})
