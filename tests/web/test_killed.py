"""A process that takes requests is killed in the middle of one: the answer is there after the next start."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
import yaml

from bot.web.messages import Answer, Working
from storage.invariants import broken
from storage.preparation import FILE_NAME
from telegram_local.server import LocalServer
from telegram_local.world import YOU_ID
from tests.driver.listening import free_port
from tests.driver.processes import Process, start
from tests.web.calling import Caller, http_section, read

LOG, QUESTION = "bench 185 lb 3x5", "what's my best bench?"


@dataclass
class Killable:
    """The real program on one data directory, started as often as needed."""

    folder: Path
    config: Path
    url: str

    @asynccontextmanager
    async def running(self, crash_at: str = "") -> AsyncGenerator[tuple[Process, Caller]]:
        """From "ready" on; killed at the end at the latest."""
        with (self.folder / "stderr.txt").open("ab") as errors:
            process = await start(
                "tests.crash.victim", "run", "--data-dir", str(self.data), "--config", str(self.config),
                stdin=DEVNULL, stdout=PIPE, stderr=errors, env={**os.environ, "CRASH_AT": crash_at},
            )  # fmt: skip
        try:
            assert process.stdout is not None
            said = await asyncio.wait_for(process.stdout.readline(), 120)
            assert b"ready" in said, self.log
            async with httpx.AsyncClient(base_url=self.url, trust_env=False, timeout=90) as http:
                yield process, Caller(http)
        finally:
            if process.returncode is None:
                process.kill()
            await process.wait()

    @property
    def data(self) -> Path:
        """Its data directory."""
        return self.folder / "data"

    @property
    def log(self) -> str:
        """What it wrote to standard error."""
        return (self.folder / "stderr.txt").read_text(encoding="utf-8")[-3000:]


@asynccontextmanager
async def killable(folder: Path) -> AsyncGenerator[Killable]:
    async with LocalServer() as server:
        port = free_port()
        config = folder / "config.yaml"
        tree = {
            "telegram": {"token": server.token, "api_url": server.base_url},
            "access": {"allow_users": [YOU_ID]},
            "http": http_section(port=port),
        }
        config.write_text(yaml.safe_dump(tree), encoding="utf-8")
        yield Killable(folder, config, f"http://127.0.0.1:{port}")


async def _lost(caller: Caller, body: dict[str, object], key: str) -> None:
    """Say something whose answer does not come, as the process dies."""
    with pytest.raises(httpx.TransportError):
        await caller.send("POST", "/input", body, key=key)


@pytest.mark.fault("killed while an HTTP request is worked on")
async def test_the_same_request_after_a_kill_is_stored_once_and_answered(tmp_path: Path):
    """With both halves in it: a log that is stored by then, a question that must not be forgotten."""
    body: dict[str, object] = {"text": f"{LOG}. {QUESTION}", "wait": 60}
    async with killable(tmp_path) as victim:
        async with victim.running("1 step: after ANALYZE") as (process, you):
            first = read(await you.send("POST", "/input", {**body, "wait": 0}, key="a"), Working, 202)
            await _lost(you, body, "a")
            assert await process.wait() == -9
        async with victim.running() as (_, you):
            answer = await you.fetched(first.href)
            assert [entry.text for entry in answer.entries] == [f"{LOG}."]
            assert "185 lb" in answer.text
            assert answer.evidence
            assert read(await you.send("POST", "/input", body, key="a"), Answer) == answer
            assert (await you.say("/today")).text.count("Bench press") == 1
        with closing(sqlite3.connect(victim.data / FILE_NAME)) as database:
            assert database.execute("SELECT count(*) FROM entries").fetchone() == (1,)
            assert database.execute("SELECT count(*) FROM inbox WHERE NOT done").fetchone() == (0,)
        assert await broken(victim.data / FILE_NAME) == []


@pytest.mark.fault("killed while an HTTP request is worked on")
async def test_a_question_of_the_bot_outlives_a_kill_at_its_answer(tmp_path: Path):
    async with killable(tmp_path) as victim:
        async with victim.running("1 answer: after it is taken") as (process, you):
            href = (await you.say("bench 100 5x5")).questions[0].href
            with pytest.raises(httpx.TransportError):
                await you.send("POST", href, {"answer": "kg", "wait": 60})
            assert await process.wait() == -9
        async with victim.running() as (_, you):
            answer = await you.reply(href, "kg")
            assert "100 kg" in answer.text
            assert (await you.say("/today")).text.count("100 kg") == 1
        assert await broken(victim.data / FILE_NAME) == []
