"""A script drives the loop's interface, and goes on after a kill where it was."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest
from pydantic_ai.messages import ModelMessage, ModelRequest, ToolCallPart, ToolReturnPart

from agents.jobs.kinds import Kinds
from agents.jobs.transitions import JobState
from agents.jobs.worker import Call, Returned, RuleWorker, Said, Scene, Script, WorkerAway
from agents.jobs.workspace import Workspace
from agents.profile import Profile

KIND = Kinds().kind("review")


async def script(scene: Scene) -> Script:
    told: Returned = yield Call(tool="list_files")
    for name in ("a", "b"):
        told = yield Call(tool="write_file", arguments={"path": f"{name}.md", "text": told.text})
        if not told.is_done:
            return


def scene(tmp_path: Path, messages: Sequence[ModelMessage], phase: int = 1) -> Scene:
    return Scene(
        state=JobState(job_id="J", phase_number=phase), kind=KIND, profile=Profile(user_id=7), request="",
        now=datetime(2026, 11, 23, tzinfo=UTC), workspace=Workspace(tmp_path), tools=(), instructions="",
        messages=messages,
    )  # fmt: skip


def call_of(said: Said) -> ToolCallPart:
    (part,) = said.response.parts
    assert isinstance(part, ToolCallPart)
    return part


def carried_out(response: Said, text: str) -> list[ModelMessage]:
    part = call_of(response)
    return [
        response.response,
        ModelRequest(parts=[ToolReturnPart(part.tool_name, text, tool_call_id=part.tool_call_id)]),
    ]


async def test_calls_come_one_by_one_and_a_new_worker_goes_on_where_the_old_one_was(tmp_path: Path):
    messages: list[ModelMessage] = []
    worker = RuleWorker({"review": script})
    calls: list[tuple[str, object]] = []
    for at in range(3):
        if at == 2:
            worker = RuleWorker({"review": script})  # the process was killed
        response = await worker.next(scene(tmp_path, messages))
        calls.append((call_of(response).tool_name, call_of(response).args))
        messages += carried_out(response, f"told {at}")
    assert calls == [
        ("list_files", {}),
        ("write_file", {"path": "a.md", "text": "told 0"}),
        ("write_file", {"path": "b.md", "text": "told 1"}),
    ]
    with pytest.raises(WorkerAway, match="script_ended"):
        await worker.next(scene(tmp_path, messages))


async def test_a_new_phase_begins_the_script_anew(tmp_path: Path):
    worker = RuleWorker({"review": script})
    first = await worker.next(scene(tmp_path, []))
    await worker.next(scene(tmp_path, carried_out(first, "x")))
    again = await worker.next(scene(tmp_path, [], phase=2))
    assert call_of(again).tool_name == "list_files"
