"""Requests played by pydantic-ai agents, one for each agent and form of answer."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Literal

from pydantic_ai import Agent, BinaryContent, NativeOutput, PromptedOutput, ToolOutput
from pydantic_ai.exceptions import AgentRunError
from pydantic_ai.toolsets import FunctionToolset
from pydantic_ai.usage import UsageLimits

from agents.model.ask import Ask, Outcome, W
from agents.model.attempts import Attempts
from agents.model.bridge import chat_model
from agents.model.conversation import Conversation
from agents.model.wire import CallFailed

if TYPE_CHECKING:
    from pydantic_ai.messages import UserContent

_NO_LIMIT = UsageLimits(request_limit=None)
"""The conversation counts for itself."""


async def play(ask: Ask[W], attempts: Attempts) -> W:
    """The validated answer of one provider. Raises CallFailed, NotAsked."""
    conversation = Conversation(ask, attempts)
    limits = attempts.limits
    prompt: list[UserContent] = [ask.context]
    prompt += [BinaryContent(picture.content, media_type=picture.media_type) for picture in ask.pictures]
    try:
        result = await _agent(ask.output, attempts.target.output, ask.agent, limits.reminders).run(
            prompt if ask.pictures else ask.context,
            model=chat_model(attempts.target, conversation.send),
            instructions=ask.instructions,
            model_settings={"max_tokens": ask.max_output_tokens or limits.output_tokens},
            usage_limits=_NO_LIMIT,
            toolsets=[FunctionToolset(list(ask.tools))] if ask.tools else None,
            infer_name=False,
        )
    except AgentRunError as error:
        raise CallFailed(Outcome.MALFORMED, str(error)[:300]) from error
    return result.output


@cache
def _agent(
    output: type[W], mode: Literal["tool", "native", "prompted"], name: str, reminders: int
) -> Agent[None, W]:
    """The form is named after the agent."""
    if mode == "tool":
        form: ToolOutput[W] | NativeOutput[W] | PromptedOutput[W] = ToolOutput(output, name=name)
    else:
        form = NativeOutput(output, name=name) if mode == "native" else PromptedOutput(output, name=name)
    return Agent(None, output_type=form, name=name, retries={"output": reminders, "tools": 1})
