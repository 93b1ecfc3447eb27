"""Of strangers nothing is left: not in the database's free pages, nor in its log, nor in a backup."""

from __future__ import annotations

import json
import random
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.people import codes
from storage.backup import back_up
from storage.entities import InboxUpdate
from storage.preparation import FILE_NAME
from storage.stores import Stores
from telegram_local.messages import StoredMessage
from telegram_local.world import YOU_ID
from tests.access.helping import SAM_ID, console_code, database, dealt_with, found, newcomer
from tests.driver.harness import RunningBot, running_bot
from tests.driver.older_stamp import taken_back
from tests.driver.person import Person

STRANGER = pytest.mark.fault("a stranger writes")
CANARY = "xylophone"
NOTICE = "don't know this button"


def rows(bot: RunningBot) -> int:
    """Updates written down so far."""
    with closing(sqlite3.connect(database(bot))) as connection:
        [(count,)] = connection.execute("SELECT count(*) FROM inbox")
    return int(count)


async def talk(bot: RunningBot, you: Person, sam: Person, guesses: list[str]) -> StoredMessage:
    """Strangers' messages short and long, with a log of somebody who is in after every tenth."""
    rng = random.Random(3)  # noqa: S311 - no secret
    sent = await sam.say(f"hello {CANARY}")
    for number in range(60):
        await sam.say(f"{CANARY}{number:03} " * rng.choice((4, 60, 150, 290)))
        if number % 10 == 0:
            assert "Logged" in (await you.ask(f"bench {100 + number} kg 5x5 {'easy ' * number}")).text
    for guess in guesses:
        await sam.say(guess)
    await dealt_with(bot)
    return sent


async def tap(sam: Person, on: StoredMessage) -> list[str]:
    """Thirty forged taps, by their ids."""
    taps = [await sam.forge(on, f"s:{CANARY}:{number}") for number in range(30)]
    await sam.answered(taps[0])
    return [tapped.query_id for tapped in taps]


@STRANGER
async def test_no_file_holds_their_words_or_the_codes_they_sent(tmp_path: Path):
    async with running_bot(tmp_path, access={"allow_users": [YOU_ID]}) as (bot, you):
        await console_code(bot)
        sam = newcomer(bot, name=f"Sam{CANARY}")
        guesses = [codes.shown(codes.new_code()) for _ in range(8)]
        sent = await talk(bot, you, sam, guesses)
        before = rows(bot)
        query_ids = await tap(sam, sent)
        await dealt_with(bot)
        assert rows(bot) == before, "a tap leaves no row"
        told = await bot.client.calls("answerCallbackQuery")
        assert [call.params["callback_query_id"] for call in told] == query_ids[:1]
        await back_up(bot.settings.data, bot.clock(), keep=3)
        await bot.tick()
        canaries = (CANARY, str(SAM_ID), *guesses, *(guess.replace("-", "") for guess in guesses))
        assert found(bot.settings.data, *canaries) == []
        assert "100 kg" in (await you.ask("/today")).text
    assert found(bot.settings.data, *canaries) == []


@STRANGER
async def test_taps_are_answered_once_an_hour(tmp_path: Path):
    async with running_bot(tmp_path, access={"allow_users": [YOU_ID]}) as (bot, _):
        sam = newcomer(bot)
        sent = await sam.say("hello")
        for _ in range(2):
            await tap(sam, sent)
            await dealt_with(bot)
            bot.clock.advance(minutes=61)
        told = await bot.client.calls("answerCallbackQuery")
        assert [NOTICE in str(call.params.get("text")) for call in told] == [True, True]


async def test_what_is_scrubbed_is_in_no_free_page_however_many_rows_were_split_meanwhile(tmp_path: Path):
    """Whoever was put out while the bot was stopped is a stranger of whom there are rows."""
    rng, now = random.Random(1), datetime(2026, 11, 22, tzinfo=UTC)  # noqa: S311 - no secret
    db = await Stores.open(tmp_path)
    number = 0
    for _ in range(8):
        batch: list[InboxUpdate] = []
        for _ in range(100):
            number += 1
            lane, word = (f"chat:{SAM_ID}", CANARY) if rng.random() < 0.6 else ("chat:5", "bench")
            raw = json.dumps({"text": f"{word}{number:04} " * rng.choice((4, 25, 70, 130, 220, 800))})
            batch.append(InboxUpdate(update_id=number, lane=lane, raw_json=raw, received_at=now, done=False))
        await db.inbox.put_updates(batch)
        rng.shuffle(batch)
        for update in batch:
            if update.lane == "chat:5":
                await db.inbox.mark_done(update.update_id)
            else:
                await db.scrubbing.scrub_update(update.update_id)
    assert await db.database.fold()
    assert found(tmp_path, CANARY, str(SAM_ID)) == []
    assert len(found(tmp_path, "bench")) == 1
    await db.close()


def as_left_by_an_older_version(path: Path) -> None:
    """Strangers' updates, deleted by a version that overwrote nothing."""
    rows = [
        (number, f"{CANARY}{number:03} " * 90, "2026-11-01T00:00:00.000000+00:00") for number in range(200)
    ]
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA secure_delete = OFF")
        connection.executemany("INSERT INTO inbox VALUES (?, '', ?, ?, 1)", rows)
        connection.commit()
        connection.execute("DELETE FROM inbox WHERE raw_json LIKE ?", (f"{CANARY}%",))
        taken_back(connection, "0006")
        connection.commit()


@STRANGER
async def test_an_upgrade_overwrites_what_older_versions_left(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("bench 100 kg 5x5")
        await bot.stop()
        as_left_by_an_older_version(database(bot))
        assert found(bot.settings.data, CANARY) == [f"{FILE_NAME}: {CANARY}"]
        await bot.start()
        assert found(bot.settings.data, CANARY) == []
        assert "100 kg" in (await you.ask("/today")).text
