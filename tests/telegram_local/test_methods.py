"""Every Bot API method, called by python-telegram-bot."""

from __future__ import annotations

import base64

import httpx
import pytest
from telegram import (
    Bot,
    BotCommand,
    BotCommandScopeAllGroupChats,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    Message,
    ReplyParameters,
)
from telegram.error import BadRequest, InvalidToken

from telegram_local.events import ActionEvent, DraftEvent
from telegram_local.server import LocalServer
from telegram_local.world import ALEX_ID, GROUP_ID, YOU_ID
from tests.driver.client import LocalClient

DOT = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
UNDO = InlineKeyboardMarkup([[InlineKeyboardButton("Undo", callback_data="undo")]])


async def test_get_me_says_what_the_bot_may_read(bot: Bot):
    me = await bot.get_me()
    assert (me.username, me.is_bot, me.can_read_all_group_messages) == ("swealog_bot", True, True)


async def test_a_wrong_token_and_an_unknown_method_are_refused(server: LocalServer, bot: Bot):
    with pytest.raises(InvalidToken):
        async with Bot("1:wrong", base_url=server.bot_url):
            raise AssertionError("unreachable")
    async with httpx.AsyncClient(base_url=server.base_url) as http:
        unknown = await http.get(f"/bot{server.token}/brewCoffee")
        assert (unknown.status_code, unknown.json()["description"]) == (404, "Not Found")
        wrong = await http.get("/bot1:wrong/getMe")
        assert wrong.json() == {"ok": False, "error_code": 401, "description": "Unauthorized"}
        assert (await http.get("/botnonsense/getMe")).status_code == 404


async def test_one_call_in_every_encoding(server: LocalServer):
    call = f"/bot{server.token}/sendMessage"
    said = {"chat_id": "1001", "text": "kg & lb"}
    async with httpx.AsyncClient(base_url=server.base_url) as http:
        answers = [
            await http.get(call, params=said),
            await http.post(call, data=said),
            await http.post(call, json={"chat_id": 1001, "text": "kg & lb"}),
            await http.post(call, data=said, files={"unused": b"x"}),
            await http.post(call.replace("sendMessage", "SENDMESSAGE"), json=said),
        ]
        assert [answer.json()["result"]["text"] for answer in answers] == ["kg & lb"] * 5
        broken = await http.post(call, content=b"{", headers={"Content-Type": "application/json"})
        assert broken.status_code == 400


async def test_texts_are_held_to_telegrams_limits(bot: Bot):
    assert len((await bot.send_message(YOU_ID, "💪" * 2048)).text or "") == 2048
    with pytest.raises(BadRequest, match="Message is too long"):
        await bot.send_message(YOU_ID, "💪" * 2048 + "x")
    with pytest.raises(BadRequest, match="Message text is empty"):
        await bot.send_message(YOU_ID, "")
    with pytest.raises(BadRequest, match="Text must be non-empty"):
        await bot.send_message(YOU_ID, " \n ")
    # Markup does not count.
    assert await bot.send_message(YOU_ID, "<b>" + "x" * 4096 + "</b>", parse_mode="HTML")
    for nowhere in (4711, "@nobody"):
        with pytest.raises(BadRequest, match="Chat not found"):
            await bot.send_message(nowhere, "x")


async def test_a_reply_quotes_what_it_answers(bot: Bot, client: LocalClient):
    said = await client.you.say("bench 185x5")
    answer = await bot.send_message(
        YOU_ID, "Logged", reply_parameters=ReplyParameters(message_id=said.message_id)
    )
    assert answer.reply_to_message is not None
    assert answer.reply_to_message.text == "bench 185x5"
    with pytest.raises(BadRequest, match="Message to be replied not found"):
        await bot.send_message(YOU_ID, "x", reply_to_message_id=999)
    alone = await bot.send_message(YOU_ID, "x", reply_to_message_id=999, allow_sending_without_reply=True)
    assert alone.reply_to_message is None


async def test_message_ids_are_counted_per_chat(bot: Bot):
    ids = [(await bot.send_message(chat, "x")).message_id for chat in (YOU_ID, ALEX_ID, YOU_ID, GROUP_ID)]
    assert ids == [1, 1, 2, 1]


