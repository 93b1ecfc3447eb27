"""Specialists over HTTP and at the command line: the same concierge, proposals decided in words."""

# ruff: noqa: RUF001 - spans are written with a dash

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from datetime import UTC, datetime
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from bot.cli import swealog
from telegram_local.world import YOU_ID
from tests.driver.harness import TestClock
from tests.driver.radicale import Radicale, radicale
from tests.scenarios.test_specialists import notes
from tests.web.calling import calling

NOW = datetime(2026, 11, 18, 14, 0, tzinfo=UTC)  # a Wednesday
ZONE = {"time_zone": "Europe/Berlin"}


@pytest.fixture
async def server(tmp_path: Path) -> AsyncGenerator[Radicale]:
    async with radicale(tmp_path / "radicale") as running:
        running.make("training")
        yield running


async def test_over_http_a_proposal_is_a_question_with_options(tmp_path: Path, server: Radicale) -> None:
    clock = TestClock()
    clock.set(NOW)
    found = await asyncio.to_thread(notes, tmp_path)
    calendars = [server.account(user=YOU_ID)]
    async with calling(tmp_path, clock=clock, calendars=calendars, notes=found, profile=ZONE) as (_, you):
        told = await you.say("what do my notes say about swimming?")
        assert "no swimming until 28 November" in told.text
        asked = await you.say("when did the doctor say I may swim again? put an easy swim on that day at 7")
        assert asked.status == "asked"
        (question,) = asked.questions
        assert question.options == ("Create", "Change time", "No")
        done = await you.reply(question.href, "Create")
        assert "✅ In your calendar: Easy swim, Sat 28 Nov, 07:00–08:00" in done.text
        assert len(server.kept()) == 1
        asked = await you.say("book a massage on friday at 4 pm")
        assert "Answer with one of these: Create / Change time / No" in asked.text
        assert "When should it be?" in (await you.say("change time")).text
        assert "Massage\nSun 22 Nov, 08:30–09:30" in (await you.say("Sunday at 8:30")).text
        assert "nothing was changed" in (await you.say("no")).text
        assert len(server.kept()) == 1
        asked = await you.say("when is the physio according to my notes? put physio on my calendar that day")
        assert asked.questions[0].options == ("Mon 23 Nov", "Mon 30 Nov")
        assert "Physio\nMon 30 Nov" in (await you.reply(asked.questions[0].href, "Mon 30 Nov")).text


async def test_at_the_command_line_too(tmp_path: Path, server: Radicale) -> None:
    found = await asyncio.to_thread(notes, tmp_path)
    config = tmp_path / "config.yaml"
    tree = {
        "data_dir": str(tmp_path / "data"), "notes": found, "profile": ZONE,
        "calendars": [server.account(user=YOU_ID)],
    }  # fmt: skip
    config.write_text(yaml.safe_dump(tree), "utf-8")

    def run(command: str, *words: str, given: str = "") -> str:
        place = ["--config", str(config), "--user", str(YOU_ID), "--now", "2026-11-18T15:00"]
        done = CliRunner().invoke(swealog, [command, *words, *place], input=given, catch_exceptions=False)
        assert done.exit_code == 0, done.output
        return done.output

    told = await asyncio.to_thread(run, "ask", "what do my notes say about swimming?")
    assert "no swimming until 28 November" in told
    said = "book a massage on friday at 4 pm\ncreate\nwhat's on friday?\nwhat did I say about a massage?\n"
    told = await asyncio.to_thread(run, "chat", given=said)
    assert "Answer with one of these: Create / Change time / No" in told
    assert "✅ In your calendar: Massage, Fri 20 Nov, 16:00–17:00" in told
    assert "• 16:00–17:00 Massage" in told
    assert "book a massage on friday" in told


async def test_what_is_not_connected_says_how_to_connect_it(tmp_path: Path) -> None:
    async with calling(tmp_path) as (_, you):
        assert "no calendar of yours is connected" in (await you.say("what's in my calendar tomorrow?")).text
        assert "No notes of yours are connected" in (await you.say("what do my notes say about rowing?")).text
