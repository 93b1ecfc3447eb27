"""Sends what is due: one timer for the next of all reminders, nothing is polled.

Due rows become replies of the outbox in the transaction that says when they are due next, so that a crash
loses none and sends none twice; what the outbox can't be sure of says so. No more are taken than Telegram
lets through: the others wait as rows, in the order in which they were due, and who texts meanwhile is
answered at once.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo

from agents.reminders.plan import Plan, next_due
from bot.people.state import BotState
from bot.people.watch import KEY
from bot.reminders.pages import LATE, Come, reminder_message
from bot.texts import wording
from storage.entities import Effects, Outgoing
from storage.errors import Outdated
from storage.reminder import ReminderRow

logger = logging.getLogger(__name__)

RATE = 28
"""Messages in any second. Telegram lets about 30 through; the others are for people who are texting."""
_AT_ONCE = 2
"""People whose reminders are taken in one transaction: with `RATE` no more than 30."""
_MADE_UP = 0.25
"""Seconds of a transaction that took long for which the next ones come sooner."""
_MOST_WAITING = RATE
"""On their way, those that Telegram refused included: so no more are tried in a second than it lets through.
While it can't be reached, the others stay rows that will tell how late they are."""
_SHORTEST_PAUSE, _LONGEST_PAUSE = 0.1, 15.0
_MOST_MISSED = 100
Wait = Callable[[asyncio.Event, float | None], Awaitable[None]]


async def until(changed: asyncio.Event, seconds: float | None) -> None:
    """Until that happens, or so many seconds have passed."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await changed.wait()


@dataclass(frozen=True, slots=True)
class Sent:
    """The message of one person, and the rows that it changes."""

    rows: tuple[ReminderRow, ...]
    message: Outgoing


class Alarm:
    """One task. `expect` tells it of an earlier one."""

    def __init__(self, state: BotState, wait: Wait = until) -> None:
        self.state = state
        self._wait = wait
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._due: datetime | None = None
        self._taken: deque[float] = deque()
        """When, of the last second."""
        self._next = 0.0
        """When the next may be taken, so that they leave evenly."""
        self._pause = _SHORTEST_PAUSE
        self._awaited: frozenset[int] = frozenset()
        """Chats that had not got theirs at the last look."""
        self._may_be_ahead = True
        """The clock may have been set back since the last reminder came: at a start, nobody knows."""

    def start(self) -> None:
        """Begin with whatever is due."""
        self._changed.set()
        self._task = asyncio.create_task(self._run(), name="reminders")

    async def stop(self) -> None:
        """What is due stays due."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def expect(self, due: datetime) -> None:
        """There is one due then."""
        if self._due is None or due < self._due:
            self._changed.set()

    def compare(self, *, jumped_back: bool = False) -> None:
        """The time of day may be another than the timer believes."""
        self._may_be_ahead |= jumped_back
        if jumped_back or (self._due is not None and self._due <= self.state.now()):
            self._changed.set()

    async def _run(self) -> None:
        while True:
            self._changed.clear()
            try:
                pause = await self._look()
            except Exception:  # the database may come back
                logger.exception("reminders can't be sent at the moment")
                pause = _LONGEST_PAUSE
            await self._wait(self._changed, pause)

    async def _look(self) -> float | None:
        """Send what can be sent; seconds until the next look, None: nothing is due."""
        if self._may_be_ahead:
            await self._put_back()
        now, rows = self.state.now(), self.state.db.reminders
        self._due = await rows.next_due()
        if self._due is None:
            return None
        if self._due > now:
            return (self._due - now).total_seconds()
        if (full := self._full_for()) > 0:
            return full
        awaiting = frozenset(await self.state.db.outbox.chats_awaiting(KEY))
        room = min(_AT_ONCE, RATE - len(self._taken), _MOST_WAITING - len(awaiting))
        people = await rows.due(now, room, awaiting) if room > 0 else []
        if not people:
            return self._held(awaiting)
        self._awaited = awaiting
        await self.send([await self._sent(of_one, now) for of_one in people], now)
        return self._after(len(people))

    def _held(self, awaiting: frozenset[int]) -> float:
        """By what has not arrived yet. Nobody tells when it has: where nothing does, the pauses grow."""
        stuck = bool(awaiting) and awaiting == self._awaited
        self._pause = min(_LONGEST_PAUSE, 2 * self._pause) if stuck else _SHORTEST_PAUSE
        self._awaited = awaiting
        return self._pause

    def _after(self, people: int) -> float:
        """Seconds until the next may be taken."""
        now = time.monotonic()
        self._taken.extend([now] * people)
        self._pause = _SHORTEST_PAUSE
        self._next = max(self._next, now - _MADE_UP) + people / RATE
        return max(0.0, self._next - now)

    def _full_for(self) -> float:
        """Seconds until one more may be sent, as the last second had as many as it may."""
        now = time.monotonic()
        while self._taken and self._taken[0] <= now - 1:
            self._taken.popleft()
        return self._taken[0] + 1 - now if len(self._taken) >= RATE else 0.0

    async def send(self, sent: Sequence[Sent], now: datetime) -> None:
        """All in one transaction; where one was changed meanwhile each in its own, and that one later."""
        everything = Effects(
            reminders=[row for one in sent for row in one.rows], outgoing=[one.message for one in sent]
        )
        try:
            await self.state.db.turns.apply(everything, now=now)
        except Outdated:
            if len(sent) > 1:
                for one in sent:
                    await self.send([one], now)

    async def _sent(self, rows: Sequence[ReminderRow], now: datetime) -> Sent:
        profile = await self.state.profile(rows[0].user_id)
        come = [_come(row, now, profile.zone) for row in rows]
        said, row = reminder_message(come, profile, wording(come[0].plan.language), now), rows[0]
        message = said.to(row.user_id, f"{KEY}{row.id}:{row.version}", late_after=now + LATE)
        return Sent(tuple(one.after for one in come), message)

    async def _put_back(self) -> None:
        """What came while the clock was ahead is due when the clock, as it is now, says so."""
        now = self.state.now()
        self._may_be_ahead = False
        while ahead := await self.state.db.reminders.fired_after(now + LATE):
            changed: list[ReminderRow] = []
            for row in ahead:
                zone = (await self.state.profile(row.user_id)).zone
                due = next_due(Plan.model_validate_json(row.body), now, zone)
                changed.append(replace(row, due_at=due, fired_at=now, version=row.version + 1))
            with contextlib.suppress(Outdated):
                await self.state.db.turns.apply(Effects(reminders=changed))


def _come(row: ReminderRow, now: datetime, zone: tzinfo) -> Come:
    """The reminder as it comes now, and its row after that."""
    plan = Plan.model_validate_json(row.body)
    due = row.due_at or now
    missed, again = 0, next_due(plan, due, zone)
    while again is not None and again <= now and missed < _MOST_MISSED:
        missed, again = missed + 1, next_due(plan, again, zone)
    if again is not None and again <= now:
        again = next_due(plan, now, zone)
    after = replace(
        row,
        status="over" if again is None else "set",
        due_at=again,
        fired_at=now,
        version=row.version + 1,
    )
    return Come(row, plan, due, missed, after)
