"""What bots of other makers rely on: quotes, keyboards, albums, copies, pins, rates, inline queries."""

from __future__ import annotations

import struct
import zlib
from collections.abc import AsyncGenerator
from datetime import timedelta

import httpx
import pytest
from telegram import (
    Bot,
    ChatMemberAdministrator,
    ForceReply,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InlineQueryResultArticle,
    InlineQueryResultCachedDocument,
    InputMediaAudio,
    InputMediaDocument,
    InputMediaPhoto,
    InputMediaVideo,
    InputTextMessageContent,
    Message,
    MessageOriginUser,
    ReplyKeyboardMarkup,
    ReplyKeyboardRemove,
    ReplyParameters,
)
from telegram.error import BadRequest, RetryAfter

from telegram_local.server import LocalServer
from telegram_local.telegram import ForceReply as LocalForceReply
from telegram_local.telegram import ReplyKeyboard
from telegram_local.world import ALEX_ID, GROUP_ID, YOU_ID
from tests.driver.client import LocalClient
from tests.telegram_local.test_methods import DOT

UNDO = InlineKeyboardMarkup([[InlineKeyboardButton("Undo", callback_data="undo")]])


def picture(width: int, height: int) -> bytes:
    """A black PNG."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress(bytes((width + 1) * height))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


async def test_what_takes_the_keyboards_place_is_kept(bot: Bot, client: LocalClient):
    asked = await bot.send_message(
        YOU_ID, "How much?", reply_markup=ForceReply(input_field_placeholder="80 kg", selective=True)
    )
    assert asked.reply_markup is None
    shown = (await client.you.next_reply()).interface
    assert isinstance(shown, LocalForceReply)
    assert (shown.input_field_placeholder, shown.selective) == ("80 kg", True)

    buttons = ReplyKeyboardMarkup([["Bench", "Squat"], ["Rest"]], one_time_keyboard=True)
    await bot.send_message(YOU_ID, "What next?", reply_markup=buttons)
    shown = (await client.you.next_reply()).interface
    assert isinstance(shown, ReplyKeyboard)
    assert [[button.text for button in row] for row in shown.keyboard] == [["Bench", "Squat"], ["Rest"]]
    assert shown.one_time_keyboard

    await bot.send_message(YOU_ID, "Done", reply_markup=ReplyKeyboardRemove())
    assert (await client.you.next_reply()).interface is not None
    with pytest.raises(BadRequest, match="Inline keyboard expected"):
        await bot.edit_message_text("x", YOU_ID, asked.message_id, reply_markup=buttons)  # pyright: ignore[reportArgumentType] - the mistake is the point


async def test_plain_words_are_buttons_too(server: LocalServer, client: LocalClient):
    async with httpx.AsyncClient(base_url=server.base_url) as http:
        markup = {"keyboard": [["Bench", {"text": "Where", "request_location": True}], []]}
        said = {"chat_id": YOU_ID, "text": "What next?", "reply_markup": markup}
        assert (await http.post(f"/bot{server.token}/sendMessage", json=said)).status_code == 200
        shown = (await client.you.next_reply()).interface
        assert isinstance(shown, ReplyKeyboard)
        assert [button.text for row in shown.keyboard for button in row] == ["Bench", "Where"]
        wrong = {**said, "reply_markup": {"keyboard": ["Bench"]}}
        refused = await http.post(f"/bot{server.token}/sendMessage", json=wrong)
        assert refused.json()["description"] == "Bad Request: object expected as reply markup"


async def test_a_quote_must_stand_in_the_message(bot: Bot, client: LocalClient):
    said = await client.you.say("💪 bench 185, then bench 190")
    answer = await bot.send_message(
        YOU_ID, "Which?", reply_parameters=ReplyParameters(said.message_id, quote="bench", quote_position=19)
    )
    assert answer.quote is not None
    assert (answer.quote.text, answer.quote.position, answer.quote.is_manual) == ("bench", 19, True)
    with pytest.raises(BadRequest, match="Quote_text_invalid"):
        await bot.send_message(
            YOU_ID, "x", reply_parameters=ReplyParameters(said.message_id, quote="deadlift")
        )
    bold = await bot.send_message(YOU_ID, "a <b>heavy</b> day", parse_mode="HTML")
    quoting = ReplyParameters(bold.message_id, quote="<b>heavy</b> day", quote_parse_mode="HTML")
    answer = await bot.send_message(YOU_ID, "Yes", reply_parameters=quoting)
    assert answer.quote is not None
    assert [(one.type, one.offset, one.length) for one in answer.quote.entities or ()] == [("bold", 0, 5)]


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("week.csv", "text/csv"),
        ("PLAN.PDF", "application/pdf"),
        ("log.json.gz", "application/gzip"),
        ("unknown.zzz", "application/octet-stream"),
    ],
)
async def test_the_name_tells_the_type(server: LocalServer, name: str, kind: str):
    async with httpx.AsyncClient(base_url=server.base_url) as http:
        files = {"document": (name, b"x", "application/octet-stream")}
        sent = await http.post(f"/bot{server.token}/sendDocument", data={"chat_id": YOU_ID}, files=files)
    assert sent.json()["result"]["document"]["mime_type"] == kind


async def test_a_picture_has_several_sizes(bot: Bot, client: LocalClient):
    content = picture(1600, 1000)
    await client.you.photo(content)
    [update] = await bot.get_updates()
    assert update.message is not None
    sizes = update.message.photo
    measures = [(size.width, size.height) for size in sizes]
    assert measures == [(90, 56), (320, 200), (800, 500), (1280, 800), (1600, 1000)]
    assert len({size.file_id for size in sizes}) == len({size.file_unique_id for size in sizes}) == 5
    for size in (sizes[0], sizes[-1]):
        file = await size.get_file()
        assert (file.file_id, file.file_unique_id) == (size.file_id, size.file_unique_id)
        assert len(await file.download_as_bytearray()) == size.file_size == len(content)
    again = await bot.send_photo(ALEX_ID, sizes[0].file_id)
    assert {size.file_id for size in again.photo} == {size.file_id for size in sizes}


async def test_the_token_tells_the_bots_id():
    async with (
        LocalServer(token="4242:words") as server,
        Bot(server.token, base_url=server.bot_url) as bot,
    ):
        assert (await bot.get_me()).id == 4242
        assert (await bot.send_message(YOU_ID, "x")).from_user == await bot.get_me()


async def test_recordings_and_places(bot: Bot):
    song = (
        await bot.send_audio(YOU_ID, b"x", filename="a.mp3", duration=7, title="Go", performer="We")
    ).audio
    assert song is not None
    assert (song.mime_type, song.title, song.performer) == ("audio/mpeg", "Go", "We")
    film = (await bot.send_video(YOU_ID, b"x", filename="a.mp4", width=4, height=3, caption="Form")).video
    assert film is not None
    assert (film.mime_type, film.width, film.height) == ("video/mp4", 4, 3)
    place = (await bot.send_location(YOU_ID, 48.2, 16.4, horizontal_accuracy=5)).location
    assert place is not None
    assert (place.latitude, place.longitude, place.horizontal_accuracy) == (48.2, 16.4, 5)
    with pytest.raises(BadRequest):
        await bot.send_location(YOU_ID, 98.2, 16.4)


async def test_an_album_is_sent_whole_or_not_at_all(bot: Bot, client: LocalClient):
    sent = await bot.send_media_group(
        YOU_ID, [InputMediaPhoto(DOT, caption="Week"), InputMediaVideo(b"x", width=1)]
    )
    assert len({message.media_group_id for message in sent}) == 1
    assert [(bool(one.photo), one.video is not None, one.caption) for one in sent] == [
        (True, False, "Week"),
        (False, True, None),
    ]
    for wrong, words in (
        ([InputMediaPhoto(DOT), InputMediaDocument(b"x")], "mixed with other media types"),
        ([InputMediaAudio(b"x")] * 11, "Too many messages"),
        ([InputMediaPhoto(DOT), InputMediaPhoto(b"not a picture")], "Image_process_failed"),
    ):
        with pytest.raises(BadRequest, match=words):
            await bot.send_media_group(YOU_ID, wrong)
    await bot.send_message(YOU_ID, "last")
    assert [(await client.you.next_reply()).text for _ in range(3)] == ["Week", "", "last"]


async def test_forwards_and_copies(bot: Bot, client: LocalClient):
    said = await client.you.say("bench 185x5")
    sent = await bot.send_document(YOU_ID, b"x", filename="a.csv", caption="Week", reply_markup=UNDO)
    forwarded = await bot.forward_message(ALEX_ID, YOU_ID, said.message_id)
    assert isinstance(forwarded.forward_origin, MessageOriginUser)
    assert (forwarded.text, forwarded.forward_origin.sender_user.id) == ("bench 185x5", YOU_ID)
    assert forwarded.from_user == await bot.get_me()

    copied = await bot.copy_message(ALEX_ID, YOU_ID, sent.message_id, caption="Mine", reply_markup=UNDO)
    shown = await client.alex.next_reply()
    shown = await client.alex.next_reply()
    assert (shown.message_id, shown.text, shown.labels) == (copied.message_id, "Mine", ["Undo"])
    assert shown.message.forward_origin is None

    album = await bot.send_media_group(YOU_ID, [InputMediaPhoto(DOT), InputMediaPhoto(DOT, caption="b")])
    numbers = [message.message_id for message in album]
    copies = await bot.copy_messages(ALEX_ID, YOU_ID, [*numbers, 999], remove_caption=True)
    both = [await client.alex.next_reply() for _ in copies]
    assert [one.message_id for one in both] == [one.message_id for one in copies]
    groups = {one.message.media_group_id for one in both}
    assert len(groups) == 1
    assert groups != {album[0].media_group_id}
    assert both[1].message.caption is None
    with pytest.raises(BadRequest, match="There are no messages to forward"):
        await bot.forward_messages(ALEX_ID, YOU_ID, [999])
    with pytest.raises(BadRequest, match="Message to copy not found"):
        await bot.copy_message(ALEX_ID, YOU_ID, 999)


async def test_several_are_deleted_at_once(bot: Bot, client: LocalClient):
    sent = [await bot.send_message(YOU_ID, str(number)) for number in range(3)]
    shown = [await client.you.next_reply() for _ in sent]
    assert await bot.delete_messages(YOU_ID, [sent[0].message_id, sent[2].message_id, 999])
    await client.you.gone(shown[0])
    await client.you.gone(shown[2])
    assert [one.text for one in client.history(YOU_ID)] == ["1"]
    with pytest.raises(BadRequest, match="identifiers are not specified"):
        await bot.delete_messages(YOU_ID, [])


async def test_pins_are_told_and_shown(bot: Bot, client: LocalClient):
    goal, plan = [await bot.send_message(YOU_ID, words) for words in ("Goal: 100 kg", "Plan")]
    for message in (goal, plan):
        assert await bot.pin_chat_message(YOU_ID, message.message_id)
    note = [await client.you.next_reply() for _ in range(4)][-1].message.pinned_message
    assert note is not None
    assert note.text == "Plan"
    pinned = (await bot.get_chat(YOU_ID)).pinned_message
    assert isinstance(pinned, Message)
    assert pinned.text == "Plan"
    await bot.unpin_chat_message(YOU_ID)
    pinned = (await bot.get_chat(YOU_ID)).pinned_message
    assert isinstance(pinned, Message)
    assert pinned.text == "Goal: 100 kg"
    await bot.delete_message(YOU_ID, goal.message_id)
    assert (await bot.get_chat(YOU_ID)).pinned_message is None
    with pytest.raises(BadRequest, match="Message to unpin not found"):
        await bot.unpin_chat_message(YOU_ID)
    said = await client.in_group(YOU_ID).say("hello")
    with pytest.raises(BadRequest, match="Not enough rights"):
        await bot.pin_chat_message(GROUP_ID, said.message_id)
    with pytest.raises(BadRequest, match="can't be forwarded"):
        await bot.forward_message(ALEX_ID, YOU_ID, client.history(YOU_ID)[-1].message_id)


async def test_a_text_becomes_a_picture_and_a_picture_a_file(bot: Bot):
    sent = await bot.send_message(YOU_ID, "wait")
    shown = await bot.edit_message_media(InputMediaPhoto(DOT, caption="Week"), YOU_ID, sent.message_id)
    assert isinstance(shown, Message)
    assert (shown.text, len(shown.photo), shown.caption) == (None, 1, "Week")
    media = InputMediaDocument(b"x", filename="week.csv")
    shown = await bot.edit_message_media(media, YOU_ID, sent.message_id, reply_markup=UNDO)
    assert isinstance(shown, Message)
    assert shown.document is not None
    assert (shown.document.mime_type, shown.photo, shown.caption) == ("text/csv", (), None)
    assert shown.reply_markup == UNDO


async def test_who_runs_a_group_and_how_many_there_are(bot: Bot, client: LocalClient):
    assert [one.user.id for one in await bot.get_chat_administrators(GROUP_ID)] == [YOU_ID]
    await client.in_group(YOU_ID).standing("administrator")
    creator, ours = await bot.get_chat_administrators(GROUP_ID)
    assert isinstance(ours, ChatMemberAdministrator)
    assert (creator.status, ours.user.id, ours.can_pin_messages) == ("creator", bot.id, True)
    assert [await bot.get_chat_member_count(chat) for chat in (GROUP_ID, YOU_ID)] == [3, 2]
    assert await bot.do_api_request("getChatMembersCount", {"chat_id": GROUP_ID}) == 3  # the older name
    with pytest.raises(BadRequest, match="There are no administrators in the private chat"):
        await bot.get_chat_administrators(YOU_ID)


@pytest.fixture
async def hurried() -> AsyncGenerator[tuple[LocalServer, Bot]]:
    """A server that keeps Telegram's rates, by a clock that stands still."""
    server = LocalServer(rates=True)
    server.state.clock = lambda: 1_700_000_000.0
    async with server, Bot(server.token, base_url=server.bot_url) as bot:
        yield server, bot


