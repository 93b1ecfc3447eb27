"""A stranger gets one polite sentence an hour; of what they send nothing is kept, and nothing is fetched."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from pydantic import JsonValue

from bot.entrance import door
from telegram_local.world import ALEX_ID, GROUP_ID, YOU_ID
from tests.access.helping import SAM_ID, dealt_with, fault_met, found, newcomer, nothing_queued
from tests.driver.harness import RunningBot, running_bot
from tests.driver.person import Person

STRANGER = pytest.mark.fault("a stranger writes")
WORDS = "xylophone"
GIF = b"GIF89a" + bytes((2, 0, 2, 0)) + WORDS.encode()
OGG = b"OggS" + WORDS.encode() + bytes(32)

Act = Callable[[Person], Awaitable[object]]

ACTS: dict[str, Act] = {
    "text": lambda sam: sam.say(f"bench 100 kg {WORDS}"),
    "a command": lambda sam: sam.say(f"/context {WORDS}"),
    "an owner's command": lambda sam: sam.say(f"/invite {WORDS}"),
    "an unknown command": lambda sam: sam.say(f"/{WORDS}"),
    "a picture": lambda sam: sam.photo(GIF, WORDS),
    "a voice note": lambda sam: sam.voice(OGG),
    "an export of another app": lambda sam: sam.document(
        f"Date,Exercise Name,Weight,Reps\n2026-11-20,{WORDS},100,5\n".encode(), f"{WORDS}.csv"
    ),
    "a sticker": lambda sam: sam.sticker(),
    "a place": lambda sam: sam.location(52.5, 13.4),
    "a poll": lambda sam: sam.poll(WORDS, "yes", "no"),
}


async def rows(bot: RunningBot, user_id: int) -> int:
    """Whatever is stored about somebody."""
    db = bot.app.core.db
    counts = [
        len(await db.entries.recent_entries(user_id, 9)),
        len(await db.messages.recent_messages(user_id, 9)),
        len(await db.attachments.attachments(user_id)),
        int(await db.people.get_user(user_id) is not None),
        int(await db.schedule.scheduled(user_id, "observer") is not None),
        len(await db.outbox.undeliverable()),
    ]
    return sum(counts)


@STRANGER
async def test_nothing_of_theirs_is_kept_or_fetched(
    tmp_path: Path, record_property: Callable[[str, object], None]
):
    async with running_bot(tmp_path, access={"allow_users": [YOU_ID]}) as (bot, you):
        strangers = {what: newcomer(bot, SAM_ID + n, f"Sam{WORDS}") for n, what in enumerate(ACTS)}
        for what, sam in strangers.items():
            await ACTS[what](sam)
            assert f"Your id is {sam.user_id}" in (await sam.next_reply()).text, what
        assert "Logged" in (await you.ask("bench 100 kg 5x5")).text
        await dealt_with(bot)
        await bot.tick()
        for what, sam in strangers.items():
            assert await rows(bot, sam.user_id) == 0, what
            assert found(bot.settings.data, str(sam.user_id)) == [], what
            assert [call.method for call in await bot.client.calls(chat_id=sam.user_id)] == ["sendMessage"]
        assert found(bot.settings.data, WORDS) == []
        assert await bot.client.calls("getFile") == []
        record_property("trials", len(strangers))


@STRANGER
async def test_they_are_told_once_an_hour(tmp_path: Path):
    async with running_bot(tmp_path, access={}) as (bot, _):
        sam = newcomer(bot)
        for _ in range(2):
            for act in ACTS.values():
                await act(sam)
            assert "private bot" in (await sam.next_reply()).text
            await dealt_with(bot)
            await sam.silence(0.1)
            bot.clock.advance(minutes=61)


@STRANGER
async def test_what_is_remembered_of_strangers_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(door, "REMEMBERED", 30)
    async with running_bot(tmp_path, access={}) as (bot, _):
        for number in range(50):
            person: dict[str, JsonValue] = {"id": 50_000 + number, "is_bot": False, "first_name": "S"}
            chat: dict[str, JsonValue] = {"id": 50_000 + number, "type": "private", "first_name": "S"}
            message: dict[str, JsonValue] = {
                "message_id": 1, "date": 1_800_000_000, "chat": chat, "from": person, "text": "hi"
            }  # fmt: skip
            await bot.client.inject({"message": message})
        await dealt_with(bot)
        assert len(bot.app.door.told) == 30


@STRANGER
async def test_edits_taps_and_blocking_are_done_with_in_silence(tmp_path: Path):
    async with running_bot(tmp_path, access={"allow_users": [YOU_ID]}) as (bot, you):
        receipt = await you.ask("bench 100 kg 5x5")
        sam = newcomer(bot, name=f"Sam{WORDS}")
        sent = await sam.say("hello")
        await sam.next_reply()
        await sam.edit(sent, f"hello {WORDS}")
        tapped = [await sam.forge(sent, button.callback_data or "") for button in receipt.buttons]
        assert "don't know this button" in (await sam.answered(tapped[0])).text
        await sam.block()
        await sam.unblock()
        await dealt_with(bot)
        await sam.silence(0.1)
        await bot.tick()
        assert await rows(bot, SAM_ID) == 0
        assert found(bot.settings.data, WORDS, str(SAM_ID)) == []
        assert "100 kg" in (await you.ask("/today")).text


@STRANGER
async def test_in_a_group_that_is_in_everybody_is_known_there_and_nowhere_else(tmp_path: Path):
    async with running_bot(tmp_path, access={"allow_groups": [GROUP_ID]}) as (bot, _):
        alex = bot.client.in_group(ALEX_ID)
        assert "Logged" in (await alex.ask("@swealog_bot bench 60kg 5x5")).text
        assert "private bot" in (await bot.client.alex.ask("what's my best bench?")).text
        assert len(await bot.app.core.db.entries.recent_entries(ALEX_ID, 9)) == 1


@STRANGER
async def test_what_others_quote_of_a_stranger_is_not_acted_on(tmp_path: Path):
    """In a group that is not in, somebody who is in replies to what a stranger has said."""
    async with running_bot(tmp_path, access={"allow_users": [YOU_ID]}) as (bot, _):
        you, alex = bot.client.in_group(YOU_ID), bot.client.in_group(ALEX_ID)
        said = await alex.say(f"bench 60kg {WORDS}")
        await you.reply(said, "@swealog_bot log this too")
        assert "/allow here" in (await you.next_reply()).text
        await dealt_with(bot)
        await bot.tick()
        assert await rows(bot, YOU_ID) == 0
        assert found(bot.settings.data, WORDS) == []


@STRANGER
async def test_who_was_taken_out_of_the_configuration_is_a_stranger_for_what_waits_too(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        assert "Logged" in (await you.ask("bench 100 kg 5x5")).text
        alex = bot.client.alex
        question = await alex.ask("bench 185 5x5")
        while not any("kg" in label for label in question.labels):
            question = await alex.next_reply()
        await bot.client.fault("rate_limit", "sendMessage", chat_id=ALEX_ID, retry_after=1)
        await alex.say("squat 140 kg 5x5")
        await dealt_with(bot)
        await fault_met(bot)
        await bot.stop()
        await alex.say(f"deadlift 180 kg {WORDS}")
        bot.settings = bot.settings.model_copy(
            update={"access": bot.settings.access.model_copy(update={"allow_users": (YOU_ID,)})}
        )
        await bot.start()
        assert "private bot" in (await alex.next_reply()).text
        assert "don't know this button" in (await alex.answered(await alex.tap(question, "kg"))).text
        await dealt_with(bot)
        await nothing_queued(bot)
        await bot.tick()
        db = bot.app.core.db
        assert [row.error for row in await db.outbox.undeliverable()] == ["not allowed any more"]
        stored = [entry.text for entry in await db.entries.recent_entries(ALEX_ID, 9)]
        assert sorted(stored) == ["bench 185 5x5", "squat 140 kg 5x5"], "what was said while it was allowed"
        assert found(bot.settings.data, WORDS) == []
