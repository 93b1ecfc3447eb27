"""The connection to Telegram (or to a Bot API server like it): the PTB application, polling or webhook."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any, TypeAlias, cast

from telegram import Update
from telegram.error import BadRequest, Conflict, InvalidToken, TelegramError
from telegram.ext import Application, ApplicationBuilder, ContextTypes, ExtBot, JobQueue
from telegram.request import BaseRequest

from bot.errors import BadTokenError, StartError, TokenConflictError, WebhookRefusedError
from bot.updates.http import Noticed, make_request
from bot.updates.inbox import Inbox
from bot.updates.lanes import LaneProcessor, LocalLanes
from bot.updates.reading import ListeningBot
from bot.updates.section import WebhookSection

logger = logging.getLogger(__name__)

BotApplication: TypeAlias = Application[
    ExtBot[None], ContextTypes.DEFAULT_TYPE, dict[Any, Any], dict[Any, Any], dict[Any, Any], JobQueue[Any]
]
ALLOWED_UPDATES = (Update.MESSAGE, Update.EDITED_MESSAGE, Update.CALLBACK_QUERY, Update.MY_CHAT_MEMBER)

CONFLICTS, CONFLICT_SECONDS = 3, 60.0
"""So many refusals, none later than so many seconds after the last, mean another program that polls."""
SETTLED_SECONDS, STUBBORN_SECONDS = 5.0, 300.0
"""Who is refused for the first time within so many seconds came second; who came first gives up last."""
DOUBT_SECONDS = 3.0
"""After a refusal: longer than the pause after which whoever was refused polls again."""
WEBHOOK_CONNECTIONS = 20
"""Updates that Telegram delivers at one time: each waits for its commit only."""
_LONG_POLL_SECONDS = 30
_SEND_CONNECTIONS = 32
_MOST_PAUSE = 30.0


def build_application(
    token: str, api_url: str, inbox: Inbox, lanes: LocalLanes, *, polls: BaseRequest | None
) -> BotApplication:
    """The PTB application over our queue and lanes. `polls` asks for updates; None: Telegram calls us."""
    bot = ListeningBot(
        token,
        api_url,
        request=make_request(_SEND_CONNECTIONS),
        get_updates_request=polls or make_request(2),
    )
    bot.keep_with(inbox.keep)
    plain = cast("ExtBot[None]", bot)  # the application's type has no room for a kind of its own
    builder = ApplicationBuilder().bot(plain).concurrent_updates(LaneProcessor(lanes, inbox.finished))
    if polls is None:
        builder = builder.updater(None)
    return builder.update_queue(inbox).build()


def make_polls() -> Noticed:
    """For `build_application`: stopping cancels one poll and makes another at once."""
    return Noticed(make_request(2))


async def introduce(application: BotApplication) -> None:
    """Ask Telegram who the bot is; a network that is not there yet is waited for. Raises BadTokenError."""
    pause = 1.0
    while True:
        try:
            await application.initialize()
        except InvalidToken as error:
            raise BadTokenError from error
        except Exception as error:  # noqa: BLE001 - also what makes no sense is waited out
            said = error if isinstance(error, TelegramError) else type(error).__name__
            logger.warning("Telegram can't be reached (%s); trying again in %.0f s", said, pause)
            await asyncio.sleep(pause)
            pause = min(pause * 2, _MOST_PAUSE)
        else:
            return


class ConflictWatch:
    """Tells a second poller with our token from the refusal that follows a quick restart.

    Telegram lets the newest poll win and refuses the one before it, so both are refused in turn, and it does
    not say who was there first. Who has just begun to poll stops, and leaves what is texted to the other one;
    who has polled for a while polls again at once, so that the newcomer hears of it before it takes anything.
    """

    def __init__(self, fail: Callable[[StartError], None]) -> None:
        self._fail = fail
        self._began = time.monotonic()
        self._first = self._last = self._began - CONFLICT_SECONDS
        self._count = 0

    @property
    def came_second(self) -> bool:
        """Whether somebody else seems to have been here before."""
        return 0 <= self._first - self._began < SETTLED_SECONDS

    def doubts(self) -> bool:
        """Whether updates had better be left to the other one."""
        return self.came_second and time.monotonic() - self._last < DOUBT_SECONDS

    def insists(self) -> bool:
        """After a refusal: whether to poll again at once."""
        if time.monotonic() - self._began < SETTLED_SECONDS or self.came_second:
            return False
        self(Conflict("another poll was newer"))
        return True

    def __call__(self, error: TelegramError) -> None:
        """PTB's error callback while polling."""
        if not isinstance(error, Conflict):
            logger.warning("polling: %s", error)
            return
        now = time.monotonic()
        if now - self._last >= CONFLICT_SECONDS:
            self._first, self._count = now, 0
            logger.warning("polling: another program is polling with this token, too: stop one of them")
        self._last = now
        self._count += 1
        if (self.came_second and self._count >= CONFLICTS) or now - self._first >= STUBBORN_SECONDS:
            self._fail(TokenConflictError())


def wanted(*, inline: bool) -> list[str]:
    """The kinds of updates that Telegram is asked for."""
    return [*ALLOWED_UPDATES, *([Update.INLINE_QUERY] if inline else [])]


async def start_polling(
    application: BotApplication, fail: Callable[[StartError], None], *, inline: bool = False
) -> None:
    """Ask for updates until stopped; `fail` is told when another program has our token."""
    if application.updater is None:
        raise RuntimeError("the application was built for webhooks")
    watch = ConflictWatch(fail)
    if isinstance(application.bot, ListeningBot):
        application.bot.when_refused(lambda: fail(BadTokenError()))
        application.bot.share_with(watch)
    try:
        await application.updater.start_polling(
            timeout=_LONG_POLL_SECONDS,
            bootstrap_retries=-1,
            allowed_updates=wanted(inline=inline),
            error_callback=watch,
        )
    except InvalidToken as error:
        raise BadTokenError from error


async def set_webhook(application: BotApplication, section: WebhookSection, *, inline: bool = False) -> None:
    """Tell Telegram where to call; what waits there is kept. Raises WebhookRefusedError."""
    address = f"{(section.url or '').rstrip('/')}{section.path}"
    pause = 1.0
    while True:  # what Telegram was told before still holds while it can't be reached
        try:
            await application.bot.set_webhook(
                address,
                secret_token=section.secret_bytes.decode(),
                allowed_updates=wanted(inline=inline),
                max_connections=WEBHOOK_CONNECTIONS,
                drop_pending_updates=False,
            )
        except BadRequest as error:
            raise WebhookRefusedError(f"Telegram refused telegram.webhook.url: {error.message}") from error
        except InvalidToken as error:
            raise BadTokenError from error
        except TelegramError as error:
            logger.warning("the webhook can't be set (%s); trying again in %.0f s", error, pause)
            await asyncio.sleep(pause)
            pause = min(pause * 2, _MOST_PAUSE)
        else:
            return
