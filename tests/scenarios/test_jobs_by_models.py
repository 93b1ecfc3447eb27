"""A job that a scripted model works on, over the real bot: planned, asked, answered, delivered, corrected."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, Callable
from pathlib import Path
from typing import cast

import pytest
import yaml
from pydantic_ai import models

from agents.notes.folder import FolderNotes
from agents.notes.index import index
from telegram_local.world import YOU_ID
from tests.agents.charts.diaries import NOW, half_a_year
from tests.driver.harness import TestClock, running_bot
from tests.driver.radicale import radicale
from tests.models.answers import Answer
from tests.models.asked import Asked
from tests.models.server import ModelServer
from tests.models.telling import Says
from tests.models.test_jobs import LOOK_BACK, Call, done, looking_back, plan
from tests.scenarios.test_jobs import PROFILE, delivered, logged, read
from tests.scenarios.test_remote_tools import garden

ASKS = "How many days a week can you train?"
PLAN = "# Bench\n\nYour best estimate is {F1}.\n\n## Week 1\n\nBench press {P1}, 5x5, on three days.\n"
CORRECTED = "# Bench\n\nYour best estimate is {F1}.\n\n## Week 1\n\nBench press {P1}, 5x5, on two days.\n"
CORRECTION: list[Call] = [
    ("read_file", {"path": "instructions.md"}),
    ("todo_complete", {"todo_id": 1}),
    ("job_complete", {"summary": "It was fine as it was."}),
    ("todo_complete", {"todo_id": 2}),
    (
        "todo_write",
        {"content": yaml.safe_dump({"todos": [{"id": at, "content": f"Mend {at}"} for at in range(1, 6)]})},
    ),
    ("todo_complete", {"todo_id": 3}),
]
PHASES: dict[int, list[Call]] = {
    1: plan("Bench"),
    2: [
        ("plan_loads", {"exercise": "bench press", "weeks": 4, "goal": 130}),
        ("ask_person", {"question": ASKS, "options": ["two", "three"]}),
        ("write_file", {"path": "artifacts/plan.md", "text": PLAN}),
        *done(1, 5),
    ],
    3: LOOK_BACK,
    4: CORRECTION,
    5: [("write_file", {"path": "artifacts/plan.md", "text": CORRECTED}), *done(1, 5)],
    6: looking_back(5),
}


PROPOSING: dict[int, list[Call]] = {
    1: plan("Sleep"),
    2: [
        (
            "propose_event",
            {"title": "Easy run", "start": "2026-11-24T18:00:00", "end": "2026-11-24T19:00:00"},
        ),
        ("propose_reminder", {"text": "weigh yourself", "at": "2026-11-24T07:00:00"}),
        ("propose_goal", {"goal": "bench 150 kg"}),
        ("write_file", {"path": "artifacts/plan.md", "text": "# Plan\n\nRun easily on Tuesday."}),
        *done(1, 5),
    ],
    3: LOOK_BACK,
}


RESEARCH: dict[int, list[Call]] = {
    1: plan("Look"),
    2: [
        ("garden_look", {"plant": "fern"}),
        ("propose_garden_water", {"plant": "fern"}),
        ("notion_search", {"query": "watering"}),
        ("write_file", {"path": "artifacts/answer.md", "text": "# Answer\n\nThe fern is green."}),
        *done(1, 5),
    ],
    3: LOOK_BACK,
}


def playing(phases: dict[int, list[Call]]) -> Callable[[Asked], Says]:
    """The next call of the phase, by how many results it is shown."""

    def says(asked: Asked) -> Says:
        results = sum(one.get("role") == "tool" for one in asked.messages)
        phase = int(asked.system.split("Current phase: ")[1].split()[0])
        return Answer(calls=(cast("tuple[str, dict[str, object]]", phases[phase][results]),))

    return says


@pytest.fixture
async def server(monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[ModelServer]:
    monkeypatch.setattr(models, "ALLOW_MODEL_REQUESTS", True)
    async with ModelServer.running() as running:
        running.always("*", playing(PHASES))
        yield running


async def test_a_programme_is_planned_asked_about_delivered_and_corrected(
    tmp_path: Path, server: ModelServer
) -> None:
    clock = TestClock()
    clock.set(NOW)
    async with running_bot(tmp_path, clock=clock, profile=PROFILE, llm=server.llm_section()) as (bot, you):
        await logged(bot, *half_a_year())
        await you.ask("/job program bench 130 kg in 4 weeks")
        asked = await you.next_reply()
        while ASKS not in asked.text:
            asked = await you.next_reply()
        assert asked.labels == ["two", "three", "⏹ Stop"]
        (row,) = await bot.app.core.db.jobs.of_user(YOU_ID)
        assert (row.status, '"phase_number":2' in row.body) == ("asking", True)
        folder = bot.settings.data / "vault" / str(YOU_ID) / "jobs" / row.id
        assert not (folder / "artifacts" / "plan.md").exists()
        assert (folder / "main_plan.md").read_text().startswith("# Plan")

        await you.tap(asked, "three")
        page, zipped = await delivered(you)
        html = await read(bot, page)
        assert "on three days" in html
        assert ">125.4 kg</a>" in html
        assert "{P1}" not in html
        told = next(one for one in server.asked if "three" in str(one.messages[-1].get("content")))
        assert "Current phase: 2" in told.system  # the answer goes on in the phase that asked
        assert "• jobs: $0 · messages: 1, calls: 20" in (await you.ask("/cost")).text

        await you.tap(zipped, "✏️ Change…")
        await you.next_reply()
        await you.say("only two days a week, please")
        page, zipped = await delivered(you)
        assert "on two days" in await read(bot, page)
        instructions = (folder / "instructions.md").read_text()
        assert "> only two days a week, please" in instructions
        refused = [str(one.messages) for one in server.asked if "Current phase: 4" in one.system][-1]
        assert "before a tactical phase was worked on" in refused
        assert {one.name for one in (folder / "archive").glob("phase_*.yaml")} == {
            "phase_2.yaml",
            "phase_5.yaml",
        }
        await you.tap(zipped, "✅ Accept")
        assert "accepted" in (await you.next_reply()).text


async def test_research_reads_connected_tools_and_notes_and_proposes_what_changes(
    tmp_path: Path, server: ModelServer
) -> None:
    server.always("*", playing(RESEARCH))
    shed, notes = tmp_path / "shed", tmp_path / "own"
    notes.mkdir()
    (notes / "plants.md").write_text("# Plants\n\nWatering the fern once a week is enough.\n")
    async with running_bot(
        tmp_path, llm=server.llm_section(), tools={"mcp": [garden(shed)]},
        notes={"folders": [{"path": str(notes), "user": YOU_ID}], "vectors": False},
    ) as (bot, you):  # fmt: skip
        db = bot.app.core.db
        await index(FolderNotes("own", notes), db.notes, YOU_ID)
        await you.ask("/job research how is the fern?")
        said = [await you.next_reply()]
        while said[-1].message.document is None:
            said.append(await you.next_reply())
        assert "The fern is green." in await read(bot, said[-1])
        worked = [one for one in server.asked if "Current phase: 2" in one.system][-1].messages
        looked, proposed, found, *_ = [str(one["content"]) for one in worked if one.get("role") == "tool"]
        assert '{"text":"fern is green"}' in looked
        assert "Nothing has happened yet" in proposed
        assert "once a week is enough" in found
        assert not shed.exists()
        water = next(one for one in said if "garden: water" in one.text)
        await you.tap(water, "Do it")
        assert "Done" in (await you.edited(water)).text
        assert shed.read_text() == "fern\n"


async def test_what_tools_of_a_job_propose_is_done_by_taps_alone(tmp_path: Path, server: ModelServer) -> None:
    server.always("*", playing(PROPOSING))
    clock = TestClock()
    clock.set(NOW)
    async with radicale(tmp_path / "radicale") as calendar:
        calendar.make("training")
        async with running_bot(
            tmp_path, clock=clock, profile=PROFILE, llm=server.llm_section(),
            calendars=[calendar.account(user=YOU_ID)],
        ) as (bot, you):  # fmt: skip
            db = bot.app.core.db
            await you.ask("bench 100 kg 5x5")
            await you.ask("/job program a plan with dates, please")
            said = [await you.next_reply()]
            while said[-1].message.document is None:
                said.append(await you.next_reply())
            event, reminder, goal = (
                next(one for one in said if words in one.text)
                for words in ("Easy run", "weigh yourself", "150 kg")
            )
            assert any("Nothing has happened yet" in str(one.messages[-1]) for one in server.asked)
            assert calendar.kept() == {}
            assert await db.reminders.count(YOU_ID) == 0
            assert not await db.goals.of_user(YOU_ID)
            await bot.restart()
            db = bot.app.core.db
            await you.tap(event, "Create")
            assert "In your calendar: Easy run" in (await you.edited(event)).text
            (kept,) = calendar.kept().values()
            assert "DTSTART;TZID=Europe/Berlin:20261124T180000" in kept
            await you.tap(reminder, reminder.labels[0])
            await you.edited(reminder)
            assert await db.reminders.count(YOU_ID) == 1
            await you.tap(goal, "No")
            await you.edited(goal)
            assert not await db.goals.of_user(YOU_ID)


QUOTED = "# Answer\n\nThe file has 9017 steps. You wrote of 101.5 kg, and once more of 101.5 kg.\n"
QUOTING: dict[int, list[Call]] = {
    1: plan("Look"),
    2: [
        ("write_file", {"path": "artifacts/answer.md", "text": QUOTED}),
        ("read_file", {"path": "artifacts/input-steps.csv.txt"}),
        ("search_entries", {"query": "bench"}),
        ("write_file", {"path": "artifacts/answer.md", "text": QUOTED.replace("9017", "9018")}),
        ("write_file", {"path": "artifacts/answer.md", "text": QUOTED}),
        *done(1, 5),
    ],
    3: LOOK_BACK,
}


async def test_a_number_that_was_read_leads_to_where_it_stands(tmp_path: Path, server: ModelServer) -> None:
    server.always("*", playing(QUOTING))
    async with running_bot(tmp_path, profile=PROFILE, llm=server.llm_section()) as (bot, you):
        await you.ask("bench 101.5kg 5x5")
        await you.document(b"day,steps\n2026-11-01,9017\n", "steps.csv", "/job research how far did I walk")
        page, _ = await delivered(you)
        html = await read(bot, page)
        worked = [one for one in server.asked if "Current phase: 2" in one.system][-1].messages
        early, _, _, wrong, *_ = [str(one["content"]) for one in worked if one.get("role") == "tool"]
        assert "9017" in early
        assert "do not hold" in early
        assert "9018" in wrong
        assert "101.5" not in wrong
        assert '<a href="#s0">9017</a> steps' in html
        assert '<li id="s0">9017: steps.csv.txt</li>' in html
        assert html.count('<a href="#s1">101.5</a> kg') == 2
        assert re.search(r'<li id="s1">101.5: <a href="#e-\w+">', html)
        assert "bench 101.5kg 5x5" in html
