"""What jobs show over the real bot: progress that is edited now and then, a review as the docs have it."""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from pydantic_ai import models
from ulid import ULID

from agents.charts.studio import Studio
from bot.jobs.watching import SHORTEST
from storage.preparation import FILE_NAME
from telegram_local.world import YOU_ID
from tests.agents.charts.diaries import LAST, NOW, half_a_year
from tests.agents.diary import entry, sleep
from tests.driver.harness import TestClock, running_bot
from tests.driver.radicale import radicale
from tests.driver.reviewed import FOLDER, asked, text_of
from tests.models.server import ModelServer
from tests.models.test_jobs import LOOK_BACK, Call, done, plan
from tests.scenarios.test_jobs import PROFILE, delivered, logged
from tests.scenarios.test_jobs_by_models import playing

_LINK = re.compile(r"\[([^\]]*)\]\(#\w+\)")


@pytest.fixture(autouse=True)
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    async def drawn(_self: Studio, _spec: str) -> bytes:
        return b"\x89PNG"

    monkeypatch.setattr(Studio, "draw", drawn)


@pytest.fixture
async def server(monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[ModelServer]:
    monkeypatch.setattr(models, "ALLOW_MODEL_REQUESTS", True)
    async with ModelServer.running() as running:
        yield running


async def test_the_review_of_the_docs_is_what_the_bot_makes() -> None:
    text = text_of(await asked())
    assert text == (FOLDER / "review.md").read_text(encoding="utf-8"), "python -m tests.driver.reviewed"
    page, plain = (FOLDER.parent / "jobs.md").read_text(encoding="utf-8"), _LINK.sub(r"\1", text)
    quoted = [re.sub(r"\*\*[^*]*\*\* ", "", line[2:]).rstrip(".") for line in re.findall(r"(?m)^> .+$", page)]
    assert len(quoted) > 5
    for line in quoted:
        assert all(sentence in plain for sentence in line.split(". ")), line


async def test_progress_is_one_message_that_is_edited_every_few_seconds_at_most(tmp_path: Path) -> None:
    clock = TestClock()
    clock.set(NOW)
    async with running_bot(tmp_path, clock=clock, profile=PROFILE) as (bot, you):
        await logged(bot, *half_a_year())
        began = time.monotonic()
        await you.ask("/job review everything")
        await delivered(you)
        most = (time.monotonic() - began) / SHORTEST + 2
        with sqlite3.connect(bot.settings.data / FILE_NAME) as database:
            keys = [key for (key,) in database.execute("SELECT key FROM outbox WHERE key LIKE 'job:%'")]
            steps = database.execute("SELECT count(*) FROM job_steps").fetchone()[0]
    assert len([key for key in keys if ":progress:" in key]) == 1
    assert 1 <= len([key for key in keys if ":edit:" in key]) <= most
    assert steps > 10


async def test_a_third_job_at_once_is_not_begun(tmp_path: Path) -> None:
    async with running_bot(tmp_path, profile=PROFILE) as (bot, you):
        for _ in range(2):
            await you.ask("/job review")
            while "Which days" not in (await you.next_reply()).text:
                pass
        told = await you.ask("/job cleanup")
        assert told.text == "🗂 2 jobs of yours go on already. Stop one (/jobs), or wait for it."
        assert "It begins" in (await bot.client.alex.ask("/job cleanup")).text
        assert len(await bot.app.core.db.jobs.of_user(YOU_ID)) == 2


async def test_taking_back_says_that_a_report_written_since_still_tells_of_it(tmp_path: Path) -> None:
    async with running_bot(tmp_path, profile=PROFILE) as (_, you):
        await you.ask("bench 80kg 5x5")
        assert "Reports" not in (await you.ask("/undo")).text
        await you.ask("bench 82.5kg 5x5")
        await you.ask("/job cleanup")
        await delivered(you)
        assert "Reports written since then still tell of it." in (await you.ask("/undo")).text


async def test_two_spellings_of_a_name_are_merged_by_a_tap_and_come_apart_again(tmp_path: Path) -> None:
    async with running_bot(tmp_path, profile=PROFILE) as (_, you):
        for text in ("zorkpress 60kg 5x5", "zork press 62kg 5x5", "zork press 64kg 5x5"):
            await you.ask(text)
        await you.ask("/job cleanup")
        await delivered(you)
        changes = await you.next_reply()
        assert "Zorkpress is Zork press" in changes.text
        await you.tap(changes, "✓ 1")
        await you.edited(changes)
        assert "is 60 kg" in (await you.ask("lightest zork press?")).text
        await you.ask("/undo")
        assert "is 62 kg" in (await you.ask("lightest zork press?")).text


TOOLS: list[Call] = [
    ("search_entries", {"query": "coffee"}),
    ("nearest_entries", {"question": "what spoils my sleep?"}),
    ("compute_figure", {"measure": "bench press", "statistic": "max", "quantity": "weight"}),
    ("read_chart", {"of": "bench 3m"}),
    ("read_memory", {}),
    ("get_conversation_history", {"query": "spoils"}),
    ("calendar_events", {"first": "2026-11-20", "last": "2026-11-30"}),
]
PHASES: dict[int, list[Call]] = {
    1: plan("Look"),
    2: [
        *TOOLS,
        ("write_file", {"path": "artifacts/answer.md", "text": "# Answer\n\nCoffee. Bench {F1}."}),
        *done(1, 5),
    ],
    3: LOOK_BACK,
}


async def test_research_has_each_of_its_tools(tmp_path: Path, server: ModelServer) -> None:
    server.always("*", playing(PHASES))
    clock = TestClock()
    clock.set(NOW)
    async with radicale(tmp_path / "radicale") as calendar:
        calendar.make("training")
        async with running_bot(
            tmp_path, clock=clock, profile=PROFILE, llm=server.llm_section(),
            calendars=[calendar.account(user=YOU_ID)],
        ) as (bot, you):  # fmt: skip
            coffee = entry(LAST, sleep(LAST, 5), name=str(ULID()), text="slept 5h, too much coffee")
            await logged(bot, *half_a_year(), coffee.model_copy(update={"message_id": 5}))
            await you.ask("/job research what spoils my sleep?")
            await delivered(you)
    worked = [one for one in server.asked if "Current phase: 2" in one.system][-1].messages
    results = [str(one["content"]) for one in worked if one.get("role") == "tool"]
    for (name, _), told in zip(TOOLS, results, strict=False):
        assert '\n{"' in told, (name, told)
    assert "coffee" in results[0]
    assert "what spoils my sleep?" in results[5]
