"""`swealog export` and `swealog forget`."""

from __future__ import annotations

import asyncio
import csv
import io
import os
import pty
import re
import zipfile
from datetime import UTC, date, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from click.testing import CliRunner, Result

from bot.cli import swealog
from bot.commands.export import measures_csv
from bot.process.lock import DataDirLock
from storage.entities import Entry, Measure
from storage.stores import Stores
from telegram_local.world import YOU_ID
from tests.driver import processes
from tests.driver.harness import TestClock, running_bot

SECRET = "zzqxsecretword"


def at_terminal(arguments: list[str], typed: str) -> str:
    """What the command says to somebody who sits at a terminal and types this."""
    ours, theirs = pty.openpty()
    os.write(ours, f"{typed}\n".encode())
    done = processes.run("bot.cli", *arguments, stdin=theirs)
    os.close(ours)
    os.close(theirs)
    return done.stdout + done.stderr


def run(tmp_path: Path, *arguments: str, folder: str = "data") -> Result:
    given = [*arguments, "--data-dir", str(tmp_path / folder), "--user", str(YOU_ID)]
    return CliRunner().invoke(swealog, given)


async def entries(tmp_path: Path, folder: str = "data") -> list[str]:
    db = await Stores.open(tmp_path / folder)
    found = await db.entries.recent_entries(YOU_ID, 9)
    await db.close()
    return [entry.text for entry in found]


def test_what_is_exported_here_is_imported_there(tmp_path: Path):
    assert run(tmp_path, "export", str(tmp_path / "none.zip")).exit_code == 1
    run(tmp_path, "log", "bench 80 kg 5x3")
    target = tmp_path / "all.zip"
    assert "1 entries" in run(tmp_path, "export", str(target)).output
    assert target.stat().st_mode & 0o077 == 0
    assert {"entries.json", "person.json", "measures.csv"} <= set(zipfile.ZipFile(target).namelist())
    assert run(tmp_path, "import", str(target), "--yes", folder="other").exit_code == 0
    assert asyncio.run(entries(tmp_path, "other")) == ["bench 80 kg 5x3"]
    assert "80" in run(tmp_path, "ask", "what is my best bench press?", folder="other").output


def test_a_place_that_cannot_be_written_is_said(tmp_path: Path):
    run(tmp_path, "log", "bench 80 kg 5x3")
    result = run(tmp_path, "export", str(tmp_path / "nowhere" / "all.zip"))
    assert result.exit_code == 1
    assert "No such file" in result.output


def test_nothing_goes_unless_it_is_confirmed(tmp_path: Path):
    run(tmp_path, "log", f"bench 80 kg 5x3 {SECRET}")
    refused = run(tmp_path, "forget")
    assert refused.exit_code == 2
    assert "--yes" in refused.output
    lock = DataDirLock(tmp_path / "data")
    lock.acquire()
    assert run(tmp_path, "forget", "--yes").exit_code != 0
    lock.release()
    assert asyncio.run(entries(tmp_path))
    (tmp_path / "data" / "swealog.db.bak").write_bytes(b"")
    done = run(tmp_path, "forget", "--yes")
    assert "1 entries" in done.output
    assert "swealog.db.bak" in done.output
    assert not asyncio.run(entries(tmp_path))
    files = (path for path in (tmp_path / "data").rglob("*") if path.is_file())
    assert not [path for path in files if SECRET.encode() in path.read_bytes()]


def test_the_vault_goes_on_after_it(tmp_path: Path):
    for text in ("bench 80 kg 5x3", "squat 80 kg 5x3", "deadlift 80 kg 5x3"):
        run(tmp_path, "log", text)
    run(tmp_path, "forget", "--yes")
    checked = CliRunner().invoke(swealog, ["check", "--data-dir", str(tmp_path / "data")])
    assert (checked.exit_code, "fits together" in checked.output) == (0, True)
    run(tmp_path, "log", "front squat 90 kg 5x3")
    files = list((tmp_path / "data" / "vault").rglob("logs/raw/**/*.md"))
    assert ["front squat" in file.read_text("utf-8") for file in files] == [True]


