"""Who wants no receipts gets a thumb up for a log of which there is nothing to say."""

from __future__ import annotations

from pathlib import Path

import pytest

from telegram_local.messages import StoredMessage
from telegram_local.world import BOT_ID, YOU_ID
from tests.driver.harness import RunningBot, running_bot
from tests.driver.person import Person

THUMB = "👍"


async def thumbed(bot: RunningBot, you: Person, text: str) -> StoredMessage:
    """Says it and waits for the bot's thumb on it."""
    said = await you.say(text)

    def seen() -> StoredMessage | None:
        now = you.current(said)
        return now if any(one.emoji == THUMB for one in now.reactions.get(BOT_ID, [])) else None

    return await bot.client.until(seen, what="a thumb")


async def chosen(bot: RunningBot, you: Person) -> None:
    page = await you.ask("/settings")
    await you.tap(page, "👍 only")
    assert "A log that went well: 👍 only" in (await you.edited(page)).text
    assert (await bot.app.state.profile(YOU_ID)).receipts == "reaction"


async def test_a_thumb_where_a_receipt_would_only_repeat_the_log(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        assert "Bench press" in (await you.ask("bench 80 kg 5x5")).text
        await chosen(bot, you)
        before = bot.server.state.calls.find("sendMessage")
        said = await thumbed(bot, you, "bench 75 kg 5x5")
        await thumbed(bot, you, "slept 7h")
        assert bot.server.state.calls.find("sendMessage", after=before[-1].number) == []
        record = (await you.ask("bench 100 kg x5")).text
        assert "100 kg" in record
        await you.reply(said, "that was 72.5 kg")
        assert "72.5 kg" in (await you.next_reply()).text
        assert "yesterday: ran" not in (await you.ask("yesterday: ran 5k in 25:30")).text
        assert "Taken back" in (await you.ask("/undo")).text
        assert "100" in (await you.ask("what is my best bench press?")).text


async def test_words_where_the_chat_admits_no_reaction(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("telegram_local.editing.REACTIONS", set[str]())
    async with running_bot(tmp_path) as (bot, you):
        await chosen(bot, you)
        assert "7 h" in (await you.ask("slept 7h")).text
