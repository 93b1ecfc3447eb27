"""Killed with SIGKILL when a coach's model has answered and nothing is made of it: it is paid once."""

from __future__ import annotations

import asyncio
import os
import signal
import zipfile
from asyncio.subprocess import PIPE
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import yaml

from bot.commands.export import gathered, pack
from storage.database import Database
from storage.query import Query
from storage.stores import Stores
from telegram_local.server import LocalServer
from telegram_local.world import YOU_ID
from tests.crash.instants import THOUGHT
from tests.driver.client import LocalClient
from tests.driver.person import Person
from tests.driver.processes import Process, start
from tests.models.answers import structured, tool_calls
from tests.models.server import ModelServer

PATIENCE = 60.0
SHORTER = "Say it in one sentence."
_LEFT = Query[int]("SELECT count(*) FROM thoughts")


@asynccontextmanager
async def texting(tmp_path: Path, server: ModelServer) -> AsyncGenerator[tuple[Person, Path]]:
    """You, and the configuration of a bot with that model."""
    config = tmp_path / "config.yaml"
    async with (
        LocalServer() as telegram,
        LocalClient(telegram.base_url, telegram.state.control_token, patience=PATIENCE) as client,
    ):
        given: dict[str, object] = {
            "data_dir": str(tmp_path / "data"),
            "telegram": {"token": telegram.token, "api_url": telegram.base_url},
            "access": {"allow_users": [YOU_ID]},
            "llm": server.llm_section(),
            "profile": {"ask_first": []},
        }
        config.write_text(yaml.safe_dump(given))
        yield client.you, config


@asynccontextmanager
async def lived(config: Path, at: str = "") -> AsyncGenerator[Process]:
    """The bot; it kills itself when that instant comes for the first time, or is stopped."""
    child = await start(
        "tests.crash.victim", "run", "--config", str(config), stdout=PIPE,
        env={**os.environ, "CRASH_AT": f"1 {at}" if at else "", "PYTHONUNBUFFERED": "1"},
    )  # fmt: skip
    try:
        assert child.stdout is not None
        async with asyncio.timeout(PATIENCE):
            assert b"ready" in await child.stdout.readline()
        yield child
        if not at:
            child.send_signal(signal.SIGTERM)
        async with asyncio.timeout(PATIENCE):
            assert await child.wait() == (-signal.SIGKILL if at else 0)
    finally:
        if child.returncode is None:
            child.kill()
        await child.wait()


async def left(tmp_path: Path) -> int:
    """Answers that nothing was made of."""
    database = await Database.open(tmp_path / "data")
    try:
        row = await database.read(lambda tx: tx.first(_LEFT, {}))
        return 0 if row is None else row[0]
    finally:
        await database.close()


async def exported(tmp_path: Path) -> str:
    """What /export has of coaches."""
    db = await Stores.open(tmp_path / "data")
    try:
        pack(await gathered(db, YOU_ID, "UTC"), tmp_path / "data", tmp_path / "all.zip")
    finally:
        await db.close()
    with zipfile.ZipFile(tmp_path / "all.zip") as archive:
        return archive.read("coaching.json").decode()


@pytest.mark.fault("SIGKILL when a coach's model has answered")
async def test_what_a_model_wrote_for_a_coach_is_paid_once_over_a_kill(
    tmp_path: Path, server: ModelServer
) -> None:
    async with texting(tmp_path, server) as (you, config):
        server.always("coach", structured({"report": "You are at {F1} of {P1}."}))
        async with lived(config, THOUGHT):
            await you.ask("bench 80kg 5x5")
            await you.ask("/coaches bench 100 kg")
        assert "You are at {F1} of {P1}." in await exported(tmp_path)
        async with lived(config):
            assert "You are at 80 kg of 100 kg." in (await you.next_reply()).text
            [_] = server.calls("coach")

        async with lived(config, THOUGHT):
            page = await you.ask("/evolve strength")
            await you.tap(page, "💬 Keep talking · free")
            await you.edited(page)
            wanted = tool_calls(("propose_directives", {"directives": SHORTER}))
            server.script("evolution", wanted, structured({"answer": "One sentence it is."}))
            await you.say("the reports are too long")
        async with lived(config):
            page = await you.next_reply()
            assert "One sentence it is." in page.text
            assert f"+{SHORTER}" in page.text
            assert len(server.calls("evolution")) == 2

        async with lived(config, THOUGHT):
            await you.tap(page, "▶️ Replay by the model · free")
        async with lived(config):
            assert "now: “You are at 80 kg of 100 kg.”" in (await you.next_reply()).text
            assert len(server.calls("coach")) == 2
    assert await left(tmp_path) == 0
