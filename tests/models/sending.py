"""How an answer leaves: whole or in pieces, slowly, or with the connection cut."""

from __future__ import annotations

import asyncio
import socket
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, cast

from starlette.types import Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

_AT_ONCE = struct.pack("ii", 1, 0)
"""Closing a socket that lingers for zero seconds resets the connection."""


class CuttableProtocol(H11Protocol):
    """Hands each request its connection, so that a fault can reset it."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]  # uvicorn narrows it the same way
        super().connection_made(transport)
        self.app_state = {**self.app_state, "connection": transport}


@dataclass(frozen=True, slots=True)
class Sent:
    """An ASGI answer of these pieces."""

    pieces: Sequence[bytes]
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    pause: float = 0.0
    """Seconds between two pieces."""
    cut: Literal["no", "before", "middle"] = "no"
    hangs: bool = False
    then: bytes = b""
    """What follows, again and again, until the client hangs up."""
    closing: asyncio.Event = field(default_factory=asyncio.Event)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        gone = asyncio.ensure_future(_gone(receive, self.closing))
        try:
            await self._send(scope, send, gone)
        finally:
            gone.cancel()

    async def _send(self, scope: Scope, send: Send, gone: asyncio.Future[None]) -> None:
        if self.hangs:
            await gone
            _reset(scope)
            return
        if self.cut == "before":
            _reset(scope)
            return
        length = (
            {} if len(self.pieces) > 1 or self.then else {"content-length": str(sum(map(len, self.pieces)))}
        )
        headers = {"content-type": "application/json", **length, **self.headers}
        raw = [(name.encode(), value.encode()) for name, value in headers.items()]
        await send({"type": "http.response.start", "status": self.status, "headers": raw})
        last = (len(self.pieces) + 1) // 2 if self.cut == "middle" else len(self.pieces)
        for piece in self.pieces[:last]:
            await send({"type": "http.response.body", "body": piece, "more_body": True})
            if self.pause:
                await asyncio.wait([gone], timeout=self.pause)
            if gone.done():
                return
        while self.then and not gone.done():
            await send({"type": "http.response.body", "body": self.then, "more_body": True})
            await asyncio.sleep(0.001)  # others want to work, too
        if self.cut == "middle":
            await asyncio.sleep(0.02)  # what was written is on its way before the reset overtakes it
            _reset(scope)
            return
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _gone(receive: Receive, closing: asyncio.Event) -> None:
    """Until the client hangs up or the server closes."""
    shut = asyncio.ensure_future(closing.wait())
    try:
        while not closing.is_set():
            heard = asyncio.ensure_future(receive())
            await asyncio.wait([heard, shut], return_when=asyncio.FIRST_COMPLETED)
            if not heard.done():
                heard.cancel()
            elif cast("dict[str, object]", heard.result())["type"] == "http.disconnect":
                return
    finally:
        shut.cancel()


def _reset(scope: Scope) -> None:
    transport = cast("asyncio.Transport", scope["state"]["connection"])
    if not transport.is_closing():
        wire = transport.get_extra_info("socket")
        wire.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE)
    transport.abort()
