"""What a group must not see: a command's private answer goes to the private chat."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.commands.private import PRIVATE
from telegram_local.world import GROUP_ID, YOU_ID
from tests.access.helping import dealt_with, nothing_queued
from tests.driver.harness import running_bot

WORDS = "felt miserable"


@pytest.mark.parametrize("allowed", [{"allow_users": [YOU_ID], "allow_groups": [GROUP_ID]}, {}], ids=str)
async def test_private_answers_go_to_the_private_chat(tmp_path: Path, allowed: dict[str, object]):
    """Also of somebody who may use the bot in the group only."""
    access = allowed or {"allow_groups": [GROUP_ID]}
    async with running_bot(tmp_path, access=access) as (bot, you):
        group = bot.client.in_group(YOU_ID)
        assert "Logged" in (await group.ask(f"@swealog_bot bench 100 kg 5x5, {WORDS}")).text
        for command in sorted(PRIVATE):
            told = await group.ask(f"/{command}@swealog_bot")
            assert "in our private chat" in told.text
            assert (told.message.document, told.labels) == (None, [])
            answer = await you.next_reply()
            assert (answer.message.document is not None) == (command == "export")
            assert answer.text
        await dealt_with(bot)
        await nothing_queued(bot)
        documents = await bot.client.calls("sendDocument")
        assert [call.chat_id for call in documents] == [YOU_ID]


async def test_where_the_bot_cannot_write_privately_the_group_hears_how_and_nothing_else(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        await you.ask(f"bench 100 kg 5x5, {WORDS}")
        await you.block()
        group = bot.client.in_group(YOU_ID)
        for command in sorted(PRIVATE):
            told = await group.ask(f"/{command}")
            assert f"tap Start, and send /{command} there" in told.text
        await dealt_with(bot)
        assert await bot.client.calls("sendDocument") == []
        assert await bot.app.core.db.outbox.undeliverable() == []
        assert not any(WORDS in message.text for message in await group.history())
        await you.unblock()
        assert "everything" in (await you.ask("/export")).text.casefold()
