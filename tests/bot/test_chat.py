"""What people see in the chat, through the real bot and the local server."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from datetime import timedelta
from pathlib import Path

import pytest
from pydantic import JsonValue

from bot.commands.perform import PERFORM
from bot.texts.commands import COMMANDS
from telegram_local.world import ALEX_ID, GROUP_ID, YOU_ID
from tests.driver.harness import running_bot
from tests.telegram.board import until

RECEIPT = "Logged"


async def test_a_log_gets_a_receipt_and_undo_takes_it_back(tmp_path: Path):
    async with running_bot(tmp_path) as (_, you):
        receipt = await you.ask("bench 185lb x5x3")
        assert RECEIPT in receipt.text
        assert "185 lb" in receipt.text
        assert [label.split()[-1] for label in receipt.labels] == ["Undo", "Fix"]
        tap = await you.tap(receipt, "Undo")
        assert (await you.answered(tap)).text == "Taken back."
        assert "Taken back" in (await you.next_reply()).text
        again = await you.answered(await you.tap(receipt, "Undo"))
        assert "changed since" in again.text
        await you.silence(0.2)
        assert "Nothing logged" in (await you.ask("/today")).text


async def test_fix_asks_for_the_correction_and_takes_the_reply(tmp_path: Path):
    async with running_bot(tmp_path) as (_, you):
        receipt = await you.ask("bench 185lb x5x3")
        await you.tap(receipt, "Fix")
        prompt = await you.next_reply()
        assert "bench 185lb x5x3" in prompt.text
        await you.reply(prompt, "it was 195")
        changed = await you.next_reply()
        assert "195" in changed.text
        assert "Changed" in changed.text
        assert "195" in (await you.ask("/today")).text


async def test_editing_the_message_changes_the_log(tmp_path: Path):
    async with running_bot(tmp_path) as (_, you):
        sent = await you.say("bench 185lb x5x3")
        await you.next_reply()
        await you.edit(sent, "bench 195lb x5x3")
        assert "Changed" in (await you.next_reply()).text
        assert (await you.ask("/week")).text.count("5 reps") == 1


async def test_commands_are_in_the_menu_in_the_table_and_in_the_help(tmp_path: Path):
    assert set(PERFORM) == {command.name for command in COMMANDS}
    async with running_bot(tmp_path) as (bot, you):
        shown = (await you.ask("/help")).text
        assert all(f"/{command.name} – {command.en}" in shown for command in COMMANDS)  # noqa: RUF001
        await bot.client.until(lambda: bot.client.commands or None)
        assert [command.command for command in bot.client.commands] == [command.name for command in COMMANDS]


async def test_start_and_empty_handed_commands(tmp_path: Path):
    async with running_bot(tmp_path) as (_, you):
        assert "Hello You" in (await you.ask("/start")).text
        assert "don't remember anything" in (await you.ask("/context")).text
        assert "Nothing logged" in (await you.ask("/week")).text
        assert "nothing to undo" in (await you.ask("/undo")).text
        assert "nothing to export" in (await you.ask("/export")).text
        assert "nothing to cancel" in (await you.ask("/cancel")).text
        assert "don't know the command /dance" in (await you.ask("/dance <b>now</b>")).text


async def test_settings_change_in_place_and_stay(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        page = await you.ask("/settings")
        await you.tap(page, "lb")
        page = await you.edited(page)
        assert "Weights: lb" in page.text
        assert "✓ lb" in page.labels
        await you.tap(page, "Time zone")
        page = await you.edited(page)
        await you.tap(page, "Seoul")
        page = await you.edited(page)
        assert "Asia/Seoul" in page.text
        await you.tap(page, "한국어")
        assert "설정" in (await you.edited(page)).text
        await bot.restart()
        assert "Asia/Seoul" in (await you.ask("/settings")).text
        assert "Europe/Paris" in (await you.ask("/settings zone Europe/Paris")).text
        assert "../../etc" in (await you.ask("/settings zone ../../etc")).text
        forged = await you.answered(await you.forge(page, "s:time_zone:Mars/Olympus"))
        assert forged.text
        assert "Europe/Paris" in (await you.ask("/settings")).text


async def test_export_holds_everything_and_is_safe_to_open(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("=cmd|bench 185lb x5x3")
        sent = await you.ask("/export")
        assert sent.message.document is not None
        content = await bot.client.download(sent.message.document.file_id)
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            names = archive.namelist()
            entries = json.loads(archive.read("entries.json"))
            rows = list(csv.reader(io.StringIO(archive.read("measures.csv").decode())))
        assert "measures.csv" in names
        assert any(name.startswith("vault/") and name.endswith(".md") for name in names)
        assert entries[0]["text"].endswith("bench 185lb x5x3")
        assert all(not cell.startswith(("=", "@", "+")) for row in rows for cell in row)


@pytest.mark.parametrize(
    "text",
    [
        "\u200b\u200d\u2060.",
        "...",
        "?!",
    ],
)
async def test_nothing_readable_gets_a_friendly_sentence(tmp_path: Path, text: str):
    async with running_bot(tmp_path) as (_, you):
        assert "Tell me in words" in (await you.ask(text)).text


@pytest.mark.parametrize(
    "text",
    [
        "x" * 4096,
        "تمرين بنش 80 كجم",
        "bench\u200b 185\u200d lb",
        "bench \x07 185 \x1b[31m lb",
        "'; DROP TABLE entries; --",
        "<b>bold</b> & <script>alert(1)</script>",
        "*bold* _it_ [link](http://x) `code`",
        "**/../../etc/passwd",
        "logs/../../*.md",
        "\u202eevil\u202c text",
    ],
)
async def test_strange_text_is_answered_and_kept_verbatim(tmp_path: Path, text: str):
    async with running_bot(tmp_path) as (bot, you):
        sent = await you.say(text)
        reply = await you.next_reply()
        assert "went wrong" not in reply.text
        kept = await bot.app.core.db.messages.get_message(YOU_ID, sent.message_id)
        assert kept is not None
        assert "".join(kept.text.split()) == "".join(text.translate({7: None, 27: None}).split())


async def test_a_hundred_kilobytes(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        text = "bench 80 kg 5x3 and it felt good. " * 3000
        person: dict[str, JsonValue] = {"id": YOU_ID, "is_bot": False, "first_name": "You"}
        chat: dict[str, JsonValue] = {"id": YOU_ID, "type": "private", "first_name": "You"}
        await bot.client.inject(
            {
                "message": {
                    "message_id": 5000,
                    "date": 1_800_000_000,
                    "chat": chat,
                    "from": person,
                    "text": text,
                }
            }
        )
        assert "went wrong" not in (await you.next_reply(within=20)).text
        kept = await bot.app.core.db.messages.get_message(YOU_ID, 5000)
        assert kept is not None
        assert kept.text == text.strip()


async def test_what_is_not_text(tmp_path: Path):
    png = b"\x89PNG\r\n\x1a\n" + bytes(32)
    async with running_bot(tmp_path) as (_, you):
        await you.sticker()
        assert "but not this" in (await you.next_reply()).text
        await you.location(52.5, 13.4)
        assert "but not this" in (await you.next_reply()).text
        await you.poll("Squat?", "yes", "no")
        assert "but not this" in (await you.next_reply()).text
        await you.document(png, "notes.pdf")
        assert "but not this" in (await you.next_reply()).text
        await you.document(png, "bench.bin", "bench 185lb x5x3")
        assert RECEIPT in (await you.next_reply()).text


async def test_strangers_are_turned_away_politely_and_nothing_is_kept(tmp_path: Path):
    async with running_bot(tmp_path, access={"allow_users": [YOU_ID]}) as (bot, you):
        alex = bot.client.alex
        sent = await alex.say("bench 185lb x5x3")
        assert f"Your id is {ALEX_ID}" in (await alex.next_reply()).text
        receipt = await you.ask("bench 185lb x5x3")
        db = bot.app.core.db
        assert await db.messages.get_message(ALEX_ID, sent.message_id) is None
        assert await db.people.get_user(ALEX_ID) is None
        assert (await alex.answered(await alex.forge(sent, receipt.buttons[0].callback_data or ""))).text
        assert RECEIPT in receipt.text


async def test_an_empty_allow_list_means_nobody(tmp_path: Path):
    async with running_bot(tmp_path, access={}) as (_, you):
        assert "private bot" in (await you.ask("hello")).text


async def test_a_group_is_answered_only_when_it_asks(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, _):
        you, alex = bot.client.in_group(YOU_ID), bot.client.in_group(ALEX_ID)
        said = await you.say("nice session everybody, see you at 7")
        await alex.sticker()
        await you.say("/dance")
        await you.silence(0.3)
        db = bot.app.core.db
        kept = await until(lambda: db.messages.get_message(GROUP_ID, said.message_id), "it to be kept")
        assert kept.text == "nice session everybody, see you at 7"
        sent = await you.say("@swealog_bot, bench 185lb x5x3")
        receipt = await you.next_reply()
        assert RECEIPT in receipt.text
        assert receipt.message.reply_to_message is not None
        assert receipt.message.reply_to_message.message_id == sent.message_id
        await alex.reply(receipt, "ran 5 km in 25:00")
        assert "went wrong" not in (await you.next_reply()).text
        assert await db.entries.entries_of_message(YOU_ID, GROUP_ID, said.message_id) == []
        [entry] = await db.entries.entries_of_message(YOU_ID, GROUP_ID, sent.message_id)
        assert entry.text == "bench 185lb x5x3"


async def test_what_was_said_within_a_second_is_shown_as_it_was_said(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        now = bot.clock()
        for text in ("squat 100kg 5x5", "bench 80kg 5x5", "deadlift 140kg x5"):
            await you.say(text, at=now)
            await you.next_reply()
        for command in ("/today", "/week"):
            shown = (await you.ask(command)).text
            assert shown.index("Squat") < shown.index("Bench") < shown.index("Deadlift")


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("delete everything", "/undo"),
        ("기록 다 지워줘", "/undo"),
    ],
)
async def test_words_of_a_command_are_answered_with_it(tmp_path: Path, text: str, command: str):
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("bench 185lb x5x3")
        assert command in (await you.ask(text)).text
        [entry] = await bot.app.core.db.entries.recent_entries(YOU_ID, limit=9)
        assert not entry.deleted


async def test_an_export_that_is_asked_for_in_words_comes(tmp_path: Path):
    async with running_bot(tmp_path) as (_, you):
        await you.ask("bench 185lb x5x3")
        told = await you.ask("export my data")
        assert told.message.document is not None
        assert str(told.message.document.file_name).endswith(".zip")


async def test_what_is_said_in_a_group_is_remembered_without_a_word(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, _):
        you, alex = bot.client.in_group(YOU_ID), bot.client.in_group(ALEX_ID)
        said = await you.say("bench 185 5x5")
        await alex.say("bench 60kg 5x5")
        await alex.reply(said, "100kg is next, bench 100kg!")
        for chatter in ("great lift!", "who runs 10k tonight?", "see you in 20 min", "the gym opens at 7"):
            await you.say(chatter)
        await you.silence(0.5)
        db = bot.app.core.db
        mine = await db.entries.recent_entries(YOU_ID, limit=9)
        assert [entry.text for entry in mine] == ["bench 185 5x5"]
        assert [entry.text for entry in await db.entries.recent_entries(ALEX_ID, limit=9)] == [
            "bench 60kg 5x5"
        ]
        assert not await db.questions.open_questions(YOU_ID, GROUP_ID)
        await you.edit(said, "bench 90kg 5x5")
        await you.silence(0.3)
        assert "90" in (await you.ask("@swealog_bot what's my best bench?")).text
        await alex.next_reply()
        assert "60" in (await alex.ask("@swealog_bot what's my best bench?")).text


async def test_logging_what_somebody_else_said(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, _):
        you, alex = bot.client.in_group(YOU_ID), bot.client.in_group(ALEX_ID)
        said = await alex.say("@swealog_bot ran 5 km in 25:00")
        await you.next_reply()
        await you.reply(said, "@swealog_bot log this for me too")
        receipt = await you.next_reply()
        assert RECEIPT in receipt.text
        [entry] = await bot.app.core.db.entries.recent_entries(YOU_ID, limit=9)
        assert entry.text == "ran 5 km in 25:00"
        quiet = await you.say("squat 100kg 5x5")
        await you.reply(quiet, "@swealog_bot")
        assert "already" in (await you.next_reply()).text
        assert len(await bot.app.core.db.entries.recent_entries(YOU_ID, limit=9)) == 2


@pytest.mark.parametrize(
    ("log", "was", "now"),
    [
        ("squat 220lb x5", "the squat was 230", "230 lb"),
        ("bench 80kg 5x5", "벤치 85였어", "85 kg"),
        ("bench 80kg 5x5", "reps were 6", "6 reps"),
        ("slept 7h", "sleep was 6h", "6 h"),
    ],
)
async def test_what_was_just_logged_was_something_else(tmp_path: Path, log: str, was: str, now: str):
    async with running_bot(tmp_path) as (bot, you):
        await you.ask(log)
        told = await you.ask(was)
        assert "Changed" in told.text or "고쳤어요" in told.text
        assert now in told.text
        assert len(await bot.app.core.db.entries.recent_entries(YOU_ID, limit=9)) == 1


async def test_what_something_was_is_a_log_where_it_corrects_nothing(tmp_path: Path):
    async with running_bot(tmp_path) as (_, you):
        assert "Logged" in (await you.ask("the squat was 230lb")).text
        assert "Logged" in (await you.ask("sleep was 7h")).text


async def test_in_a_group_nobody_touches_what_is_somebody_elses(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, _):
        you, alex = bot.client.in_group(YOU_ID), bot.client.in_group(ALEX_ID)
        await you.say("@swealog_bot bench 185lb x5x3")
        receipt = await you.next_reply()
        for label in ("Undo", "Fix"):
            assert (await alex.answered(await alex.tap(receipt, label))).text
        await you.say("/settings@swealog_bot")
        page = await you.next_reply()
        assert "somebody else" in (await alex.answered(await alex.tap(page, "lb"))).text
        await alex.say("/today@swealog_bot")
        assert "Nothing logged" in (await you.next_reply()).text
        await you.say("/today@swealog_bot")
        assert "185 lb" in (await you.next_reply()).text
        await you.say("/today@other_bot")
        await you.silence(0.2)


async def test_group_rights_are_given_per_group(tmp_path: Path):
    async with running_bot(tmp_path, access={"allow_users": [YOU_ID]}) as (bot, _):
        you = bot.client.in_group(YOU_ID)
        await you.say("bench 185lb x5x3")
        await you.silence(0.2)
        await you.say("@swealog_bot bench 185lb x5x3")
        assert str(GROUP_ID) in (await you.next_reply()).text


async def test_being_added_to_a_group_and_blocked(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        group = bot.client.in_group(YOU_ID)
        await group.block()
        await group.unblock()
        assert "@swealog_bot" in (await group.next_reply()).text
        await you.block()
        await you.unblock()
        assert "Hello" in (await you.ask("/start")).text


@pytest.mark.parametrize(
    "data", ["q:AAAAAAAAAAAA:0", "q:AAAAAAAAAAAA:skip", "u:01JD7ZK8J2X5W9T0V3B4N6M8QR:1", "x"]
)
async def test_forged_taps_change_nothing(tmp_path: Path, data: str):
    async with running_bot(tmp_path) as (_, you):
        receipt = await you.ask("bench 185lb x5x3")
        assert "don't know this button" in (await you.answered(await you.forge(receipt, data))).text
        await you.silence(0.2)
        assert "185 lb" in (await you.ask("/today")).text


async def test_the_observer_runs_when_its_row_is_due(tmp_path: Path):
    async with running_bot(tmp_path, observer={"hour": 4}) as (bot, you):
        await you.ask("bench 185lb x5x3")
        db = bot.app.core.db
        first = await db.schedule.scheduled(YOU_ID, "observer")
        assert first is not None
        await bot.tick()
        assert await db.schedule.scheduled(YOU_ID, "observer") == first
        bot.clock.set(first.due_at + timedelta(seconds=1))
        await bot.restart()
        db = bot.app.core.db
        await bot.tick()
        ran = await db.schedule.scheduled(YOU_ID, "observer")
        assert ran is not None
        assert ran.due_at == first.due_at + timedelta(days=1)
        versions = len(await db.contexts.versions(YOU_ID))
        bot.clock.set(ran.due_at + timedelta(seconds=1))
        await bot.tick()
        assert len(await db.contexts.versions(YOU_ID)) == versions


async def test_a_command_behind_the_bots_name_is_a_command(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, _):
        group = bot.client.in_group(YOU_ID)
        assert "each side" in (await group.ask("@swealog_bot /plates 100kg")).text
        assert "No programme runs" in (await group.ask("@Swealog_bot, /next")).text
        assert "know the command" in (await group.ask("@swealog_bot /nonsense")).text
        assert await bot.app.core.db.entries.recent_entries(YOU_ID, 9) == []


async def test_a_mistyped_command_is_answered_with_the_nearest(tmp_path: Path):
    async with running_bot(tmp_path) as (_, you):
        assert "Did you mean /programme?" in (await you.ask("/programmes")).text
        assert "Did you mean" not in (await you.ask("/weather")).text


async def test_what_the_bot_knows_of_somebody_is_its_memory(tmp_path: Path):
    async with running_bot(tmp_path) as (_, you):
        asked = await you.ask("what do you know about me?")
        assert asked.text == (await you.ask("/context")).text


async def test_a_unit_is_answered_as_people_say_it(tmp_path: Path):
    async with running_bot(tmp_path) as (_, you):
        await you.ask("squats 3x8 at 80")
        await you.next_reply()
        assert "80 kg" in (await you.ask("yes kilos")).text


async def test_a_thing_that_was_noted_is_found_by_its_name(tmp_path: Path):
    async with running_bot(tmp_path) as (_, you):
        await you.ask("bench 80kg 5x5")
        await you.ask("note to self: try the new gym on main street")
        assert "try the new gym on main street" in (await you.ask("what was that gym again?")).text
