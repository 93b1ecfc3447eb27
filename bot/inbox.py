"""The inbox: an update is on disk before Telegram is told that it arrived.

Polling and webhook both await `update_queue.put(update)` and only then confirm: `put` is the one place
for both. Without this the library confirms updates that are only in memory (measured: a kill loses them).
"""

from __future__ import annotations

import asyncio
import json
import logging
from bisect import bisect_left
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Protocol

from telegram import Bot, Update
from telegram.error import TelegramError

from bot.lanes import lane_of
from bot.window import Window
from storage.entities import InboxUpdate
from storage.inbox import Raw
from storage.repository import Repository

logger = logging.getLogger(__name__)


class Earlier:
    """The ids of updates that an earlier run received and did not finish."""

    def __init__(self, ids: Sequence[int] = ()) -> None:
        self._ids = ids

    def __len__(self) -> int:
        """How many there are."""
        return len(self._ids)

    def __contains__(self, update_id: int) -> bool:
        """Whether it is one of them."""
        place = bisect_left(self._ids, update_id)
        return place < len(self._ids) and self._ids[place] == update_id


class _Patience(Protocol):
    """`bot.patience`, which knows more of the bot than an inbox may."""

    async def refused(self, update: Update, error: Exception) -> None:
        """It stays with Telegram, which sends it again."""

    def taken(self) -> None:
        """Something was written."""


class Inbox(asyncio.Queue[object]):
    """PTB's update queue, durable. Updates that were seen before are dropped."""

    def __init__(self, repository: Repository, clock: Callable[[], datetime]) -> None:
        super().__init__()
        self._repository = repository
        self._clock = clock
        self._bot: Bot | None = None
        self.patience: _Patience | None = None
        """Hears of what can't be written. None: the log does."""
        self.window = Window(repository.next_of_lanes, self._take)

    async def put(self, item: object) -> None:
        """Commit, then queue. Raises TelegramError when it can't: the offset stays, the webhook says 500."""
        if isinstance(item, Update):
            row = InboxUpdate(
                update_id=item.update_id,
                lane=lane_of(item),
                raw_json=item.to_json(),
                received_at=self._clock(),
            )
            self.window.arriving(row.update_id)
            try:
                new = await self._repository.put_updates([row])
            except BaseException as error:
                self.window.failed(row.update_id)
                if not isinstance(error, Exception):
                    raise
                if self.patience is None:
                    logger.exception("the update could not be written to the inbox")
                else:
                    await self.patience.refused(item, error)
                # any other kind would end PTB's polling task for good
                raise TelegramError("the inbox could not be written") from error
            if self.patience is not None:
                self.patience.taken()
            if not new:
                self.window.failed(row.update_id)
                return
            if not self.window.arrived(row.lane, row.update_id):
                return
        self.put_nowait(item)

    async def replay(self, bot: Bot) -> Earlier:
        """What an earlier run left unfinished comes first in its lane. Call before anything can arrive."""
        self._bot = bot
        self.window.begin_with(await self._repository.unfinished_lanes())
        return Earlier(await self._repository.unfinished_ids())

    async def _take(self, raw: Raw) -> bool:
        """Queue an update that waited as a row."""
        update = _read(raw, self._bot)
        if update is None:
            logger.error("update %d in the inbox can't be read any more and is left aside", raw.update_id)
            await self._repository.mark_done(raw.update_id)
            return False
        self.put_nowait(update)
        return True


def _read(raw: Raw, bot: Bot | None) -> Update | None:
    try:
        return Update.de_json(json.loads(raw.raw_json), bot)
    except (ValueError, TypeError, KeyError, AttributeError):
        return None
