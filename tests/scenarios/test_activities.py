"""A watch's file sent to the bot becomes an entry that is asked about, once."""

from __future__ import annotations

import io
import zipfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from storage.importers import reading
from telegram_local.world import YOU_ID
from tests.driver.harness import running_bot
from tests.storage.importers.recorded import HEALTH_NAME, fit, gpx, health, tcx

YESTERDAY = datetime.now(UTC).replace(hour=6, minute=30, second=0, microsecond=0) - timedelta(days=1)


def zipped(**files: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name.replace("_", "."), content)
    return out.getvalue()


async def test_a_run_is_shown_stored_asked_about_and_taken_back(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        await you.document(fit(start=YESTERDAY), "run.fit")
        shown = await you.next_reply()
        assert "Activities: 1" in shown.text
        await you.tap(shown, "Import 1")
        done = await you.next_reply()
        assert "Entries: 1" in done.text
        (entry,) = await bot.app.core.db.entries.recent_entries(YOU_ID, 5)
        run, pulse = entry.measures
        assert (run.domain, run.name, run.distance_m, run.duration_s) == ("running", "run", 5000, 1500)
        assert (pulse.name, pulse.value, pulse.unit) == ("average pulse", 150, "bpm")
        assert entry.logged_at == YESTERDAY
        assert "5 km" in (await you.ask(f"how far did I run on {YESTERDAY:%-d %B}?")).text

        await you.document(fit(start=YESTERDAY), "again.fit")
        assert "nothing new" in (await you.next_reply()).text
        await you.document(gpx(start=YESTERDAY), "the same run by phone.gpx")
        twice = await you.next_reply()
        assert "your log has already: 1 (Run" in twice.text
        assert not twice.buttons

        await you.tap(done, "Undo import")
        assert "taken back" in (await you.next_reply()).text
        assert not await bot.app.core.db.entries.recent_entries(YOU_ID, 5)


async def test_what_was_texted_is_not_counted_again(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        await you.ask(f"{YESTERDAY:%-d %B}: ran 5k in 25:30")
        files = zipped(
            a_gpx=gpx(start=YESTERDAY),
            b_fit=fit(start=YESTERDAY + timedelta(hours=8)),
            c_tcx=tcx(start=YESTERDAY + timedelta(hours=3)),
        )
        await you.document(files, "week.zip")
        shown = await you.next_reply()
        assert "Activities: 3" in shown.text
        assert "your log has already: 1 (Run" in shown.text
        await you.tap(shown, "Import 2")
        await you.next_reply()
        entries = await bot.app.core.db.entries.recent_entries(YOU_ID, 9)
        assert sorted(entry.measures[0].name for entry in entries) == ["ride", "run", "run"]


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("cut.fit", fit()[:90], "cut off or damaged: nothing of it is taken"),
        ("old.gpx", gpx(60, datetime(1970, 1, 1, tzinfo=UTC)), "Thu 1 Jan 1970 cannot be right"),
        ("route.gpx", gpx(60).replace(b"time>", b"t>"), "no times"),
    ],
)
async def test_a_wrong_file_is_answered_in_a_sentence(tmp_path: Path, name: str, content: bytes, told: str):
    async with running_bot(tmp_path) as (bot, you):
        await you.document(content, name)
        shown = await you.next_reply()
        assert told in shown.text
        assert not shown.buttons
        assert not await bot.app.core.db.entries.recent_entries(YOU_ID, 5)


