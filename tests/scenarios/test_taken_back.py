"""What is taken back: the newest change whatever it was, and what was remembered of it."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from telegram_local.world import YOU_ID
from tests.driver.harness import RunningBot, TestClock, running_bot
from tests.driver.person import Person
from tests.storage.importers.samples import HEVY_KG

SUNDAY = datetime(2026, 11, 22, 12, tzinfo=UTC)


@asynccontextmanager
async def after_two_benches(tmp_path: Path) -> AsyncGenerator[tuple[RunningBot, Person, TestClock]]:
    """A bot that was told 100 kg at noon and 160 kg an hour later, and remembers both."""
    clock = TestClock()
    clock.set(SUNDAY)
    async with running_bot(tmp_path, clock=clock) as (bot, you):
        for text in ("bench 100 kg 5x5", "bench 160 kg 5x5"):
            await you.ask(text)
            clock.advance(hours=1)
        await bot.app.core.lanes.idle()
        yield bot, you, clock


async def test_lessons_imports_and_logs_are_undone_newest_first(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("bench 80 kg 5x5")
        await you.ask("bb rows means barbell row")
        await you.document(HEVY_KG, "hevy.csv", mime="text/csv")
        await you.tap(await you.next_reply(), "Import 2")
        await you.next_reply()
        await you.ask("squat 100 kg 5x5")
        assert "squat" in (await you.ask("/undo")).text
        assert "1 more" in (await you.ask("/undo")).text
        assert len(await bot.app.core.db.entries.recent_entries(YOU_ID, 9)) == 1
        context = await bot.app.core.db.contexts.context(YOU_ID)
        assert context is not None
        assert "bb rows" in context.content
        await you.ask("/undo")
        assert "bb rows" not in (await bot.app.core.db.contexts.get_global_context(YOU_ID))
        assert "bench" in (await you.ask("/undo")).text
        assert not await bot.app.core.db.entries.recent_entries(YOU_ID, 9)


async def test_a_lesson_is_undone_though_the_observer_has_learnt_since(tmp_path: Path) -> None:
    clock = TestClock()
    clock.set(SUNDAY)
    async with running_bot(tmp_path, clock=clock) as (bot, you):
        await you.ask("bench 80 kg 5x5")
        clock.advance(minutes=1)
        await you.ask("bb rows means barbell row")
        clock.advance(days=1)
        await bot.tick()
        context = await bot.app.core.db.contexts.context(YOU_ID)
        assert context is not None
        assert context.cause == "periodic"
        await you.ask("/undo")
        memory = await bot.app.core.db.contexts.get_global_context(YOU_ID)
        assert "bb rows" not in memory
        assert "bench press record" in memory


async def test_memory_keeps_no_record_of_a_log_that_was_removed(tmp_path: Path) -> None:
    async with after_two_benches(tmp_path) as (bot, you, clock):
        assert "160 kg" in await bot.app.core.db.contexts.get_global_context(YOU_ID)
        await you.ask("delete that")
        await bot.app.core.lanes.idle()
        assert "160 kg" not in await bot.app.core.db.contexts.get_global_context(YOU_ID)
        clock.advance(days=1)
        await bot.tick()
        assert "heaviest 100 kg" in await bot.app.core.db.contexts.get_global_context(YOU_ID)
        await you.ask("bench 170 kg 5x5")
        await bot.app.core.lanes.idle()
        assert "170 kg" in await bot.app.core.db.contexts.get_global_context(YOU_ID)
        await you.ask("/undo")
        clock.advance(days=1)
        await bot.tick()
        memory = await bot.app.core.db.contexts.get_global_context(YOU_ID)
        assert "170 kg" not in memory
        assert "heaviest 100 kg" in memory


@pytest.mark.parametrize(
    "said",
    [
        "scratch the bench",
        "remove the bench",
        "scratch that bench",
        "nix the bench",
        "forget the bench from today",
    ],
)
async def test_a_log_that_is_scratched_is_deleted_and_nothing_is_logged(tmp_path: Path, said: str) -> None:
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("squat 100 kg 5x5")
        await you.ask("bench 80 kg 5x5")
        await you.ask(said)
        assert [entry.text for entry in await bot.app.core.db.entries.recent_entries(YOU_ID, 9)] == [
            "squat 100 kg 5x5"
        ]


async def test_a_log_that_was_yesterday_is_of_that_day_in_memory_too(tmp_path: Path) -> None:
    async with after_two_benches(tmp_path) as (bot, you, clock):
        memory = await bot.app.core.db.contexts.get_global_context(YOU_ID)
        assert "heaviest 160 kg x 5 (2026-11-22)" in memory
        await you.ask("that was yesterday")
        await bot.app.core.lanes.idle()
        memory = await bot.app.core.db.contexts.get_global_context(YOU_ID)
        assert "heaviest 160 kg x 5 (2026-11-22)" not in memory
        clock.advance(days=1)
        await bot.tick()
        memory = await bot.app.core.db.contexts.get_global_context(YOU_ID)
        assert "heaviest 160 kg x 5 (2026-11-21)" in memory


async def test_a_word_that_one_person_taught_is_nothing_to_another(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("skulls means skull crusher")
        for person, name in ((you, "skull crusher"), (bot.client.alex, "skull")):
            await person.ask("skulls 30 kg 3x10")
            (entry,) = await bot.app.core.db.entries.recent_entries(person.user_id, 9)
            assert [measure.name for measure in entry.measures] == [name]
