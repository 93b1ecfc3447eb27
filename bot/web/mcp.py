"""`/mcp` of the HTTP API: streamable HTTP, a server of its own for each person who has a token."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from dataclasses import dataclass
from hashlib import sha256

from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from starlette.requests import Request
from starlette.types import Message, Receive, Scope, Send

from agents.tools.context import ToolContext
from bot.mcp import THREAD
from bot.mcp.server import in_thread, server_of
from bot.people.state import BotState
from bot.web.bodies import body_of
from bot.web.intake import Intake, Spoken, chat_of
from bot.web.tokens import Tokens

_BODY = 128 * 1024
_SECONDS = 120.0
"""That a client waits for an answer; what is later can be asked for again."""
_WORKING = '{"status":"working","detail":"It is stored and being worked on; ask again later."}'


@dataclass(frozen=True, slots=True)
class WithToken:
    """Who a token speaks for."""

    state: BotState
    intake: Intake
    user_id: int

    async def say(self, text: str) -> str:
        """The answer as `POST /input` gives it."""
        digest = sha256(f"mcp\0{text}".encode()).hexdigest()
        spoken = Spoken(self.user_id, chat_of(self.user_id, THREAD), digest, text=text)
        return await self.intake.wait(await self.intake.take(spoken, None), _SECONDS) or _WORKING

    async def context(self) -> ToolContext:
        """Now."""
        chat_id = chat_of(self.user_id, THREAD)
        return await in_thread(self.state, self.user_id, chat_id, self.state.now())


class McpEndpoint:
    """An ASGI app. `start` before it is called, `stop` after."""

    def __init__(self, state: BotState, intake: Intake, tokens: Tokens) -> None:
        self._state = state
        self._intake = intake
        self._tokens = tokens
        self._managers: dict[int, StreamableHTTPSessionManager] = {}
        self._runs: asyncio.Task[None] | None = None
        self._stopping = asyncio.Event()

    async def start(self, user_ids: frozenset[int]) -> None:
        """Serve these people."""
        for user_id in user_ids:
            person = WithToken(self._state, self._intake, user_id)
            self._managers[user_id] = StreamableHTTPSessionManager(
                app=server_of(person, self._state.tools),
                json_response=True,
                stateless=True,
                security_settings=TransportSecuritySettings(enable_dns_rebinding_protection=False),
            )
        ready = asyncio.Event()
        self._runs = asyncio.create_task(self._run(ready))
        await ready.wait()

    async def stop(self) -> None:
        """End what is at work."""
        self._stopping.set()
        if self._runs is not None:
            await self._runs

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand a request to the server of whoever has the token. Raises Problem."""
        request = Request(scope, receive)
        with self._tokens.admitted(request) as caller:
            body = await body_of(request, _BODY)
            pieces = iter([{"type": "http.request", "body": body, "more_body": False}])

            async def replayed() -> Message:
                return next(pieces, None) or await receive()

            await self._managers[caller.user_id].handle_request(scope, replayed, send)

    async def _run(self, ready: asyncio.Event) -> None:
        """The managers' task groups begin and end in one task."""
        async with AsyncExitStack() as stack:
            for manager in self._managers.values():
                await stack.enter_async_context(manager.run())
            ready.set()
            await self._stopping.wait()
