"""Whom the bot listens to: the allowed, and whoever sends a code; all others are turned away once an hour."""

from __future__ import annotations

import logging
from collections import OrderedDict
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import NamedTuple

from telegram import Bot, ChatMemberUpdated, Message, Update, User
from telegram.constants import ChatMemberStatus

from bot.entrance.allowance import Comparisons
from bot.entrance.error_handler import ErrorHandler
from bot.entrance.menu import show_owner_menu
from bot.entrance.owners import OwnerCommands
from bot.entrance.pairing import Pairing, Sender
from bot.people import codes
from bot.people.access import NOTICE
from bot.people.state import BotState
from bot.replies.callbacks import AccessTap, read
from bot.texts import Html, wording
from bot.updates.incoming import (
    BotIdentity,
    command_of,
    is_addressed,
    is_private,
    name_of,
    person_of,
    without_mention,
)
from storage.entities import Effects, Outgoing
from storage.rights import GiveGroup, GroupRight, TakeGroup

logger = logging.getLogger(__name__)

_AGAIN = timedelta(hours=1)
"""A stranger is turned away politely once in this time, and otherwise in silence."""
REMEMBERED = 1000
_OUTSIDE = (ChatMemberStatus.LEFT, ChatMemberStatus.BANNED)


class _Try(NamedTuple):
    """A message that may be a code; `plainly` without a command, so that it may as well be a log."""

    code: str | None
    plainly: bool


