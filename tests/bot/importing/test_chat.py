"""Sending a file to the bot, through the front door."""

from __future__ import annotations

import csv
import io
import zipfile
from datetime import date, timedelta
from pathlib import Path

import pytest

from bot.importing import chat
from telegram_local.world import ALEX_ID, GROUP_ID, YOU_ID
from tests.driver.harness import running_bot
from tests.storage.importers.samples import FITNOTES_ANDROID, HEVY_KG, STRONG_CLASSIC, STRONG_IOS


async def test_a_file_is_shown_first_then_imported_and_taken_back_as_one(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        await you.document(STRONG_CLASSIC, "strong.csv", mime="text/csv")
        shown = await you.next_reply()
        assert "New entries: 2" in shown.text
        assert "Mon 6 Mar 2023 to Wed 8 Mar 2023" in shown.text
        assert not await bot.app.core.db.entries.recent_entries(YOU_ID, 5)
        await you.tap(shown, "Import 2")
        done = await you.next_reply()
        assert "Entries: 2" in done.text
        assert not you.current(shown).buttons
        assert "100 kg" in (await you.ask("what is my best bench press?")).text

        await you.document(STRONG_CLASSIC, "again.csv", mime="text/csv")
        again = await you.next_reply()
        assert "nothing new" in again.text
        assert not again.buttons

        await you.tap(done, "Undo import")
        assert "taken back" in (await you.next_reply()).text
        assert not await bot.app.core.db.entries.recent_entries(YOU_ID, 5)
        await you.document(STRONG_CLASSIC, "back.csv", mime="text/csv")
        assert "New entries: 2" in (await you.next_reply()).text


async def test_the_undo_command_takes_the_whole_import_back(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        await you.document(HEVY_KG, "hevy.csv", mime="text/csv")
        await you.tap(await you.next_reply(), "Import 2")
        await you.next_reply()
        undone = (await you.ask("/undo")).text
        assert "Taken back" in undone
        assert "1 more" in undone
        assert not await bot.app.core.db.entries.recent_entries(YOU_ID, 5)


async def test_a_missing_unit_is_asked_for(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        await you.document(STRONG_IOS, "strong.csv")
        shown = await you.next_reply()
        assert "kg or lb" in shown.text
        await you.tap(shown, "lb")
        shown = await you.edited(shown)
        assert "taken as lb" in shown.text
        await you.tap(shown, "Import 1")
        await you.next_reply()
        (entry,) = await bot.app.core.db.entries.recent_entries(YOU_ID, 5)
        assert {measure.weight_unit for measure in entry.measures} == {"lb"}
        assert [(m.weight, m.warmup, m.text) for m in entry.measures] == [
            (135, True, None),
            (225, False, None),
            (225, False, None),
            (185, False, "drop set"),
            (185, False, "to failure"),
        ]


async def test_cancel_and_a_second_tap(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        await you.document(FITNOTES_ANDROID, "FitNotes_Export.csv")
        shown = await you.next_reply()
        data = shown.buttons[0].callback_data or ""
        await you.tap(shown, "Cancel")
        assert "Nothing was imported" in (await you.edited(shown)).text
        tapped = await you.forge(shown, data)
        assert "don't have this file" in (await you.answered(tapped)).text
        assert not await bot.app.core.db.entries.recent_entries(YOU_ID, 5)
        assert not list((tmp_path / "data" / "imports" / str(YOU_ID)).iterdir())


async def test_what_holds_nothing_is_said_to(tmp_path: Path):
    async with running_bot(tmp_path) as (_, you):
        await you.document(b"PK\x03\x04 broken", "x.zip")
        shown = await you.next_reply()
        assert "nothing to import" in shown.text
        assert "zip is damaged" in shown.text
        await you.document(b"a,b\n1,2\n", "<b>x&.csv")
        assert "<b>x&.csv" in (await you.next_reply()).text


async def test_a_restart_between_preview_and_tap_loses_nothing(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        await you.document(HEVY_KG, "hevy.csv")
        shown = await you.next_reply()
        await bot.restart()
        await you.tap(shown, "Import 2")
        assert "Entries: 2" in (await you.next_reply()).text
        await bot.restart()
        assert len(await bot.app.core.db.entries.recent_entries(YOU_ID, 5)) == 2


async def test_long_work_is_told_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(chat, "_SOON_SECONDS", 0.0)
    async with running_bot(tmp_path) as (_, you):
        await you.document(HEVY_KG, "hevy.csv")
        assert "Reading hevy.csv" in (await you.next_reply()).text
        shown = await you.next_reply()
        assert "New entries: 2" in shown.text


async def test_somebody_elses_file_cannot_be_had(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        await you.document(HEVY_KG, "hevy.csv")
        shown = await you.next_reply()
        data = shown.buttons[0].callback_data or ""
        alex = bot.client.person(ALEX_ID, ALEX_ID)
        theirs = await alex.ask("/help")
        tapped = await alex.forge(theirs, data)
        assert "don't have this file" in (await alex.answered(tapped)).text
        tapped = await alex.forge(theirs, data.replace(":go", ":undo"))
        assert "nothing to undo" in (await alex.answered(tapped)).text


async def test_in_a_group_only_what_is_meant_for_the_bot(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, _):
        you = bot.client.person(YOU_ID, GROUP_ID)
        await you.document(HEVY_KG, "hevy.csv")
        await you.silence()
        await you.document(HEVY_KG, "hevy.csv", f"{bot.app.bot.mention} please")
        shown = await you.next_reply()
        alex = bot.client.person(ALEX_ID, GROUP_ID)
        tapped = await alex.tap(shown, "Import 2")
        assert "somebody else" in (await alex.answered(tapped)).text
        await you.tap(shown, "Import 2")
        await you.next_reply()
        assert len(await bot.app.core.db.entries.recent_entries(YOU_ID, 5)) == 2
        assert not await bot.app.core.db.entries.recent_entries(ALEX_ID, 5)


async def test_formulas_and_markup_stay_text(tmp_path: Path):
    evil = 'Date,Exercise,Weight (kg),Reps,Notes\n2024-01-01,=1+1<b>bench,100,5,"@SUM(1)\n=HYPERLINK(1)"\n'
    async with running_bot(tmp_path) as (bot, you):
        await you.document(evil.encode(), "x.csv")
        await you.tap(await you.next_reply(), "Import 1")
        await you.next_reply()
        sent = await you.ask("/export")
        assert sent.message.document is not None
        content = await bot.client.download(sent.message.document.file_id)
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        for name in archive.namelist():
            if name.endswith(".csv"):
                rows = csv.reader(io.StringIO(archive.read(name).decode()))
                assert all(not cell.startswith(("=", "@", "+")) for row in rows for cell in row)


async def test_the_caption_may_say_the_unit(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        await you.document(STRONG_IOS, "strong.csv", "my old log, in lbs")
        shown = await you.next_reply()
        assert "taken as lb" in shown.text
        await you.tap(shown, "Import 1")
        await you.next_reply()
        (entry,) = await bot.app.core.db.entries.recent_entries(YOU_ID, 5)
        assert entry.measures[0].weight_unit == "lb"


async def test_problems_are_told_in_the_language_of_the_person(tmp_path: Path):
    async with running_bot(tmp_path) as (_, you):
        await you.ask("/settings language ko")
        rows = ("2026-01-01,벤치프레스,무거움,5", "2026-01-01,벤치프레스,80,5", "언젠가,벤치프레스,80,5")
        broken = "\n".join(("날짜,운동,무게,횟수", *rows))
        await you.document(broken.encode(), "운동.csv", "킬로로 적었어요")
        shown = await you.next_reply()
        assert "문제 2개" in shown.text
        assert "운동.csv:2: “무거움”은 무게가 아니라서 뺐어요" in shown.text
        assert "운동.csv:4" in shown.text
        assert "left out" not in shown.text
        assert "kg" in shown.text
        await you.tap(shown, "1개 가져오기")
        assert "기록 1개" in (await you.next_reply()).text


async def test_thousands_of_rows_come_in_and_go_as_one(tmp_path: Path):
    head = "Date,Exercise,Category,Weight (kgs),Reps,Distance,Distance Unit,Time,Comment"
    days = [date(2015, 1, 1) + timedelta(days=number) for number in range(1000)]
    rows = [f"{day},Barbell Squat,Legs,{60 + at % 90},5,,,," for at, day in enumerate(days) for _ in range(5)]
    async with running_bot(tmp_path) as (bot, you):
        await you.document("\n".join([head, *rows]).encode(), "FitNotes_Export.csv")
        shown = await you.next_reply()
        if "Reading" in shown.text:
            shown = await you.next_reply()
        assert "5000" in shown.text
        await you.tap(shown, "Import 1000")
        done = await you.next_reply()
        if "Reading" in done.text:  # the machine is busy
            done = await you.next_reply()
        assert "Entries: 1000" in done.text
        assert "149" in (await you.ask("what is my best squat?")).text
        await you.tap(done, "Undo import")
        await you.next_reply()
        assert not await bot.app.core.db.entries.recent_entries(YOU_ID, 5)
