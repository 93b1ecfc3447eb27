"""Who tapped which message where."""

from __future__ import annotations

import logging
from dataclasses import dataclass

from telegram import CallbackQuery, Message, Update
from telegram.error import TelegramError

from bot.people.state import BotState
from bot.replies.evidence import shortened
from bot.texts.html import plain
from bot.updates.asked import Place
from bot.updates.incoming import name_of, topic_of
from storage.entities import Effects

logger = logging.getLogger(__name__)

_NOTICE = 190
"""Telegram shows at most 200 characters of a tap's answer."""


@dataclass(frozen=True, slots=True)
class Tap:
    """Who tapped where."""

    update_id: int
    user_id: int
    user_name: str
    chat_id: int
    message_id: int
    asked_by: int | None
    """In a group, who wrote the message that the tapped one replies to."""
    title: str
    """The group's."""
    topic: int | None = None
    """In a forum, where the tapped message is."""
    head: str = ""
    """The first line of the tapped message."""
    label: str = ""
    """What stands on the button."""

    @property
    def is_asker(self) -> bool:
        """Whether no one else is known to have asked for what was tapped."""
        return self.asked_by in (None, self.user_id)

    @property
    def place(self) -> Place:
        """Of the tapped message."""
        return Place(self.update_id, self.user_id, self.chat_id, self.message_id)


def tap_of(update: Update, query: CallbackQuery) -> Tap | None:
    """None: the message is not known any more."""
    message = query.message
    if message is None:
        return None
    replied = message.reply_to_message if isinstance(message, Message) else None
    author = replied.from_user if replied else None
    private = message.chat.id == query.from_user.id
    return Tap(
        update_id=update.update_id,
        user_id=query.from_user.id,
        user_name=name_of(query.from_user),
        chat_id=message.chat.id,
        message_id=message.message_id,
        asked_by=None if private or author is None else author.id,
        topic=topic_of(message) if isinstance(message, Message) else None,
        title=message.chat.title or "",
        head=_head_of(message) if isinstance(message, Message) else "",
        label=_label_of(message, query.data) if isinstance(message, Message) else "",
    )


def _head_of(message: Message) -> str:
    return (message.text or message.caption or "").partition("\n")[0]


def _label_of(message: Message, data: str | None) -> str:
    rows = message.reply_markup.inline_keyboard if message.reply_markup is not None else ()
    return next((one.text for row in rows for one in row if one.callback_data == data), "")


async def answer(query: CallbackQuery, notice: str) -> None:
    """Stop the button's blinking, with a sentence or without."""
    text = shortened(plain(notice), _NOTICE)
    try:
        await query.answer(text or None)
    except TelegramError as error:  # a tap on a question is answered within seconds or not at all
        logger.info("a tap could not be answered: %s", error)


async def reply_to_tap(
    state: BotState, tap: Tap, html: str, *, reply_to: int | None, entries: tuple[str, ...] = ()
) -> None:
    """Queue what the tap brings, in one commit with the tap being done."""
    reply = tap.place.reply(html, reply_to=reply_to, entries=entries)
    await state.db.turns.apply(Effects(inbox_done=tap.update_id, outgoing=[reply]))
