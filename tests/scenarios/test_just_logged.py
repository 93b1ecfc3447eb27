"""A question that names nothing speaks of what was said last, be it a question or a log."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from tests.driver.harness import running_bot

NOON = datetime(2026, 11, 24, 12, tzinfo=UTC)


async def test_that_is_the_log_that_came_after_the_last_question(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        bot.clock.set(NOON)
        await you.ask("walked the dog 40 min")
        assert "40" in (await you.ask("how long did I walk today?")).text
        await you.ask("ran 5 km in 25:00")
        assert "5:00/km" in (await you.ask("how fast was that?")).text
        await you.ask("squat 100kg 5x3")
        assert (await you.ask("is that a PR?")).text.startswith("Yes: your heaviest squat is 100 kg")
        bot.clock.advance(hours=48)
        await you.ask("squat 90kg 4x3, bench 60kg 3x8")
        assert (await you.ask("is that a record?")).text.startswith("No: your heaviest squat is 100 kg")
        await you.ask("burger, 500 kcal")
        assert "500 kcal" in (await you.ask("how many calories was that?")).text


async def test_last_time_is_the_session_before(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        bot.clock.set(NOON)
        for text in ("squat 110kg 5x3", "squat 100kg 5x3", "squat 105kg 5x3, slept 7h"):
            await you.ask(text)
            bot.clock.advance(hours=48)
        said = (await you.ask("was squat heavier than last time?")).text
        assert said.startswith("Yes: your squat")
        assert "100 kg" in said
        assert "110 kg" not in said
        assert (await you.ask("was that lighter than last time?")).text.startswith("No: your squat")
        await you.ask("ran 5 km in 25:00")
        bot.clock.advance(hours=48)
        await you.ask("ran 5 km in 24:00")
        assert (await you.ask("was that faster than last time?")).text.startswith("Yes: your running")
        assert "4:48/km" in (await you.ask("am I running faster than before?")).text
        await you.ask("스쿼트 120kg 3x3")
        assert (await you.ask("이거 신기록이야?")).text.startswith("네, 가장 무거운 스쿼트는 120 kg")
        assert (await you.ask("지난번보다 무거웠어?")).text.startswith("네, 스쿼트")


async def test_bp_that_was_just_logged_is_no_bench(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (_, you):
        await you.ask("bp 141/90")
        said = (await you.ask("is that high for me")).text
        assert "141" in said
        assert "bench" not in said


async def test_blood_pressure_is_told_with_both_its_figures(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (_, you):
        await you.ask("bp 135/85, glucose after dinner 165")
        answer = (await you.ask("what was my blood pressure today?")).text
        assert "135" in answer
        assert "85" in answer
        assert "85" not in (await you.ask("what was my systolic pressure today?")).text
        assert "165" in (await you.ask("what was my last glucose?")).text
