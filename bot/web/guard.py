"""Around the whole app: foreign Hosts are refused (DNS rebinding), nothing is cached, nothing escapes."""

from __future__ import annotations

from collections import Counter
from http import HTTPStatus

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bot.web.problems import Problem, answered_with

LOOPBACK = frozenset({"localhost", "127.0.0.1", "[::1]"})
_HEADERS = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
}


class Guard:
    """`hosts` None: any. `anywhere` are paths that may be called under any name (the webhook's)."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        hosts: frozenset[str] | None,
        anywhere: frozenset[str],
        counted: Counter[tuple[str, int]],
    ) -> None:
        self._app = app
        self._hosts = hosts
        self._anywhere = anywhere
        self._counted = counted

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = False

        async def guarded(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
                self._counted[self._route_of(scope), int(message["status"])] += 1
            await send(message)

        try:
            self._look_at(scope)
            await self._app(scope, receive, guarded)
        except Exception as error:  # what comes after the answer began, only ends the connection
            if started:
                raise
            await answered_with(error).response()(scope, receive, guarded)

    def _look_at(self, scope: Scope) -> None:
        if self._hosts is None or str(scope["path"]) in self._anywhere:
            return
        host = Headers(scope=scope).get("host", "")
        name = host if host.endswith("]") else host.rsplit(":", 1)[0]
        if name.lower() not in self._hosts:
            detail = "This server is not called that: see http.hosts."
            raise Problem(HTTPStatus.MISDIRECTED_REQUEST, "wrong_host", detail)

    def _route_of(self, scope: Scope) -> str:
        """The route's pattern: nobody's id is in it. The webhook's path may be a secret."""
        route: object = scope.get("route")
        path: object = getattr(route, "path", None)
        if path in self._anywhere:
            return "webhook"
        return path if isinstance(path, str) else "other"