@dataclass(frozen=True, slots=True)
class Door:
    """Decides about each update before anybody looks at what it says."""

    state: BotState
    bot: BotIdentity
    told: OrderedDict[tuple[str, int], datetime] = field(
        default_factory=OrderedDict[tuple[str, int], datetime]
    )
    """Which chats, and whose taps, were turned away when."""
    comparisons: Comparisons = field(default_factory=Comparisons)

    async def admits(self, update: Update, message: Message, user: User, bot: Bot) -> bool:
        """Whether the message is to be worked on; otherwise it is dealt with, and nothing of it is kept."""
        allowed = self.state.access.allows(user.id, message.chat.id)
        tried = self._tried(message, allowed=allowed)
        is_edit = update.edited_message is not None
        if is_edit:
            if tried is not None and not tried.plainly:  # only what is sent counts, and no code is kept
                allowed = False
        elif tried is not None and await self._is_dealt_with(
            update, message, user, bot, tried, allowed=allowed
        ):
            return False
        if allowed or (not is_edit and self._lets_the_group_in(message, user)):
            return True
        if not is_edit and is_addressed(message, self.bot):
            await self._turn_away(message, user, bot)
        await self.state.scrub(update.update_id)
        return False

    def is_foreign(self, update: Update) -> bool:
        """Whether an update is a stranger's and can't let them in: it is worked on without a row.

        So is what anybody types in inline mode: it is worth nothing a moment later.
        """
        if update.inline_query is not None:
            return True
        message, query = update.message or update.edited_message, update.callback_query
        if query is not None:
            user, chat = query.from_user, update.effective_chat
            return chat is None or not self.may_tap(user.id, chat.id, query.data or "")
        if message is not None:
            return self._is_foreign_message(message, is_edit=update.edited_message is not None)
        change = update.my_chat_member
        return change is not None and not self._knows_any(change.chat.id, change.from_user.id)

    def _is_foreign_message(self, message: Message, *, is_edit: bool) -> bool:
        if self._knows_any(message.chat.id, message.migrate_to_chat_id, message.migrate_from_chat_id):
            return False
        person = person_of(message)
        if person is None or is_edit:
            return True
        tried = self._tried(message, allowed=False)
        is_code = tried is not None and tried.code is not None
        return not (is_code or self._lets_the_group_in(message, person))

    def _knows_any(self, *ids: int | None) -> bool:
        return any(self.state.access.knows(each) for each in ids if each is not None)

    def turns_tap_away(self, user_id: int) -> bool:
        """Whether a stranger's tap is answered."""
        return self._may_tell(user_id, "tap")

    def may_tap(self, user_id: int, chat_id: int, data: str) -> bool:
        """An owner may let a group in by a button in it."""
        access = self.state.access
        return access.allows(user_id, chat_id) or (
            access.is_owner(user_id) and isinstance(read(data), AccessTap)
        )

    def _lets_the_group_in(self, message: Message, user: User) -> bool:
        name, for_us = command_of(message, self.bot)
        return name == "allow" and for_us and not is_private(message) and self.state.access.is_owner(user.id)

    # Codes

    @property
    def _pairing(self) -> Pairing:
        return Pairing(self.state, self.comparisons)

    def _tried(self, message: Message, *, allowed: bool) -> _Try | None:
        """What there is to try in a message; None: it is about something else."""
        text = message.text or ""
        name, for_us = command_of(message, self.bot)
        if name == "pair" and for_us:
            return _Try(codes.typed(text.partition(" ")[2]), plainly=False)
        if name == "start":
            code = codes.typed(text.partition(" ")[2])
            return None if code is None else _Try(code, plainly=False)
        text = without_mention(text, self.bot)
        code = codes.typed_alone(text) if allowed else codes.typed(text)
        return None if code is None else _Try(code, plainly=True)

    async def _is_dealt_with(
        self, update: Update, message: Message, user: User, bot: Bot, tried: _Try, *, allowed: bool
    ) -> bool:
        """Try it; whether that is all there is to do about the message."""
        if not is_private(message):
            is_code = tried.code is not None and await self._pairing.exposed(user.id, tried.code)
            is_meant = allowed and command_of(message, self.bot)[0] == "pair"
            return (is_code or is_meant) and await self._say(update, message, user, bot, "pair.private")
        if tried.code is None:
            return allowed and await self._say(update, message, user, bot, "pair.usage")
        sender = Sender(
            user_id=user.id,
            name=name_of(user),
            language_code=user.language_code,
            update_id=update.update_id,
            message_id=message.message_id,
            sent_at=message.date,
            stranger=not allowed,
        )
        outcome = await self._pairing.tried(sender, tried.code)
        if outcome == "in":
            if self.state.access.is_owner(user.id):
                await show_owner_menu(bot, user.id, coaches=self.state.coaching.enabled)
            return True
        if allowed and tried.plainly and outcome != "already":
            return False
        if not allowed and (
            outcome == "locked" or (outcome == "busy" and not self._may_tell(message.chat.id, "busy"))
        ):
            await self.state.scrub(update.update_id)
            return True
        if outcome == "last_wrong":
            self._may_tell(message.chat.id)
        return await self._say(update, message, user, bot, f"pair.{outcome}")

    async def _say(self, update: Update, message: Message, user: User, bot: Bot, key: str) -> bool:
        """One sentence past the outbox, as nothing is kept."""
        say = await self._pairing.wording(user.id, user.language_code)
        await ErrorHandler(self.state).tell(bot, message.chat.id, say(key))
        await self.state.scrub(update.update_id)
        return True

    # Strangers

    async def _turn_away(self, message: Message, user: User, bot: Bot) -> None:
        if not self._may_tell(message.chat.id):
            return
        say = wording((user.language_code or "").partition("-")[0] or "en")
        key = "denied" if is_private(message) else "denied.group"
        await ErrorHandler(self.state).tell(
            bot, message.chat.id, say(key, user=user.id, chat=message.chat.id)
        )

    def _may_tell(self, some_id: int, what: str = "denied") -> bool:
        """Whether this chat, or person, was not told that lately; from now on it was."""
        now, told, key = self.state.now(), self.told, (what, some_id)
        last = told.get(key)
        if last is not None and now - last < _AGAIN:
            return False
        told[key] = now
        told.move_to_end(key)
        if len(told) > REMEMBERED:
            told.popitem(last=False)
        return True

    # Groups

    async def noted(self, update: Update, message: Message) -> None:
        """A service message: nothing to keep, but a group that became a supergroup keeps its right."""
        old = message.chat.id if message.migrate_to_chat_id is not None else message.migrate_from_chat_id
        if old is not None:
            await self.moved(old, message.migrate_to_chat_id or message.chat.id, message.chat.title or "")
        await self.state.scrub(update.update_id)

    async def moved(self, old: int, new: int, title: str = "") -> None:
        """A group goes on as a supergroup, whoever tells of it."""
        access = self.state.access
        if not access.allows_group(old):
            return
        if access.host is None and not access.allows_group(new):
            await self._right_moves(old, new, title)
        await self.state.db.moving.move_chat(old, new, self.state.now())

    async def _right_moves(self, old: int, new: int, title: str) -> None:
        access = self.state.access
        logger.info("group %d has become %d, which has its right now", old, new)
        if old in access.groups:
            logger.warning("group %d has become %d: change access.allow_groups", old, new)
        right = access.group(old) or GroupRight(old, title, None, self.state.now())
        changes = [GiveGroup(replace(right, chat_id=new)), GiveGroup(replace(right, moved_to=new))]
        await access.change(self.state.db, changes)

    async def joined(self, update: Update, change: ChatMemberUpdated, bot: Bot) -> None:
        """Somebody blocked the bot, added it to a group or removed it from one."""
        was, now, chat = change.old_chat_member.status, change.new_chat_member.status, change.chat
        logger.info("chat %d: the bot is now %s there", chat.id, now)
        access, person = self.state.access, change.from_user
        effects = Effects(inbox_done=update.update_id, scrubbed=True)
        if chat.type != "private" and now in _OUTSIDE and access.group(chat.id) is not None:
            await access.change(self.state.db, [TakeGroup(chat.id)], effects)
            return
        if chat.type != "private" and was in _OUTSIDE and now not in _OUTSIDE:
            if access.allows_group(chat.id):
                effects.outgoing.append(await self._greeting(update, chat.id, person))
            elif access.is_owner(person.id):
                await OwnerCommands(self.state, self.bot, bot).offer_group(
                    update.update_id, person.id, chat.id, effects
                )
                return
            elif self._may_tell(chat.id):
                say = wording((person.language_code or "").partition("-")[0] or "en")
                await ErrorHandler(self.state).tell(bot, chat.id, say("denied.group", chat=chat.id))
        access.overwritten = True
        await self.state.db.turns.apply(effects)

    async def _greeting(self, update: Update, chat_id: int, person: User) -> Outgoing:
        say = await self.state.wording(person.id)
        html: Html = say("joined", mention=self.bot.mention)
        return Outgoing(key=f"{NOTICE}{update.update_id}", chat_id=chat_id, user_id=person.id, html=html)
