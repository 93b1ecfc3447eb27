"""What the doctor tells of replies: true, and of use."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from click.testing import CliRunner

from bot.cli import swealog
from telegram_local.faults import FaultKind
from telegram_local.world import ALEX_ID, YOU_ID
from tests.driver.harness import running_bot
from tests.telegram.board import all_sent, queue, reply, reported, undelivered, until


@pytest.mark.fault("a reply that waits for long")
@pytest.mark.usefixtures("impatient")
async def test_what_waits_for_long_is_listed_until_it_is_sent(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, _):
        await bot.client.fault(FaultKind.SERVER_ERROR, "sendMessage", chat_id=YOU_ID, times=None, status=502)
        await queue(bot, reply("1", "private words"), reply("2", "behind it"))
        await until(lambda: tried(bot.settings.data / "swealog.db"), "a second try")
        assert (await reported(bot)).says == "all delivered or on their way"
        bot.clock.advance(minutes=6)
        found = await reported(bot)
        assert found.says == "2 have been waiting for more than 5 minutes"
        assert f"chat {YOU_ID}, waiting, 0 tries: not tried yet" in found.lines[0]
        assert "Internal Server Error" in found.lines[1]
        assert "private" not in "".join(found.lines)
        await bot.client.heal()
        await all_sent(bot)
        assert (await reported(bot)).says == "all delivered or on their way"


async def tried(database: Path) -> bool:
    import sqlite3  # noqa: PLC0415

    connection = sqlite3.connect(database)
    [(attempts,)] = connection.execute("SELECT max(attempts) FROM outbox").fetchall()
    connection.close()
    return attempts >= 2


async def test_the_command_shows_the_newest_with_chat_time_and_reason(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        await you.block()
        for number in range(7):
            await queue(bot, reply(f"{number}", "private words"))
        await bot.client.fault(
            FaultKind.ERROR,
            "sendMessage",
            chat_id=ALEX_ID,
            status=400,
            description="Bad Request: no",
            times=2,
        )
        await queue(bot, reply("alex", "<b>private words</b>", chat_id=ALEX_ID))
        await all_sent(bot)
        assert len(await undelivered(bot)) == 8
    (tmp_path / "config.yaml").write_text("local: {port: 0}\n", encoding="utf-8")
    options = ["--config", str(tmp_path / "config.yaml"), "--data-dir", str(tmp_path / "data")]
    told = (await asyncio.to_thread(CliRunner().invoke, swealog, ["doctor", *options])).output
    [line] = [line for line in told.splitlines() if " replies: " in line]
    assert line.startswith("ok       replies: 8 could not be delivered: ")
    assert "Forbidden: bot was blocked by the user (7), No (1)" in line
    newest = told.splitlines()[told.splitlines().index(line) + 1 :][:5]
    assert f" UTC, chat {ALEX_ID}, not delivered: No" in newest[0]
    assert all(f"chat {YOU_ID}, not delivered: Forbidden" in each for each in newest[1:])
    assert all(each.endswith("(sent after all when they write again within a day)") for each in newest[1:])
    assert "private words" not in told
