"""What the tests of this folder share."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path

from bot.entrance.pairing import make_code
from storage.preparation import FILE_NAME
from telegram_local.messages import StoredMessage
from tests.driver.harness import RunningBot
from tests.driver.person import Person

SAM_ID = 7_412_889_003
PATIENCE = 60
"""Seconds; whoever logs first waits for the engine to be loaded."""
WRONG = "BAD2-CDE7"
"""Of the right form and never made: the chance is one in 600,000,000,000."""


async def console_code(bot: RunningBot) -> str:
    """What `swealog pair` prints, at the time of the test."""
    bot.client.patience = PATIENCE
    return (await make_code(bot.app.core.db.access, "telegram", "owner", bot.clock())).code


async def owned(bot: RunningBot) -> Person:
    """You, who are the owner now."""
    you = bot.client.you
    assert "You are an owner" in (await you.ask(await console_code(bot))).text
    return you


def newcomer(bot: RunningBot, user_id: int = SAM_ID, name: str = "Sam", language: str = "en") -> Person:
    """Somebody nobody has heard of, with an empty private chat."""
    bot.client.patience = PATIENCE
    bot.server.state.world.add_person(user_id, name).language_code = language
    return bot.client.person(user_id)


async def invitation(you: Person) -> str:
    """The code of a new invitation."""
    return code_in(await you.ask("/invite"))


def code_in(told: StoredMessage) -> str:
    """As it is typed."""
    [code] = [entity for entity in told.message.entities or [] if entity.type == "code"]
    return told.text.encode("utf-16-le")[2 * code.offset : 2 * (code.offset + code.length)].decode(
        "utf-16-le"
    )


async def dealt_with(bot: RunningBot) -> None:
    """Wait until every update is done, also where nobody is told anything."""
    db, inbox = bot.app.core.db, bot.app.inbox
    async with asyncio.timeout(PATIENCE):
        while (  # noqa: ASYNC110 - no event tells
            len(bot.server.state.updates) or inbox.unwritten or await db.inbox.unfinished_updates()
        ):
            await asyncio.sleep(0.01)


async def fault_met(bot: RunningBot) -> None:
    """Wait until a call has met the fault that was set last."""
    async with asyncio.timeout(PATIENCE):
        while bot.server.state.faults.faults:  # noqa: ASYNC110 - no event tells
            await asyncio.sleep(0.01)


async def nothing_queued(bot: RunningBot) -> None:
    """Wait until each reply was sent or given up."""
    db = bot.app.core.db
    async with asyncio.timeout(PATIENCE):
        while await db.outbox.queued(bot.clock() + timedelta(days=1)):  # noqa: ASYNC110 - no event tells
            await asyncio.sleep(0.01)


def found(data: Path, *words: str) -> list[str]:
    """Which files below the data directory hold one of the words anywhere, deleted content included."""
    return [
        f"{path.relative_to(data)}: {word}"
        for path in sorted(data.rglob("*"))
        if path.is_file()
        for word in words
        if word.encode() in path.read_bytes()
    ]


def database(bot: RunningBot) -> Path:
    """The file."""
    return bot.settings.data / FILE_NAME
