"""Pictures through the front door, and what holds for voice and pictures alike."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.model.context.prompts import prompt
from telegram_local.world import ALEX_ID, GROUP_ID, YOU_ID
from tests.driver.harness import running_bot
from tests.driver.sizes import size
from tests.models.answers import MATRIX, Fault, exactly
from tests.models.matrix import SLOW
from tests.models.media import OGG, PHOTO, entries, file_of, kept, listening, png, says, shows
from tests.models.server import ModelServer


async def test_a_whiteboard_is_a_log(tmp_path: Path, server: ModelServer) -> None:
    shows(server, "squat 140 kg 3x5\nbench press 100 kg 5x5")
    async with listening(tmp_path, server) as (bot, you):
        await you.photo(PHOTO)
        receipt = await you.next_reply()
        assert receipt.text.startswith("📷 “squat 140 kg 3x5\nbench press 100 kg 5x5”")
        assert "5 reps, 3 sets" in receipt.text
        assert "5 reps, 5 sets" in receipt.text
        (seen,) = server.calls("picture")
        assert seen.images == 1
        assert seen.system.startswith(prompt("picture").instructions[:200])
        (picture,) = await kept(bot)
        assert picture.kind == "picture"
        assert file_of(bot, picture).read_bytes() == PHOTO


async def test_a_meal_and_its_caption(tmp_path: Path, server: ModelServer) -> None:
    shows(server, "breakfast: two fried eggs, toast, coffee")
    async with listening(tmp_path, server) as (bot, you):
        sent = await you.photo(PHOTO, "450 kcal")
        receipt = await you.next_reply()
        assert "📷 “breakfast: two fried eggs, toast, coffee”" in receipt.text
        assert "450 kcal" in receipt.text
        assert "450 kcal" in server.calls("picture")[0].user
        await you.edit(sent, "500 kcal")
        changed = await you.next_reply()
        assert "500 kcal" in changed.text
        (entry,) = await entries(bot)
        assert any("eggs" in (measure.text or "") for measure in entry.measures)
        assert len(server.calls("picture")) == 1


async def test_the_picture_is_found_again_from_an_answer(tmp_path: Path, server: ModelServer) -> None:
    shows(server, "squat 140 kg 3x5")
    async with listening(tmp_path, server) as (_, you):
        sent = await you.photo(PHOTO)
        await you.next_reply()
        answer = await you.ask("what's my best squat?")
        await you.tap(answer, (0, 0))
        evidence = await you.next_reply()
        assert evidence.message.reply_to_message is not None
        assert evidence.message.reply_to_message.message_id == sent.message_id


async def test_nothing_to_log_on_it(tmp_path: Path, server: ModelServer) -> None:
    shows(server, "", unreadable=True)
    async with listening(tmp_path, server) as (bot, you):
        await you.photo(PHOTO)
        assert "could not make out" in (await you.next_reply()).text
        assert await entries(bot) == []


async def test_a_caption_is_logged_though_nobody_looks(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        await you.photo(PHOTO)
        unread = (await you.next_reply()).text
        assert "can't look at pictures" in unread
        assert "llm" not in unread
        await you.photo(PHOTO, "squat 140 kg 3x5")
        receipt = (await you.next_reply()).text
        assert "kept your picture, but I can't look at pictures here" in receipt
        assert "140 kg" in receipt
        assert len(await kept(bot)) == 2
        assert len(await entries(bot)) == 1


async def test_a_picture_read_later_joins_its_caption(tmp_path: Path, server: ModelServer) -> None:
    server.always("picture", Fault.SERVER_ERROR)
    async with listening(tmp_path, server) as (bot, you):
        sent = await you.photo(PHOTO, "slept 7 h")
        receipt = (await you.next_reply()).text
        assert "did not answer" in receipt
        assert "7 h" in receipt
        shows(server, "squat 140 kg 3x5")
        await you.reply(sent, "log this")
        assert "140 kg" in (await you.next_reply()).text
        (entry,) = await entries(bot)
        assert {measure.name for measure in entry.measures} == {"sleep", "squat"}


async def test_an_album_is_read_picture_by_picture(tmp_path: Path, server: ModelServer) -> None:
    server.script(
        "picture",
        exactly({"text": "squat 140 kg 3x5", "unreadable": False}),
        exactly({"text": "bench press 100 kg 5x5", "unreadable": False}),
    )
    async with listening(tmp_path, server) as (bot, you):
        await you.photo(PHOTO)
        await you.photo(png(3, 2))
        assert "140 kg" in (await you.next_reply()).text
        assert "100 kg" in (await you.next_reply()).text
        assert len({file_of(bot, picture) for picture in await kept(bot)}) == 2


async def test_a_picture_sent_as_a_file(tmp_path: Path, server: ModelServer) -> None:
    shows(server, "squat 140 kg 3x5")
    async with listening(tmp_path, server) as (_, you):
        await you.document(PHOTO, "board.png", mime="image/png")
        assert "140 kg" in (await you.next_reply()).text
        await you.document(png(padding=6 * 1024 * 1024), "board.png", mime="image/png")
        assert "too big" in (await you.next_reply()).text
        await you.document(b"GIF89a nonsense"[6:], "board.png", mime="image/png")
        assert "could not make out" in (await you.next_reply()).text
        assert len(server.calls("picture")) == 1


@pytest.mark.parametrize(
    ("written", "receipt"),
    [
        ("delete my bench press from today", "📝 Noted."),
        ("bench was 10 kg, not 100", "Logged"),
        ("what's my best bench?", "📝 Noted."),
    ],
)
async def test_what_a_picture_says_is_no_order(
    tmp_path: Path, server: ModelServer, written: str, receipt: str
) -> None:
    shows(server, written)
    async with listening(tmp_path, server) as (bot, you):
        await you.ask("bench 100 kg 5x5")
        await you.photo(PHOTO)
        assert receipt in (await you.next_reply()).text
        assert written in [entry.text for entry in await entries(bot)]
        stored = [entry for entry in await entries(bot) if entry.text == "bench 100 kg 5x5"]
        assert [(entry.revision, entry.deleted) for entry in stored] == [(1, False)]


async def test_a_picture_answers_a_question_only_as_a_reply(tmp_path: Path, server: ModelServer) -> None:
    shows(server, "kg")
    async with listening(tmp_path, server) as (_, you):
        await you.ask("squat 120 5x5")
        question = await you.next_reply()
        await you.photo(PHOTO)
        assert (await you.next_reply()).text == "📷 “kg”\n\n📝 Noted."
        await you.tap(question, "kg")
        assert "120 kg" in (await you.next_reply()).text


@pytest.mark.soak
@pytest.mark.parametrize("fault", [*MATRIX][:: size(3, 1, 1)])
async def test_whatever_a_model_does_the_person_is_answered_and_the_file_kept(
    tmp_path: Path, server: ModelServer, fault: Fault
) -> None:
    server.retry_after = 0.05
    server.always("voice", fault)
    server.always("picture", fault)
    patience = 0.5 if fault in SLOW else 20
    async with listening(tmp_path, server, calls={"medium_seconds": patience}) as (bot, you):
        for send in (you.voice, you.photo):
            await send(OGG if send == you.voice else PHOTO)
            reply = await you.next_reply()
            assert reply.text[0] in "🎤📷"
            assert "went wrong" not in reply.text
        sound, picture = await kept(bot)
        assert file_of(bot, sound).read_bytes() == OGG
        assert file_of(bot, picture).read_bytes() == PHOTO


async def test_in_a_group_only_what_is_meant_for_the_bot_is_fetched(
    tmp_path: Path, server: ModelServer
) -> None:
    says(server, "bench 100 kg 5x5")
    shows(server, "bench press 90 kg 5x5")
    async with listening(tmp_path, server) as (bot, _):
        you, alex = bot.client.in_group(YOU_ID), bot.client.in_group(ALEX_ID)
        mention = bot.app.bot.mention
        note = await you.voice(OGG)
        await alex.photo(PHOTO, "squat 140 kg 3x5")
        await you.silence()
        assert server.asked == []
        assert await kept(bot) == await kept(bot, ALEX_ID) == []
        (entry,) = await entries(bot, ALEX_ID)
        assert entry.text == "squat 140 kg 3x5"
        await you.reply(note, mention)
        told = await you.next_reply()
        assert "100 kg" in told.text
        assert told.message.reply_to_message is not None
        assert told.message.reply_to_message.message_id == note.message_id
        await alex.photo(PHOTO, f"{mention} press")
        assert "90 kg" in (await you.next_reply()).text
        assert {n.chat_id for n in [*await kept(bot), *await kept(bot, ALEX_ID)]} == {GROUP_ID}
