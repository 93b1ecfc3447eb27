"""The scripted provider itself: what it understands, what it says, and that its faults are real."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime
from importlib import import_module
from itertools import product
from typing import Any, cast

import httpx
import pytest
from pydantic import BaseModel

from agents.router import RouterOutput
from tests.models.answers import CHINESE_TEXT, Fault, after, exactly, structured, text, tool_calls
from tests.models.asked import AGENTS, Api
from tests.models.filling import Json, fill
from tests.models.server import ModelServer

ROUTER = RouterOutput.model_json_schema()
APIS: tuple[Api, ...] = ("openai", "anthropic", "ollama")
PATHS: dict[Api, str] = {
    "openai": "/v1/chat/completions",
    "anthropic": "/anthropic/v1/messages",
    "ollama": "/ollama/api/chat",
}


def output_of(agent: str) -> type[BaseModel]:
    return getattr(import_module(f"agents.{agent}"), f"{agent.capitalize()}Output")


def request(api: Api, agent: str = "router", *, stream: bool = False) -> Json:
    """As the provider's own documentation has it."""
    schema = output_of(agent).model_json_schema()
    said: Json = {"model": "some", "stream": stream, "messages": [{"role": "user", "content": "bench 185x5"}]}
    function = {"type": "function", "function": {"name": agent, "parameters": schema}}
    match api:
        case "openai":
            return {**said, "tools": [function], "stream_options": {"include_usage": True}}
        case "anthropic":
            system = [{"type": "text", "text": "Be terse.", "cache_control": {"type": "ephemeral"}}]
            return {**said, "system": system, "tools": [{"name": agent, "input_schema": schema}]}
        case "ollama":
            return {**said, "format": schema}


async def post(server: ModelServer, api: Api, body: Json, wait: float = 5) -> httpx.Response:
    async with httpx.AsyncClient(base_url=server.url, timeout=httpx.Timeout(30, read=wait)) as client:
        return await client.post(PATHS[api], json=body)


def said_in(api: Api, answer: httpx.Response) -> Json:
    """The structured fields of a whole answer."""
    body = answer.json()
    if api == "openai":
        return json.loads(body["choices"][0]["message"]["tool_calls"][0]["function"]["arguments"])
    if api == "anthropic":
        return body["content"][0]["input"]
    return json.loads(body["message"]["content"])


def streamed_in(api: Api, answer: httpx.Response) -> Json:
    """The structured fields of a streamed answer."""
    lines = [line for line in answer.text.splitlines() if line and not line.startswith("event:")]
    events = [json.loads(line.removeprefix("data: ")) for line in lines if line != "data: [DONE]"]
    written = ""
    for event in events:
        if api == "openai":
            choices: list[Json] = event["choices"]
            calls: list[Json] = [call for one in choices for call in one["delta"].get("tool_calls") or ()]
            written += "".join(call["function"]["arguments"] for call in calls)
        elif api == "anthropic":
            written += event.get("delta", {}).get("partial_json", "")
        else:
            written += event["message"]["content"]
    return json.loads(written)


@pytest.mark.parametrize("agent", AGENTS)
def test_the_least_answer_is_one_that_the_contract_accepts(agent: str) -> None:
    output = output_of(agent)
    output.model_validate(fill(output.model_json_schema()))


@pytest.mark.parametrize(("api", "agent"), list(product(APIS, AGENTS)))
async def test_every_agent_is_recognised_and_answered_in_every_way_of_asking(
    server: ModelServer, api: Api, agent: str
) -> None:
    whole = await post(server, api, request(api, agent))
    streamed = await post(server, api, request(api, agent, stream=True))

    assert said_in(api, whole) == streamed_in(api, streamed)
    output_of(agent).model_validate(said_in(api, whole))
    asked = server.asked[0]
    assert (asked.api, asked.agent, asked.user, asked.stream) == (api, agent, "bench 185x5", False)
    assert asked.cached_marks == (1 if api == "anthropic" else 0)


async def test_what_is_scripted_is_said_in_order_then_what_is_always_said(server: ModelServer) -> None:
    server.script("router", {"input_type": "query"}, text("no idea"))
    server.always("router", lambda asked: {"reasoning": asked.user})

    answers = [await post(server, "ollama", request("ollama")) for _ in range(3)]

    assert said_in("ollama", answers[0])["input_type"] == "query"
    assert answers[1].json()["message"]["content"] == "no idea"
    assert said_in("ollama", answers[2])["reasoning"] == "bench 185x5"


async def test_tools_are_called_before_the_output(server: ModelServer) -> None:
    server.script("router", tool_calls(("calendar", {"domain": "sleep"})), exactly({"only": "this"}))

    first = await post(server, "openai", request("openai"))
    second = await post(server, "openai", request("openai"))

    call = first.json()["choices"][0]["message"]["tool_calls"][0]["function"]
    assert (call["name"], json.loads(call["arguments"])) == ("calendar", {"domain": "sleep"})
    assert said_in("openai", second) == {"only": "this"}


async def test_instructions_seen_before_are_counted_as_cached(server: ModelServer) -> None:
    answers = [await post(server, "anthropic", request("anthropic")) for _ in range(2)]

    counted = [answer.json()["usage"]["cache_read_input_tokens"] for answer in answers]
    assert counted[0] == 0
    assert counted[1] > 100


async def test_requests_at_the_same_time_are_counted(server: ModelServer) -> None:
    server.delay = 0.05
    await asyncio.gather(*(post(server, "openai", request("openai")) for _ in range(7)))

    assert server.at_once_max == 7
    assert server.at_once == 0


