"""Jobs on a real database with workers whose every call a test decides."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import yaml
from pydantic import BaseModel, JsonValue
from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart

from agents.jobs.body import JobBody
from agents.jobs.kinds import FOLDER, Connection, Kinds
from agents.jobs.office import Office, Order, body_of
from agents.jobs.worker import Said, Scene, Worker, WorkerAway, returned
from agents.jobs.workspace import Workspace
from agents.profile import Profile
from agents.tools.context import ToolContext
from agents.tools.registry import ToolRegistry
from agents.tools.result import Proposal
from agents.tools.tool import tool
from agents.types import Figure
from storage.entities import Effects
from storage.job import JobRow
from storage.stores import Stores

NOW = datetime(2026, 11, 23, 12, tzinfo=UTC)
USER = 7
Act = tuple[str, dict[str, JsonValue]]
CONFIG = """
extends: defaults
job_type: task
display_name: {en: Task}
worker: WORKER
tools: {domain: [lift, plan_something, connected, erase]}
connections: {}
phase_settings: {min_todos: 2, max_todos: 5}
"""


class Lifted(BaseModel):
    figures: list[Figure]
    words: str = ""


@tool("reads")
async def lift(context: ToolContext, kilos: float = 100, words: str = "") -> Lifted:
    """Compute a figure."""
    figure = Figure(value=kilos, unit="kg", what="heaviest squat", measure="squat", role="max",
                    day=NOW.date(), entries=("E",))  # fmt: skip
    return Lifted(figures=[figure], words=words)


@tool("proposes")
async def plan_something(context: ToolContext, what: str) -> Proposal:
    """Propose something."""
    return Proposal(tool="do_it", arguments={"what": what})


@tool("writes")
async def erase(context: ToolContext, what: str = "") -> Lifted:
    """Change something without asking."""
    raise AssertionError(what)


class Looked(BaseModel):
    found: str


def todos(count: int, phase: str = "Work") -> str:
    return yaml.safe_dump(
        {"phase": phase, "todos": [{"id": at, "content": f"do {at}"} for at in range(1, count + 1)]}
    )


def plan(scene: Scene, count: int = 2) -> Iterator[Act]:
    """A strategic phase that is done well."""
    *_, last = scene.state.todos
    for todo in scene.state.todos:
        if todo is last:
            yield "todo_write", {"content": todos(count)}
        else:
            path = (scene.state.look_back if todo.id == 1 else None) or "workspace.md"
            yield "write_file", {"path": path, "text": f"phase {scene.state.phase_number}"}
        yield "todo_complete", {"todo_id": todo.id, "note": "done"}


def work(scene: Scene) -> Iterator[Act]:
    """A tactical phase that writes an artifact with a figure."""
    for todo in scene.state.todos:
        yield "lift", {"kilos": 100.0}
        path = f"artifacts/p{scene.state.phase_number}_{todo.id}.md"
        yield "write_file", {"path": path, "text": "Heaviest squat: {F1}."}
        yield "todo_complete", {"todo_id": todo.id}


def finish(scene: Scene) -> Iterator[Act]:
    """A look back that ends the job."""
    for todo in scene.state.todos[:-1]:
        path = f"archive/phase_{scene.state.phase_number - 1}.md"
        yield "write_file", {"path": path, "text": f"It went well ({todo.id})."}
        yield "todo_complete", {"todo_id": todo.id}
    yield "job_complete", {"summary": "All done."}


def diligent(scene: Scene) -> Iterator[Act]:
    """Plan, work, look back and plan, work, end; after feedback plan and work once more, end."""
    if not scene.state.is_strategic_phase:
        yield from work(scene)
    elif scene.state.phase_number in (5, 8):
        yield from finish(scene)
    else:
        yield from plan(scene)


@dataclass
class Actor:
    """Makes the calls of a phase in order, as many as have no result yet. `seen`: what it was shown."""

    acts: Callable[[Scene], Iterator[Act]]
    tokens: int = 100
    usd: float = 0.001
    compacts: bool = True
    seen: list[Scene] = field(default_factory=list[Scene])
    sizes: list[int] = field(default_factory=list[int])
    summaries: int = 0
    done: dict[int, int] = field(default_factory=dict[int, int])
    """Calls made in a phase, where messages were compacted."""

    async def next(self, scene: Scene) -> Said:
        self.seen.append(scene)
        self.sizes.append(sum(len(str(message)) for message in scene.messages))
        made = len([*returned(scene.messages)]) if not scene.summary else int(scene.summary.split()[-1])
        made += len([*returned(scene.messages)]) if scene.summary else 0
        act = next((one for at, one in enumerate(self.acts(scene)) if at == made), None)
        if act is None:
            return Said(ModelResponse(parts=[TextPart("I am done.")]), self.tokens, self.usd)
        part = ToolCallPart(act[0], act[1], tool_call_id=f"c{scene.state.phase_number}_{made}")
        return Said(ModelResponse(parts=[part]), self.tokens, self.usd)

    async def summarized(self, scene: Scene, text: str) -> Said:
        self.summaries += 1
        before = int(scene.summary.split()[-1]) if scene.summary else 0
        lines = text.splitlines()
        results = sum(any(line.startswith(f"{name}: ") for name in NAMES) for line in lines)
        return Said(ModelResponse(parts=[TextPart(f"so far {before + results}")]), 10, 0.0)


NAMES = ("lift", "write_file", "todo_complete", "todo_write", "read_file", "list_files")


@dataclass
class Away:
    """A worker who is not there."""

    reason: str = "model_away"
    waits: bool = True
    compacts: bool = True
    asked: int = 0

    async def next(self, scene: Scene) -> Said:
        self.asked += 1
        raise WorkerAway(self.reason, waits=self.waits)

    async def summarized(self, scene: Scene, text: str) -> Said:
        raise WorkerAway(self.reason)


@dataclass
class Watching:
    """Notes what it was told."""

    changes: list[tuple[str, int, int]] = field(default_factory=list[tuple[str, int, int]])
    proposals: list[str] = field(default_factory=list[str])

    async def changed(self, row: JobRow, body: JobBody) -> None:
        self.changes.append((row.status, body.state.phase_number, body.state.completed))

    async def effects(self, row: JobRow, body: JobBody) -> Effects | None:
        return None

    async def proposed(self, row: JobRow, proposal: Proposal, token: str) -> Effects:
        self.proposals.append(token)
        return Effects()


def kinds_in(folder: Path, config: str = "", worker: str = "model") -> Kinds:
    """The shipped types and one named task."""
    target = folder / "types"
    shutil.copytree(FOLDER, target, dirs_exist_ok=True)
    (target / "task").mkdir(exist_ok=True)
    text = CONFIG.replace("WORKER", worker) + config
    (target / "task" / "config.yaml").write_text(text, encoding="utf-8")
    (target / "task" / "instructions.md").write_text("Do the task.", encoding="utf-8")
    return Kinds(target)


@dataclass
class Stage:
    """An office and what it stands on."""

    db: Stores
    office: Office
    watching: Watching
    registry: ToolRegistry

    async def start(self, request: str = "squat more", user: int = USER, kind: str = "task") -> JobRow:
        return await self.office.start(Order(user_id=user, chat_id=user, kind=kind, request=request))

    async def done(self, row: JobRow) -> JobRow:
        """The row once nothing is at work."""
        await self.office.idle()
        found = await self.db.jobs.job(row.user_id, row.id)
        assert found is not None
        return found

    async def run(self, request: str = "squat more") -> JobRow:
        return await self.done(await self.start(request))

    def files(self, row: JobRow) -> Workspace:
        return self.office.workspace(row)


async def stage(
    folder: Path,
    worker: Worker,
    *,
    config: str = "",
    has: Sequence[Connection] = ("model", "diary"),
    waits: tuple[float, ...] = (0.0, 0.0),
    kinds: Kinds | None = None,
) -> Stage:
    """Opened on a data directory, again after a crash."""
    db = await Stores.open(folder / "data")
    registry = ToolRegistry(db.tool_calls)
    registry.register(lift, plan_something, erase)
    watching = Watching()

    async def profile_of(user_id: int) -> Profile:
        return Profile(user_id=user_id)

    office = Office(
        db.jobs, folder / "data", kinds or kinds_in(folder, config), lambda: registry, profile_of,
        lambda: NOW, {"model": worker, "rule": worker}, lambda _: frozenset(has), watching, waits,
    )  # fmt: skip
    return Stage(db, office, watching, registry)


def state_of(row: JobRow) -> JobBody:
    return body_of(row)
