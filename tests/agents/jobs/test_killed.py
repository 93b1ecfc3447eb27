"""A process that is killed at whatever instant: the next one goes on where it was, no phase is skipped."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from pydantic import BaseModel
from pydantic_ai.messages import ModelResponse, ToolCallPart

from agents.jobs.loop import MADE_AGAIN
from agents.jobs.messages import Talk
from agents.jobs.worker import Scene, returned
from agents.tools.context import ToolContext
from agents.tools.result import Proposal
from agents.tools.tool import tool
from storage.job import JobRow
from storage.jobs import Jobs
from tests.agents.jobs.acting import Act, Actor, Stage, diligent, stage, state_of
from tests.agents.jobs.conftest import Open


class Killed(BaseException):
    """The process is gone: nothing catches it."""


class Deadly:
    """Kills at the n-th commit of all, before or after it was made."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, at: int, *, after: bool) -> None:
        self.left, self.after = at, after
        commit = Jobs.commit

        async def deadly(jobs: Jobs, row: JobRow, *given: object, **named: object) -> JobRow:
            self.left -= 1
            if self.left == 0 and not self.after:
                raise Killed
            made = await commit(jobs, row, *given, **named)  # pyright: ignore[reportArgumentType]
            if self.left == 0:
                raise Killed
            return made

        monkeypatch.setattr(Jobs, "commit", deadly)


async def gone(on: Stage) -> None:
    """The process's end, without a word to anybody."""
    await on.office.idle()
    await on.registry.close()
    await on.db.close()


COMMITS = 39
"""Of a whole job, as below."""
BEFORE_ITS_RESULT = 10
"""The commit of what a call to another service brought: its answer is a commit before."""


@pytest.mark.parametrize("after", [False, True])
async def test_killed_at_every_commit_the_job_becomes_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, after: bool
):
    with monkeypatch.context() as patched:
        counting = Deadly(patched, -1, after=False)
        whole = await stage(tmp_path / "whole", Actor(diligent))
        row = await whole.run()
        made = -1 - counting.left
        expected = {one.path: whole.files(row).text(one.path) for one in whole.files(row).files()}
        await gone(whole)
    assert made == COMMITS, made
    on = await stage(tmp_path / "killed", Actor(diligent))
    for at in range(1, COMMITS, 3):
        monkeypatch.undo()
        Deadly(monkeypatch, at, after=after)
        row = await on.start("squat more")
        await gone(on)
        monkeypatch.undo()
        on = await stage(tmp_path / "killed", Actor(diligent))
        found = await on.db.jobs.job(row.user_id, row.id)
        assert found is not None
        if found.status == "running":
            assert await on.office.resume_all() == 1
        row = await on.done(row)
        assert (row.status, state_of(row).state.phase_number) == ("done", 5)
        files = {one.path: on.files(row).text(one.path) for one in on.files(row).files()}
        assert files == expected, f"killed at {at}"
        phases = [phase for _, phase, _ in on.watching.changes]
        assert all(later - phase <= 1 for phase, later in pairwise(phases))
    await gone(on)


class Sent(BaseModel):
    """An answer of another service."""

    text: str


SENT: list[str] = []


@tool("reads")
async def web_search(context: ToolContext, query: str) -> Sent:
    """Search; how often it is asked is counted."""
    SENT.append(query)
    return Sent(text=f"found {query}")


def searching(scene: Scene) -> Iterator[Act]:
    if scene.state.phase_number == 2:
        yield "web_search", {"query": "squats"}
    yield from diligent(scene)


@pytest.mark.parametrize(("answer", "times"), [("yes", 2), ("no", 1)])
async def test_a_call_to_another_service_that_was_cut_off_is_repeated_only_if_the_person_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: str, times: int
):
    SENT.clear()
    on = await stage(tmp_path, Actor(searching))
    on.registry.join(lambda _: (web_search,))
    with monkeypatch.context() as patched:
        Deadly(patched, BEFORE_ITS_RESULT, after=False)
        row = await on.start()
        await gone(on)
    assert SENT == ["squats"]
    actor = Actor(searching)
    on = await stage(tmp_path, actor)
    on.registry.join(lambda _: (web_search,))
    assert await on.office.resume_all() == 1
    row = await on.done(row)
    question = state_of(row).question
    assert row.status == "asking"
    assert question is not None
    assert question.cut_off == "web_search"
    assert "squats" in question.text
    assert SENT == ["squats"]
    assert await on.office.answer(row.user_id, row.id, answer)
    row = await on.done(row)
    assert row.status == "done"
    assert len(SENT) == times
    told = next(s for s in actor.seen if s.state.phase_number == 2 and [*returned(s.messages)])
    (result,) = returned(told.messages)
    assert result.is_done == (answer == "yes")
    await gone(on)


