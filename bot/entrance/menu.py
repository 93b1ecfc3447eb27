"""The command menu: everybody's, and the one of owners, which shows their commands too."""

from __future__ import annotations

import logging
from collections.abc import Iterable

from telegram import Bot, BotCommand, BotCommandScopeChat
from telegram.error import TelegramError

from bot.texts.commands import MENU_LANGUAGES, offered

logger = logging.getLogger(__name__)


async def show_menus(bot: Bot, owners: Iterable[int], *, coaches: bool) -> None:
    """Everybody's, and that of each owner."""
    await show_menu(bot, coaches=coaches)
    for owner in owners:
        await show_owner_menu(bot, owner, coaches=coaches)


async def show_menu(bot: Bot, *, coaches: bool) -> None:
    """The command menu in every language; a bot without it still works."""
    try:
        for language in MENU_LANGUAGES:
            menu = [BotCommand(each.name, each.describe(language)) for each in offered(coaches=coaches)]
            await bot.set_my_commands(menu, language_code=None if language == "en" else language)
    except TelegramError as error:
        logger.warning("the command menu could not be set: %s", error)


async def show_owner_menu(bot: Bot, owner: int, *, coaches: bool) -> None:
    """In every language; an owner without it may still type the commands."""
    try:
        for language in MENU_LANGUAGES:
            known = offered(owner=True, coaches=coaches)
            menu = [BotCommand(each.name, each.describe(language)) for each in known]
            code = None if language == "en" else language
            await bot.set_my_commands(menu, scope=BotCommandScopeChat(owner), language_code=code)
    except TelegramError as error:
        logger.info("the command menu of owner %d could not be set: %s", owner, error)


async def hide_owner_menu(bot: Bot, person: int) -> None:
    """Somebody is no owner any more: the usual menu."""
    try:
        for language in MENU_LANGUAGES:
            code = None if language == "en" else language
            await bot.delete_my_commands(scope=BotCommandScopeChat(person), language_code=code)
    except TelegramError as error:
        logger.info("the command menu of user %d could not be set: %s", person, error)
