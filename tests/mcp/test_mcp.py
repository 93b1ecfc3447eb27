"""The diary as an MCP server, spoken to by the official SDK's client: over HTTP and over standard input."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx2
import pytest
import yaml
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError
from mcp_types import CallToolResult, TextContent, TextResourceContents
from pydantic import BaseModel

from agents.tools import catalogue
from agents.tools.context import ToolContext
from agents.tools.tool import tool
from storage.entities import ContextVersion, Effects
from telegram_local.world import YOU_ID
from tests.driver.guide import example
from tests.driver.harness import RunningBot
from tests.driver.radicale import radicale
from tests.web.calling import ALEXS, TOKEN, base_url, calling, http_section

READS = {
    "search_entries", "nearest_entries", "compute_figure", "read_memory", "get_conversation_history",
    "list_goals", "list_reminders", "plan_loads", "read_chart", "next_session",
}  # fmt: skip


def text_of(result: CallToolResult) -> str:
    [content] = result.content
    assert isinstance(content, TextContent)
    return content.text


def read(result: CallToolResult) -> dict[str, Any]:
    assert not result.is_error, text_of(result)
    return json.loads(text_of(result))


def address(bot: RunningBot) -> str:
    return f"{base_url(bot)}/mcp"


@asynccontextmanager
async def client_of(bot: RunningBot, token: str) -> AsyncGenerator[Client]:
    headers = {"Authorization": f"Bearer {token}"}
    async with (
        httpx2.AsyncClient(headers=headers) as http,
        Client(streamable_http_client(address(bot), http_client=http)) as client,
    ):
        yield client


async def test_each_token_speaks_for_its_person(tmp_path: Path) -> None:
    async with (
        calling(tmp_path, http=http_section(mcp=True)) as (bot, _),
        client_of(bot, TOKEN) as you,
        client_of(bot, ALEXS) as alex,
    ):
        tools = {tool.name: tool for tool in (await you.list_tools()).tools}
        assert set(tools) == {"log", "ask", *READS}
        assert {
            name for name, tool in tools.items() if tool.annotations and tool.annotations.read_only_hint
        } == READS

        receipt = read(await you.call_tool("log", {"text": "bench 100 kg 5x5, slept 7h"}))
        assert receipt["entries"]
        answer = read(await you.call_tool("ask", {"text": "what's my best bench?"}))
        assert "100 kg" in answer["text"]
        assert answer["evidence"][0]["entry"] == receipt["entries"][0]["id"]

        found = read(await you.call_tool("search_entries", {"query": "bench"}))
        assert [entry["text"] for entry in found["entries"]] == ["bench 100 kg 5x5, slept 7h"]
        figure = read(
            await you.call_tool(
                "compute_figure", {"measure": "bench", "statistic": "max", "quantity": "weight"}
            )
        )
        assert (figure["value"], figure["unit"]) == (100, "kg")
        said = read(await you.call_tool("get_conversation_history", {"query": "slept", "who": "user"}))
        assert [one["text"] for one in said["messages"]] == ["bench 100 kg 5x5, slept 7h"]

        learnt = ContextVersion(user_id=YOU_ID, version=1, content="# Facts\n- a canary", at=bot.clock())
        await bot.app.core.db.turns.apply(Effects(contexts=[learnt]))
        assert read(await alex.call_tool("search_entries", {}))["entries"] == []
        for client, mine in ((you, True), (alex, False)):
            assert ("canary" in text_of(await client.call_tool("read_memory", {}))) == mine
            told = [
                content.text
                for one in (await client.list_resources()).resources
                for content in (await client.read_resource(one.uri)).contents
                if isinstance(content, TextResourceContents)
            ]
            assert ["canary" in told[0], "100 kg" in told[1]] == [mine, mine]


async def test_a_new_tool_is_one_function_in_one_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As docs/assistant.md says it, beside those of the product, which finds and offers it."""
    (tmp_path / "add.py").write_text(example("Adding a tool", "python"))
    monkeypatch.setattr(catalogue, "__path__", [*catalogue.__path__, str(tmp_path)])
    async with (
        calling(tmp_path / "bot", http=http_section(mcp=True)) as (bot, _),
        client_of(bot, TOKEN) as you,
    ):
        added = next(one for one in (await you.list_tools()).tools if one.name == "add")
        monkeypatch.delitem(sys.modules, f"{catalogue.__name__}.add")
        assert added.description == "Add two numbers."
        assert (added.input_schema["required"], added.input_schema["additionalProperties"]) == (
            ["first"],
            False,
        )
        assert read(await you.call_tool("add", {"first": 2})) == {"sum": 3}
        assert (await you.call_tool("add", {"first": 2, "second": 0})).is_error


class Heard(BaseModel):
    lines: list[str]


@tool("reads")
async def overheard(context: ToolContext) -> Heard:
    """Tell what was said just before."""
    return Heard(lines=list(context.conversation))


