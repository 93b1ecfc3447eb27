"""Providers may not send a request on to another server: words and keys go where the configuration says."""

from __future__ import annotations

from collections.abc import Callable

import httpx

_PORTS = {"http": 80, "https": 443}


class RedirectRefused(Exception):  # noqa: N818 - what happened, not an error of ours
    """The provider sends its callers to another server, which was not asked: set api_base to where it is."""

    def __init__(self) -> None:
        super().__init__((type(self).__doc__ or "").strip())


class StayingTransport(httpx.AsyncBaseTransport):
    """Another transport, whose answers are refused when they point to another server."""

    def __init__(self, transport: httpx.AsyncBaseTransport) -> None:
        self._transport = transport

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """The answer. Raises RedirectRefused."""
        response = await self._transport.handle_async_request(request)
        if response.has_redirect_location and not _stays(request.url, response.headers["Location"]):
            await response.aclose()
            raise RedirectRefused
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
