"""Jobs without end for `benchmarks.jobs`: what a model or a rule does, step by step, and who keeps office."""

from __future__ import annotations

import shutil
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import yaml
from pydantic import JsonValue
from pydantic_ai.messages import ModelResponse, ToolCallPart

from agents.jobs.kinds import FOLDER, Kinds
from agents.jobs.loop import nobody_first
from agents.jobs.model_worker import Stepping
from agents.jobs.office import Office
from agents.jobs.worker import Call, Scene, Script
from agents.model.calls.stepping import StepAsk, Stepped
from agents.profile import Profile
from agents.tools.registry import ToolRegistry
from bot.core import utc_now
from storage.stores import Stores

TODOS, CALLS = 10, 3
"""Of a tactical phase; calls a todo."""
PHASES = 60
CONFIG = """
extends: defaults
job_type: task
display_name: {en: Task}
worker: WORKER
limits:
  phase: {steps: 1000, tokens: 100000000, usd: 1000, minutes: 1000}
  job: {steps: 100000, tokens: 10000000000, usd: 100000, minutes: 10000, phases: 1000}
"""
Act = tuple[str, dict[str, JsonValue]]


def planned(phase: int, last: int) -> list[Act]:
    """A strategic phase: plan, or end."""
    count = 4
    made: list[Act] = []
    for todo in range(1, count):
        path = f"archive/phase_{phase - 1}.md" if todo == 1 and phase > 1 else "workspace.md"
        made.append(("write_file", {"path": path, "text": f"# Memory\n\n{'known ' * 200}\n{phase}"}))
        made.append(("todo_complete", {"todo_id": todo}))
    if phase >= last:
        made.append(("write_file", {"path": "artifacts/report.md", "text": "Done."}))
        return [*made, ("job_complete", {"summary": "done"})]
    todos = [{"id": at, "content": f"Work on part {at} of phase {phase}"} for at in range(1, TODOS + 1)]
    made.append(("todo_write", {"content": yaml.safe_dump({"phase": f"Phase {phase}", "todos": todos})}))
    return [*made, ("todo_complete", {"todo_id": count})]


def worked(phase: int) -> list[Act]:
    """A tactical phase."""
    made: list[Act] = []
    for todo in range(1, TODOS + 1):
        for call in range(CALLS - 1):
            path = f"archive/part_{todo}_{call}.md"
            made.append(("write_file", {"path": path, "text": f"{phase} {todo} " + "words " * 100}))
        made.append(("todo_complete", {"todo_id": todo}))
    return made


def acts(phase: int, *, strategic: bool, last: int) -> list[Act]:
    """The calls of a phase."""
    return planned(phase, last) if strategic else worked(phase)


async def script(scene: Scene) -> Script:
    """The same by rules."""
    for name, arguments in acts(
        scene.state.phase_number, strategic=scene.state.is_strategic_phase, last=2 * PHASES + 1
    ):
        yield Call(tool=name, arguments=arguments)


@dataclass
class Scripted:
    """A model in this process; `tokens` of each prompt, by phase."""

    last: int
    tokens: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])

    async def step(self, ask: StepAsk) -> Stepped:
        """The next call of the phase."""
        request = ask.messages[0]
        instructions = str(getattr(request, "instructions", ""))
        phase = int(instructions.split("Current phase: ")[1].split(maxsplit=1)[0])
        results = (len(ask.messages) - 1) // 2
        name, arguments = acts(phase, strategic="STRATEGIC" in instructions, last=self.last)[results]
        size = len(instructions) + sum(len(str(part)) for one in ask.messages for part in one.parts)
        self.tokens.append((phase, size // 4))
        part = ToolCallPart(name, arguments, tool_call_id=f"c{len(self.tokens)}")
        return Stepped(ModelResponse(parts=[part]), size // 4, 0.0)


@dataclass
class Kept:
    """Passes on, and keeps what was asked."""

    models: Stepping
    asks: list[StepAsk] = field(default_factory=list[StepAsk])

    async def step(self, ask: StepAsk) -> Stepped:
        """The other's answer."""
        self.asks.append(ask)
        return await self.models.step(ask)


def task_kinds(folder: Path, worker: str) -> Kinds:
    """The shipped types and the task."""
    target = folder / "types"
    shutil.copytree(FOLDER, target, dirs_exist_ok=True)
    (target / "task").mkdir(exist_ok=True)
    (target / "task" / "config.yaml").write_text(CONFIG.replace("WORKER", worker), encoding="utf-8")
    (target / "task" / "instructions.md").write_text("Work.", encoding="utf-8")
    return Kinds(target)


@asynccontextmanager
async def office(
    folder: Path,
    db: Stores,
    worker: object,
    kind: str,
    gives_way: Callable[[], Awaitable[None]] = nobody_first,
) -> AsyncGenerator[Office]:
    """One on these stores."""
    registry = ToolRegistry(db.tool_calls)

    async def profile_of(user_id: int) -> Profile:
        return Profile(user_id=user_id)

    made = Office(
        db.jobs, folder, task_kinds(folder, kind), lambda: registry, profile_of, utc_now,
        {kind: worker}, lambda _: frozenset({"model", "diary"}), most_of_one=4, gives_way=gives_way,  # pyright: ignore[reportArgumentType]
    )  # fmt: skip
    try:
        yield made
    finally:
        await made.close()
        await registry.close()
