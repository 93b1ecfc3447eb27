"""Reading a Telegram message: its words, whether the bot is meant, what it replies to."""

from __future__ import annotations

import re
from dataclasses import dataclass

from telegram import Message, Update, User

from agents.turn import Incoming

_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufeff]")


@dataclass(frozen=True, slots=True)
class BotIdentity:
    """Who the bot is, as Telegram's getMe says."""

    id: int
    username: str

    @property
    def mention(self) -> str:
        """How a group member calls it."""
        return f"@{self.username}"


def clean(text: str) -> str:
    """Without control characters and lone surrogates; line ends and tabs stay."""
    return _CONTROL.sub("", text.replace("\r\n", "\n").replace("\r", "\n")).strip()


def says_something(text: str) -> bool:
    """Whether there is a letter or digit in any script; emoji and zero-width characters alone say nothing."""
    return any(character.isalnum() for character in text)


def words_of(message: Message) -> str:
    """The text, or the caption of a picture or file, as it was sent."""
    return message.text or message.caption or ""


def without_mention(text: str, bot: BotIdentity) -> str:
    """The text without the bot's name in it."""
    return re.sub(rf"{re.escape(bot.mention)}\b[,:]?", " ", text, flags=re.IGNORECASE).strip()


def is_private(message: Message) -> bool:
    """Whether this is a chat with one person."""
    return message.chat.type == "private"


def is_addressed(message: Message, bot: BotIdentity) -> bool:
    """Whether the bot should answer: always in private; in a group when mentioned or replied to."""
    if is_private(message):
        return True
    replied = message.reply_to_message
    if replied is not None and replied.from_user is not None and replied.from_user.id == bot.id:
        return True
    return re.search(rf"{re.escape(bot.mention)}\b", words_of(message), re.IGNORECASE) is not None


def person_of(message: Message) -> User | None:
    """The human who wrote it; None for channels, anonymous admins and other bots."""
    user = message.from_user
    return None if user is None or user.is_bot or message.sender_chat is not None else user


def incoming_of(update: Update, message: Message, user: User, bot: BotIdentity) -> Incoming:
    """The message as the machine takes it. A bare mention in a reply to one's own words means those words."""
    text = without_mention(clean(words_of(message)), bot)
    replied = message.reply_to_message
    replied_text = clean(words_of(replied)) if replied is not None else None
    if not text and replied is not None and replied.from_user is not None and replied.from_user.id == user.id:
        text = replied_text or ""
    return Incoming(
        user_id=user.id,
        chat_id=message.chat.id,
        message_id=message.message_id,
        text=text,
        sent_at=message.date,
        update_id=update.update_id,
        reply_to=replied.message_id if replied is not None else None,
        replied_text=replied_text or None,
        edited=update.edited_message is not None,
        raw_json=message.to_json(),
        user_name=user.full_name,
    )
