"""Every row of the document on strategic and tactical phases: its tables tried, its checklist named."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from agents.jobs.worker import Scene, returned
from tests.agents.jobs.acting import Act, Actor, diligent
from tests.agents.jobs.conftest import Open

TOOLS = {
    "read_file": (True, True), "write_file": (True, True), "list_files": (True, True),
    "search_files": (True, True), "todo_complete": (True, True), "todo_write": (True, False),
    "job_complete": (True, False), "lift": (False, True),
}  # fmt: skip
"""Tool Sets by Phase: strategic, tactical; `lift` stands for the domain tools."""


@pytest.mark.parametrize("name", TOOLS)
async def test_tool_sets_by_phase(opened: Open, name: str):
    """A tool is offered in its phases alone, and a call of it in the other is refused."""

    def calling(scene: Scene) -> Iterator[Act]:
        if scene.state.phase_number in (1, 2):
            yield name, {}
        yield from diligent(scene)

    actor = Actor(calling)
    on = await opened(actor)
    await on.run()
    for number, offered in zip((1, 2), TOOLS[name], strict=True):
        scene = next(
            s for s in actor.seen if s.state.phase_number == number and len([*returned(s.messages)]) == 1
        )
        assert (name in {one.name for one in scene.tools}) == offered
        (told,) = returned(scene.messages)
        assert ("can't be called in a" in told.text) != offered


PERSISTS = {
    "workspace.md": True,
    "main_plan.md": True,
    "todos.yaml": False,
    "archive/phase_2.yaml": True,
    "artifacts/p2_1.md": True,
}
"""What Persists vs What Resets: files. The conversation and the tools' results: `the_rest_resets` below."""


@pytest.mark.parametrize("path", PERSISTS)
async def test_what_persists_across_phases(opened: Open, path: str):
    there: dict[int, bool] = {}

    def noting(scene: Scene) -> Iterator[Act]:
        there.setdefault(scene.state.phase_number, scene.workspace.text(path) is not None)
        if scene.state.phase_number == 1:
            yield "write_file", {"path": "main_plan.md", "text": "# Plan"}
        yield from diligent(scene)

    on = await opened(Actor(noting))
    await on.run()
    assert there[3] == PERSISTS[path]
    assert (path == "todos.yaml") or there[5]


async def test_the_rest_resets(opened: Open):
    """Conversation history and tool results: fresh in each phase."""
    actor = Actor(diligent)
    on = await opened(actor)
    await on.run()
    for scene in actor.seen:
        for message in scene.messages:
            assert f"c{scene.state.phase_number}_" in str(message)


_REFUSED = "test_a_transition_is_refused_with_the_reason_and_the_last_todo_stays_in_progress"
_ARCHIVED = "test_a_tactical_phase_is_archived_and_turns_to_the_predefined_todos"
_TURNED = "test_a_valid_file_turns_to_tactical_with_its_todos"
_READ = "test_a_file_is_read_as_the_document_writes_it"
WHERE = {
    "Config: job_type, display_name, llm, tools, phase_settings, connections": (
        "test_kinds.py", "test_a_new_type_is_one_folder"),
    "Config: unknown keys and tools": ("test_kinds.py", "test_what_is_wrong_is_told_with_its_line"),
    "Two-level context management, phase boundary: full reset": (
        "test_loop.py", "test_each_phase_begins_with_no_messages_and_its_own_prompt_and_tools"),
    "Two-level context management, mid-phase: summarize older messages": (
        "test_loop.py", "test_a_phase_that_grows_too_long_is_compacted_and_goes_on"),
    "Comparison: graph structure, a single loop": (
        "test_loop.py", "test_a_job_plans_works_looks_back_and_is_delivered"),
    "Comparison: planning has full tool access": ("test_document.py", "test_tool_sets_by_phase"),
    "Comparison: memory is updated by a workflow with tools": (
        "test_document.py", "test_what_persists_across_phases"),
    "Comparison: context, phase reset and compaction": (
        "test_loop.py", "test_a_phase_that_grows_too_long_is_compacted_and_goes_on"),
    "Comparison: configuration, one model with tools by phase": (
        "test_kinds.py", "test_tools_by_phase_are_the_documents_table"),
    "Comparison: the agent writes todos.yaml": (
        "test_transitions.py", _TURNED),
    "Comparison: 5-20 todos required": (
        "test_transitions.py", _REFUSED),
    "0: is_strategic_phase": ("test_transitions.py", _TURNED),
    "0: phase_number": ("test_transitions.py", _ARCHIVED),
    "0: initial strategic todos": ("test_transitions.py", "test_the_predefined_todos_are_the_documents"),
    "0: transition strategic todos": ("test_transitions.py", "test_the_predefined_todos_are_the_documents"),
    "0: todos.yaml schema and validation": ("test_transitions.py", _READ),
    "1: todo_write": ("test_loop.py", "test_what_is_wrong_with_todos_is_told_when_they_are_written"),
    "1: todo_complete detects the last todo": (
        "test_loop.py", "test_progress_is_told_after_every_step"),
    "1: job_complete": ("test_loop.py", "test_a_job_plans_works_looks_back_and_is_delivered"),
    "1: tool filtering by phase": ("test_document.py", "test_tool_sets_by_phase"),
    "1: binding uses the filter": (
        "test_loop.py", "test_each_phase_begins_with_no_messages_and_its_own_prompt_and_tools"),
    "2: on_strategic_phase_complete": (
        "test_transitions.py", _TURNED),
    "2: on_tactical_phase_complete": (
        "test_transitions.py", _ARCHIVED),
    "2: reject_transition": (
        "test_transitions.py", _REFUSED),
    "2: transition hooks in the loop": ("test_loop.py", "test_a_job_plans_works_looks_back_and_is_delivered"),
    "2: phases toggle": ("test_killed.py", "test_killed_at_every_commit_the_job_becomes_the_same"),
    "3: strategic_system.md": (
        "test_loop.py", "test_each_phase_begins_with_no_messages_and_its_own_prompt_and_tools"),
    "3: tactical_system.md": (
        "test_loop.py", "test_each_phase_begins_with_no_messages_and_its_own_prompt_and_tools"),
    "3: get_system_prompt": (
        "test_loop.py", "test_each_phase_begins_with_no_messages_and_its_own_prompt_and_tools"),
    "3: prompts are made per phase": (
        "test_loop.py", "test_each_phase_begins_with_no_messages_and_its_own_prompt_and_tools"),
    "4: a job begins with the strategic todos": (
        "test_loop.py", "test_a_job_plans_works_looks_back_and_is_delivered"),
    "4: messages are cleared": ("test_document.py", "test_the_rest_resets"),
    "4: todos are loaded from todos.yaml": (
        "test_transitions.py", _TURNED),
    "4: phases are logged and tracked": ("test_loop.py", "test_progress_is_told_after_every_step"),
    "4: a full cycle": ("test_loop.py", "test_a_job_plans_works_looks_back_and_is_delivered"),
}  # fmt: skip
"""Rows of the other tables, and of the checklist by its phases 0 to 4; 5 is about code that is not here."""


@pytest.mark.parametrize("row", WHERE)
def test_each_other_row_is_tried_by_a_test(row: str):
    file, name = WHERE[row]
    tree = ast.parse((Path(__file__).parent / file).read_text(encoding="utf-8"))
    assert name in {one.name for one in tree.body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)}


def test_the_checklist_is_whole():
    counts = [sum(row.startswith(f"{phase}: ") for row in WHERE) for phase in range(5)]
    assert counts == [5, 5, 5, 4, 5]
