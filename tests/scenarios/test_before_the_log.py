"""What was before the first log nobody knows; what is near a question is of its kind."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from tests.driver.harness import TestClock, running_bot
from tests.privacy.people import settled


async def test_days_before_the_log_are_no_days_without_training(tmp_path: Path):
    clock = TestClock()
    clock.set(datetime(2026, 11, 17, 12, 0, tzinfo=UTC))  # no day before the end of a month
    async with running_bot(tmp_path, clock=clock) as (bot, you):
        await you.ask("slept 7h")
        bot.clock.advance(days=1)
        await you.ask("bench 80kg 5x5")
        said = (await you.ask("how many days did I not train this month?")).text
        assert "1 day without training" in said


async def test_what_is_quoted_where_nothing_is_logged_is_of_the_kind(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        for text in ("had 2 eggs and toast", "feeling stressed, work deadline", "how many calories today?"):
            await you.say(text)
            await settled(bot)
        said = bot.client.history(you.chat_id)[-1].text
        assert "no calories" in said
        assert "deadline" not in said


async def test_who_only_begins_is_told_how_and_not_of_programmes(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (_, you):
        assert "own words" in (await you.ask("hello dear, my grandson set this up for me")).text
        assert "own words" in (await you.ask("what do I do now")).text
        assert "own words" in (await you.ask("I don't understand")).text
        assert "Fix" in (await you.ask("how do I change what I wrote")).text
        assert "편한 말로" in (await you.ask("이제 뭐 해야 돼?")).text
