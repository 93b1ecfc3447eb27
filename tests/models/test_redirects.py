"""A provider's redirect never takes a person's words, or a key, to another server."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import product

import pytest
from pydantic import SecretStr

from agents import llm
from agents.model.calls.ask import Outcome
from agents.model.calls.wire import CallFailed
from agents.model.settings import Api, Target

WORDS = "xylophone"
KEY = "sk-canary-0123456789"
APIS: tuple[Api, ...] = ("compatible", "openai", "azure", "openrouter", "anthropic", "ollama", "gemini")
REQUEST: dict[str, object] = {"messages": [{"role": "user", "content": WORDS}], "max_tokens": 100}
ANSWER = {
    "id": "1", "object": "chat.completion", "created": 1, "model": "m",
    "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "heard"}}],
    "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
}  # fmt: skip


@dataclass
class Server:
    """Answers every request with a redirect, or as OpenAI would; keeps what it was sent."""

    location: str = ""
    status: int = 307
    port: int = 0
    heard: list[bytes] = field(default_factory=list[bytes])

    @property
    def url(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self.port}"

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One request of a connection."""
        head = await reader.readuntil(b"\r\n\r\n")
        lengths = [line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
        body = await reader.readexactly(int(lengths[0].partition(b":")[2])) if lengths else b""
        self.heard.append(head + body)
        if self.location and b"/moved" not in head:
            said, extra = b"", f"Location: {self.location}\r\n"
        else:
            said, extra = json.dumps(ANSWER).encode(), "Content-Type: application/json\r\n"
        status = 200 if said else self.status
        extra += f"Content-Length: {len(said)}\r\nConnection: close\r\n"
        writer.write(f"HTTP/1.1 {status} So\r\n{extra}\r\n".encode() + said)
        await writer.drain()
        writer.close()


@asynccontextmanager
async def serving(**given: object) -> AsyncGenerator[Server]:
    server = Server(**given)  # pyright: ignore[reportArgumentType] - as the fields are
    listener = await asyncio.start_server(server.serve, "127.0.0.1", 0)
    server.port = int(listener.sockets[0].getsockname()[1])
    async with listener:
        yield server


def unseen(_: str) -> None:
    """Nobody looks on."""


def target(api: Api, base: str) -> Target:
    return Target(
        provider="p", api=api, tier="low", model="m", api_key=SecretStr(KEY), api_base=base,
        api_version="2025-04-01-preview" if api == "azure" else None,
    )  # fmt: skip


@pytest.mark.parametrize(("api", "streamed"), list(product(APIS, (False, True))))
async def test_nothing_goes_to_another_server(api: Api, streamed: bool) -> None:
    async with serving() as other, serving(location=f"{other.url}/moved") as first:
        for first.status in (301, 302, 303, 307, 308):
            with pytest.raises(CallFailed) as caught:
                await llm.complete(target(api, first.url), REQUEST, 1.0, unseen if streamed else None)
            assert caught.value.outcome is Outcome.BAD_REQUEST, "no other try brings anything else"
            assert KEY not in caught.value.detail
        assert any(WORDS.encode() in heard for heard in first.heard), "it was asked itself"
        assert other.heard == []


@pytest.mark.parametrize("api", ["compatible", "openai"])
async def test_voice_goes_to_no_other_server_either(api: Api) -> None:
    async with serving() as other, serving(location=f"{other.url}/moved") as first:
        with pytest.raises(CallFailed):
            await llm.transcribe(target(api, first.url), WORDS.encode(), "voice.ogg", 1.0, 1.0)
        assert first.heard
        assert other.heard == []


async def test_a_redirect_within_the_server_is_followed() -> None:
    async with serving(location="/moved") as server:
        reply = await llm.complete(target("compatible", server.url), REQUEST, 1.0)
        assert reply.text == "heard"
        assert [WORDS.encode() in heard for heard in server.heard] == [True, True]
