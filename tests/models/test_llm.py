"""Models over the wire: every way of asking, what is sent and counted, and how each failure is called."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest
from pydantic_ai import Tool

from agents.llm import complete
from agents.model.calls.ask import ModelsFailed, Outcome, Picture
from agents.model.calls.wire import CallFailed
from agents.model.settings import LlmSettings
from tests.models.answers import Fault, after, exactly, text, tool_calls
from tests.models.asked import Api
from tests.models.server import ModelServer
from tests.models.wired import GOOD, Books, Heard, asking, cascade, unseen

ROOT = Path(__file__).parents[2]
APIS: tuple[Api, ...] = ("openai", "anthropic", "ollama")
PNG = b"\x89PNG\r\n\x1a\n" + bytes(40)


def llm(server: ModelServer, spoken: Api = "openai", **provider: object) -> LlmSettings:
    return server.llm(api=spoken, providers={"scripted": {**server.provider(spoken), **provider}})


@pytest.mark.parametrize(
    ("api", "output", "streamed"), list(product(APIS, ("tool", "native", "prompted"), (0, 1)))
)
async def test_every_api_answers_in_every_form(
    server: ModelServer, api: Api, output: str, streamed: int
) -> None:
    server.always("*", exactly(GOOD))
    books, seen = Books(), list[Heard]()
    ask = asking(partial=seen.append if streamed else None)

    heard = await cascade(llm(server, api, output=output), books).ask(ask)

    assert heard == Heard.model_validate(GOOD)
    [call], [asked] = books.calls, server.asked
    assert asked.stream is bool(streamed)
    assert (call.outcome, call.provider, call.agent) == ("ok", "scripted", "router")
    assert call.input_tokens > 0
    assert call.output_tokens > 0
    assert asked.system.startswith("Say what you heard.")
    assert asked.user == "bench 185x5"
    if api == "openai" and output != "prompted":
        assert asked.agent == "router"


@pytest.mark.parametrize("api", APIS)
async def test_a_streamed_answer_is_seen_growing(server: ModelServer, api: Api) -> None:
    words = "word " * 400
    server.always("*", exactly({**GOOD, "text": words}))
    server.stream_pause = 0.004
    seen: list[Heard] = []

    heard = await cascade(llm(server, api)).ask(asking(partial=seen.append))

    lengths = [len(part.text) for part in seen]
    assert heard.text == words
    assert len(lengths) > 2
    assert lengths == sorted(lengths)
    assert words.startswith(seen[0].text)


async def test_a_preview_that_fails_costs_no_answer(server: ModelServer) -> None:
    def fails(_: Heard) -> None:
        raise RuntimeError("no more previews")

    server.always("*", exactly(GOOD))
    assert (await cascade(llm(server)).ask(asking(partial=fails))).sure


async def test_what_never_changes_is_marked_for_anthropic_and_comes_cheaper(server: ModelServer) -> None:
    server.always("*", exactly(GOOD))
    books = Books()
    asked = cascade(llm(server, "anthropic"), books)
    for _ in range(2):
        await asked.ask(asking(instructions="Say what you heard. " * 300))

    first, second = books.calls
    assert [each.cached_marks for each in server.asked] == [1, 1]
    assert (first.cached_tokens, second.cached_tokens > 1000) == (0, True)
    assert 0 < second.price_usd < first.price_usd / 3
    assert second.price_known


async def test_what_a_model_costs_is_assumed_where_nobody_knows_it(server: ModelServer) -> None:
    server.always("*", exactly(GOOD))
    for api, price in (("openai", "assumed"), ("compatible", "free")):
        books = Books()
        await cascade(llm(server, "openai", api=api), books).ask(asking())
        [call] = books.calls
        tokens = call.input_tokens + call.output_tokens
        assert call.price_usd == (pytest.approx(tokens * 10 / 1e6) if price == "assumed" else 0)
        assert call.price_known is (price == "free")


@pytest.mark.parametrize("api", APIS)
async def test_pictures_are_sent_along(server: ModelServer, api: Api) -> None:
    server.always("*", exactly(GOOD))
    await cascade(llm(server, api)).ask(asking(pictures=(Picture(PNG, "image/png"),)))
    assert server.asked[0].images == 1


@pytest.mark.parametrize("api", ["openai", "anthropic"])
async def test_tools_are_used_and_then_it_has_to_answer(server: ModelServer, api: Api) -> None:
    used: list[str] = []

    async def calendar(domain: str) -> str:
        """Days with entries."""
        used.append(domain)
        return f"{domain}: 3 days"

    def endlessly(asked: object) -> object:
        return tool_calls(("calendar", {"domain": "sleep"})) if len(used) < 2 else exactly(GOOD)

    server.always("router", endlessly)  # pyright: ignore[reportArgumentType] - an answer either way
    books = Books()
    heard = await cascade(llm(server, api), books, tool_rounds=2).ask(asking(tools=[Tool(calendar)]))

    assert heard.verdict == "log"
    assert used == ["sleep", "sleep"]
    assert books.outcomes == ["ok"] * 3
    assert "sleep: 3 days" in server.asked[-1].prompt
    assert "router" in str(server.asked[-1].raw["tool_choice"])


@pytest.mark.parametrize("api", APIS)
async def test_whoever_uses_tools_for_ever_is_asked_so_often_and_no_more(
    server: ModelServer, api: Api
) -> None:
    """It was ended by the message's time alone: hundreds of calls."""
    used: list[str] = []

    async def calendar(domain: str) -> str:
        """Days with entries."""
        used.append(domain)
        return f"{domain}: 3 days"

    server.always("*", tool_calls(*[("calendar", {"domain": "sleep"})] * 40))
    books = Books()
    models = cascade(llm(server, api), books, tool_rounds=2, reminders=1)
    with pytest.raises(ModelsFailed):
        await models.ask(asking(tools=[Tool(calendar)]))

    assert len(server.asked) == 2 + 1 + 1, "rounds of tools, the answer, its reminder"
    assert len(used) == 2 * 16, "not as many at once as it likes"
    assert books.outcomes == ["ok", "ok", "malformed", "malformed"]


