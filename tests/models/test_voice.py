"""Voice notes through the front door: a real bot, a scripted provider, both over HTTP."""

from __future__ import annotations

import asyncio
import io
import json
import zipfile
from datetime import timedelta
from pathlib import Path

import pytest
from pydantic import JsonValue

from agents.machine import State
from agents.model.settings import LlmSettings
from agents.turn import Turn
from agents.work import Work
from telegram_local.world import YOU_ID
from tests.driver.harness import running_bot
from tests.models.answers import Fault
from tests.models.media import OGG, PHOTO, entries, file_of, kept, listening, says, shows
from tests.models.server import ModelServer


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


async def test_without_a_model_it_is_kept_and_that_is_said(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        sent = await you.voice(OGG)
        reply = await you.next_reply()
        assert "kept your voice note" in reply.text
        assert "can't listen" in reply.text
        assert "llm" not in reply.text
        (note,) = await kept(bot)
        assert file_of(bot, note).read_bytes() == OGG
        assert note.text is None
        message = await bot.app.core.db.messages.get_message(YOU_ID, sent.message_id)
        assert message is not None
        assert note.file_id in (message.raw_json or "")
        assert await entries(bot) == []


@pytest.mark.parametrize("fault", [Fault.SERVER_ERROR, Fault.HANG, Fault.RESET, Fault.UNAUTHORIZED])
async def test_a_model_that_does_not_listen_loses_nothing(
    tmp_path: Path, server: ModelServer, fault: Fault
) -> None:
    server.always("voice", fault)
    patience = 2 if fault == Fault.HANG else 20
    async with listening(tmp_path, server, calls={"medium_seconds": patience}) as (bot, you):
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


async def test_where_one_provider_does_not_listen_the_next_one_does(
    tmp_path: Path, server: ModelServer, spare: ModelServer
) -> None:
    server.always("voice", Fault.SERVER_ERROR)
    says(spare, "bench 100 kg 5x5")
    given = server.llm_section(fallback=spare)
    providers = {"scripted": server.provider(), "spare": {**spare.provider(), "api": "openai"}}
    async with listening(tmp_path, server, **{**given, "providers": providers}) as (bot, you):  # pyright: ignore[reportArgumentType] - as a configuration file has it
        await you.voice(OGG)
        assert (await you.next_reply()).text.startswith("🎤 “bench 100 kg 5x5”")
        assert len(await entries(bot)) == 1
    assert [asked.model for asked in server.calls("voice")] == ["scripted-ears"] * 3
    assert [asked.model for asked in spare.calls("voice")] == ["gpt-4o-mini-transcribe"]


def test_whoever_has_a_model_for_voice_is_asked_for_it() -> None:
    def ears(**given: object) -> list[tuple[str, str]]:
        targets = LlmSettings.model_validate(given).voice_targets()
        return [(target.provider, target.model) for target in targets]

    both = {"default_provider": "anthropic", "fallback_provider": "openai"}
    assert ears() == []
    assert ears(default_provider="anthropic") == []
    assert ears(**both) == [("openai", "gpt-4o-mini-transcribe")]
    assert ears(**both, voice={"provider": "gemini"}) == [
        ("gemini", "gemini-2.5-flash"),
        ("openai", "gpt-4o-mini-transcribe"),
    ]
    assert ears(default_provider="openai", fallback_provider="openai", voice={"model": "whisper-1"}) == [
        ("openai", "whisper-1")
    ]


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
        costs = await bot.app.core.db.calls.call_costs(YOU_ID, bot.clock() - timedelta(minutes=5))
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
        shelved = await you.document(b"sound", f"sound.{suffix}", mime="application/x-other")
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
