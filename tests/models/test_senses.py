"""Voice notes and pictures through the front door: a real bot, a scripted provider, both over HTTP."""

from __future__ import annotations

import asyncio
import io
import json
import struct
import zipfile
import zlib
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from pydantic import JsonValue

from agents.machine import State
from agents.model.prompts import prompt
from agents.turn import Turn
from agents.work import Work
from bot.local.person import Person
from bot.local.world import ALEX_ID, GROUP_ID, YOU_ID
from storage.entities import Attachment, Entry
from tests.harness import RunningBot, running_bot
from tests.models.answers import MATRIX, Fault, exactly, text
from tests.models.server import ModelServer

OGG = b"OggS" + bytes(200)


def png(width: int = 2, height: int = 2, padding: int = 0) -> bytes:
    """A grey picture; `padding` bytes more in a chunk that nobody looks at."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        return (
            struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
        )

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress(b"".join(b"\0" + bytes(width) for _ in range(height)))
    extra = chunk(b"zzZz", bytes(padding)) if padding else b""
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + extra + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


PHOTO = png()


def ears_and_eyes(server: ModelServer) -> dict[str, object]:
    """`llm:` with models for voice and pictures, and none for anything else."""
    given = server.llm_section()
    return {
        "providers": {"scripted": {"api": "compatible", "api_base": server.openai_base}},
        "tiers": given["tiers"],
        "voice": {"provider": "scripted", "model": "scripted-ears"},
        "pictures": {"provider": "scripted"},
    }


@asynccontextmanager
async def listening(
    tmp_path: Path, server: ModelServer, **settings: Mapping[str, object]
) -> AsyncGenerator[tuple[RunningBot, Person]]:
    """The bot with ears and eyes; what is tried again is tried again at once."""
    limits = {"calls": {"backoff_seconds": 0, "medium_seconds": 1, **settings.pop("calls", {})}}
    llm = {**ears_and_eyes(server), **settings}
    async with running_bot(tmp_path, llm=llm, limits=limits) as (bot, you):
        bot.client.patience = 40  # whoever comes first waits for litellm to be loaded
        yield bot, you


def says(server: ModelServer, words: str) -> None:
    server.always("voice", text(words))


def shows(server: ModelServer, words: str, *, unreadable: bool = False) -> None:
    server.always("picture", exactly({"text": words, "unreadable": unreadable}))


async def entries(bot: RunningBot, user_id: int = YOU_ID) -> list[Entry]:
    return await bot.app.core.repository.recent_entries(user_id, 50)


async def kept(bot: RunningBot, user_id: int = YOU_ID) -> list[Attachment]:
    return await bot.app.core.repository.attachments(user_id)


def file_of(bot: RunningBot, attachment: Attachment) -> Path:
    assert attachment.path is not None
    return bot.settings.data / attachment.path


# Voice


async def test_a_voice_note_is_a_log(tmp_path: Path, server: ModelServer) -> None:
    says(server, "bench 100 kg 5x5")
    async with listening(tmp_path, server) as (bot, you):
        sent = await you.voice(OGG)
        receipt = await you.next_reply()
        assert receipt.text.startswith("🎤 “bench 100 kg 5x5”")
        assert "5 reps, 5 sets" in receipt.text
        (heard,) = server.calls("voice")
        assert heard.raw["bytes"] == len(OGG)
        assert heard.model == "scripted-ears"
        (note,) = await kept(bot)
        assert (note.kind, note.message_id, note.text) == ("voice", sent.message_id, "bench 100 kg 5x5")
        file = file_of(bot, note)
        assert file.read_bytes() == OGG
        assert file.relative_to(bot.settings.data / "media").parts[:2] == (f"{note.at:%Y}", f"{note.at:%m}")
        assert file.stat().st_mode & 0o777 == 0o600
        assert file.parent.parent.parent.stat().st_mode & 0o777 == 0o700


async def test_what_was_heard_wrong_is_fixed(tmp_path: Path, server: ModelServer) -> None:
    says(server, "bench 100 kg 5x5")
    async with listening(tmp_path, server) as (bot, you):
        sent = await you.voice(OGG)
        receipt = await you.next_reply()
        await you.tap(receipt, "Fix")
        await you.reply(await you.next_reply(), "it was 110 kg")
        assert "110 kg" in (await you.next_reply()).text
        await you.reply(sent, "it was 105 kg")
        assert "105 kg" in (await you.next_reply()).text
        (entry,) = await entries(bot)
        assert entry.measures[0].weight == 105
        assert entry.text == "bench 100 kg 5x5"
        assert len(server.calls("voice")) == 1


async def test_a_correction_may_be_spoken(tmp_path: Path, server: ModelServer) -> None:
    says(server, "sorry, it was 90 kg")
    async with listening(tmp_path, server) as (_, you):
        await you.ask("bench 100 kg 5x5")
        await you.voice(OGG)
        told = await you.next_reply()
        assert told.text.startswith("🎤 “sorry, it was 90 kg”")
        assert "90 kg" in told.text.partition("Changed")[2]


async def test_a_question_is_asked_and_one_answered_by_voice(tmp_path: Path, server: ModelServer) -> None:
    async with listening(tmp_path, server) as (bot, you):
        says(server, "squat 120 5x5")
        await you.voice(OGG)
        assert "120" in (await you.next_reply()).text
        assert "Kilograms or pounds?" in (await you.next_reply()).text
        says(server, "kilos")
        await you.voice(OGG)
        assert "120 kg" in (await you.next_reply()).text
        says(server, "What's my best squat?")
        await you.voice(OGG)
        answer = await you.next_reply()
        assert answer.text.startswith("🎤 “What's my best squat?”")
        assert "120 kg" in answer.text
        assert len(await kept(bot)) == 3


async def test_no_words(tmp_path: Path, server: ModelServer) -> None:
    says(server, " ")
    async with listening(tmp_path, server) as (bot, you):
        await you.voice(OGG)
        assert "heard no words" in (await you.next_reply()).text
        assert await entries(bot) == []
        assert file_of(bot, (await kept(bot))[0]).exists()


async def test_without_a_model_it_is_kept_and_said_how_to_set_one_up(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        sent = await you.voice(OGG)
        reply = await you.next_reply()
        assert "kept your voice note" in reply.text
        assert "llm.voice" in reply.text
        (note,) = await kept(bot)
        assert file_of(bot, note).read_bytes() == OGG
        assert note.text is None
        message = await bot.app.core.repository.get_message(YOU_ID, sent.message_id)
        assert message is not None
        assert note.file_id in (message.raw_json or "")
        assert await entries(bot) == []


@pytest.mark.parametrize("fault", [Fault.SERVER_ERROR, Fault.HANG, Fault.RESET, Fault.UNAUTHORIZED])
async def test_a_model_that_does_not_listen_loses_nothing(
    tmp_path: Path, server: ModelServer, fault: Fault
) -> None:
    server.always("voice", fault)
    async with listening(tmp_path, server) as (bot, you):
        sent = await you.voice(OGG)
        assert "did not answer" in (await you.next_reply()).text
        (note,) = await kept(bot)
        assert file_of(bot, note).read_bytes() == OGG
        says(server, "bench 100 kg 5x5")
        await you.reply(sent, "log this")
        assert "100 kg" in (await you.next_reply()).text
        (entry,) = await entries(bot)
        assert entry.message_id == sent.message_id
        assert len(await kept(bot)) == 1
        await you.reply(sent, "log this")
        assert "have that already" in (await you.next_reply()).text


async def test_at_the_cap_it_is_kept_and_nobody_is_asked(tmp_path: Path, server: ModelServer) -> None:
    paid = {"scripted": {"api": "openai", "api_base": server.openai_base}}
    async with listening(tmp_path, server, budget={"user_day": 0.0}, providers=paid) as (bot, you):
        await you.voice(OGG * 100)
        assert "used up" in (await you.next_reply()).text
        await you.photo(PHOTO, "slept 7 h")
        told = (await you.next_reply()).text
        assert "used up" in told
        assert "7 h" in told
        assert server.asked == []
        assert len(await kept(bot)) == 2


async def test_calls_are_on_the_account_of_who_spoke(tmp_path: Path, server: ModelServer) -> None:
    says(server, "bench 100 kg 5x5")
    shows(server, "squat 140 kg 3x5")
    async with listening(tmp_path, server) as (bot, you):
        await you.voice(OGG)
        await you.next_reply()
        await you.photo(PHOTO)
        await you.next_reply()
        await bot.stop()
        await bot.start()
        costs = await bot.app.core.repository.call_costs(YOU_ID, bot.clock() - timedelta(minutes=5))
        assert {cost.kind for cost in costs} == {"voice", "picture"}


async def test_stopped_in_between_it_is_neither_lost_nor_stored_twice(
    tmp_path: Path, server: ModelServer
) -> None:
    server.always("voice", Fault.HANG)
    async with listening(tmp_path, server, calls={"medium_seconds": 60}) as (bot, you):
        await you.voice(OGG)
        await server.has_been_asked()
        await bot.stop()
        says(server, "bench 100 kg 5x5")
        await bot.start()
        assert "100 kg" in (await you.next_reply()).text
        await bot.app.core.lanes.idle()
        assert len(await entries(bot)) == 1
        (note,) = await kept(bot)
        assert [file.name for file in file_of(bot, note).parent.iterdir()] == [f"{note.id}.ogg"]


async def test_heard_before_a_kill_it_is_not_heard_again(tmp_path: Path, server: ModelServer) -> None:
    says(server, "bench 100 kg 5x5")
    reached = asyncio.Event()

    async def stuck(_turn: Turn, _work: Work) -> State:
        reached.set()
        await asyncio.Event().wait()
        return State.BUILD_CONTEXT

    async with listening(tmp_path, server) as (bot, you):
        bot.app.core.machine.steps[State.ROUTE] = stuck
        await you.voice(OGG)
        await reached.wait()
        await bot.restart()
        assert "100 kg" in (await you.next_reply()).text
        assert len(server.calls("voice")) == 1
        assert len(await entries(bot)) == 1


async def test_a_file_that_is_too_big_or_will_not_come(tmp_path: Path, server: ModelServer) -> None:
    says(server, "bench 100 kg 5x5")
    async with listening(tmp_path, server) as (bot, you):
        await you.voice(OGG + bytes(20 * 1024 * 1024))
        assert "too big" in (await you.next_reply()).text
        await bot.client.fault("error", "getFile", status=400, description="Bad Request: wrong file_id")
        sent = await you.voice(OGG)
        assert "did not give me" in (await you.next_reply()).text
        assert [note.path for note in await kept(bot)] == [None, None]
        await you.reply(sent, "log this")
        assert "100 kg" in (await you.next_reply()).text


async def test_a_moment_without_telegram_is_waited_out(tmp_path: Path, server: ModelServer) -> None:
    says(server, "bench 100 kg 5x5")
    async with listening(tmp_path, server) as (bot, you):
        await bot.client.fault("server_error", "getFile")
        await you.voice(OGG)
        assert "100 kg" in (await you.next_reply()).text


@pytest.mark.parametrize(
    ("kind", "media_type", "suffix"),
    [("audio", "audio/mpeg", "mp3"), ("audio", "audio/x-m4a", "m4a"), ("video_note", None, "mp4")],
)
async def test_other_sound_is_heard_too(
    tmp_path: Path, server: ModelServer, kind: str, media_type: str | None, suffix: str
) -> None:
    says(server, "bench 100 kg 5x5")
    async with listening(tmp_path, server) as (bot, you):
        shelved = await you.document(b"sound", f"sound.{suffix}")
        assert "but not this" in (await you.next_reply()).text
        assert shelved.message.document is not None
        file: dict[str, JsonValue] = {
            "file_id": shelved.message.document.file_id,
            "file_unique_id": "u",
            "duration": 3,
            "length": 240,
        }
        person: dict[str, JsonValue] = {"id": YOU_ID, "is_bot": False, "first_name": "You"}
        message: dict[str, JsonValue] = {
            "message_id": 5000,
            "date": int(bot.clock.timestamp()),
            "chat": {"id": YOU_ID, "type": "private", "first_name": "You"},
            "from": person,
            kind: {**file, **({"mime_type": media_type} if media_type else {})},
        }
        await bot.client.inject({"message": message})
        assert "100 kg" in (await you.next_reply()).text
        (note,) = await kept(bot)
        assert file_of(bot, note).name == f"{note.id}.{suffix}"


async def test_sound_sent_as_a_file(tmp_path: Path, server: ModelServer) -> None:
    says(server, "bench 100 kg 5x5")
    async with listening(tmp_path, server) as (_, you):
        await you.document(b"sound", "log.m4a", mime="audio/x-m4a")
        assert "100 kg" in (await you.next_reply()).text


async def test_export_brings_the_files_along(tmp_path: Path, server: ModelServer) -> None:
    says(server, "bench 100 kg 5x5")
    async with listening(tmp_path, server) as (bot, you):
        await you.voice(OGG)
        await you.next_reply()
        packed = await you.ask("/export")
        assert packed.message.document is not None
        content = await bot.client.download(packed.message.document.file_id)
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            (note,) = await kept(bot)
            assert note.path is not None
            assert archive.read(note.path) == OGG
            (told,) = json.loads(archive.read("media.json"))
            assert told["text"] == "bench 100 kg 5x5"
            assert "file_id" not in told


# Pictures


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
        await you.tap(answer, "📎")
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
        assert "llm.pictures" in (await you.next_reply()).text
        await you.photo(PHOTO, "squat 140 kg 3x5")
        receipt = (await you.next_reply()).text
        assert "kept your picture, but did not read it" in receipt
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
    "written", ["delete my bench press from today", "bench was 10 kg, not 100", "what's my best bench?"]
)
async def test_what_a_picture_says_is_no_order(tmp_path: Path, server: ModelServer, written: str) -> None:
    shows(server, written)
    async with listening(tmp_path, server) as (bot, you):
        await you.ask("bench 100 kg 5x5")
        await you.photo(PHOTO)
        assert "Logged" in (await you.next_reply()).text
        stored = [entry for entry in await entries(bot) if entry.text == "bench 100 kg 5x5"]
        assert [(entry.revision, entry.deleted) for entry in stored] == [(1, False)]


async def test_a_picture_answers_a_question_only_as_a_reply(tmp_path: Path, server: ModelServer) -> None:
    shows(server, "kg")
    async with listening(tmp_path, server) as (_, you):
        await you.ask("squat 120 5x5")
        question = await you.next_reply()
        await you.photo(PHOTO)
        assert "Logged" in (await you.next_reply()).text
        await you.tap(question, "kg")
        assert "120 kg" in (await you.next_reply()).text


# Faults


@pytest.mark.parametrize("fault", MATRIX)
async def test_whatever_a_model_does_the_person_is_answered_and_the_file_kept(
    tmp_path: Path, server: ModelServer, fault: Fault
) -> None:
    server.retry_after = 0.05
    server.always("voice", fault)
    server.always("picture", fault)
    async with listening(tmp_path, server) as (bot, you):
        for send in (you.voice, you.photo):
            await send(OGG if send == you.voice else PHOTO)
            reply = await you.next_reply()
            assert reply.text[0] in "🎤📷"
            assert "went wrong" not in reply.text
        sound, picture = await kept(bot)
        assert file_of(bot, sound).read_bytes() == OGG
        assert file_of(bot, picture).read_bytes() == PHOTO


# Groups


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
