"""Places to work at: a hundred turns at once are worked on in their order, not all at the same slow pace.

Else the last step before a call to a model is reached by all of them only when all have reached it, and
while the models answer nothing is left to do.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

AT_ONCE = 16
"""Turns worked on at one moment; those that wait for a model do not count."""
PATIENCE = 0.1
"""Seconds that other work gives way to turns, at most."""


class Places:
    """So many turns are worked on at one moment. First come, first served."""

    def __init__(self, count: int) -> None:
        self._free = asyncio.Semaphore(count)
        self._taken = 0
        self._none_taken = asyncio.Event()
        self._none_taken.set()

    def locked(self) -> bool:
        """Whether all are taken."""
        return self._free.locked()

    async def take(self) -> None:
        """Wait for a free one."""
        await self._free.acquire()
        self._taken += 1
        self._none_taken.clear()

    def leave(self) -> None:
        """Give it to whoever waits longest."""
        self._taken -= 1
        if not self._taken:
            self._none_taken.set()
        self._free.release()

    async def give_way(self, seconds: float = PATIENCE) -> None:
        """Let turns go first: until none is worked on, at most so long. For what nobody waits for."""
        if not self._none_taken.is_set():
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._none_taken.wait()


@dataclass(slots=True)
class Place:
    """What one turn has of the places."""

    places: Places
    _is_taken: bool = field(default=False, init=False)
    _waits: int = field(default=0, init=False)
    """Under way; a turn may wait for several models side by side."""

    @asynccontextmanager
    async def taken(self) -> AsyncGenerator[None]:
        """While the turn is worked on."""
        await self._take()
        try:
            yield
        finally:
            self._leave()

    @asynccontextmanager
    async def left(self) -> AsyncGenerator[None]:
        """While it waits for a model: others work here, and who comes back queues again."""
        self._waits += 1
        self._leave()
        try:
            yield
        finally:
            self._waits -= 1
            if not self._waits:
                await self._take()

    async def _take(self) -> None:
        await self.places.take()
        self._is_taken = True

    def _leave(self) -> None:
        if self._is_taken:
            self._is_taken = False
            self.places.leave()
