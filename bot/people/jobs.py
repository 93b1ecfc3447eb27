"""What the bot's state knows of long jobs: who may be speaking to one, and how to get at them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from agents.turn import Incoming

if TYPE_CHECKING:  # it knows the state, which knows this
    from bot.jobs.chat import JobChat
    from bot.people.teaching import Said


async def _nobody() -> JobChat:
    raise LookupError("no jobs are run here")


async def _nothing(_user_id: int) -> None:
    """Nobody has a job."""


async def _none_left() -> None:
    """No job was left by an earlier run."""


@dataclass(slots=True)
class Jobs:
    """Nothing of them is loaded until somebody wants one."""

    words: set[int] = field(default_factory=set[int])
    """People whose next words may be for a job: it asks, or asked what to change."""
    is_open: bool = False
    """Whether somebody has opened them since the start: all that runs jobs is loaded."""
    open: Callable[[], Awaitable[JobChat]] = _nobody
    start: Callable[[], Awaitable[None]] = _none_left
    """Go on with what an earlier run left."""
    forget: Callable[[int], Awaitable[None]] = _nothing
    """Somebody's rows are about to be deleted."""
    remove: Callable[[int], Awaitable[None]] = _nothing
    """Somebody may not use the bot any more."""

    async def heard(self, incoming: Incoming) -> Said | None:
        """What is said to words that are for a job; None: they are not."""
        return await (await self.open()).heard(incoming) if incoming.user_id in self.words else None
