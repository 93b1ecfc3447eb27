"""HTTP/1.1 to one server over connections that are kept: small requests, whole answers.

A log costs two calls. A general client's pool, locks and event objects took a fifth of all that a log costs
(docs/decisions/005-http-to-telegram.md); this is what of it a Bot API needs.
"""

from __future__ import annotations

import asyncio
import re
import socket
import ssl
from asyncio.staggered import staggered_race
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar, cast

T = TypeVar("T")

_STATUS = re.compile(r"HTTP/1\.([01]) (\d{3})(?: .*)?")
_SIZE = re.compile(rb"([0-9a-fA-F]{1,12})[ \t]*(?:;.*)?")
_MOST_HEAD = 1 << 16
_KEEP_ALIVE_SECONDS = 60.0
_NEXT_ADDRESS_SECONDS = 0.25
"""After which the next address of a host is tried beside the one before: IPv6 may lead nowhere."""
_WITHOUT_BODY = frozenset((204, 304))
_END = b"\r\n"


class WireError(Exception):
    """No answer."""


class UnreachedError(WireError):
    """The request never left."""


class UnreachedInTimeError(UnreachedError):
    """Nobody took it in time."""


class CutError(WireError):
    """The request was on its way: the server may have done what it asks."""


class LateError(CutError):
    """No answer came in time."""


class NonsenseError(CutError):
    """What came is no HTTP."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a server listens; `tls` is None for plain HTTP."""

    host: str
    port: int
    tls: ssl.SSLContext | None


class Answer:
    """One answer as its bytes come in. All that reads raises NonsenseError."""

    __slots__ = ("_chunks", "_data", "_length", "body", "keeps", "status")

    def __init__(self) -> None:
        self.status = 0
        """0: its head is not whole yet."""
        self.body = b""
        self.keeps = False
        """Whether the connection can be used again."""
        self._data = bytearray()
        self._length: int | None = None
        self._chunks: bytearray | None = None

    def feed(self, data: bytes) -> bool:
        """Whether it is whole now."""
        self._data += data
        if not self.status and not self._read_head():
            return False
        if self._chunks is not None:
            return self._read_chunks(self._chunks)
        if self._length is None or len(self._data) < self._length:
            return False
        self._finish(self._data[: self._length], rest=len(self._data) - self._length)
        return True

    def end(self) -> bool:
        """Whether it is whole now that the server has closed the connection."""
        if not self.status or self._length is not None or self._chunks is not None:
            return False
        self._finish(self._data, rest=0)
        return True

    def _finish(self, body: bytearray, rest: int) -> None:
        self.body = bytes(body)
        self.keeps = self.keeps and not rest

    def _read_head(self) -> bool:
        while (end := self._data.find(_END + _END)) >= 0:
            first, *lines = self._data[:end].decode("latin-1").split("\r\n")
            del self._data[: end + 4]
            known = _STATUS.fullmatch(first)
            if known is None:
                raise NonsenseError("no status")
            if known[2] >= "200":
                self._begin(int(known[2]), lines, is_new=known[1] == "1")
                return True
        if len(self._data) > _MOST_HEAD:
            raise NonsenseError("no end of its head")
        return False

    def _begin(self, status: int, lines: list[str], *, is_new: bool) -> None:
        parted = (line.partition(":") for line in lines)
        headers = {name.lower(): value.strip() for name, _, value in parted}
        self.status = status
        self.keeps = is_new and "close" not in headers.get("connection", "").lower()
        length = headers.get("content-length")
        if status in _WITHOUT_BODY:
            self._length = 0
        elif "chunked" in headers.get("transfer-encoding", "").lower():
            self._chunks = bytearray()
        elif length is None:
            self.keeps = False
        elif length.isascii() and length.isdigit():
            self._length = int(length)
        else:
            raise NonsenseError("its length is no number")

    def _read_chunks(self, chunks: bytearray) -> bool:
        while (line := self._data.find(_END)) >= 0:
            size = _SIZE.fullmatch(self._data, 0, line)
            if size is None:
                raise NonsenseError("a chunk without a length")
            begin = line + 2
            end = begin + int(size[1], 16)
            if end == begin:
                return self._read_trailer(begin, chunks)
            if len(self._data) < end + 2:
                return False
            chunks += self._data[begin:end]
            del self._data[: end + 2]
        return False

    def _read_trailer(self, begin: int, chunks: bytearray) -> bool:
        """What may follow the last chunk, up to an empty line."""
        end = self._data.find(_END + _END, begin - 2)
        if end < 0:
            return False
        self._finish(chunks, rest=len(self._data) - end - 4)
        return True


