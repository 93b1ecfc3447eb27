"""Whatever is written is for its owner's eyes, also where the system would let everybody read it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import stat
from collections.abc import Generator
from pathlib import Path

import pytest

from bot.app import App
from bot.settings import Settings
from storage.backup import back_up
from tests.driver.harness import running_bot
from tests.models.media import OGG, PHOTO
from tests.privacy.people import settled


@pytest.fixture(autouse=True)
def _everybody_may_read() -> Generator[None]:  # pyright: ignore[reportUnusedFunction] - pytest finds it
    before = os.umask(0o000)
    yield
    os.umask(before)


def open_to_others(folder: Path) -> dict[str, str]:
    """Files and folders that somebody else may look into. What is being written may be renamed meanwhile."""
    found: dict[str, str] = {}
    for path in [folder, *folder.rglob("*")]:
        with contextlib.suppress(FileNotFoundError):
            mode = path.stat().st_mode
            if mode & 0o077:
                found[str(path.relative_to(folder))] = stat.filemode(mode)
    return found


async def test_nobody_else_may_read_what_a_bot_writes(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        await you.say("bench 185lb x5x3")
        await you.say("my blorp means bench press")
        await you.voice(OGG)
        await you.photo(PHOTO, "lunch 500 kcal")
        await you.document(b"date,weight (kg)\n2026-01-05,81\n", "weights.csv", mime="text/csv")
        await settled(bot)
        await you.say("/export")
        await settled(bot)
        await bot.restart()
        await back_up(bot.settings.data, bot.clock(), keep=2)
        data = bot.settings.data
        kinds = {path.name for path in data.iterdir()}
        assert {"swealog.db", "vault", "media", "exports", "imports", "backups"} <= kinds
        assert await asyncio.to_thread(open_to_others, data) == {}


async def test_nobody_else_may_read_the_local_chat(tmp_path: Path):
    app = App(Settings.model_validate({"data_dir": tmp_path / "data", "local": {"port": 0}}))
    await app.start()
    try:
        assert await asyncio.to_thread(open_to_others, tmp_path / "data") == {}
    finally:
        await app.stop()
    assert await asyncio.to_thread(open_to_others, tmp_path / "data") == {}
