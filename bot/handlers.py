"""What happens with each kind of update: the whole edge on one screen, helpers below."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeAlias

from telegram import Bot, Message, Update, User
from telegram.ext import (
    Application,
    CallbackQueryHandler,
    ChatMemberHandler,
    ContextTypes,
    ExtBot,
    JobQueue,
    MessageHandler,
    TypeHandler,
    filters,
)

from agents.turn import Incoming
from bot.attached import attached, is_importable
from bot.commands.asked import Asked
from bot.commands.people import People
from bot.commands.perform import PERFORM
from bot.commands.table import OWNER_COMMANDS
from bot.desk import Desk
from bot.entrance.door import Door
from bot.forgetting import Forgetting, confirms, forget
from bot.media import Perception
from bot.patience import Handle
from bot.questions import Answering
from bot.replies.typing import typing
from bot.taps import Taps
from bot.teaching import Said, Teaching
from bot.texts import wording
from bot.trouble import Trouble
from bot.updates.incoming import (
    BotIdentity,
    clean,
    command_of,
    incoming_of,
    is_addressed,
    is_private,
    may_report,
    meant_message,
    name_of,
    person_of,
    says_something,
    topic_of,
    without_mention,
    words_of,
)
from bot.updates.pace import Pacing
from storage.entities import Effects, Outgoing
from storage.entities import Message as StoredMessage

logger = logging.getLogger(__name__)

BotApplication: TypeAlias = Application[
    ExtBot[None], ContextTypes.DEFAULT_TYPE, dict[Any, Any], dict[Any, Any], dict[Any, Any], JobQueue[Any]
]
"""Any: PTB's stores for user, chat and bot data, of which we use none."""

_OWNERS = {command.name for command in OWNER_COMMANDS}
ALLOWED_UPDATES = (Update.MESSAGE, Update.EDITED_MESSAGE, Update.CALLBACK_QUERY, Update.MY_CHAT_MEMBER)


