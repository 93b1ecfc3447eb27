"""What is known of reminders without looking. A bot that has none loads nothing more of them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from storage.entities import OutboxRow
from storage.reminder import ReminderRow
from storage.reminders import Reminders

KEY = "remind:"
"""How the keys of replies begin that are reminders."""
Silence = Callable[[int, datetime], Awaitable[None]]
Tell = Callable[[int], Awaitable[None]]


class Alarm(Protocol):
    """What sends them (`bot.reminders.alarm`)."""

    def start(self) -> None: ...  # noqa: D102
    async def stop(self) -> None: ...  # noqa: D102
    def expect(self, due: datetime) -> None: ...  # noqa: D102
    def compare(self, *, jumped_back: bool = False) -> None: ...  # noqa: D102


async def _not_silenced(_user_id: int, _since: datetime) -> None:
    """Nobody is."""


async def _not_told(_chat_id: int) -> None:
    """Nobody is."""


@dataclass(slots=True)
class Watch:
    """Who is being asked something, who could not be reached, and the alarm, once there is a use for it."""

    rows: Reminders
    make: Callable[[], Alarm] | None = None
    """None: this process sends none."""
    silence: Silence = _not_silenced
    tell: Tell = _not_told
    asked: set[int] = field(default_factory=set[int])
    came: set[int] = field(default_factory=set[int])
    """To whom one has come, some time."""
    silenced: set[int] = field(default_factory=set[int])
    alarm: Alarm | None = None
    _stopped: bool = False

    async def start(self) -> None:
        """What an earlier run left; an alarm where anything is due some day."""
        standing = await self.rows.standing()
        self.asked |= standing.asked
        self.silenced |= standing.silenced
        self.came |= standing.came
        if standing.next_due is not None:
            self._wake(standing.next_due)

    async def stop(self) -> None:
        """Nothing comes any more until the next start."""
        self._stopped = True
        if self.alarm is not None:
            await self.alarm.stop()

    def hear(self, rows: Sequence[ReminderRow]) -> None:
        """These are new, or changed."""
        for row in rows:
            if row.asks:
                self.asked.add(row.user_id)
            if row.fired_at is not None:
                self.came.add(row.user_id)
            if row.due_at is not None:
                self._wake(row.due_at)

    def _wake(self, due: datetime) -> None:
        if self._stopped or self.make is None:
            return
        if self.alarm is None:
            self.alarm = self.make()
            self.alarm.start()
        self.alarm.expect(due)

    async def catch_up(self) -> None:
        """The terminal may have set some since, which is a process of its own."""
        due = await self.rows.next_due()
        if due is not None:
            self._wake(due)

    def look(self, *, jumped_back: bool = False) -> None:
        """Time has passed: a timer of this process stands still while the machine sleeps."""
        if self.alarm is not None:
            self.alarm.compare(jumped_back=jumped_back)

    async def unreached(self, row: OutboxRow) -> None:
        """A reply did not reach its chat; if it was a reminder, no more are sent there."""
        if row.outgoing.key.startswith(KEY):
            await self.silence(row.outgoing.user_id, row.created_at)
            self.silenced.add(row.outgoing.user_id)

    async def heard(self, chat_id: int) -> None:
        """Somebody writes who could not be reached."""
        if chat_id in self.silenced:
            self.silenced.discard(chat_id)
            await self.tell(chat_id)
