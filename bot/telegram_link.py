"""The connection to Telegram (or to a Bot API server like it): the PTB application, polling or webhook."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING

from pydantic import SecretStr
from telegram import BotCommand
from telegram.error import BadRequest, Conflict, InvalidToken, NetworkError, RetryAfter, TelegramError
from telegram.ext import ApplicationBuilder

from bot.commands.table import COMMANDS, MENU_LANGUAGES
from bot.errors import BadTokenError, StartError, TokenConflictError, WebhookRefusedError
from bot.handlers import ALLOWED_UPDATES, BotApplication
from bot.inbox import Inbox
from bot.lanes import LaneProcessor, LocalLanes
from bot.request import make_request
from bot.sections import WebhookSection

if TYPE_CHECKING:
    from bot.webhook import WebhookServer

logger = logging.getLogger(__name__)

CONFLICTS, CONFLICT_SECONDS = 5, 60.0
"""So many refusals within so many seconds mean another program, not the tail of our own last run."""
_LONG_POLL_SECONDS = 30
_SEND_CONNECTIONS = 32
_MOST_PAUSE = 30.0


def build_application(
    token: str, api_url: str, inbox: Inbox, lanes: LocalLanes, *, polling: bool
) -> BotApplication:
    """The PTB application over our queue and lanes."""
    builder = (
        ApplicationBuilder()
        .token(token)
        .base_url(f"{api_url.rstrip('/')}/bot")
        .base_file_url(f"{api_url.rstrip('/')}/file/bot")
        .request(make_request(_SEND_CONNECTIONS))
        .get_updates_request(make_request(2))  # stopping cancels one poll and makes another at once
        .concurrent_updates(LaneProcessor(lanes, inbox.window.finished))
    )
    if not polling:
        builder = builder.updater(None)
    return builder.update_queue(inbox).build()


async def introduce(application: BotApplication) -> None:
    """Ask Telegram who the bot is; a network that is not there yet is waited for. Raises BadTokenError."""
    pause = 1.0
    while True:
        try:
            await application.initialize()
        except InvalidToken as error:
            raise BadTokenError from error
        except (NetworkError, RetryAfter) as error:
            logger.warning("Telegram can't be reached (%s); trying again in %.0f s", error, pause)
            await asyncio.sleep(pause)
            pause = min(pause * 2, _MOST_PAUSE)
        else:
            return


async def show_menu(application: BotApplication) -> None:
    """The command menu in every language; a bot without it still works."""
    try:
        for language in MENU_LANGUAGES:
            menu = [BotCommand(command.name, command.describe(language)) for command in COMMANDS]
            await application.bot.set_my_commands(menu, language_code=None if language == "en" else language)
    except TelegramError as error:
        logger.warning("the command menu could not be set: %s", error)


class ConflictWatch:
    """Tells a second poller with our token from the refusal that follows a quick restart."""

    def __init__(self, fail: Callable[[StartError], None]) -> None:
        self._fail = fail
        self._seen: deque[float] = deque(maxlen=CONFLICTS)

    def __call__(self, error: TelegramError) -> None:
        """PTB's error callback while polling."""
        if not isinstance(error, Conflict):
            logger.warning("polling: %s", error)
            return
        now = time.monotonic()
        self._seen.append(now)
        logger.warning("polling: somebody else is polling with this token")
        if len(self._seen) == CONFLICTS and now - self._seen[0] < CONFLICT_SECONDS:
            self._fail(TokenConflictError())


async def start_polling(application: BotApplication, fail: Callable[[StartError], None]) -> None:
    """Ask for updates until stopped; `fail` is told when another program has our token."""
    if application.updater is None:
        raise RuntimeError("the application was built for webhooks")
    try:
        await application.updater.start_polling(
            timeout=_LONG_POLL_SECONDS,
            bootstrap_retries=-1,
            allowed_updates=ALLOWED_UPDATES,
            error_callback=ConflictWatch(fail),
        )
    except InvalidToken as error:
        raise BadTokenError from error


async def start_webhook(application: BotApplication, inbox: Inbox, section: WebhookSection) -> WebhookServer:
    """Listen, then tell Telegram where. Raises PortInUseError, WebhookRefusedError."""
    from bot.webhook import WebhookServer  # noqa: PLC0415 - imports a web server, which polling never needs

    secret = (section.secret or SecretStr("")).get_secret_value()
    server = WebhookServer(
        application.bot, inbox, host=section.listen, port=section.port, path=section.path, secret=secret
    )
    await server.start()
    address = f"{(section.url or '').rstrip('/')}{section.path}"
    try:
        await application.bot.set_webhook(address, secret_token=secret, allowed_updates=ALLOWED_UPDATES)
    except BadRequest as error:
        await server.stop()
        raise WebhookRefusedError(f"Telegram refused telegram.webhook.url: {error.message}") from error
    return server
