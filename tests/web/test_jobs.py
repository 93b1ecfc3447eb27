"""Long jobs where there are no buttons: over HTTP and in the terminal."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from agents.charts.studio import Studio
from bot.cli import swealog
from bot.cli.console import Console
from telegram_local.world import YOU_ID
from tests.driver.harness import running_bot
from tests.web.calling import calling


@pytest.fixture(autouse=True)
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    async def drawn(_self: Studio, _spec: str) -> bytes:
        return b"\x89PNG"

    monkeypatch.setattr(Studio, "draw", drawn)


def code_in(text: str) -> str:
    found = re.search(r"/jobs (\w{4})\b", text)
    assert found is not None, text
    return found[1]


async def test_over_http_a_job_is_begun_answered_corrected_and_accepted(tmp_path: Path) -> None:
    async with calling(tmp_path, profile={"time_zone": "Europe/Berlin"}) as (bot, you):
        await you.say("bench 100 kg 5x5")
        assert "It begins." in (await you.say("/job review")).text
        code = code_in((await you.say("/jobs")).text)

        async def until(words: str) -> str:
            for _ in range(1000):
                if words in (told := (await you.say(f"/jobs {code}")).text):
                    return told
                await asyncio.sleep(0.1)
            raise AssertionError(words)

        assert "• the last 3 months" in await until("Which days")
        assert "OK: The last 3" in (await you.say(f"/jobs {code} The last 3 months")).text
        told = await until("Files: ")
        place = re.search(r"Files: (\S+)", told)
        assert place is not None
        assert (bot.settings.data / place[1] / "report.html").exists()
        assert "I plan the correction first" in (await you.say(f"/jobs {code} without streaks")).text
        await until("done, phase 6")
        assert (await you.say(f"/jobs {code} accept")).text == "Done."
        assert "answered this already" in (await you.say(f"/jobs {code} stop")).text
        assert "accepted, phase 6" in (await you.say("/jobs")).text
        assert "any more" in (await you.say("/jobs zzzz stop")).text


def test_in_the_terminal_a_job_is_watched_to_its_files(tmp_path: Path) -> None:
    place = ["--data-dir", str(tmp_path / "data"), "--user", str(YOU_ID)]
    done = CliRunner().invoke(
        swealog,
        ["chat", *place],
        input="bench 100 kg 5x5\n/job review everything\n/jobs\n",
        catch_exceptions=False,
    )
    assert done.exit_code == 0, done.output
    assert "done, phase 3" in done.output
    found = re.search(r"Files: (\S+)", done.output)
    assert found is not None
    assert (tmp_path / "data" / found[1] / "report.html").exists()
    assert code_in(done.output)


async def test_whoever_leaves_the_terminal_pauses_the_job(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        settings = bot.settings
        await bot.stop()
        console = await Console.open(settings, YOU_ID)
        try:
            await console.command("job", "review everything")
            progress = console.job_progress()
            assert "at work" in await anext(progress)
            await progress.aclose()
            (row,) = await console.db.jobs.of_user(YOU_ID)
            assert (row.status, row.reason) == ("paused", "person")
        finally:
            await console.close()
        await bot.start()
        await you.ask(f"/jobs {row.id[-4:]} resume")
        while (await you.next_reply()).message.document is None:
            pass
