"""Specialists over HTTP and at the command line: the same concierge, proposals decided in words."""

# ruff: noqa: RUF001 - spans are written with a dash

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator
from datetime import UTC, datetime
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from agents.changes.items import MemoryItem, UnitItem
from agents.changes.proposing import propose
from bot.cli import swealog
from bot.cli.console import Console
from telegram_local.world import YOU_ID
from tests.driver.harness import TestClock, running_bot
from tests.driver.radicale import Radicale, radicale
from tests.scenarios.test_remote_tools import garden
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


async def test_a_call_of_another_service_is_decided_in_words(tmp_path: Path) -> None:
    shed, tools = tmp_path / "shed", {"mcp": [garden(tmp_path / "shed")]}
    async with calling(tmp_path, tools=tools) as (bot, you):
        asked = await you.say("/tools garden_water plant=fern")
        assert asked.text.endswith("Answer with one of these: Do it / No.")
        (question,) = asked.questions
        assert not shed.exists()
        assert "✅ Done: garden, water." in (await you.reply(question.href, "Do it")).text
        await you.reply(question.href, "Do it")
        assert shed.read_text() == "fern\n"
        await you.say("/tools garden_water plant=fig")
        assert "Nothing was done" in (await you.say("no")).text
        assert await bot.app.core.db.entries.recent_entries(YOU_ID, limit=3) == []
    config = tmp_path / "config.yaml"
    config.write_text(yaml.safe_dump({"data_dir": str(tmp_path / "console"), "tools": tools}), "utf-8")

    def run(given: str) -> str:
        place = ["--config", str(config), "--user", str(YOU_ID)]
        done = CliRunner().invoke(swealog, ["chat", *place], input=given, catch_exceptions=False)
        assert done.exit_code == 0, done.output
        return done.output

    told = await asyncio.to_thread(run, "/tools garden_water plant=oak\ndo it\n/undo\n")
    assert "Answer with one of these: Do it / No." in told
    assert "✅ Done: garden, water." in told
    assert "beyond my taking back" in told
    assert shed.read_text() == "fern\noak\n"


async def test_what_is_not_connected_says_how_to_connect_it(tmp_path: Path) -> None:
    async with calling(tmp_path) as (_, you):
        assert "no calendar of yours is connected" in (await you.say("what's in my calendar tomorrow?")).text
        assert "docs/assistant.md" in (await you.say("how do I connect my calendar?")).text
        assert "No notes of yours are connected" in (await you.say("what do my notes say about rowing?")).text


async def test_proposed_changes_are_listed_and_decided_by_a_command(tmp_path: Path) -> None:
    clock = TestClock()
    clock.set(NOW)
    async with calling(tmp_path, clock=clock) as (bot, you):
        assert "Nothing waits" in (await you.say("/proposals")).text
        legs, bed = (MemoryItem(category="fact", key=key, value="x") for key in ("legs", "bed"))
        services = bot.app.core.services
        one = await propose(services, YOU_ID, YOU_ID, "coach:1", [legs, bed], name="Bench")
        other = await propose(services, YOU_ID, YOU_ID, "coach:2", [UnitItem(field="weight_unit", unit="lb")])
        listed = (await you.say("/proposals")).text
        assert listed.index("Bench suggests:") < listed.index("Suggestions")
        code = one.token[:4]
        assert f"/proposals {code} +1 confirms item 1" in listed
        done = (await you.say(f"/proposals {code} +2")).text
        assert done.startswith("Done.")
        assert "✓ done: Remember: bed" in done
        assert f"/proposals {code} +1 confirms item 1" in done
        assert "already" in (await you.say(f"/proposals {code} + 2")).text
        assert "none of what waits" in (await you.say(f"/proposals {code} +90")).text
        assert "✗ no: Remember: legs" in (await you.say(f"/proposals {code} -1")).text
        assert "none of what waits" in (await you.say(f"/proposals {code} +1")).text
        assert "Bench" not in (await you.say("/proposals")).text
        assert "✓ done:" in (await you.say(f"/proposals {other.token[:6].upper()} +")).text
        assert (await services.profile(YOU_ID)).weight_unit == "lb"
        assert "taken back:" in (await you.say("/undo")).text
        remembered = await bot.app.core.db.contexts.get_global_context(YOU_ID)
        assert "bed" in remembered
        assert "legs" not in remembered


