"""The inbox: an update is on disk before Telegram is told that it arrived.

Polling and webhook both await `update_queue.put(update)` and only then confirm: `put` is the one place
for both. Without this the library confirms updates that are only in memory (measured: a kill loses them).
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from datetime import datetime

from telegram import Bot, Update
from telegram.error import TelegramError

from bot.lanes import lane_of
from storage.entities import InboxUpdate
from storage.repository import Repository

logger = logging.getLogger(__name__)


class Inbox(asyncio.Queue[object]):
    """PTB's update queue, durable. Updates that were seen before are dropped."""

    def __init__(self, repository: Repository, clock: Callable[[], datetime]) -> None:
        super().__init__()
        self._repository = repository
        self._clock = clock

    async def put(self, item: object) -> None:
        """Commit, then queue. Raises TelegramError when it can't: the offset stays, the webhook says 500."""
        if isinstance(item, Update):
            row = InboxUpdate(
                update_id=item.update_id,
                lane=lane_of(item),
                raw_json=item.to_json(),
                received_at=self._clock(),
            )
            try:
                new = await self._repository.put_updates([row])
            except Exception as error:  # any other kind would end PTB's polling task for good
                logger.exception("the update could not be written to the inbox; Telegram will send it again")
                raise TelegramError("the inbox could not be written") from error
            if not new:
                return
        self.put_nowait(item)

    async def replay(self, bot: Bot) -> frozenset[int]:
        """Queue what an earlier run left unfinished; call before anything new can arrive."""
        rows = await self._repository.unfinished_updates()
        for row in rows:
            update = _read(row, bot)
            if update is None:
                logger.error("update %d in the inbox can't be read any more and is left aside", row.update_id)
                await self._repository.mark_done(row.update_id)
            else:
                self.put_nowait(update)
        return frozenset(row.update_id for row in rows)


def _read(row: InboxUpdate, bot: Bot) -> Update | None:
    try:
        return Update.de_json(json.loads(row.raw_json), bot)
    except (ValueError, TypeError, KeyError, AttributeError):
        return None
