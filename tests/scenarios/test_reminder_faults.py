"""Reminders in groups, from tools, with a clock that jumps, and while Telegram can't be reached."""

from __future__ import annotations

import asyncio
import json
import zipfile
from collections.abc import AsyncGenerator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from pydantic import JsonValue

from agents.tools.catalogue.reminders import list_reminders, propose_reminder, write_reminder
from agents.tools.context import ToolContext
from agents.tools.result import Outcome
from bot.assistant.reminder_proposals import ReminderProposals
from bot.assistant.tool_caller import ToolCaller
from bot.cli.console import Console
from storage.entities import Effects, Outgoing
from storage.reminders import MOST_OF_ONE
from telegram_local.faults import FaultKind
from telegram_local.messages import StoredMessage
from telegram_local.world import BOT_USERNAME, YOU_ID
from tests.driver.harness import RunningBot, TestClock, running_bot
from tests.driver.person import Person

NOW = datetime(2026, 11, 18, 14, 0, tzinfo=UTC)  # a Wednesday


@pytest.fixture
async def running(tmp_path: Path) -> AsyncGenerator[tuple[RunningBot, Person]]:
    clock = TestClock()
    clock.set(NOW)
    async with running_bot(tmp_path, clock=clock, profile={"time_zone": "UTC"}) as both:
        yield both


def look(bot: RunningBot, *, jumped_back: bool = False) -> None:
    """As every 15 seconds."""
    bot.app.state.watch.look(jumped_back=jumped_back)


async def test_one_asked_for_in_a_group_comes_in_private(running: tuple[RunningBot, Person]) -> None:
    bot, you = running
    group = bot.client.in_group(YOU_ID)
    here = await group.ask(f"@{BOT_USERNAME} remind me to stretch in 20 minutes")
    assert "Stretch" not in here.text
    assert "Stretch" in (await you.next_reply()).text
    bot.clock.advance(minutes=20, seconds=1)
    look(bot)
    assert (await you.next_reply()).text == "⏰ Stretch"
    await group.silence(0.3)


async def test_what_came_while_the_clock_was_ahead_comes_again_in_time(
    running: tuple[RunningBot, Person],
) -> None:
    bot, you = running
    await you.ask("remind me to stretch every day at 9pm")
    bot.clock.advance(days=400)
    look(bot)
    assert "Missed since: 100" in (await you.next_reply()).text
    bot.clock.set(NOW)
    look(bot, jumped_back=True)
    await bot.client.until(lambda: _due_soon(bot), what="the next day")
    bot.clock.advance(hours=7, seconds=1)
    look(bot)
    assert (await you.next_reply()).text == "⏰ Stretch"


def _due_soon(bot: RunningBot) -> bool:
    alarm = bot.app.state.watch.alarm
    due = getattr(alarm, "_due", None)
    return isinstance(due, datetime) and due.year == NOW.year


async def test_while_telegram_cannot_be_reached_they_wait_and_say_how_late_they_are(
    running: tuple[RunningBot, Person],
) -> None:
    bot, you = running
    await you.ask("remind me to drink water every hour")
    await bot.client.fault(FaultKind.SERVER_ERROR, "sendMessage", times=None)
    bot.clock.advance(hours=1, seconds=1)
    look(bot)
    async with asyncio.timeout(20):
        while not await bot.app.core.db.outbox.chats_awaiting("remind:"):  # noqa: ASYNC110 - rows ring no bell
            await asyncio.sleep(0.02)
    bot.clock.advance(hours=3)
    look(bot)
    await bot.client.heal()
    first = await you.next_reply()
    assert first.text.endswith("⏰ Drink water")
    assert first.text.startswith("↻")
    look(bot)
    late = await you.next_reply()
    assert "Late: it was for today at 16:00. Missed since: 2." in late.text


async def test_one_set_at_the_terminal_beside_the_running_bot_comes(
    running: tuple[RunningBot, Person],
) -> None:
    bot, you = running
    console = await Console.open(bot.settings, YOU_ID, bot.clock())
    await console.say("remind me to stretch in 20 minutes")
    await console.aclose()
    await bot.tick()
    bot.clock.advance(minutes=20, seconds=1)
    look(bot)
    assert (await you.next_reply()).text == "⏰ Stretch"


