"""What is known of coaches without looking. It loads nothing of them before one is due."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from pydantic import Field

from storage.entities import Frozen
from storage.wakes import Wakes

_REPLIED = 0.2
"""Seconds in which a reply is committed."""


class CoachesSection(Frozen):
    """Coaches: whether there are any."""

    enabled: bool = Field(default=True, description="off: none is made and none wakes")


class Runner(Protocol):
    """What runs them (`agents.wakes.runner`)."""

    async def resume(self) -> None: ...  # noqa: D102
    async def look(self) -> int: ...  # noqa: D102
    async def idle(self) -> None: ...  # noqa: D102
    def cancel(self) -> None: ...  # noqa: D102


@dataclass(slots=True)
class Coaching:
    """The runner, once there is a use for it. Without `make` wakes wait for the bot that has it."""

    wakes: Wakes
    clock: Callable[[], datetime]
    enabled: bool = True
    make: Callable[[], Runner] | None = None
    runner: Runner | None = None
    _resumed: bool = False
    _soon: asyncio.Task[None] | None = None

    async def tick(self) -> None:
        """Once a minute: begin what is due; at first what was at work when the process died."""
        if not self.enabled or self.make is None:
            return
        at_work = [] if self._resumed else await self.wakes.running()
        if self.runner is None and (at_work or await self.wakes.due(self.clock(), most=1)):
            self.runner = self.make()
        if self.runner is not None:
            if at_work:
                await self.runner.resume()
            await self.runner.look()
        self._resumed = True

    def soon(self) -> None:
        """Begin what was just asked for, once that is answered."""
        self._soon = asyncio.create_task(self._after_reply())

    async def _after_reply(self) -> None:
        await asyncio.sleep(_REPLIED)
        await self.tick()

    def stop(self) -> None:
        """What is at work goes on at the next start."""
        if self._soon is not None:
            self._soon.cancel()
        if self.runner is not None:
            self.runner.cancel()
