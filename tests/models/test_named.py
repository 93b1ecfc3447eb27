"""What is really sent to providers known by name, with the settings as shipped but for address and key."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Literal, cast

import pytest
from pydantic import BaseModel
from pydantic_ai.messages import ModelRequest, UserPromptPart

from agents import llm
from agents.model.analyzer import AnalyzerWire
from agents.model.answering import AnsweringWire
from agents.model.calls.stepping import StepAsk
from agents.model.clarifier import ClarifierWire
from agents.model.evaluator import EvaluatorWire
from agents.model.observer import ObserverWire
from agents.model.parser_wire import ParserWire
from agents.model.planner_wire import PlannerWire
from agents.model.reading import FullReading
from agents.model.retriever import RetrieverWire
from agents.model.router import RouterWire
from agents.model.settings import TIERS, LlmSettings, Tier
from agents.model.synthesizer import SynthesizerWire
from tests.models.filling import Json
from tests.models.named import THOUGHTS, NamedServer, Posted
from tests.models.server import ModelServer
from tests.models.wired import Books, asking, cascade

KEY = "sk-nobody-else-knows"
BASES = {"openai": "/v1", "azure": "", "gemini": "/v1beta", "openrouter": "/api/v1"}
WIRES: tuple[type[BaseModel], ...] = (
    RouterWire,
    FullReading,
    PlannerWire,
    RetrieverWire,
    AnalyzerWire,
    AnsweringWire,
    SynthesizerWire,
    EvaluatorWire,
    ClarifierWire,
    ParserWire,
    ObserverWire,
)


def shipped(provider: str, named: NamedServer) -> LlmSettings:
    """Azure's deployments have no names of ours: here they are called as OpenAI's models are."""
    own = {"api_base": f"{named.url}{BASES[provider]}", "api_key": KEY}
    given: dict[str, object] = {"default_provider": provider, "providers": {provider: own}}
    if provider == "azure":
        usual = LlmSettings().tiers
        given["tiers"] = {tier: {"azure": usual[tier]["openai"]} for tier in TIERS}
    return LlmSettings.model_validate(given)


def _nobody(_: BaseModel) -> None:
    """Nobody looks on."""


async def put(
    named: NamedServer,
    provider: str,
    tier: Tier,
    output: type[BaseModel] = PlannerWire,
    *,
    streamed: bool = False,
) -> tuple[Posted, Books]:
    """One request as it came there, and what was written down of it."""
    books = Books()
    asked = cascade(shipped(provider, named), books)
    ask = asking(agent="planner", tier=tier, output=output, partial=_nobody if streamed else None)
    assert isinstance(await asked.ask(ask), output)
    return named.posted[-1], books


def _keys(node: object) -> Iterator[str]:
    if isinstance(node, dict):
        for key, value in cast("Json", node).items():
            yield key
            yield from _keys(value)
    elif isinstance(node, list):
        for each in cast("list[object]", node):
            yield from _keys(each)


def where(posted: Posted, provider: str, model: str, *, streamed: bool) -> None:
    """The address and the key, each where this provider looks for it."""
    if provider == "gemini":
        verb = "streamGenerateContent" if streamed else "generateContent"
        assert posted.path == f"/v1beta/models/{model}:{verb}"
        assert posted.query == ({"alt": "sse"} if streamed else {})
        assert posted.headers["x-goog-api-key"] == KEY
    elif provider == "azure":
        assert posted.path == f"/openai/deployments/{model}/chat/completions"
        assert posted.query == {"api-version": "2025-04-01-preview"}
        assert posted.headers["api-key"] == KEY
    else:
        assert posted.path == f"{BASES[provider]}/chat/completions"
        assert posted.query == {}
        assert posted.headers["authorization"] == f"Bearer {KEY}"


def how(body: Json, provider: str) -> None:
    """It has to fill in the form, within the room there is, and thinks little or not at all."""
    if provider == "gemini":
        assert body["toolConfig"] == {"functionCallingConfig": {"mode": "ANY"}}
        thinking = body["generationConfig"]["thinkingConfig"]
        room = body["generationConfig"]["max_output_tokens"]
        assert 0 <= thinking["thinkingBudget"] <= room / 2
        return
    assert body["tool_choice"] == "required"
    room = "max_tokens" if provider == "openrouter" else "max_completion_tokens"
    assert body[room] == 4000
    assert {"max_tokens", "max_completion_tokens"} & set(body) == {room}
    if provider == "openai":
        assert body["reasoning_effort"] == "none"
    if provider == "azure":
        assert body.get("reasoning_effort", "none") == "none"
    if provider == "openrouter":
        assert "reasoning_effort" not in body
        assert body["messages"][0]["content"][0]["cache_control"] == {"type": "ephemeral"}


@pytest.mark.parametrize(("provider", "tier", "streamed"), list(product(BASES, TIERS, (False, True))))
async def test_every_shipped_model_is_asked_as_its_provider_wants_it(
    named: NamedServer, provider: str, tier: Tier, streamed: bool
) -> None:
    posted, books = await put(named, provider, tier, streamed=streamed)
    model = shipped(provider, named).tiers[tier][provider]
    where(posted, provider, model, streamed=streamed)
    how(posted.body, provider)
    assert "temperature" not in set(_keys(posted.body)) - set(_keys(posted.form))
    assert len(named.posted) == 1
    [call] = books.calls
    assert (call.outcome, call.model, call.price_known) == ("ok", model, True)
    assert min(call.input_tokens, call.output_tokens, call.price_usd) > 0
    if provider == "gemini":
        assert (call.input_tokens, call.output_tokens) == (100, 20 + THOUGHTS)


@pytest.mark.parametrize("reasoning", ["low", "high"])
async def test_a_type_of_job_says_how_much_its_model_thinks(
    named: NamedServer, reasoning: Literal["low", "high"]
) -> None:
    said = ModelRequest(parts=[UserPromptPart("Go on.")])
    step = StepAsk(messages=[said], tools=(), tier="high", reasoning=reasoning)
    await cascade(shipped("openai", named), Books()).step(step)
    assert named.posted[-1].body["reasoning_effort"] == reasoning


@pytest.mark.parametrize(("provider", "wire"), list(product(BASES, WIRES)))
async def test_no_form_holds_what_a_provider_refuses(
    named: NamedServer, provider: str, wire: type[BaseModel]
) -> None:
    posted, _ = await put(named, provider, "high", wire)
    assert posted.form["type"] == "object"
    if provider in ("gemini", "openrouter"):
        assert not {"$ref", "$defs"} & set(_keys(posted.form))
    if provider == "gemini":
        refused = {"additionalProperties", "exclusiveMinimum", "exclusiveMaximum", "const", "prefixItems"}
        assert not refused & set(_keys(posted.form))
        assert not [node for node in _nodes(posted.form) if node.get("type") == "null"]
        assert not [node for node in _nodes(posted.form) if isinstance(node.get("type"), list)]


def _nodes(node: object) -> Iterator[Json]:
    if isinstance(node, dict):
        yield cast("Json", node)
        node = list(cast("Json", node).values())
    if isinstance(node, list):
        for each in cast("list[object]", node):
            yield from _nodes(each)


async def test_ollama_is_told_how_much_to_read_and_shown_the_form(server: ModelServer) -> None:
    settings = LlmSettings.model_validate(
        {"default_provider": "ollama", "providers": {"ollama": {"api_base": server.ollama_base}}}
    )
    for streamed in (False, True):
        await cascade(settings).ask(
            asking(agent="planner", output=PlannerWire, partial=_nobody if streamed else None)
        )
        [asked] = server.asked
        assert asked.raw["options"] == {"num_ctx": 16384, "num_predict": 4000}
        assert asked.model == "qwen2.5:32b"
        assert asked.raw["format"]["required"] == ["reasoning", "parts", "next_action"]
        assert "next_action" in asked.system, "Ollama forces a form and shows it to nobody"
        server.forget()


async def test_every_shipped_model_has_a_price() -> None:
    await llm.warm()
    settings = LlmSettings()
    for tier, models in settings.tiers.items():
        for provider in models:
            known = llm.price(settings.target(provider, tier), 1000, 1000, 10.0)
            assert known.known, (tier, provider)
            assert (known.usd > 0) is (provider != "ollama"), (tier, provider)


def test_no_address_is_left_to_the_environment() -> None:
    """litellm takes one from there for whoever has none; Azure's is everybody's own and has to be given."""
    providers = LlmSettings().providers
    assert [name for name, provider in providers.items() if provider.api_base is None] == ["azure"]
