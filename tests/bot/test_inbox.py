from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path

from pydantic import JsonValue
from telegram import Update

from telegram_local.world import YOU_ID
from tests.driver.harness import RunningBot, running_bot


def message(update_id: int, text: str, message_id: int) -> dict[str, JsonValue]:
    person: dict[str, JsonValue] = {"id": YOU_ID, "is_bot": False, "first_name": "You"}
    chat: dict[str, JsonValue] = {"id": YOU_ID, "type": "private", "first_name": "You"}
    command: dict[str, JsonValue] = {"type": "bot_command", "offset": 0, "length": len(text)}
    return {
        "update_id": update_id,
        "message": {
            "message_id": message_id,
            "entities": [command],
            "date": 1_800_000_000,
            "chat": chat,
            "from": person,
            "text": text,
        },
    }


async def offset_confirmed(bot: RunningBot) -> int:
    return max(
        (int(str(call.params.get("offset", 0))) for call in await bot.client.calls("getUpdates")), default=0
    )


async def test_what_cannot_be_written_is_not_confirmed_and_comes_again(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("/help")
        confirmed = await offset_confirmed(bot)
        other = sqlite3.connect(database_of(bot))
        other.execute(
            "CREATE TRIGGER no_room BEFORE INSERT ON inbox BEGIN SELECT RAISE(ABORT, 'disk full'); END"
        )
        other.commit()
        await you.say("/help")
        await asyncio.sleep(0.3)
        assert await offset_confirmed(bot) == confirmed
        other.execute("DROP TRIGGER no_room")
        other.commit()
        other.close()
        assert "/undo" in (await you.next_reply(within=15)).text


def database_of(bot: RunningBot) -> Path:
    return bot.app.core.db.database.path


async def test_a_repeated_message_is_dealt_with_once_even_after_a_restart(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        repeated = message(0, "/help", 9001)
        await bot.client.inject(repeated)
        assert "/undo" in (await you.next_reply()).text
        await bot.client.inject(repeated)
        await you.silence(0.2)
        await bot.restart()
        await bot.client.inject(repeated)
        await you.silence(0.3)


async def test_an_update_and_its_message_are_kept_as_they_came(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        sent = message(0, "bench 100 kg 5x3", 9001)
        person = sent["message"]
        assert isinstance(person, dict)
        person |= {"entities": [], "of_tomorrow": {"deep": [1, None]}, "has_media_spoiler": False}
        await bot.client.inject(sent)
        assert "100" in (await you.next_reply()).text
        with closing(sqlite3.connect(database_of(bot))) as other:
            ((update,),) = other.execute("SELECT raw_json FROM inbox").fetchall()
            ((words,),) = other.execute("SELECT raw_json FROM messages WHERE role = 'user'").fetchall()
        assert json.loads(update) == {**sent, "update_id": json.loads(update)["update_id"]}
        assert json.loads(words) == person


async def test_a_repeated_update_is_queued_once(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        update = Update.de_json(json.loads(json.dumps(message(77, "/help", 9001))), bot.app.application.bot)
        for _ in range(3):
            await bot.app.inbox.put(update)
        assert "/undo" in (await you.next_reply()).text
        await you.silence(0.2)


async def test_unfinished_updates_are_replayed_in_order_before_new_ones(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("/help")
        await bot.stop()
        database = sqlite3.connect(bot.settings.data / "swealog.db")
        (first,) = database.execute("SELECT min(update_id) FROM inbox").fetchone()
        for number, text in ((first - 2, "/nope1"), (first - 1, "/nope2")):  # ids grow with time
            raw = message(number, text, number)
            database.execute(
                "INSERT INTO inbox SELECT ?, lane, ?, received_at, 0 FROM inbox LIMIT 1",
                (number, json.dumps(raw)),
            )
        database.commit()
        database.close()
        await you.say("/nope3")
        await bot.start()
        replies = [(await you.next_reply()).text for _ in range(3)]
        assert [reply.split("/nope")[1][0] for reply in replies] == ["1", "2", "3"]
        await bot.restart()
        await you.silence(0.3)


async def test_an_unreadable_row_does_not_stop_the_start(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("/help")
        await bot.stop()
        database = sqlite3.connect(bot.settings.data / "swealog.db")
        database.execute("INSERT INTO inbox SELECT 7, lane, '[1]', received_at, 0 FROM inbox LIMIT 1")
        database.commit()
        database.close()
        await bot.start()
        assert "/undo" in (await you.ask("/help")).text


async def test_order_in_each_chat_while_chats_run_side_by_side(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        alex = bot.client.alex
        for number in range(8):
            await you.say(f"/nope{number}")
            await alex.say(f"/nope{number}")
        for person in (you, alex):
            replies = [(await person.next_reply()).text for _ in range(8)]
            assert [int(reply.split("/nope")[1][0]) for reply in replies] == list(range(8))