async def test_a_tool_is_told_what_was_said_just_before(tmp_path: Path) -> None:
    async with calling(tmp_path, http=http_section(mcp=True)) as (bot, _):
        bot.app.state.tools.register(overheard)
        async with client_of(bot, TOKEN) as you, client_of(bot, ALEXS) as alex:
            await you.call_tool("log", {"text": "slept 7h"})
            [said, told] = read(await you.call_tool("overheard", {}))["lines"]
            assert said == "user: slept 7h"
            assert told.startswith("assistant: ✅ Logged")
            assert read(await alex.call_tool("overheard", {}))["lines"] == []


async def test_calendars_are_read_by_their_person_and_servers_are_not_passed_on(tmp_path: Path) -> None:
    async with radicale(tmp_path / "radicale") as dav:
        dav.make("training")
        tomorrow = datetime.now(UTC) + timedelta(days=1)
        dav.put("training", "a1", "SUMMARY:Dentist", f"DTSTART:{tomorrow:%Y%m%d}T090000Z", "DURATION:PT1H")
        garden = {"name": "garden", "user": YOU_ID, "command": ["/nonexistent/server"], "allow": ["look"]}
        beside: dict[str, Any] = {"calendars": [dav.account(user=YOU_ID)], "tools": {"mcp": [garden]}}
        days = {"first": f"{tomorrow:%Y-%m-%d}", "last": f"{tomorrow:%Y-%m-%d}"}
        async with (
            calling(tmp_path, http=http_section(mcp=True), **beside) as (bot, _),
            client_of(bot, TOKEN) as you,
            client_of(bot, ALEXS) as alex,
        ):
            mine = {tool.name for tool in (await you.list_tools()).tools}
            assert mine == {"log", "ask", *READS, "calendar_events", "calendar_free"}
            assert {tool.name for tool in (await alex.list_tools()).tools} == {"log", "ask", *READS}
            [event] = read(await you.call_tool("calendar_events", days))["events"]
            assert event["title"] == "Dentist"
            for client, name in ((alex, "calendar_events"), (you, "write_event"), (you, "propose_event")):
                refused = await client.call_tool(name, days)
                assert refused.is_error
                assert "Dentist" not in text_of(refused)
        config = tmp_path / "config.yaml"
        config.write_text(yaml.safe_dump({**beside, "data_dir": "console"}), encoding="utf-8")
        async with Client(_command("--config", str(config), "--user", str(YOU_ID))) as client:
            [event] = read(await client.call_tool("calendar_events", days))["events"]
            assert event["title"] == "Dentist"


def _command(*arguments: str) -> StdioServerParameters:
    args = ["-m", "bot.cli", "mcp", *arguments]
    return StdioServerParameters(command=sys.executable, args=args, env=dict(os.environ))


async def test_what_makes_no_sense_is_told_and_stores_nothing(tmp_path: Path) -> None:
    async with calling(tmp_path, http=http_section(mcp=True)) as (bot, _), client_of(bot, TOKEN) as you:
        for name, arguments in [
            ("log", {}),
            ("log", {"text": " "}),
            ("log", {"text": "x" * 30_000}),
            ("forget", {}),
            ("search_entries", {"limit": 100_000}),
            ("compute_figure", {"measure": "bench", "statistic": "max", "quantity": "weight"}),
            ("compute_figure", {"measure": "bench", "statistic": "list", "quantity": "weight"}),
            ("get_conversation_history", {"who": "everybody"}),
        ]:
            result = await you.call_tool(name, arguments)
            assert result.is_error, name
            assert "Traceback" not in text_of(result)
        with pytest.raises(MCPError, match="no such resource"):
            await you.read_resource("swealog://everything")
        assert read(await you.call_tool("search_entries", {}))["entries"] == []


async def test_without_a_token_nothing_is_served(tmp_path: Path) -> None:
    async with calling(tmp_path, http=http_section(mcp=True)) as (bot, _), httpx2.AsyncClient() as http:
        call = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
        assert (await http.post(address(bot), json=call)).status_code == 401
        wrong = {"Authorization": "Bearer " + "z" * 40}
        assert (await http.post(address(bot), json=call, headers=wrong)).status_code == 401


async def test_it_is_not_there_unless_it_is_switched_on(tmp_path: Path) -> None:
    async with calling(tmp_path) as (bot, _), httpx2.AsyncClient() as http:
        headers = {"Authorization": f"Bearer {TOKEN}"}
        assert (await http.post(address(bot), json={}, headers=headers)).status_code == 404


async def test_the_command_serves_over_standard_input(tmp_path: Path) -> None:
    command = _command("--data-dir", str(tmp_path))
    async with Client(command) as client:
        receipt = read(await client.call_tool("log", {"text": "ran 5 km in 25:00"}))
        assert "5 km" in receipt["receipt"]
        answer = read(await client.call_tool("ask", {"text": "longest run?"}))
        assert "5 km" in answer["answer"]
    async with Client(command) as again:
        found = read(await again.call_tool("search_entries", {"query": "ran"}))
        assert [entry["text"] for entry in found["entries"]] == ["ran 5 km in 25:00"]
