"""The bot as a process: its code is on standard output and nowhere else, and `swealog pair` makes more."""

from __future__ import annotations

import asyncio
import os
import re
import signal
from asyncio.subprocess import PIPE
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.cli.options import whose
from bot.entrance.pairing import make_code
from bot.settings import Settings
from storage.entities import Effects
from storage.preparation import FILE_NAME
from storage.rights import LetIn, Member, Placed
from storage.stores import Stores
from telegram_local.server import LocalServer
from telegram_local.world import YOU_ID
from tests.access.helping import PATIENCE, WRONG, found
from tests.driver.client import LocalClient
from tests.driver.processes import Process, start

NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)
CODE = re.compile(r"\b[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}\b")


async def swealog(*arguments: str) -> tuple[int, str, str]:
    """A command of its own process: exit code, standard output, standard error."""
    child = await start("bot.cli", *arguments, stdout=PIPE, stderr=PIPE)
    async with asyncio.timeout(PATIENCE):
        said, complained = await child.communicate()
    return child.returncode or 0, said.decode(), complained.decode()


class Running:
    """`swealog run` as people start it, with everything that it says."""

    def __init__(self, child: Process, errors: Path) -> None:
        self._child = child
        self._errors = errors
        self.said = ""

    async def says(self, pattern: re.Pattern[str] | str) -> str:
        """What fits on its standard output, waited for."""
        stdout = self._child.stdout
        assert stdout is not None
        async with asyncio.timeout(PATIENCE):
            while (match := re.search(pattern, self.said)) is None:
                self.said += (await stdout.readline()).decode()
        return match[0]

    @property
    def logged(self) -> str:
        """Its standard error so far."""
        return self._errors.read_text(encoding="utf-8")

    async def stop(self) -> None:
        """As a service manager does."""
        assert self._child.stdout is not None
        self._child.send_signal(signal.SIGTERM)
        async with asyncio.timeout(PATIENCE):
            self.said += (await self._child.stdout.read()).decode()
            await self._child.wait()


@asynccontextmanager
async def running(place: tuple[str, ...], errors: Path) -> AsyncGenerator[Running]:
    with errors.open("a") as log:
        child = await start(
            "bot.cli", "run", *place, stdout=PIPE, stderr=log, env={**os.environ, "PYTHONUNBUFFERED": "1"}
        )
    run = Running(child, errors)
    try:
        await run.says("ready")
        yield run
    finally:
        if child.returncode is None:
            child.kill()
        await child.wait()


@pytest.mark.fault("guessing pairing codes")
async def test_the_code_is_on_the_console_and_in_nothing_that_is_kept(tmp_path: Path):
    data, config, errors = tmp_path / "data", tmp_path / "config.yaml", tmp_path / "stderr"
    place = ("--data-dir", str(data), "--config", str(config))
    async with (
        LocalServer() as server,
        LocalClient(server.base_url, server.state.control_token, patience=PATIENCE) as client,
    ):
        token = f"telegram: {{token: '{server.token}', api_url: '{server.base_url}'}}\n"
        config.write_text(f"{token}logging: {{level: DEBUG}}\n")
        async with running(place, errors) as bot:
            first = await bot.says(CODE)
            code, told, complained = await swealog("pair", *place)
            assert (code, complained) == (0, "")
            [second] = CODE.findall(told)
            _, checked, _ = await swealog("doctor", *place)
            assert "owners: 0, people: 0, groups: 0; open codes: 2" in checked
            assert not CODE.search(checked)
            assert "not right" in (await client.alex.ask(WRONG)).text
            assert "You are an owner" in (await client.you.ask(second.lower())).text
            assert "You are an owner" in (await client.alex.ask(f"/start {first.replace('-', '')}")).text
            await client.you.next_reply()
            await bot.stop()
        codes = [first, second, WRONG]
        spellings = {variant for code in codes for variant in (code, code.lower(), code.replace("-", ""))}
        assert not [word for word in spellings if word in bot.logged]
        assert found(data, *spellings) == []
        async with running(place, errors) as bot:
            assert "100 kg" in (await client.you.ask("bench 100 kg 5x5")).text
            await bot.stop()
            assert not CODE.search(bot.said), "there is an owner"
        assert (data / FILE_NAME).stat().st_mode & 0o077 == 0


async def test_without_a_token_there_is_nothing_to_pair(tmp_path: Path):
    config = tmp_path / "config.yaml"
    config.write_text("local: {port: 0}\n")
    code, said, complained = await swealog("pair", "--data-dir", str(tmp_path / "d"), "--config", str(config))
    assert (code, said) == (1, "")
    assert "on the chat page everybody may use the bot" in complained


def test_the_command_line_is_for_the_only_one_who_was_let_in(tmp_path: Path):
    settings = Settings.model_validate({"data_dir": tmp_path, "telegram": {"token": "1:x"}})

    async def let_in(user_id: int) -> None:
        db = await Stores.open(tmp_path)
        made = await make_code(db.access, "telegram", "owner", NOW)
        member = Member(user_id, "owner", "", None, NOW)
        change = Placed("telegram", (LetIn(made.seq, member),))
        await db.turns.apply(Effects(rights=change), now=NOW)
        await db.close()

    assert whose(settings, None) == YOU_ID
    asyncio.run(let_in(42))
    assert whose(settings, None) == 42
    asyncio.run(let_in(43))
    assert whose(settings, None) == YOU_ID
