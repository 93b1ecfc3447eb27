"""What people do reaches the bot as Telegram's updates."""

from __future__ import annotations

import datetime as dt

import pytest
from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup, Update
from telegram.error import BadRequest, ChatMigrated, Forbidden

from telegram_local.world import ALEX_ID, BOT_ID, GROUP_ID, YOU_ID
from tests.driver.client import LocalClient
from tests.driver.person import ControlRefusedError, NoReplyError, NoSuchButtonError
from tests.telegram_local.test_methods import DOT

EVERYTHING = list(Update.ALL_TYPES)
KEYBOARD = InlineKeyboardMarkup(
    [
        [
            InlineKeyboardButton("↩ Undo", callback_data="undo:1"),
            InlineKeyboardButton("Fix", callback_data="fix:1"),
        ],
        [InlineKeyboardButton("Site", url="https://swealog.test/")],
    ]
)


async def take(bot: Bot) -> list[Update]:
    """All queued updates, confirmed."""
    updates = list(await bot.get_updates(allowed_updates=EVERYTHING))
    if updates:
        await bot.get_updates(offset=updates[-1].update_id + 1)
    return updates


async def only(bot: Bot) -> Update:
    (update,) = await take(bot)
    return update


async def test_a_text_with_what_telegram_marks_in_it(bot: Bot, client: LocalClient):
    sent = dt.datetime(2026, 3, 1, 7, 30, tzinfo=dt.UTC)
    await client.you.say("  💪 /log bench for @swealog_bot\n", at=sent)
    message = (await only(bot)).message
    assert message is not None
    assert message.from_user is not None
    assert (message.text, message.date, message.from_user.id) == (
        "💪 /log bench for @swealog_bot",
        sent,
        YOU_ID,
    )
    assert list(message.parse_entities().values()) == ["/log", "@swealog_bot"]


async def test_replying_editing_and_deleting_ones_own(bot: Bot, client: LocalClient):
    first = await client.you.say("bench 185x5")
    await client.you.reply(first, "make it 190")
    await client.you.edit(first, "bench 190x5")
    said, answer, edit = await take(bot)
    assert said.message is not None
    assert answer.message is not None
    assert answer.message.reply_to_message is not None
    assert answer.message.reply_to_message.message_id == said.message.message_id
    assert edit.edited_message is not None
    assert (edit.edited_message.text, edit.edited_message.message_id) == (
        "bench 190x5",
        said.message.message_id,
    )
    assert edit.edited_message.edit_date is not None
    await client.you.edit(first, "bench 190x5")
    await client.you.delete(first)
    assert await take(bot) == []
    await bot.send_message(YOU_ID, "mine")
    with pytest.raises(ControlRefusedError, match="not yours"):
        await client.you.edit(await client.you.next_reply(), "yours")


async def test_tapping_a_button(bot: Bot, client: LocalClient):
    await bot.send_message(YOU_ID, "Logged", reply_markup=KEYBOARD)
    shown = await client.you.next_reply()
    assert shown.labels == ["↩ Undo", "Fix", "Site"]
    for button in ("Undo", "↩ Undo", (0, 0)):
        tap = await client.you.tap(shown, button)
        query = (await only(bot)).callback_query
        assert query is not None
        assert (query.data, query.from_user.id, query.id) == ("undo:1", YOU_ID, tap.query_id)
        assert await query.answer("Taken back", show_alert=True)
        answer = await client.you.answered(tap)
        assert (answer.text, answer.alert) == ("Taken back", True)
    for absent in ("Redo", "Site", (5, 5)):
        with pytest.raises(NoSuchButtonError):
            await client.you.tap(shown, absent)


async def test_a_tap_can_be_answered_once_and_not_for_ever(bot: Bot, client: LocalClient):
    await bot.send_message(YOU_ID, "Logged", reply_markup=KEYBOARD)
    shown = await client.you.next_reply()
    tap = await client.you.tap(shown, "Fix")
    assert await bot.answer_callback_query(tap.query_id)
    with pytest.raises(BadRequest, match="Query is too old and response timeout expired"):
        await bot.answer_callback_query(tap.query_id)
    forged = await client.alex.say("x")
    late = await client.alex.forge(forged, "undo:1")
    await client.expire_queries()
    with pytest.raises(BadRequest, match="Query is too old"):
        await bot.answer_callback_query(late.query_id)