async def test_over_http_and_in_the_terminal_coaches_have_codes_and_words(tmp_path: Path) -> None:
    async with calling(tmp_path) as (bot, you):
        await you.say("slept 7h")
        made = (await you.say("coach my Sleep please")).text
        assert "Sleep: I'll watch it" in made
        found = re.search(r"/coaches (\w{4})\b", made)
        assert found is not None
        code, told = found[1], ""
        for _ in range(500):
            if "Last: 7 h" in (told := (await you.say(f"/coaches {code.upper()}")).text):
                break
            await asyncio.sleep(0.01)
        assert "Last: 7 h" in told
        for words in (f"/coaches {code}", "what does my coach say?"):
            assert [one.text for one in (await you.say(words)).evidence] == ["slept 7h"], words
        for words, shows in (
            ("automatic updates", "Saved."), ("👍", "Saved."), ("pause", "Paused."), ("inside", "creation"),
            ("update now", "I'm looking"), ("delete", "deleted"), ("history", "No coaches yet"),
            ("back again", "Last: 7 h"), ("dance", f"Sleep: /coaches {code}"),
        ):  # fmt: skip
            assert shows in (await you.say(f"/coaches {code} {words}")).text, words
        listed = (await you.say("/coaches")).text
        assert "update now, automatic updates" in listed
        assert "/coaches templates" in listed
        assert "• Sleep (sleep, model: low): How long you sleep" in (await you.say("/coaches templates")).text
        [coach] = await bot.app.core.db.coaches.of_user(YOU_ID)
        assert (coach.automatic, coach.name) == (True, "Sleep")
        assert await bot.app.core.db.coaches.ratings(YOU_ID, coach.id)
        settings = bot.settings
        await bot.stop()
        console = await Console.open(settings, YOU_ID)
        try:
            shown = await console.command("coaches", code)
            assert shown is not None
            assert "Last: 7 h" in shown.text
            assert [one.text for one in await console.rests_on(shown)] == ["slept 7h"]
            assert [one async for one in console.coach_reports()] == []
            await console.command("coaches", f"{code} update now")
            [report] = [one async for one in console.coach_reports()]
            assert "Last: 7 h" in report.text
            assert [one.text for one in await console.rests_on(report)] == ["slept 7h"]
            newest, *_ = await console.db.wakes.log(YOU_ID, coach.id)
            assert (newest.reason, newest.outcome) == ("manual", "unchanged")
        finally:
            await console.aclose()


async def test_over_http_a_template_is_changed_adopted_and_rolled_back_in_words(tmp_path: Path) -> None:
    async with calling(tmp_path) as (bot, you):
        assert "/evolve sleep weeks 8" in (await you.say("/evolve sleep")).text
        for words, shows in (
            ("weeks 10", "weeks looked back on: 8 → 10"), ("weeks 900", "weeks looked back on: 8 → 10"),
            ("be kinder", "📝 be kinder"), ("replay", "no wake yet"),
            ("adopt", "version 2 holds"), ("back", "version 1 holds again"),
            ("adopt", "Nothing is changed so far"), ("reject", "stays at version 1"),
            ("nonsense 5", "📝 nonsense 5"),
        ):  # fmt: skip
            assert shows in (await you.say(f"/evolve sleep {words}")).text, words
        versions = await bot.app.core.db.coaches.template_versions(YOU_ID, "sleep")
        assert [(one.version, one.active) for one in versions] == [(2, False), (1, True)]
        assert "Which template?" in (await you.say("/evolve soup now")).text


async def test_proposed_changes_are_decided_in_the_terminal(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, _):
        items = [UnitItem(field="weight_unit", unit="lb")]
        made = await propose(bot.app.core.services, YOU_ID, YOU_ID, "coach:1", items)
        settings = bot.settings
        await bot.stop()
        console = await Console.open(settings, YOU_ID)
        try:
            listed = await console.command("proposals")
            assert listed is not None
            assert f"/proposals {made.token[:4]} +1" in listed.text
            done = await console.command("proposals", f"{made.token[:4]} +1")
            assert done is not None
            assert "✓ done:" in done.text
            assert (await console.profile()).weight_unit == "lb"
        finally:
            await console.aclose()
