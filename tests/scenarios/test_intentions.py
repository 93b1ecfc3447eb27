"""What was noted as a plan is told when somebody asks for it, and logged when they say that they did it."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from telegram_local.world import YOU_ID
from tests.driver.harness import RunningBot, TestClock, running_bot

MONDAY = datetime(2026, 11, 9, 8, tzinfo=UTC)


def at(bot: RunningBot, day: int) -> None:
    bot.clock.set(MONDAY.replace(day=day, hour=18))


async def test_a_noted_plan_is_told_and_logged_once_it_was_done(tmp_path: Path) -> None:
    clock = TestClock()
    clock.set(MONDAY)
    async with running_bot(tmp_path, clock=clock) as (bot, you):
        await you.ask("bench 70 kg 5x5")
        await you.ask("tomorrow I'll bench 75 kg 5x5")
        await you.ask("plan for thursday: squat 5x5 at 100 kg")
        for text in ("what did I plan for tomorrow?", "what's planned?", "what's my plan for tomorrow"):
            assert "you noted “tomorrow I'll bench 75 kg 5x5”" in (await you.ask(text)).text
        assert "squat" not in (await you.ask("what did I plan for tomorrow?")).text
        at(bot, 10)
        assert "Bench press: 75 kg" in (await you.ask("did it")).text
        assert "Logged" not in (await you.ask("did it")).text, "once"
        at(bot, 12)
        assert "Squat: 100 kg" in (await you.ask("did thursday's plan")).text
        stored = await bot.app.core.db.entries.recent_entries(YOU_ID, 20)
        done = sorted((one.day.day, one.name) for entry in stored for one in entry.measures)
        assert done == [(9, "bench press"), (10, "bench press"), (12, "squat")]


async def test_without_a_plan_nothing_is_made_of_it(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("bench 70 kg 5x5")
        assert "✅" not in (await you.ask("did it")).text
        assert "you noted" not in (await you.ask("what's planned?")).text
        stored = await bot.app.core.db.entries.recent_entries(YOU_ID, 9)
        assert sum(len(one.measures) for one in stored) == 1


async def test_a_plan_in_korean(tmp_path: Path) -> None:
    clock = TestClock()
    clock.set(MONDAY)
    async with running_bot(tmp_path, clock=clock) as (bot, you):
        await you.ask("내일 벤치 80kg 5x5 할 예정")
        assert "내일 벤치 80kg 5x5 할 예정" in (await you.ask("내일 계획 뭐야?")).text
        at(bot, 10)
        assert "✅ 기록했어요" in (await you.ask("계획대로 했어")).text
