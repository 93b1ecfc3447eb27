"""Templates of coaches changed by talking, over the real bot: replayed, adopted, rolled back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from agents.changes.items import SessionItem
from agents.changes.proposing import propose
from agents.coaches.coach import Links
from agents.coaches.making import known_templates
from bot.app import App
from bot.people.coaching import CoachesSection
from storage.coach import CoachRow, QueuedWake, WakeEnd, WakeRow
from storage.entities import Effects
from telegram_local.world import ALEX_ID, YOU_ID
from tests.driver.harness import TestClock, running_bot

NOON = datetime(2026, 11, 23, 12, tzinfo=UTC)


def at(moment: datetime = NOON) -> TestClock:
    clock = TestClock()
    clock.set(moment)
    return clock


async def coached(app: App, goal: str) -> CoachRow:
    """A coach of the bench, woken once, whose proposal waits."""
    db, links = app.core.db, Links(goal=goal, name="bench press")
    coach = CoachRow("c1", YOU_ID, "Bench", "strength", "active", False, links.model_dump_json(), NOON)
    await db.coaches.save(coach, ("exercise:bench press",))
    now = app.core.services.clock()
    queued = QueuedWake("c1", "asked", YOU_ID, "manual", "[]", "b1", 0, now, now)
    wake = WakeRow("w1", YOU_ID, "c1", "manual", "[]", "r1", 1, 1, now)
    await db.wakes.ask(queued)
    assert await db.wakes.begin(queued, wake)
    await db.turns.apply(Effects(ended=[WakeEnd(wake, now, "reported", report="{}")]))
    legs = SessionItem(title="Legs", day=now.date())
    await propose(app.core.services, YOU_ID, YOU_ID, "coach:c1", [legs], name="Bench")
    return coach


async def test_a_template_is_talked_about_replayed_adopted_and_rolled_back(tmp_path: Path) -> None:
    async with running_bot(tmp_path, clock=at()) as (bot, you):
        await you.ask("/goal bench 100kg")
        for week in range(5):
            bot.clock.set(NOON + timedelta(weeks=week))
            await you.ask("bench 80kg 5x5")
        [row] = await bot.app.core.db.goals.of_user(YOU_ID)
        await coached(bot.app, row.token)
        offered = await you.next_reply()
        await you.tap(offered, "✗ 1")
        await you.edited(offered)
        assert "strength: Strength goal" in (await you.ask("/evolve")).text
        page = await you.ask("/evolve strength")
        assert "Strength goal, version 1" in page.text
        assert "Version 1: 1 wake; 1 with news; 0 of 1 proposal confirmed, 1 rejected\n" in page.text
        assert "Nothing is changed so far." in page.text
        for _ in range(2):
            await you.tap(page, (1, 1))
            page = await you.edited(page)
        assert "weeks without a best: 3 → 5" in page.text
        assert "Tried on the last wakes (1): 1 would have been different" in page.text
        alex = bot.client.person(ALEX_ID)
        theirs = await alex.ask("hello")
        for button in page.buttons:
            tapped = await alex.forge(theirs, button.callback_data or "")
            assert "don't know this button" in (await alex.answered(tapped)).text
        await you.tap(page, "💬 Keep talking")
        page = await you.edited(page)
        assert "weeks without a best: 3 → 5" in page.text
        await bot.restart()
        page = await you.ask("it calls it a stall too soon, bench 80kg 5x5")
        assert "📝 it calls it a stall too soon" in page.text
        assert len(await bot.app.core.db.entries.recent_entries(YOU_ID, 50)) == 5
        await you.tap(page, "▶️ Replay, free")
        told = await you.next_reply()
        assert told.text.splitlines() == [
            "▶️ The last wakes again (1), by rules:",
            "21 Dec:",
            "− Lighter week: Bench press from 28 Dec to 3 Jan 2027",  # noqa: RUF001 - as shown
            "− “Days with it lately: 4 days. Your best is from Mon 23 Nov; nothing has beaten it since.”",  # noqa: RUF001
            "+ “Days with it lately: 4 days.”",
        ]
        await you.tap(page, "✓ Adopt")
        page = await you.edited(page)
        assert "version 2 holds from the next wake on" in page.text
        core = bot.app.core
        assert (await known_templates(core.services, YOU_ID))["strength"].settings.stall_weeks == 5
        assert page.labels == ["↩️ Back to version 1"]
        await you.tap(page, "↩️ Back to version 1")
        assert "version 1 holds again" in (await you.edited(page)).text
        assert (await known_templates(core.services, YOU_ID))["strength"].settings.stall_weeks == 3
        page = await you.ask("/evolve strength")
        await you.tap(page, (0, 1))
        page = await you.edited(page)
        assert "Tried on the last wakes (1): none would have been different" in page.text
        await you.tap(page, "✗ Reject")
        assert (await you.edited(page)).text == "✗ Strength goal stays at version 1."
        assert len(await core.db.coaches.template_versions(YOU_ID, "strength")) == 2
        page = await you.ask("/evolve strength")
        await you.tap(page, "💬 Keep talking")
        page = await you.edited(page)
        await bot.stop()
        bot.settings = bot.settings.model_copy(update={"coaches": CoachesSection(enabled=False)})
        await bot.start()
        assert "Logged" in (await you.ask("bench 82.5kg 5x5")).text, "nothing waits for words"
        off = await you.tap(page, (0, 1))
        assert "switched off" in (await you.answered(off)).text
        bot.clock.advance(days=2)
        await bot.stop()
        bot.settings = bot.settings.model_copy(update={"coaches": CoachesSection()})
        await bot.start()
        late = await you.tap(page, (0, 1))
        assert "expired" in (await you.answered(late)).text
        receipt = await you.ask("squat 100kg 5x5")
        assert "Logged" in receipt.text
