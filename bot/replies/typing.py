"""The "typing…" sign, only for work that takes long enough to wonder about."""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from contextlib import contextmanager, suppress

from telegram import Bot
from telegram.constants import ChatAction
from telegram.error import TelegramError

AFTER_SECONDS = 0.7
_LASTS_SECONDS = 4.5
_AT_ONCE = 8
"""Where more wait than that, the signs would take the replies' connections, and a reply says more."""
_showing: set[asyncio.Task[None]] = set()


@contextmanager
def typing(bot: Bot, chat_id: int, topic: int | None = None) -> Generator[None]:
    """Show it while the block runs; a quick block costs one timer and no request."""
    loop = asyncio.get_running_loop()
    tasks: list[asyncio.Task[None]] = []

    def begin() -> None:
        if len(_showing) < _AT_ONCE:
            task = loop.create_task(_show(bot, chat_id, topic))
            tasks.append(task)
            _showing.add(task)
            task.add_done_callback(_showing.discard)

    timer = loop.call_later(AFTER_SECONDS, begin)
    try:
        yield
    finally:
        timer.cancel()
        for task in tasks:
            task.cancel()


async def _show(bot: Bot, chat_id: int, topic: int | None) -> None:
    with suppress(TelegramError):  # it is only a sign
        while True:
            await bot.send_chat_action(chat_id, ChatAction.TYPING, message_thread_id=topic)
            await asyncio.sleep(_LASTS_SECONDS)
