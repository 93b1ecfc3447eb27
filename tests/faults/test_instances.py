"""Two bots where there may be one: on one data directory, on one token."""

from __future__ import annotations

import asyncio
import fcntl
import os
import subprocess
import time
from pathlib import Path

import pytest

from bot.process.lock import DataDirLock
from bot.updates.connection import SETTLED_SECONDS
from storage.invariants import broken
from storage.preparation import FILE_NAME
from telegram_local.world import YOU_ID
from tests.faults.machine import Bot, configured, replies, stored_texts, telegram, until


@pytest.mark.fault("two instances on one data directory")
async def test_the_second_on_a_data_directory_says_so_and_the_first_goes_on(tmp_path: Path) -> None:
    """Whatever token it has."""
    async with telegram() as (server, client), telegram() as (other_server, _):
        first = Bot(configured(tmp_path / "first", server), tmp_path / "data")
        second = Bot(configured(tmp_path / "second", other_server), tmp_path / "data")
        await first.start()
        try:
            await client.you.ask("bench 100 kg 5x5")
            assert "in use by another Swealog" in await second.refused(2)
            assert "105 kg" in (await client.you.ask("bench 105 kg 5x5")).text
            await first.kill()  # the system lets go of what a dead process held
            await second.start()
            assert await second.stop() == 0
        finally:
            await first.kill()
            await second.kill()
        assert stored_texts(tmp_path / "data" / FILE_NAME, YOU_ID) == ["bench 100 kg 5x5", "bench 105 kg 5x5"]
        assert await broken(tmp_path / "data" / FILE_NAME) == []


def test_a_child_that_outlives_the_killed_holder_for_a_moment_is_waited_for(tmp_path: Path) -> None:
    """A tool's server, forked and not yet itself, has the lock of who forked it."""
    descriptor = os.open(tmp_path / ".lock", os.O_RDWR | os.O_CREAT)
    fcntl.flock(descriptor, fcntl.LOCK_EX)
    child = subprocess.Popen(["sleep", "0.3"], pass_fds=[descriptor])  # noqa: S607 - of every system
    os.close(descriptor)
    lock = DataDirLock(tmp_path)
    assert lock.held
    lock.acquire()
    lock.release()
    assert child.wait() == 0


@pytest.mark.fault("two instances on one token")
async def test_the_second_on_a_token_says_so_and_stops_and_the_first_goes_on(tmp_path: Path) -> None:
    """The newest poll wins, so both are refused in turn; what is texted meanwhile is answered."""
    async with telegram() as (server, client):
        first = Bot(configured(tmp_path / "first", server), tmp_path / "data")
        second = Bot(configured(tmp_path / "second", server), tmp_path / "other")
        await first.start()
        began = time.monotonic()
        try:
            await client.you.ask("bench 100 kg 5x5")
            await asyncio.sleep(began + SETTLED_SECONDS + 1 - time.monotonic())  # it is no newcomer any more
            await second.start()
            await second.says("another program is polling")
            for load in (101, 102, 103):
                await client.you.say(f"bench {load} kg 5x5")
            assert await second.ends() == 2
            assert "same bot token" in second.log.splitlines()[-1]
            await client.you.say("bench 104 kg 5x5")
            await until(lambda: len(replies(client, YOU_ID)) >= 5, "all are answered")
            assert await first.stop() == 0
            assert "another program is polling with this token" in first.log
        finally:
            await first.kill()
            await second.kill()
        told = replies(client, YOU_ID)
        assert [sum(f"{load} kg" in one.split("🏆")[0] for one in told) for load in range(100, 105)] == [
            1
        ] * 5
        stored = stored_texts(tmp_path / "data" / FILE_NAME, YOU_ID)
        assert stored == [f"bench {load} kg 5x5" for load in range(100, 105)]
        assert stored_texts(tmp_path / "other" / FILE_NAME, YOU_ID) == []
