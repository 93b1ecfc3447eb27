"""When the machine beneath refuses (a full disk, a lock, a file system gone read-only): nothing is dropped.

What can't be taken is not confirmed to Telegram, which keeps it for a day; what was taken and can't be
finished is tried again, in its lane, so that nothing overtakes it, until it is done or the bot is stopped.
The operator hears of it once, and so does each chat that waits. Only a damaged database is no matter of
patience: the bot stops, so that nothing more is written to it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from telegram import Bot, Update
from telegram.constants import ParseMode
from telegram.error import TelegramError
from telegram.ext import ContextTypes

from agents.machine import Machine
from bot.errors import StartError
from bot.process.backups import advice
from bot.texts import wording
from bot.updates.incoming import BotIdentity, is_addressed, person_of
from bot.updates.lanes import lane_of
from storage.errors import DatabaseClosed, DatabaseCorrupt, DatabaseUnusable
from storage.inbox import InboxRows
from storage.turns import Turns

logger = logging.getLogger(__name__)

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 15.0
Handle = Callable[[Update, ContextTypes.DEFAULT_TYPE], Coroutine[Any, Any, None]]


@dataclass(frozen=True, slots=True)
class Work:
    """What is tried again, and who may be told about it."""

    machine: Machine
    inbox: InboxRows
    turns: Turns
    held: set[int]
    """Updates that this run has begun and not finished, because the machine beneath refused."""
    allows: Callable[[int, int], bool]
    """Whether somebody (user id) is listened to in a chat (chat id)."""
    data_dir: Path


class Patience:
    """Knows whether storage refuses at the moment, and tries again what it refused."""

    def __init__(
        self,
        work: Work,
        bot: Bot,
        me: BotIdentity,
        fail: Callable[[StartError], None],
        *,
        polling: bool,
    ) -> None:
        self._work = work
        self._bot = bot
        self._me = me
        self._fail = fail
        self._polling = polling
        self._since: float | None = None
        self._damaged = False
        self._told: set[int] = set()
        self._closing = asyncio.Event()

    def close(self) -> None:
        """Stop waiting: what is not done goes on at the next start."""
        self._closing.set()

    def handler(self, handle: Handle) -> Handle:
        """The handler, tried again until the machine lets it do its work."""

        async def run(update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
            async def first() -> None:
                await handle(update, context)

            async def again() -> None:
                await self._go_on(lane_of(update))
                if await self._work.inbox.is_unfinished(update.update_id):
                    self._work.held.add(update.update_id)
                    await handle(update, context)

            await self._until_done(first, again, update)

        return run

    async def resume(self, turn_id: str) -> None:
        """Go on with a turn, as `Machine.resume` does."""

        async def first() -> None:
            await self._work.machine.resume(turn_id)

        async def again() -> None:
            turn = await self._work.turns.turn(turn_id)
            if turn is not None:
                await self._go_on(turn.lane)

        with contextlib.suppress(DatabaseClosed):  # the next start goes on with it
            await self._until_done(first, again)

    async def insist(self, lane: str, work: Callable[[], Awaitable[None]]) -> None:
        """Do what may be done again from its row, after what was begun and not finished in its lane."""

        async def again() -> None:
            await self._go_on(lane)
            await work()

        await self._until_done(work, again)

    async def refused(self, update: Update, error: Exception) -> None:
        """An update could not be written to the inbox: it stays with Telegram."""
        problem = unusable(error)
        if problem is None:
            logger.error("an update could not be written to the inbox", exc_info=error)
            return
        await self._say(problem)
        await self._tell(update)
        if self._polling:  # the others behind it would never be heard of; looking confirms nothing
            with contextlib.suppress(TelegramError):
                for waiting in await self._bot.get_updates(update.update_id, timeout=0):
                    await self._tell(waiting)

    def taken(self) -> None:
        """Something was written."""
        if self._since is not None:
            logger.warning("storage can be written again, after %.0f s", time.monotonic() - self._since)
            self._since = None
            self._told.clear()

    async def _go_on(self, lane: str) -> None:
        """With whatever of a lane was begun and not finished, as at a start."""
        for turn in await self._work.turns.ready_turns():
            if turn.lane == lane:
                await self._work.machine.resume(turn.id)

    async def _until_done(
        self,
        work: Callable[[], Awaitable[None]],
        again: Callable[[], Awaitable[None]],
        update: Update | None = None,
    ) -> None:
        pause = FIRST_PAUSE
        while True:
            try:
                await work()
            except Exception as error:
                problem = unusable(error)
                if problem is None:
                    raise
                await self._say(problem)
                if isinstance(problem, DatabaseCorrupt):
                    raise
                if update is not None:
                    await self._tell(update)
            else:
                self.taken()
                return
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._closing.wait()
            if self._closing.is_set():
                raise DatabaseClosed
            pause = min(pause * 2, LONGEST_PAUSE)
            work = again

    async def _say(self, problem: DatabaseUnusable) -> None:
        """To the operator, once."""
        if isinstance(problem, DatabaseCorrupt):
            if not self._damaged:
                self._damaged = True
                what = await asyncio.to_thread(advice, self._work.data_dir)
                self._fail(StartError(f"{problem} {what}"))
        elif self._since is None:
            self._since = time.monotonic()
            logger.error("%s Nothing is lost: what is not done is tried again until it is.", problem)

    async def _tell(self, update: Update) -> None:
        """The chat, once, if there is somebody whose words we would take."""
        chat, user = update.effective_chat, update.effective_user
        if chat is None or user is None or chat.id in self._told or not self._is_meant(update):
            return
        self._told.add(chat.id)
        say = wording((user.language_code or "").partition("-")[0] or "en")
        try:
            await self._bot.send_message(chat.id, say("outage"), parse_mode=ParseMode.HTML)
        except TelegramError as error:
            logger.info("chat %d could not be told: %s", chat.id, error)

    def _is_meant(self, update: Update) -> bool:
        message = update.message or update.edited_message
        if message is None:
            query = update.callback_query
            chat = update.effective_chat
            allowed = self._work.allows
            return query is not None and chat is not None and allowed(query.from_user.id, chat.id)
        person = person_of(message)
        return (
            person is not None
            and self._work.allows(person.id, message.chat.id)
            and is_addressed(message, self._me)
        )


def unusable(error: BaseException | None) -> DatabaseUnusable | None:
    """The machine's refusal in an error, also where the halves of a turn ran in a group."""
    if isinstance(error, BaseExceptionGroup):
        group = cast("BaseExceptionGroup[BaseException]", error)
        return next((found for part in group.exceptions if (found := unusable(part))), None)
    return error if isinstance(error, DatabaseUnusable) else None
