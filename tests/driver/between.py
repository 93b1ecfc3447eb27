"""Stands between the bot and a web server: passes on, loses answers, leads elsewhere."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Literal

import httpx
from starlette.types import Receive, Scope, Send

from tests.driver.listening import Listener

_OF_THE_WAY = frozenset(
    {"connection", "content-encoding", "content-length", "date", "server", "transfer-encoding"}
)
Does = Literal["pass", "hold", "lose", "lead", "fail"]


@dataclass(slots=True)
class Between:
    """`does` is for requests of the method `to`; the others pass.

    `hold` passes it on and keeps the answer until `released`; `lose` passes it on and says that it failed.
    `lead` redirects to `elsewhere`, `fail` says so without passing anything on.
    """

    server: str
    url: str = ""
    does: Does = "pass"
    to: str = "PUT"
    elsewhere: str = ""
    held: asyncio.Event = field(default_factory=asyncio.Event)
    released: asyncio.Event = field(default_factory=asyncio.Event)
    passed: list[str] = field(default_factory=list[str])
    """Methods."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        method: str = scope["method"]
        body, more = b"", True
        while more:
            message = await receive()
            body, more = body + message.get("body", b""), message.get("more_body", False)
        does = self.does if method == self.to else "pass"
        if does == "lead":
            return await _answer(send, 302, [(b"location", f"{self.elsewhere}{scope['path']}".encode())], b"")
        if does == "fail":
            return await _answer(send, 503, [], b"")
        async with httpx.AsyncClient(trust_env=False) as client:
            headers = [(name, value) for name, value in scope["headers"] if name != b"host"]
            asked = f"{scope['path']}?{scope['query_string'].decode()}".rstrip("?")
            told = await client.request(method, self.server + asked, headers=headers, content=body)
        self.passed.append(method)
        if does == "hold":
            self.held.set()
            await self.released.wait()
        if does == "lose":
            return await _answer(send, 503, [], b"")
        kept = [(name, value) for name, value in told.headers.raw if name.decode().lower() not in _OF_THE_WAY]
        return await _answer(send, told.status_code, kept, told.content)


async def _answer(send: Send, status: int, headers: list[tuple[bytes, bytes]], body: bytes) -> None:
    headers = [*headers, (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


@asynccontextmanager
async def between(server: str) -> AsyncGenerator[Between]:
    """Listening in front of a server."""
    proxy = Between(server.rstrip("/"))
    async with Listener(proxy) as listener:
        proxy.url = listener.base_url
        try:
            yield proxy
        finally:
            proxy.released.set()
