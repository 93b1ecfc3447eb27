"""Places to work at: a hundred turns at once are worked on in their order, not all at the same slow pace.

Else the last step before a call to a model is reached by all of them only when all have reached it, and
while the models answer nothing is left to do.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field


@dataclass(slots=True)
class Place:
    """What one turn has of the places that are free. First come, first served."""

    free: asyncio.Semaphore
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
        await self.free.acquire()
        self._is_taken = True

    def _leave(self) -> None:
        if self._is_taken:
            self._is_taken = False
            self.free.release()
