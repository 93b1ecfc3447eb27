"""Who texts faster than a limit is told once, costs nothing more, and loses nothing."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.texts import wording
from telegram_local.world import YOU_ID
from tests.driver.harness import RunningBot, TestClock, running_bot
from tests.models.server import ModelServer

MOST = 3
UNSURE = "felt like a feather on the third one, {} of them"
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


async def asked_of(server: ModelServer, bot: RunningBot) -> int:
    """Calls so far, those of learning included."""
    await bot.app.core.lanes.idle()
    return len(server.asked)


@pytest.mark.fault("one chat floods")
@pytest.mark.parametrize("language", ["en", "ko"])
async def test_a_flood_asks_no_model_and_is_told_once(tmp_path: Path, server: ModelServer, language: str):
    clock = TestClock()
    clock.set(NOON)
    say = wording(language)
    told = say.catalogue.say["pace.few"]
    async with running_bot(
        tmp_path,
        clock=clock,
        llm=server.llm_section(),
        limits={"messages_a_minute": MOST, "calls": {"backoff_seconds": 0, "tries": 1}},
    ) as (bot, you):
        bot.client.patience = 60
        bot.server.state.world.users[YOU_ID].language_code = language
        for number in range(MOST):
            await you.ask(UNSURE.format(number))
        before = await asked_of(server, bot)
        assert before > 0
        for number in range(MOST, 4 * MOST):
            said = await you.say(UNSURE.format(number))
            if number == MOST:
                notice = (await you.next_reply()).text
                assert notice == f"{told} {say.catalogue.say['pace.offline']}"
            reply = await you.next_reply()
            assert reply.message_id > said.message_id
            assert told not in reply.text
        assert await asked_of(server, bot) == before
        clock.advance(minutes=2)
        await you.ask(UNSURE.format(99))
        assert await asked_of(server, bot) > before
        kept = await bot.app.core.db.messages.recent_messages(YOU_ID, 50)
        assert [one.role for one in kept].count("user") == 4 * MOST + 1


async def test_no_limit_when_it_is_zero(tmp_path: Path, server: ModelServer):
    limits = {"messages_a_minute": 0, "calls": {"backoff_seconds": 0, "tries": 1}}
    async with running_bot(tmp_path, llm=server.llm_section(), limits=limits) as (bot, you):
        bot.client.patience = 60
        for number in range(MOST + 1):
            before = await asked_of(server, bot)
            await you.ask(UNSURE.format(number))
            assert await asked_of(server, bot) > before
