"""What the server offers is what it says: each method's answer is read by python-telegram-bot itself."""

from __future__ import annotations

import inspect
import re
from collections.abc import Awaitable, Callable
from pathlib import Path

from telegram import (
    Bot,
    BotCommand,
    ChatFullInfo,
    ChatMemberOwner,
    File,
    InlineQueryResultArticle,
    InputMediaDocument,
    InputMediaPhoto,
    InputTextMessageContent,
    Message,
    MessageId,
    Update,
    User,
    WebhookInfo,
)

from telegram_local.methods import OFFERED
from telegram_local.server import LocalServer
from telegram_local.world import ALEX_ID, GROUP_ID, YOU_ID
from tests.driver.client import LocalClient
from tests.telegram_local.test_methods import DOT, UNDO

PAGE = Path(__file__).parents[2] / "docs" / "local-server.md"
ALBUM = [InputMediaPhoto(DOT), InputMediaPhoto(DOT)]
RESULT = InlineQueryResultArticle("1", "Bench", InputTextMessageContent("205 lb"))


class Stage:
    """A bot with one message of its own in each chat, and somebody who tapped and asked."""

    def __init__(self, bot: Bot, sent: Message, tap: str, asked: str) -> None:
        self.bot = bot
        self.sent = sent
        self.at = {"chat_id": YOU_ID, "message_id": sent.message_id}
        self.tap = tap
        self.asked = asked


Call = Callable[[Stage], Awaitable[object]]
CALLS: dict[str, tuple[type, Call]] = {
    "getMe": (User, lambda s: s.bot.get_me()),
    "close": (bool, lambda s: s.bot.close()),
    "logOut": (bool, lambda s: s.bot.log_out()),
    "setWebhook": (bool, lambda s: s.bot.set_webhook("")),
    "deleteWebhook": (bool, lambda s: s.bot.delete_webhook()),
    "getWebhookInfo": (WebhookInfo, lambda s: s.bot.get_webhook_info()),
    "setMyCommands": (bool, lambda s: s.bot.set_my_commands([BotCommand("today", "Today")])),
    "getMyCommands": (BotCommand, lambda s: s.bot.get_my_commands()),
    "deleteMyCommands": (bool, lambda s: s.bot.delete_my_commands()),
    "getUpdates": (Update, lambda s: s.bot.get_updates()),
    "sendMessage": (Message, lambda s: s.bot.send_message(YOU_ID, "a")),
    "sendMessageDraft": (bool, lambda s: s.bot.send_message_draft(YOU_ID, 7, "a")),
    "sendPhoto": (Message, lambda s: s.bot.send_photo(YOU_ID, DOT)),
    "sendDocument": (Message, lambda s: s.bot.send_document(YOU_ID, b"a", filename="a.csv")),
    "sendVoice": (Message, lambda s: s.bot.send_voice(YOU_ID, b"a")),
    "sendAudio": (Message, lambda s: s.bot.send_audio(YOU_ID, b"a", filename="a.mp3")),
    "sendVideo": (Message, lambda s: s.bot.send_video(YOU_ID, b"a", filename="a.mp4")),
    "sendMediaGroup": (Message, lambda s: s.bot.send_media_group(YOU_ID, ALBUM)),
    "sendLocation": (Message, lambda s: s.bot.send_location(YOU_ID, 48.2, 16.4)),
    "sendChatAction": (bool, lambda s: s.bot.send_chat_action(YOU_ID, "typing")),
    "forwardMessage": (Message, lambda s: s.bot.forward_message(ALEX_ID, YOU_ID, s.sent.message_id)),
    "forwardMessages": (MessageId, lambda s: s.bot.forward_messages(ALEX_ID, YOU_ID, [s.sent.message_id])),
    "copyMessage": (MessageId, lambda s: s.bot.copy_message(ALEX_ID, YOU_ID, s.sent.message_id)),
    "copyMessages": (MessageId, lambda s: s.bot.copy_messages(ALEX_ID, YOU_ID, [s.sent.message_id])),
    "editMessageText": (Message, lambda s: s.bot.edit_message_text("b", YOU_ID, s.sent.message_id)),
    "editMessageMedia": (
        Message,
        lambda s: s.bot.edit_message_media(InputMediaDocument(b"a"), YOU_ID, s.sent.message_id),
    ),
    "editMessageCaption": (
        Message,
        lambda s: s.bot.edit_message_caption(YOU_ID, s.sent.message_id, caption="c"),
    ),
    "editMessageReplyMarkup": (
        Message,
        lambda s: s.bot.edit_message_reply_markup(YOU_ID, s.sent.message_id, reply_markup=UNDO),
    ),
    "pinChatMessage": (bool, lambda s: s.bot.pin_chat_message(YOU_ID, s.sent.message_id)),
    "unpinChatMessage": (bool, lambda s: s.bot.unpin_chat_message(YOU_ID)),
    "unpinAllChatMessages": (bool, lambda s: s.bot.unpin_all_chat_messages(YOU_ID)),
    "setMessageReaction": (bool, lambda s: s.bot.set_message_reaction(YOU_ID, s.sent.message_id, "👍")),
    "answerCallbackQuery": (bool, lambda s: s.bot.answer_callback_query(s.tap)),
    "answerInlineQuery": (bool, lambda s: s.bot.answer_inline_query(s.asked, [RESULT])),
    "getFile": (File, lambda s: _get_file(s.bot)),
    "getChat": (ChatFullInfo, lambda s: s.bot.get_chat(YOU_ID)),
    "getChatMember": (ChatMemberOwner, lambda s: s.bot.get_chat_member(GROUP_ID, YOU_ID)),
    "getChatMemberCount": (int, lambda s: s.bot.get_chat_member_count(GROUP_ID)),
    "getChatAdministrators": (ChatMemberOwner, lambda s: s.bot.get_chat_administrators(GROUP_ID)),
    "deleteMessage": (bool, lambda s: s.bot.delete_message(YOU_ID, s.sent.message_id)),
    "deleteMessages": (bool, lambda s: s.bot.delete_messages(YOU_ID, [1])),
    "leaveChat": (bool, lambda s: s.bot.leave_chat(GROUP_ID)),
}


