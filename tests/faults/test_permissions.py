"""Rights that are missing, and rights that nobody but the owner has."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from storage.invariants import broken
from storage.preparation import FILE_NAME
from telegram_local.world import YOU_ID
from tests.driver.bounds import Bounds
from tests.driver.client import LocalClient
from tests.faults.machine import Bot, configured, heard, stored_texts, telegram, until

HEVY = (
    '"title","start_time","end_time","description","exercise_title","superset_id","exercise_notes",'
    '"set_index","set_type","weight_kg","reps","distance_km","duration_seconds","rpe"\n'
    '"Legs","1 Mar 2020, 18:04","1 Mar 2020, 19:10","","Leg Press","","","0","normal",60,5,,,\n'
)


def bound() -> Bounds:
    """Root without its powers is bound by permissions like anybody else."""
    return Bounds(powerless=os.geteuid() == 0)


@pytest.mark.fault("permission denied")
async def test_a_data_directory_that_may_not_be_written_is_said_and_used_when_it_may(tmp_path: Path) -> None:
    async with telegram() as (server, client):
        bot = Bot(configured(tmp_path / "bot", server), tmp_path / "data", bound)
        await bot.start()
        await client.you.ask("bench 100 kg 5x5")
        assert await bot.stop() == 0
        for path, mode in ((bot.data, 0o500), (bot.data / FILE_NAME, 0o400)):
            before = stat.S_IMODE(path.stat().st_mode)
            path.chmod(mode)
            try:
                assert str(bot.data) in (said := await bot.refused()), said
                assert "cannot be written" in said
            finally:
                path.chmod(before)
        await client.you.say("bench 105 kg 5x5")
        await bot.start()
        await heard(client, client.you, "105 kg")
        assert await bot.stop() == 0
        assert await broken(bot.data / FILE_NAME) == []


@pytest.mark.fault("permission denied")
async def test_folders_that_may_not_be_written_any_more_stop_no_log_and_are_caught_up_with(
    tmp_path: Path,
) -> None:
    """The database is open, the files beside it are refused: vault, exports and media."""
    async with telegram() as (server, client):
        bot = Bot(configured(tmp_path / "bot", server), tmp_path / "data", bound)
        await bot.start()
        you = client.you
        try:
            await you.ask("bench 100 kg 5x5")
            await until(lambda: any((bot.data / "vault").rglob("*.md")), "a day in the vault")
            folders = [path for path in (bot.data / "vault").rglob("*") if path.is_dir()] + [bot.data]
            for folder in folders:
                folder.chmod(0o500)
            assert "105 kg" in (await you.ask("bench 105 kg 5x5")).text
            await bot.says("the vault can't be written")
            assert "can't write the file" in (await you.ask("/export")).text
            for folder in folders:
                folder.chmod(0o700)
            await bot.says("the vault can be written again")
            await you.say("/export")
            await heard(client, you, "Everything you have logged")
            assert await bot.stop() == 0
        finally:
            await bot.kill()
        written = "".join(path.read_text("utf-8") for path in (bot.data / "vault").rglob("raw/*/*/*.md"))
        assert all(text in written for text in stored_texts(bot.data / FILE_NAME, YOU_ID))
        assert "Traceback" not in bot.log


@pytest.mark.fault("permission denied")
async def test_whatever_is_written_is_for_the_owner_only(tmp_path: Path) -> None:
    """With a umask that would let everybody in: database, lock, chats, vault, media, exports, backups."""
    before = os.umask(0)
    try:
        bot = await _lived(tmp_path)
    finally:
        os.umask(before)
    found = {
        path.relative_to(tmp_path).as_posix(): stat.S_IMODE(path.lstat().st_mode)
        for path in [bot.data, *bot.data.rglob("*")]
    }
    kinds = ("swealog.db", "local-chat.db", ".lock", "vault/", "media/", "exports/", "backups/swealog-")
    assert [kind for kind in kinds if not any(kind in name for name in found)] == []
    assert {name: oct(mode) for name, mode in found.items() if mode & 0o077} == {}


async def _lived(tmp_path: Path) -> Bot:
    """A bot without Telegram, with something of everything, as a kill leaves it."""
    config = tmp_path / "config.yaml"
    config.write_text("local: {port: 0}\nprofile: {time_zone: UTC}\n", encoding="utf-8")
    bot = Bot(config, tmp_path / "data")
    page = (await bot.start()).partition("Open ")[2].split()[0]
    try:
        async with LocalClient(page, patience=60) as client:
            you = client.you
            await you.ask("bench 100 kg 5x5")
            await you.voice(b"OggS" + bytes(500))
            await you.document(HEVY.encode(), "workouts.csv", mime="text/csv")
            await you.say("/export")
            await heard(client, you, "Everything you have logged")
        assert (await bot.swealog("backup"))[0] == 0
        await until(lambda: any((bot.data / "vault").rglob("*.json")), "the vault")
    finally:
        await bot.kill()
    return bot
