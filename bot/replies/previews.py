"""A long answer is shown while it is written: drafts in private, in a group one message that is edited.

A preview is a courtesy: what goes wrong with one is logged and ends it, and never touches the answer. The
answer itself goes through the outbox, which first ends the previews of its turn: none comes after it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass

from telegram import Bot, ReplyParameters
from telegram.error import RetryAfter, TelegramError

from agents.turn import Incoming, Turn
from bot.replies.verdicts import pause_of
from bot.texts.html import MESSAGE_UNITS, units
from storage.outbox import FETCHED_FROM

logger = logging.getLogger(__name__)

_CLOSING_SECONDS = 1.0
"""How long an answer waits for a preview that is on its way."""
_MORE = " …"
"""Ends a preview that looks like any message."""


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds between two previews, in a private chat and in a group, and before a group's first."""

    private: float = 0.5
    group: float = 3.2
    group_first: float = 1.0


class Previews:
    """What is being shown, by turn."""

    def __init__(self, bot: Bot, pace: Pace | None = None) -> None:
        self._bot = bot
        self._pace = pace or Pace()
        self._shown: dict[str, _Preview] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def of(self, turn: Turn) -> Callable[[str], None]:
        """Takes the answer so far, as it grows; returns at once."""
        turn_id, incoming = turn.id, turn.incoming
        if incoming.chat_id >= FETCHED_FROM:
            return _nobody_looks
        preview = _Preview(self._bot, incoming, self._pace)

        def show(text: str) -> None:
            if preview.show(text):
                self._shown[turn_id] = preview

        return show

    async def end(self, turn_id: str | None) -> None:
        """No more of this turn: its answer is about to be sent."""
        preview = self._shown.get(turn_id or "")
        if preview is not None:
            await preview.end()

    def forget(self, turn_id: str | None) -> None:
        """The answer is there: what a group saw of it goes."""
        preview = self._shown.pop(turn_id or "", None)
        if preview is not None:
            self._spawn(preview.remove())

    async def stop(self) -> None:
        """Take back what can be taken back at once."""
        for turn_id, preview in list(self._shown.items()):
            await preview.end()
            self.forget(turn_id)
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=_CLOSING_SECONDS)

    def _spawn(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _nobody_looks(_text: str) -> None:
    """What is fetched is fetched when it is whole."""


class _Preview:
    """One answer's. What comes while one is on its way replaces what waited."""

    def __init__(self, bot: Bot, incoming: Incoming, pace: Pace) -> None:
        self._bot = bot
        self._chat_id = incoming.chat_id
        self._asked = incoming.message_id
        self._private = incoming.chat_id == incoming.user_id
        self._pause = pace.private if self._private else pace.group
        self._first = 0.0 if self._private else pace.group_first
        self._wanted = ""
        self._seen = ""
        self._message_id: int | None = None
        self._ended = asyncio.Event()
        self._pump: asyncio.Task[None] | None = None

    def show(self, text: str) -> bool:
        """Whether it is going to be."""
        if self._ended.is_set() or not text.strip():
            return False
        self._wanted = _cut(text, "" if self._private else _MORE)
        if self._pump is None or self._pump.done():
            self._pump = asyncio.create_task(self._show(), name=f"preview {self._chat_id}")
        return True

    async def end(self) -> None:
        """Returns when nothing more is coming; a draft that takes long is given up."""
        self._ended.set()
        if self._pump is not None:
            await asyncio.wait({self._pump}, timeout=_CLOSING_SECONDS)
            if self._private:  # a group's has to be known to be removed
                self._pump.cancel()

    async def remove(self) -> None:
        """A group's message; a draft goes by itself when the answer comes."""
        if self._pump is not None:
            await asyncio.gather(self._pump, return_exceptions=True)
        if self._message_id is None:
            return
        try:
            await self._bot.delete_message(self._chat_id, self._message_id)
        except TelegramError as error:
            logger.info("a preview in chat %d could not be removed: %s", self._chat_id, error)

    async def _show(self) -> None:
        await self._rest(self._first)
        self._first = 0.0
        while self._wanted != self._seen and not self._ended.is_set():
            text, pause = self._wanted, self._pause
            try:
                await self._send(text)
                self._seen = text
            except RetryAfter as error:
                pause = max(pause, pause_of(error))
                logger.info("previews in chat %d rest for %.1f s", self._chat_id, pause)
            except TelegramError as error:
                logger.info("no more previews in chat %d: %s", self._chat_id, error)
                self._ended.set()
            await self._rest(pause)

    async def _rest(self, seconds: float) -> None:
        """Until the time has passed or it has ended."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._ended.wait()

    async def _send(self, text: str) -> None:
        if self._private:
            await self._bot.send_message_draft(self._chat_id, self._asked, text)
        elif self._message_id is None:
            sent = await self._bot.send_message(
                self._chat_id,
                text,
                disable_notification=True,
                reply_parameters=ReplyParameters(self._asked, allow_sending_without_reply=True),
            )
            self._message_id = sent.message_id
        else:
            await self._bot.edit_message_text(text, chat_id=self._chat_id, message_id=self._message_id)


def _cut(text: str, more: str) -> str:
    """As much as fits into a message."""
    text, room = text.strip(), MESSAGE_UNITS - units(more)
    while (over := units(text) - room) > 0:
        text = text[: -max(1, over // 2)]
    return text + more
