"""What the bot says by itself: chosen, sent once, late ones say so, stopped by a tap, silent for the idle."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.people.briefings import Briefings
from telegram_local.world import YOU_ID
from tests.driver.harness import RunningBot, TestClock, running_bot

MONDAY = datetime(2026, 11, 16, 9, tzinfo=UTC)
SUNDAY = datetime(2026, 11, 22, 18, tzinfo=UTC)


def at(moment: datetime) -> TestClock:
    clock = TestClock()
    clock.set(moment)
    return clock


async def told(bot: RunningBot, moment: datetime) -> list[str]:
    """What comes by itself at that time."""
    before = {one.message_id for one in bot.server.state.messages.of(YOU_ID)}
    bot.clock.set(moment)
    await bot.tick()
    db = bot.app.core.db
    while await db.outbox.queued(bot.clock(), limit=1):  # noqa: ASYNC110 - rows ring no bell
        await asyncio.sleep(0.02)
    new = [one for one in bot.server.state.messages.of(YOU_ID) if one.message_id not in before]
    return [(await bot.client.you.next_reply()).text for one in new if one.from_bot]


async def test_the_weekly_review_is_chosen_comes_once_and_stops(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=at(MONDAY - timedelta(days=7))) as (bot, you):
        await you.ask("/goal bench 100kg")
        for week in (0, 1):
            for day, said in enumerate(("bench 80kg 5x5", "ran 5k in 25:00", "slept 7h")):
                bot.clock.set(MONDAY + timedelta(days=7 * (week - 1) + day))
                await you.ask(said if not week or day else "bench 85kg 5x5")
        assert await told(bot, SUNDAY - timedelta(days=1)) == []
        page = await you.ask("/settings")
        await you.tap(page, "📬")
        page = await you.edited(page)
        assert "Weekly review: off" in page.text
        await you.tap(page, "📊 Sun 18:00")
        page = await you.edited(page)
        assert "Weekly review: Sun 18:00" in page.text
        assert await told(bot, SUNDAY - timedelta(minutes=1)) == []
        [review] = await told(bot, SUNDAY)
        for line in (
            "Your week · 16 Nov – 22 Nov",  # noqa: RUF001 - as shown
            "Training: 2 days (week before: 2 days)",
            "Lifted: 2,125 kg (+6 %)",
            "Run: 5 km",
            "Sleep: 7 h a night (n = 1)",
            "heaviest bench press: 85 kg (before: 80 kg)",
            "Bench press: 85 of 100 kg, too few days yet to say when (n = 2)",
        ):
            assert line in review, review
        assert "due" not in review
        assert bot.server.state.messages.of(YOU_ID)[-1].message.photo
        await bot.restart()
        assert await told(bot, SUNDAY + timedelta(minutes=2)) == []
        shown = bot.server.state.messages.of(YOU_ID)[-1]
        await you.tap(shown, "🔕")
        stopped = await you.next_reply()
        assert "No more weekly reviews" in stopped.text
        assert await told(bot, SUNDAY + timedelta(days=7)) == []
        assert await bot.app.core.db.schedule.scheduled(YOU_ID, "digest") is None
        await you.tap(stopped, "On again")
        assert "Sun 18:00" in (await you.next_reply()).text


async def test_nothing_comes_by_itself_until_it_is_wanted(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=at(MONDAY)) as (bot, you):
        await you.ask("bench 100kg 5x5")
        for hours in range(12, 14 * 24, 12):
            assert await told(bot, MONDAY + timedelta(hours=hours)) == []


async def test_the_review_tells_days_in_a_row_and_what_was_missing(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=at(MONDAY - timedelta(days=14))) as (bot, you):
        await you.ask("/settings review sun 18")
        for day in range(-14, 7):
            bot.clock.set(MONDAY + timedelta(days=day))
            await you.ask("squat 80kg 5x5" if day >= 0 else "bench 80kg 5x5, squat 80kg 5x5, ran 5k in 25:00")
        [review] = await told(bot, SUNDAY)
        assert "🔥 21 days in a row" in review
        assert "Not this week: bench press, run" in review.replace("Bench", "bench").replace("Run", "run")


async def test_the_morning_line_tells_yesterday_and_the_goals(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=at(MONDAY)) as (bot, you):
        await you.ask("/settings morning 7")
        await you.ask("/goal bench 100kg")
        await you.ask("bench 80kg 5x5")
        [line] = await told(bot, MONDAY.replace(hour=7, minute=1) + timedelta(days=1))
        assert "Yesterday:\nBench press: 80 kg × 5 reps, 5 sets\n" in line  # noqa: RUF001 - as shown
        assert "Bench press: 80 of 100 kg" in line
        [line] = await told(bot, MONDAY.replace(hour=7, minute=1) + timedelta(days=2))
        assert "Yesterday" not in line


async def test_a_late_review_says_so_and_missed_weeks_become_one(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=at(MONDAY)) as (bot, you):
        await you.ask("/settings language ko")
        await you.ask("/settings 리뷰 일 18")
        await bot.stop()
        bot.clock.set(SUNDAY + timedelta(days=14, hours=20))  # 14 in the afternoon of a Monday
        await bot.start()
        await you.ask("벤치 80kg 5x5")
        [review] = await told(bot, SUNDAY + timedelta(days=14, hours=20))
        assert "그때 제가 꺼져 있었어요" in review
        assert "이번 주 · 12월 1일" in review
        assert "운동: 1일 (전주: 0일)" in review


async def test_who_is_idle_is_asked_once_and_then_left_alone(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=at(MONDAY)) as (bot, you):
        for field in ("review sun 18", "morning 7", "checkins 18"):
            await you.ask(f"/settings {field}")
        await you.ask("bench 80kg 5x5")
        heard: list[str] = []
        for day in range(41):
            for hour in (7, 18):
                heard += await told(bot, MONDAY.replace(hour=hour, minute=1) + timedelta(days=day))
        assert sum("Nothing logged for a week" in one for one in heard) == 1, heard
        assert "Nothing logged" in heard[-1]
        bot.clock.set(MONDAY + timedelta(days=40))
        await you.ask("bench 80kg 5x5")
        assert await told(bot, MONDAY.replace(hour=7, minute=1) + timedelta(days=41))


async def test_check_ins_come_by_rules_once_and_never_in_quiet_hours(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=at(MONDAY - timedelta(days=1))) as (bot, you):
        await you.ask("/settings checkins 18")
        await you.ask("squat 101kg 5x5")
        for day in range(3):
            bot.clock.set(MONDAY + timedelta(days=day))
            await you.ask("bench 80kg 5x5")
        thursday = MONDAY.replace(hour=18) + timedelta(days=3)
        assert await told(bot, thursday) == ["🔥 4 days in a row, and today is still open."]
        assert await told(bot, thursday + timedelta(minutes=1)) == []
        await bot.stop()
        await bot.start()
        assert await told(bot, thursday + timedelta(days=1)) == []
        await you.ask("/settings checkins 23")
        night = thursday.replace(hour=23) + timedelta(days=2)
        assert await told(bot, night) == []
        [gap] = await told(bot, night + timedelta(hours=9, minutes=1))
        assert "4 days since your last training; usually it is 1 day" in gap
        assert await told(bot, night + timedelta(hours=33, minutes=1)) == []
        shown = bot.server.state.messages.of(YOU_ID)[-1]
        await you.tap(shown, "🔕")
        assert "No more check-ins" in (await you.next_reply()).text


async def test_a_record_within_reach_is_worth_more_than_a_streak(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=at(MONDAY - timedelta(days=30))) as (bot, you):
        await you.ask("/settings language ko")
        await you.ask("벤치 100kg 1x1")
        for day in range(3):
            bot.clock.set(MONDAY + timedelta(days=day))
            await you.ask("벤치 98kg 1x1")
        await you.ask("/settings 체크인 18")
        [first] = await told(bot, MONDAY.replace(hour=18) + timedelta(days=3))
        assert "요즘 98 kg, 최고는 100 kg" in first
        bot.clock.set(MONDAY + timedelta(days=3, hours=10))
        await you.ask("스쿼트 60kg 5x5")
        assert await told(bot, MONDAY.replace(hour=18) + timedelta(days=4)) == [
            "🔥 4일 연속이에요. 오늘만 남았어요."
        ]


async def test_who_blocked_the_bot_is_not_lost(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=at(MONDAY)) as (bot, you):
        await you.ask("/settings morning 8")
        await you.ask("bench 80kg 5x5")
        await you.block()
        assert await told(bot, MONDAY + timedelta(days=1)) == []
        await you.unblock()
        await you.say("hello")
        await bot.client.until(
            lambda: any("Good morning" in one.text for one in bot.client.history(YOU_ID)), what="the morning"
        )


async def test_a_repeated_look_at_the_clock_sends_nothing_twice(tmp_path: Path) -> None:
    """A kill between the commit and what follows it repeats the look: the row has moved on."""
    async with running_bot(tmp_path, clock=at(MONDAY)) as (bot, you):
        await you.ask("/settings morning 8")
        await you.ask("bench 80kg 5x5")
        db = bot.app.core.db
        run = await db.schedule.scheduled(YOU_ID, "morning")
        assert run is not None
        later = MONDAY + timedelta(days=1)
        bot.clock.set(later)
        briefings = Briefings(bot.app.state)
        assert await briefings.run(run, later)
        assert await briefings.run(run, later)  # as it was read before the kill
        await you.next_reply()
        await you.silence(0.3)
