from __future__ import annotations

import logging
import sqlite3
from datetime import timedelta
from pathlib import Path

import pytest

from bot.commands.perform import PERFORM
from bot.people.state import BotState
from bot.process.log import Redacting
from bot.updates.asked import Asked
from storage.entities import Outgoing
from tests.driver.harness import RunningBot, running_bot


async def unfinished(bot: RunningBot) -> int:
    return len(await bot.app.core.db.inbox.unfinished_updates())


async def broken(_state: BotState, _asked: Asked) -> Outgoing | None:
    raise ValueError("on purpose")


async def test_a_bug_is_apologised_for_once_and_shows_no_traceback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setitem(PERFORM, "today", broken)
    async with running_bot(tmp_path) as (bot, you):
        said = (await you.ask("/today")).text
        assert "went wrong" in said
        assert "on purpose" not in said
        assert "Traceback" not in said
        assert await unfinished(bot) == 0
        await bot.restart()
        await you.silence(0.3)
        assert "/undo" in (await you.ask("/help")).text


async def test_while_storage_fails_the_update_stays_for_later(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("/help")
        database = sqlite3.connect(bot.app.core.db.database.path)
        database.execute("ALTER TABLE turns RENAME TO gone")
        database.commit()
        assert "went wrong" in (await you.ask("bench 185lb x5x3")).text
        assert await unfinished(bot) == 1
        database.execute("ALTER TABLE gone RENAME TO turns")
        database.commit()
        database.close()
        await bot.restart()
        assert "185 lb" in (await you.next_reply()).text
        assert await unfinished(bot) == 0


async def test_the_vault_follows(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("bench 185lb x5x3")
        await bot.stop()
        files = list((bot.settings.data / "vault").rglob("logs/raw/*/*/*.md"))
        assert len(files) == 1
        assert "bench 185lb x5x3" in files[0].read_text(encoding="utf-8")


def test_secrets_are_not_logged():
    record = logging.LogRecord("x", logging.INFO, "f", 1, "calling /bot%s/getMe", ("1:TOKENTOKEN",), None)
    assert Redacting(["1:TOKENTOKEN"]).format(record).endswith("calling /bot***/getMe")


async def test_old_updates_are_forgotten_once_a_day(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("bench 185lb x5x3")
        await bot.tick()
        bot.clock.advance(days=15)
        await you.ask("squat 225lb x5")
        await bot.tick()
        later = bot.clock() + timedelta(days=1)
        assert await bot.app.core.db.inbox.prune_updates(later) == 1
