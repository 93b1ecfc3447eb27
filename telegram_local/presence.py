"""Whether the bot is listening: it polls, or its webhook answers."""

from __future__ import annotations

import asyncio

from telegram_local.events import EventLog, StatusEvent

GRACE_SECONDS = 4.0


class Presence:
    """Tells the page when the bot has been away for longer than a pause between two polls."""

    def __init__(self, events: EventLog) -> None:
        self._events = events
        self._polls = 0
        self._timer: asyncio.TimerHandle | None = None
        self.listening = False

    def entered(self) -> None:
        """A poll began."""
        self._polls += 1
        self._set(listening=True)

    def left(self) -> None:
        """A poll ended; unless another follows soon, the bot is away."""
        self._polls -= 1
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(GRACE_SECONDS, self._expire)

    def webhook(self, *, works: bool) -> None:
        """A delivery to the webhook worked or failed."""
        self._set(listening=works)

    def close(self) -> None:
        """Stop the clock."""
        if self._timer is not None:
            self._timer.cancel()

    def _expire(self) -> None:
        self._timer = None
        if self._polls == 0:
            self._set(listening=False)

    def _set(self, *, listening: bool) -> None:
        if listening != self.listening:
            self.listening = listening
            self._events.publish(StatusEvent(listening=listening))
