"""npm's own MCP servers lend the bot their tools: a folder of files, in a soak all of it, both transports."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from agents.remote import server as remote
from telegram_local.world import YOU_ID
from tests.clients.guests import missing, npm_module
from tests.driver.harness import RunningBot, running_bot
from tests.driver.listening import free_port
from tests.driver.person import Person
from tests.driver.sizes import SOAK
from tests.scenarios.test_remote_tools import until_connected

EVERYTHING = npm_module("mcp", "@modelcontextprotocol/server-everything/dist/index.js")
FILES = npm_module("mcp", "@modelcontextprotocol/server-filesystem/dist/index.js")
READING = {
    "everything_echo message=hello, you": "Echo: hello, you",
    "everything_get-sum a=2 b=3": "The sum of 2 and 3 is 5.",
    "everything_get-tiny-image": "[image/png]",
    "everything_get-structured-content location=Chicago": '"humidity":82',
    "everything_get-structured-content location=Rome": "The server says",
    "everything_get-annotated-message messageType=error includeImage=true": "[image/png]",
    "everything_get-resource-links count=2": "[text/plain]",
    "everything_get-resource-reference resourceType=Text resourceId=7": "Resource 7: This is a plaintext",
    "everything_get-resource-reference resourceType=Blob": "[resource]",
    "everything_get-resource-reference resourceId=none": "The server says",
    "everything_trigger-long-running-operation duration=1 steps=2": "completed",
    "everything_trigger-long-running-operation duration=60 steps=2": "took too long",
    "everything_get-env": '"PLANTED": "***"',
    "everything_gzip-file-as-resource": "no tool called",
}
ALLOWED = [
    *dict.fromkeys(call.split()[0].removeprefix("everything_") for call in READING),
    "simulate-research-query",
]
ALLOWED.remove("gzip-file-as-resource")  # it would fetch an address of somebody else's


@pytest.fixture(autouse=True)
def installed() -> None:
    lacking = missing("mcp", "package-lock.json")
    if lacking is not None:
        if os.environ.get("CI") == "true":
            pytest.fail(lacking)
        pytest.skip(lacking)


@asynccontextmanager
async def bot_with(tmp_path: Path, server: Mapping[str, object]) -> AsyncGenerator[tuple[RunningBot, Person]]:
    given = {"user": YOU_ID, **server}
    async with running_bot(tmp_path / "bot", tools={"mcp": [given]}) as (bot, you):
        await until_connected(you, str(server["name"]))
        yield bot, you


def files(folder: Path) -> dict[str, object]:
    allowed = [
        "list_directory",
        "read_text_file",
        "read_multiple_files",
        "write_file",
        "edit_file",
        "move_file",
    ]
    return {"name": "files", "command": ["node", FILES, str(folder)], "allow": allowed}


async def said_yes(you: Person, call: str) -> str:
    asked = await you.ask(f"/tools {call}")
    assert asked.labels == ["Do it", "No"], asked.text
    await you.tap(asked, "Do it")
    return (await you.edited(asked)).text


async def the_files_of_a_folder(tmp_path: Path) -> None:
    plans = tmp_path / "plans"
    plans.mkdir()
    (plans / "april.md").write_text("Squat twice a week")
    (tmp_path / "secret.md").write_text("nobody's business")
    async with bot_with(tmp_path, files(plans)) as (_, you):
        assert "[FILE] april.md" in (await you.ask(f"/tools files_list_directory {plans}")).text
        told = await you.ask(f"/tools files_read_text_file path={plans}/april.md")
        assert told.text == "Squat twice a week"
        told = await you.ask(f"/tools files_read_text_file path={tmp_path}/secret.md")
        assert "Access denied" in told.text
        assert "nobody" not in told.text
        done = await said_yes(
            you, f"files_write_file path={plans}/may.md content=Easy weeks = first, then more"
        )
        assert "✅ Done: files, write_file." in done
        assert (plans / "may.md").read_text() == "Easy weeks = first, then more"
        if not SOAK:
            return
        edits = '[{"oldText": "Easy", "newText": "Hard"}]'
        assert "+Hard weeks" in await said_yes(you, f"files_edit_file path={plans}/may.md edits={edits}")
        assert (plans / "may.md").read_text().startswith("Hard weeks")
        both = f'["{plans}/april.md", "{plans}/may.md"]'
        assert "Squat twice" in (await you.ask(f"/tools files_read_multiple_files paths={both}")).text
        gone = await said_yes(you, f"files_move_file source={plans}/may.md destination={tmp_path}/out.md")
        assert "Access denied" in gone
        assert not (tmp_path / "out.md").exists()
        (plans / "long.md").write_text("deadlift " * 20_000)
        told = await you.ask(f"/tools files_read_text_file path={plans}/long.md")
        assert 2000 < len(told.text) <= 4096


async def _everything(you: Person, leaving_out: str = "nothing") -> None:
    for call, expected in READING.items():
        if leaving_out not in call:
            assert expected in (await you.ask(f"/tools {call}")).text, call


async def everything_over_standard_input(tmp_path: Path) -> None:
    secret = {"PLANTED": "canary-of-everything"}
    command = ["node", EVERYTHING, "stdio"]
    server = {"name": "everything", "command": command, "environment": secret, "allow": ALLOWED, "seconds": 4}
    async with bot_with(tmp_path, server) as (_, you):
        await _everything(you)
        asked = await you.ask("/tools everything_simulate-research-query topic=rowing")
        assert asked.labels == ["Do it", "No"]


async def everything_over_http_while_it_goes_and_comes_back(tmp_path: Path) -> None:
    port, sums = free_port(), "/tools everything_get-sum a=2 b=3"
    url = f"http://127.0.0.1:{port}/mcp"
    server = {"name": "everything", "url": url, "allow": ALLOWED, "seconds": 4}
    async with AsyncExitStack() as stack:
        async with _serving(port):
            bot, you = await stack.enter_async_context(bot_with(tmp_path, server))
            await _everything(you, leaving_out="get-env")
            await bot.restart()
            await until_connected(you, "everything")
            assert "is 5" in (await you.ask(sums)).text
        assert "does not answer" in (await you.ask(sums)).text
        async with _serving(port):
            for _ in range(600):
                if "is 5" in (await you.ask(sums)).text:
                    return
                await asyncio.sleep(0.05)
    raise AssertionError("it did not come back")


SHORT = (the_files_of_a_folder,)
LONG = (*SHORT, everything_over_standard_input, everything_over_http_while_it_goes_and_comes_back)


@pytest.mark.soak
@pytest.mark.parametrize("held", LONG if SOAK else SHORT, ids=lambda held: held.__name__)
async def test_servers_of_others_lend_their_tools(
    tmp_path: Path, held: Callable[[Path], Awaitable[None]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remote, "_FIRST_PAUSE", 0.2)
    await held(tmp_path)


@asynccontextmanager
async def _serving(port: int) -> AsyncGenerator[None]:
    child = await asyncio.create_subprocess_exec(
        "node", EVERYTHING, "streamableHttp", env={**os.environ, "PORT": str(port)},
        stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    try:
        async with asyncio.timeout(60):
            while True:
                try:
                    _, writer = await asyncio.open_connection("127.0.0.1", port)
                except OSError:
                    await asyncio.sleep(0.05)
                else:
                    writer.close()
                    break
        yield
    finally:
        child.kill()
        await child.wait()
