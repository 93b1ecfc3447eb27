"""An ASGI app on one address inside the running event loop; nothing of the local server itself.

Signal handlers stay as they are. The bot's web side listens by it too, and loads no more of this folder.
"""

from __future__ import annotations

import asyncio
import socket
from ipaddress import ip_address

import uvicorn


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach it."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


class Listener:
    """`port` 0: any free one, known once it listens."""

    def __init__(self, host: str, port: int) -> None:
        self.host = host
        self.port = port
        self.server: uvicorn.Server | None = None
        """While it listens."""
        self.sockets: list[socket.socket] = []
        self._ticks: asyncio.Task[None] | None = None

    @property
    def base_url(self) -> str:
        """The address."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.port}"

    async def listen(self, config: uvicorn.Config) -> None:
        """Answer from now on. Raises OSError."""
        self.sockets = [_bound(self.host, self.port)]
        self.port = int(self.sockets[0].getsockname()[1])
        config.load()
        self.server = uvicorn.Server(config)
        self.server.lifespan = config.lifespan_class(config)
        await self.server.startup(sockets=self.sockets)
        self._ticks = asyncio.create_task(self.server.main_loop(), name=f"clock of {self.base_url}")

    async def let_go(self) -> uvicorn.Server | None:
        """The server to be shut down, its clock stopped; None if there is none."""
        server, self.server = self.server, None
        if server is not None and self._ticks is not None:
            self._ticks.cancel()
            await asyncio.gather(self._ticks, return_exceptions=True)
        return server


def _bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With the protocol named, asyncio switches Nagle's delay off on the accepted connections.
    bound = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((host, port))
    except OSError:
        bound.close()
        raise
    bound.setblocking(False)
    return bound
