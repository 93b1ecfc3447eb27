"""A model provider of our own: OpenAI, Anthropic and Ollama over real HTTP, every word scripted.

`python -m tests.models.server --delay 1` serves until it is ended and prints its address.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import socket
import time
from collections import defaultdict, deque
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any, cast

import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route
from starlette.types import ASGIApp

from agents.model.settings import TIERS, LlmSettings
from tests.models.answers import SORRY, Answer, Fault, Told, filled, misbehaving, structured
from tests.models.asked import Api, Asked, from_anthropic, from_audio, from_ollama, from_openai
from tests.models.filling import Json
from tests.models.rendering import Counts, error, stream_headers, streamed, whole
from tests.models.sending import CuttableProtocol, Sent

Says = Answer | Json | Fault
Teller = Callable[[Asked], Says | None]

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
_STATUS: dict[Fault, tuple[int, str, str]] = {
    Fault.RATE_LIMITED: (429, "rate_limit_error", "Rate limit reached"),
    Fault.SERVER_ERROR: (500, "api_error", "Internal server error"),
    Fault.UNAVAILABLE: (503, "overloaded_error", "Overloaded"),
    Fault.UNAUTHORIZED: (401, "authentication_error", "Incorrect API key provided"),
    Fault.BAD_REQUEST: (400, "invalid_request_error", "Unsupported value"),
    Fault.TOO_LONG: (400, "context_length_exceeded", "This model's maximum context length is 8192 tokens"),
}
_OVERLOADED = 529
_NO_JSON = b"<html><body><h1>502 Bad Gateway</h1></body></html>"


class ModelServer:
    """Listens on a free port of 127.0.0.1; `asked` is everything it was ever asked."""

    def __init__(self) -> None:
        self.asked: list[Asked] = []
        self.delay = 0.0
        """Seconds that every answer takes."""
        self.retry_after = 1.0
        """Seconds, for RATE_LIMITED."""
        self.drip = 0.1
        """Seconds between two bytes, for DRIP."""
        self.stream_pause = 0.0
        """Seconds between two pieces of a stream."""
        self.prefer: dict[str, object] = {}
        """Field to the value (or a tuple of values) that is filled in where nothing is scripted."""
        self.at_once = 0
        self.at_once_max = 0
        self.port = 0
        self._scripts: defaultdict[str, deque[Says | Teller]] = defaultdict(deque)
        self._always: dict[str, Says | Teller] = {}
        self._seen: set[tuple[str, str]] = set()
        self._server: uvicorn.Server | None = None
        self._clock: asyncio.Task[None] | None = None
        self._closing = asyncio.Event()

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

    def script(self, agent: str, *says: Says | Teller) -> None:
        """What this agent ("*": any) says next, in this order."""
        self._scripts[agent].extend(says)

    def always(self, agent: str, says: Says | Teller | None) -> None:
        """What this agent ("*": any) says when nothing is scripted; None: whatever fits the schema."""
        if says is None:
            self._always.pop(agent, None)
        else:
            self._always[agent] = says

    def forget(self) -> None:
        """Begin anew: nothing asked, nothing scripted."""
        self.asked.clear()
        self._scripts.clear()
        self._always.clear()
        self.at_once_max = 0

    def calls(self, agent: str) -> list[Asked]:
        """What this agent was asked."""
        return [asked for asked in self.asked if asked.agent == agent]

    def base(self, api: Api) -> str:
        """The address for one way of asking."""
        return {"openai": self.openai_base, "anthropic": self.anthropic_base, "ollama": self.ollama_base}[api]

    def provider(self, api: Api = "openai") -> dict[str, object]:
        """An entry of `llm.providers` that leads here."""
        return {
            "api": _API_NAMES[api],
            "api_base": self.base(api),
            "api_key": "sk-scripted",
            **({"output": "native"} if api == "ollama" else {}),
        }

    def llm(
        self,
        *,
        api: Api = "openai",
        fallback: ModelServer | None = None,
        fallback_api: Api = "openai",
        **changes: object,
    ) -> LlmSettings:
        """Settings whose default provider, "scripted", is this server and whose fallback is "spare"."""
        given = self.llm_section(api=api, fallback=fallback, fallback_api=fallback_api)
        return LlmSettings.model_validate({**given, **changes})

    def llm_section(
        self, *, api: Api = "openai", fallback: ModelServer | None = None, fallback_api: Api = "openai"
    ) -> dict[str, object]:
        """The same, as it would stand in the configuration file."""
        providers = {"scripted": self.provider(api)}
        tiers: dict[str, dict[str, str]] = {tier: {"scripted": _MODELS[api][tier]} for tier in TIERS}
        if fallback is not None:
            providers["spare"] = fallback.provider(fallback_api)
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
            ]
        )

    async def _answer(self, request: Request, api: Api) -> ASGIApp:
        asked = _READ[api](await request.json(), time.monotonic(), dict(request.headers))
        self.asked.append(asked)
        return await self._timed(asked)

    async def _transcribe(self, request: Request) -> ASGIApp:
        async with request.form() as form:
            upload = form["file"]
            size = len(await upload.read()) if isinstance(upload, UploadFile) else 0
            fields = {name: value for name, value in form.items() if isinstance(value, str)}
        asked = from_audio(fields.get("model", ""), fields, size, time.monotonic())
        self.asked.append(asked)
        return await self._timed(asked)

    async def _timed(self, asked: Asked) -> ASGIApp:
        """Between here and the answer's first byte the request counts as being worked on."""
        self.at_once += 1
        self.at_once_max = max(self.at_once_max, self.at_once)
        try:
            says = self._says(asked)
            seconds = says.seconds if isinstance(says, Answer) and says.seconds is not None else self.delay
            if seconds:
                await asyncio.sleep(seconds)
        finally:
            self.at_once -= 1
        if isinstance(says, Fault):
            return self._misbehave(asked, says)
        return self._good(asked, self._told(asked, says))

    def _says(self, asked: Asked) -> Answer | Fault:
        for queue in (self._scripts.get(asked.agent), self._scripts.get("*")):
            if queue:
                return _resolved(queue.popleft(), asked)
        return self._usual(asked)

    def _usual(self, asked: Asked) -> Answer | Fault:
        usual = self._always.get(asked.agent, self._always.get("*"))
        return structured() if usual is None else _resolved(usual, asked)

    def _told(self, asked: Asked, says: Answer) -> Told:
        if says.calls:
            return Told(calls=tuple((name, _written(fields)) for name, fields in says.calls))
        if says.said is not None or (asked.schema is None and says.fields is None):
            return Told(text="Hello." if says.said is None else says.said)
        return self._written(asked, self._fields(asked, says))

    def _fields(self, asked: Asked, says: Answer) -> Json:
        fields = says.fields or {}
        return fields if says.exact else filled(asked, fields, self.prefer)

    def _written(self, asked: Asked, fields: Json) -> Told:
        written = _written(fields)
        return Told(text=written) if asked.output_tool is None else Told(tool=(asked.output_tool, written))

    def _good(self, asked: Asked, told: Told) -> ASGIApp:
        if asked.agent == "voice":
            said = told.text
            return Sent([json.dumps({"text": said, "duration": 3.0, "language": "english"}).encode()])
        counts = self._counts(asked, told)
        if asked.stream:
            pieces = streamed(asked, told, counts)
            return Sent(pieces, headers=stream_headers(asked.api), pause=self.stream_pause)
        return Sent([whole(asked, told, counts)])

    def _counts(self, asked: Asked, told: Told) -> Counts:
        """Tools and instructions seen before are cached; Anthropic caches only what is marked."""
        static = _written(asked.raw.get("tools") or {}) + asked.system
        again = (asked.model, static) in self._seen and (asked.api != "anthropic" or asked.cached_marks > 0)
        self._seen.add((asked.model, static))
        given = len(_written({"messages": asked.messages})) + len(static)
        said = len(told.text) + sum(len(arguments) for _, arguments in (*told.calls, told.tool or ("", "")))
        return Counts(input=given // 4, output=max(1, said // 4), cached=len(static) // 4 if again else 0)

    def _misbehave(self, asked: Asked, fault: Fault) -> ASGIApp:
        if fault in _STATUS:
            return self._refused(asked.api, fault)
        match fault:
            case Fault.HANG:
                return Sent([], hangs=True, closing=self._closing)
            case Fault.RESET:
                return Sent([], cut="before")
            case Fault.EMPTY:
                return Sent([b""], headers=stream_headers(asked.api) if asked.stream else {})
            case Fault.INVALID_JSON:
                if asked.stream and asked.api != "ollama":
                    return Sent([b"data: {not json\n\n"], headers=stream_headers(asked.api))
                return Sent([_NO_JSON])
            case Fault.DRIP | Fault.RESET_BODY:
                return self._slow_or_cut(asked, fault)
            case _:
                return self._good(asked, self._bad(asked, fault))

    def _refused(self, api: Api, fault: Fault) -> Sent:
        status, kind, message = _STATUS[fault]
        if api == "anthropic" and fault is Fault.UNAVAILABLE:
            status = _OVERLOADED
        if api == "anthropic" and fault is Fault.TOO_LONG:
            kind, message = "invalid_request_error", "prompt is too long: 208310 tokens > 200000 maximum"
        headers = {"retry-after": f"{self.retry_after:g}"} if fault is Fault.RATE_LIMITED else {}
        return Sent([error(api, status, kind, message)], status=status, headers=headers)

    def _slow_or_cut(self, asked: Asked, fault: Fault) -> Sent:
        told, counts = self._meant(asked), Counts(100, 10, 0)
        if asked.stream:
            pieces, headers = streamed(asked, told, counts), stream_headers(asked.api)
        else:
            pieces, headers = [whole(asked, told, counts)], {}
        if fault is Fault.RESET_BODY:
            halves = pieces if len(pieces) > 1 else [pieces[0][:40], pieces[0][40:]]
            return Sent(halves, headers=headers, cut="middle", pause=self.stream_pause)
        bytes_apart = [bytes([byte]) for byte in b"".join(pieces)]
        return Sent(bytes_apart, headers=headers, pause=self.drip, closing=self._closing)

    def _meant(self, asked: Asked) -> Told:
        """What would have been said without the fault."""
        usual = self._usual(asked)
        return self._told(asked, structured() if isinstance(usual, Fault) else usual)

    def _bad(self, asked: Asked, fault: Fault) -> Told:
        usual = self._usual(asked)
        fields = self._fields(asked, structured() if isinstance(usual, Fault) else usual)
        match fault:
            case Fault.REFUSAL:
                return Told(refusal=SORRY)
            case Fault.REFUSAL_TEXT:
                return Told(text=SORRY)
            case Fault.PROSE:
                fenced = f"```json\n{_written(fields)}\n```"
                return Told(text=f"Sure! Here is what you asked for:\n{fenced}\nAnything else?")
            case Fault.TRUNCATED:
                written = _written(fields)
                half = written[: len(written) // 2]
                tool = None if asked.output_tool is None else (asked.output_tool, half)
                return Told(tool=tool, text="" if tool else half, cut_short=True)
            case _:
                changed = misbehaving(fault, asked, fields)
                return self._written(asked, changed)


def _resolved(says: Says | Teller, asked: Asked) -> Answer | Fault:
    if callable(says):
        told = says(asked)
        return structured() if told is None else _resolved(told, asked)
    return structured(cast("Json", says)) if isinstance(says, Mapping) else says


def _written(fields: Mapping[str, Any] | list[Any]) -> str:
    return json.dumps(fields, ensure_ascii=False, default=str)


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


async def _serve(port: int, delay: float) -> None:
    server = ModelServer()
    server.delay = delay
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
    given = options.parse_args()
    asyncio.run(_serve(given.port, given.delay))


if __name__ == "__main__":
    main()
