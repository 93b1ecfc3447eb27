"""Who texts faster than anybody can answer: nothing is dropped and nothing waits for the clock.

The lanes see to it that others do not wait. Beyond the limit no model is asked about a person's messages, so
that a flood costs nothing; code reads them all. The person is told once that it takes a while.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from agents.ports import Money
from agents.turn import Incoming
from agents.work import Services
from bot.texts import wording
from storage.entities import Effects, Outgoing

_WINDOW = timedelta(minutes=1)
_WORTH_TELLING = 10
"""Messages that wait; fewer are answered before it is read."""


@dataclass(slots=True)
class _Person:
    latest: deque[datetime]
    told: bool = False


@dataclass(slots=True)
class Pace:
    """When each person's latest messages were sent, as far back as the limit asks."""

    _people: dict[int, _Person] = field(default_factory=dict[int, _Person])

    def is_over(self, user_id: int, sent_at: datetime, most: int) -> bool:
        """Whether this message is more than `most` within a minute; 0: any number is fine."""
        if not most:
            return False
        person = self._people.get(user_id)
        if person is None or person.latest.maxlen != most:
            person = self._people[user_id] = _Person(deque(maxlen=most))
        latest = person.latest
        over = len(latest) == most and abs(sent_at - latest[0]) < _WINDOW
        if not latest or abs(sent_at - latest[len(latest) // 2]) > _WINDOW:  # half of it, and it is over
            person.told = False
        latest.append(sent_at)
        return over

    def tells(self, user_id: int) -> bool:
        """Whether the person has still to be told; from now on they were."""
        person = self._people[user_id]
        person.told, told = True, person.told
        return not told


@dataclass(frozen=True, slots=True)
class Pacing:
    """Looks at each message once, in the order of its chat."""

    services: Services
    pace: Pace

    async def paced(self, incoming: Incoming) -> Incoming:
        """As it came, or marked as one of too many."""
        most = self.services.limits.messages_a_minute
        if incoming.edited or not self.pace.is_over(incoming.user_id, incoming.sent_at, most):
            return incoming
        if not incoming.silent:
            await self._tell(incoming, self.services.money)
        return incoming.model_copy(update={"hurried": True})

    async def _tell(self, incoming: Incoming, money: Money | None) -> None:
        """Once a flood; also after a restart in its midst no more than once an hour."""
        chat_id, user_id = incoming.chat_id, incoming.user_id
        waiting = await self.services.db.inbox.waiting_in(f"chat:{chat_id}") - 1
        if (waiting < _WORTH_TELLING and money is None) or not self.pace.tells(user_id):
            return
        say = wording((await self.services.profile(user_id)).language)
        html = say("pace", count=waiting) if waiting >= _WORTH_TELLING else say("pace.few")
        if money is not None:
            html = f"{html} {say('pace.offline')}"
        key = f"pace:{chat_id}:{user_id}:{incoming.sent_at:%Y-%m-%d-%H}"
        told = Outgoing(key=key, chat_id=chat_id, user_id=user_id, html=html)
        await self.services.db.turns.apply(Effects(outgoing=[told]))
