"""What the tests look at: what a chat shows, what is still to be sent, what the doctor says of it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import TypeVar

from bot.cli.checks import replies
from bot.replies.deliveries import Deliveries, deliveries
from storage.entities import Effects, Outgoing
from storage.outbox import Undelivered
from telegram_local.world import YOU_ID
from tests.driver.harness import RunningBot

T = TypeVar("T")
PATIENCE = 20.0
AGAIN = "you may have this already"


async def until(look: Callable[[], Awaitable[T | None]], what: str) -> T:
    """The first true value; for what no event tells of."""
    try:
        async with asyncio.timeout(PATIENCE):
            while not (value := await look()):  # noqa: ASYNC110 - no event tells of it
                await asyncio.sleep(0.02)
            return value
    except TimeoutError:
        raise AssertionError(f"waited {PATIENCE:g} s for {what}") from None


def reply(key: str, html: str = "hello", chat_id: int = YOU_ID, **fields: object) -> Outgoing:
    """A reply of the bot's own making."""
    return Outgoing.model_validate(
        {"key": key, "chat_id": chat_id, "user_id": YOU_ID, "html": html, **fields}
    )


async def queue(bot: RunningBot, *replies: Outgoing) -> None:
    """As a turn would."""
    await bot.app.core.db.turns.apply(Effects(outgoing=list(replies)))


def said(bot: RunningBot, chat_id: int = YOU_ID) -> list[str]:
    """What the bot has said there, oldest first, as far as it was not deleted."""
    return [stored.text for stored in bot.client.history(chat_id) if stored.from_bot]


async def all_sent(bot: RunningBot) -> None:
    """Nothing is at work, and no reply waits."""
    later = bot.clock() + timedelta(days=1)

    async def nothing_waits() -> bool:
        return not await bot.app.core.db.outbox.waiting(later)

    await bot.app.core.lanes.idle()
    await until(nothing_waits, "every reply to be sent or refused")


async def undelivered(bot: RunningBot) -> list[Undelivered]:
    """What was refused for good."""
    return list(await bot.app.core.db.outbox.undeliverable())


async def reported(bot: RunningBot) -> Deliveries:
    """As the doctor sees it."""
    found = await deliveries(bot.settings.data, bot.clock())
    assert found is not None
    return found


async def doctor_says(bot: RunningBot) -> str:
    """The doctor's words about replies."""
    check = await replies(bot.settings, running=True)
    return "\n".join((check.says, *check.lines))


async def all_taken(bot: RunningBot) -> None:
    """The bot has confirmed whatever was said so far, and has dealt with it but for sending."""

    async def nothing_waits() -> bool:
        return len(bot.server.state.updates) == 0

    await until(nothing_waits, "every update to be confirmed")
    await bot.app.core.lanes.idle()


async def unfinished(bot: RunningBot) -> int:
    """Updates that nobody has dealt with."""
    return len(await bot.app.core.db.inbox.unfinished_updates())


def loads(texts: list[str]) -> list[int]:
    """The kilograms that receipts tell of, in their order."""
    return [int(found[1]) for text in texts if (found := re.search(r"(\d+) kg", text))]
