"""Long jobs by a model: the project's own access to models, figures as slots, what providers do wrong."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import pytest
import yaml
from pydantic import JsonValue

from agents.assistant import Sources, build, diaries
from agents.jobs.body import JobBody
from agents.jobs.kinds import Kinds
from agents.jobs.model_worker import ModelWorker
from agents.jobs.office import Office, Order, body_of
from agents.profile import Profile
from bot.core import utc_now
from storage.job import JobRow
from tests.agents.jobs.acting import kinds_in
from tests.models.answers import Answer, Fault
from tests.models.asked import Asked
from tests.models.product import Product, product
from tests.models.server import ModelServer
from tests.models.telling import Says

Call = tuple[str, dict[str, JsonValue]]


def plan(request: str, tasks: int = 5) -> list[Call]:
    """A first strategic phase."""
    todos = [{"id": at, "content": f"{request} {at}"} for at in range(1, tasks + 1)]
    return [
        ("read_file", {"path": "instructions.md"}),
        ("todo_complete", {"todo_id": 1}),
        ("write_file", {"path": "main_plan.md", "text": "# Plan\n\n1. All of it"}),
        ("todo_complete", {"todo_id": 2}),
        ("todo_complete", {"todo_id": 3}),
        ("todo_write", {"content": yaml.safe_dump({"phase": request, "todos": todos})}),
        ("todo_complete", {"todo_id": 4}),
    ]


def looking_back(phase: int) -> list[Call]:
    """On a tactical phase, and the end."""
    return [
        ("write_file", {"path": f"archive/phase_{phase}.md", "text": "It went well."}),
        *(("todo_complete", {"todo_id": at}) for at in (1, 2, 3)),
        ("job_complete", {"summary": "Here it is."}),
    ]


LOOK_BACK = looking_back(2)


def played(work: list[Call]) -> Callable[[Asked], Says]:
    """Says the next call of a phase, by how many results it is shown."""

    def says(asked: Asked) -> Says:
        results = sum(one.get("role") == "tool" for one in asked.messages)
        phase = int(asked.system.split("Current phase: ")[1].split()[0])
        calls = {1: plan("find"), 2: work, 3: LOOK_BACK}[phase]
        return Answer(calls=(cast("tuple[str, dict[str, object]]", calls[results]),))

    return says


def done(first: int, last: int) -> list[Call]:
    return [("todo_complete", {"todo_id": at}) for at in range(first, last + 1)]


@dataclass
class Hired:
    """A product whose jobs a model works on."""

    on: Product
    office: Office

    async def run(self, kind: str, request: str) -> tuple[JobRow, JobBody]:
        row = await self.office.start(Order(7, 7, kind, request))
        await self.office.idle()
        found = await self.on.db.jobs.job(7, row.id)
        assert found is not None
        return found, body_of(found)

    def text(self, row: JobRow, path: str) -> str:
        return self.office.workspace(row).text(path) or ""


@asynccontextmanager
async def hired(folder: Path, server: ModelServer, **changes: object) -> AsyncGenerator[Hired]:
    section = {**server.llm_section(), **changes}
    async with product(folder, section) as on:
        await on.benched(7, 180, 185, 190)
        services = on.core.services
        made = build(on.db, lambda: [7], own=Sources(diary=diaries(services)))
        models = on.core.models
        assert models is not None

        async def profile_of(user_id: int) -> Profile:
            return await services.profile(user_id)

        office = Office(
            on.db.jobs, folder, Kinds(domain_tools=None), lambda: made.tools, profile_of, utc_now,
            {"model": ModelWorker(models.cascade)}, lambda _: frozenset({"model", "diary"}), waits=(0.0,),
        )  # fmt: skip
        try:
            yield Hired(on, office)
        finally:
            await office.close()
            await made.close()


PROGRAM: list[Call] = [
    ("plan_loads", {"exercise": "bench press", "weeks": 4, "goal": 250}),
    ("write_file", {"path": "artifacts/plan.md", "text": "# Bench\n\n## Week 1\n\nLift 200 lb 5x5."}),
    (
        "write_file",
        {
            "path": "artifacts/plan.md",
            "text": "# Bench\n\nYour best estimate is {F1} ({F1.day}).\n\n## Week 1\n\n"
            "Bench press {P1}, 5x5. All in 12 weeks.\n\n"
            "| week | load |\n|---|---|\n| 2 | {P2} |\n| 3 | {P3} |\n",
        },
    ),
    *done(1, 5),
]  # fmt: skip


async def test_a_job_is_not_delivered_before_it_has_looked_back(server: ModelServer, tmp_path: Path):
    hasty = [*LOOK_BACK[1:], *LOOK_BACK]  # the second time todos that are done already are only refused
    work: list[Call] = [("write_file", {"path": "artifacts/a.md", "text": "All well."}), *done(1, 5)]

    def says(asked: Asked) -> Says:
        results = sum(one.get("role") == "tool" for one in asked.messages)
        return played(work)(asked) if "phase: 3" not in asked.system else Answer(calls=(cast(
            "tuple[str, dict[str, object]]", hasty[results]),))  # fmt: skip

    server.always("*", says)
    async with hired(tmp_path, server) as on:
        row, _ = await on.run("research", "find it")
        assert row.status == "done"
        assert on.text(row, "archive/phase_2.md") == "It went well."
        results = [str(one["content"]) for one in server.asked[-1].messages if one.get("role") == "tool"]
        assert any(
            "archive/phase_2.md not found. Write the look back on that phase" in one for one in results
        )
        assert "to archive/phase_2.md." in server.asked[-1].user


async def test_a_type_says_which_tier_works_on_it(server: ModelServer, tmp_path: Path):
    work: list[Call] = [("write_file", {"path": "artifacts/a.md", "text": "All well."}), *done(1, 5)]
    server.always("*", played(work))
    async with hired(tmp_path, server) as on:
        on.office.kinds = kinds_in(tmp_path, "llm: {tier: low}\n")
        row, _ = await on.run("task", "find it")
        assert row.status == "done"
        assert {one.model for one in server.asked} == {"scripted-low"}


async def test_what_no_row_can_hold_breaks_no_job(server: ModelServer, tmp_path: Path):
    work: list[Call] = [
        ("write_file", {"path": "artifacts/a.md", "text": "All \ud800 well."}),
        ("search_files", {"words": "\udfff"}),
        ("todo_complete", {"todo_id": 1, "note": "half a \ud83d letter, and a \x00"}),
        *done(2, 5),
    ]
    server.always("*", played(work))
    async with hired(tmp_path, server) as on:
        row, _ = await on.run("research", "find it")
        assert (row.status, row.reason) == ("done", "")
        assert on.text(row, "artifacts/a.md") == "All \ufffd well."
        assert "half a \ufffd letter, and a \ufffd" in on.text(row, "archive/phase_2.yaml")


async def test_a_training_plan_has_each_weeks_load_computed_from_the_persons_progress(
    server: ModelServer, tmp_path: Path
):
    server.always("*", played(PROGRAM))
    async with hired(tmp_path, server) as on:
        row, body = await on.run("program", "12 weeks to 250 lb bench")
        assert (row.status, row.reason) == ("done", "")
        assert body.summary == "Here it is."
        plan = on.text(row, "artifacts/plan.md")
        assert "{P1}" in plan
        assert "200 lb" not in plan
        told = [one for one in server.asked if "TACTICAL" in one.system][-1].messages
        results = [str(one["content"]) for one in told if one.get("role") == "tool"]
        assert "{F1} = best estimated 1RM of bench press" in results[0]
        assert "{P1} = week 1: 5x5 bench press: 175 lb" in results[0]
        assert "{P4} = week 4: 3x3 bench press: 205 lb" in results[0]
        assert '"reaches_goal":false' in results[0]
        assert "numbers do not hold" in results[1]
        assert "200 lb" in results[1]
        costs = await on.on.db.calls.call_costs(7, row.at)
        assert [one.kind for one in costs] == ["job"]
        assert costs[0].calls == len(server.asked)
        assert body.whole.tokens == costs[0].input_tokens + costs[0].output_tokens


RESEARCH: list[Call] = [
    ("search_entries", {"query": "bench"}),
    ("compute_figure", {"measure": "bench press", "statistic": "max", "quantity": "weight"}),
    ("write_file", {"path": "artifacts/answer.md", "text": "Your best bench was 500 lb."}),
    (
        "write_file",
        {"path": "artifacts/answer.md", "text": "Your heaviest bench press is {F1}: “bench 190x5x3”."},
    ),
    *done(1, 5),
]


async def test_research_answers_with_what_the_diary_says(server: ModelServer, tmp_path: Path):
    server.always("*", played(RESEARCH))
    async with hired(tmp_path, server) as on:
        row, _ = await on.run("research", "what is my best bench?")
        assert row.status == "done"
        assert "{F1}" in on.text(row, "artifacts/answer.md")
        told = [one for one in server.asked if "TACTICAL" in one.system][-1]
        results = [str(one["content"]) for one in told.messages if one.get("role") == "tool"]
        assert "numbers do not hold" in results[2]
        assert all(result.startswith("<data-") for result in results)
        assert "what is my best bench?" not in told.system


@pytest.mark.parametrize("fault", [Fault.SERVER_ERROR, Fault.EMPTY, Fault.RESET])
async def test_a_provider_that_fails_pauses_the_job_and_it_goes_on_later(
    server: ModelServer, tmp_path: Path, fault: Fault
):
    server.always("*", fault)
    async with hired(tmp_path, server) as on:
        row, _ = await on.run("research", "why?")
        assert (row.status, row.reason) == ("paused", "model_away")
        assert on.text(row, "instructions.md")


async def test_a_spent_budget_pauses_the_job_before_a_call_is_made(server: ModelServer, tmp_path: Path):
    dear = {"scripted": {**server.provider(), "api": "openai"}}
    async with hired(tmp_path, server, providers=dear, budget={"user_day": 0.0}) as on:
        row, _ = await on.run("research", "why?")
        assert (row.status, row.reason) == ("paused", "budget_day")
        assert server.asked == []


async def test_arguments_that_are_no_json_and_words_without_a_call_are_told(
    server: ModelServer, tmp_path: Path
):
    server.script("*", Answer(said="I will plan now."), Answer(calls=(("read_file", {"path": 3}),)))
    server.always("*", Answer(said="Done!"))
    async with hired(tmp_path, server) as on:
        row, _ = await on.run("research", "why?")
        assert (row.status, row.reason) == ("failed", "says_nothing")
        last = json.dumps(server.asked[-1].messages)
        assert "Nothing is done by words alone" in last
        assert "path: Input should be a valid string" in last