async def test_an_answer_can_be_late(server: ModelServer) -> None:
    server.script("router", after(5, structured(confidence=0.5)))

    with pytest.raises(httpx.ReadTimeout):
        await post(server, "openai", request("openai"), wait=0.1)


async def test_a_voice_note_is_written_down(server: ModelServer) -> None:
    server.script("voice", text("bench one eighty five for five"))
    async with httpx.AsyncClient(base_url=server.openai_base) as client:
        answer = await client.post(
            "/audio/transcriptions", data={"model": "ears"}, files={"file": ("note.ogg", b"OggS")}
        )

    assert answer.json()["text"] == "bench one eighty five for five"
    assert server.asked[0].raw["bytes"] == 4


STATUS = {
    Fault.RATE_LIMITED: 429,
    Fault.SERVER_ERROR: 500,
    Fault.UNAVAILABLE: 503,
    Fault.UNAUTHORIZED: 401,
    Fault.BAD_REQUEST: 400,
    Fault.TOO_LONG: 400,
}


@pytest.mark.parametrize(("api", "fault"), list(product(APIS, STATUS)))
async def test_a_refused_request_says_so_in_its_status(server: ModelServer, api: Api, fault: Fault) -> None:
    server.script("router", fault)
    answer = await post(server, api, request(api))

    overloaded = api == "anthropic" and fault is Fault.UNAVAILABLE
    assert answer.status_code == (529 if overloaded else STATUS[fault])
    assert "error" in answer.json()
    assert (answer.headers.get("retry-after") == "1") is (fault is Fault.RATE_LIMITED)


LOST: dict[Fault, type[httpx.TransportError]] = {
    Fault.HANG: httpx.ReadTimeout,
    Fault.DRIP: httpx.ReadTimeout,
    Fault.RESET: httpx.ReadError,
    Fault.RESET_BODY: httpx.ReadError,
}


@pytest.mark.parametrize(("api", "fault", "stream"), list(product(APIS, LOST, (False, True))))
async def test_a_lost_connection_is_lost_for_real(
    server: ModelServer, api: Api, fault: Fault, stream: bool
) -> None:
    server.script("router", fault)
    server.drip = 1
    wait = 0.1 if LOST[fault] is httpx.ReadTimeout else 20
    with pytest.raises(LOST[fault]):
        await post(server, api, request(api, stream=stream), wait=wait)


@pytest.mark.parametrize("api", APIS)
async def test_answers_are_spoilt_as_named(server: ModelServer, api: Api) -> None:
    async def spoilt(fault: Fault) -> httpx.Response:
        server.script("router", fault)
        answer = await post(server, api, request(api))
        assert answer.status_code == 200
        return answer

    assert (await spoilt(Fault.EMPTY)).content == b""
    assert "html" in (await spoilt(Fault.INVALID_JSON)).text
    assert "reasoning" in (await spoilt(Fault.PROSE)).text
    assert "sorry" in (await spoilt(Fault.REFUSAL_TEXT)).text
    wrong = said_in(api, await spoilt(Fault.WRONG_SCHEMA))
    assert set(wrong) == set(ROUTER["properties"])
    chinese = said_in(api, await spoilt(Fault.CHINESE))
    assert RouterOutput.model_validate(chinese).reasoning == CHINESE_TEXT
    huge = said_in(api, await spoilt(Fault.HUGE))
    assert len(RouterOutput.model_validate(huge).reasoning) == 1_000_000
    refused = (await spoilt(Fault.REFUSAL)).json()
    assert "refusal" in json.dumps(refused) or "sorry" in json.dumps(refused)
    cut = (await spoilt(Fault.TRUNCATED)).json()
    assert "length" in json.dumps(cut) or "max_tokens" in json.dumps(cut)


@pytest.mark.parametrize(("api", "stream"), list(product(APIS, (False, True))))
async def test_litellm_understands_it(server: ModelServer, api: Api, stream: bool) -> None:
    litellm = cast("Any", import_module("litellm"))
    prefix = {"openai": "openai/x", "anthropic": "anthropic/claude-haiku-4-5", "ollama": "ollama_chat/x"}
    # Otherwise litellm asks Ollama about the model, and blocks the loop that the server runs in.
    litellm.register_model(
        {"ollama_chat/x": {"litellm_provider": "ollama_chat", "mode": "chat", "input_cost_per_token": 0.0}}
    )
    server.script("router", {"reasoning": "said", "selected_domains": ["sleep"]})
    answer = await litellm.acompletion(
        model=prefix[api],
        api_base=server.base(api),
        api_key="none",
        messages=[{"role": "system", "content": "Route."}, {"role": "user", "content": "slept 7 h"}],
        tools=[{"type": "function", "function": {"name": "router", "parameters": ROUTER}}],
        stream=stream,
        max_retries=0,
        drop_params=True,
    )

    if stream:
        answer = litellm.stream_chunk_builder([chunk async for chunk in answer])
    call = answer.choices[0].message.tool_calls[0].function
    read = RouterOutput.model_validate_json(call.arguments)
    assert (call.name, read.reasoning, read.selected_domains) == ("router", "said", ("sleep",))
    assert answer.usage.completion_tokens > 0
    assert server.asked[0].system == "Route."
    assert server.asked[0].stream is stream


async def test_it_closes_at_once_whatever_hangs(server: ModelServer) -> None:
    server.always("*", Fault.HANG)
    hanging = asyncio.create_task(post(server, "openai", request("openai"), wait=30))
    await server.has_been_asked()
    began = datetime.now(UTC)
    await server.stop()

    assert (datetime.now(UTC) - began).total_seconds() < 5
    with pytest.raises(httpx.TransportError):
        await hanging
