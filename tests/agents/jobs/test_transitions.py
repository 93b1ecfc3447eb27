"""Todos and phases: the document's refusals, the archive, the order of todos."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import yaml

from agents.jobs.kinds import Kinds
from agents.jobs.todo import Refusal, read_todos
from agents.jobs.transitions import (
    JobState,
    PhaseSettings,
    Rejected,
    Turned,
    begun,
    on_phase_complete,
    todo_done,
)

KIND = Kinds().kind("research")
NEXT = KIND.beginnings["transition"]


def todos_yaml(count: int) -> str:
    items = [{"id": at, "content": f"do {at}"} for at in range(1, count + 1)]
    return yaml.safe_dump({"phase": "Phase 1: find", "description": "all of it", "todos": items})


def strategic() -> JobState:
    state = begun(JobState(job_id="J"), KIND.beginnings["initial"])
    for todo in state.todos:
        state = todo_done(state, todo.id, "")
    return state


def holding(todos: str | None, **files: str) -> Callable[[str], str | None]:
    """The files of a workspace."""
    return {
        "todos.yaml": todos,
        **{name.replace("__", "/") + ".md": text for name, text in files.items()},
    }.get


REFUSED = {
    None: "todos.yaml not found. Create it with todo_write.",
    "todos: [": "Invalid YAML: ",
    "a: &x 1\nb: *x": "Invalid YAML: no anchors or aliases",
    "- 1\n- 2": "todos.yaml must have a 'todos' list.",
    "todos: all of them": "todos.yaml must have a 'todos' list.",
    todos_yaml(4): "Expected 5-20 todos, got 4.",
    todos_yaml(21): "Expected 5-20 todos, got 21.",
    todos_yaml(5).replace("id: 3", "id: third"): "each todo has an id (a number) and a content: id: ",
    todos_yaml(5).replace("content: do 2", "content: 2"): "and a content: content: ",
    todos_yaml(5).replace("id: 3", "id: 2"): "two todos have the same id.",
    "```yaml\n" + todos_yaml(5) + "```": "Invalid YAML: ",
    "todos: " + "x" * 50_000: "todos.yaml is longer than 40000 characters.",
    "[" * 30_000: "Invalid YAML: ",
}  # fmt: skip


@pytest.mark.parametrize("text", REFUSED, ids=lambda text: str(text)[:20])
def test_a_transition_is_refused_with_the_reason_and_the_last_todo_stays_in_progress(text: str | None):
    told = on_phase_complete(strategic(), holding(text), PhaseSettings(), NEXT)
    assert isinstance(told, Rejected)
    assert told.reason.startswith("Phase transition rejected: ")
    assert REFUSED[text] in told.reason
    assert told.state.is_strategic_phase
    assert told.state.phase_number == 1
    assert [one.status for one in told.state.todos] == ["completed"] * 3 + ["in_progress"]


@pytest.mark.parametrize("count", [5, 20])
def test_a_valid_file_turns_to_tactical_with_its_todos(count: int):
    told = on_phase_complete(strategic(), holding(todos_yaml(count)), PhaseSettings(), NEXT)
    assert isinstance(told, Turned)
    assert not told.state.is_strategic_phase
    assert (told.state.phase_number, told.state.phase) == (2, "Phase 1: find")
    assert [one.status for one in told.state.todos] == ["in_progress"] + ["pending"] * (count - 1)
    assert not told.state.may_complete


def test_the_bounds_are_those_of_the_type():
    told = on_phase_complete(
        strategic(), holding(todos_yaml(2)), PhaseSettings(min_todos=1, max_todos=2), NEXT
    )
    assert isinstance(told, Turned)


@pytest.mark.parametrize("archives", [True, False])
def test_a_tactical_phase_is_archived_and_turns_to_the_predefined_todos(archives: bool):
    settings = PhaseSettings(archive_on_transition=archives)
    turned = on_phase_complete(strategic(), holding(todos_yaml(5)), settings, NEXT)
    state = turned.state
    for todo in state.todos:
        state = todo_done(state, todo.id, f"done {todo.id}")
    told = on_phase_complete(state, holding(None), settings, NEXT)
    assert isinstance(told, Turned)
    assert told.state.is_strategic_phase
    assert told.state.may_complete
    assert told.state.phase_number == 3
    assert [one.content for one in told.state.todos] == [one.content.replace("{phase}", "2") for one in NEXT]
    assert told.state.todos[0].content.endswith("to archive/phase_2.md.")
    if not archives:
        assert told.archive is None
        return
    assert told.archive is not None
    path, text = told.archive
    assert path == "archive/phase_2.yaml"
    kept = yaml.safe_load(text)
    assert kept["phase"] == "Phase 1: find"
    assert [(one["status"], one["note"]) for one in kept["todos"]] == [
        ("completed", f"done {at}") for at in range(1, 6)
    ]


@pytest.mark.parametrize("look_back", [None, " \n"])
def test_a_phase_that_does_not_look_back_is_not_turned(look_back: str | None):
    state = strategic().model_copy(update={"phase_number": 3, "may_complete": True})
    files = {} if look_back is None else {"archive__phase_2": look_back}
    told = on_phase_complete(state, holding(todos_yaml(5), **files), PhaseSettings(), NEXT)
    assert isinstance(told, Rejected)
    assert told.reason == (
        "Phase transition rejected: archive/phase_2.md not found. "
        "Write the look back on that phase with write_file."
    )
    assert told.state.current == told.state.todos[-1]
    told = on_phase_complete(
        state, holding(todos_yaml(5), archive__phase_2="It went well."), PhaseSettings(), NEXT
    )
    assert isinstance(told, Turned)


def test_todos_are_done_in_their_order():
    state = begun(JobState(job_id="J"), KIND.beginnings["initial"])
    with pytest.raises(Refusal, match="Todo 2 is not the current todo: the current one is 1"):
        todo_done(state, 2, "")
    with pytest.raises(Refusal, match="none is left"):
        todo_done(strategic(), 4, "")


def test_the_predefined_todos_are_the_documents():
    contents = {name: [one.content for one in todos] for name, todos in KIND.beginnings.items()}
    assert len(contents["initial"]) == len(contents["transition"]) == 4
    assert contents["initial"][0].startswith("Explore the workspace and populate workspace.md")
    assert contents["initial"][3] == (
        "Write the todos for the first phase to todos.yaml using the todo_write tool."
    )
    assert contents["transition"][3].endswith("or call job_complete if the plan is fully executed.")
    assert "can't be completed before that phase" in contents["corrective"][-1]


def test_a_file_is_read_as_the_document_writes_it():
    text = (
        'phase: "Phase 1: Extract"\ndescription: "Process it."\ntodos:\n'
        + "".join(f'  - id: {at}\n    content: "Step {at}"\n    status: done\n' for at in range(1, 6))
    )  # fmt: skip
    read = read_todos(text, 5, 20)
    assert (read.phase, read.description, len(read.todos)) == ("Phase 1: Extract", "Process it.", 5)
    assert read.todos[0].status == "pending"
