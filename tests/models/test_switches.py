"""The switches of docs/assistant.md, each with its effect; what the page shows for adding a specialist."""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from agents.specialists import catalogue
from agents.specialists.staff import discovered
from storage.entities import ContextVersion, Effects
from telegram_local.world import GROUP_ID, YOU_ID
from tests.driver.guide import GUIDE, example
from tests.driver.harness import TestClock, running_bot
from tests.models.server import ModelServer
from tests.models.test_specialists import GAP, PROFILE, READS, handing
from tests.scenarios.test_specialists import notes

CALENDAR = {"kind": "caldav", "url": "http://127.0.0.1:9/", "username": "a", "password": "b", "user": YOU_ID}


async def test_switched_off_the_diary_alone_answers(tmp_path: Path) -> None:
    found = await asyncio.to_thread(notes, tmp_path)
    async with running_bot(tmp_path, notes=found, specialists={"enabled": False}) as (_, you):
        assert "28 November" not in (await you.ask("what do my notes say about swimming?")).text


async def test_in_a_group_a_mention_may_be_needless(tmp_path: Path) -> None:
    async with running_bot(tmp_path, telegram={"require_mention": False}) as (bot, _):
        here = bot.client.in_group(YOU_ID)
        await here.say("bench 100 kg 5x5")
        assert "100 kg" in (await here.next_reply()).text
    async with running_bot(tmp_path / "usual") as (bot, _):
        here = bot.client.in_group(YOU_ID)
        await here.say("bench 100 kg 5x5")
        await here.say(f"@{bot.app.bot.username} thanks")
        await here.next_reply()
        assert len([one for one in bot.client.history(GROUP_ID) if one.from_bot]) == 1


@pytest.mark.parametrize("dated", [True, False])
async def test_models_are_told_the_time_or_not(server: ModelServer, tmp_path: Path, *, dated: bool) -> None:
    clock = TestClock()
    clock.set(datetime(2026, 11, 18, 14, 0, tzinfo=UTC))
    limits = {"calls": {"inject_datetime": dated}}
    llm = {**server.llm_section(), "agents": {"router": {"tier": "low"}, "planner": {"tier": "low"}}}
    llm["specialists"] = {"calendar": {"tier": "high"}}
    calendars = [CALENDAR]
    async with running_bot(
        tmp_path, clock=clock, llm=llm, limits=limits, calendars=calendars, profile=PROFILE
    ) as (_, you):
        server.script("router", handing({"to": "calendar", "words": GAP}))
        server.script("calendar", READS)
        assert "does not answer" in (await you.ask(GAP)).text
    router, calendar = server.asked
    assert (router.model, calendar.model) == ("scripted-low", "scripted-high")
    assert ["Now, where the person is" in one.user for one in (router, calendar)] == [dated, dated]


async def test_who_may_only_be_read_is_never_written_to(tmp_path: Path) -> None:
    calendars = [{**CALENDAR, "write": False}]
    async with running_bot(tmp_path, calendars=calendars) as (_, you):
        assert "does not answer" in (await you.ask("what's on tomorrow?")).text
        assert "Create" not in (await you.ask("book a massage on friday at 4 pm")).labels


@pytest.fixture
def another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The file of the page, beside those of the product."""
    (tmp_path / "remembered.py").write_text(example("Adding a specialist", "python"), "utf-8")
    monkeypatch.setattr(catalogue, "__path__", [*catalogue.__path__, str(tmp_path)])
    discovered.cache_clear()
    yield
    discovered.cache_clear()
    sys.modules.pop(f"{catalogue.__name__}.remembered", None)


@pytest.mark.usefixtures("another")
async def test_a_specialist_is_one_file(server: ModelServer, tmp_path: Path) -> None:
    said = "so what have you picked up about me so far"
    async with running_bot(
        tmp_path / "bot", llm=server.llm_section(), profile=PROFILE, calendars=[CALENDAR]
    ) as (bot, you):
        await you.ask("hi")
        learnt = ContextVersion(
            user_id=YOU_ID,
            version=1,
            content="# Facts\n- trains before work",
            at=bot.clock(),
        )
        await bot.app.core.db.turns.apply(Effects(contexts=[learnt]))
        server.script("router", handing({"to": "remembered", "words": said}))
        assert "trains before work" in (await you.ask(said)).text
        (router,) = server.calls("router")
        assert "remembered: what the assistant has learnt about the person over time" in router.user


OPTIONS = (
    "orchestrator.enable", "orchestrator.dispatcher_model", "require_mention", "inject_datetime",
    "context.max_history", "context.time_gap_threshold_minutes", "context.lookback_limit",
    "context.message_limit", "preferences.timezone", "preferences.language", "notion.intelligence",
    "enabled", "query_expansion", "llm_reranking", "answer_synthesis", "max_queries", "rerank_top_n",
    "fetch_top_n", "{tool_context}", "debug.enable_response_logging", "enable_svg_diagrams",
    "response_log_dir", "svg_diagram_dir", "enable_web_ui", "web_host", "web_port",
)  # fmt: skip
"""Every option that the document names."""
ELSEWHERE = ("core.models.injectors",)
"""No key of the configuration."""


def test_every_switch_of_the_table_is_there() -> None:
    table = GUIDE.read_text("utf-8").partition("| there | here |")[2].partition("\n\n")[0]
    rows = re.findall(r"(?m)^\| (.+?) \| (.+?) \|$", table)
    there = {key for row in rows for key in re.findall(r"`([^`]+)`", row[0])}
    assert set(OPTIONS) <= there
    sample = (GUIDE.parents[1] / "config.example.yaml").read_text("utf-8")
    for _, row in rows:
        for key in re.findall(r"`([\w.]+)`", row):
            name = key.rpartition(".")[2]
            assert key in ELSEWHERE or re.search(rf"(?m)^[ #-]*{name}:", sample), key
