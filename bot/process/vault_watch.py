"""Looks for files of the vault that people have changed, and has them followed."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress

from pydantic import Field

from storage.entities import Frozen
from storage.vault_disk import LONGEST, Disk, Found
from units import DAY_S

logger = logging.getLogger(__name__)

_SHARE = 50
"""Looking through very many files takes its time: at most a fiftieth of it."""
_IDLE_SECONDS = 5.0
Follow = Callable[[Found], Awaitable[None]]


class VaultSection(Frozen):
    """The Markdown files in the data directory's folder vault."""

    follow_edits: bool = Field(
        default=True, description="what people change in the files changes entries; false: it is written over"
    )
    look_every_s: float = Field(default=60, ge=1, le=DAY_S, description="seconds between two looks")
    longest_bytes: int = Field(
        default=LONGEST, ge=1000, le=50_000_000, description="larger files are not read, but kept beside"
    )


class VaultWatch:
    """`follow` deals with one changed file; what fails is tried again at the next look."""

    def __init__(self, disk: Disk, section: VaultSection, follow: Follow) -> None:
        self._disk = disk
        self._section = section
        self._follow = follow
        self._one = asyncio.Lock()

    async def run(self, idle: Callable[[], Awaitable[object]]) -> None:
        """For ever, if that is wanted. What an earlier run was at work on is finished first."""
        if not self._section.follow_edits:
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(_IDLE_SECONDS):
                await idle()
        while True:
            began = time.monotonic()
            try:
                await self.look()
            except Exception:  # the next look must still come
                logger.exception("changed files of the vault could not be followed")
            took = time.monotonic() - began
            await asyncio.sleep(max(self._section.look_every_s, _SHARE * took))

    async def look(self) -> int:
        """Follow all that changed since the last look; how many files."""
        async with self._one:
            await asyncio.to_thread(self._disk.begin)
            paths = await asyncio.to_thread(lambda: list(self._disk.changed()))
            count = await self._each(paths)
            await asyncio.to_thread(self._disk.looked)
        return count

    async def _each(self, paths: Iterable[str]) -> int:
        """Raises the last trouble, when all others are dealt with."""
        count = 0
        trouble: Exception | None = None
        for path in paths:
            try:
                found = await asyncio.to_thread(self._disk.found, path)
                if found is not None:
                    await self._follow(found)
                    count += 1
            except Exception as error:  # noqa: BLE001 - one file must not keep the others waiting
                trouble = error
        if trouble is not None:
            raise trouble
        return count
