"""Which handlers the library calls for what: imported once the bot listens, or with the first update."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING

from telegram import Update
from telegram.ext import (
    CallbackQueryHandler,
    ChatMemberHandler,
    ContextTypes,
    InlineQueryHandler,
    MessageHandler,
    TypeHandler,
    filters,
)

from agents.offline.engine import load as load_engine
from bot.entrance.door import Door
from bot.entrance.error_handler import ErrorHandler
from bot.people.state import BotState
from bot.updates.connection import BotApplication
from bot.updates.incoming import BotIdentity
from bot.updates.patience import Handle
from domains.registry import Registry

if TYPE_CHECKING:
    from bot.handlers import Handlers


def load(registry: Registry) -> None:
    """Load now, for instance in a thread, what the first message would have to wait for."""
    import_module("bot.handlers")
    len(registry.domains)
    load_engine()


@dataclass(frozen=True)
class Registering:
    """The handlers of a bot."""

    state: BotState
    bot: BotIdentity
    door: Door

    def register(self, application: BotApplication, until_done: Callable[[Handle], Handle]) -> None:
        """First match wins. Message filters say MESSAGE or EDITED: handlers also fire on edited messages.

        `until_done`: see `bot.updates.patience`.
        """
        new, edited = filters.UpdateType.MESSAGE, filters.UpdateType.EDITED_MESSAGE
        words = filters.TEXT | filters.CAPTION

        def patient(which: Callable[[Handlers], Handle]) -> Handle:
            return until_done(self._late(which))

        application.add_handler(MessageHandler(new & filters.COMMAND, patient(lambda one: one.on_command)))
        application.add_handler(MessageHandler((new | edited) & words, patient(lambda one: one.on_words)))
        application.add_handler(MessageHandler(new, patient(lambda one: one.on_other)))
        application.add_handler(CallbackQueryHandler(patient(lambda one: one.on_tap)))
        application.add_handler(InlineQueryHandler(self._late(lambda one: one.on_inline)))
        membership = patient(lambda one: one.on_membership)
        application.add_handler(ChatMemberHandler(membership, ChatMemberHandler.MY_CHAT_MEMBER))
        application.add_handler(TypeHandler(Update, patient(lambda one: one.on_rest)))
        application.add_error_handler(ErrorHandler(self.state).on_error)

    @cached_property
    def _handlers(self) -> Handlers:
        from bot.handlers import Handlers  # noqa: PLC0415 - a start must not wait for it

        return Handlers(self.state, self.bot, self.door)

    def _late(self, which: Callable[[Handlers], Handle]) -> Handle:
        async def handle(update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
            await which(self._handlers)(update, context)

        return handle
