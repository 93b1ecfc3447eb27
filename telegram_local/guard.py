"""Keeps web pages, other machines and endless bodies out, before anything is read or acted on.

The Bot API is for programs: whatever a browser sends is refused. The chat page is for its own scripts,
which show a key that no other page has (`control.py`); a link may open it, and nothing may frame it.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from telegram_local.errors import TooLargeError

_LOOPBACK = frozenset({"localhost", "127.0.0.1", "[::1]"})
_MIB = 1024 * 1024
_FILE_LIMIT, _TEXT_LIMIT = 64 * _MIB, 4 * _MIB
"""The largest body with files in it, and without."""
_LINGER_SECONDS, _LINGER_BYTES = 1.0, 8 * _MIB
"""How much of a refused body is read on and dropped, so that whoever sends it comes to read the refusal."""
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
    "media-src 'self' blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "content-security-policy": POLICY,
    "x-frame-options": "DENY",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
_FOREIGN_HOST = "This server answers only on loopback names."
_FOREIGN_PAGE = "Requests from other pages are refused."
_BROWSER = "Forbidden: the Bot API is for programs, and this request comes from a browser"


class Guard:
    """Refuses a foreign Host (DNS rebinding), browsers at the Bot API, other pages, and endless bodies."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or let the application answer it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        is_api = str(scope["path"]).startswith(("/bot", "/file/"))
        body = _Body(headers, receive, send, {} if is_api else _HEADERS)
        app = _refusal(scope, headers, is_api=is_api) or self._app
        await app(scope, body.receive, body.send)


class _Body:
    """Counts what comes in; an answer that leaves some of it unread closes the connection."""

    def __init__(self, headers: Headers, receive: Receive, send: Send, policy: dict[str, str]) -> None:
        self._receive = receive
        self._send = send
        self._policy = policy
        files = headers.get("content-type", "").startswith("multipart/")
        self._limit = _FILE_LIMIT if files else _TEXT_LIMIT
        self._announced = int(headers.get("content-length") or 0)
        self._is_open = self._announced > 0 or "transfer-encoding" in headers
        self._count = 0

    async def receive(self) -> Message:
        """Raises TooLargeError."""
        if self._announced > self._limit:
            raise TooLargeError
        message = await self._receive()
        if message["type"] == "http.request":
            self._count += len(message.get("body", b""))
            self._is_open = bool(message.get("more_body", False))
            if self._count > self._limit:
                raise TooLargeError
        return message

    async def send(self, message: Message) -> None:
        """Pass the answer on."""
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in self._policy.items():
                headers[name] = value
            if self._is_open:
                headers["connection"] = "close"
        elif self._is_open and not message.get("more_body", False):
            await self._send({**message, "more_body": True})
            await self._drop_rest()
            message = {"type": "http.response.body", "body": b""}
        await self._send(message)

    async def _drop_rest(self) -> None:
        left = _LINGER_BYTES
        try:
            async with asyncio.timeout(_LINGER_SECONDS):
                while left > 0:
                    message = await self._receive()
                    if message["type"] != "http.request" or not message.get("more_body", False):
                        return
                    left -= len(message.get("body", b""))
        except TimeoutError:
            return


def _refusal(scope: Scope, headers: Headers, *, is_api: bool) -> Response | None:
    host = headers.get("host", "")
    name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
    if name.lower() not in _LOOPBACK:
        return PlainTextResponse(_FOREIGN_HOST, status_code=403)
    if is_api:
        return _no_browser() if _comes_from_a_browser(headers) else None
    if _comes_from_another_page(scope, headers, f"http://{host}"):
        return PlainTextResponse(_FOREIGN_PAGE, status_code=403)
    return None


def _comes_from_a_browser(headers: Headers) -> bool:
    """Node's own fetch says `Sec-Fetch-Mode: cors` and nothing else; a browser always says more."""
    marks = set(_marks(headers.keys()))
    return bool(marks - {"sec-fetch-mode"}) or headers.get("sec-fetch-mode", "cors") != "cors"


def _marks(names: Iterable[str]) -> Iterable[str]:
    return (name for name in names if name.startswith("sec-fetch-") or name in {"origin", "referer"})


def _no_browser() -> Response:
    refusal = {"ok": False, "error_code": 403, "description": _BROWSER}
    return Response(json.dumps(refusal), status_code=403, media_type="application/json", headers=_HEADERS)


def _comes_from_another_page(scope: Scope, headers: Headers, own: str) -> bool:
    """A link to the page itself may be followed from anywhere: there is nothing in it without the key."""
    if headers.get("origin", own) != own:
        return True
    if headers.get("sec-fetch-site", "none") in {"same-origin", "none"}:
        return False
    followed = (headers.get("sec-fetch-mode"), headers.get("sec-fetch-dest")) == ("navigate", "document")
    return not (followed and scope["path"] == "/" and scope["method"] in {"GET", "HEAD"})
