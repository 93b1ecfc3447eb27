"""A model works on a job: each answer is one call through the project's own access to models."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Protocol

from agents.jobs.briefs import opening
from agents.jobs.worker import Said, Scene, WorkerAway
from agents.model.calls.ask import ModelsFailed, Unasked
from agents.model.fences import Fence
from agents.session import Session, enter
from agents.tools.registry import AnyTool

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelMessage
    from pydantic_ai.tools import ToolDefinition

    from agents.model.calls.stepping import StepAsk, Stepped

_MONEY = {Unasked.BUDGET_DAY: "budget_day", Unasked.BUDGET_MONTH: "budget_month"}
_SUM_UP = (
    "Sum up what was done and found below in at most 300 words, for yourself: facts, files, open points. "
    "Keep slots such as {F1} as they are."
)
_MOST_SHOWN = 8
"""Jobs whose messages are kept as they are shown."""
_LONGEST = 60_000
"""Characters that are summed up at once."""


class Stepping(Protocol):
    """The cascade."""

    async def step(self, ask: StepAsk) -> Stepped:
        """The next answer. Raises ModelsFailed."""
        ...


@dataclass(frozen=True, slots=True)
class ModelWorker:
    """Asks the models of the configuration."""

    models: Stepping
    _shown: dict[str, _Shown] = field(default_factory=dict[str, "_Shown"], init=False)
    """By job: those that were worked on last."""

    @property
    def compacts(self) -> bool:
        """A model can read only so much."""
        return True

    async def next(self, scene: Scene) -> Said:
        """The model's next tool calls. Raises WorkerAway."""
        from agents.model.calls.stepping import StepAsk  # noqa: PLC0415 - while a job runs

        llm = scene.kind.type.llm
        ask = StepAsk(
            messages=self._messages(scene),
            tools=[_definition(one) for one in scene.tools],
            tier=llm.tier,
            model=llm.model,
            reasoning=llm.reasoning_level,
            prompts=f"jobs {scene.kind.type.job_type} {scene.state.mode}",
        )
        return await self._asked(scene, ask)

    async def summarized(self, scene: Scene, text: str) -> Said:
        """What was said, in fewer words. Raises WorkerAway."""
        from pydantic_ai.messages import ModelRequest, UserPromptPart  # noqa: PLC0415 - while a job runs

        from agents.model.calls.stepping import StepAsk  # noqa: PLC0415 - as above

        told = _fence(scene).block("data", text[-_LONGEST:])
        message = ModelRequest(parts=[UserPromptPart(told)], instructions=_SUM_UP)
        return await self._asked(scene, StepAsk(messages=[message], tools=(), tier="low"))

    def _messages(self, scene: Scene) -> list[ModelMessage]:
        """The phase as a model reads it: what tools answered is fenced as data."""
        shown = self._shown.pop(scene.state.job_id, None)
        if shown is None or shown.instructions is not scene.instructions:
            shown = _Shown(scene.instructions, _fence(scene))
        self._shown[scene.state.job_id] = shown
        if len(self._shown) > _MOST_SHOWN:
            del self._shown[next(iter(self._shown))]
        return shown.of(scene)

    async def _asked(self, scene: Scene, ask: StepAsk) -> Said:
        enter(
            Session(
                turn_id=scene.turn_id, user_id=scene.profile.user_id, chat_id=scene.chat_id,
                sent_at=scene.now, kind="job",
            )
        )  # fmt: skip
        try:
            stepped = await self.models.step(ask)
        except ModelsFailed as failed:
            money = _MONEY.get(failed.reason) if isinstance(failed.reason, Unasked) else None
            raise WorkerAway(money or "model_away", waits=money is None) from None
        return Said(stepped.response, stepped.tokens, stepped.usd)


@dataclass(slots=True)
class _Shown:
    """The messages of a phase as a model reads them, each made once: all are shown with every later step."""

    instructions: str
    fence: Fence
    made: list[tuple[ModelMessage, ModelMessage]] = field(
        default_factory=list[tuple["ModelMessage", "ModelMessage"]]
    )
    """What was said, and as it is shown."""

    def of(self, scene: Scene) -> list[ModelMessage]:
        """From the todos on."""
        from pydantic_ai.messages import ModelRequest, UserPromptPart  # noqa: PLC0415 - while a job runs

        head = UserPromptPart(opening(scene.state, scene.summary))
        same = 0
        for (said, _), message in zip(self.made, scene.messages, strict=False):
            if said is not message:  # compacted since
                break
            same += 1
        del self.made[same:]
        self.made += [(one, self._as_shown(one)) for one in scene.messages[same:]]
        first = ModelRequest(parts=[head], instructions=self.instructions)
        return [first, *(shown for _, shown in self.made)]

    def _as_shown(self, message: ModelMessage) -> ModelMessage:
        from pydantic_ai.messages import ModelRequest, ToolReturnPart  # noqa: PLC0415 - while a job runs

        if not isinstance(message, ModelRequest):
            return message
        parts = [
            replace(part, content=self.fence.block("data", str(part.content)), outcome="success")
            if isinstance(part, ToolReturnPart)
            else part
            for part in message.parts
        ]
        return replace(message, parts=parts, instructions=self.instructions)


@lru_cache(256)
def _definition(tool: AnyTool) -> ToolDefinition:
    """Made once: a schema takes as long as the rest of a step."""
    from pydantic_ai.tools import ToolDefinition  # noqa: PLC0415 - as above

    return ToolDefinition(name=tool.name, description=tool.description, parameters_json_schema=tool.schema)


def _fence(scene: Scene) -> Fence:
    """The same for a whole phase, so that providers can cache it; nobody outside knows a job's id."""
    return Fence(blake2b(f"{scene.turn_id}{scene.state.phase_number}".encode(), digest_size=4).hexdigest())
