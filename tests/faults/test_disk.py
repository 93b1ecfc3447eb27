"""A full disk, and one that takes no writes any more."""

from __future__ import annotations

import asyncio
import base64
import random
import shutil
import sqlite3
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest

from storage.invariants import broken
from storage.preparation import FILE_NAME
from telegram_local.server import LocalServer
from telegram_local.world import ALEX_ID, YOU_ID
from tests.driver.bounds import Bounds
from tests.driver.client import LocalClient
from tests.driver.older_stamp import taken_back
from tests.driver.person import Person
from tests.faults.machine import (
    OUTAGE,
    Bot,
    Disk,
    Mounted,
    allow_writes,
    configured,
    heard,
    left,
    mounted,
    refuse_writes,
    replies,
    small_disk,
    stored_texts,
    telegram,
    until,
)

PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
ROOM_FOR_WORDS = 90 * 4096
LOADS = (101, 102, 103)
ROOM = (0, 2, 8, 20)
"""Pages that can still be written."""


@asynccontextmanager
async def running(
    tmp_path: Path, disk: Disk, *, webhook: bool = False
) -> AsyncGenerator[tuple[Bot, LocalServer, LocalClient]]:
    """The bot with its data on this disk."""
    async with telegram() as (server, client):
        config = configured(tmp_path / "bot", server, webhook=webhook)
        bot = Bot(config, disk.path / "data", disk.bounds)
        await bot.start()
        try:
            yield bot, server, client
        finally:
            disk.free(bot)
            await bot.kill()


async def answered(client: LocalClient, person: Person, load: int) -> None:
    """Wait for the receipt of a log."""

    await heard(client, person, f"{load} kg")


async def told(client: LocalClient, person: Person, times: int) -> None:
    """Wait until a chat has been told so often that it has to wait."""
    await until(lambda: replies(client, person.chat_id).count(OUTAGE) == times, f"{person.chat_id} is told")


def _told(client: LocalClient) -> int:
    return sum(replies(client, chat_id).count(OUTAGE) for chat_id in (YOU_ID, ALEX_ID))


@pytest.mark.fault("disk full")
@pytest.mark.parametrize("webhook", [False, True], ids=["polling", "webhook"])
async def test_all_texted_while_the_disk_is_full_is_answered_once_when_there_is_room(
    tmp_path: Path, webhook: bool, record_property: Callable[[str, object], None]
) -> None:
    """With more and more room left: what fails is the inbox, then the work, then the reply's record."""
    with small_disk(tmp_path / "disk") as disk:
        async with running(tmp_path, disk, webhook=webhook) as (bot, server, client):
            you, alex = client.you, client.alex
            await asyncio.gather(you.ask("bench 100 kg 5x5"), alex.ask("bench 100 kg 5x5"))
            for number, pages in enumerate(ROOM):
                before = _told(client)
                disk.fill(bot, leave=pages * 4096)
                loads = [load + 10 * number for load in LOADS]
                for load in loads:
                    await you.say(f"bench {load} kg 5x5")
                    await alex.say(f"squat {load} kg 5x5")
                await until(lambda: _told(client) > before, f"somebody is told, {pages} pages")  # noqa: B023
                if not pages:
                    await told(client, you, 1)
                    await told(client, alex, 1)
                await bot.says(disk.full)
                disk.free(bot)
                for load in loads:
                    await answered(client, you, load)
                    await answered(client, alex, load)
            await until(lambda: not server.state.updates.pending(), "nothing is left at Telegram")
            assert await bot.stop() == 0
        record_property("trials", len(ROOM))
        database = left(disk, tmp_path / "left")
        assert await broken(database) == []
        expected = [100, *(load + 10 * number for number in range(len(ROOM)) for load in LOADS)]
        vault = "".join(path.read_text("utf-8") for path in database.parent.rglob("raw/*/*/*.md"))
        for person, move in ((YOU_ID, "bench"), (ALEX_ID, "squat")):
            texts = ["bench 100 kg 5x5", *(f"{move} {load} kg 5x5" for load in expected[1:])]
            assert stored_texts(database, person) == texts
            assert all(text in vault for text in texts)
            receipts = [said for said in replies(client, person) if "Logged" in said]
            assert len(receipts) == len(expected)
            assert all(f"{load} kg" in said for load, said in zip(expected, receipts, strict=True))