async def test_a_tool_proposes_one_and_only_the_tap_sets_it(running: tuple[RunningBot, Person]) -> None:
    bot, you = running
    asks = await proposed(bot, "a" * 24, text="Weigh in", at="2026-11-22T08:00", rule="FREQ=WEEKLY;BYDAY=SU")
    assert asks.text.startswith("⏰ Shall I remind you of Weigh in, every Sun at 08:00")
    assert (await listed(bot)) == []
    await bot.restart()
    await you.tap(asks, "⏰ Yes")
    assert (await you.edited(asks)).text.splitlines()[0] == "⏰ Weigh in: every Sun at 08:00"
    assert await listed(bot) == [("Weigh in", "FREQ=WEEKLY;BYDAY=SU", datetime(2026, 11, 22, 8, tzinfo=UTC))]
    assert (await you.ask("/undo")).text == "↩️ Taken back: Weigh in"
    asks = await proposed(bot, "b" * 24, text="Stretch", at="2026-11-20T08:00")
    await you.tap(asks, "No")
    assert (await you.edited(asks)).text == "⏰ Stretch: no reminder."
    assert await listed(bot) == []


async def test_tools_keep_no_nonsense(running: tuple[RunningBot, Person]) -> None:
    bot, _ = running
    tools, context = bot.app.state.tools, await context_of(bot)
    for at, rule in (
        ("2026-11-18T08:00", ""), ("2026-11-20T08:00", "FREQ=SECONDLY"),
        ("2026-11-20T08:00", "FREQ=DAILY;COUNT=2"),
    ):  # fmt: skip
        result = await tools.call(propose_reminder, {"text": "Stretch", "at": at, "rule": rule}, context)
        assert result.outcome is Outcome.INVALID
    plan: JsonValue = {"text": "x", "start": "2026-11-20", "times": ["08:00:00"]}
    result = await tools.call(write_reminder, {"reminder_id": "c" * 24, "plan": plan}, context)
    assert result.outcome is Outcome.UNCONFIRMED


async def test_they_are_exported_and_forgotten(running: tuple[RunningBot, Person]) -> None:
    bot, you = running
    await you.ask("remind me to stretch every day at 9pm")
    await you.ask("/export")
    [path] = (bot.settings.data / "exports").rglob("*.zip")
    with zipfile.ZipFile(path) as archive:
        [kept] = json.loads(archive.read("reminders.json"))
    assert kept["text"] == "Stretch"
    assert kept["rule"] == "FREQ=DAILY"
    await bot.app.core.db.forgetting.forget(YOU_ID)
    assert await bot.app.core.db.reminders.of_user(YOU_ID) == []
    bot.clock.advance(days=1)
    look(bot)
    await you.silence(0.3)


async def context_of(bot: RunningBot) -> ToolContext:
    state = bot.app.state
    return ToolContext.of(await state.profile(YOU_ID), state.now(), language="en")


async def proposed(bot: RunningBot, token: str, **arguments: JsonValue) -> StoredMessage:
    state = bot.app.state
    desk = ToolCaller(state, state.assisting)
    result = await state.tools.call(propose_reminder, arguments, await context_of(bot))
    assert result.value is not None, result.detail
    person = await desk.person(YOU_ID, state.now(), language="en")
    said = await ReminderProposals(desk).offered(person, result.value, token)
    shown = Outgoing(key=token, chat_id=YOU_ID, user_id=YOU_ID, html=said.html, buttons=said.buttons)
    await state.db.turns.apply(Effects(outgoing=[shown]))
    return await bot.client.you.next_reply()


async def listed(bot: RunningBot) -> list[tuple[str, str, datetime | None]]:
    result = await bot.app.state.tools.call(list_reminders, {}, await context_of(bot))
    assert result.value is not None
    return [(one.text, one.rule, one.due) for one in result.value.reminders]


async def test_all_of_very_many_are_deleted_and_come_back(running: tuple[RunningBot, Person]) -> None:
    bot, you = running
    await you.ask("remind me every day at 9:15 am to stretch")
    (row,) = await bot.app.core.db.reminders.of_user(YOU_ID)
    more = [replace(row, id=f"{number:024}") for number in range(MOST_OF_ONE - 1)]
    await bot.app.core.db.turns.apply(Effects(reminders=more))
    assert "You have 200 reminders already" in (await you.ask("remind me tomorrow at 9:15 am to eat")).text
    told = await you.ask("delete all my reminders")
    assert "200" in told.text
    assert "No reminders yet" in (await you.ask("/reminders")).text
    await you.tap(told, told.labels[0])
    assert "180 more" in (await you.edited(told)).text
    assert len(await bot.app.core.db.reminders.of_user(YOU_ID)) == MOST_OF_ONE
