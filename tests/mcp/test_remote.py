"""Tools of MCP servers in the registry: a real server as a child process, and our own over HTTP."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import httpx2
import pytest
from mcp_types import methods
from pydantic import JsonValue, ValidationError

from agents.remote import server as remote
from agents.remote.server import RemoteServer
from agents.remote.settings import RemoteSettings, ToolsSection
from agents.remote.stdio import spoken_with
from agents.tools.context import ToolContext
from agents.tools.registry import ToolRegistry
from agents.tools.result import Outcome, Proposal, ToolResult
from storage.stores import Stores
from tests.web.calling import TOKEN, base_url, calling, http_section

GARDEN = Path(__file__).parent / "server.py"
ALLOWED = ("look", "water", "fail", "wait", "flood", "die")


@pytest.fixture
async def db(tmp_path: Path) -> AsyncIterator[Stores]:
    opened = await Stores.open(tmp_path)
    yield opened
    await opened.close()


@asynccontextmanager
async def connected(db: Stores, **settings: Any) -> AsyncGenerator[tuple[RemoteServer, ToolRegistry]]:
    server = RemoteServer(RemoteSettings.model_validate({"name": "garden", "seconds": 10.0, **settings}))
    assert await server.start()
    registry = ToolRegistry(db.tool_calls)
    registry.join(lambda user_id: server.tools if user_id == 1 else ())
    try:
        yield server, registry
    finally:
        await server.stop()


async def called(
    registry: ToolRegistry, name: str, confirmed: Proposal | None = None, **given: JsonValue
) -> ToolResult[Any]:
    context = ToolContext(
        user_id=1, chat_id=1, now=datetime.now(UTC), zone=ZoneInfo("UTC"), confirmed=confirmed
    )
    return await registry.call(name, given, context)


def command(shed: Path) -> list[str]:
    return [sys.executable, str(GARDEN), str(shed)]


async def test_what_reads_is_called_and_what_changes_is_proposed_first(tmp_path: Path, db: Stores) -> None:
    shed = tmp_path / "shed"
    async with connected(db, command=command(shed), allow=("look", "water")) as (_, registry):
        offered = {one.name: one.kind for one in registry.offered(1)}
        assert offered == {
            "garden_look": "reads",
            "propose_garden_water": "proposes",
            "garden_water": "writes",
        }
        assert [one.name for one in registry.offered(1) if one.repeatable] == ["garden_look"]
        seen = await called(registry, "garden_look", plant="fern", closely=True)
        assert "fern is green and has aphids" in seen.text

        assert (await called(registry, "garden_water", plant="fern")).outcome is Outcome.UNCONFIRMED
        proposed = (await called(registry, "propose_garden_water", plant="fern")).value
        assert not shed.exists()
        assert (await called(registry, "garden_water", proposed, plant="fig")).outcome is Outcome.UNCONFIRMED
        assert (await called(registry, "garden_water", proposed, plant="fern")).outcome is Outcome.DONE
        assert shed.read_text() == "fern\n"


async def test_whatever_goes_wrong_is_a_result(tmp_path: Path, db: Stores) -> None:
    async with connected(db, command=command(tmp_path / "shed"), allow=ALLOWED, seconds=3.0) as (_, registry):
        assert (await called(registry, "garden_look")).outcome is Outcome.INVALID
        assert (await called(registry, "garden_look", plant="x", tool="rm")).outcome is Outcome.INVALID
        failed = await called(registry, "garden_fail")
        assert failed.outcome is Outcome.INVALID
        assert "tap is broken" in failed.detail
        assert (await called(registry, "garden_wait")).outcome is Outcome.TIMED_OUT
        flooded = await called(registry, "garden_flood")
        assert len(flooded.text) <= 20_000
        assert (await called(registry, "garden_look", plant="fig")).outcome is Outcome.DONE


async def test_an_answer_in_very_many_parts_is_refused_before_anything_checks_them(
    tmp_path: Path, db: Stores, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The SDK takes half a minute for these, in which nobody is answered."""
    checked: list[int] = []
    check = methods.validate_server_result

    def counted(method: str, version: str, result: dict[str, Any], **more: Any) -> object:
        checked.append(len(result.get("content", ())))
        return check(method, version, result, **more)

    monkeypatch.setattr(methods, "validate_server_result", counted)
    garden = command(tmp_path / "shed")
    async with connected(db, command=garden, allow=("look", "crumble"), seconds=60.0) as (_, registry):
        crumbled = await called(registry, "garden_crumble")
        assert (crumbled.outcome, crumbled.detail) == (
            Outcome.TOO_LARGE,
            "it says more than 20000 things at once",
        )
        assert (await called(registry, "garden_look", plant="fig")).outcome is Outcome.DONE
        assert max(checked) == 1


