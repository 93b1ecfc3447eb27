"""One step of a long job: a conversation with tool calls goes on, by the same tries, budget and records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

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
from agents.model.settings import Tier

_ANSWER_TOKENS = 8000
"""Of an answer: it may hold a whole file."""
_CHARACTERS_A_TOKEN = 4


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

    async def send(request: Mapping[str, object]) -> object:
        sent = len(str(request["messages"])) + len(str(request.get("tools") or ""))
        estimate = llm.estimated(
            target, sent // _CHARACTERS_A_TOKEN, attempts.answer_tokens(_ANSWER_TOKENS), assumed
        )
        reply = await attempts.call(partial(llm.complete, target, request, assumed), estimate, _as_it_is)
        heard.append(reply)
        return llm.completion(target, reply)

    settings: OpenAIChatModelSettings = {"max_tokens": _ANSWER_TOKENS}
    if ask.reasoning is not None:
        settings["openai_reasoning_effort"] = ask.reasoning
    shape = ModelRequestParameters(function_tools=list(ask.tools), allow_text_output=True)
    try:
        response = await chat_model(target, send).request([*ask.messages], settings, shape)
    except AgentRunError as error:
        raise CallFailed(Outcome.MALFORMED, str(error)[:300]) from error
    usage = heard[-1].usage
    return Stepped(response, usage.input + usage.output, usage.price.usd)


def _as_it_is(_: Reply) -> tuple[Outcome, str]:
    return Outcome.OK, ""