@pytest.mark.fault("disk full")
async def test_files_that_do_not_fit_are_written_when_they_do(tmp_path: Path) -> None:
    """A picture waits, as its message does; an export or a backup is refused and leaves nothing."""
    picture = PNG + random.Random(1).randbytes(600_000)  # noqa: S311
    with small_disk(tmp_path / "disk") as disk:
        async with running(tmp_path, disk) as (bot, _, client):
            you = client.you
            data = disk.seen / "data"
            await you.ask("bench 100 kg 5x5")
            disk.fill(bot, leave=ROOM_FOR_WORDS)
            await you.photo(picture, "at the gym")
            await told(client, you, 1)
            assert not [path for path in data.rglob("media/**/*") if path.is_file()]
            disk.free(bot)
            await until(lambda: len(replies(client, you.chat_id)) == 3, "the picture is looked at")
            assert [path.read_bytes() for path in data.rglob("media/*/*/*")] == [picture]

            disk.fill(bot, leave=ROOM_FOR_WORDS)
            await you.say("/export")
            await heard(client, you, "can't write the file")
            if isinstance(disk, Mounted):  # a limit holds for the bot's process only
                disk.fill(leave=8 * 4096)
                code, said = await bot.swealog("backup")
                assert (code, said.count("\n")) == (1, 1), said
                assert "disk is full" in said
            assert not [path for path in data.rglob("exports/**/*") if path.is_file()]
            assert not [path for path in data.rglob("backups/*") if path.is_file()]
            disk.free(bot)
            await you.say("/export")
            await heard(client, you, "Everything you have logged")
            assert await bot.stop() == 0
        assert await broken(left(disk, tmp_path / "left")) == []


@pytest.mark.fault("disk full")
async def test_on_a_full_disk_it_says_so_and_starts_when_there_is_room(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk") as disk:
        async with telegram() as (server, client):
            bot = Bot(configured(tmp_path / "bot", server), disk.path / "data", disk.bounds)
            disk.fill()
            assert disk.full in await bot.refused()
            disk.free()
            await bot.start()
            await client.you.ask("bench 100 kg 5x5")
            await bot.kill()
            disk.fill()
            await client.you.say("bench 105 kg 5x5")
            await bot.start()  # what a kill leaves is all it takes to run and to wait, or even to log
            await until(
                lambda: any(OUTAGE in said or "105 kg" in said for said in replies(client, YOU_ID)),
                "it is told, or what is left of the write-ahead log had room",
            )
            await bot.says(disk.full)
            disk.free(bot)
            await answered(client, client.you, 105)
            assert await bot.stop() == 0
        assert await broken(left(disk, tmp_path / "left")) == []


@pytest.mark.fault("read-only file system")
async def test_a_file_system_that_takes_no_writes_any_more_loses_nothing(tmp_path: Path) -> None:
    """As one that the kernel makes read-only after an error: files stay open and every write fails."""
    async with telegram() as (server, client):
        bot = Bot(configured(tmp_path / "bot", server), tmp_path / "data")
        await bot.start()
        try:
            await client.you.ask("bench 100 kg 5x5")
            for number, load in enumerate((101, 102), 1):
                refuse_writes(bot)
                await client.you.say(f"bench {load} kg 5x5")
                await told(client, client.you, number)
                await bot.says("could not be read or written")
                allow_writes(bot)
                await answered(client, client.you, load)
            refuse_writes(bot)
            await client.you.say("bench 103 kg 5x5")
            await told(client, client.you, 3)
            assert await bot.stop() == 0  # while it is refused: what waits is with Telegram or in the inbox
            await bot.start()
            await answered(client, client.you, 103)
            assert await bot.stop() == 0
        finally:
            await bot.kill()
        assert "Traceback" not in bot.log
        assert await broken(tmp_path / "data" / FILE_NAME) == []
        assert stored_texts(tmp_path / "data" / FILE_NAME, YOU_ID) == [
            f"bench {load} kg 5x5" for load in (100, 101, 102, 103)
        ]


@pytest.mark.fault("read-only file system")
async def test_on_a_read_only_file_system_it_says_so_and_starts_when_it_may_write(tmp_path: Path) -> None:
    with mounted(tmp_path / "disk", 8) as disk:
        async with telegram() as (server, client):
            # Where nothing can be mounted, the kernel's own tree is one that nobody may write.
            data = disk.path / "data" if disk is not None else Path("/sys/kernel/swealog")
            bot = Bot(configured(tmp_path / "bot", server), data, disk.bounds if disk is not None else Bounds)
            if disk is None:
                assert "cannot be written" in await bot.refused()
                return
            (disk.seen / "data").mkdir()
            disk.remount("ro")
            await client.you.say("bench 105 kg 5x5")
            assert "read-only" in await bot.refused()
            code, said = await bot.swealog("doctor")
            assert (code, "read-only" in said) == (1, True), said
            disk.remount("rw")
            await bot.start()
            assert "105 kg" in (await client.you.next_reply()).text
            assert await bot.stop() == 0


@pytest.mark.fault("disk full")
async def test_an_upgrade_does_without_room_to_write_the_file_anew(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk") as disk:
        async with running(tmp_path, disk) as (bot, _, client):
            await client.you.ask("bench 100 kg 5x5")
            assert await bot.stop() == 0
            held = disk.seen / "data" / FILE_NAME
            outside = Path(shutil.copy(held, tmp_path))
            with closing(sqlite3.connect(outside)) as older:
                room = shutil.disk_usage(disk.seen).free
                older.execute("INSERT INTO inbox VALUES (-9, '', ?, '', 1)", ("x" * (room // 2),))
                taken_back(older, "0006")
                older.commit()
            shutil.copy(outside, held)
            await bot.start()
            await bot.says("the disk has too little room")
            assert "100 kg" in (await client.you.ask("/today")).text
            assert await bot.stop() == 0
