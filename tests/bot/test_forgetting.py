"""/forget through the front door."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.commands.forgetting import code_of
from storage.backup import back_up, backups, verify
from telegram_local.world import ALEX_ID, GROUP_ID, YOU_ID
from tests.driver.harness import TestClock, running_bot
from tests.driver.radicale import radicale
from tests.storage.importers.samples import HEVY_KG

SECRET = "zzqxsecretword"


def holders(data: Path) -> list[str]:
    """Our files that still hold the word; what the chat itself holds is Telegram's."""
    return [
        str(path)
        for path in data.rglob("*")
        if path.is_file() and not path.name.startswith("telegram") and SECRET.encode() in path.read_bytes()
    ]


def rows_about(database: Path, user_id: int) -> dict[str, int]:
    """Rows of any table that name a person in any column, the full-text indexes' own tables included."""
    named = re.compile(rf"\b{user_id}\b")
    real = "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'"
    found: dict[str, int] = {}
    with closing(sqlite3.connect(database)) as connection:
        for (table,) in connection.execute(real).fetchall():
            rows = connection.execute(f'SELECT * FROM "{table}"').fetchall()  # noqa: S608 - our own names
            if count := sum(any(named.search(str(cell)) for cell in row) for row in rows):
                found[table] = count
    return found


async def test_no_row_of_any_table_names_who_is_forgotten_but_that_they_are_let_in(tmp_path: Path):
    data = tmp_path / "data"
    copies = {
        "folders": [{"path": str(tmp_path / "copy"), "name": "copy", "user": YOU_ID}],
        "wait_seconds": 1,
    }
    async with running_bot(tmp_path, sync=copies) as (bot, you):
        for said in (
            f"bench 80 kg 5x3 {SECRET}",
            f"remind me tomorrow at 9 to call {SECRET}",
            f"when I say {SECRET} I mean skull crusher",
            f"how much {SECRET} did I bench?",
            "/goals add bench 100 kg",
            "/coaches bench 100 kg",
            "undo",
        ):
            await you.ask(said)
        await you.next_reply()
        assert rows_about(data / "swealog.db", YOU_ID).keys() >= {"coaches", "coach_reports", "wakes"}
        await you.document(HEVY_KG, f"{SECRET}.csv")
        await you.next_reply()
        await bot.app.core.lanes.idle()
        assert len(rows_about(data / "swealog.db", YOU_ID)) > 10
        await you.ask(f"/forget {code_in((await you.ask('/forget')).text)}")
        await bot.app.core.lanes.idle()
        await bot.stop()
        left = rows_about(data / "swealog.db", YOU_ID)
        assert left.keys() <= {"members", "sync_targets"}, left
        assert not holders(data)


async def test_everything_goes_after_the_typed_code_and_life_goes_on(tmp_path: Path):
    data = tmp_path / "data"
    async with running_bot(tmp_path) as (bot, you):
        await you.ask(f"bench 80 kg 5x3 {SECRET}")
        await you.document(HEVY_KG, f"{SECRET}.csv")
        await you.next_reply()
        await you.ask("/export")
        await you.ask(f"how much {SECRET} did I bench?")
        asked = await you.ask("/forget")
        assert "cannot be undone" in asked.text
        (data / "swealog.db.bak").write_bytes(b"")
        done = await you.ask(f"/forget {code_in(asked.text)}")
        assert "Everything about you is deleted" in done.text
        assert "swealog.db.bak" in done.text
        assert not done.buttons
        assert await bot.app.core.db.people.get_user(YOU_ID) is None
        assert not await bot.app.core.db.entries.recent_entries(YOU_ID, 9)
        assert not (data / "vault" / str(YOU_ID)).exists()
        assert not (data / "imports" / str(YOU_ID)).exists()
        assert not (data / "exports" / str(YOU_ID)).exists()
        assert "Nothing logged" in (await you.ask("/today")).text
        await bot.stop()
        assert not holders(data)
        connection = sqlite3.connect(data / "swealog.db")
        assert connection.execute("SELECT count(*) FROM model_calls").fetchone() == (0,)
        connection.close()
        await bot.start()
        assert "Logged" in (await you.ask("squat 100 kg 5x5")).text


async def test_events_in_a_calendar_are_named_as_what_it_can_not_reach(tmp_path: Path):
    async with radicale(tmp_path / "radicale") as server:
        server.make("training")
        calendars = [server.account(user=YOU_ID)]
        async with running_bot(tmp_path, calendars=calendars) as (_, you):
            asked = await you.ask("/forget")
            assert "Events in your calendar stay there." in asked.text
            done = await you.ask(f"/forget {code_in(asked.text)}")
            assert "Events in your calendar stay there." in done.text


