"""A diary that is copied to a Git repository and a folder: away and back, tampered with, forgotten."""

from __future__ import annotations

import asyncio
import re
import shutil
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from dulwich.repo import Repo

from agents.changes.items import SessionItem
from agents.changes.proposing import propose
from bot.cli.checks import sync as sync_check
from storage.entities import Effects
from storage.rights import LetIn, Member, NewCode, Placed
from storage.sync.rows import SyncRows
from telegram_local.world import YOU_ID
from tests.bot.test_forgetting import code_in
from tests.driver import git_server
from tests.driver.harness import RunningBot, running_bot

SECRET = "zzqxsecretword"


def section(url: str, root: Path) -> dict[str, object]:
    return {
        "git": [{"url": url, "name": "diary", "user": YOU_ID, "token": "secret", "pull_minutes": 0}],
        "folders": [{"path": str(root), "name": "copy", "user": YOU_ID}],
        "wait_seconds": 1,
    }


async def until(is_so: Callable[[], bool]) -> None:
    """Wait for what happens outside of the chat."""
    async with asyncio.timeout(20):
        while not is_so():  # noqa: ASYNC110 - files ring no bell
            await asyncio.sleep(0.05)


def copied(root: Path) -> str:
    """All days of a folder."""
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(root.rglob("2*.md")))


def held(remote: Path) -> dict[str, str]:
    """What the repository holds."""
    with Repo(str(remote)) as repo:
        return git_server.files(repo) if git_server.commits(repo) else {}


async def pushed(remote: Path, word: str) -> dict[str, str]:
    """What the repository holds, once it says so."""
    await until(lambda: word in str(held(remote)))
    return held(remote)


async def test_a_git_server_that_is_away_and_back_has_everything_once(tmp_path: Path):
    remote = tmp_path / "remote.git"
    repo = git_server.bare(remote)
    with git_server.serving(remote, "secret") as url:
        port = int(url.rsplit(":", 1)[1].strip("/"))
        async with running_bot(tmp_path, sync=section(url, tmp_path / "copy")) as (bot, you):
            await you.ask("bench 80 kg 5x5")
            found = await pushed(remote, "bench 80 kg")
            await noted(bot, remote)
            [day] = [path for path in found if path.startswith("logs/raw")]
            before = len(git_server.commits(repo, day))
    async with running_bot(tmp_path, sync=section(url, tmp_path / "copy")) as (bot, you):
        await you.ask("squat 100 kg 5x5")
        await bot.stop()
        await bot.start()
        await you.ask("row 60 kg 3x8")
        with git_server.serving(remote, "secret", port=port):
            found = await pushed(remote, "row 60 kg")
    assert re.findall(r"^(?:bench|squat|row).*$", found[day], re.MULTILINE) == [
        "bench 80 kg 5x5",
        "squat 100 kg 5x5",
        "row 60 kg 3x8",
    ]
    # what was learned may follow in a commit of its own, where the machine is slow
    assert len(git_server.commits(repo, day)) == before + 1
    async with running_bot(tmp_path, sync=section(str(remote), tmp_path / "copy")):
        await until(lambda: copied(tmp_path / "copy") == found[day])


async def test_what_is_edited_in_the_repository_changes_the_entry_and_undo_changes_it_back(tmp_path: Path):
    remote = tmp_path / "remote.git"
    repo = git_server.bare(remote)
    async with running_bot(tmp_path, sync=section(str(remote), tmp_path / "copy")) as (_, you):
        await you.ask("bench 80 kg 5x5")
        found = await pushed(remote, "bench 80 kg")
        [day] = [path for path in found if path.startswith("logs/raw")]
        git_server.somebody_commits(repo, day, found[day].replace("bench 80 kg", "bench 85 kg"))
        await you.ask("squat 100 kg 5x5")  # before anything is pushed, edits are taken in
        told = await you.next_reply()
        assert "85 kg" in told.text
        await until(lambda: "85" in copied(tmp_path / "copy") and "squat" in held(remote)[day])
        assert "bench 85 kg 5x5" in held(remote)[day]
        await you.tap(told, "Undo")
        await until(lambda: "bench 85 kg" not in held(remote)[day])
        assert "bench 80 kg 5x5" in held(remote)[day]


async def test_what_was_changed_here_and_in_the_repository_is_asked_about_with_both_versions(tmp_path: Path):
    remote = tmp_path / "remote.git"
    repo = git_server.bare(remote)
    async with running_bot(tmp_path, sync=section(str(remote), tmp_path / "copy")) as (bot, you):
        await you.ask("bench 80 kg 5x5")
        found = await pushed(remote, "bench 80 kg")
        await noted(bot, remote)
        [day] = [path for path in found if path.startswith("logs/raw")]
        git_server.somebody_commits(repo, day, found[day].replace("bench 80 kg", "bench 95 kg"))
        await you.ask("no, 85 kg")
        asked = await you.next_reply()
        assert "“bench 80 kg 5x5” → “bench 95 kg 5x5”" in asked.text
        assert "85 kg" in (await you.ask("/today")).text
        await you.tap(asked, "✓ 1")
        await pushed(remote, "edited: bench 95 kg 5x5")
        assert "95 kg" in (await you.ask("/today")).text


