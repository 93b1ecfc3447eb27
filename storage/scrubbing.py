"""Updates of which nothing is kept: a stranger's, and those that carry a code."""

from __future__ import annotations

from storage.connection import Transaction
from storage.store import Store

_SCRUB = "UPDATE inbox SET lane = '', raw_json = '{}', done = 1 WHERE update_id = :key"


class Scrubbing(Store):
    """The inbox's rows, emptied."""

    async def scrub_update(self, update_id: int) -> None:
        """Nothing is left to do for it, and nothing of it: its id alone tells when it comes again."""
        await self.database.write(lambda tx: scrub(tx, update_id), repeatable=True)


def scrub(tx: Transaction, update_id: int) -> None:
    """In the transaction that writes what came of it."""
    tx.execute(_SCRUB, {"key": update_id})