@dataclass(frozen=True, slots=True)
class Handlers:
    """PTB handlers over the desk. Every update ends with its inbox row done, in the commit of its work."""

    desk: Desk
    bot: BotIdentity
    door: Door

    def register(self, application: BotApplication, until_done: Callable[[Handle], Handle]) -> None:
        """First match wins. Message filters say MESSAGE or EDITED: handlers also fire on edited messages.

        `until_done`: see `bot.patience`.
        """
        new, edited = filters.UpdateType.MESSAGE, filters.UpdateType.EDITED_MESSAGE
        words = filters.TEXT | filters.CAPTION
        application.add_handler(MessageHandler(new & filters.COMMAND, until_done(self.on_command)))
        application.add_handler(MessageHandler((new | edited) & words, until_done(self.on_words)))
        application.add_handler(MessageHandler(new, until_done(self.on_other)))
        application.add_handler(CallbackQueryHandler(until_done(self.on_tap)))
        membership = until_done(self.on_membership)
        application.add_handler(ChatMemberHandler(membership, ChatMemberHandler.MY_CHAT_MEMBER))
        application.add_handler(TypeHandler(Update, until_done(self.on_rest)))
        application.add_error_handler(Trouble(self.desk).on_error)

    async def on_words(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        """Text: an answer to an open question, or a message for the machine."""
        admitted = await self._admitted(update, context.bot)
        if admitted is None:
            return
        message, user = admitted
        edit_of_command = update.edited_message is not None and words_of(message).startswith("/")
        if edit_of_command or not (is_addressed(message, self.bot) or may_report(message)):
            await self._keep(update, message, user)
            return
        if update.message is not None and is_importable(message) and is_addressed(message, self.bot):
            await self._import(update, message, user, context.bot)
            return
        perception = Perception(self.desk, context.bot)
        incoming = await perception.recalled(incoming_of(update, message, user, self.bot), message)
        incoming = await Pacing(self.desk.services, self.desk.pace).paced(incoming)
        if incoming.silent:
            await self.desk.machine.begin(await perception.perceived(incoming, message))
            return
        source = meant_message(message, user, self.bot)
        logged = source is not None and await self._is_logged(source, user)
        unread = source is not None and await perception.is_unread(source, user.id)
        if logged and not unread:
            await self._say(update, message, user, "logged_already")
            return
        with typing(context.bot, incoming.chat_id, topic_of(message)):
            if source is not None and unread:
                incoming = await perception.again(incoming, source, logged=logged)
            else:
                incoming = await perception.perceived(incoming, source or message)
            if not says_something(incoming.text):
                await self._say(update, message, user, _why_nothing(incoming))
            elif (taught := await Teaching(self.desk).heard(incoming)) is not None:
                await self._keep(update, message, user, self._reply(update, message, user, taught))
            elif not (_may_answer(incoming) and await Answering(self.desk).typed(incoming)):
                await self.desk.machine.begin(incoming)

    async def on_command(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        """A command of the menu; an unknown one gets a hint."""
        admitted = await self._admitted(update, context.bot)
        if admitted is None:
            return
        message, user = admitted
        name, for_us = command_of(message, self.bot)
        if for_us and name in _OWNERS:
            await self._owners(update, message, user, context.bot)
            return
        perform = PERFORM.get(name) if for_us else None
        if not for_us or (perform is None and not is_addressed(message, self.bot)):
            await self._keep(update, message, user)
            return
        if perform is None:
            await self._say(update, message, user, "unknown_command", command=f"/{name}"[:40])
            return
        asked = await self._asked(update, message, user)
        if perform is forget and confirms(asked, self.desk.now()):
            with typing(context.bot, asked.chat_id, topic_of(message)):
                await Forgetting(self.desk, context.bot).typed(asked)
            return
        with typing(context.bot, asked.chat_id, topic_of(message)):
            reply = await perform(self.desk, asked)
        await self._keep(update, message, user, reply)

    async def _owners(self, update: Update, message: Message, user: User, bot: Bot) -> None:
        """A command that only owners may use."""
        name, _ = command_of(message, self.bot)
        asked = await self._asked(update, message, user)
        reply = await People(self.desk, self.bot, bot).perform(name, asked, message.chat.title or "")
        await self._keep(update, message, user, reply)

    async def on_other(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        """Voice and pictures without words; stickers, locations, polls, service messages."""
        message = update.message
        if message is not None and attached(message) is not None:
            await self.on_words(update, context)
            return
        if message is not None and filters.StatusUpdate.ALL.check_update(update):
            await self.door.noted(update, message)
            return
        admitted = await self._admitted(update, context.bot)
        if admitted is None:
            return
        message, user = admitted
        if is_importable(message) and is_addressed(message, self.bot):
            await self._import(update, message, user, context.bot)
        elif is_addressed(message, self.bot):
            await self._say(update, message, user, "other.media")
        else:
            await self._keep(update, message, user)

    async def _import(self, update: Update, message: Message, user: User, bot: Bot) -> None:
        """A file of another app's, or a diary: shown first, stored when that is tapped."""
        from bot.importing.chat import Imports  # noqa: PLC0415 - 5 % of a start, and rarely needed

        with typing(bot, message.chat.id, topic_of(message)):
            reply = await Imports(self.desk).offered(update.update_id, message, user.id, bot)
        await self._keep(update, message, user, reply)

    async def on_tap(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        """An inline button."""
        await Taps(self.desk, self.door).handle(update, context.bot)

    async def on_membership(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        """Somebody blocked the bot, or added it to a group."""
        change = update.my_chat_member
        if change is None:
            return
        await self.door.joined(update, change, context.bot)

    async def on_rest(self, update: Update, _context: ContextTypes.DEFAULT_TYPE) -> None:
        """Nothing for us."""
        await self.desk.scrub(update.update_id)

    async def _admitted(self, update: Update, bot: Bot) -> tuple[Message, User] | None:
        """The message and its writer, if that person may use the bot here; of strangers nothing is kept."""
        message = update.message or update.edited_message
        user = person_of(message) if message is not None else None
        if message is not None and user is not None:
            if not await self.door.admits(update, message, user, bot):
                return None
            await self.desk.meet(user.id, name_of(user), user.language_code)
            if not await self._is_repeated(update, message, user):
                return message, user
            await self.desk.repository.mark_done(update.update_id)
        else:
            await self.desk.scrub(update.update_id)
        return None

    async def _is_repeated(self, update: Update, message: Message, user: User) -> bool:
        """Whether it was dealt with, under whatever id: a message is kept in the commit of its work."""
        place = (message.chat.id, message.message_id)
        if update.edited_message is None:
            return await self.desk.is_repeated(*place)
        words = without_mention(clean(words_of(message)), self.bot)
        return await self.desk.edits.says_the_same(
            self.desk.repository, user.id, place, words, update.update_id
        )

    async def _is_logged(self, source: Message, user: User) -> bool:
        """Whether these words of one's own were stored when they were said."""
        repository = self.desk.repository
        return bool(await repository.entry_by_message(user.id, source.chat.id, source.message_id))

    async def _say(self, update: Update, message: Message, user: User, key: str, **values: str) -> None:
        """One sentence, with the message kept."""
        say = await self.desk.wording(user.id)
        await self._keep(update, message, user, self._reply(update, message, user, Said(say(key, **values))))

    @staticmethod
    def _reply(update: Update, message: Message, user: User, said: Said) -> Outgoing:
        return Outgoing(
            key=f"update:{update.update_id}",
            chat_id=message.chat.id,
            user_id=user.id,
            html=said.html,
            buttons=said.buttons,
            reply_to=None if is_private(message) else message.message_id,
        )

    async def _keep(
        self, update: Update, message: Message, user: User, reply: Outgoing | None = None
    ) -> None:
        """One commit: the message, the reply, the inbox row done."""
        stored = StoredMessage(
            chat_id=message.chat.id,
            message_id=message.message_id,
            user_id=user.id,
            role="user",
            text=clean(words_of(message)),
            at=message.date,
            reply_to=message.reply_to_message.message_id if message.reply_to_message else None,
            raw_json=message.to_json(),
        )
        outgoing = [] if reply is None else [reply]
        await self.desk.repository.apply(
            Effects(inbox_done=update.update_id, messages=[stored], outgoing=outgoing)
        )

    async def _asked(self, update: Update, message: Message, user: User) -> Asked:
        profile = await self.desk.profile(user.id)
        now: datetime = self.desk.now()
        _, _, arguments = clean(words_of(message)).partition(" ")
        return Asked(
            user_id=user.id,
            chat_id=message.chat.id,
            message_id=message.message_id,
            update_id=update.update_id,
            arguments=arguments.strip(),
            user_name=user.first_name,
            language_code=user.language_code,
            profile=profile,
            say=wording(profile.language),
            sent_at=message.date,
            today=profile.local(now).date(),
        )


def _why_nothing(incoming: Incoming) -> str:
    """What is said where there is not a word to work with."""
    media = incoming.media
    return "other.empty" if media is None or media.trouble is None else f"{media.kind}.{media.trouble}"


def _may_answer(incoming: Incoming) -> bool:
    """Whether it may be the answer to an open question; a picture only as a reply to it."""
    return incoming.media is None or incoming.media.kind == "voice" or incoming.reply_to is not None
