"""Backups as the operator meets them: made by the schedule, put in place by a command."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot import cli
from bot.errors import StartError
from storage.backup import FOLDER, backups
from storage.preparation import FILE_NAME
from tests.driver.harness import TestClock, running_bot


def run(data: Path, *arguments: str, given: str | None = None) -> Result:
    return CliRunner().invoke(cli.swealog, [*arguments, "--data-dir", str(data)], input=given)


async def test_one_a_day_is_made_and_seven_are_kept(tmp_path: Path) -> None:
    clock = TestClock()
    async with running_bot(tmp_path, clock=clock) as (bot, you):
        await you.ask("bench 100 kg 5x5")
        for _ in range(9):
            await bot.tick()
            await bot.tick()
            clock.advance(hours=25)
        made = backups(bot.settings.data)
        assert len(made) == 7
        gaps = {a.at - b.at for a, b in pairwise(made)}
        assert {round(gap.total_seconds() / 3600) for gap in gaps} == {25}


async def test_none_is_made_where_nobody_wants_one(tmp_path: Path) -> None:
    async with running_bot(tmp_path, backups={"enabled": False}) as (bot, you):
        await you.ask("bench 100 kg 5x5")
        await bot.tick()
        assert not (bot.settings.data / FOLDER).exists()


async def test_a_copy_that_can_not_be_written_stops_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with running_bot(tmp_path) as (bot, you):
        (bot.settings.data / FOLDER).write_text("in the way", encoding="utf-8")
        await bot.tick()
        assert "there is no new backup" in caplog.text
        assert "Logged" in (await you.ask("bench 100 kg 5x5")).text


async def test_a_damaged_database_is_restored_as_the_bot_says(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("bench 100 kg 5x5")
        await bot.tick()
        await bot.stop()
        data = bot.settings.data
        (data / FILE_NAME).write_bytes(b"this is no database" * 1000)
        with pytest.raises(StartError, match=r"newest good backup .* `swealog restore`"):
            await bot.start()
        doctor = await asyncio.to_thread(run, data, "doctor")
        assert "mend: The newest good backup" in doctor.output
        refused = await asyncio.to_thread(run, data, "restore", given="n\n")
        assert refused.exit_code != 0
        restored = await asyncio.to_thread(run, data, "restore", given="y\n")
        assert restored.exit_code == 0, restored.output
        assert "what was there is now" in restored.output
        await bot.start()
        assert "100 kg" in (await you.ask("what's my best bench?")).text


async def test_nothing_is_restored_under_a_running_bot(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("bench 100 kg 5x5")
        made = await asyncio.to_thread(run, bot.settings.data, "backup")
        assert made.exit_code == 0, made.output
        assert made.output.strip() == str(backups(bot.settings.data)[0].path)
        refused = await asyncio.to_thread(run, bot.settings.data, "restore", "--yes")
        assert isinstance(refused.exception, StartError)
        assert "another Swealog" in str(refused.exception)


def test_without_a_backup_it_says_so(tmp_path: Path) -> None:
    nothing = run(tmp_path / "data", "backup")
    assert nothing.exit_code == 1
    assert "nothing in" in nothing.output
    nowhere = run(tmp_path / "data", "restore", "--yes")
    assert "no good backup" in nowhere.output
    assert "everything fits" not in run(tmp_path / "data", "check").output
