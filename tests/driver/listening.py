"""A small web server for tests, inside the test's own loop."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable

import uvicorn
from starlette.types import ASGIApp


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Listener:
    """Serves an application on a free port between enter and exit."""

    def __init__(self, app: ASGIApp) -> None:
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        self._socket.bind(("127.0.0.1", 0))
        config = uvicorn.Config(app, lifespan="off", log_config=None, access_log=False)
        config.load()
        self._server = uvicorn.Server(config)
        self._server.lifespan = config.lifespan_class(config)
        self.base_url = f"http://127.0.0.1:{self._socket.getsockname()[1]}"

    async def __aenter__(self) -> Listener:
        await self._server.startup(sockets=[self._socket])
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._server.shutdown(sockets=[self._socket])


async def eventually(condition: Callable[[], bool], *, seconds: float = 10.0) -> None:
    """Wait until something outside the chats becomes true."""
    async with asyncio.timeout(seconds):
        while not condition():  # noqa: ASYNC110  # what is waited for rings no bell
            await asyncio.sleep(0.02)