@pytest.mark.parametrize(
    ("button", "refusal"),
    [
        (InlineKeyboardButton("x", callback_data="ü" * 33), "Button_data_invalid"),
        (InlineKeyboardButton("x", callback_data=""), "Button_data_invalid"),
        (InlineKeyboardButton("x"), "text buttons are unallowed"),
        (InlineKeyboardButton("x", url="nowhere"), "is invalid: wrong http url"),
    ],
)
async def test_bad_buttons_are_refused(bot: Bot, button: InlineKeyboardButton, refusal: str):
    with pytest.raises(BadRequest, match=refusal):
        await bot.send_message(YOU_ID, "x", reply_markup=InlineKeyboardMarkup([[button]]))


async def test_too_many_buttons_are_refused(bot: Bot):
    rows = [[InlineKeyboardButton("x", callback_data=str(n))] for n in range(101)]
    with pytest.raises(BadRequest, match="Reply_markup_too_long"):
        await bot.send_message(YOU_ID, "x", reply_markup=InlineKeyboardMarkup(rows))


async def test_editing_a_text(bot: Bot, client: LocalClient):
    sent = await bot.send_message(YOU_ID, "one", reply_markup=UNDO)
    edited = await bot.edit_message_text("<b>two</b>", YOU_ID, sent.message_id, parse_mode="HTML")
    assert isinstance(edited, Message)
    assert (edited.text, edited.reply_markup, edited.edit_date is not None) == ("two", None, True)
    with pytest.raises(BadRequest, match="Message is not modified: specified new message content"):
        await bot.edit_message_text("<b>two</b>", YOU_ID, sent.message_id, parse_mode="HTML")
    # The same words without the bold are a change.
    assert await bot.edit_message_text("two", YOU_ID, sent.message_id)
    with pytest.raises(BadRequest, match="Message to edit not found"):
        await bot.edit_message_text("x", YOU_ID, 99)
    theirs = await client.you.say("mine")
    with pytest.raises(BadRequest, match="Message can't be edited"):
        await bot.edit_message_text("x", YOU_ID, theirs.message_id)
    with pytest.raises(BadRequest, match="There is no caption"):
        await bot.edit_message_caption(YOU_ID, sent.message_id, caption="x")


async def test_editing_only_the_keyboard(bot: Bot):
    sent = await bot.send_message(YOU_ID, "one")
    edited = await bot.edit_message_reply_markup(YOU_ID, sent.message_id, reply_markup=UNDO)
    assert isinstance(edited, Message)
    assert edited.reply_markup == UNDO
    with pytest.raises(BadRequest, match="Message is not modified"):
        await bot.edit_message_reply_markup(YOU_ID, sent.message_id, reply_markup=UNDO)
    bare = await bot.edit_message_reply_markup(YOU_ID, sent.message_id)
    assert isinstance(bare, Message)
    assert bare.reply_markup is None


async def test_a_photo_with_a_caption(bot: Bot, client: LocalClient):
    sent = await bot.send_photo(YOU_ID, DOT, caption="<i>week</i>", parse_mode="HTML")
    assert (sent.photo[0].width, sent.photo[0].height, sent.caption) == (1, 1, "week")
    assert bytes(await (await sent.photo[0].get_file()).download_as_bytearray()) == DOT
    assert await client.download(sent.photo[0].file_id) == DOT
    edited = await bot.edit_message_caption(YOU_ID, sent.message_id, caption="month")
    assert isinstance(edited, Message)
    assert (edited.caption, edited.caption_entities) == ("month", ())
    with pytest.raises(BadRequest, match="There is no text"):
        await bot.edit_message_text("x", YOU_ID, sent.message_id)
    again = await bot.send_photo(ALEX_ID, sent.photo[0].file_id)
    assert again.photo[0].file_unique_id == sent.photo[0].file_unique_id
    with pytest.raises(BadRequest, match="Image_process_failed"):
        await bot.send_photo(YOU_ID, b"not a picture")
    with pytest.raises(BadRequest, match="Message caption is too long"):
        await bot.send_photo(YOU_ID, DOT, caption="x" * 1025)
    with pytest.raises(BadRequest, match="Wrong remote file identifier"):
        await bot.send_photo(YOU_ID, "no-such-id")