async def test_faster_than_telegram_allows_is_refused(hurried: tuple[LocalServer, Bot]):
    server, bot = hurried
    sent = await bot.send_message(YOU_ID, "0")
    for number in range(1, 5):
        await bot.send_message(YOU_ID, str(number))
    with pytest.raises(RetryAfter) as refused:
        await bot.send_message(YOU_ID, "6")
    assert _seconds(refused.value) == 5
    await bot.edit_message_text("edits are free", YOU_ID, sent.message_id)
    assert await bot.send_message(ALEX_ID, "others may still be written to")
    server.state.clock = lambda: 1_700_000_001.0
    with pytest.raises(RetryAfter):
        await bot.send_message(YOU_ID, "still too soon")
    server.state.clock = lambda: 1_700_000_005.0
    assert await bot.send_message(YOU_ID, "now")

    for minute in range(19):
        server.state.clock = lambda minute=minute: 1_700_000_010.0 + minute * 2
        await bot.send_message(GROUP_ID, "x")
    await bot.send_message(GROUP_ID, "the twentieth")
    server.state.clock = lambda: 1_700_000_069.0
    with pytest.raises(RetryAfter) as refused:
        await bot.send_media_group(GROUP_ID, [InputMediaPhoto(DOT), InputMediaPhoto(DOT)])
    assert _seconds(refused.value) == 1


