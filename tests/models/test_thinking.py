"""How much a job's model thinks: told to each that can be told, in its own way, and to no other."""

from __future__ import annotations

import logging

import pytest
from pydantic_ai.messages import (
    ModelMessage,
    ModelMessagesTypeAdapter,
    ModelRequest,
    ToolReturnPart,
    UserPromptPart,
)
from pydantic_ai.tools import ToolDefinition

from agents.model.calls.cascade import Cascade
from agents.model.calls.stepping import StepAsk
from agents.model.settings import LlmSettings
from tests.models.answers import Answer
from tests.models.asked import Api
from tests.models.rendering import THOUGHT
from tests.models.server import ModelServer
from tests.models.wired import Books, cascade

LOOK = ToolDefinition(name="look", parameters_json_schema={"type": "object", "properties": {}})
BEGIN = ModelRequest(parts=[UserPromptPart("Go on.")])


def models(server: ModelServer, api: Api, model: str | None = None) -> Cascade:
    section = server.llm_section(api=api)
    if model is not None:
        section["tiers"] = {tier: {"scripted": model} for tier in ("low", "medium", "high")}
    return cascade(LlmSettings.model_validate(section), Books())


async def step(models: Cascade, *messages: ModelMessage) -> list[ModelMessage]:
    """The messages with the answer, as they come back from their rows, and with what the tool brought."""
    ask = StepAsk(messages=messages, tools=(LOOK,), tier="high", reasoning="high")
    response = (await models.step(ask)).response
    kept = ModelMessagesTypeAdapter.validate_json(ModelMessagesTypeAdapter.dump_json([response]))
    result = ToolReturnPart("look", "nothing", tool_call_id=response.tool_calls[0].tool_call_id)
    return [*messages, *kept, ModelRequest(parts=[result])]


async def test_claude_thinks_and_is_given_its_thoughts_back(server: ModelServer) -> None:
    server.always("*", Answer(calls=(("look", {}),)))
    asked = models(server, "anthropic")
    await step(asked, *await step(asked, BEGIN))
    first, second = (one.raw for one in server.asked)
    assert first["thinking"] == second["thinking"] == {"type": "adaptive"}
    assert first["output_config"] == {"effort": "high"}
    assert second["messages"][1]["content"][0] == THOUGHT


async def test_claude_goes_on_without_thinking_where_it_began_so(server: ModelServer) -> None:
    server.always("*", Answer(calls=(("look", {}),)))
    began = await step(models(server, "openai"), BEGIN)
    await step(models(server, "anthropic"), *began)
    assert "thinking" not in server.asked[-1].raw


async def test_what_claude_thought_is_told_to_nobody_else(server: ModelServer) -> None:
    server.always("*", Answer(calls=(("look", {}),)))
    began = await step(models(server, "anthropic"), BEGIN)
    await step(models(server, "openai"), *began)
    assert "Let me see." not in str(server.asked[-1].raw)


@pytest.mark.parametrize("api", ["openai", "anthropic", "ollama"])
async def test_a_model_that_is_not_known_to_think_is_not_told_how_much(
    server: ModelServer, caplog: pytest.LogCaptureFixture, api: Api
) -> None:
    server.always("*", Answer(calls=(("look", {}),)))
    asked = models(server, api, f"{api}-of-one-s-own")
    with caplog.at_level(logging.INFO, "agents.llm"):
        await step(asked, *await step(asked, BEGIN))
    assert all(not {"reasoning_effort", "thinking", "think"} & set(one.raw) for one in server.asked)
    assert len([one for one in caplog.records if f"{api}-of-one-s-own" in one.message]) == 1