@pytest.mark.parametrize(("told", "waits"), [(60.0, 60.0), (1e12, 900.0), (float("inf"), 900.0), (-5, 0)])
async def test_a_provider_can_ask_to_be_left_alone_for_a_quarter_of_an_hour(
    server: ModelServer, told: float, waits: float
) -> None:
    server.always("*", Fault.RATE_LIMITED)
    server.retry_after = told
    asked: dict[str, object] = {"messages": [{"role": "user", "content": "x"}]}
    with pytest.raises(CallFailed) as caught:
        await complete(llm(server).targets("router")[0], asked, 1.0)
    assert caught.value.retry_after == waits


CALLED: dict[Fault, Outcome] = {
    Fault.RATE_LIMITED: Outcome.RATE_LIMITED,
    Fault.SERVER_ERROR: Outcome.SERVER_ERROR,
    Fault.UNAVAILABLE: Outcome.SERVER_ERROR,
    Fault.HANG: Outcome.TIMEOUT,
    Fault.DRIP: Outcome.TIMEOUT,
    Fault.RESET: Outcome.CONNECTION,
    Fault.RESET_BODY: Outcome.CONNECTION,
    Fault.EMPTY: Outcome.MALFORMED,
    Fault.INVALID_JSON: Outcome.MALFORMED,
    Fault.TRUNCATED: Outcome.MALFORMED,
    Fault.WRONG_SCHEMA: Outcome.MALFORMED,
    Fault.REFUSAL_TEXT: Outcome.MALFORMED,
    Fault.HUGE: Outcome.TOO_LONG,
    Fault.UNAUTHORIZED: Outcome.AUTH,
    Fault.BAD_REQUEST: Outcome.BAD_REQUEST,
}