async def test_a_changed_file_is_told_and_what_is_forgotten_goes_everywhere(tmp_path: Path):
    remote, root = tmp_path / "remote.git", tmp_path / "copy"
    git_server.bare(remote)
    async with running_bot(tmp_path, sync=section(str(remote), root)) as (bot, you):
        await you.ask(f"bench 80 kg 5x5 {SECRET}")
        await pushed(remote, SECRET)
        await until(lambda: SECRET in copied(root))
        (day,) = list(root.rglob("2*.md"))
        day.write_text("mine", encoding="utf-8")
        await you.ask("squat 100 kg 5x5")
        told = await you.next_reply()
        assert "Somebody else changed files in the copy copy" in told.text
        assert day.read_text(encoding="utf-8") == "mine"
        asked = await you.ask("/forget")
        assert "copy, diary" in asked.text
        assert "keep in their history" in asked.text
        done = await you.ask(f"/forget {code_in(asked.text)}")
        assert "Everything about you is deleted" in done.text
        assert "keep in their history, and what others fetched from them: diary" in done.text
        mirror = bot.settings.data / "sync" / "diary.git"
        await until(lambda: not held(remote) and not any(root.rglob("2*")) and not mirror.exists())
        await bot.stop()
    for path in (tmp_path / "data").rglob("*"):
        assert not (path.is_file() and SECRET.encode() in path.read_bytes()), path


IN_ENGLISH = ("English", "bench 80 kg 5x5", "zorps = squat", "squat 100 kg 5x5")
IN_KOREAN = ("Korean", "벤치 80kg 5x5", "배치 = 스쿼트", "스쿼트 100kg 5x5")
KEPT = {
    "English": "The history of your Git copy still has it.",
    "Korean": "Git 사본의 지난 기록에는 남아 있어요.",
}


@pytest.mark.parametrize("words", [IN_ENGLISH, IN_KOREAN])
async def test_undo_says_where_the_history_of_a_repository_keeps_what_was_pushed(
    tmp_path: Path, words: tuple[str, str, str, str]
):
    language, first, lesson, later = words
    kept = KEPT[language]
    remote = tmp_path / "remote.git"
    git_server.bare(remote)
    sync = {"git": [{"url": str(remote), "user": YOU_ID, "pull_minutes": 0}], "wait_seconds": 1}
    async with running_bot(tmp_path, sync=sync) as (bot, you):
        await you.ask(f"answer in {language}")
        await you.ask(first)
        await you.ask(lesson)
        await noted(bot, remote)
        remote.rename(tmp_path / "away")
        await you.ask(later)
        reply = await you.ask("/undo")
        assert later in reply.text
        assert kept not in reply.text, "it was not pushed"
        assert kept in (await you.ask("/undo")).text, "the lesson was"
        reply = await you.ask("/undo")
        assert first in reply.text
        assert reply.text.splitlines()[-1].endswith(kept)


async def test_a_set_that_is_taken_back_says_so_too(tmp_path: Path):
    remote = tmp_path / "remote.git"
    git_server.bare(remote)
    sync = {"git": [{"url": str(remote), "user": YOU_ID, "pull_minutes": 0}], "wait_seconds": 1}
    async with running_bot(tmp_path, sync=sync) as (bot, you):
        legs = SessionItem(title="Legs", day=bot.clock().date() + timedelta(days=2))
        await propose(bot.app.core.services, YOU_ID, YOU_ID, "coach:c1", [legs], name="Bench")
        offered = await you.next_reply()
        await you.tap(offered, "✓ 1")
        await you.edited(offered)
        await noted(bot, remote)
        told = await you.ask("/undo")
        assert "taken back: Legs" in told.text
        assert told.text.splitlines()[-1].endswith(KEPT["English"])


async def noted(bot: RunningBot, remote: Path) -> None:
    """Once everything is in the repository, and the bot knows."""
    rows = SyncRows(bot.app.core.db.database)
    async with asyncio.timeout(20):
        while not held(remote) or any([await rows.waiting(one) for one in await rows.targets()]):  # noqa: ASYNC110
            await asyncio.sleep(0.05)


async def test_what_is_not_configured_any_more_leaves_nothing_behind(tmp_path: Path):
    root = tmp_path / "copy"
    synced = {"folders": [{"path": str(root), "user": YOU_ID}], "wait_seconds": 1}
    async with running_bot(tmp_path, sync=synced) as (bot, you):
        await you.ask("bench 80 kg 5x5")
        await until(lambda: "bench 80 kg" in copied(root))
        assert (bot.settings.data / "sync").exists()
    shutil.rmtree(root)
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("squat 100 kg 5x5")
        assert not (bot.settings.data / "sync").exists()
    assert not root.exists()


async def test_a_target_that_names_nobody_is_the_owners_and_waits_for_one(tmp_path: Path):
    root = tmp_path / "copy"
    synced: dict[str, object] = {"folders": [{"path": str(root)}], "wait_seconds": 1}
    async with running_bot(tmp_path, sync=synced) as (bot, you):
        await you.ask("bench 80 kg 5x5")
        found = await sync_check(bot.settings, running=True)
        assert (found.ok, found.lines) == (False, ("copy: nothing was copied yet",))
        member = Member(YOU_ID, "owner", "You", None, bot.clock())
        code = await bot.app.core.db.access.add_code(
            "telegram", NewCode("owner", "00", "11", None, bot.clock(), bot.clock() + timedelta(hours=1), 3)
        )
        await bot.app.core.db.turns.apply(Effects(rights=Placed("telegram", (LetIn(code, member),))))
        await bot.stop()
        await bot.start()
        await until(lambda: "bench 80 kg" in copied(root))
        assert (await sync_check(bot.settings, running=True)).ok
