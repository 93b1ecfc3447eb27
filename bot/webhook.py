"""Webhook mode: Telegram delivers updates by HTTP and is told 200 only after the inbox has committed them."""

from __future__ import annotations

import asyncio
import errno
import json
import logging
import secrets
import socket
from http import HTTPStatus

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from telegram import Bot, Update
from telegram.error import TelegramError

from bot.errors import PortInUseError, StartError
from bot.inbox import Inbox

logger = logging.getLogger(__name__)

_SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105 - the header's name
_MOST_BYTES = 1 << 20


class WebhookServer:
    """Listens inside the running event loop and leaves signal handlers alone. `port` 0: any free one."""

    def __init__(self, bot: Bot, inbox: Inbox, *, host: str, port: int, path: str, secret: str) -> None:
        self.host = host
        self.port = port
        self._bot = bot
        self._inbox = inbox
        self._secret = secret.encode()
        self._app = Starlette(
            routes=[Route(path, self._receive, methods=["POST"]), Route("/health", _healthy, methods=["GET"])]
        )
        self._server: uvicorn.Server | None = None
        self._listener: socket.socket | None = None
        self._ticks: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Raises PortInUseError."""
        self._listener = _listen(self.host, self.port)
        self.port = int(self._listener.getsockname()[1])
        config = uvicorn.Config(
            self._app, lifespan="off", log_config=None, access_log=False, server_header=False, ws="none"
        )
        config.load()
        self._server = uvicorn.Server(config)
        self._server.lifespan = config.lifespan_class(config)
        await self._server.startup(sockets=[self._listener])
        self._ticks = asyncio.create_task(self._server.main_loop(), name="webhook server")

    async def stop(self) -> None:
        """Finish running requests and close."""
        server, self._server = self._server, None
        if server is None:
            return
        server.should_exit = True
        if self._ticks is not None:
            self._ticks.cancel()
            await asyncio.gather(self._ticks, return_exceptions=True)
        await server.shutdown(sockets=[self._listener] if self._listener else None)

    async def _receive(self, request: Request) -> Response:
        given = request.headers.get(_SECRET_HEADER, "").encode()
        if not secrets.compare_digest(given, self._secret):
            return Response(status_code=HTTPStatus.FORBIDDEN)
        body = await _limited_body(request)
        if body is None:
            return Response(status_code=HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        try:
            update = Update.de_json(json.loads(body), self._bot)
        except (ValueError, TypeError, KeyError, AttributeError):
            return Response(status_code=HTTPStatus.BAD_REQUEST)
        try:
            await self._inbox.put(update)
        except TelegramError:
            return Response(status_code=HTTPStatus.INTERNAL_SERVER_ERROR)
        return Response(status_code=HTTPStatus.OK)


async def _limited_body(request: Request) -> bytes | None:
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > _MOST_BYTES:
            return None
    return bytes(body)


async def _healthy(_request: Request) -> Response:
    return Response("ok")


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise PortInUseError(
                f"{host}:{port} is already in use: set telegram.webhook.port to a free one"
            ) from error
        raise StartError(f"can't listen on {host}:{port}: {error.strerror}") from error
    listener.setblocking(False)
    return listener
