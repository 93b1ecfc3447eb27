"""When something goes wrong at the edge: a sentence for the user, the traceback for the log."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import cast

from telegram import Bot, Update, User
from telegram.constants import ParseMode
from telegram.error import TelegramError
from telegram.ext import ContextTypes

from bot.people.state import BotState
from bot.replies.said import Said
from bot.texts import wording
from bot.updates.incoming import clean, words_of
from storage.entities import Effects
from storage.entities import Message as StoredMessage
from storage.errors import DatabaseClosed, StorageError

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ErrorHandler:
    """The one error handler, and the way to say something that must not go through the database."""

    state: BotState

    async def on_error(self, update: object, context: ContextTypes.DEFAULT_TYPE) -> None:
        """Apologise and close the update. While storage itself fails, the inbox row stays open for later."""
        error = context.error
        if isinstance(error, DatabaseClosed):
            return  # it was being waited for when the bot was stopped, and goes on at the next start
        logger.error("an update could not be handled", exc_info=error)
        if not isinstance(update, Update):
            return
        if not _is_of_storage(error):
            await self.apologise(update, context.bot, "failure")
            return
        chat, user = update.effective_chat, update.effective_user
        if chat is not None and user is not None and self.state.access.allows(user.id, chat.id):
            await self.tell(context.bot, chat.id, wording(user.language_code or "en")("failure"))

    async def apologise(self, update: Update, bot: Bot, key: str) -> None:
        """Keep what was said, say the sentence, close the update; of strangers nothing is kept."""
        chat, user = update.effective_chat, update.effective_user
        if chat is None or user is None or not self.state.access.allows(user.id, chat.id):
            await self.state.scrub(update.update_id)
            return
        sentence = wording(user.language_code or "en")(key)
        message = update.effective_message
        reply_to = message.message_id if message is not None and chat.id != user.id else None
        reply = Said(sentence).to(user.id, f"trouble:{update.update_id}", chat.id, reply_to=reply_to)
        effects = Effects(inbox_done=update.update_id, messages=_words(update, user), outgoing=[reply])
        try:
            await self.state.db.turns.apply(effects)
        except Exception:  # nothing is left below this handler
            logger.exception("the apology could not be queued")
            await self.tell(bot, chat.id, sentence)

    async def tell(self, bot: Bot, chat_id: int, html: str) -> None:
        """Send at once, without a row: nothing of strangers is kept. Whether it arrives does not matter."""
        try:
            await bot.send_message(chat_id, html, parse_mode=ParseMode.HTML)
        except TelegramError as error:
            logger.info("chat %d could not be told: %s", chat_id, error)


def _words(update: Update, user: User) -> list[StoredMessage]:
    """What was said, so that it is kept as the apology says; an edit's message is there already."""
    message = update.message
    if message is None:
        return []
    kept = StoredMessage(
        chat_id=message.chat.id,
        message_id=message.message_id,
        user_id=user.id,
        role="user",
        text=clean(words_of(message)),
        at=message.date,
        raw_json=message.to_json(),
    )
    return [kept]


def _is_of_storage(error: BaseException | None) -> bool:
    """The machine runs halves of a turn in a group, so what failed may be wrapped in one."""
    if isinstance(error, BaseExceptionGroup):
        group = cast("BaseExceptionGroup[BaseException]", error)
        return any(_is_of_storage(part) for part in group.exceptions)
    return isinstance(error, StorageError)
