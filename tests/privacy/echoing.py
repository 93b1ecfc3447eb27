"""A server that refuses everything and says back what it was sent, keys and all: the worst of providers."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager


class Echo:
    """Answers each request with the next status of `statuses` (0: never), the last one for good."""

    def __init__(self, *statuses: int) -> None:
        self.statuses = list(statuses)
        self.heard: list[str] = []
        self.port = 0

    @classmethod
    @asynccontextmanager
    async def running(cls, *statuses: int) -> AsyncGenerator[Echo]:
        """On a free port of 127.0.0.1."""
        echo = cls(*statuses)
        server = await asyncio.start_server(echo._serve, "127.0.0.1", 0)
        echo.port = int(server.sockets[0].getsockname()[1])
        try:
            yield echo
        finally:
            server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            self.heard.append(head)
            status = self.statuses.pop(0) if len(self.statuses) > 1 else self.statuses[0]
            if status == 0:
                await reader.read()
                return
            said = f"refused: {' '.join(head.split())}"
            body = json.dumps(
                {
                    "ok": False,
                    "error_code": status,
                    "description": said,
                    "error": {"message": said, "type": "authentication_error", "code": said},
                }
            ).encode()
            writer.write(
                f"HTTP/1.1 {status} No\r\ncontent-type: application/json\r\n"
                f"www-authenticate: Basic realm=echo\r\nx-echo: {said[:2000]}\r\n"
                f"content-length: {len(body)}\r\nconnection: close\r\n\r\n".encode("latin-1")
            )
            writer.write(body)
            await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()
