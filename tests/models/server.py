"""A model provider of our own: OpenAI, Anthropic and Ollama over real HTTP, every word scripted.

`python -m tests.models.server --delay 1` serves until it is ended and prints its address.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import socket
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route
from starlette.types import ASGIApp

from agents.model.settings import TIERS, LlmSettings
from tests.models.asked import Api, Asked, from_anthropic, from_audio, from_ollama, from_openai
from tests.models.filling import Json
from tests.models.sending import CuttableProtocol
from tests.models.telling import Telling
from tests.models.weak import weak

_READ: dict[Api, Callable[[Json, float, dict[str, str]], Asked]] = {
    "openai": from_openai,
    "anthropic": from_anthropic,
    "ollama": from_ollama,
}
_MODELS: dict[Api, dict[str, str]] = {
    "openai": {tier: f"scripted-{tier}" for tier in TIERS},
    "anthropic": {"low": "claude-haiku-4-5", "medium": "claude-haiku-4-5", "high": "claude-sonnet-4-6"},
    "ollama": {"low": "qwen2.5:7b", "medium": "qwen2.5:14b", "high": "qwen2.5:32b"},
}
_API_NAMES: dict[Api, str] = {"openai": "compatible", "anthropic": "anthropic", "ollama": "ollama"}


class ModelServer(Telling):
    """Listens on a free port of 127.0.0.1; `asked` is everything it was ever asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[Asked] = []
        self.delay = 0.0
        """Seconds that every answer takes."""
        self.at_once = 0
        self.at_once_max = 0
        self.port = 0
        self.gate = asyncio.Event()
        """Nobody is answered while it is not set."""
        self.gate.set()
        self._heard = asyncio.Condition()
        self._server: uvicorn.Server | None = None
        self._clock: asyncio.Task[None] | None = None

    @property
    def url(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def openai_base(self) -> str:
        """As `api_base` of an OpenAI-compatible provider."""
        return f"{self.url}/v1"

    @property
    def anthropic_base(self) -> str:
        """As `api_base` of Anthropic."""
        return f"{self.url}/anthropic"

    @property
    def ollama_base(self) -> str:
        """As `api_base` of Ollama."""
        return f"{self.url}/ollama"

    def forget(self) -> None:
        """Begin anew: nothing asked, nothing scripted."""
        self.asked.clear()
        self._scripts.clear()
        self._always.clear()
        self.at_once_max = 0

    async def has_been_asked(self, times: int = 1) -> None:
        """Wait until that many requests came in, all told."""
        async with self._heard:
            await self._heard.wait_for(lambda: len(self.asked) >= times)

    def calls(self, agent: str) -> list[Asked]:
        """What this agent was asked."""
        return [asked for asked in self.asked if asked.agent == agent]

    def base(self, api: Api) -> str:
        """The address for one way of asking."""
        return {"openai": self.openai_base, "anthropic": self.anthropic_base, "ollama": self.ollama_base}[api]

    def provider(self, api: Api = "openai", key: str = "sk-scripted") -> dict[str, object]:
        """An entry of `llm.providers` that leads here; by the key a test can tell who asks (`Asked.key`)."""
        return {
            "api": _API_NAMES[api],
            "api_base": self.base(api),
            "api_key": key,
            **({"output": "native"} if api == "ollama" else {}),
        }

    def llm(
        self,
        *,
        api: Api = "openai",
        fallback: ModelServer | None = None,
        fallback_api: Api = "openai",
        key: str = "sk-scripted",
        **changes: object,
    ) -> LlmSettings:
        """Settings whose default provider, "scripted", is this server and whose fallback is "spare"."""
        given = self.llm_section(api=api, fallback=fallback, fallback_api=fallback_api, key=key)
        return LlmSettings.model_validate({**given, **changes})

    def llm_section(
        self,
        *,
        api: Api = "openai",
        fallback: ModelServer | None = None,
        fallback_api: Api = "openai",
        key: str = "sk-scripted",
    ) -> dict[str, object]:
        """The same, as it would stand in the configuration file."""
        providers = {"scripted": self.provider(api, key)}
        tiers: dict[str, dict[str, str]] = {tier: {"scripted": _MODELS[api][tier]} for tier in TIERS}
        if fallback is not None:
            providers["spare"] = fallback.provider(fallback_api, key)
            for tier in TIERS:
                tiers[tier]["spare"] = _MODELS[fallback_api][tier]
        return {
            "default_provider": "scripted",
            "fallback_provider": None if fallback is None else "spare",
            "providers": providers,
            "tiers": tiers,
        }

    @classmethod
    @asynccontextmanager
    async def running(cls) -> AsyncGenerator[ModelServer]:
        """A server in this loop."""
        server = cls()
        await server.start()
        try:
            yield server
        finally:
            await server.stop()

    async def start(self, port: int = 0) -> None:
        """Listen."""
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", port))
        listener.setblocking(False)
        self.port = int(listener.getsockname()[1])
        config = uvicorn.Config(
            self._app(),
            http=CuttableProtocol,
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            backlog=1024,
            timeout_keep_alive=900,
        )
        config.load()
        self._server = uvicorn.Server(config)
        self._server.lifespan = config.lifespan_class(config)
        await self._server.startup(sockets=[listener])
        self._clock = asyncio.create_task(self._server.main_loop(), name="model server clock")

    async def stop(self) -> None:
        """Hang up on everybody."""
        server, self._server = self._server, None
        if server is None:
            return
        self._closing.set()
        self.gate.set()
        if self._clock is not None:
            self._clock.cancel()
            await asyncio.gather(self._clock, return_exceptions=True)
        for listening in server.servers:
            listening.close()
        running = set(server.server_state.tasks)
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        for connection in list(server.server_state.connections):
            connection.transport.close()

    def _app(self) -> Starlette:
        def route(path: str, api: Api) -> Route:
            async def answer(request: Request) -> ASGIApp:
                return await self._answer(request, api)

            return Route(path, answer, methods=["POST"])

        return Starlette(
            routes=[
                route("/v1/chat/completions", "openai"),
                route("/anthropic/v1/messages", "anthropic"),
                route("/ollama/api/chat", "ollama"),
                Route("/v1/audio/transcriptions", self._transcribe, methods=["POST"]),
                Route("/v1/models", _models),
                Route("/ollama/api/tags", _tags),
                Route("/ollama/api/show", _show, methods=["POST"]),
                Route("/control/asked", self._told_asked, methods=["DELETE"]),
            ]
        )

    async def _told_asked(self, request: Request) -> JSONResponse:
        """For other processes: everything asked since the last time, and the most requests at once."""
        told = [{"agent": asked.agent, "request": asked.raw} for asked in self.asked]
        most = self.at_once_max
        self.asked.clear()
        self.at_once_max = self.at_once
        return JSONResponse({"asked": told, "at_once_max": most})

    async def _answer(self, request: Request, api: Api) -> ASGIApp:
        asked = _READ[api](await request.json(), time.monotonic(), dict(request.headers))
        return await self._timed(asked)

    async def _transcribe(self, request: Request) -> ASGIApp:
        async with request.form() as form:
            upload = form["file"]
            size = len(await upload.read()) if isinstance(upload, UploadFile) else 0
            fields = {name: value for name, value in form.items() if isinstance(value, str)}
        asked = from_audio(fields.get("model", ""), fields, size, time.monotonic())
        return await self._timed(asked)

    async def _timed(self, asked: Asked) -> ASGIApp:
        """Between here and the answer's first byte the request counts as being worked on."""
        self.asked.append(asked)
        async with self._heard:
            self._heard.notify_all()
        self.at_once += 1
        self.at_once_max = max(self.at_once_max, self.at_once)
        try:
            says = self.says(asked)
            seconds = says.seconds if says.seconds is not None else self.delay
            if seconds:
                await asyncio.sleep(seconds)
            await self.gate.wait()
        finally:
            self.at_once -= 1
        return self.put(asked, says)


async def _models(request: Request) -> JSONResponse:
    names = _MODELS["openai"].values()
    return JSONResponse(
        {
            "object": "list",
            "data": [{"id": name, "object": "model", "owned_by": "scripted"} for name in names],
        }
    )


async def _tags(request: Request) -> JSONResponse:
    return JSONResponse(
        {"models": [{"name": name, "model": name} for name in dict.fromkeys(_MODELS["ollama"].values())]}
    )


async def _show(request: Request) -> JSONResponse:
    return JSONResponse({"template": "{{ .Tools }}", "model_info": {"qwen2.context_length": 32_768}})


async def _serve(port: int, delay: float, answers: dict[str, Json], *, is_weak: bool) -> None:
    server = ModelServer()
    if is_weak:
        server.always("*", weak)
    server.delay = delay
    for agent, fields in answers.items():
        server.always(agent, fields)
    await server.start(port)
    print(server.url, flush=True)
    try:
        await asyncio.Event().wait()
    finally:
        await server.stop()


def main() -> None:
    """Serve until ended."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--port", type=int, default=0)
    options.add_argument("--delay", type=float, default=0.0)
    options.add_argument("--answers", type=json.loads, default="{}", help="JSON: agent to the fields it says")
    options.add_argument("--weak", action="store_true", help="answer like a weak model (weak.py)")
    given = options.parse_args()
    asyncio.run(_serve(given.port, given.delay, given.answers, is_weak=given.weak))


if __name__ == "__main__":
    main()
