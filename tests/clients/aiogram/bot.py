"""A bot of aiogram for the conversation in tests/clients/conversation.py: bot.py TOKEN ADDRESS [PORT]."""

from __future__ import annotations

import asyncio
import base64
import sys

from aiogram import Bot, Dispatcher, F, Router
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiogram.exceptions import TelegramBadRequest, TelegramRetryAfter
from aiogram.filters import Command
from aiogram.methods import SendMessage
from aiogram.types import (
    BotCommand,
    BufferedInputFile,
    CallbackQuery,
    ForceReply,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InlineQuery,
    InlineQueryResultArticle,
    InputMediaDocument,
    InputMediaPhoto,
    InputTextMessageContent,
    KeyboardButton,
    Message,
    MessageReactionUpdated,
    ReactionTypeEmoji,
    ReplyKeyboardMarkup,
    ReplyKeyboardRemove,
    ReplyParameters,
)
from aiogram.webhook.aiohttp_server import SimpleRequestHandler, setup_application
from aiohttp import web

DOT = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
SECRET = "between-us"
router = Router()


def picture(name: str) -> BufferedInputFile:
    return BufferedInputFile(DOT, name)


@router.message(Command("start"))
async def start(message: Message, bot: Bot) -> None:
    me = await bot.me()
    await bot.set_my_commands([BotCommand(command="start", description="Begin")])
    menu = await bot.get_my_commands()
    await message.answer(f"I am {me.username} {me.id}, with {len(menu)} command")


@router.message(Command("keyboard"))
async def keyboard(message: Message) -> None:
    button = InlineKeyboardButton(text="Go", callback_data="go")
    await message.answer(
        "<b>Ready?</b>", reply_markup=InlineKeyboardMarkup(inline_keyboard=[[button]]), parse_mode="HTML"
    )


@router.callback_query(F.data == "go")
async def go(query: CallbackQuery) -> None:
    await query.answer("Gone", show_alert=True)
    assert isinstance(query.message, Message)
    await query.message.edit_text("<i>Went</i>", parse_mode="HTML")
    try:
        await query.message.edit_text("<i>Went</i>", parse_mode="HTML")
    except TelegramBadRequest as error:
        await query.message.answer(error.message)


@router.message(Command("ask"))
async def ask(message: Message) -> None:
    await message.answer("How much?", reply_markup=ForceReply(input_field_placeholder="80 kg"))


@router.message(F.reply_to_message.text == "How much?")
async def answered(message: Message) -> None:
    assert message.reply_to_message is not None
    await message.answer(f"{message.reply_to_message.text} {message.text}")


@router.message(Command("board"))
async def board(message: Message) -> None:
    rows = [[KeyboardButton(text="Bench"), KeyboardButton(text="Squat")]]
    markup = ReplyKeyboardMarkup(keyboard=rows, one_time_keyboard=True, resize_keyboard=True)
    await message.answer("What next?", reply_markup=markup)


@router.message(F.text == "Bench")
async def chosen(message: Message) -> None:
    await message.answer("Bench it is", reply_markup=ReplyKeyboardRemove())


@router.message(Command("album"))
async def album(message: Message) -> None:
    sent = await message.answer_media_group(
        [InputMediaPhoto(media=picture("a.png"), caption="Week"), InputMediaPhoto(media=picture("b.png"))]
    )
    await message.answer(f"{len(sent)} parts, {len({one.media_group_id for one in sent})} album")


@router.message(Command("file"))
async def file(message: Message) -> None:
    sent = await message.answer_document(BufferedInputFile(b"date,kg\n", "week.csv"), caption="Your week")
    assert sent.document is not None
    await message.answer(f"{sent.document.file_name} {sent.document.mime_type} {sent.document.file_size}")


@router.message(F.document)
async def taken(message: Message, bot: Bot) -> None:
    assert message.document is not None
    content = await bot.download(message.document)
    assert content is not None
    await message.answer(f"{message.document.mime_type} {content.read().decode()}")


@router.message(F.photo)
async def seen(message: Message, bot: Bot) -> None:
    assert message.photo is not None
    content = await bot.download(message.photo[-1])
    assert content is not None
    await message.answer(f"{len(message.photo)} size, {len(content.read())} bytes")


@router.message(Command("quote"))
async def quote(message: Message) -> None:
    about = ReplyParameters(message_id=message.message_id, quote="heavy")
    sent = await message.answer("That?", reply_parameters=about)
    assert sent.quote is not None
    await message.answer(f"{sent.quote.text} at {sent.quote.position}")


