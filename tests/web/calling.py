"""The HTTP API as its callers see it: settings with tokens, and a client that speaks for You or Alex."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import httpx
from pydantic import BaseModel

from bot.web.messages import Answer, Working
from bot.web.problems import ProblemDetails
from telegram_local.world import ALEX_ID, YOU_ID
from tests.driver.harness import RunningBot, TestClock, running_bot

TOKEN = "you-" + "y" * 40
ALEXS = "alex-" + "a" * 40
M = TypeVar("M", bound=BaseModel)


def http_section(**changes: object) -> dict[str, object]:
    """On any free port, with a token for You and one for Alex."""
    tokens = [
        {"name": "phone", "user": YOU_ID, "token": TOKEN},
        {"name": "watch", "user": ALEX_ID, "token": ALEXS},
    ]
    return {"port": 0, "tokens": tokens, "per_minute": 100_000, "at_once": 64, **changes}


@dataclass
class Caller:
    """Speaks with one token."""

    http: httpx.AsyncClient
    token: str = TOKEN

    async def send(
        self, method: str, path: str, body: object = None, *, key: str | None = None
    ) -> httpx.Response:
        """One request."""
        headers = {"Authorization": f"Bearer {self.token}"}
        if key is not None:
            headers["Idempotency-Key"] = key
        return await self.http.request(method, path, json=body, headers=headers)

    async def say(self, text: str, *, key: str | None = None, **more: object) -> Answer:
        """Say something and wait for its answer."""
        response = await self.send("POST", "/input", {"text": text, "wait": 60, **more}, key=key)
        return read(response, Answer)

    async def reply(self, href: str, answer: str | None) -> Answer:
        """Answer a question."""
        return read(await self.send("POST", href, {"answer": answer, "wait": 60}), Answer)

    async def fetched(self, href: str) -> Answer:
        """Ask until the answer is there."""
        for _ in range(600):
            response = await self.send("GET", href)
            if response.status_code == 200:
                return read(response, Answer)
            assert read(response, Working, 202).href == href
            await self.send("POST", "/input", {"text": "/today", "wait": 0.2, "thread": "waits"})
        raise AssertionError(f"{href} was not answered")


def read(response: httpx.Response, model: type[M], status: int = 200) -> M:
    """The body, when all went well."""
    assert response.status_code == status, response.text
    return model.model_validate_json(response.content)


def problem(response: httpx.Response, status: int) -> ProblemDetails:
    """The body of an error."""
    assert response.headers["content-type"] == "application/problem+json"
    found = read(response, ProblemDetails, status)
    assert found.status == status
    assert "Traceback" not in response.text
    return found


@asynccontextmanager
async def calling(
    tmp_path: Path, *, clock: TestClock | None = None, http: dict[str, object] | None = None, **more: object
) -> AsyncGenerator[tuple[RunningBot, Caller]]:
    """The bot with its HTTP API, and You with a token."""
    section = http_section() if http is None else http
    async with (
        running_bot(tmp_path, clock=clock, http=section, **more) as (bot, _),  # pyright: ignore[reportArgumentType] - sections by name
        client_of(bot) as client,
    ):
        yield bot, Caller(client)


def client_of(bot: RunningBot) -> httpx.AsyncClient:
    """For its web server as it runs now; after a restart it is elsewhere."""
    return httpx.AsyncClient(base_url=base_url(bot), trust_env=False, timeout=90)


def base_url(bot: RunningBot) -> str:
    """Where its web server is."""
    assert bot.app.web is not None
    return bot.app.web.server.base_url
