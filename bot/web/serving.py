"""Puts the web side together and runs it: imported only where there is a webhook or a token."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from telegram import Bot

from bot.errors import StartError
from bot.people.state import BotState
from bot.process.counters import Counters
from bot.replies.pictures import Draw
from bot.updates.inbox import Inbox
from bot.updates.lanes import LocalLanes
from bot.updates.section import WebhookSection
from bot.web.api import Api
from bot.web.app import Pages, make_app
from bot.web.intake import Insist, Intake
from bot.web.section import HttpSection
from bot.web.server import WebServer
from bot.web.tokens import Tokens
from bot.web.webhook import Webhook
from bot.web.wellness import Wellness
from telegram_local.listening import is_loopback

if TYPE_CHECKING:
    from bot.web.mcp import McpEndpoint

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Wiring:
    """What the web side works with. `polled` None: Telegram calls us."""

    state: BotState
    lanes: LocalLanes
    insist: Insist
    bot: Bot
    draw: Draw
    inbox: Inbox
    counters: Counters
    polled: Callable[[], float] | None
    stirred: Callable[[], float]


class Web:
    """The server with its intake."""

    def __init__(self, section: HttpSection, webhook: WebhookSection | None, wiring: Wiring) -> None:
        state = wiring.state
        tokens = Tokens(section, lambda user_id: state.access.allows(user_id, user_id))
        self.intake = Intake(state, wiring.lanes, wiring.insist) if section.tokens else None
        self._people = frozenset(token.user for token in section.tokens)
        self._mcp = _mcp(state, self.intake, tokens) if section.mcp and self.intake is not None else None
        wellness = Wellness(state.db.counts, polled=wiring.polled, stirred=wiring.stirred)
        host, port, key = section.listen, section.port, "http.port"
        hook: tuple[str, Webhook] | None = None
        if webhook is not None:
            host, port, key = webhook.listen, webhook.port, "telegram.webhook.port"
            hook = webhook.path, Webhook(wiring.bot, wiring.inbox, webhook.secret_bytes)
        app = make_app(
            Pages(state, wiring.counters, wellness, tokens, section.open_metrics),
            section,
            api=Api(state, self.intake, tokens, wiring.draw) if self.intake is not None else None,
            webhook=hook,
            mcp=self._mcp,
            is_loopback=is_loopback(host),
        )
        self.server = WebServer(app, host=host, port=port, key=key)
        self._is_weak = webhook is not None and webhook.is_weak

    async def resume(self) -> None:
        """Go on with what an earlier run left; before anything new is taken."""
        if self.intake is not None and (count := await self.intake.resume()):
            logger.info("going on with %d requests of the last run", count)

    async def start(self) -> None:
        """Listen. Raises PortInUseError, StartError."""
        if self._mcp is not None:
            await self._mcp.start(self._people)
        await self.server.start()
        logger.info("listening on %s", self.server.base_url)
        if self._is_weak:
            logger.warning("telegram.webhook.secret can be guessed: take 16 characters or more")
        if not is_loopback(self.server.host):
            logger.warning(
                "%s can be reached from other machines: put HTTPS in front of it", self.server.base_url
            )

    async def stop(self) -> None:
        """Whoever waits for an answer is told to come back, then close."""
        if self.intake is not None:
            self.intake.close()
        await self.server.stop()
        if self._mcp is not None:
            await self._mcp.stop()


def _mcp(state: BotState, intake: Intake, tokens: Tokens) -> McpEndpoint:
    """Imported only where it is switched on. Raises StartError: its package is not installed."""
    try:
        from bot.web.mcp import McpEndpoint  # noqa: PLC0415
    except ImportError as error:
        raise StartError("http.mcp needs the package mcp: pip install 'swealog[mcp]'") from error
    return McpEndpoint(state, intake, tokens)
