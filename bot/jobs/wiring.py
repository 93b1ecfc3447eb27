"""Who runs jobs: loaded with the first one."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from bot.people.state import BotState

if TYPE_CHECKING:
    from agents.jobs.model_worker import Stepping
    from agents.jobs.office import Office
    from bot.jobs.chat import JobChat
    from bot.replies.sending import Draw


def run_jobs(state: BotState, draw: Draw) -> Callable[[], Awaitable[None]]:
    """Have the state's jobs run here; `draw` makes pictures of charts. What is returned ends it."""
    room = _Room(state, draw)
    jobs = state.jobs
    jobs.open, jobs.start, jobs.forget, jobs.remove = room.open, room.start, room.forget, room.remove
    return room.close


@dataclass(slots=True)
class _Room:
    state: BotState
    draw: Draw
    _office: Office | None = None
    _making: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def open(self) -> JobChat:
        from bot.jobs.chat import JobChat  # noqa: PLC0415 - with the first job

        self.state.jobs.is_open = True
        return JobChat(self.state, await self.office())

    async def office(self) -> Office:
        async with self._making:
            if self._office is None:
                make = await asyncio.to_thread(_loaded)
                asked = self.state.asked  # the cascade is what its models are
                models = None if asked is None else cast("Stepping", getattr(asked, "models", None))
                self._office = make(self.state, self.draw, models)
            return self._office

    async def start(self) -> None:
        rows = self.state.db.jobs
        self.state.jobs.words |= await rows.listening()
        self.state.jobs.reports |= await rows.delivered_to()
        if not (unfinished := await rows.unfinished()):
            return
        office = await self.office()
        for user_id in {row.user_id for row in unfinished}:
            if not self.state.access.knows(user_id):
                await office.stop_all(user_id, "removed")
        await office.resume_all()

    async def forget(self, user_id: int) -> None:
        self.state.jobs.words.discard(user_id)
        self.state.jobs.reports.discard(user_id)
        if self._office is not None:
            await self._office.forget(user_id)

    async def remove(self, user_id: int) -> None:
        if any(row.is_active for row in await self.state.db.jobs.of_user(user_id)):
            await (await self.office()).stop_all(user_id, "removed")

    async def close(self) -> None:
        if self._office is not None:
            await self._office.close()


def _loaded():
    """With all tools, in the thread that this is called in: importing them takes half a second."""
    from agents import assistant  # noqa: PLC0415 - with the first job
    from agents.tools.registry import discovered  # noqa: PLC0415 - as above
    from bot.jobs.assembly import office  # noqa: PLC0415 - as above

    tuple(discovered(assistant.catalogue))

    return office
