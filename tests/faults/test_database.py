"""A database that another program holds, and one that is damaged."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot import cli
from bot.errors import StartError
from storage.database import Database
from storage.invariants import broken
from storage.preparation import FILE_NAME
from tests.driver.harness import RunningBot, running_bot
from tests.faults.machine import OUTAGE

PATIENCE = 60.0
_PAGE = 4096
DEFAULTS = Database.open.__func__.__kwdefaults__ or {}


def swealog(data: Path, *arguments: str) -> Result:
    return CliRunner().invoke(cli.swealog, [*arguments, "--data-dir", str(data)])


@contextmanager
def held(database: Path) -> Generator[None]:
    """Somebody looks into the database with a tool that locks it."""
    with closing(sqlite3.connect(database, isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@pytest.fixture(autouse=True)
def _no_long_waits(monkeypatch: pytest.MonkeyPatch) -> None:  # pyright: ignore[reportUnusedFunction]
    """The bot waits for others for ten seconds before it says a word."""
    monkeypatch.setattr(Database.open.__func__, "__kwdefaults__", {**DEFAULTS, "busy_timeout": 0.3})


@pytest.mark.fault("database locked by another process")
async def test_what_is_texted_while_another_process_holds_the_database_is_answered_after(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("bench 100 kg 5x5", within=PATIENCE)
        data = bot.settings.data
        with held(data / FILE_NAME):
            for load in (101, 102, 103):
                await you.say(f"bench {load} kg 5x5")
            assert (await you.next_reply(within=PATIENCE)).text == OUTAGE
            assert "is held by another process" in caplog.text
            doctor = await asyncio.to_thread(swealog, data, "doctor")
            assert "problem  database" in doctor.output
            assert "held by another process" in doctor.output
        for load in (101, 102, 103):
            assert f"{load} kg" in (await you.next_reply(within=PATIENCE)).text
        await you.silence(0.2)
        assert "storage can be written again" in caplog.text


@pytest.mark.fault("database locked by another process")
async def test_a_database_that_is_held_is_said_at_the_start(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("bench 100 kg 5x5", within=PATIENCE)
        await bot.stop()
        with held(bot.settings.data / FILE_NAME), pytest.raises(StartError, match="held by another process"):
            await bot.start()
        await bot.start()
        assert "105 kg" in (await you.ask("bench 105 kg 5x5", within=PATIENCE)).text


@pytest.mark.fault("corrupt database")
async def test_damage_found_while_it_runs_stops_the_bot_and_a_restore_brings_it_back(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        for load in range(100, 110):
            await you.ask(f"bench {load} kg 5x5", within=PATIENCE)
        data = bot.settings.data
        assert (await asyncio.to_thread(swealog, data, "backup")).exit_code == 0
        await damaged_under(bot)
        await you.say("bench 120 kg 5x5")
        async with asyncio.timeout(PATIENCE):
            error = await bot.app.failed
        assert "is damaged" in str(error)
        assert "newest good backup" in str(error)
        await bot.stop()
        with pytest.raises(StartError, match=r"is damaged.*newest good backup.*`swealog restore`"):
            await bot.start()
        restored = await asyncio.to_thread(swealog, data, "restore", "--yes")
        assert restored.exit_code == 0, restored.output
        await bot.start()
        replies = [(await you.next_reply(within=PATIENCE)).text]
        while "120 kg" not in replies[-1]:  # what could not be taken was not confirmed
            replies.append((await you.next_reply(within=PATIENCE)).text)
        assert await broken(data / FILE_NAME) == []


async def damaged_under(bot: RunningBot) -> None:
    """Overwrite its pages, and make it read them: another connection's commit empties its caches."""
    database = bot.settings.data / FILE_NAME
    await bot.app.core.db.database.fold()
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode")
        content = bytearray(database.read_bytes())
        for page in range(1, len(content) // _PAGE):
            content[page * _PAGE : page * _PAGE + 100] = b"\xff" * 100
        with database.open("r+b") as file:
            file.write(content)
        other.execute("PRAGMA user_version = 9")


@pytest.mark.fault("corrupt database")
@pytest.mark.parametrize("damage", ["pages", "header", "cut", "empty", "gone"])
async def test_damage_is_found_at_the_start_and_the_newest_good_backup_offered(
    tmp_path: Path, damage: str
) -> None:
    """The newest backup is damaged, too: the one before it is what is offered and restored."""
    data = tmp_path / "data"
    async with running_bot(tmp_path) as (bot, you):
        for load in (100, 101, 102):
            await you.ask(f"bench {load} kg 5x5", within=PATIENCE)
        for _ in range(2):
            await bot.tick()
            bot.clock.advance(hours=25)
        await bot.stop()
        good, bad = sorted((data / "backups").iterdir())
        bad.write_bytes(bad.read_bytes()[: 20 * _PAGE])
        database = data / FILE_NAME
        content = database.read_bytes()
        match damage:
            case "pages":
                torn = b"".join(
                    b"\xff" * 64 + content[at + 64 : at + _PAGE] for at in range(_PAGE, len(content), _PAGE)
                )
                database.write_bytes(content[:_PAGE] + torn)
            case "header":
                database.write_bytes(b"\0" * 100 + content[100:])
            case "cut":
                database.write_bytes(content[: len(content) // 3])
            case "empty":
                database.write_bytes(b"")
            case _:
                database.unlink()
        with pytest.raises(StartError, match="is damaged") as refused:
            await bot.start()
        assert f"{good.stem[8:12]}-{good.stem[12:14]}-{good.stem[14:16]}" in str(refused.value)
        restored = await asyncio.to_thread(swealog, data, "restore", "--yes")
        assert good.name in restored.output, restored.output
        await bot.start()
        assert "102 kg" in (await you.ask("what's my best bench?", within=PATIENCE)).text