async def test_what_a_server_says_of_the_form_of_its_results_is_not_run(tmp_path: Path, db: Stores) -> None:
    """A pattern that takes for ever would stop everybody: no test would end."""
    async with connected(db, command=command(tmp_path / "shed"), allow=("riddle",)) as (_, registry):
        assert "aaaa" in (await called(registry, "garden_riddle")).text


async def test_a_server_that_dies_is_started_again(
    tmp_path: Path, db: Stores, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remote, "_FIRST_PAUSE", 0.05)
    async with connected(db, command=command(tmp_path / "shed"), allow=ALLOWED) as (_, registry):
        assert (await called(registry, "garden_die")).outcome is Outcome.UNAVAILABLE
        for _ in range(600):
            if (await called(registry, "garden_look", plant="fern")).outcome is Outcome.DONE:
                break
            await asyncio.sleep(0.05)
        else:
            raise AssertionError("it was not started again")


async def test_our_own_diary_over_http(tmp_path: Path, db: Stores) -> None:
    async with calling(tmp_path / "bot", http=http_section(mcp=True)) as (bot, you):
        await you.say("bench 100 kg 5x5")
        url, headers = f"{base_url(bot)}/mcp", {"Authorization": f"Bearer {TOKEN}"}
        async with connected(db, url=url, headers=headers, allow=("search_entries",)) as (_, registry):
            assert "bench 100 kg" in (await called(registry, "garden_search_entries")).text


async def test_one_that_is_not_there_is_told_and_tried_again(db: Stores) -> None:
    server = RemoteServer(RemoteSettings(name="gone", command=("/nonexistent/server",)))
    assert not await server.start(within=0.5)
    assert server.tools == ()
    await server.stop()


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"command": ["x"], "url": "http://a"},
        {"url": "file:///etc"},
        {"url": "http://a b"},
        {"name": "../x"},
        {"command": ["x"], "allow": ["water"], "lookup": {"water": "look"}},
    ],
)
def test_settings_that_make_no_sense_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        RemoteSettings.model_validate({"name": "garden", **wrong})


def test_two_servers_of_one_name_are_refused() -> None:
    garden = {"name": "garden", "command": ["x"]}
    with pytest.raises(ValidationError, match="two servers have the name garden"):
        ToolsSection.model_validate({"mcp": [garden, garden]})


@pytest.mark.parametrize(
    ("to", "goes"),
    [
        ("https://mcp.example/mcp", True),
        ("https://MCP.example:443/other", True),
        ("http://mcp.example/mcp", False),
        ("https://mcp.example:8443/mcp", False),
        ("https://sub.mcp.example/mcp", False),
        ("https://mcp.example@evil.example/mcp", False),
        ("http://169.254.169.254/latest", False),
    ],
)
async def test_requests_leave_for_the_configured_origin_only(to: str, goes: bool) -> None:
    heard: list[str] = []

    def answered(request: httpx2.Request) -> httpx2.Response:
        heard.append(str(request.url))
        return httpx2.Response(200)

    hooks = {"request": [remote.fence("https://mcp.example/mcp")]}
    transport = httpx2.MockTransport(answered)
    async with httpx2.AsyncClient(transport=transport, event_hooks=hooks) as client:
        if goes:
            assert (await client.get(to)).status_code == 200
        else:
            with pytest.raises(httpx2.RequestError, match="it leads to"):
                await client.get(to)
    assert bool(heard) == goes


