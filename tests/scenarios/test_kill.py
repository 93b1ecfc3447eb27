"""The bot as a process of its own, killed with SIGKILL and started again: everything is where it was."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from storage.invariants import broken
from storage.preparation import FILE_NAME
from storage.stores import Stores
from telegram_local.server import LocalServer
from telegram_local.world import YOU_ID
from tests.driver.client import LocalClient
from tests.driver.processes import Process, start

PATIENCE = 90


@asynccontextmanager
async def process(
    data: Path, config: Path, *, expect: str | None = "ready"
) -> AsyncGenerator[tuple[Process, str]]:
    """`swealog run` as people start it, with its first line; killed at the end, as no process expects it.

    `expect` stands in the line; None: nobody waits for one.
    """
    child = await start(
        "bot.cli", "run", "--data-dir", str(data), "--config", str(config),
        stdout=asyncio.subprocess.PIPE, env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )  # fmt: skip
    try:
        assert child.stdout is not None
        said = ""
        if expect is not None:
            async with asyncio.timeout(PATIENCE):
                said = (await child.stdout.readline()).decode()
            assert expect in said
        yield child, said
    finally:
        if child.returncode is None:
            child.send_signal(signal.SIGKILL)
        await child.wait()


def url_in(said: str) -> str:
    return next(word.rstrip(".") for word in said.split() if word.startswith("http://"))


@pytest.mark.fault("SIGKILL while a question is open")
async def test_kill_minus_nine_in_the_local_chat_loses_nothing(tmp_path: Path) -> None:
    data, config = tmp_path / "data", tmp_path / "config.yaml"
    config.write_text("local: {port: 0}\nprofile: {ask_first: []}\n")
    async with (
        process(data, config) as (_, said),
        LocalClient(url_in(said), patience=PATIENCE) as client,
    ):
        you = client.you
        await you.ask("bench 100 kg 5x5")
        await you.ask("rows 135 lb 5x5")
        await you.ask("squat 140 3x5")
        question = await you.next_reply()
        assert "kg" in question.labels
    async with (
        process(data, config) as (_, said),
        LocalClient(url_in(said), patience=PATIENCE) as client,
    ):
        you = client.you
        assert (await you.history())[0].text == "bench 100 kg 5x5"
        await client.bot_listening()
        await you.tap(question, "kg")
        told = await you.next_reply()
        while "you may have this already" in told.text:  # sent and not recorded when it was killed
            told = await you.next_reply()
        assert "140 kg" in told.text
        assert "100 kg" in (await you.ask("what's my best bench?")).text


@pytest.mark.fault("SIGKILL while messages stream in")
async def test_killed_again_and_again_while_messages_stream_in(tmp_path: Path) -> None:
    data, config = tmp_path / "data", tmp_path / "config.yaml"
    logs = [f"bench {60 + number} kg x5" for number in range(24)]
    async with LocalServer() as server, LocalClient(server.base_url, server.state.control_token) as client:
        config.write_text(
            f"telegram: {{token: '{server.token}', api_url: '{server.base_url}'}}\n"
            f"access: {{allow_users: [{YOU_ID}]}}\nprofile: {{ask_first: []}}\n"
        )
        you = client.you
        waiting = list(logs)

        def answered() -> int:
            receipts = {stored.text for stored in client.history(YOU_ID) if stored.from_bot}
            return sum(any(f"{60 + n} kg" in text for text in receipts) for n in range(len(logs)))

        for pause in (0.0, 0.005, 0.01, 0.02, 0.05, 0.1):
            before = answered()
            async with process(data, config):
                for _ in range(4):
                    await you.say(waiting.pop(0))
                # Each life answers something: dying three times at one update would rightly set it aside.
                await client.until(lambda b=before: answered() > b, within=PATIENCE, what="one receipt more")
                await asyncio.sleep(pause)
        async with process(data, config):
            await client.until(lambda: answered() == len(logs), within=PATIENCE, what="all receipts")
    db = await Stores.open(data)
    try:
        entries = await db.entries.recent_entries(YOU_ID, 100)
        assert sorted(entry.text for entry in entries) == sorted(logs)
        by_time = sorted(entries, key=lambda entry: entry.id)
        assert [entry.text for entry in by_time] == logs
    finally:
        await db.close()
    assert await broken(data / FILE_NAME) == []