class _Connection(asyncio.Protocol):
    """One request after the other; closed for good after one that was not answered whole."""

    def __init__(self) -> None:
        self.idle_since = 0.0
        self.is_open = False
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport
        self._answer = Answer()
        self._whole: asyncio.Future[Answer] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._seconds: float | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)  # uvloop's are no subclass
        self.is_open = True

    def data_received(self, data: bytes) -> None:
        if self._whole is None:  # nobody asked
            self.close()
            return
        try:
            if self._answer.feed(data):
                self._settle()
            else:
                self._wait()
        except NonsenseError as error:
            self._fail(error)

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_open = False
        if self._answer.end():
            self._settle()
        else:
            self._fail(CutError(str(exc or "the connection was closed without an answer")))

    async def ask(self, request: bytes, seconds: float | None) -> Answer:
        """The answer, no part of which may take more seconds to come. Raises CutError."""
        self._answer, self._seconds = Answer(), seconds
        self._whole = self._loop.create_future()
        self._wait()
        self._transport.write(request)
        try:
            return await self._whole
        finally:
            self._whole = None
            self._stop_waiting()
            if not self._answer.keeps:
                self.close()

    def close(self) -> None:
        """At once; an answer on its way is not waited for."""
        if self.is_open:
            self.is_open = False
            self._transport.abort()

    def _wait(self) -> None:
        self._stop_waiting()
        if self._seconds is not None:
            self._timer = self._loop.call_later(self._seconds, self._fail, LateError("no answer in time"))

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _settle(self) -> None:
        if self._whole is not None and not self._whole.done():
            self._whole.set_result(self._answer)

    def _fail(self, error: CutError) -> None:
        self._answer.keeps = False
        if self._whole is not None and not self._whole.done():
            self._whole.set_exception(error)


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds for a place among the connections, for a new connection, for each part of an answer."""

    pool: float | None
    connect: float | None
    read: float | None


@dataclass(slots=True)
class Connections:
    """To one place, so many at once."""

    place: Place
    most: int
    _places: asyncio.Semaphore = field(init=False)
    _idle: list[_Connection] = field(default_factory=list[_Connection])

    def __post_init__(self) -> None:
        self._places = asyncio.Semaphore(self.most)

    async def ask(self, request: bytes, patience: Patience) -> Answer:
        """The answer. Raises a WireError, which says whether the request was on its way."""
        if self._places.locked():
            await _within(patience.pool, self._places.acquire, "all connections are taken")
        else:
            await self._places.acquire()
        try:
            connection = self._kept() or await self._connected(patience.connect)
            answer = await connection.ask(request, patience.read)
            if connection.is_open:
                connection.idle_since = asyncio.get_running_loop().time()
                self._idle.append(connection)
            return answer
        finally:
            self._places.release()

    def close(self) -> None:
        """All that are kept."""
        while self._idle:
            self._idle.pop().close()

    def _kept(self) -> _Connection | None:
        """The one used last: what was not used for long, a server may be about to close."""
        since = asyncio.get_running_loop().time() - _KEEP_ALIVE_SECONDS
        while self._idle:
            connection = self._idle.pop()
            if connection.is_open and connection.idle_since > since:
                return connection
            connection.close()
        return None

    async def _connected(self, seconds: float | None) -> _Connection:
        try:
            return await _within(seconds, self._connect, "no connection in time")
        except OSError as error:
            raise UnreachedError(str(error)) from error

    async def _connect(self) -> _Connection:
        """To the first of the host's addresses that answers."""
        loop = asyncio.get_running_loop()
        place = self.place
        found = await loop.getaddrinfo(place.host, place.port, type=socket.SOCK_STREAM)
        addresses = list(dict.fromkeys(address[0] for *_, address in found))
        connection, _, errors = await staggered_race(
            [partial(self._connect_to, str(address)) for address in addresses], _NEXT_ADDRESS_SECONDS
        )
        if connection is None:
            raise next((error for error in errors if error is not None), OSError("no address"))
        return connection

    async def _connect_to(self, address: str) -> _Connection:
        place = self.place
        named = place.host if place.tls is not None else None
        _, connection = await asyncio.get_running_loop().create_connection(
            _Connection, address, place.port, ssl=place.tls, server_hostname=named
        )
        return connection


async def _within(seconds: float | None, work: Callable[[], Awaitable[T]], late: str) -> T:
    try:
        async with asyncio.timeout(seconds):
            return await work()
    except TimeoutError as error:
        raise UnreachedInTimeError(late) from error
