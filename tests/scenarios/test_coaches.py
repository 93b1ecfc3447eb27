"""Coaches over the real bot: a goal in words, one wake for many logs, a report with evidence, proposals."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

from storage.coach import CoachRow
from storage.wakes import THROTTLE
from telegram_local.world import YOU_ID
from tests.driver.harness import RunningBot, TestClock, running_bot

START = datetime(2026, 11, 2, 9, tzinfo=UTC)


def at(moment: datetime) -> TestClock:
    clock = TestClock()
    clock.set(moment)
    return clock


async def settled(bot: RunningBot) -> list[str]:
    """What comes once all that is due has run."""
    before = {one.message_id for one in bot.server.state.messages.of(YOU_ID)}
    await bot.tick()
    if (runner := bot.app.state.coaching.runner) is not None:
        await runner.idle()
    while await bot.app.core.db.outbox.queued(bot.clock(), limit=1):  # noqa: ASYNC110 - rows ring no bell
        await asyncio.sleep(0.02)
    new = [one for one in bot.server.state.messages.of(YOU_ID) if one.message_id not in before]
    return [(await bot.client.you.next_reply()).text for one in new if one.from_bot]


async def coach_of(bot: RunningBot) -> CoachRow:
    [coach] = await bot.app.core.db.coaches.of_user(YOU_ID)
    return coach


async def test_a_goal_in_words_makes_a_coach_that_wakes_once_for_many_logs(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=at(START)) as (bot, you):
        for day, load in enumerate((80, 82.5, 85, 87.5)):
            bot.clock.set(START + timedelta(days=3 * day))
            await you.ask(f"bench {load}kg 5x5")
        made = await you.ask("coach me to bench 100 kg by March")
        assert "I'll watch it (Strength goal)" in made.text
        report = await you.next_reply()
        for line in (
            "Bench press: 87.5 kg so far, the goal is 100 kg",
            "31 Mar 2027",
            "Days with it lately: 4",
        ):
            assert line in report.text, report.text
        assert any("87.5" in label for label in report.labels), "evidence"
        coach = await coach_of(bot)
        assert not coach.automatic

        await you.ask("bench 90kg 5x3")
        assert (await coach_of(bot)).outdated_at is not None
        bot.clock.advance(minutes=10)
        assert await settled(bot) == [], "automatic updates are off"
        page = await you.ask("/coaches")
        assert "something has changed since" in page.text
        await you.tap(page, "bench 100 kg")
        page = await you.edited(page)
        await you.tap(page, "Update now")
        assert "I'm looking" in (await you.edited(page)).text
        report = await you.next_reply()
        assert "90 kg so far" in report.text
        await you.tap(report, "Automatic updates")
        report = await you.edited(report)
        assert (await coach_of(bot)).automatic

        for load in (90, 92.5, 95):
            await you.ask(f"bench {load}kg x3")
        assert await settled(bot) == [], "the throttle has not passed"
        await bot.restart()
        bot.clock.advance(seconds=THROTTLE.seconds)
        [told] = await settled(bot)
        assert "95 kg so far" in told
        log = await bot.app.core.db.wakes.log(YOU_ID, coach.id)
        assert [one.reason for one in log] == ["subscription", "manual", "creation"]
        assert {one.outcome for one in log} == {"reported"}
        bot.clock.advance(minutes=10)
        assert await settled(bot) == [], "nobody is woken by its own report"