@pytest.mark.parametrize(("api", "fault", "streamed"), list(product(APIS, CALLED, (0, 1))))
async def test_every_failure_is_called_by_its_name(
    server: ModelServer, api: Api, fault: Fault, streamed: int
) -> None:
    server.always("*", fault)
    server.retry_after = 0
    books = Books()
    ask = asking(partial=unseen if streamed else None)
    patience = 0.3 if CALLED[fault] == Outcome.TIMEOUT else 20
    with pytest.raises(ModelsFailed) as failed:
        await cascade(llm(server, api), books, tries=1, reminders=0, low_seconds=patience).ask(ask)

    assert failed.value.reason == CALLED[fault]
    assert books.outcomes == [CALLED[fault]]
    assert "sk-scripted" not in books.calls[0].detail


async def test_a_refusal_and_a_prompt_that_does_not_fit_are_told_apart(server: ModelServer) -> None:
    for fault, outcome in ((Fault.REFUSAL, Outcome.REFUSED), (Fault.TOO_LONG, Outcome.TOO_LONG)):
        server.always("*", fault)
        with pytest.raises(ModelsFailed) as failed:
            await cascade(llm(server)).ask(asking())
        assert failed.value.reason == outcome
    assert len(server.asked) == 2, "neither is over at a second try"


@pytest.mark.parametrize("output", ["tool", "native"])
async def test_json_in_prose_or_in_a_fence_needs_no_reminder(server: ModelServer, output: str) -> None:
    json = Heard.model_validate(GOOD).model_dump_json()
    wrapped = f'Here: {{"router": {json}}}'
    said = (
        f"Sure!\n```json\n{json}\n```\nAnything else?",
        f"I think {json} is it {{really}}.",
        wrapped,
        json,
    )
    server.script("router", *(text(each) for each in said))
    books = Books()
    for _ in said:
        assert (await cascade(llm(server, output=output), books).ask(asking())).verdict == "log"
    assert books.outcomes == ["ok"] * len(said)


async def test_a_cancelled_call_hangs_up_and_is_recorded(server: ModelServer) -> None:
    server.always("*", after(30))
    books = Books()
    asked = cascade(llm(server), books)
    task = asyncio.create_task(asked.ask(asking()))
    await server.has_been_asked()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await asked.close()
    assert books.outcomes == ["cancelled"]


async def test_a_voice_note_is_heard_and_paid_for(server: ModelServer) -> None:
    server.script("voice", Fault.UNAVAILABLE, text("bench one eighty five"))
    settings = server.llm(voice={"provider": "scripted", "model": "whisper-1"})
    books = Books()
    said = await cascade(settings, books).hear(settings.voice_targets(), b"OggS" * 1000, "note.ogg")
    assert said == "bench one eighty five"
    assert books.outcomes == ["server_error", "ok"]
    assert {call.agent for call in books.calls} == {"voice"}


_ALONE = """
import socket, sys
def refused(*_, **__):
    raise AssertionError("the network was reached for")
socket.socket.connect = socket.getaddrinfo = socket.create_connection = refused
import agents.llm, agents.model.calls.cascade
early = {"litellm", "openai", "pydantic_ai"} & {name.split(".")[0] for name in sys.modules}
import asyncio
from agents.limits import CallLimits
from agents.model.calls.accounts import NoLedger
from agents.model.settings import LlmSettings
cascade = agents.model.calls.cascade.Cascade(LlmSettings(), CallLimits(), NoLedger(), None, None)
asyncio.run(cascade.warm())
import litellm
print(sorted(early), "litellm" in sys.modules, litellm.telemetry, len(litellm.model_cost) > 1000)
"""


def test_nothing_heavy_is_imported_before_the_first_call_and_nothing_fetched_at_all() -> None:
    told = subprocess.run(  # noqa: S603 - our own interpreter, our own words
        [sys.executable, "-c", _ALONE], cwd=ROOT, capture_output=True, text=True, check=True, timeout=120
    )
    assert told.stdout.split("\n")[0] == "[] True False True"
    assert not told.stderr
