"""The life of a coach over the real bot: from a goal in words to a copy of all of it in a repository."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import MappingProxyType

from storage.coach import CoachRow, WakeRow
from storage.proposals import EVOLVES
from storage.wakes import THROTTLE
from telegram_local.messages import StoredMessage
from telegram_local.world import YOU_ID
from tests.driver import git_server
from tests.driver.harness import RunningBot, running_bot
from tests.driver.person import Person
from tests.scenarios.test_coaches import at, coach_of, settled
from tests.scenarios.test_edited_files import edit
from tests.scenarios.test_sync import held, pushed

START = datetime(2026, 11, 2, 9, tzinfo=UTC)
RAISED = "Goal: Bench press 62.5 kg"


async def test_from_a_goal_in_words_to_a_copy_in_a_repository(tmp_path: Path) -> None:
    async def lived(bot: RunningBot, you: Person) -> None:
        await made_of_words(bot, you)
        await decided(bot, you, *await advised(bot, you))
        await evolved(bot, you)

    await copied_elsewhere(tmp_path, lived)


async def copied_elsewhere(
    tmp_path: Path,
    lived: Callable[[RunningBot, Person], Awaitable[None]],
    llm: Mapping[str, object] = MappingProxyType({}),
) -> dict[str, str]:
    """A life whose copy is away and back, with a change on disk between: what the copy holds in the end."""
    remote, clock = tmp_path / "remote.git", at(START)
    git_server.bare(remote)
    with git_server.serving(remote, "secret") as url:
        port = int(url.rsplit(":", 1)[1].strip("/"))
        target = {"url": url, "name": "diary", "user": YOU_ID, "token": "secret", "pull_minutes": 0}
        sync = {"git": [target], "wait_seconds": 1}
        async with running_bot(tmp_path, clock=clock, sync=sync, llm=dict(llm)) as (bot, you):
            await lived(bot, you)
            await pushed(remote, "bench 44.5kg x5")
    async with running_bot(tmp_path, clock=clock, sync=sync, llm=dict(llm)) as (bot, you):
        await edited_on_disk(bot, you, tmp_path)
        await you.ask("squat 100 kg 5x5")
        assert "squat 100 kg" not in str(held(remote)), "the repository is away"
        await bot.restart()
        with git_server.serving(remote, "secret", port=port):
            found = await pushed(remote, "squat 100 kg")
        days = "\n".join(text for path, text in found.items() if path.startswith("logs/raw"))
        assert days.count("squat 100 kg 5x5") == 1
        assert "bench 39kg x5" not in days
        assert "bench 425kg x5" in days
        assert f"records/coaches/{(await coach_of(bot)).id}.json" in found
        [goal] = await bot.app.core.db.goals.of_user(YOU_ID)
        told = {
            "coaches": goal.token, "coach_reports": "so far", "coach_notes": "subscription",
            "goals": '"target"', "coach_templates": '"version": 2', "proposals": EVOLVES,
        }  # fmt: skip
        for table, word in told.items():
            rows = [text for path, text in found.items() if path.startswith(f"records/{table}/")]
            assert any(word in text for text in rows), (table, rows)
    return found


async def made_of_words(bot: RunningBot, you: Person) -> None:
    """A coach with automatic updates, and two weeks of what it watches."""
    await you.ask("bench 40kg x5")
    made = await you.ask("coach me to bench 60 kg by March")
    assert "I'll watch it (Strength goal)" in made.text
    report = await you.next_reply()
    assert "40 kg so far, the goal is 60 kg" in report.text
    for week, load in enumerate((41, 42), 1):
        bot.clock.set(START + timedelta(weeks=week))
        await you.ask(f"bench {load}kg x5")
    await you.tap(report, "Automatic updates")
    await you.edited(report)


async def advised(bot: RunningBot, you: Person) -> tuple[CoachRow, StoredMessage]:
    """Three logs, one of them a slip, are one wake with a report and a set of two."""
    coach = await coach_of(bot)
    for words in ("bench 42.5kg x5", "bench 425kg x5", "bench 43kg x5"):
        await you.ask(words)
    bot.clock.advance(seconds=THROTTLE.seconds)
    await bot.tick()
    report, proposed = await you.next_reply(), await you.next_reply()
    assert "Bench press: 425 kg so far, the goal is 60 kg. The goal is reached." in report.text
    assert "Bench press 425×5 · 16 Nov" in report.labels, "evidence"  # noqa: RUF001 - as shown
    wake, creation = await log(bot, coach)
    assert (wake.reason, wake.outcome, creation.reason) == ("subscription", "reported", "creation")
    assert proposed.text.splitlines()[1:] == [
        "1. 16 Nov, Bench press: 425×5 → 42.5×5 – ten times what you usually log",  # noqa: RUF001
        f"2. {RAISED} – you have reached the goal",  # noqa: RUF001
    ]
    return coach, proposed


async def log(bot: RunningBot, coach: CoachRow) -> list[WakeRow]:
    """Its wakes, the newest first."""
    return await bot.app.core.db.wakes.log(YOU_ID, coach.id)


async def decided(bot: RunningBot, you: Person, coach: CoachRow, proposed: StoredMessage) -> None:
    """One confirmed and one rejected after a restart: neither comes again, not even when it is undone."""
    await bot.restart()
    await you.tap(proposed, "✓ 1")
    proposed = await you.edited(proposed)
    assert "✓ done: 16 Nov, Bench press" in proposed.text
    await you.tap(proposed, "✗ 2")
    proposed = await you.edited(proposed)
    assert f"✗ no: {RAISED}" in proposed.text
    assert proposed.labels == []
    assert "425" not in (await you.ask("/today")).text
    assert await woken(bot) == [], "what was confirmed of its own does not wake it"
    await you.ask("bench 43.5kg x5")
    [report] = await woken(bot)
    assert "43.5 kg so far, the goal is 60 kg" in report
    assert "bench 43.5kg" in (await you.ask("/undo")).text
    assert "taken back: 16 Nov, Bench press: 425" in (await you.ask("/undo")).text
    assert "425" in (await you.ask("/today")).text
    [report] = await woken(bot)
    assert "425 kg so far" in report, "the report, and no proposal"
    assert [one.reason for one in await log(bot, coach)] == [*["subscription"] * 3, "creation"]


async def woken(bot: RunningBot) -> list[str]:
    """What comes once the throttle has passed."""
    bot.clock.advance(seconds=THROTTLE.seconds)
    return await settled(bot)


async def evolved(bot: RunningBot, you: Person) -> None:
    """Another version of its template holds at its next wake, and the first one again after that."""
    coach = await coach_of(bot)
    page = await you.ask("/evolve strength")
    assert "0 of 2 proposals confirmed, 2 rejected" in page.text
    for _ in range(3):
        await you.tap(page, (3, 1))
        page = await you.edited(page)
    assert "next step in %: 5 → 8" in page.text
    await you.tap(page, "▶️ Replay, free")
    assert f"− {RAISED}\n+ Goal: Bench press 65 kg" in (await you.next_reply()).text  # noqa: RUF001
    await you.tap(page, "✓ Adopt")
    page = await you.edited(page)
    assert "version 2 holds from the next wake on" in page.text
    for load, version in ((44, 2), (44.5, 1)):
        await you.ask(f"bench {load}kg x5")
        assert await woken(bot) == [], "the best is the same, and what was declined is not asked again"
        assert (await log(bot, coach))[0].template_version == version
        if version > 1:
            await you.tap(page, "↩️ Back to version 1")
            assert "version 1 holds again" in (await you.edited(page)).text


async def edited_on_disk(bot: RunningBot, you: Person, tmp_path: Path) -> None:
    """The entry follows the file, the coach the entry, and *Undo* takes it back."""
    await bot.app.keeper.vault.catch_up()
    days = sorted((tmp_path / "data" / "vault" / str(YOU_ID) / "logs" / "raw").rglob("*.md"))
    edit(days[-1], "bench 425kg x5", "bench 39kg x5")
    await bot.app.keeper.watch.look()
    receipt = await you.next_reply()
    assert "You changed this in a file of the vault" in receipt.text
    [report] = await woken(bot)
    assert "44.5 kg so far" in report
    await you.tap(receipt, "Undo")
    assert "425 kg" in (await you.next_reply()).text
    [report] = await woken(bot)
    assert "425 kg so far" in report, "the report, and no proposal"
