"""getUpdates: the newest poll wins, and only an offset confirms."""

from __future__ import annotations

import asyncio

from telegram_local.errors import ConflictError
from telegram_local.requests import GetUpdates
from telegram_local.state import LocalState
from telegram_local.updates import PendingUpdate

LONGEST_POLL = 50
_WEBHOOK_ACTIVE = (
    "Conflict: can't use getUpdates method while webhook is active; "
    "use deleteWebhook to delete the webhook first"
)


class Polling:
    """The one long poll that may run."""

    def __init__(self, state: LocalState) -> None:
        self._state = state
        self._current: asyncio.Future[str] | None = None
        self.stopping = False

    def interrupt(self, reason: str) -> None:
        """End the running poll with a conflict."""
        if self._current is not None and not self._current.done():
            self._current.set_result(reason)

    def stop(self) -> None:
        """End the running poll with no updates, and keep later ones short."""
        self.stopping = True
        self.interrupt("")

    async def get_updates(self, request: GetUpdates, gone: asyncio.Future[None]) -> list[PendingUpdate]:
        """Unconfirmed updates, waiting up to the timeout for one; empty at once when the caller is gone."""
        state = self._state
        if state.webhook.url:
            raise ConflictError(_WEBHOOK_ACTIVE)
        self.interrupt(str(ConflictError()))
        state.allow(request.allowed_updates)
        offset = request.offset if request.offset >= 0 else state.updates.offset_of(request.offset)
        state.confirm(state.updates.below(offset))
        limit = min(max(request.limit, 1), 100)
        state.presence.entered()
        try:
            ready = state.updates.pending(limit)
            if not ready and request.timeout > 0 and not self.stopping:
                await self._wait(min(request.timeout, LONGEST_POLL), gone)
                ready = [] if gone.done() else state.updates.pending(limit)
            state.updates.told(ready)
            return ready
        finally:
            state.presence.left()

    async def _wait(self, seconds: float, gone: asyncio.Future[None]) -> None:
        interrupted: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._current = interrupted
        changed = self._state.updates.changed()
        try:
            await asyncio.wait(
                {changed, interrupted, gone}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED
            )
            if interrupted.done() and (reason := interrupted.result()):
                raise ConflictError(reason)
        finally:
            changed.cancel()
            if self._current is interrupted:
                self._current = None
