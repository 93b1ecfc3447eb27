"""HTTP for the Bot API, leaner than PTB's own: small calls over connections of our own (`bot.process.wire`).

A certain log costs one share of a poll and one send. Uploads and proxies, which are rare, go PTB's way.
"""

from __future__ import annotations

import json
import ssl
import time
from functools import cache, lru_cache
from http import HTTPStatus
from typing import Any
from urllib.parse import quote, quote_plus, urlsplit
from urllib.request import getproxies

import httpx
from telegram.error import NetworkError, TelegramError, TimedOut
from telegram.request import BaseRequest, HTTPXRequest, RequestData

from bot.process.wire import Connections, LateError, Patience, Place, UnreachedInTimeError, WireError

_PROXIES = frozenset({"http", "https", "all"})
_PORTS = {"http": 80, "https": 443}
_IN_TARGET = "/:@!$&'()*+,;=%?~"
_QUOTED = tuple([quote_plus(bytes([byte])) for byte in range(256)]).__getitem__
_CONNECT_SECONDS, _POOL_SECONDS = 5.0, 5.0
_READ_SECONDS = 10.0


def make_request(connections: int) -> BaseRequest:
    """The request object for a bot; PTB's own where the system has a proxy configured."""
    if _PROXIES & getproxies().keys():
        return HTTPXRequest(connection_pool_size=connections)
    return LeanRequest(connections)


@cache
def _trusted() -> ssl.SSLContext:
    return httpx.create_ssl_context()


@lru_cache(maxsize=64)
def _place_of(url: str) -> tuple[Place, str, str]:
    """Where it leads, what is asked for there, and the host as a header names it. Raises NetworkError."""
    parts = urlsplit(url)
    if parts.scheme not in _PORTS or parts.hostname is None:
        raise NetworkError(f"no address of a server: {parts.scheme}://{parts.netloc}")
    tls = _trusted() if parts.scheme == "https" else None
    place = Place(parts.hostname, parts.port or _PORTS[parts.scheme], tls)
    target = parts.path + (f"?{parts.query}" if parts.query else "")
    return place, quote(target, safe=_IN_TARGET), parts.netloc.rpartition("@")[2]


def _form(parameters: dict[str, str]) -> bytes:
    """As `urlencode` writes it, several times as fast; the names are plain."""
    pairs = (f"{name}={''.join(map(_QUOTED, value.encode()))}" for name, value in parameters.items())
    return "&".join(pairs).encode()


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
    """Form-encoded POSTs over at most `connections` connections."""

    __slots__ = ("_connections", "_most", "_uploads")

    def __init__(self, connections: int) -> None:
        self._most = connections
        self._connections: dict[Place, Connections] = {}
        self._uploads: HTTPXRequest | None = None

    @property
    def read_timeout(self) -> float:
        """Seconds to wait for an answer; PTB adds a long poll's own."""
        return _READ_SECONDS

    async def initialize(self) -> None:
        """Connections are made when they are needed."""

    async def shutdown(self) -> None:
        """Close all connections."""
        while self._connections:
            self._connections.popitem()[1].close()
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
        """One call; raises PTB's TimedOut and NetworkError. Writing is part of waiting for the answer."""
        if request_data is not None and request_data.contains_files:
            return await self._upload(url, method, request_data)
        place, target, host = _place_of(url)
        body = _form(request_data.json_parameters) if request_data is not None else b""
        head = (
            f"{method} {target} HTTP/1.1\r\nHost: {host}\r\nUser-Agent: {self.USER_AGENT}\r\n"
            f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        patience = Patience(
            pool=_seconds(pool_timeout, _POOL_SECONDS),
            connect=_seconds(connect_timeout, _CONNECT_SECONDS),
            read=_seconds(read_timeout, _READ_SECONDS),
        )
        connections = self._connections.get(place)
        if connections is None:
            connections = self._connections[place] = Connections(place, self._most)
        try:
            answer = await connections.ask(head.encode() + body, patience)
        except (LateError, UnreachedInTimeError) as error:
            raise TimedOut(_named(error)) from error
        except WireError as error:
            raise NetworkError(_named(error)) from error
        return answer.status, answer.body

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
