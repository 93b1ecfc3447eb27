"""Whether messages are taken: storage can be written, Telegram answers, the schedule ticks."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from bot.process.health import SILENT_SECONDS
from storage.counts import Counting
from storage.errors import StorageError

_LOOK_SECONDS = 5.0
"""Whoever asks more often gets the last answer: anybody may ask, and looking writes to the disk."""
_PROBE_SECONDS = 3.0


class Wellness:
    """`polled` and `stirred` tell for how many seconds Telegram, or the schedule, has been silent."""

    def __init__(
        self, storage: Counting, *, polled: Callable[[], float] | None, stirred: Callable[[], float]
    ) -> None:
        self._storage = storage
        self._polled = polled
        self._stirred = stirred
        self._looking = asyncio.Lock()
        self._looked = float("-inf")
        self._found: str | None = None

    async def trouble(self) -> str | None:
        """What is wrong, in words that tell nobody anything; None: nothing."""
        async with self._looking:
            if time.monotonic() - self._looked >= _LOOK_SECONDS:
                self._found = await self._look()
                self._looked = time.monotonic()
        return self._found

    async def _look(self) -> str | None:
        try:
            async with asyncio.timeout(_PROBE_SECONDS):
                await self._storage.probe()
        except (StorageError, TimeoutError):
            return "The database can't be written."
        if self._polled is not None and self._polled() > SILENT_SECONDS:
            return "Telegram can't be reached."
        if self._stirred() > SILENT_SECONDS:
            return "The bot does not stir."
        return None