async def test_a_call_that_was_cut_off_is_made_again_where_its_service_says_that_this_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    SENT.clear()
    lent = replace(web_search, repeatable=True)
    on = await stage(tmp_path, Actor(searching))
    on.registry.join(lambda _: (lent,))
    with monkeypatch.context() as patched:
        Deadly(patched, BEFORE_ITS_RESULT, after=False)
        row = await on.start()
        await gone(on)
    actor = Actor(searching)
    on = await stage(tmp_path, actor)
    on.registry.join(lambda _: (lent,))
    await on.office.resume_all()
    assert (await on.done(row)).status == "done"
    assert SENT == ["squats", "squats"]
    told = next(s for s in actor.seen if s.state.phase_number == 2 and [*returned(s.messages)])
    (result,) = returned(told.messages)
    assert result.text.endswith(MADE_AGAIN)
    await gone(on)


@tool("proposes")
async def propose_water(context: ToolContext, plant: str) -> Proposal:
    """Propose a call of another service, which nobody makes before the person says yes."""
    return Proposal(tool="water", arguments={"plant": plant})


async def test_a_proposal_of_another_service_that_was_cut_off_is_made_again_as_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def watering(scene: Scene) -> Iterator[Act]:
        if scene.state.phase_number == 2:
            yield "propose_water", {"plant": "fern"}
        yield from diligent(scene)

    on = await stage(tmp_path, Actor(watering))
    on.registry.join(lambda _: (propose_water,))
    with monkeypatch.context() as patched:
        Deadly(patched, BEFORE_ITS_RESULT, after=False)
        row = await on.start()
        await gone(on)
    before = on.watching.proposals
    on = await stage(tmp_path, Actor(watering))
    on.registry.join(lambda _: (propose_water,))
    assert await on.office.resume_all() == 1
    assert (await on.done(row)).status == "done"
    assert on.watching.proposals == before
    assert len(before) == 1
    await gone(on)


async def test_a_script_goes_on_after_a_kill_in_each_phase(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    from tests.agents.jobs.scripted import worker  # noqa: PLC0415 - beside its use

    on = await stage(tmp_path, worker())
    for at in (3, 9, 15, 22):
        with monkeypatch.context() as patched:
            Deadly(patched, at, after=True)
            row = await on.start()
            await gone(on)
        on = await stage(tmp_path, worker())
        await on.office.resume_all()
        row = await on.done(row)
        assert row.status == "done"
        assert await on.office.accept(row.user_id, row.id)
    await gone(on)


def test_a_yes_to_a_call_is_for_that_call_alone():
    talk, call = Talk(), ToolCallPart("web_search", {}, tool_call_id="call_0")
    talk.said(ModelResponse(parts=[call]), 1, "")
    talk.confirmed.add("call_0")
    talk.result(call, 2, "found", is_done=True)
    talk.said(ModelResponse(parts=[call]), 3, "")  # a provider that uses ids again
    assert talk.pending == [call]
    assert talk.confirmed == set()


async def test_a_kill_while_it_asks_leaves_the_question(opened: Open, tmp_path: Path):
    def asking(scene: Scene) -> Iterator[Act]:
        if scene.state.phase_number == 1:
            yield "ask_person", {"question": "What?"}
        yield from diligent(scene)

    on = await stage(tmp_path, Actor(asking))
    row = await on.run()
    assert row.status == "asking"
    await gone(on)
    again = await opened(Actor(asking))
    assert await again.office.resume_all() == 0
    assert await again.office.answer(row.user_id, row.id, "that")
    assert (await again.done(row)).status == "done"


@tool("reads")
async def read_file(context: ToolContext, path: str) -> Sent:
    """Another service's tool of a name that the job has itself."""
    SENT.append(path)
    return Sent(text="somebody else's")


async def test_a_tool_of_another_service_never_stands_for_one_of_ours(tmp_path: Path, opened: Open):
    def reading(scene: Scene) -> Iterator[Act]:
        if scene.state.phase_number == 2:
            yield "read_file", {"path": "instructions.md"}
        yield from diligent(scene)

    SENT.clear()
    on = await opened(Actor(reading))
    on.registry.join(lambda _: (read_file,))
    assert (await on.run()).status == "done"
    assert SENT == []
