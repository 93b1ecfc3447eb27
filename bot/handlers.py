"""What happens with each kind of update: the whole edge on one screen, helpers below."""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime

from telegram import Bot, Message, Update, User
from telegram.ext import (
    ContextTypes,
    filters,
)

from agents.offline.routing.requests import command_in, takes_back
from agents.turn import Incoming
from bot.commands import gym, jobs
from bot.commands.ahead import ahead
from bot.commands.coaching import evolved
from bot.commands.parting import parted
from bot.commands.reminding import as_asked, beside
from bot.commands.wishes import asked_in_words, beyond, of_charts, of_goals, of_jobs, of_pages, of_training
from bot.entrance.door import Door
from bot.entrance.owners import OwnerCommands
from bot.people.first_day import FirstDay
from bot.people.fixing import Fixing
from bot.people.preferring import Preferring
from bot.people.privacy import in_private, reaches
from bot.people.questions import Answering
from bot.people.state import BotState
from bot.people.teaching import Teaching
from bot.replies.said import Said
from bot.replies.typing import typing
from bot.texts import wording
from bot.texts.commands import OWNER_COMMANDS, unknown
from bot.updates.asked import Asked
from bot.updates.attached import attached, is_for_job, is_importable, is_programme
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
    shows_something,
    topic_of,
    without_mention,
    words_of,
    words_to,
)
from bot.updates.pace import Pacing
from bot.updates.perception import Perception, why_nothing
from bot.updates.reading import message_json
from storage.entities import Effects, Outgoing
from storage.entities import Message as StoredMessage

_OWNERS = {command.name for command in OWNER_COMMANDS}


@dataclass(frozen=True, slots=True)
class _Letter:
    """A message of somebody who may write here, and the bot that it came to."""

    update: Update
    message: Message
    user: User
    bot: Bot

    def reply(self, said: Said) -> Outgoing:
        """What is said to it; in a group it must be clear to whom."""
        reply_to = None if is_private(self.message) else self.message.message_id
        key, chat_id = f"update:{self.update.update_id}", self.message.chat.id
        return said.to(self.user.id, key, chat_id, reply_to=reply_to)

    def typing(self) -> AbstractContextManager[None]:
        """The bot is seen to type while the block runs."""
        return typing(self.bot, self.message.chat.id, topic_of(self.message))


