from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from bot.app import App
from bot.errors import BadTokenError, DataDirBusyError, PortInUseError, StartError, TokenConflictError
from bot.process.lock import DataDirLock
from bot.settings import Settings
from telegram_local.faults import FaultKind
from tests.driver.client import LocalClient
from tests.driver.harness import running_bot
from tests.driver.listening import free_port


def settings(tmp_path: Path, **sections: object) -> Settings:
    return Settings.model_validate({"data_dir": tmp_path / "data", "local": {"port": 0}, **sections})


async def test_without_a_token_there_is_a_chat_page_and_its_people_are_allowed(tmp_path: Path):
    app = App(settings(tmp_path))
    await app.start()
    try:
        assert app.url is not None
        async with LocalClient(app.url) as client:
            assert "185 lb" in (await client.you.ask("bench 185lb x5x3")).text
            assert "Hello Alex" in (await client.alex.ask("/start")).text
    finally:
        await app.stop()


async def test_the_page_opens_when_what_takes_long_is_done(tmp_path: Path):
    port = free_port()
    app = App(settings(tmp_path, local={"port": port}))

    def opened() -> bool:
        """Wait for the port; whether the rest was there by then."""
        while True:
            with contextlib.suppress(ConnectionRefusedError), socket.create_connection(("127.0.0.1", port)):
                return hasattr(app, "core")

    opening = asyncio.create_task(asyncio.to_thread(opened))
    await app.start()
    try:
        assert await opening
    finally:
        await app.stop()


async def test_two_on_one_data_directory(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        assert DataDirLock(bot.settings.data).held
        with pytest.raises(DataDirBusyError, match="in use by another Swealog"):
            await App(bot.settings).start()
        assert "/undo" in (await you.ask("/help")).text
    assert not DataDirLock(bot.settings.data).held


async def test_a_bad_token(tmp_path: Path):
    async with running_bot(tmp_path, start=False) as (bot, _):
        telegram = {"token": "1:wrong", "api_url": bot.server.base_url}
        with pytest.raises(BadTokenError, match="refused the bot token"):
            await App(settings(tmp_path, telegram=telegram)).start()


async def test_a_port_in_use(tmp_path: Path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(PortInUseError, match=r"local\.port"):
            await App(settings(tmp_path, local={"port": port})).start()


async def test_a_network_that_comes_late_is_waited_for(tmp_path: Path):
    async with running_bot(tmp_path, start=False) as (bot, you):
        await bot.client.fault(FaultKind.SERVER_ERROR, "getMe")
        await bot.start()
        assert "/undo" in (await you.ask("/help")).text


async def test_a_damaged_database_is_said(tmp_path: Path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "swealog.db").write_bytes(b"no database" * 1000)
    with pytest.raises(StartError):
        await App(settings(tmp_path)).start()
    assert not DataDirLock(tmp_path / "data").held


async def test_one_conflict_is_survived_and_many_stop_the_bot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("bot.updates.connection.CONFLICTS", 2)
    async with running_bot(tmp_path) as (bot, you):
        await bot.client.fault(FaultKind.CONFLICT, "getUpdates", times=1)
        assert "/undo" in (await you.ask("/help")).text
        assert not bot.app.failed.done()
        await bot.client.fault(FaultKind.CONFLICT, "getUpdates", times=None)
        await you.say("/help")
        async with asyncio.timeout(10):
            assert isinstance(await bot.app.failed, TokenConflictError)
        await bot.client.heal()


async def test_stopping_mid_work_loses_nothing(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        for number in range(6):
            await you.say(f"bench 10{number} kg x5x3")
        await bot.restart()
        replies = [(await you.next_reply()).text for _ in range(6)]
        assert [f"10{number} kg" in reply for number, reply in enumerate(replies)] == [True] * 6
        await you.silence(0.2)


def test_the_process_says_where_it_is_and_stops_at_once(tmp_path: Path):
    program = "import sys; from pathlib import Path; from bot.app import run; from bot.settings import *; "
    program += "run(Settings.model_validate({'data_dir': Path(sys.argv[1]), 'local': {'port': 0}}))"
    process = subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-c", program, str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert "Open http://127.0.0.1:" in process.stdout.readline()
    process.send_signal(signal.SIGTERM)
    _, errors = process.communicate(timeout=20)
    assert process.returncode == 0, errors
    assert "Traceback" not in errors