async def test_what_a_phone_knows_becomes_days_beside_what_was_texted(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("2026-03-02: slept 6h")
        await you.document(zipped_health(), "export.zip")
        shown = await you.next_reply()
        assert "Activities: 2" in shown.text
        assert "Days with figures of a phone or watch: 1" in shown.text
        assert "left out: 4 (Heart Rate 2" in shown.text
        await you.tap(shown, "Import 4")
        await you.next_reply()
        told = {
            (measure.name, measure.value)
            for entry in await bot.app.core.db.entries.recent_entries(YOU_ID, 9)
            for measure in entry.measures
            if measure.value is not None
        }
        assert {("sleep", 6.0), ("steps", 9000), ("resting pulse", 52), ("body weight", 76.4)} <= told
        assert ("sleep", 7.0) not in told
        assert "9,000" in (await you.ask("how many steps did I walk on 2026-03-02?")).text.replace(
            "9000", "9,000"
        )
        await you.document(zipped_health(), "again.zip")
        assert "nothing new" in (await you.next_reply()).text


async def test_an_export_too_large_for_the_chat_is_told_where_to_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(reading, "MOST_BYTES", 1024 * 1024)
    async with running_bot(tmp_path) as (_, you):
        await you.document(zipped_health(b" " * 1_500_000), "export.zip")
        assert "swealog import at the command line takes any size" in (await you.next_reply()).text


def zipped_health(padding: bytes = b"") -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(HEALTH_NAME, health().replace(b"</HealthData>", padding + b"</HealthData>"))
    return out.getvalue()


async def test_what_is_texted_after_its_import_counts_once_unless_it_is_another(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):

        async def runs() -> list[float | None]:
            found = await bot.app.core.db.entries.recent_entries(YOU_ID, 9)
            return [one.distance_m for entry in found for one in entry.measures if one.name == "run"]

        await you.document(fit(start=YESTERDAY), "run.fit")
        await you.tap(await you.next_reply(), "Import 1")
        await you.next_reply()
        said = await you.say("yesterday: ran 5k in 25:30, knee hurt a bit")
        assert "Pain: knee" in (await you.next_reply()).text
        question = await you.next_reply()
        assert question.labels == ["The same one", "Another one", "Skip"]
        await bot.restart()
        await you.tap(question, "The same one")
        await you.silence(0.2)
        assert await runs() == [5000]
        assert any("knee hurt" in one.text for one in await bot.app.core.db.entries.recent_entries(YOU_ID, 9))
        await you.edit(said, "yesterday: ran 5k in 25:20, knee hurt a bit")
        await you.tap(await you.next_reply(), "Another one")
        await you.next_reply()
        assert "5 km" in (await you.next_reply()).text
        assert await runs() == [5000, 5000]
        await you.edit(said, "yesterday: ran 5k in 25:10, knee hurt a bit")
        await you.next_reply()
        await you.silence(0.2)
        assert await runs() == [5000, 5000], "it counted before the edit"
        await you.ask("yesterday: ran 10k")
        await you.silence(0.2)
        assert sorted(await runs(), key=str) == [10000, 5000, 5000]


async def test_the_pulse_of_a_sport_is_answered_as_any_figure(tmp_path: Path):
    today = datetime.now(UTC)
    days = [today - timedelta(days=at) for at in range(1, 13)]
    rows = [f"Running,{day:%Y-%m-%d} 07:00:00,Run,5,00:25:00,{140 + at}" for at, day in enumerate(days)]
    rows += [f"Cycling,{today - timedelta(days=1):%Y-%m-%d} 17:00:00,Ride,20,01:10:00,120"]
    async with running_bot(tmp_path, profile={"distance_unit": "km"}) as (_, you):
        await you.ask("resting heart rate 52")
        assert "52 bpm" in (await you.ask("what's my heart rate?")).text
        table = "\n".join(["Activity Type,Date,Title,Distance (km),Time,Avg HR", *rows])
        await you.document(table.encode(), "Activities.csv")
        await you.tap(await you.next_reply(), "Import 13")
        await you.next_reply()
        for asked, told in (
            ("what was my average heart rate on runs?", "145.5 bpm on average over 12 logged days"),
            ("what was my heart rate on my last ride?", "120 bpm"),
            ("달리기 평균 심박수 얼마야?", "기록한 12일 평균 145.5 bpm"),
            ("is my heart rate on runs going down?", "average pulse on runs is going down"),
            ("what's my resting heart rate?", "52 bpm"),
        ):
            assert told in (await you.ask(asked)).text, asked
            if "going down" in asked:
                assert "95 % interval" in (await you.next_reply()).text