@router.message(Command("again"))
async def again(message: Message, bot: Bot) -> None:
    chat = message.chat.id
    forwarded = await message.forward(chat)
    copied = await message.copy_to(chat)
    several = await bot.copy_messages(chat, chat, [message.message_id, forwarded.message_id])
    origin = forwarded.forward_origin
    assert origin is not None
    await message.answer(f"{origin.type} {copied.message_id - forwarded.message_id} {len(several)}")
    await bot.delete_messages(chat, [copied.message_id, *(one.message_id for one in several)])


@router.message(Command("recordings"))
async def recordings(message: Message, bot: Bot) -> None:
    await bot.send_chat_action(message.chat.id, "upload_voice")
    song = await message.answer_audio(BufferedInputFile(b"x", "a.mp3"), duration=7, title="Go")
    film = await message.answer_video(BufferedInputFile(b"x", "a.mp4"), duration=8)
    voice = await message.answer_voice(BufferedInputFile(b"x", "a.ogg"), duration=9)
    place = await message.answer_location(48.2, 16.4)
    assert song.audio is not None
    assert film.video is not None
    assert voice.voice is not None
    assert place.location is not None
    await message.answer(
        f"{song.audio.duration} {film.video.duration} {voice.voice.duration} {place.location.latitude}"
    )


@router.message(Command("media"))
async def media(message: Message) -> None:
    sent = await message.answer_photo(picture("a.png"), caption="Before")
    changed = await sent.edit_media(
        InputMediaDocument(media=BufferedInputFile(b"x", "a.txt"), caption="After")
    )
    assert isinstance(changed, Message)
    assert changed.document is not None
    changed = await changed.edit_caption(caption="Later")
    assert isinstance(changed, Message)
    await message.answer(f"{changed.document and changed.document.mime_type} {changed.caption}")


@router.message(Command("pin"))
async def pin(message: Message, bot: Bot) -> None:
    await message.pin()
    chat = await bot.get_chat(message.chat.id)
    assert isinstance(chat.pinned_message, Message)
    await message.unpin()
    await bot.unpin_all_chat_messages(message.chat.id)
    await message.answer(f"pinned {chat.pinned_message.text}")


@router.message(Command("who"))
async def who(message: Message, bot: Bot) -> None:
    owners = await bot.get_chat_administrators(message.chat.id)
    count = await bot.get_chat_member_count(message.chat.id)
    mine = await bot.get_chat_member(message.chat.id, bot.id)
    await message.answer(f"{owners[0].user.first_name} {owners[0].status} {count} {mine.status}")


@router.message(Command("burst"))
async def burst(message: Message) -> None:
    for number in range(6):
        try:
            await message.answer(str(number))
        except TelegramRetryAfter as error:
            await asyncio.sleep(error.retry_after)
            await message.answer(f"{number} after a wait")


@router.message(Command("back"))
async def back(message: Message) -> SendMessage:
    """In the answer to the webhook, when there is one."""
    return message.answer("by return")


@router.edited_message()
async def edited(message: Message) -> None:
    await message.reply(f"Now {message.text}")


@router.message_reaction()
async def reacted(change: MessageReactionUpdated, bot: Bot) -> None:
    await bot.set_message_reaction(change.chat.id, change.message_id, [ReactionTypeEmoji(emoji="🎉")])


@router.inline_query()
async def inline(query: InlineQuery) -> None:
    content = InputTextMessageContent(message_text=query.query.upper())
    await query.answer([InlineQueryResultArticle(id="1", title=query.query, input_message_content=content)])


@router.message()
async def other(message: Message) -> None:
    await message.answer(f"{message.text} ({'via bot' if message.via_bot else 'text'})")


async def main(token: str, address: str, port: int | None) -> None:
    bot = Bot(token, session=AiohttpSession(api=TelegramAPIServer.from_base(address)))
    dispatcher = Dispatcher()
    dispatcher.include_router(router)
    if port is None:
        kinds = dispatcher.resolve_used_update_types()
        await dispatcher.start_polling(bot, allowed_updates=kinds, polling_timeout=5, handle_signals=True)
        return
    app = web.Application()
    SimpleRequestHandler(dispatcher, bot, handle_in_background=False, secret_token=SECRET).register(
        app, "/hook"
    )
    setup_application(app, dispatcher, bot=bot)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", port).start()
    await bot.set_webhook(
        f"http://127.0.0.1:{port}/hook",
        secret_token=SECRET,
        allowed_updates=dispatcher.resolve_used_update_types(),
    )
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else None))