async def test_pictures_files_voice_and_the_rest(bot: Bot, client: LocalClient):
    you = client.you
    await you.photo(DOT, "/log this")
    await you.document(b"notes", "notes.txt", mime="text/plain")
    await you.voice(b"OggS", duration=2)
    await you.sticker("💪")
    await you.location(52.5, 13.4)
    await you.poll("Run today?", "Yes", "No")
    photo, document, voice, sticker, place, poll = [update.effective_message for update in await take(bot)]
    assert photo is not None
    assert (photo.caption, len(photo.caption_entities)) == ("/log this", 1)
    assert bytes(await (await photo.photo[0].get_file()).download_as_bytearray()) == DOT
    assert document is not None
    assert document.document is not None
    assert document.document.file_name == "notes.txt"
    assert voice is not None
    assert voice.voice is not None
    assert sticker is not None
    assert sticker.sticker is not None
    assert sticker.sticker.emoji == "💪"
    assert place is not None
    assert place.location is not None
    assert place.location.latitude == 52.5
    assert poll is not None
    assert poll.poll is not None
    assert [option.text for option in poll.poll.options] == ["Yes", "No"]


async def test_reactions_come_only_to_bots_that_ask(bot: Bot, client: LocalClient):
    said = await client.you.say("x")
    await client.you.react(said, "🔥")
    assert len(await take(bot)) == 1  # before the bot asked for reactions
    await client.you.react(said, None)
    change = (await only(bot)).message_reaction
    assert change is not None
    assert [reaction.to_dict()["emoji"] for reaction in change.old_reaction] == ["🔥"]
    assert change.new_reaction == ()


async def test_a_blocked_bot_is_told_and_kept_out(bot: Bot, client: LocalClient):
    await client.you.block()
    change = (await only(bot)).my_chat_member
    assert change is not None
    assert (change.new_chat_member.status, change.chat.id) == ("kicked", YOU_ID)
    with pytest.raises(Forbidden, match="bot was blocked by the user"):
        await bot.send_message(YOU_ID, "x")
    with pytest.raises(ControlRefusedError, match="unblock"):
        await client.you.say("x")
    await client.you.unblock()
    assert await bot.send_message(YOU_ID, "x")


async def test_a_group_can_throw_the_bot_out_move_and_vanish(bot: Bot, client: LocalClient):
    group = client.in_group(ALEX_ID)
    await group.block()
    with pytest.raises(Forbidden, match="bot was kicked from the group chat"):
        await bot.send_message(GROUP_ID, "x")
    await group.unblock()
    assert await bot.leave_chat(GROUP_ID)
    with pytest.raises(Forbidden, match="bot is not a member of the group chat"):
        await bot.send_message(GROUP_ID, "x")
    await group.unblock()
    new_id = await client.migrate(GROUP_ID)
    with pytest.raises(ChatMigrated) as moved:
        await bot.send_message(GROUP_ID, "x")
    assert moved.value.new_chat_id == new_id
    assert (await bot.send_message(new_id, "x")).chat.type == "supergroup"
    services = [update.message for update in await take(bot) if update.message]
    assert [(message.migrate_to_chat_id, message.migrate_from_chat_id) for message in services] == [
        (new_id, None),
        (None, GROUP_ID),
    ]
    await client.delete_chat(new_id)
    with pytest.raises(Forbidden, match="the group chat was deleted"):
        await bot.send_message(new_id, "x")
    await client.delete_chat(YOU_ID)
    with pytest.raises(Forbidden, match="user is deactivated"):
        await bot.send_message(YOU_ID, "x")


async def test_group_privacy_lets_through_what_is_meant_for_the_bot(bot: Bot, client: LocalClient):
    group = client.in_group(YOU_ID)
    await group.say("seen without privacy")
    await client.privacy(on=True)
    assert (await bot.get_me()).can_read_all_group_messages is False
    mine = await bot.send_message(GROUP_ID, "ask me")
    shown = await group.next_reply()
    await group.say("not for the bot")
    await group.say("/today")
    await group.say("/today@other_bot")
    await group.say("@swealog_bot best squat?")
    await group.reply(shown, "best squat?")
    seen = [update.message.text for update in await take(bot) if update.message]
    assert seen == ["seen without privacy", "/today", "@swealog_bot best squat?", "best squat?"]
    assert mine.chat.id == GROUP_ID
    await client.in_group(ALEX_ID).standing("administrator")
    await group.say("administrators see all")
    texts = [update.message.text for update in await take(bot) if update.message]
    assert texts == ["administrators see all"]
    assert (await bot.get_chat_member(GROUP_ID, BOT_ID)).status == "administrator"


async def test_an_injected_update_of_any_shape_arrives(bot: Bot, client: LocalClient):
    number = await client.inject(
        {"update_id": 1, "poll_answer": {"poll_id": "5", "option_ids": [0], "option_persistent_ids": ["0"]}}
    )
    update = await only(bot)
    assert update.update_id == number
    assert update.poll_answer is not None


async def test_silence_and_waiting_in_vain_say_what_happened(bot: Bot, client: LocalClient):
    await client.you.silence(0.05)
    with pytest.raises(NoReplyError, match=r"Waited 0\.05 s for a reply of the bot"):
        await client.you.next_reply(within=0.05)
    await bot.send_message(YOU_ID, "surprise")
    with pytest.raises(NoReplyError, match="surprise"):
        await client.you.silence(0.2)
