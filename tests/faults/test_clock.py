"""The machine's clock jumps, hours or years, forth and back."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from telegram import Update

from storage.backup import Backup, backups, newest_good
from storage.preparation import FILE_NAME
from telegram_local.faults import FaultKind
from telegram_local.world import YOU_ID
from tests.driver.harness import RunningBot, running_bot
from tests.driver.listening import eventually
from tests.faults.machine import stored_texts

PATIENCE = 60.0
JUMPS = (timedelta(hours=3), timedelta(days=800))
BOTH_WAYS = [jump * way for jump in JUMPS for way in (1, -1)]


def jump_by(bot: RunningBot, jump: timedelta) -> None:
    bot.clock.advance(seconds=jump.total_seconds())


@pytest.mark.fault("clock jumping back and forth")
@pytest.mark.parametrize("jump", BOTH_WAYS, ids=str)
async def test_logs_and_questions_outlive_a_clock_that_jumps_there_and_back(
    tmp_path: Path, jump: timedelta
) -> None:
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("squat 100 3x5", within=PATIENCE)
        asked = await you.next_reply(within=PATIENCE)  # kg or lb?
        assert "kg" in asked.labels
        jump_by(bot, jump)
        await bot.tick()
        await you.ask("bench 101 kg 5x5", within=PATIENCE) if jump > timedelta(days=1) else None
        jump_by(bot, -jump)
        await bot.tick()
        stored = stored_texts(bot.settings.data / FILE_NAME, YOU_ID)
        if jump < timedelta(days=1):  # nobody's patience was over
            await you.tap(asked, "kg")
            while "100 kg" not in (await you.next_reply(within=PATIENCE)).text:
                pass
        assert "squat 100 3x5" in {*stored, *stored_texts(bot.settings.data / FILE_NAME, YOU_ID)}
        await you.say("bench 102 kg 5x5")
        while "102 kg" not in (await you.next_reply(within=PATIENCE)).text:
            pass


@pytest.mark.fault("clock jumping back and forth")
async def test_a_reply_that_had_to_wait_is_sent_although_the_clock_was_set_back(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("bench 100 kg 5x5", within=PATIENCE)
        await bot.client.fault(FaultKind.RATE_LIMIT, "sendMessage", times=1, retry_after=50)
        await you.say("bench 101 kg 5x5")
        database = bot.settings.data / FILE_NAME
        await eventually(lambda: _waiting(database) == 1, seconds=PATIENCE)
        await bot.stop()
        jump_by(bot, timedelta(days=-800))
        await bot.start()
        assert "101 kg" in (await you.next_reply(within=PATIENCE)).text


def _waiting(database: Path) -> int:
    with closing(sqlite3.connect(database)) as connection:
        return int(connection.execute("SELECT count(*) FROM outbox WHERE not_before NOT NULL").fetchone()[0])


@pytest.mark.fault("clock jumping back and forth")
async def test_backups_go_on_and_the_one_made_last_is_the_newest(tmp_path: Path) -> None:
    async with running_bot(tmp_path, backups={"keep": 4}) as (bot, you):
        await you.ask("bench 100 kg 5x5", within=PATIENCE)
        data = bot.settings.data
        made = [(await _ticked(bot))[0]]
        for jump in (timedelta(days=800), timedelta(days=-800)):
            jump_by(bot, jump)
            found = await _ticked(bot)
            assert len(found) == len(made) + 1, "one at once, so that the newest is from now"
            made.insert(0, found[0])
            assert [one.path for one in found] == [one.path for one in made]
            assert await _ticked(bot) == found, "and no more"
        assert newest_good(data) == made[0]
        assert abs(made[0].at - bot.clock()) < timedelta(minutes=10)
        for _ in range(3):
            jump_by(bot, timedelta(hours=25))
            await bot.tick()
        assert [one.number for one in backups(data)] == [6, 5, 4, 3], (
            "the oldest went, not the one from the future"
        )


async def _ticked(bot: RunningBot) -> list[Backup]:
    await bot.tick()
    return backups(bot.settings.data)


@pytest.mark.fault("clock jumping back and forth")
async def test_the_observer_is_due_again_within_days(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("bench 100 kg 5x5", within=PATIENCE)
        for jump in (timedelta(days=800), timedelta(days=-800)):
            jump_by(bot, jump)
            await bot.tick()
            run = await bot.app.core.db.schedule.scheduled(YOU_ID, "observer")
            assert run is not None
            assert timedelta() < run.due_at - bot.clock() < timedelta(days=2)


@pytest.mark.fault("clock jumping back and forth")
async def test_an_update_that_is_repeated_after_a_jump_is_not_stored_twice(tmp_path: Path) -> None:
    """Two years on, old updates are forgotten; the message itself is known."""
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("bench 100 kg 5x5", within=PATIENCE)
        database = bot.settings.data / FILE_NAME
        with closing(sqlite3.connect(database)) as connection:
            (raw,) = connection.execute("SELECT raw_json FROM inbox").fetchone()
        jump_by(bot, timedelta(days=800))
        await bot.tick()
        with closing(sqlite3.connect(database)) as connection:
            assert connection.execute("SELECT count(*) FROM inbox").fetchone() == (0,)
        jump_by(bot, timedelta(days=-800))
        await bot.app.inbox.put(Update.de_json(json.loads(raw), bot.app.application.bot))
        await bot.app.core.lanes.idle()
        await you.silence(0.3)
        assert stored_texts(database, YOU_ID) == ["bench 100 kg 5x5"]


@pytest.mark.fault("clock jumping back and forth")
@pytest.mark.parametrize("jump", BOTH_WAYS[2:], ids=str)
async def test_a_jump_is_noticed_said_and_followed_by_a_tick(
    tmp_path: Path, jump: timedelta, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The scheduler's own next tick would be as far away as the clock was set back."""
    monkeypatch.setattr("bot.people.schedule.WATCH_SECONDS", 0.05)
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("bench 100 kg 5x5", within=PATIENCE)
        assert not backups(bot.settings.data)
        jump_by(bot, jump)
        await eventually(lambda: bool(backups(bot.settings.data)), seconds=PATIENCE)
        assert f"jumped {'forward' if jump > timedelta() else 'back'} by 800 days" in caplog.text