def test_at_a_terminal_the_word_is_typed(tmp_path: Path):
    run(tmp_path, "log", "bench 80 kg 5x3")
    command = ["forget", "--data-dir", str(tmp_path / "data"), "--user", str(YOU_ID)]
    assert "nothing was deleted" in at_terminal(command, "y")
    assert asyncio.run(entries(tmp_path))
    assert "is deleted" in at_terminal(command, "DELETE")
    assert not asyncio.run(entries(tmp_path))


def test_the_tables_hold_figures_as_they_are_stored():
    """Nothing is rounded on the way out: each cell reads back as the very same number."""
    day = date(2026, 11, 20)
    measures = (
        Measure(domain="strength", name="squat", day=day, weight=61.23496995, weight_unit="kg", rpe=8.25),
        Measure(
            domain="running", name="run", day=day, distance_m=4988.9664, duration_s=1510.123, value=22 / 3
        ),
    )
    at = datetime(2026, 11, 20, 18, tzinfo=UTC)
    entry = Entry(
        id="1",
        user_id=1,
        chat_id=1,
        message_id=1,
        text="x",
        day=day,
        logged_at=at,
        measures=measures,
        notes=("by the app: easy", "=1+1"),
    )
    rows = list(csv.DictReader(io.StringIO(measures_csv([entry], ZoneInfo("UTC")))))
    for column in ("weight", "rpe", "distance_m", "duration_s", "value"):
        stored = [getattr(measure, column) for measure in measures]
        assert [float(row[column]) if row[column] else None for row in rows] == stored, column
    assert {row["notes"] for row in rows} == {"by the app: easy; =1+1"}


async def test_exported_tables_have_the_time_of_day_warm_ups_and_words(tmp_path: Path):
    texts = ("bench 61.25 kg x 10 warmup, bench 102.5 kg 3x5, felt heavy", "squat 140 3x5")
    clock = TestClock()
    clock.set(datetime(2026, 11, 20, 17, 5, tzinfo=UTC))
    async with running_bot(tmp_path, clock=clock, profile={"time_zone": "Asia/Seoul"}) as (bot, you):
        for text in texts:
            await you.ask(text)
        sent = await you.ask("/export")
        assert sent.message.document is not None
        content = await bot.client.download(sent.message.document.file_id)
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        rows = list(csv.DictReader(io.StringIO(archive.read("csv/strength.csv").decode())))
    told = [[row[column] for column in ("day", "time", "name", "weight", "warmup")] for row in rows]
    assert sorted(told) == [
        ["2026-11-21", "02:05", "bench press", "102.5", ""],
        ["2026-11-21", "02:05", "bench press", "61.25", "yes"],
        ["2026-11-21", "02:05", "squat", "140.0", ""],
    ]
    assert sorted({row["words"] for row in rows}) == sorted(texts)


async def test_a_pasted_week_comes_back_in_the_order_of_its_days(tmp_path: Path):
    week = "Mon: bench 80 kg 5x5\nWed: squat 100 kg 3x5\nFri: run 5k in 30:00"
    in_order = re.compile("Mon.*Bench press.*Wed.*Squat.*Fri.*Run", re.DOTALL)
    clock = TestClock()
    clock.set(datetime(2026, 11, 22, 18, tzinfo=UTC))  # a Sunday: all of its week has been
    async with running_bot(tmp_path, clock=clock) as (_, you):
        receipt = (await you.ask(week)).text
        assert in_order.search(receipt), receipt
        shown = (await you.ask("/week")).text
        assert in_order.search(shown), shown
        for name in ("Bench press", "Squat", "Run 5 km"):
            assert shown.count(name) == 1, shown
