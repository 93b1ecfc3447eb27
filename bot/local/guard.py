"""Keeps other web pages out: only loopback host names, and changes only from the server's own page."""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_LOOPBACK = frozenset({"localhost", "127.0.0.1", "[::1]"})
_SAFE = frozenset({"GET", "HEAD"})
_BODY_LIMIT = 64 * 1024 * 1024
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
    "media-src 'self' blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


class Guard:
    """Refuses a foreign Host (DNS rebinding) and a foreign Origin, and sends the page's policy."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or let the application answer it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if refusal := _refusal(scope):
            await PlainTextResponse(refusal, status_code=403)(scope, receive, send)
            return
        path = str(scope["path"])
        if path.startswith(("/bot", "/file/")):
            await self._app(scope, receive, send)
            return

        async def with_policy(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *_HEADERS]
            await send(message)

        await self._app(scope, receive, with_policy)


def _refusal(scope: Scope) -> str | None:
    headers = Headers(scope=scope)
    host = headers.get("host", "")
    name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
    if name.lower() not in _LOOPBACK:
        return "This server answers only on loopback names."
    if int(headers.get("content-length") or 0) > _BODY_LIMIT:
        return "The request is too large."
    if scope["method"] in _SAFE:
        return None
    origin = headers.get("origin")
    if origin is not None and origin != f"http://{host}":
        return "Requests from other pages are refused."
    if headers.get("sec-fetch-site", "same-origin") not in {"same-origin", "none"}:
        return "Requests from other pages are refused."
    return None
