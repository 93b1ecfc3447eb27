"""The job's own tools: its files, its todos, its end, its questions. Made like those of the registry.

They act on what the loop lays out for each call. What changes where the job is, is only noted there:
the loop commits it with the call's result.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Annotated, TypeVar

from pydantic import BaseModel, Field

from agents.jobs.figures import FigureBook
from agents.jobs.todo import TODOS_FILE, Refusal, read_todos
from agents.jobs.transitions import JobState, PhaseSettings, looked_back, todo_done
from agents.jobs.workspace import (
    ARTIFACTS,
    INPUTS,
    DiskFull,
    FileInfo,
    Workspace,
    WorkspaceGone,
    harmless,
    plain,
    writable,
)
from agents.tools.context import ToolContext
from agents.tools.registry import AnyTool
from agents.tools.result import Outcome, ToolError
from agents.tools.tool import tool

T = TypeVar("T")
_MOST_OPTIONS = 6


@dataclass(slots=True)
class JobCall:
    """What a call of a job works on."""

    workspace: Workspace
    state: JobState
    settings: PhaseSettings
    figures: FigureBook
    questions_left: int = 0
    completed: str | None = None
    """The summary of a job that is complete."""
    asks: tuple[str, tuple[str, ...]] | None = None
    trouble: WorkspaceGone | DiskFull | None = None
    changed: list[str] = field(default_factory=list[str])

    def kept(self, act: Callable[[], T]) -> T:
        """What an act on the files brings. Raises ToolError where they refuse."""
        try:
            return act()
        except Refusal as refusal:
            raise ToolError(Outcome.REFUSED, str(refusal)) from None
        except (WorkspaceGone, DiskFull) as trouble:
            self.trouble = trouble
            raise ToolError(Outcome.UNAVAILABLE, type(trouble).__name__) from None


class FileText(BaseModel):
    """`characters` is the length of the whole file."""

    text: str
    characters: int


class Files(BaseModel):
    """By path; `size` in bytes."""

    files: list[FileInfo]


class Hits(BaseModel):
    """Lines with their path and number."""

    hits: list[str]


class Done(BaseModel):
    """What was done, and what has to be known of it."""

    done: str
    note: str = ""


@tool("reads", JobCall)
async def read_file(
    context: ToolContext,
    path: Annotated[str, Field(max_length=300)],
    offset: Annotated[int, Field(ge=0, description="where to begin, in characters")] = 0,
) -> FileText:
    """Read a text file of the workspace, up to 12,000 characters at once."""
    call = context.source(JobCall)
    text, characters = call.kept(lambda: call.workspace.read(path, offset, 12_000))
    if (name := plain(path)).startswith(INPUTS):
        cells = text.replace(",", ", ") if ".csv" in name else text
        call.kept(lambda: call.figures.add((), [(cells, name.removeprefix(INPUTS))]))
    return FileText(text=text, characters=characters)


@tool("reads", JobCall, characters=40_000)
async def list_files(
    context: ToolContext,
    folder: Annotated[str, Field(max_length=300, description="empty: all")] = "",
) -> Files:
    """List the files of the workspace."""
    call = context.source(JobCall)
    return Files(files=call.kept(lambda: call.workspace.files(folder)))


@tool("reads", JobCall)
async def search_files(
    context: ToolContext, words: Annotated[str, Field(min_length=1, max_length=200)]
) -> Hits:
    """Find lines with these words in the files of the workspace."""
    call = context.source(JobCall)
    found = call.kept(lambda: call.workspace.search(words))
    return Hits(hits=[f"{path}:{line}: {text}" for path, line, text in found])


@tool("reads", JobCall)
async def write_file(context: ToolContext, path: Annotated[str, Field(max_length=300)], text: str) -> Done:
    """Write a whole text file of the workspace: workspace.md, main_plan.md, archive/*.md, artifacts/*.md.

    Every number in artifacts/*.md is a slot such as {F1}, or stands in a source that was read.
    """
    call, path = context.source(JobCall), plain(path)
    call.kept(lambda: writable(path, is_strategic=call.state.is_strategic_phase))
    text = harmless(text) if path.endswith(".md") else text
    if path.startswith(f"{ARTIFACTS}/") and path.endswith(".md"):
        held = partial(call.figures.hold, text)
        await asyncio.to_thread(call.kept, held)  # a long text takes a while
    size = call.kept(lambda: call.workspace.write(path, text))
    call.changed.append(path)
    return Done(done=f"{path}: {size} bytes")


@tool("reads", JobCall)
async def todo_write(
    context: ToolContext,
    content: Annotated[str, Field(description="YAML: phase, description, todos with id and content")],
) -> Done:
    """Write todos.yaml: the todos of the next tactical phase, each with an id (a number) and a content."""
    call = context.source(JobCall)
    call.kept(lambda: call.workspace.write(TODOS_FILE, content))
    call.changed.append(TODOS_FILE)
    try:
        read_todos(content, call.settings.min_todos, call.settings.max_todos)
    except Refusal as refusal:
        return Done(done=TODOS_FILE, note=f"It can't be used yet: {refusal}")
    return Done(done=TODOS_FILE)


@tool("reads", JobCall)
async def todo_complete(
    context: ToolContext,
    todo_id: int,
    note: Annotated[str, Field(max_length=1000, description="what came of it")] = "",
) -> Done:
    """Mark the current todo as completed. The next one becomes the current; the last one ends the phase."""
    call = context.source(JobCall)
    call.state = call.kept(lambda: todo_done(call.state, todo_id, note))
    following = call.state.current
    note = "" if following is None else f"Now todo {following.id}: {following.content}"
    return Done(done=f"todo {todo_id}", note=note)


@tool("reads", JobCall)
async def job_complete(
    context: ToolContext,
    summary: Annotated[str, Field(max_length=2000, description="what was made, for the person")],
) -> Done:
    """End the job: the plan is fully executed and the artifacts are what was asked for."""
    call = context.source(JobCall)
    if not call.state.is_strategic_phase or not call.state.may_complete:
        raise ToolError(Outcome.REFUSED, "The job can't be completed before a tactical phase was worked on.")
    call.kept(lambda: looked_back(call.state, call.workspace.text))
    if not any(one.path.endswith(".md") for one in call.kept(lambda: call.workspace.files(ARTIFACTS))):
        raise ToolError(Outcome.REFUSED, "There is nothing in artifacts/ yet: nothing can be delivered.")
    call.completed = summary
    return Done(done="job")


@tool("reads", JobCall)
async def ask_person(
    context: ToolContext,
    question: Annotated[str, Field(min_length=1, max_length=1000)],
    options: Annotated[list[str], Field(max_length=_MOST_OPTIONS, description="answers to choose from")] = [],  # noqa: B006 - never changed
) -> Done:
    """Ask the person, and wait for the answer. Only what neither the diary nor the files can tell."""
    call = context.source(JobCall)
    if call.questions_left <= 0:
        raise ToolError(Outcome.REFUSED, "The person has been asked often enough. Decide, and say so.")
    call.asks = question, tuple(one[:100] for one in options)
    return Done(done="asked")


OWN_TOOLS: tuple[AnyTool, ...] = (
    read_file, write_file, list_files, search_files, todo_write, todo_complete, job_complete, ask_person,
)  # fmt: skip
