"""Inline buttons: answers, Undo, Fix, evidence, settings. A forged, stale or foreign tap changes nothing."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from dataclasses import dataclass

from telegram import Bot, CallbackQuery, Message, Update
from telegram.error import TelegramError

from agents.again import answer_again
from agents.session import Mode
from agents.undo import undo
from bot.callbacks import (
    AccessTap,
    AnswerTap,
    EntryTap,
    ForgetTap,
    ImportTap,
    MemoryTap,
    ModeTap,
    SettingTap,
    read,
)
from bot.commands import settings
from bot.commands.people import People, Tapped
from bot.desk import Desk
from bot.entrance.door import Door
from bot.forgetting import Forgetting
from bot.html import plain
from bot.questions import Answering
from bot.rendering import shortened
from bot.replies.typing import typing
from bot.texts import Wording
from bot.updates.incoming import name_of, topic_of
from storage.entities import Effects, Entry, Outgoing

logger = logging.getLogger(__name__)

_NOTICE = 190
"""Telegram shows at most 200 characters of a tap's answer."""
_SOON_SECONDS = 1.0
_QUOTE = 600


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


@dataclass(frozen=True, slots=True)
class Taps:
    """Deals with one callback query; each way ends with the inbox row done and the tap answered."""

    desk: Desk
    door: Door

    async def handle(self, update: Update, bot: Bot) -> None:
        """Answer the query whatever happens, so that the button stops blinking."""
        query = update.callback_query
        if query is None:
            return
        tap = _tap_of(update, query)
        say = await self.desk.wording(query.from_user.id)
        data = query.data or ""
        if tap is None or not self.door.may_tap(tap.user_id, tap.chat_id, data):
            await _answer(query, say("tap.unknown"))
            await self.desk.scrub(update.update_id)
            return
        with typing(bot, tap.chat_id, tap.topic):
            await self._answering_soon(query, self._act(tap, data, say, bot))
        await self.desk.repository.mark_done(update.update_id)

    async def _answering_soon(self, query: CallbackQuery, act: Coroutine[object, object, str]) -> None:
        """Answer the query with what came of it; when that takes long, first without a word."""
        work = asyncio.create_task(act)
        try:
            quick, _ = await asyncio.wait({work}, timeout=_SOON_SECONDS)
            if not quick:
                await _answer(query, "")
            notice = await work
            if quick:
                await _answer(query, notice)
        finally:
            work.cancel()

    async def _act(self, tap: Tap, data: str, say: Wording, bot: Bot) -> str:
        """Do it; what to tell the one who tapped."""
        match read(data):
            case AnswerTap(token, option):
                return await self._answer_question(tap, token, option, say)
            case EntryTap() as about:
                return await self._entry_act(tap, about, say)
            case ModeTap(turn_id, mode):
                return await self._answer_again(tap, turn_id, mode, say)
            case ImportTap() | ForgetTap() | AccessTap() as about:
                return await self._whole(tap, about, say, bot)
            case SettingTap() | MemoryTap() as chosen:
                return await self._page(tap, chosen, say)
            case _:
                return say("tap.unknown")

    async def _whole(self, tap: Tap, about: ImportTap | ForgetTap | AccessTap, say: Wording, bot: Bot) -> str:
        """What brings many entries, or takes all; who may use the bot."""
        if isinstance(about, AccessTap):
            where = Tapped(tap.update_id, tap.user_id, tap.chat_id, tap.message_id)
            return await People(self.desk, self.door.bot, bot).tapped(where, about.token, tap.title, say)
        if tap.asked_by not in (None, tap.user_id):
            return say("tap.not_yours")
        if isinstance(about, ForgetTap):
            if tap.chat_id != tap.user_id:
                return say("tap.unknown")
            return await Forgetting(self.desk, bot).tapped(tap.user_id, tap.message_id, about, say)
        from bot.importing.chat import Imports, Place  # noqa: PLC0415 - as in bot/handlers.py

        place = Place(tap.update_id, tap.user_id, tap.chat_id, tap.message_id)
        return await Imports(self.desk).tapped(place, about, say)

    async def _entry_act(self, tap: Tap, about: EntryTap, say: Wording) -> str:
        match about.act:
            case "undo":
                return await self._undo(tap, about.entry_id, about.revision, say)
            case "fix":
                return await self._fix(tap, about.entry_id, say)
            case "evidence":
                return await self._evidence(tap, about.entry_id, say)

    async def _answer_question(self, tap: Tap, token: str, option: int | None, say: Wording) -> str:
        outcome, answer = await Answering(self.desk).tapped(
            token, option, tap.user_id, tap.chat_id, tap.message_id
        )
        match outcome:
            case "accepted":
                return say("tap.skipped") if answer is None else say("tap.chosen", answer=answer)
            case "already_answered":
                return say("tap.already")
            case "expired":
                return say("tap.expired")
            case "not_yours":
                return say("tap.not_yours")
            case _:
                return say("tap.unknown")

    async def _undo(self, tap: Tap, entry_id: str, revision: int | None, say: Wording) -> str:
        history = await self.desk.repository.revisions(tap.user_id, entry_id)
        if not history:
            return say("tap.unknown")
        if revision is not None and history[-1].revision != revision:
            return say("tap.changed")
        await undo(
            self.desk.services,
            tap.user_id,
            tap.chat_id,
            key=f"update:{tap.update_id}",
            entry_id=entry_id,
            update_id=tap.update_id,
            answers=None if tap.chat_id == tap.user_id else tap.message_id,
        )
        return say("tap.undone")

    async def _fix(self, tap: Tap, entry_id: str, say: Wording) -> str:
        entry = await self._entry(tap, entry_id)
        if entry is None or entry.deleted:
            return say("tap.unknown")
        await self._queue(
            tap,
            say("fix.prompt", text=shortened(entry.text, _QUOTE)),
            reply_to=tap.message_id,
            kind="prompt",
            entries=(entry.id,),
        )
        return ""

    async def _answer_again(self, tap: Tap, turn_id: str, mode: Mode, say: Wording) -> str:
        outcome = await answer_again(
            self.desk.machine, turn_id, mode, tap.user_id, tap.chat_id, tap.update_id
        )
        match outcome:
            case "answered":
                return ""
            case "used":
                return say("tap.mode_used")
            case "already":
                return say("tap.mode_done")
            case "not_yours":
                return say("tap.not_yours")
            case "unknown":
                return say("tap.unknown")

    async def _evidence(self, tap: Tap, entry_id: str, say: Wording) -> str:
        entry = await self._entry(tap, entry_id)
        if entry is None:
            return say("tap.unknown")
        lines = [say("evidence", day=say.day(entry.day), text=shortened(entry.text, _QUOTE))]
        lines += [say("evidence.corrected", note=shortened(note, _QUOTE)) for note in entry.notes]
        origin = entry.message_id if entry.chat_id == tap.chat_id else None
        await self._queue(tap, "\n".join(lines), reply_to=origin, entries=(entry.id,))
        return ""

    async def _page(self, tap: Tap, chosen: SettingTap | MemoryTap, say: Wording) -> str:
        """Another page in place of the one that was tapped."""
        if isinstance(chosen, MemoryTap):
            return await self._memory(tap, chosen, say)
        return await self._setting(tap, chosen, say)

    async def _setting(self, tap: Tap, chosen: SettingTap, say: Wording) -> str:
        # Where the command was deleted, nothing tells whose page it is in a group.
        if tap.user_id not in (tap.chat_id, tap.asked_by):
            return say("tap.not_yours")
        effects = Effects(inbox_done=tap.update_id)
        profile = await self.desk.profile(tap.user_id)
        notice = ""
        if chosen not in (settings.ZONES_PAGE, settings.MAIN_PAGE):
            preference = settings.chosen_by(chosen.field, chosen.value, self.desk.offers)
            if preference is None:
                return say("tap.unknown")
            profile = await self.desk.choose(tap.user_id, tap.user_name, preference, effects)
            notice = say("tap.saved")
        if chosen == settings.ZONES_PAGE:
            html, keyboard = settings.zones_page(profile, self.desk.now())
        else:
            html, keyboard = settings.page(profile, self.desk.now(), self.desk.offers)
        effects.outgoing.append(
            Outgoing(
                key=f"update:{tap.update_id}",
                chat_id=tap.chat_id,
                user_id=tap.user_id,
                html=html,
                buttons=keyboard,
                edits=tap.message_id,
                kind="edit",
            )
        )
        await self.desk.repository.apply(effects)
        return notice

    async def _memory(self, tap: Tap, chosen: MemoryTap, say: Wording) -> str:
        """A page of the memory in place of the one that was tapped; it is its owner's alone."""
        if tap.user_id != chosen.owner or tap.asked_by not in (None, tap.user_id):
            return say("tap.not_yours")
        profile = await self.desk.profile(tap.user_id)
        page = await self.desk.memory_pages(profile, say).tapped(chosen)
        shown = Outgoing(
            key=f"update:{tap.update_id}",
            chat_id=tap.chat_id,
            user_id=tap.user_id,
            html=page.html,
            buttons=page.keyboard,
            edits=tap.message_id,
            kind="edit",
        )
        await self.desk.repository.apply(Effects(inbox_done=tap.update_id, outgoing=[shown]))
        return page.notice

    async def _entry(self, tap: Tap, entry_id: str) -> Entry | None:
        """The entry, if it belongs to the one who tapped."""
        found = await self.desk.repository.entries(tap.user_id, [entry_id])
        return found[0] if found else None

    async def _queue(
        self,
        tap: Tap,
        html: str,
        *,
        reply_to: int | None,
        kind: str = "notice",
        entries: tuple[str, ...] = (),
    ) -> None:
        reply = Outgoing(
            key=f"update:{tap.update_id}",
            chat_id=tap.chat_id,
            user_id=tap.user_id,
            html=html,
            reply_to=reply_to,
            kind="prompt" if kind == "prompt" else "notice",
            entries=entries,
        )
        await self.desk.repository.apply(Effects(inbox_done=tap.update_id, outgoing=[reply]))


def _tap_of(update: Update, query: CallbackQuery) -> Tap | None:
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
    )


async def _answer(query: CallbackQuery, notice: str) -> None:
    text = shortened(plain(notice), _NOTICE)
    try:
        await query.answer(text or None)
    except TelegramError as error:  # a tap on a question is answered within seconds or not at all
        logger.info("a tap could not be answered: %s", error)
