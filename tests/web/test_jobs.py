"""Long jobs where there are no buttons: over HTTP and in the terminal."""

from __future__ import annotations

import asyncio
import re
from base64 import b64encode
from pathlib import Path

import pytest
from click.testing import CliRunner

from agents.charts.studio import Studio
from bot.cli import swealog
from bot.cli.console import Console
from bot.web.jobs import JobBegun, JobShown
from telegram_local.world import YOU_ID
from tests.driver.harness import running_bot
from tests.web.calling import ALEXS, Caller, calling, problem, read


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
        assert (
            problem(await you.send("GET", f"/jobs/{code}/report.zip"), 404).detail == "There is no such file."
        )
        assert "OK: The last 3" in (await you.say(f"/jobs {code} The last 3 months")).text
        told = await until("Files: ")
        place = re.search(r"Files: (\S+)", told)
        assert place is not None
        shown = read(await you.send("GET", f"/jobs/{code}"), JobShown)
        assert (shown.status, shown.type) == ("done", "review")
        page, packed = [await you.send("GET", one.href) for one in shown.files]
        assert page.content == (bot.settings.data / place[1] / "report.html").read_bytes()
        assert packed.content[:2] == b"PK"
        assert [len(page.content), len(packed.content)] == [one.size for one in shown.files]
        alex = Caller(you.http, ALEXS)
        assert problem(await alex.send("GET", shown.files[0].href), 404).detail == "There is no such job."
        assert "I plan the correction first" in (await you.say(f"/jobs {code} without streaks")).text
        await until("done, phase 6")
        assert (await you.say(f"/jobs {code} accept")).text == "Done."
        assert "answered this already" in (await you.say(f"/jobs {code} stop")).text
        assert "accepted, phase 6" in (await you.say("/jobs")).text
        assert "any more" in (await you.say("/jobs zzzz stop")).text


def wanted(text: str, **files: bytes) -> dict[str, object]:
    """A body; names of files with `_` for their dots."""
    return {
        "text": text,
        "files": [
            {"name": name.replace("_", "."), "content": b64encode(content).decode()}
            for name, content in files.items()
        ],
    }


async def begun(you: Caller, body: object, key: str) -> JobBegun:
    return read(await you.send("POST", "/jobs", body, key=key), JobBegun, 201)


async def test_over_http_files_are_input_of_a_job_that_a_key_begins_once(tmp_path: Path) -> None:
    async with calling(tmp_path) as (bot, you):
        body = wanted("review since November", steps_csv=b"day,steps\n2026-11-01,9000\n", notes_md=b"# Plan")
        first = await begun(you, body, "k1")
        assert first.text == "🗂 It begins. since November"
        assert await begun(you, body, "k1") == first
        (row,) = await bot.app.core.db.jobs.of_user(YOU_ID)
        folder = bot.settings.data / "vault" / str(YOU_ID) / "jobs" / row.id
        assert (folder / "artifacts" / "input-steps.csv.txt").read_text().startswith("day,steps")
        assert "input-notes.md.txt" in (folder / "instructions.md").read_text()
        other = await you.send("POST", "/jobs", wanted("review since November"), key="k1")
        assert problem(other, 422).code == "key_reused"
        assert row.id[-4:].lower() == first.code
        assert "Review" in (await you.say(f"/jobs {first.code}")).text


async def test_over_http_files_have_the_bounds_and_names_of_the_chat(tmp_path: Path) -> None:
    async with calling(tmp_path) as (bot, you):
        large = {
            "text": "review",
            "files": [{"name": "a.csv", "content": b64encode(b"1\n" * 150_000).decode()}],
        }
        odd = {"text": "review", "files": [{"name": "a.csv", "content": "no base64!"}]}
        for body, code in (
            (wanted("review", a_exe=b"MZ"), "no_file"),
            (wanted("review", a_csv=b"\xff\xfe\x00"), "no_file"),
            (wanted("review", a_pdf=b"%PDF-1.4 spoilt"), "no_file"),
            (large, "no_file"),
            (odd, "mistaken"),
            (wanted("hmm"), "not_begun"),
            (wanted("program bench 100 kg"), "not_begun"),
        ):
            assert problem(await you.send("POST", "/jobs", body), 422).code == code
        assert await bot.app.core.db.jobs.of_user(YOU_ID) == []
        names = ("../../../passwd.csv", "a b.csv", "a  b.csv")
        files = [{"name": one, "content": b64encode(b"1").decode()} for one in names]
        await begun(you, {"text": "review everything", "files": files}, "k2")
        (row,) = await bot.app.core.db.jobs.of_user(YOU_ID)
        artifacts = bot.settings.data / "vault" / str(YOU_ID) / "jobs" / row.id / "artifacts"
        assert {one.name for one in artifacts.glob("input-*")} == {
            "input-..-..-..-passwd.csv.txt",
            "input-a-b.csv.txt",
            "input-a-b.csv-3.txt",
        }


async def test_over_http_words_alone_begin_one(tmp_path: Path) -> None:
    async with calling(tmp_path) as (bot, you):
        told = await you.say("go through last month and tell me what stands out")
        assert told.text == "🗂 It begins. go through last month and tell me what stands out"
        (row,) = await bot.app.core.db.jobs.of_user(YOU_ID)
        assert row.kind == "review"
        assert (await you.say("bench 100 kg 5x5")).entries


def test_in_the_terminal_a_job_is_begun_with_a_file(tmp_path: Path) -> None:
    place = ["--data-dir", str(tmp_path / "data"), "--user", str(YOU_ID)]
    steps, large = tmp_path / "my steps.csv", tmp_path / "large.csv"
    steps.write_text("day,steps\n2026-11-01,9000\n")
    large.write_bytes(b"1\n" * 150_000)

    def run(*words: str) -> str:
        done = CliRunner().invoke(swealog, ["job", *words, *place])
        return done.output

    assert "up to 200 kB" in run("start", "review", "--file", str(large))
    told = run("start", "review", "everything", "--file", str(steps))
    assert "It begins. everything" in told
    found = re.search(r"Files: (\S+)", told)
    assert found is not None
    assert (tmp_path / "data" / found[1] / "input-my-steps.csv.txt").exists()
    code = code_in(run("list"))
    assert "done, phase 3" in run("tell", code)
    assert "done, phase 6" in run("tell", code, "without", "streaks")
    assert "Done." in run("tell", code, "accept")


def test_in_the_terminal_words_alone_begin_one(tmp_path: Path) -> None:
    place = ["--data-dir", str(tmp_path / "data"), "--user", str(YOU_ID)]
    said = "bench 100 kg 5x5\nplease clean up my log\n"
    done = CliRunner().invoke(swealog, ["chat", *place], input=said, catch_exceptions=False)
    assert "It begins. please clean up my log" in done.output
    assert "done, phase 3" in done.output


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
            await console.aclose()
        await bot.start()
        await you.ask(f"/jobs {row.id[-4:]} resume")
        while (await you.next_reply()).message.document is None:
            pass
