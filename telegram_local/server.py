"""Runs the local server inside the current event loop, without touching its signal handlers."""

from __future__ import annotations

import asyncio
import errno
from pathlib import Path

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from telegram_local.app import make_app
from telegram_local.botapi import BotApi
from telegram_local.control import Control
from telegram_local.errors import LocalServerError, NotLoopbackError, PortInUseError
from telegram_local.journal import Journal, SqliteJournal
from telegram_local.listening import Listener, is_loopback
from telegram_local.people import People
from telegram_local.rates import Rates
from telegram_local.state import LocalState
from telegram_local.webhook import WebhookDelivery

# Longer than any pause of a bot, so that the server never closes a connection the bot is about to use.
_KEEP_ALIVE_SECONDS = 900
_GRACE_SECONDS = 1.0


class _CuttableProtocol(H11Protocol):
    """Hands each request its connection, so that a fault can cut it."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]  # uvicorn narrows it the same way
        super().connection_made(transport)
        self.app_state = {**self.app_state, "connection": transport}


class LocalServer(Listener):
    """The local Bot API server with its chat page.

    Args:
        host: a loopback address; NotLoopbackError for any other unless exposed.
        port: 0 picks a free one.
        token: the bot's token; random when not given.
        state_path: where the conversation, the random token and the page's key are kept; without it and a
            journal, they end with the process.
        privacy: whether the bot sees only what is meant for it in groups.
        exposed: listen elsewhere too, for a container whose port is published on loopback only.
        rates: refuse what is sent faster than Telegram's documentation allows.
        inline: whether people may ask the bot by typing its name in any chat.
    """

    def __init__(
        self,
        host: str = "127.0.0.1",
        port: int = 0,
        *,
        token: str | None = None,
        state_path: Path | None = None,
        journal: Journal | None = None,
        privacy: bool = False,
        exposed: bool = False,
        rates: bool = False,
        inline: bool = False,
    ) -> None:
        if not exposed and not is_loopback(host):
            raise NotLoopbackError
        super().__init__(host, port)
        if state_path is not None:
            journal = SqliteJournal(state_path)
        self.state = LocalState(token=token, journal=journal, privacy=privacy)
        self.token = self.state.token
        if inline:
            self.state.world.bot.supports_inline_queries = True
        self._api = BotApi(self.state, rates=Rates() if rates else None)
        self._control = Control(self.state)
        self._delivery = WebhookDelivery(self.state, self._api.answered)

    @property
    def people(self) -> People:
        """The people's side, for callers in the same process."""
        return self._control.people

    @property
    def page_url(self) -> str:
        """Address of the chat page, with the key behind `#`, where browsers keep it to themselves."""
        return f"{self.base_url}/#{self.state.control_token}"

    @property
    def bot_url(self) -> str:
        """What python-telegram-bot takes as base_url."""
        return f"{self.base_url}/bot"

    @property
    def file_url(self) -> str:
        """What python-telegram-bot takes as base_file_url."""
        return f"{self.base_url}/file/bot"

    async def start(self) -> None:
        """Listen; PortInUseError when another program does."""
        config = uvicorn.Config(
            make_app(self.state, self._api, self._control),
            http=_CuttableProtocol,
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_keep_alive=_KEEP_ALIVE_SECONDS,
        )
        try:
            await self.listen(config)
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                raise PortInUseError(self.host, self.port) from error
            raise LocalServerError(f"Cannot listen on {self.host}:{self.port}: {error.strerror}.") from error
        self._delivery.start()

    async def stop(self) -> None:
        """Finish the running calls and close; safe to call twice."""
        if self.server is None:
            return
        await self._delivery.stop()
        self._api.polling.stop()
        self.state.events.close()
        self.state.presence.close()
        if (server := await self.let_go()) is not None:
            await _close(server)
        self.state.presence.close()
        self.state.close()

    async def __aenter__(self) -> LocalServer:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()


async def _close(server: uvicorn.Server) -> None:
    """Stop listening and let running calls finish; without the pauses of uvicorn's own shutdown."""
    for listening in server.servers:
        listening.close()
    for connection in list(server.server_state.connections):
        connection.shutdown()
    running = set(server.server_state.tasks)
    if running:
        _, late = await asyncio.wait(running, timeout=_GRACE_SECONDS)
        for task in late:
            task.cancel()
    for connection in list(server.server_state.connections):
        connection.transport.close()
    for listening in server.servers:
        await listening.wait_closed()
