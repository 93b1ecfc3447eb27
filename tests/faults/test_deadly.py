"""An update that kills the process is tried three times; what else was at work then is answered."""

from __future__ import annotations

import asyncio
import os
import signal
from asyncio.subprocess import PIPE
from pathlib import Path

import pytest
import yaml

from bot.texts import wording
from bot.texts.html import plain
from bot.updates.attempts import Attempts
from storage.invariants import broken
from storage.preparation import FILE_NAME
from telegram_local.server import LocalServer
from telegram_local.world import ALEX_ID, YOU_ID
from tests.driver.client import LocalClient
from tests.driver.processes import Process, start
from tests.faults.test_database import swealog

PATIENCE = 90
SET_ASIDE, FAILED = (plain(wording("en")(key)) for key in ("set_aside", "failure"))


async def started(data: Path, config: Path, state: str) -> Process:
    return await start(
        "tests.faults.deadly", state, "run", "--data-dir", str(data), "--config", str(config),
        stdout=PIPE, env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )  # fmt: skip


async def ended(process: Process) -> None:
    """Stopped, or killed where it does not stop: what is left behind keeps the test run from ending."""
    if process.returncode is None:
        process.terminate()
    try:
        await asyncio.wait_for(process.wait(), 15)
    except TimeoutError:
        process.kill()
        await process.wait()


@pytest.mark.fault("SIGKILL each time one update is worked on")
@pytest.mark.parametrize(
    ("state", "poison", "told"),
    [
        ("ROUTE", "poison", SET_ASIDE),
        ("ANALYZE", "bench 80 kg 3x5. what's my best bench with poison?", FAILED),
    ],
    ids=["at its first step", "as a half of a message whose log is stored"],
)
async def test_the_fourth_start_answers_everything_else(
    tmp_path: Path, state: str, poison: str, told: str
) -> None:
    """The slow messages of others are at work each time it dies of the one, and are not to blame."""
    data, config = tmp_path / "data", tmp_path / "config.yaml"
    async with (
        LocalServer() as telegram,
        LocalClient(telegram.base_url, telegram.state.control_token, patience=PATIENCE) as client,
    ):
        given: dict[str, object] = {
            "telegram": {"token": telegram.token, "api_url": telegram.base_url},
            "access": {"allow_users": [YOU_ID, ALEX_ID]},
            "profile": {"ask_first": []},
        }
        config.write_text(yaml.safe_dump(given), encoding="utf-8")
        you, alex = client.you, client.alex
        await you.say(poison)
        await you.say("squat 100 kg 5x5")
        await alex.say("bench 60 kg 3x8, slow. what's my best slow bench?")
        for _ in range(3):
            process = await started(data, config, state)
            try:
                assert await asyncio.wait_for(process.wait(), PATIENCE) == -signal.SIGKILL
            finally:
                await ended(process)
        process = await started(data, config, state)
        try:
            while "squat" not in (await you.next_reply(within=PATIENCE)).text.casefold():
                pass
            assert "deadlift" in (await you.ask("deadlift 140 kg x5", within=PATIENCE)).text.casefold()
            said = [stored.text for stored in await you.history()]
            assert sum(text.endswith(told) for text in said) == 1, said
            await alex.ask("squat 90 kg 3x5", within=PATIENCE)
            heard = [stored.text for stored in await alex.history()]
            assert not any(text.endswith((SET_ASIDE, FAILED)) for text in heard), heard
            assert any("heaviest bench press is 60 kg" in text for text in heard), heard
            shown = await asyncio.to_thread(swealog, data, "doctor")
            assert "1 set aside" in shown.output
            assert "the process died 3 times" in shown.output
        finally:
            await ended(process)
    assert await broken(data / FILE_NAME) == []


def test_work_that_ends_is_not_counted_and_neither_is_what_waits(tmp_path: Path) -> None:
    first = Attempts(tmp_path)
    first.open()
    with first.at_work(1), first.at_work(1):
        pass
    with pytest.raises(RuntimeError), first.at_work(2):
        raise RuntimeError
    died = [first.at_work(3)]
    died[-1].__enter__()
    for deaths in (1, 2, 3):
        again = Attempts(tmp_path)
        again.open()
        assert again.suspects == ({3} if deaths > 1 else set())
        assert again.deadly == ([3] if deaths == 3 else [])
        died.append(again.at_work(3))
        died[-1].__enter__()
    again.set_aside(3)
    last = Attempts(tmp_path)
    last.open()
    assert last.is_aside(3)
    assert last.deadly == []
    last.keep_only(())
    assert len(last) == 1, "doctor still shows it"
