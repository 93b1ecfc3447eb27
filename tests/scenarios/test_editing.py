"""Edited messages, through Telegram: each day is shown, undone with the others, and keeps corrections."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from telegram_local.world import YOU_ID
from tests.driver.harness import RunningBot, TestClock, running_bot

SUNDAY = datetime(2026, 11, 22, 12, tzinfo=UTC)
WEEK = "monday: squat 100kg 5x5\ntuesday: bench 80kg 5x5\nwednesday: deadlift 120kg x5"


async def _logged(bot: RunningBot) -> list[str]:
    """What stands now: weekday, exercise, load and repetitions."""
    entries = await bot.app.core.db.entries.recent_entries(YOU_ID, 20)
    return sorted(f"{m.day:%a} {m.name} {m.weight:g}x{m.reps}" for entry in entries for m in entry.measures)


async def test_a_day_taken_out_of_a_paste_is_shown_and_comes_back_with_the_rest(tmp_path: Path) -> None:
    clock = TestClock()
    clock.set(SUNDAY)
    async with running_bot(tmp_path, clock=clock) as (bot, you):
        paste = await you.say(WEEK)
        await you.next_reply()
        before = await _logged(bot)
        await you.edit(paste, "monday: squat 100kg 5x5\nwednesday: deadlift 125kg x5")
        shown = (await you.next_reply()).text
        assert "Removed · Tue" in shown
        assert "125 kg" in shown
        assert await _logged(bot) == ["Mon squat 100x5", "Wed deadlift 125x5"]
        assert "1 more" in (await you.ask("/undo")).text
        assert await _logged(bot) == before
        await you.edit(paste, f"{WEEK}\nthursday: row 60kg 5x5")
        assert "Thu" in (await you.next_reply()).text
        assert len(await _logged(bot)) == 4
        await you.ask("/undo")
        assert await _logged(bot) == before


async def test_an_edit_keeps_corrections_of_what_it_leaves_alone(tmp_path: Path) -> None:
    clock = TestClock()
    clock.set(SUNDAY)
    async with running_bot(tmp_path, clock=clock) as (bot, you):
        log = await you.say("bench 100kg 5x5, squat 120kg 3x5")
        await you.next_reply()
        await you.ask("add another set of bench at 105kg x3")
        await you.ask("it was thursday")
        for weight in (125, 130):
            await you.edit(log, f"bench 100kg 5x5, squat {weight}kg 3x5")
            assert "replaced an earlier correction" not in (await you.next_reply()).text
            squat = f"Thu squat {weight}x5"
            assert await _logged(bot) == ["Thu bench press 100x5", "Thu bench press 105x3", squat]
        kept = await _logged(bot)
        await you.edit(log, "bench 102.5kg 5x5, squat 130kg 3x5")
        assert "replaced an earlier correction" in (await you.next_reply()).text
        assert await _logged(bot) == ["Thu bench press 102.5x5", "Thu squat 130x5"]
        await you.ask("/undo")
        assert await _logged(bot) == kept


async def test_an_edited_correction_is_said_to_change_nothing(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("bench 80kg 5x5")
        correction = await you.say("actually 90")
        await you.next_reply()
        before = await _logged(bot)
        await you.edit(correction, "actually 95")
        assert "new message" in (await you.next_reply()).text
        assert await _logged(bot) == before