async def test_documents_and_voice_notes(bot: Bot):
    sent = await bot.send_document(YOU_ID, b"date,kg\n", filename="export.csv", caption="Your data")
    assert sent.document is not None
    assert (sent.document.file_name, sent.document.file_size) == ("export.csv", 8)
    file = await sent.document.get_file()
    assert (file.file_path or "").endswith(".csv")
    assert bytes(await file.download_as_bytearray()) == b"date,kg\n"
    voice = (await bot.send_voice(YOU_ID, b"OggS", duration=3)).voice
    assert voice is not None
    assert voice.to_dict()["duration"] == 3
    with pytest.raises(BadRequest, match="File must be non-empty"):
        await bot.send_document(YOU_ID, b"", filename="empty.txt")
    with pytest.raises(BadRequest, match="Invalid file_id"):
        await bot.get_file("no-such-id")


async def test_drafts_grow_and_actions_show(bot: Bot, client: LocalClient):
    for text in ("Your", "Your <b>best</b>"):
        await bot.send_message_draft(YOU_ID, 7, text, parse_mode="HTML")
    await bot.send_chat_action(YOU_ID, "typing")
    await client.wait_for(lambda event: isinstance(event, ActionEvent) and event.action == "typing")
    drafts = [event for event in client.log if isinstance(event, DraftEvent)]
    assert [(draft.draft_id, draft.text) for draft in drafts] == [(7, "Your"), (7, "Your best")]
    assert client.you.drafts() == ["Your", "Your best"]
    assert client.history(YOU_ID) == []
    with pytest.raises(BadRequest, match="Textdraft_peer_invalid"):
        await bot.send_message_draft(GROUP_ID, 7, "x")
    with pytest.raises(BadRequest, match="Wrong parameter action"):
        await bot.send_chat_action(YOU_ID, "juggling")


async def test_deleting(bot: Bot, client: LocalClient):
    sent = await bot.send_message(YOU_ID, "one")
    shown = await client.you.next_reply()
    assert await bot.delete_message(YOU_ID, sent.message_id)
    await client.you.gone(shown)
    with pytest.raises(BadRequest, match="Message to delete not found"):
        await bot.delete_message(YOU_ID, sent.message_id)
    theirs = await client.in_group(YOU_ID).say("hello")
    with pytest.raises(BadRequest, match="Message can't be deleted"):
        await bot.delete_message(GROUP_ID, theirs.message_id)


async def test_reacting(bot: Bot, client: LocalClient):
    said = await client.you.say("bench 185x5")
    await bot.set_message_reaction(YOU_ID, said.message_id, "👍")
    newer = await client.you.edited(said)
    assert [reaction.emoji for reactions in newer.reactions.values() for reaction in reactions] == ["👍"]
    with pytest.raises(BadRequest, match="Reaction_invalid"):
        await bot.set_message_reaction(YOU_ID, said.message_id, "🦀")
    with pytest.raises(BadRequest, match="Message to react not found"):
        await bot.set_message_reaction(YOU_ID, 99, "👍")


async def test_the_command_menu(bot: Bot, client: LocalClient):
    menu = [BotCommand("today", "What you did today"), BotCommand("undo", "Take the last one back")]
    await bot.set_my_commands(menu)
    assert list(await bot.get_my_commands()) == menu
    await client.until(lambda: [one.command for one in client.commands] == ["today", "undo"])
    group = BotCommandScopeAllGroupChats()
    assert await bot.get_my_commands(scope=group) == ()
    await bot.set_my_commands(menu[:1], scope=group)
    assert list(await bot.get_my_commands(scope=group)) == menu[:1]
    await bot.delete_my_commands()
    assert await bot.get_my_commands() == ()
    with pytest.raises(BadRequest, match="Bot_command_invalid"):
        await bot.set_my_commands([BotCommand("Not-allowed", "x")])


async def test_chats_and_members(bot: Bot):
    private, group = await bot.get_chat(YOU_ID), await bot.get_chat(GROUP_ID)
    assert (private.type, private.first_name) == ("private", "You")
    assert (group.type, group.title) == ("group", "Training group")
    standings = [(await bot.get_chat_member(GROUP_ID, user)).status for user in (YOU_ID, ALEX_ID, bot.id)]
    assert standings == ["creator", "member", "member"]
    assert (await bot.get_chat_member(YOU_ID, ALEX_ID)).status == "left"
    with pytest.raises(BadRequest, match="User not found"):
        await bot.get_chat_member(GROUP_ID, 5)


async def test_close_and_log_out_say_yes(bot: Bot):
    assert await bot.close()
    assert await bot.log_out()
