"""Reading a Telegram message: its words, whether the bot is meant, what it replies to."""

from __future__ import annotations

import re
from dataclasses import dataclass
from unicodedata import category

from telegram import Message, Update, User

from agents.turn import Incoming
from bot.updates.reading import message_json

_LOG_THIS = re.compile(
    r"(?:(?:please|pls|can you|could you|and|also) )*(?:log|record|save|add|note|store|count) "
    r"(?:this|that|it|the same)(?: one)?(?:,? (?:for me|for us|too|as well|also|please|pls))*"
    r"|(?:the )?same (?:for me|here)(?: too| as well)?(?: please| pls)?|(?:me|for me),? too(?: please| pls)?"
    r"|(?:(?:이거|이것|그거|나|저|내 것|제 것)(?:를|을|도)? ?)*(?:똑같이 |같이 )?"
    r"(?:기록|저장|추가|입력|적어)(?: ?해)? ?(?:줘|주세요|줘요)|(?:나|저)(?:도요?)"
)
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufeff]")


@dataclass(frozen=True, slots=True)
class BotIdentity:
    """Who the bot is, as Telegram's getMe says."""

    id: int
    username: str
    require_mention: bool = True
    """False: in groups, too, all that is said is for the bot."""

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


def shows_something(text: str) -> bool:
    """Whether there is an emoji, to which something can be said."""
    return any(category(character) == "So" for character in text)


def words_of(message: Message) -> str:
    """The text, or the caption of a picture or file, as it was sent."""
    return message.text or message.caption or ""


def without_mention(text: str, bot: BotIdentity) -> str:
    """The text without the bot's name in it."""
    return re.sub(rf"{re.escape(bot.mention)}\b[,:]?", " ", text, flags=re.IGNORECASE).strip()


def words_to(message: Message, bot: BotIdentity) -> str:
    """The words behind the bot's name, where they begin with it: `@bot /next` is a command."""
    call = re.match(rf"\s*{re.escape(bot.mention)}\b[,:]?\s*", words_of(message), re.IGNORECASE)
    return words_of(message)[call.end() if call is not None else 0 :]


def command_of(message: Message, bot: BotIdentity) -> tuple[str, bool]:
    """The command's name in lower case, empty for other words, and whether it is meant for this bot."""
    word = next(iter(words_to(message, bot).split(maxsplit=1)), "")
    name, _, whom = word.removeprefix("/").partition("@")
    for_us = not whom or whom.casefold() == bot.username.casefold()
    return (name.casefold(), for_us) if word.startswith("/") else ("", False)


def is_private(message: Message) -> bool:
    """Whether this is a chat with one person."""
    return message.chat.type == "private"


def is_addressed(message: Message, bot: BotIdentity) -> bool:
    """Whether the bot should answer: always in private; in a group when mentioned or replied to."""
    if is_private(message) or not bot.require_mention:
        return True
    replied = message.reply_to_message
    if replied is not None and replied.from_user is not None and replied.from_user.id == bot.id:
        return True
    return re.search(rf"{re.escape(bot.mention)}\b", words_of(message), re.IGNORECASE) is not None


def may_report(message: Message) -> bool:
    """Whether words in a group that are not for the bot may be a log: those to somebody else are talk."""
    return message.reply_to_message is None and says_something(words_of(message))


def person_of(message: Message) -> User | None:
    """The human who wrote it; None for channels, anonymous admins and other bots."""
    user = message.from_user
    return None if user is None or user.is_bot or message.sender_chat is not None else user


def name_of(user: User) -> str:
    """First and last name; empty for a deleted account, where PTB's `full_name` is None."""
    return f"{user.first_name} {user.last_name or ''}".strip()


def meant_message(message: Message, user: User, bot: BotIdentity) -> Message | None:
    """The message replied to, when its words are what the bot is given.

    A bare mention means one's own words, "log this too" also somebody else's.
    """
    replied = message.reply_to_message
    if replied is None or person_of(replied) is None:
        return None
    text = without_mention(clean(words_of(message)), bot)
    own = replied.from_user is not None and replied.from_user.id == user.id
    if _LOG_THIS.fullmatch(text.casefold().strip(" .!")) or (own and not text):
        return replied
    return None


def topic_of(message: Message) -> int | None:
    """The topic of a forum that it is in."""
    return message.message_thread_id if message.is_topic_message else None


def _taps_of(replied: Message | None, bot: BotIdentity) -> tuple[str, ...]:
    """What stands behind the buttons of the bot's own message."""
    if replied is None or replied.reply_markup is None or replied.from_user is None:
        return ()
    rows = replied.reply_markup.inline_keyboard if replied.from_user.id == bot.id else ()
    return tuple(one.callback_data for row in rows for one in row if isinstance(one.callback_data, str))


def incoming_of(update: Update, message: Message, user: User, bot: BotIdentity) -> Incoming:
    """The message as the machine takes it, with the words of another where those are meant."""
    replied = message.reply_to_message
    replied_text = clean(words_of(replied)) if replied is not None else None
    source = meant_message(message, user, bot) or message
    text = without_mention(clean(words_of(source)), bot)
    return Incoming(
        user_id=user.id,
        chat_id=message.chat.id,
        message_id=message.message_id,
        text=text,
        sent_at=message.date,
        update_id=update.update_id,
        reply_to=replied.message_id if replied is not None else None,
        replied_text=replied_text or None,
        replied_taps=_taps_of(replied, bot),
        edited=update.edited_message is not None,
        silent=not is_addressed(message, bot),
        raw_json=message_json(update, message),
        user_name=name_of(user),
    )
