"""Requests played over pydantic-ai: by an agent where there are tools to use, else by its model alone."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Literal

from pydantic import ValidationError
from pydantic_ai import Agent, BinaryContent, NativeOutput, PromptedOutput, ToolOutput
from pydantic_ai.exceptions import AgentRunError
from pydantic_ai.messages import (
    ModelMessage,
    ModelRequest,
    ToolCallPart,
    ToolReturnPart,
    UserContent,
    UserPromptPart,
)
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.settings import ModelSettings
from pydantic_ai.toolsets import FunctionToolset
from pydantic_ai.usage import UsageLimits

from agents.model.calls.ask import Ask, Outcome, W
from agents.model.calls.attempts import Attempts
from agents.model.calls.bridge import chat_model
from agents.model.calls.conversation import Conversation
from agents.model.calls.form import form, with_tools
from agents.model.calls.wire import CallFailed

_FORM = "Your answer is one JSON object of this schema:"
_NO_LIMIT = UsageLimits(request_limit=None)
"""The conversation counts for itself."""


async def play(ask: Ask[W], attempts: Attempts) -> W:
    """The validated answer of one provider. Raises CallFailed, NotAsked."""
    conversation = Conversation(ask, attempts)
    mode = attempts.target.output
    settings: ModelSettings = {"max_tokens": ask.max_output_tokens or attempts.limits.output_tokens}
    try:
        if mode == "prompted":
            return await _with_agent(ask, conversation, settings)
        api = attempts.target.api
        wanted = form(ask.output, mode, ask.agent, api)
        if api == "ollama" and wanted.output_object is not None:
            # It forces the form upon the answer and shows it to nobody: a model would guess what fields mean.
            schema = json.dumps(wanted.output_object.json_schema, ensure_ascii=False)
            ask = replace(ask, instructions=f"{ask.instructions}\n\n{_FORM}\n{schema}")
        shape = with_tools(wanted, ask.tools, api)
        return await _plainly(ask, conversation, settings, shape)
    except AgentRunError as error:
        raise CallFailed(Outcome.MALFORMED, str(error)[:300]) from error


async def _with_agent(
    ask: Ask[W],
    conversation: Conversation[W],
    settings: ModelSettings,
    said: Sequence[ModelMessage] = (),
) -> W:
    """An agent's run with the tools it may use; `said`: a request and the tool calls that answer it."""
    target, limits = conversation.attempts.target, conversation.attempts.limits
    result = await _agent(ask.output, target.output, ask.agent, limits.reminders).run(
        None if said else _prompt(ask),
        message_history=said or None,
        model=chat_model(target, conversation.send),
        instructions=ask.instructions,
        model_settings=settings,
        usage_limits=_NO_LIMIT,
        toolsets=[FunctionToolset(list(ask.tools))] if ask.tools else None,
        infer_name=False,
    )
    return result.output


async def _plainly(
    ask: Ask[W], conversation: Conversation[W], settings: ModelSettings, shape: ModelRequestParameters
) -> W:
    """The same without the agent's graph, which costs more than the call; once tools are used, it goes on.

    The conversation ends the reminders.
    """
    model = chat_model(conversation.attempts.target, conversation.send, ready=True)
    tools = {tool.name for tool in ask.tools}
    messages: list[ModelMessage] = [
        ModelRequest(parts=[UserPromptPart(_prompt(ask))], instructions=ask.instructions)
    ]
    while True:
        response = await model.request(messages, settings, shape)
        calls = response.tool_calls
        if any(call.tool_name in tools for call in calls):
            return await _with_agent(ask, conversation, settings, [*messages, response])
        call = next(iter(calls), None)
        said = response.text if call is None else call.args_as_json_str()
        try:
            return ask.output.model_validate_json(said or "")
        except ValidationError as error:
            messages += [
                response,
                ModelRequest(parts=[_reminder(error, call)], instructions=ask.instructions),
            ]


def _reminder(error: ValidationError, call: ToolCallPart | None) -> ToolReturnPart | UserPromptPart:
    """What is wrong with the answer, for whoever gave it."""
    problems = json.dumps(
        error.errors(include_url=False, include_context=False), ensure_ascii=False, default=str
    )
    told = f"This does not fit the form:\n{problems}\nCorrect it and answer again, in the form alone."
    if call is None:
        return UserPromptPart(told)
    return ToolReturnPart(call.tool_name, told, call.tool_call_id, outcome="retried")


def _prompt(ask: Ask[W]) -> str | list[UserContent]:
    if not ask.pictures:
        return ask.context
    pictures = [BinaryContent(picture.content, media_type=picture.media_type) for picture in ask.pictures]
    return [ask.context, *pictures]


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
