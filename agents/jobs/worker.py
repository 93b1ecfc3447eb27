"""Who works on a job: a model, or rules of ours, behind one interface.

The loop asks `next` for a response with tool calls, carries them out in order, and asks again with the
results in `scene.messages`. A phase goes on until its last todo is completed (`todo_complete`); a strategic
one has to leave a `todos.yaml` (`todo_write`) or end the job (`job_complete`).

Rules are a script: an async generator that is begun anew for each phase, yields calls and is sent what they
returned:

    async def review(scene: Scene) -> Script:
        if scene.state.is_strategic_phase:
            coming = PhaseTodos(phase="…", todos=(Todo(id=1, content="…"), …))
            yield Call("todo_write", {"content": written(coming)})
        for todo in scene.state.todos:
            told = yield Call("write_file", {"path": "artifacts/review.md", "text": "…"})
            yield Call("todo_complete", {"todo_id": todo.id})

    worker = RuleWorker({"review": review})

After a kill a script is begun again and given the recorded results for as long as it makes the same calls, so
it may decide only by the scene and by what its calls returned. `ask_person` returns the answer.
"""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

from pydantic import JsonValue

from agents.jobs.kinds import Kind
from agents.jobs.transitions import JobState
from agents.jobs.workspace import Workspace
from agents.profile import Profile
from agents.tools.registry import AnyTool
from storage.entities import Frozen

if TYPE_CHECKING:  # only while a job runs
    from pydantic_ai.messages import ModelMessage, ModelResponse


class Call(Frozen):
    """A tool call that a script makes."""

    tool: str
    arguments: Mapping[str, JsonValue] = {}


class Returned(Frozen):
    """What came of it; `text` is the result as JSON, or why it was refused."""

    tool: str
    text: str
    is_done: bool = True

    @property
    def value(self) -> JsonValue:
        """The result's fields."""
        return json.loads(self.text) if self.is_done else None


Script = AsyncGenerator[Call, Returned]


@dataclass(frozen=True, slots=True)
class Scene:
    """What a worker sees. `now` is on the person's clock; `messages` are those of this phase."""

    state: JobState
    kind: Kind
    profile: Profile
    now: datetime
    request: str
    """The person's own words."""
    workspace: Workspace
    tools: Sequence[AnyTool]
    instructions: str
    """The system prompt of the phase."""
    messages: Sequence[ModelMessage]
    summary: str = ""
    """Of what was said in this phase before the messages."""
    turn_id: str = ""
    chat_id: int = 0


@dataclass(frozen=True, slots=True)
class Said:
    """A worker's answer, and what it cost."""

    response: ModelResponse
    tokens: int = 0
    usd: float = 0.0


class Worker(Protocol):
    """Says what is done next."""

    @property
    def compacts(self) -> bool:
        """Whether long messages are summed up for it."""
        ...

    async def next(self, scene: Scene) -> Said:
        """Its next tool calls. Raises WorkerAway."""
        ...

    async def summarized(self, scene: Scene, text: str) -> Said:
        """What was said so far, in fewer words. Raises WorkerAway."""
        ...


class WorkerAway(Exception):  # noqa: N818 - what happened
    """Nobody can work on it now. `reason` is a key; `waits`: it may be tried again by itself."""

    def __init__(self, reason: str, *, waits: bool = False) -> None:
        super().__init__(reason)
        self.reason = reason
        self.waits = waits


class Nobody:
    """Works where none is configured, such as a model that was taken out of the configuration."""

    compacts = False

    async def next(self, scene: Scene) -> Said:
        """Nothing. Raises WorkerAway."""
        raise WorkerAway("model_away")

    async def summarized(self, scene: Scene, text: str) -> Said:
        """Nothing either. Raises WorkerAway."""
        raise WorkerAway("model_away")


@dataclass(slots=True)
class RuleWorker:
    """Scripts by type of job."""

    scripts: Mapping[str, Callable[[Scene], Script]]
    _live: dict[str, _Live] = field(default_factory=dict[str, "_Live"], init=False)

    @property
    def compacts(self) -> bool:
        """A script is given everything again."""
        return False

    async def next(self, scene: Scene) -> Said:
        """The script's next call."""
        job = scene.state.job_id
        live = self._live.get(job)
        results = [*returned(scene.messages)]
        if live is None or live.phase != scene.state.phase_number or live.given != len(results) - 1:
            live = self._live[job] = await self._begun(scene, results)
        call = await live.send(results)
        if call is None:
            self._live.pop(job, None)
            raise WorkerAway("script_ended")
        return said(call, f"rule_{scene.state.phase_number}_{len(results)}")

    async def summarized(self, scene: Scene, text: str) -> Said:
        """Never asked."""
        raise WorkerAway("script_ended")

    async def _begun(self, scene: Scene, results: Sequence[Returned]) -> _Live:
        """A new run of the script, brought to where the recorded one was."""
        live = _Live(self.scripts[scene.kind.type.job_type](scene), scene.state.phase_number)
        for at in range(len(results)):
            await live.send(results[:at])
        return live


@dataclass(slots=True)
class _Live:
    """A script under way; `given` results were sent to it."""

    script: Script
    phase: int
    given: int = -1

    async def send(self, results: Sequence[Returned]) -> Call | None:
        try:
            call = await (self.script.asend(results[-1]) if results else anext(self.script))
        except StopAsyncIteration:
            return None
        self.given = len(results)
        return call


def said(call: Call, call_id: str) -> Said:
    """A call as a model would make it."""
    from pydantic_ai.messages import ModelResponse, ToolCallPart  # noqa: PLC0415 - while a job runs

    part = ToolCallPart(call.tool, dict(call.arguments), tool_call_id=call_id)
    return Said(ModelResponse(parts=[part], model_name="rules"))


def returned(messages: Sequence[ModelMessage]) -> Iterator[Returned]:
    """The results in the messages, oldest first."""
    from pydantic_ai.messages import ToolReturnPart  # noqa: PLC0415 - while a job runs

    for message in messages:
        for part in message.parts:
            if isinstance(part, ToolReturnPart):
                yield Returned(
                    tool=part.tool_name,
                    text=str(part.content),
                    is_done=part.outcome == "success",
                )
