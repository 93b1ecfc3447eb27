"""A day with the assistant in Telegram terms, by rules alone and with a scripted model beside them."""

# ruff: noqa: RUF001 - spans are written with a dash

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from telegram_local.world import GROUP_ID, YOU_ID
from tests.driver.harness import TestClock, running_bot
from tests.driver.radicale import Radicale, radicale
from tests.models.server import ModelServer
from tests.scenarios.test_remote_tools import garden, until_connected
from tests.scenarios.test_specialists import notes

NOW = datetime(2026, 11, 18, 14, 0, tzinfo=UTC)  # a Wednesday, 15:00 in Berlin
PROFILE = {"time_zone": "Europe/Berlin", "weight_unit": "kg", "distance_unit": "km"}
ANSWER = {
    "answer": "No swimming until 28 November.",
    "confidence": 0.9,
    "citations": [{"page": "P1", "quote": "no swimming until 28 November"}],
    "gaps_identified": "",
    "follow_up_suggestions": [],
}


@pytest.fixture
async def calendar(tmp_path: Path) -> AsyncGenerator[Radicale]:
    async with radicale(tmp_path / "radicale") as running:
        running.make("training")
        running.put("training", "a1", "SUMMARY:Dentist", "DTSTART:20261119T090000Z", "DURATION:PT30M")
        yield running


def scripted(server: ModelServer) -> dict[str, object]:
    """What a sensible model says to these messages; rules hear all of them first."""
    server.always("notes_search", {"primary_queries": ["swimming"], "fallback_queries": []})
    server.always("notes_answer", ANSWER)
    server.always("memory", {"summary": "You found the mattress soft, then great.", "messages": [1, 2]})
    server.prefer = {"next_action": "retrieve", "verdict": ("sufficient", "pass")}
    return server.llm_section()


@pytest.mark.parametrize("with_model", [False, True])
async def test_a_day_with_the_assistant(
    server: ModelServer, tmp_path: Path, calendar: Radicale, *, with_model: bool
) -> None:
    clock, shed = TestClock(), tmp_path / "shed"
    clock.set(NOW)
    async with running_bot(
        tmp_path,
        clock=clock,
        llm=scripted(server) if with_model else {"default_provider": "none"},
        notes=await asyncio.to_thread(notes, tmp_path),
        calendars=[calendar.account(user=YOU_ID)],
        tools={"mcp": [garden(shed)]},
        profile=PROFILE,
    ) as (bot, you):
        assert (await you.ask("hi!")).text
        assert server.asked == []
        said = await you.say("slept 7h, the new mattress is soft")
        await you.next_reply()
        await you.ask("slept 8h, the mattress is great")

        told = await you.ask("what do my notes say about swimming?")
        assert "no swimming until 28 november" in told.text.lower()
        assert "Knee" in told.text + " ".join(told.labels)

        told = await you.ask("what did I say about the mattress?")
        assert ("You found the mattress soft" in told.text) == with_model
        assert "the new mattress is soft" in told.text
        await you.tap(told, next(label for label in told.labels if label.startswith("💬")))
        back = await you.next_reply()
        assert back.message.reply_to_message is not None
        assert back.message.reply_to_message.message_id == said.message.message_id

        assert "10:00–10:30 Dentist" in (await you.ask("what's on tomorrow?")).text
        asked = await you.ask("when did the doctor say I may swim again? put an easy swim on that day at 7")
        assert "Easy swim\nSat 28 Nov, 07:00–08:00" in asked.text
        assert len(calendar.kept()) == 1
        await bot.restart()
        await you.tap(asked, "Create")
        assert "✅ In your calendar" in (await you.edited(asked)).text
        assert len(calendar.kept()) == 2
        assert "✅ Deleted from your calendar: Easy swim" in (await you.ask("/undo")).text
        assert len(calendar.kept()) == 1

        await until_connected(you)
        asked = await you.ask("/tools garden_water plant=fern")
        assert not shed.exists()
        await you.tap(asked, "Do it")
        assert "✅ Done: garden, water." in (await you.edited(asked)).text
        assert shed.read_text() == "fern\n"

        here = bot.client.in_group(YOU_ID)
        await here.say(f"@{bot.app.bot.username} what's on tomorrow?")
        assert "Dentist" in (await you.next_reply()).text
        assert not [one for one in bot.client.history(GROUP_ID) if one.from_bot and "Dentist" in one.text]