async def test_no_button_deletes_anything_whoever_wrote_it(tmp_path: Path):
    clock = TestClock()
    async with running_bot(tmp_path, clock=clock) as (bot, you):
        await you.ask("bench 80 kg 5x3")
        asked = await you.ask("/forget")
        until = int(clock.timestamp()) + 600
        planted = [InlineKeyboardButton(step, callback_data=f"x:{until}:{step}") for step in ("sure", "yes")]
        await bot.app.application.bot.send_message(
            YOU_ID, "Win a prize!", reply_markup=InlineKeyboardMarkup([planted])
        )
        prize = await you.next_reply()
        for label in ("sure", "yes", "yes"):
            assert "don't know this button" in (await you.answered(await you.tap(prize, label))).text
        assert asked.labels == ["Cancel"]
        await you.tap(asked, "Cancel")
        assert "Nothing was deleted" in (await you.edited(asked)).text
        asked = await you.ask("/forget")
        clock.advance(minutes=16)
        assert "expired" in (await you.answered(await you.tap(asked, "Cancel"))).text
        assert await bot.app.core.db.entries.recent_entries(YOU_ID, 9)


async def test_a_group_is_no_place_for_it(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, _):
        you = bot.client.person(YOU_ID, GROUP_ID)
        assert "private chat" in (await you.ask("/forget@swealog_bot")).text


def code_in(text: str) -> str:
    found = re.search(r"/forget ([A-Z2-7]{5})", text)
    assert found is not None
    return found[1]


async def test_the_typed_code_deletes_everything_and_keeps_nothing_of_the_command(tmp_path: Path):
    clock = TestClock()
    data = tmp_path / "data"
    async with running_bot(tmp_path, clock=clock) as (bot, you):
        await you.ask(f"bench 80 kg 5x3 {SECRET}")
        code = code_in((await you.ask("/forget")).text)
        for typed in ("everything", "yes", "YES DELETE", code[:-1], f"{code} please"):
            assert "Delete everything about you?" in (await you.ask(f"/forget {typed}")).text
        assert await bot.app.core.db.entries.recent_entries(YOU_ID, 9)
        assert "is deleted" in (await you.ask(f"/forget {code.lower()}")).text
        await bot.app.core.lanes.idle()
        await bot.stop()
        assert not holders(data)
        connection = sqlite3.connect(data / "swealog.db")
        for table in ("messages", "entries", "outbox", "users", "turns", "inbox"):
            assert connection.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,), table  # noqa: S608
        connection.close()
        await bot.start()
        assert "Logged" in (await you.ask("squat 100 kg 5x5")).text


async def test_backups_hold_the_others_and_nothing_of_who_left(tmp_path: Path):
    clock = TestClock()
    data = tmp_path / "data"
    async with running_bot(tmp_path, clock=clock) as (bot, you):
        await you.ask(f"bench 80 kg 5x3 {SECRET}")
        for days in (3, 2, 0):
            await back_up(data, clock() - timedelta(days=days), keep=7)
        (data / "backups" / "mine.db").write_bytes(b"")
        code = code_in((await you.ask("/forget")).text)
        told = (await you.ask(f"/forget {code}")).text
        assert "backups/mine.db" in told
        (kept,) = backups(data)
        assert kept.path.name not in told
        await bot.stop()
        assert not holders(data)
        verify(kept.path)
        await bot.start()


async def test_an_old_code_and_somebody_elses_delete_nothing(tmp_path: Path):
    clock = TestClock()
    async with running_bot(tmp_path, clock=clock) as (bot, you):
        await you.ask("bench 80 kg 5x3")
        code = code_in((await you.ask("/forget")).text)
        others = code_of(ALEX_ID, clock())
        assert "Delete everything about you?" in (await you.ask(f"/forget {others}")).text
        clock.advance(minutes=31)
        assert "Delete everything about you?" in (await you.ask(f"/forget {code}")).text
        assert await bot.app.core.db.entries.recent_entries(YOU_ID, 9)


async def test_the_code_is_no_word_for_a_group(tmp_path: Path):
    clock = TestClock()
    async with running_bot(tmp_path, clock=clock) as (bot, you):
        await you.ask("bench 80 kg 5x3")
        grouped = bot.client.person(YOU_ID, GROUP_ID)
        code = code_of(YOU_ID, clock())
        assert "private chat" in (await grouped.ask(f"/forget@swealog_bot {code}")).text
        assert await bot.app.core.db.entries.recent_entries(YOU_ID, 9)