async def _get_file(bot: Bot) -> File:
    sent = await bot.send_document(YOU_ID, b"a", filename="a.csv")
    assert sent.document is not None
    return await bot.get_file(sent.document.file_id)


async def test_python_telegram_bot_reads_the_answer_of_every_method():
    assert set(CALLS) == set(OFFERED)
    async with (
        LocalServer(inline=True) as server,
        LocalClient(server.base_url, server.state.control_token) as client,
        Bot(server.token, base_url=server.bot_url, base_file_url=server.file_url) as bot,
    ):
        sent = await bot.send_message(YOU_ID, "a")
        tap = await client.you.forge(await client.you.next_reply(), "x")
        stage = Stage(bot, sent, tap.query_id, await client.you.ask_inline("bench"))
        for name, (kind, call) in CALLS.items():
            answer = await call(stage)
            if isinstance(answer, tuple):
                assert answer, name
                answer = answer[0]  # pyright: ignore[reportUnknownVariableType] - the next line looks at it
            assert isinstance(answer, kind), f"{name}: {answer!r}"


def bot_methods() -> set[str]:
    """Every method of the Bot API that python-telegram-bot knows, as Telegram writes it."""
    names = {name for name, _ in inspect.getmembers(Bot, inspect.isfunction)}
    return {name for name in names if re.fullmatch(r"[a-z]+([A-Z][a-z]*)+", name)} | {"close"}


def listed(heading: str) -> list[str]:
    """The method names in a section of the page."""
    section = PAGE.read_text(encoding="utf-8").partition(f"## {heading}\n")[2].partition("\n## ")[0]
    return re.findall(r"`([a-z]+[A-Za-z]*)`", section)


def test_the_page_lists_every_method_as_offered_or_not():
    offered, missing = listed("Methods offered"), listed("Methods not offered")
    assert sorted(offered) == sorted(OFFERED)
    assert sorted(missing) == sorted(bot_methods() - set(OFFERED))