@dataclass(frozen=True, slots=True)
class Handlers:
    """PTB handlers over the state. Every update ends with its inbox row done, in the commit of its work.

    `bot.registering` says which is for what.
    """

    state: BotState
    bot: BotIdentity
    door: Door

    async def on_words(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        """Text: an answer to an open question, or a message for the machine."""
        if update.message is not None and _is_called(update.message, self.bot):
            await self.on_command(update, context)
            return
        letter = await self._admitted(update, context.bot)
        if letter is None:
            return
        message, user = letter.message, letter.user
        edit_of_command = update.edited_message is not None and words_to(message, self.bot).startswith("/")
        if edit_of_command or not (is_addressed(message, self.bot) or may_report(message)):
            await self._keep(letter)
            return
        if update.message is not None and is_importable(message) and is_addressed(message, self.bot):
            await self._import(letter)
            return
        state = self.state
        perception = Perception(
            context.bot, state.db.attachments, state.data_dir, state.senses, state.profile
        )
        incoming = await perception.recalled(incoming_of(update, message, user, self.bot), message)
        incoming = await Pacing(self.state.services, self.state.pace).paced(incoming)
        if incoming.silent:
            heard = await Fixing(self.state).heard(await perception.perceived(incoming, message))
            await self.state.machine.begin(heard)
            return
        source = meant_message(message, user, self.bot)
        logged = source is not None and await self._is_logged(source, user)
        unread = source is not None and await perception.is_unread(source, user.id)
        if logged and not unread:
            await self._say(letter, "logged_already")
            return
        with letter.typing():
            if source is not None and unread:
                incoming = await perception.again(incoming, source, logged=logged)
            else:
                incoming = await perception.perceived(incoming, source or message)
            incoming = await Answering(self.state).replying(await as_asked(self.state, incoming))
            if not (says_something(incoming.text) or shows_something(incoming.text)):
                await self._say(letter, why_nothing(incoming))
            elif (said := await self._told(incoming)) is not None:
                await self._keep(letter, said)
            elif (name := await self._named(incoming)) is not None:
                asked = await asked_in_words(self.state, incoming)
                replies = await self._performed(name, asked, letter) or ()
                await self._keep(letter, *replies)
            else:
                await self._hand_on(incoming, letter)

    async def _named(self, incoming: Incoming) -> str | None:
        """The command that the whole message is in words."""
        if incoming.edited or incoming.replies_to:
            return None
        if takes_back(incoming.text) and incoming.user_id not in self.state.watch.asked:
            from bot.commands.undoing import is_no_log  # noqa: PLC0415 - logs are mostly left as they are

            return "undo" if await is_no_log(self.state, incoming) else None
        return command_in(incoming.text)

    async def _told(self, incoming: Incoming) -> Said | None:
        """What is said to an answer for a job, to a preference, to a lesson."""
        said = await self.state.jobs.heard(incoming) or await Preferring(self.state).heard(incoming)
        return said or await Teaching(self.state).heard(incoming)

    async def _hand_on(self, incoming: Incoming, letter: _Letter) -> None:
        """To specialists, as far as rules are sure that it is for them, and to the diary."""
        if await evolved(self.state, incoming):
            return
        left, said = await parted(self.state, incoming)
        if said is not None:
            sent = await self._privately(letter, said)
            await (self._keep(letter, *sent) if left is None else beside(self.state, sent))
        if left is None:
            return
        incoming = left
        concierge = self.state.concierge
        incoming = incoming if concierge is None else await concierge.heard(incoming)
        if incoming.handed is not None:
            await self.state.machine.begin(incoming)
        elif (told := await self._beside_diary(incoming, letter)) is not None:
            await self._keep(letter, *told)
        else:
            await self._answer_or_begin(await Fixing(self.state).heard(incoming))
            await FirstDay(self.state).after(incoming.user_id, incoming.chat_id)

    async def _beside_diary(self, incoming: Incoming, letter: _Letter) -> list[Outgoing] | None:
        """What is for neither specialists nor diary: the gym; goals and charts in private; what can't be."""
        if incoming.edited or incoming.replies_to:
            return None
        if (told := await of_training(self.state, incoming)) is not None:
            return [letter.reply(told)]
        for asked in (of_goals, of_jobs, ahead, of_charts, of_pages):
            if (private := await asked(self.state, incoming)) is not None:
                return await self._privately(letter, private)
        unmet = await beyond(self.state, incoming)
        return None if unmet is None else [letter.reply(unmet)]

    async def _privately(self, letter: _Letter, said: Said) -> list[Outgoing]:
        say = await self.state.wording(letter.user.id)
        if not is_private(letter.message) and not await reaches(letter.bot, letter.user.id):
            return [letter.reply(Said(say("private.no_chat"), entries=said.entries))]
        return in_private(letter.reply(said), say)

    async def _answer_or_begin(self, incoming: Incoming) -> None:
        """What was asked before waits where the message corrects a log."""
        may_answer = _may_answer(incoming) and not incoming.fixes
        if not (may_answer and await Answering(self.state).typed(incoming)):
            await self.state.machine.begin(incoming)

    async def on_command(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        """A command of the menu; an unknown one gets a hint."""
        letter = await self._admitted(update, context.bot)
        if letter is None:
            return
        message = letter.message
        name, for_us = command_of(message, self.bot)
        if for_us and name in _OWNERS:
            await self._owners(letter)
            return
        from bot.commands.perform import PERFORM  # noqa: PLC0415 - who only logs never needs it

        perform = PERFORM.get(name) if for_us else None
        if not for_us or (perform is None and not is_addressed(message, self.bot)):
            await self._keep(letter)
            return
        if perform is None:
            await self._keep(letter, Said(unknown(name, await self.state.wording(letter.user.id))))
            return
        asked = await self._asked(letter)
        if (replies := await self._performed(name, asked, letter)) is not None:
            await self._keep(letter, *replies)

    async def _performed(self, name: str, asked: Asked, letter: _Letter) -> list[Outgoing | None] | None:
        """What comes of a command, typed or said in words; None: all of it is done."""
        from bot.commands.forgetting import Forgetting, confirms, forget  # noqa: PLC0415 - as above
        from bot.commands.perform import PERFORM, cancel  # noqa: PLC0415
        from bot.commands.private import PRIVATE, answered_privately  # noqa: PLC0415

        perform = PERFORM[name]
        if perform is not cancel:
            await Fixing(self.state).end(asked.user_id, letter.message.chat.id)
        if name in PRIVATE and not is_private(letter.message):
            return [*await answered_privately(self.state, asked, name, perform, letter.bot)]
        with letter.typing():
            if perform is forget and confirms(asked, self.state.now()):
                await Forgetting(self.state, letter.bot).typed(asked)
                return None
            return [await perform(self.state, asked)]

    async def _owners(self, letter: _Letter) -> None:
        """A command that only owners may use."""
        name, _ = command_of(letter.message, self.bot)
        owners, title = OwnerCommands(self.state, self.bot, letter.bot), letter.message.chat.title or ""
        await self._keep(letter, await owners.perform(name, await self._asked(letter), title))

    async def on_other(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        """Voice and pictures without words; stickers, locations, polls, service messages."""
        message = update.message
        if message is not None and attached(message) is not None:
            await self.on_words(update, context)
            return
        if message is not None and filters.StatusUpdate.ALL.check_update(update):
            await self.door.noted(update, message)
            return
        letter = await self._admitted(update, context.bot)
        if letter is None:
            return
        message = letter.message
        if is_importable(message) and is_addressed(message, self.bot):
            await self._import(letter)
        elif is_addressed(message, self.bot):
            await self._say(letter, "other.media")
        else:
            await self._keep(letter)

    async def _import(self, letter: _Letter) -> None:
        """A file of another app's, or a diary: shown first, stored when that is tapped."""
        message, user, bot = letter.message, letter.user, letter.bot
        if is_programme(message) or is_for_job(message):
            take = jobs.begun_with_file if is_for_job(message) else gym.taken
            with letter.typing():
                said = await take(self.state, message, user.id, bot)
            await self._keep(letter, said)
            return
        from bot.importing.chat import Imports  # noqa: PLC0415 - 5 % of a start, and rarely needed

        with letter.typing():
            reply = await Imports(self.state).offered(letter.update.update_id, message, user.id, bot)
        await self._keep(letter, reply)

    async def on_tap(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        """An inline button."""
        from bot.commands.buttons import ButtonHandler  # noqa: PLC0415 - who only logs never needs it

        await ButtonHandler(self.state, self.door).handle(update, context.bot)

    async def on_inline(self, update: Update, _context: ContextTypes.DEFAULT_TYPE) -> None:
        """Words behind the bot's name in any chat. They change with each key: nothing of them is kept."""
        if update.inline_query is not None:
            from bot.commands.inline import Inline  # noqa: PLC0415 - only where it is configured

            await Inline(self.state).answer(update.inline_query)
        await self.state.scrub(update.update_id)

    async def on_membership(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        """Somebody blocked the bot, or added it to a group."""
        change = update.my_chat_member
        if change is None:
            return
        await self.door.joined(update, change, context.bot)

    async def on_rest(self, update: Update, _context: ContextTypes.DEFAULT_TYPE) -> None:
        """Nothing for us."""
        await self.state.scrub(update.update_id)

    async def _admitted(self, update: Update, bot: Bot) -> _Letter | None:
        """The message with its writer, if that person may use the bot here; of strangers nothing is kept."""
        message = update.message or update.edited_message
        user = person_of(message) if message is not None else None
        if message is not None and message.via_bot is not None and message.via_bot.id == self.bot.id:
            await self.state.scrub(update.update_id)  # our own words, which somebody sent by inline mode
        elif message is not None and user is not None:
            if not await self.door.admits(update, message, user, bot):
                return None
            await self.state.meet(user.id, name_of(user), user.language_code, words_of(message))
            if not await self._is_repeated(update, message, user):
                return _Letter(update, message, user, bot)
            await self.state.db.inbox.mark_done(update.update_id)
        else:
            await self.state.scrub(update.update_id)
        return None

    async def _is_repeated(self, update: Update, message: Message, user: User) -> bool:
        """Whether it was dealt with, under whatever id: a message is kept in the commit of its work."""
        place = (message.chat.id, message.message_id)
        if update.edited_message is None:
            return await self.state.is_repeated(*place)
        words = without_mention(clean(words_of(message)), self.bot)
        return await self.state.edits.says_the_same(self.state.db, user.id, place, words, update.update_id)

    async def _is_logged(self, source: Message, user: User) -> bool:
        """Whether these words of one's own were stored when they were said."""
        db = self.state.db
        return bool(await db.entries.entry_by_message(user.id, source.chat.id, source.message_id))

    async def _say(self, letter: _Letter, key: str) -> None:
        """One sentence, with the message kept."""
        await self._keep(letter, Said((await self.state.wording(letter.user.id))(key)))

    async def _keep(self, letter: _Letter, *replies: Outgoing | Said | None) -> None:
        """One commit: the message, the replies, the inbox row done."""
        update, message, user = letter.update, letter.message, letter.user
        stored = StoredMessage(
            chat_id=message.chat.id,
            message_id=message.message_id,
            user_id=user.id,
            role="user",
            text=clean(words_of(message)),
            at=message.date,
            reply_to=message.reply_to_message.message_id if message.reply_to_message else None,
            raw_json=message_json(update, message),
        )
        said = [letter.reply(one) if isinstance(one, Said) else one for one in replies]
        outgoing = [reply for reply in said if reply is not None]
        await self.state.db.turns.apply(
            Effects(inbox_done=update.update_id, messages=[stored], outgoing=outgoing)
        )

    async def _asked(self, letter: _Letter) -> Asked:
        message, user = letter.message, letter.user
        profile = await self.state.profile(user.id)
        now: datetime = self.state.now()
        _, _, arguments = clean(words_to(message, self.bot)).partition(" ")
        return Asked(
            user_id=user.id,
            chat_id=message.chat.id,
            message_id=message.message_id,
            update_id=letter.update.update_id,
            arguments=arguments.strip(),
            user_name=user.first_name,
            language_code=user.language_code,
            profile=profile,
            say=wording(profile.language),
            sent_at=message.date,
            today=profile.local(now).date(),
        )


def _is_called(message: Message, bot: BotIdentity) -> bool:
    """Whether a command stands behind the bot's name."""
    text = message.text or ""
    return not text.startswith("/") and bool(text and command_of(message, bot)[0])


def _may_answer(incoming: Incoming) -> bool:
    """Whether it may be the answer to an open question; a picture only as a reply to it."""
    return incoming.media is None or incoming.media.kind == "voice" or incoming.reply_to is not None
