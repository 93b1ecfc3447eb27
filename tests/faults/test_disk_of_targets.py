"""Copies of a diary on a full disk: nothing is lost, it is said, and it goes on when there is room."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from dulwich.repo import Repo

from storage.invariants import broken
from storage.preparation import FILE_NAME
from telegram_local.world import YOU_ID
from tests.driver import git_server
from tests.faults.machine import Bot, Mounted, configured, heard, small_disk, telegram, until

FULL = 3
"""Times."""


def logged(text: str) -> list[str]:
    return re.findall(r"bench \d+ kg 5x5$", text, re.MULTILINE)


def in_folder(root: Path) -> list[str]:
    """What the days of a folder say."""
    return logged("".join(path.read_text("utf-8") for path in root.rglob("raw/*/*/*.md")))


def in_repository(root: Path) -> list[str]:
    """What the days of a repository say."""
    with Repo(str(root)) as repo:
        files = git_server.files(repo) if git_server.commits(repo) else {}
    return logged("".join(text for path, text in files.items() if "/raw/" in path))


@pytest.mark.fault("disk full")
async def test_a_folder_and_a_repository_on_a_full_disk_are_caught_up_when_there_is_room(
    tmp_path: Path,
) -> None:
    data = tmp_path / "data"
    with small_disk(tmp_path / "disk") as disk:
        copy, remote = disk.seen / "copy", disk.seen / "remote.git"
        git_server.bare(remote)
        sync = {
            "git": [{"url": str(disk.path / "remote.git"), "name": "diary", "user": YOU_ID}],
            "folders": [{"path": str(disk.path / "copy"), "name": "copy", "user": YOU_ID}],
            "wait_seconds": 1,
        }
        async with telegram() as (server, client):
            bot = Bot(configured(tmp_path / "bot", server, sync=sync), data, disk.bounds)
            await bot.start()
            try:
                await client.you.ask("bench 100 kg 5x5")
                expected = ["bench 100 kg 5x5"]
                for number in range(101, 101 + FULL):
                    await until(lambda: in_folder(copy) == expected == in_repository(remote), str(expected))  # noqa: B023
                    before = len(bot.log)
                    disk.fill(bot)
                    await client.you.say(f"bench {number} kg 5x5")
                    if isinstance(disk, Mounted):  # a limit holds for the bot's database, too
                        for name in ("copy", "diary"):
                            full = re.compile(rf"{name}: .*No space left on device")
                            await until(lambda: full.search(bot.log, before) is not None, f"{name} is away")  # noqa: B023
                        code, said = await bot.swealog("doctor")
                        assert said.count("No space left on device") == 2, (code, said)
                    else:
                        await bot.says(disk.full)
                    disk.free(bot)
                    await heard(client, client.you, f"{number} kg")
                    expected = [*expected, f"bench {number} kg 5x5"]
                await until(lambda: in_folder(copy) == expected == in_repository(remote), str(expected))
                assert await bot.stop() == 0
            finally:
                disk.free(bot)
                await bot.kill()
        assert "Traceback" not in bot.log
        assert [path for root in (copy, remote, data / "sync") for path in root.rglob("tmp*")] == []
        assert [path.name for path in copy.iterdir() if path.name.startswith(".")] == [".swealog-sync.json"]
    assert await broken(data / FILE_NAME) == []
