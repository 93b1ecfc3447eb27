"""The whole product on a data directory, with its models at a scripted server; only Telegram is not there."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

from agents.turn import Incoming, Turn
from bot.core import Core, open_core, utc_now
from bot.settings import Settings
from storage.entities import Entry, Measure, ModelCall
from storage.stores import Stores
from tests.driver.harness import begin
from tests.driver.storing import save_entry

QUICKLY: Mapping[str, object] = {
    "tries": 2,
    "reminders": 1,
    "low_seconds": 1.5,
    "medium_seconds": 1.5,
    "high_seconds": 1.5,
    "turn_seconds": 12,
    "backoff_seconds": 0.01,
    "backoff_max_seconds": 0.2,
}
"""`limits.calls` for tests: nobody waits for long."""


@dataclass(slots=True)
class Said:
    """A message and what came of it, until the reply was in the outbox."""

    turn: Turn
    seconds: float
    replies: list[str]


@dataclass(slots=True)
class Product:
    """What a message goes through between two Telegram calls."""

    core: Core
    _said: int = field(default=0)

    @property
    def db(self) -> Stores:
        """Its storage."""
        return self.core.db

    async def say(self, text: str, user: int = 7, **changes: object) -> Said:
        """A new message in the private chat of a user. Learning from it goes on afterwards."""
        self._said += 1
        before = set(await self.outbox(user))
        message: dict[str, object] = {
            "user_id": user,
            "chat_id": user,
            "message_id": self._said,
            "text": text,
            "sent_at": utc_now(),
            **changes,
        }
        began = time.monotonic()
        turn = await self.core.machine.begin(Incoming.model_validate(message))
        seconds = time.monotonic() - began
        sent = await self.outbox(user)
        return Said(turn, seconds, [html for key, html in sent.items() if key not in before])

    async def outbox(self, user: int) -> dict[str, str]:
        """Everything that is to be sent to a user, by its key."""
        rows = await self.db.outbox.queued(utc_now() + timedelta(days=1), 10_000)
        return {str(row.id): row.outgoing.html for row in rows if row.outgoing.chat_id == user}

    async def learned(self) -> None:
        """Until the observers are done too."""
        await self.core.lanes.idle()

    async def logs(self, user: int = 7) -> list[Entry]:
        """A user's entries, newest first."""
        return await self.db.entries.recent_entries(user, limit=100)

    async def calls(self, user: int = 7) -> list[ModelCall]:
        """A user's model calls, oldest first."""
        return (await self.db.calls.recent_calls(user, 1000))[::-1]

    async def benched(self, user: int = 7, *weights: float) -> list[Entry]:
        """Some weeks of bench press, a session every third day, the last one two days ago."""
        made: list[Entry] = []
        for place, weight in enumerate(weights or (180, 185, 185, 190)):
            at = utc_now() - timedelta(days=2 + 3 * (len(weights or (1,) * 4) - 1 - place))
            made.append(_session(user, place, weight, at))
            await save_entry(self.db.entries, made[-1])
        return made

    async def slept(self, hours: float, user: int = 7) -> None:
        """A night that ended two days ago."""
        await save_entry(self.db.entries, _night(user, hours, utc_now() - timedelta(days=2)))


def _night(user: int, hours: float, at: datetime) -> Entry:
    slept = Measure(domain="sleep", name="sleep", day=at.date(), value=hours, unit="h")
    return Entry(
        id=f"01KNIGHT{user:06}{0:012}",
        user_id=user,
        chat_id=user,
        message_id=900_100,
        day=at.date(),
        logged_at=at,
        text=f"slept {hours:g}h",
        domains=("sleep",),
        measures=(slept,),
    )


def _session(user: int, place: int, weight: float, at: datetime) -> Entry:
    lifted = Measure(
        domain="strength", name="bench press", day=at.date(), weight=weight, weight_unit="lb", reps=5, sets=3
    )
    return Entry(
        id=f"01KBENCH{user:06}{place:012}",
        user_id=user,
        chat_id=user,
        message_id=900_000 + place,
        day=at.date(),
        logged_at=at,
        text=f"bench {weight:g}x5x3",
        domains=("strength",),
        measures=(lifted,),
    )


@asynccontextmanager
async def product(
    folder: Path, llm: Mapping[str, object], calls: Mapping[str, object] = QUICKLY, **sections: object
) -> AsyncGenerator[Product]:
    """Opened as the bot opens it."""
    settings = Settings.model_validate(
        {
            "data_dir": folder,
            "llm": dict(llm),
            "limits": {"calls": dict(calls)},
            "profile": {"time_zone": "UTC", "weight_unit": "lb", "distance_unit": "km", "ask_first": []},
            **sections,
        }
    )
    begin(settings.data)
    core = await open_core(settings, utc_now)
    try:
        if core.models is not None:
            await core.models.warm()
        yield Product(core)
    finally:
        await core.aclose()
