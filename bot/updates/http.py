"""HTTP for the Bot API, leaner than PTB's own: the same connection pool, without the client on top of it.

A certain log costs one share of a poll and one send; httpx took half of that. Uploads and proxies, which are
rare, still go PTB's way.
"""

from __future__ import annotations

import importlib.util
import json
import ssl
import sys
import time
from functools import cache
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode
from urllib.request import getproxies

import httpcore
import httpx
from telegram.error import NetworkError, TelegramError, TimedOut
from telegram.request import BaseRequest, HTTPXRequest, RequestData

if importlib.util.find_spec("sniffio") is None:
    # httpcore imports it for every lock it makes; where it is missing, each time the whole path is searched.
    sys.modules["sniffio"] = None  # pyright: ignore[reportArgumentType] - that is how Python marks "missing"

_PROXIES = frozenset({"http", "https", "all"})
_KEEP_ALIVE_SECONDS = 60.0
_CONNECT_SECONDS, _POOL_SECONDS, _WRITE_SECONDS = 5.0, 5.0, 10.0
_READ_SECONDS = 10.0


def make_request(connections: int) -> BaseRequest:
    """The request object for a bot; PTB's own where the system has a proxy configured."""
    if _PROXIES & getproxies().keys():
        return HTTPXRequest(connection_pool_size=connections)
    return LeanRequest(connections)


@cache
def _trusted() -> ssl.SSLContext:
    return httpx.create_ssl_context()


class DiscreetRequest(BaseRequest):
    """PTB's own writes into the log what it can't read: people's words."""

    @staticmethod
    def parse_json_payload(payload: bytes) -> dict[str, Any]:
        """The answer; raises TelegramError when it is no JSON."""
        try:
            return json.loads(payload.decode(errors="replace"))
        except ValueError:
            raise TelegramError("Invalid server response") from None


class LeanRequest(DiscreetRequest):
    """Form-encoded POSTs over a pool of `connections` connections."""

    __slots__ = ("_connections", "_pool", "_uploads")

    def __init__(self, connections: int) -> None:
        self._connections = connections
        self._pool: httpcore.AsyncConnectionPool | None = None
        self._uploads: HTTPXRequest | None = None

    @property
    def read_timeout(self) -> float:
        """Seconds to wait for an answer; PTB adds a long poll's own."""
        return _READ_SECONDS

    async def initialize(self) -> None:
        """The pool is made at the first request, when it is known whether TLS is needed."""

    async def shutdown(self) -> None:
        """Close all connections."""
        pool, self._pool = self._pool, None
        if pool is not None:
            await pool.aclose()
        uploads, self._uploads = self._uploads, None
        if uploads is not None:
            await uploads.shutdown()

    async def do_request(  # noqa: PLR0917 - PTB's signature
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        read_timeout: object = BaseRequest.DEFAULT_NONE,
        write_timeout: object = BaseRequest.DEFAULT_NONE,
        connect_timeout: object = BaseRequest.DEFAULT_NONE,
        pool_timeout: object = BaseRequest.DEFAULT_NONE,
    ) -> tuple[int, bytes]:
        """One call; raises PTB's TimedOut and NetworkError."""
        if request_data is not None and request_data.contains_files:
            return await self._upload(url, method, request_data)
        timeouts = {
            "connect": _seconds(connect_timeout, _CONNECT_SECONDS),
            "read": _seconds(read_timeout, _READ_SECONDS),
            "write": _seconds(write_timeout, _WRITE_SECONDS),
            "pool": _seconds(pool_timeout, _POOL_SECONDS),
        }
        body = urlencode(request_data.json_parameters).encode() if request_data is not None else b""
        headers = [
            (b"User-Agent", self.USER_AGENT.encode()),
            (b"Content-Type", b"application/x-www-form-urlencoded"),
        ]
        try:
            response = await self._pool_for(url).request(
                method, url, headers=headers, content=body, extensions={"timeout": timeouts}
            )
        except httpcore.TimeoutException as error:
            raise TimedOut(_named(error)) from error
        except (httpcore.NetworkError, httpcore.ProtocolError, httpcore.UnsupportedProtocol) as error:
            raise NetworkError(_named(error)) from error
        return response.status, response.content

    def _pool_for(self, url: str) -> httpcore.AsyncConnectionPool:
        if self._pool is None:
            self._pool = httpcore.AsyncConnectionPool(
                ssl_context=_trusted() if url.startswith("https:") else None,
                max_connections=self._connections,
                keepalive_expiry=_KEEP_ALIVE_SECONDS,
            )
        return self._pool

    async def _upload(self, url: str, method: str, request_data: RequestData) -> tuple[int, bytes]:
        if self._uploads is None:
            self._uploads = HTTPXRequest(connection_pool_size=4)
            await self._uploads.initialize()
        return await self._uploads.do_request(url, method, request_data)


class Noticed(DiscreetRequest):
    """Another request object that remembers when it was last answered well (time.monotonic)."""

    __slots__ = ("_request", "answered")

    def __init__(self, request: BaseRequest) -> None:
        self._request = request
        self.answered = time.monotonic()

    @property
    def silent_seconds(self) -> float:
        """Since the last good answer, or since it was made."""
        return time.monotonic() - self.answered

    @property
    def read_timeout(self) -> float | None:
        """The other's."""
        return self._request.read_timeout

    async def initialize(self) -> None:
        """The other's."""
        await self._request.initialize()

    async def shutdown(self) -> None:
        """The other's."""
        await self._request.shutdown()

    async def do_request(self, *given: Any, **named: Any) -> tuple[int, bytes]:
        """The other's."""
        status, body = await self._request.do_request(*given, **named)
        if status == HTTPStatus.OK:
            self.answered = time.monotonic()
        return status, body


def _seconds(given: object, usual: float) -> float | None:
    """What the caller said, else the usual; PTB's "not given" is neither None nor a number."""
    if given is None:
        return None
    return float(given) if isinstance(given, int | float) else usual


def _named(error: Exception) -> str:
    return f"{type(error).__name__}: {error}".rstrip(": ")
