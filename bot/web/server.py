"""Listens inside the running event loop, leaves signal handlers alone, and waits for nobody who dawdles."""

from __future__ import annotations

import asyncio
import errno
from typing import cast

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from bot.errors import PortInUseError, StartError
from telegram_local.listening import Listener

HEADER_SECONDS = 10.0
"""From a connection's first byte, or its beginning, to the end of the headers."""
IDLE_SECONDS = 30
"""Between two requests of a connection."""
MOST_HEADER_BYTES = 16 * 1024
MOST_CONNECTIONS = 512
ROOM = 64
"""Of these, kept for whoever comes: beyond the rest a new connection takes the place of one that is idle."""
GRACE_SECONDS = 3
"""For requests that are at work when the server stops."""


class _ImpatientProtocol(H11Protocol):
    """Closes a connection whose headers do not end, and the longest idle one where there are too many."""

    _deadline: asyncio.TimerHandle | None = None
    since: float = 0.0
    """When the connection, or its newest request, began (the loop's time)."""
    _asked: object = None
    """The newest request, of which there is none yet."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # pyright: ignore[reportIncompatibleMethodOverride] - uvicorn narrows it the same way
        super().connection_made(transport)
        self._expect_headers()
        if len(self.connections) > MOST_CONNECTIONS - ROOM:
            self._make_room()

    def _make_room(self) -> None:
        """Whoever says nothing, or says it slowly, must not keep out who has something to say."""
        ours = cast("set[_ImpatientProtocol]", self.connections)
        idle = [each for each in ours if each.is_idle and not each.transport.is_closing()]
        if idle:
            min(idle, key=_began).transport.abort()

    def data_received(self, data: bytes) -> None:
        if self._deadline is None and self.is_idle:
            self._expect_headers()
        super().data_received(data)
        if self.cycle is not self._asked and self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
        self._asked = self.cycle

    @property
    def is_idle(self) -> bool:
        """Whether what comes now begins another request."""
        return self._asked is None or self.cycle.response_complete

    def connection_lost(self, exc: Exception | None) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        super().connection_lost(exc)

    def _expect_headers(self) -> None:
        self.since = self.loop.time()
        self._deadline = self.loop.call_later(HEADER_SECONDS, self.transport.close)


def _began(connection: _ImpatientProtocol) -> float:
    return connection.since


class WebServer(Listener):
    """One app on one address."""

    def __init__(self, app: ASGIApp, *, host: str, port: int, key: str) -> None:
        super().__init__(host, port)
        self._key = key
        """The setting that holds the port, for whoever must change it."""
        self._app = app

    async def start(self) -> None:
        """Raises PortInUseError, StartError."""
        config = uvicorn.Config(
            self._app,
            http=_ImpatientProtocol,
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            ws="none",
            timeout_keep_alive=IDLE_SECONDS,
            limit_concurrency=MOST_CONNECTIONS,
            h11_max_incomplete_event_size=MOST_HEADER_BYTES,
            timeout_graceful_shutdown=GRACE_SECONDS,
        )
        try:
            await self.listen(config)
        except OSError as error:
            where = f"{self.host}:{self.port}"
            if error.errno == errno.EADDRINUSE:
                raise PortInUseError(f"{where} is already in use: set {self._key} to a free one") from error
            raise StartError(f"can't listen on {where}: {error.strerror}") from error

    async def stop(self) -> None:
        """Finish running requests and close."""
        server = await self.let_go()
        if server is not None:
            server.should_exit = True
            await server.shutdown(sockets=self.sockets)
