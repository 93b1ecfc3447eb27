"""What a provider may answer: from the server that was asked, as the configuration says, and not for ever."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import cast

import httpx

_PORTS = {"http": 80, "https": 443}
MOST_BYTES = 32 * 2**20
"""Of a body; the longest answer, in pieces of a word each, has 12 MB."""


class RedirectRefused(Exception):  # noqa: N818 - what happened, not an error of ours
    """The provider sends its callers to another server, which was not asked: set api_base to where it is."""

    def __init__(self) -> None:
        super().__init__((type(self).__doc__ or "").strip())


class AnswerEndless(Exception):  # noqa: N818 - as above
    """The provider's answer does not end."""

    def __init__(self) -> None:
        super().__init__((type(self).__doc__ or "").strip())


class BoundedStream(httpx.AsyncByteStream):
    """A body that is given up when it is larger than any answer."""

    def __init__(self, stream: httpx.AsyncByteStream) -> None:
        self._stream = stream

    async def __aiter__(self) -> AsyncIterator[bytes]:
        """Its pieces. Raises AnswerEndless."""
        size = 0
        async for piece in self._stream:
            size += len(piece)
            if size > MOST_BYTES:
                raise AnswerEndless
            yield piece

    async def aclose(self) -> None:
        """The other's."""
        await self._stream.aclose()


class StayingTransport(httpx.AsyncBaseTransport):
    """Another transport, whose answers are refused when they point to another server or do not end."""

    def __init__(self, transport: httpx.AsyncBaseTransport) -> None:
        self._transport = transport

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """The answer. Raises RedirectRefused."""
        response = await self._transport.handle_async_request(request)
        if response.has_redirect_location and not _stays(request.url, response.headers["Location"]):
            await response.aclose()
            raise RedirectRefused
        response.stream = BoundedStream(cast("httpx.AsyncByteStream", response.stream))
        return response

    async def aclose(self) -> None:
        """The other's."""
        await self._transport.aclose()


def staying(make: Callable[..., httpx.AsyncBaseTransport | None]) -> Callable[..., httpx.AsyncBaseTransport]:
    """What makes transports, making such as stay; `make` gives None for httpx's own."""

    def made(*given: object, **named: object) -> httpx.AsyncBaseTransport:
        return StayingTransport(make(*given, **named) or httpx.AsyncHTTPTransport())

    return made


def _stays(url: httpx.URL, location: str) -> bool:
    """Whether it is the same server, or the same one by HTTPS."""
    try:
        to = url.join(location)
    except (httpx.InvalidURL, ValueError):
        return False
    upgraded = (url.scheme, to.scheme, _port(url), _port(to)) == ("http", "https", 80, 443)
    return to.host == url.host and (upgraded or (to.scheme, _port(to)) == (url.scheme, _port(url)))


def _port(url: httpx.URL) -> int | None:
    return url.port or _PORTS.get(url.scheme)
