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


@contextmanager
def typing(bot: Bot, chat_id: int, topic: int | None = None) -> Generator[None]:
    """Show it while the block runs; a quick block costs one timer and no request."""
    loop = asyncio.get_running_loop()
    tasks: list[asyncio.Task[None]] = []
    timer = loop.call_later(AFTER_SECONDS, lambda: tasks.append(loop.create_task(_show(bot, chat_id, topic))))
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