def _seconds(error: RetryAfter) -> float:
    """An int or a timedelta, as the process asked PTB for."""
    after = error.retry_after
    return after.total_seconds() if isinstance(after, timedelta) else after


async def test_thirty_a_second_to_everybody(hurried: tuple[LocalServer, Bot]):
    server, bot = hurried
    for number in range(31):
        server.state.world.add_person(5000 + number, f"P{number}")
    for number in range(30):
        await bot.send_message(5000 + number, "hello")
    with pytest.raises(RetryAfter):
        await bot.send_message(5030, "hello")


async def test_an_inline_query_is_answered_and_a_result_sent():
    async with (
        LocalServer(inline=True) as server,
        LocalClient(server.base_url, server.state.control_token) as client,
        Bot(server.token, base_url=server.bot_url) as bot,
    ):
        assert (await bot.get_me()).supports_inline_queries
        file = (await bot.send_document(ALEX_ID, b"x", filename="week.csv")).document
        assert file is not None
        you = client.in_group(YOU_ID)
        asked = await you.ask_inline("best bench")
        [update] = await bot.get_updates()
        query = update.inline_query
        assert query is not None
        assert (query.id, query.query, query.from_user.id, query.chat_type) == (
            asked,
            "best bench",
            YOU_ID,
            "group",
        )
        text = InputTextMessageContent("<b>205 lb</b>", parse_mode="HTML")
        results = [
            InlineQueryResultArticle("1", "Bench", text, description="22 November", reply_markup=UNDO),
            InlineQueryResultCachedDocument("2", "Week", file.file_id, caption="The week"),
        ]
        assert await query.answer(results)
        found = await you.found(asked)
        assert [(one.id, one.title, one.description) for one in found] == [
            ("1", "Bench", "22 November"),
            ("2", "Week", ""),
        ]
        sent = [await you.choose(asked, number) for number in ("1", "2")]
        assert (sent[0].text, sent[0].labels) == ("205 lb", ["Undo"])
        told = [update.message for update in await bot.get_updates(offset=update.update_id + 1)]
        assert [(one.text or one.caption, one.via_bot) for one in told if one is not None] == [
            ("205 lb", await bot.get_me()),
            ("The week", await bot.get_me()),
        ]
        with pytest.raises(BadRequest, match="Query is too old"):
            await bot.answer_inline_query("1", results)
        with pytest.raises(BadRequest, match="Result_id_duplicate"):
            await query.answer([results[0], results[0]])