BLOCK = 65536
"""Bytes that the endless server says at a time."""
ENDLESS = f"""
import sys
from pathlib import Path
said = Path(sys.argv[1]).open("ab", buffering=0)
while True:
    sys.stdout.buffer.write(b"x" * {BLOCK})
    sys.stdout.buffer.flush()
    said.write(b".")  # killed at any instant, it has counted what it said
"""


async def test_a_line_without_an_end_is_read_no_further_than_a_message_may_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counter = tmp_path / "said"
    monkeypatch.setattr(remote, "spoken_with", partial(spoken_with, longest=1024 * 1024))
    endless = (sys.executable, "-c", ENDLESS, str(counter))
    server = RemoteServer(RemoteSettings(name="endless", command=endless))
    try:
        assert not await server.start()
        assert 1024 * 1024 <= counter.stat().st_size * BLOCK <= 4 * 1024 * 1024
    finally:
        await server.stop()


SILENT = """
import sys
from pathlib import Path
Path(sys.argv[1]).open("a").write("began ")
sys.stdin.read()
"""


async def test_one_that_says_nothing_at_all_is_started_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("_STARTS", "_FIRST_PAUSE"):
        monkeypatch.setattr(remote, name, 0.5)
    began = tmp_path / "began"
    command = (sys.executable, "-c", SILENT, str(began))
    server = RemoteServer(RemoteSettings(name="silent", command=command))
    try:
        assert not await server.start()
        async with asyncio.timeout(60):
            while not began.exists() or began.read_text().count("began") < 2:  # noqa: ASYNC110 - a file
                await asyncio.sleep(0.05)
    finally:
        await server.stop()


LISTING = """
import json, sys
tool = {"name": "look", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": True}}
wide = {"type": "object", "properties": {f"argument {number}": {} for number in range(5000)}}
tools = [tool, {**tool, "description": "another"}, {**tool, "name": "a b"}, {**tool, "name": "a.b"}]
tools.append({**tool, "name": "wide", "inputSchema": wide})
about = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}},
         "serverInfo": {"name": "x", "version": "1"}}
for line in sys.stdin:
    asked = json.loads(line)
    result = {"initialize": about, "tools/list": {"tools": tools}}.get(asked["method"], {})
    if "id" in asked:
        print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result}), flush=True)
"""


async def test_of_tools_with_one_name_there_is_one_and_none_has_thousands_of_arguments(db: Stores) -> None:
    command = (sys.executable, "-c", LISTING)
    async with connected(db, command=command, allow=("look", "a b", "a.b", "wide")) as (server, _):
        told = [(one.name, one.description) for one in server.tools]
        assert told == [("garden_look", "look"), ("garden_a_b", "a b")]


@pytest.mark.parametrize("packing", ["", "Content-Encoding: gzip\r\n"])
async def test_what_is_said_over_http_is_read_no_further_than_a_message_may_be(
    monkeypatch: pytest.MonkeyPatch, packing: str
) -> None:
    monkeypatch.setattr(remote, "LONGEST", 1 << 20)
    said: list[int] = []

    async def flood(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 400000000\r\n"
        writer.write(f"{head}{packing}\r\n".encode())
        with contextlib.suppress(ConnectionError):
            while True:
                writer.write(b"x" * 65536)
                await writer.drain()
                said.append(65536)

    listening = await asyncio.start_server(flood, "127.0.0.1", 0)
    port = listening.sockets[0].getsockname()[1]
    server = RemoteServer(RemoteSettings(name="endless", url=f"http://127.0.0.1:{port}/mcp"))
    try:
        assert not await server.start()
        assert sum(said) < 20 << 20
    finally:
        await server.stop()
        listening.close()
