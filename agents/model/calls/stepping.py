"""One step of a long job: a conversation with tool calls goes on, by the same tries, budget and records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal, cast

from pydantic_ai.exceptions import AgentRunError
from pydantic_ai.messages import ModelMessage, ModelResponse
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.models.openai import OpenAIChatModelSettings
from pydantic_ai.tools import ToolDefinition

from agents import llm
from agents.model.calls.ask import Outcome
from agents.model.calls.attempts import Attempts
from agents.model.calls.bridge import chat_model
from agents.model.calls.wire import CallFailed, Reply
from agents.model.settings import Api, Tier

_ANSWER_TOKENS = 8000
"""Of an answer: it may hold a whole file."""
_CHARACTERS_A_TOKEN = 4
_SIGNS: Api = "anthropic"
"""Takes a conversation that thinks only with the thoughts of its beginning, which it has signed."""
_SIGNED = "thinking_blocks"
_Message = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class StepAsk:
    """What is asked: the messages end with what the model answers to. `model`: instead of the tier's."""

    messages: Sequence[ModelMessage]
    tools: Sequence[ToolDefinition]
    tier: Tier | None = None
    model: str | None = None
    reasoning: Literal["none", "low", "medium", "high"] | None = None
    prompts: str = ""


@dataclass(frozen=True, slots=True)
class Stepped:
    """The answer, and what it came to."""

    response: ModelResponse
    tokens: int
    usd: float


async def step(ask: StepAsk, attempts: Attempts) -> Stepped:
    """One provider's answer. Raises CallFailed, NotAsked."""
    target, assumed = attempts.target, attempts.accounts.assumed
    heard: list[Reply] = []

    thoughts = _thoughts(ask.messages) if target.api == _SIGNS and ask.reasoning else {}

    async def send(given: Mapping[str, object]) -> object:
        messages = cast("Sequence[_Message]", given["messages"])
        request = {**given, "messages": [_with_thoughts(one, thoughts) for one in messages]}
        sent = len(str(request["messages"])) + len(str(request.get("tools") or ""))
        estimate = llm.estimated(
            target, sent // _CHARACTERS_A_TOKEN, attempts.answer_tokens(_ANSWER_TOKENS), assumed
        )
        reply = await attempts.call(partial(llm.complete, target, request, assumed), estimate, _as_it_is)
        heard.append(reply)
        return llm.completion(target, reply)

    settings: OpenAIChatModelSettings = {"max_tokens": _ANSWER_TOKENS}
    goes_on = any(isinstance(one, ModelResponse) for one in ask.messages)
    if ask.reasoning is not None and (thoughts or target.api != _SIGNS or not goes_on):
        settings["openai_reasoning_effort"] = ask.reasoning
    shape = ModelRequestParameters(function_tools=list(ask.tools), allow_text_output=True)
    try:
        response = await chat_model(target, send).request([*ask.messages], settings, shape)
    except AgentRunError as error:
        raise CallFailed(Outcome.MALFORMED, str(error)[:300]) from error
    usage = heard[-1].usage
    if heard[-1].thoughts:
        response.provider_details = {**(response.provider_details or {}), _SIGNED: heard[-1].thoughts}
    return Stepped(response, usage.input + usage.output, usage.price.usd)


def _thoughts(messages: Sequence[ModelMessage]) -> dict[str, object]:
    """What the model thought before its calls, by the id of the first of them."""
    answers = (one for one in messages if isinstance(one, ModelResponse) and one.tool_calls)
    found = {one.tool_calls[0].tool_call_id: (one.provider_details or {}).get(_SIGNED) for one in answers}
    return {call: thoughts for call, thoughts in found.items() if thoughts}


def _with_thoughts(message: _Message, thoughts: Mapping[str, object]) -> _Message:
    calls = cast("Sequence[Mapping[str, str]]", message.get("tool_calls") or ())
    found = thoughts.get(calls[0]["id"]) if calls else None
    return message if found is None else {**message, _SIGNED: found}


def _as_it_is(_: Reply) -> tuple[Outcome, str]:
    return Outcome.OK, ""
