"""One MCP server: an allow-list, bounded times and sizes, and when it dies it is started again.

A tool without `readOnlyHint` becomes a proposal and the call that is made once the person says yes.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
import time
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Annotated, Any, ClassVar, cast
from urllib.parse import urlsplit

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError
from mcp_types import (
    CONNECTION_CLOSED,
    REQUEST_TIMEOUT,
    CallToolResult,
    EmbeddedResource,
    TextContent,
    TextResourceContents,
)
from mcp_types import Tool as Listed
from pydantic import BaseModel, Field, JsonValue, create_model

from agents.redaction import Redaction
from agents.remote.bounds import TOO_MUCH, within_bounds
from agents.remote.proposals import NOT_SENT, CallProposal
from agents.remote.settings import RemoteSettings, State
from agents.remote.stdio import LONGEST, spoken_with
from agents.tools.context import ToolContext
from agents.tools.result import Outcome, ToolError
from agents.tools.tool import Kind, Tool

logger = logging.getLogger(__name__)

_FIRST_PAUSE, _LONGEST_PAUSE = 1.0, 300.0
"""Seconds before a server that died is started again; doubled each time."""
_LIVED = 60.0
"""Seconds after which a server that dies has been a good one: the pauses begin anew."""
_ALIVE, _ALIVE_AFAR = 30.0, 300.0
"""Seconds after which a silent server is asked for a sign of life: a command of ours, one that is reached."""
_STARTS = 30.0
"""Seconds that a command may take until it answers."""
_STOPS = 10.0
"""Seconds after which its end is waited for no longer."""
_DESCRIBED = 1000
"""Characters of a description: what a server says of itself is data, and bounded."""
_SCHEMA = 10_000
"""Characters of what it says of a tool's arguments; of a longer text the names alone are kept."""
_ARGUMENTS = 200
"""That a tool may have; making a model of thousands takes seconds, in which nobody is answered."""
_PAGES = 20
"""Of its list of tools."""
_OUTCOMES = {
    CONNECTION_CLOSED: Outcome.UNAVAILABLE,
    REQUEST_TIMEOUT: Outcome.TIMED_OUT,
    TOO_MUCH: Outcome.TOO_LARGE,
}
_REFUSED = frozenset({401, 403})
"""Statuses by which a token is refused."""
_UNNAMED = re.compile(r"[^A-Za-z0-9_-]")
_NAME = 64
"""Characters of a tool's name, as models take it."""


class RemoteText(BaseModel):
    """What a server answered, as text."""

    text: str


class RemoteServer:
    """One server, connected from `start` to `stop`."""

    def __init__(self, settings: RemoteSettings) -> None:
        self.settings = settings
        self.tools: tuple[Tool[Any], ...] = ()
        """Known after the first connection."""
        secret = (*settings.headers.values(), *settings.environment.values())
        self._redacted = Redaction(one.get_secret_value() for one in secret)
        """What the server repeats of what it was told in confidence goes nowhere."""
        self._client: Client | None = None
        self._tried = asyncio.Event()
        """The first try to connect has ended, well or not."""
        self._died = asyncio.Event()
        self._refused = False
        self._runs: asyncio.Task[None] | None = None

    @property
    def state(self) -> State:
        """How it stands, as far as is known."""
        if self.connected:
            return "connected"
        return "refused" if self._refused else "away"

    @property
    def connected(self) -> bool:
        """Whether it answers, as far as is known."""
        return self._client is not None and not self._died.is_set()

    async def start(self, within: float = _STARTS) -> bool:
        """Connect and learn its tools; whether it did in so many seconds. It is tried again in any case."""
        if self._runs is None:
            self._runs = asyncio.create_task(self._run(), name=f"MCP server {self.settings.name}")
        try:
            async with asyncio.timeout(within):
                await self._tried.wait()
        except TimeoutError:
            logger.warning("the MCP server %s does not answer; it is tried again", self.settings.name)
        return self.connected

    async def stop(self) -> None:
        """Close the connection; a command that was started ends."""
        if self._runs is not None:
            self._runs.cancel()
            await asyncio.wait({self._runs}, timeout=_STOPS)

    async def call(self, name: str, arguments: Mapping[str, JsonValue]) -> RemoteText:
        """Raises ToolError; only `UNAVAILABLE` with NOT_SENT says that nothing can have happened."""
        client = self._client
        if client is None or not self.connected:
            raise ToolError(Outcome.UNAVAILABLE, NOT_SENT)
        try:
            result = await client.call_tool(name, dict(arguments), read_timeout_seconds=self.settings.seconds)
        except MCPError as error:
            if error.error.code == CONNECTION_CLOSED:
                self._died.set()
            outcome = _OUTCOMES.get(error.error.code, Outcome.INVALID)
            raise ToolError(outcome, self._redacted(error.error.message)[:_DESCRIBED]) from error
        except Exception as error:  # whatever a transport that broke raises
            self._died.set()
            raise ToolError(Outcome.UNAVAILABLE, type(error).__name__) from error
        text = self._redacted(_text(result))
        if result.is_error:
            raise ToolError(Outcome.INVALID, text[:_DESCRIBED])
        return RemoteText(text=text)

    async def _run(self) -> None:
        """Connect, wait until it dies, begin again, ever more patiently while it stays away."""
        pause = _FIRST_PAUSE
        while True:
            began = time.monotonic()
            try:
                async with asyncio.timeout(_STARTS) as starting, self._connected() as client:
                    await self._learn(client)
                    starting.reschedule(None)
                    self._client, self._refused = client, False
                    self._tried.set()
                    await self._watched(client)
            except Exception as error:  # noqa: BLE001 - of any transport; being stopped is none
                logger.warning("the MCP server %s is away: %s", self.settings.name, type(error).__name__)
            finally:
                self._client = None
            self._died.clear()
            self._tried.set()
            pause = _FIRST_PAUSE if time.monotonic() - began > _LIVED else pause
            await asyncio.sleep(pause)
            pause = min(pause * 2, _LONGEST_PAUSE)

    @asynccontextmanager
    async def _connected(self) -> AsyncGenerator[Client]:
        settings = self.settings
        if settings.command:
            environment = {name: secret.get_secret_value() for name, secret in settings.environment.items()}
            async with Client(within_bounds(spoken_with(settings.command, environment))) as client:
                yield client
            return
        headers = {name: secret.get_secret_value() for name, secret in settings.headers.items()}
        headers["Accept-Encoding"] = "identity"
        async with (
            httpx2.AsyncClient(
                headers=headers, timeout=settings.seconds, follow_redirects=False, trust_env=False,
                event_hooks={"request": [fence(settings.url)], "response": [self._noticed, _bounded]},
            ) as http,
            Client(within_bounds(streamable_http_client(settings.url, http_client=http))) as client,
        ):  # fmt: skip
            yield client

    async def _noticed(self, response: httpx2.Response) -> None:
        """Whether it lets us in."""
        self._refused = response.status_code in _REFUSED

    async def _learn(self, client: Client) -> None:
        """Which of its tools are there, and what they are."""
        found: dict[str, Listed] = {}
        cursor: str | None = None
        async with asyncio.timeout(_STARTS):
            for _ in range(_PAGES):
                page = await client.list_tools(cursor=cursor)
                for one in page.tools:
                    if one.name in self.settings.allow:
                        found.setdefault(one.name, one)
                cursor = page.next_cursor
                if not cursor:
                    break
        made = [tool for one in found.values() for tool in self._made(one)]
        self.tools = tuple({one.name: one for one in reversed(made)}.values())[::-1]

    async def _watched(self, client: Client) -> None:
        """Until a call breaks or it does not answer."""
        while not self._died.is_set():
            try:
                async with asyncio.timeout(_ALIVE if self.settings.command else _ALIVE_AFAR):
                    await self._died.wait()
            except TimeoutError:
                await self._learn(client)

    def _made(self, listed: Listed) -> list[Tool[Any]]:
        """For one of the server's tools: one that reads, or a proposal and its writing."""
        name = self._named(listed.name)
        if not _is_callable(listed.input_schema):
            logger.warning("a tool of the MCP server %s can't be called: %s", self.settings.name, name)
            return []
        if listed.annotations is not None and listed.annotations.read_only_hint:
            return [self._tool(name, listed, "reads")]
        proposes = self._tool(f"propose_{name}"[:_NAME], listed, "proposes", then=name)
        return [proposes, self._tool(name, listed, "writes")]

    def _named(self, name: str) -> str:
        """As the registry calls one of the server's tools."""
        return _UNNAMED.sub("_", f"{self.settings.name}_{name}")[:_NAME]

    def _tool(self, name: str, listed: Listed, kind: Kind, then: str = "") -> Tool[Any]:
        """`then` is the tool that does what is proposed."""
        arguments, names = _arguments(listed.input_schema)

        def given(values: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
            return {names[key]: one for key, one in values.items() if one is not None}

        async def call(_: ToolContext, **values: JsonValue) -> RemoteText:
            return await self.call(listed.name, given(values))

        async def propose(_: ToolContext, **values: JsonValue) -> CallProposal:
            shown = {"server": self.settings.name, "name": listed.name}
            return CallProposal(tool=then, arguments=given(values), **shown)

        return Tool(
            name=name,
            description=(listed.description or listed.name)[:_DESCRIBED],
            kind=kind,
            arguments=arguments,
            result=CallProposal if kind == "proposes" else RemoteText,
            function=propose if kind == "proposes" else call,
            needs=(),
            seconds=self.settings.seconds + 1,
            characters=self.settings.characters,
            repeatable=listed.annotations is not None and bool(listed.annotations.idempotent_hint),
            lookup=self._named(lookup) if (lookup := self.settings.lookup.get(listed.name)) else "",
        )


class _ElsewhereError(httpx2.RequestError):
    """A request would leave for an address that is not configured."""


def fence(url: str) -> Callable[[httpx2.Request], Awaitable[None]]:
    """Lets requests leave for this scheme, host and port only, whatever the server leads to."""
    home = httpx2.URL(url)
    own = (home.scheme, home.host, home.port)

    async def checked(request: httpx2.Request) -> None:
        if (request.url.scheme, request.url.host, request.url.port) != own:
            raise _ElsewhereError(f"it leads to {urlsplit(str(request.url)).hostname}", request=request)

    return checked


class _Bounded(httpx2.AsyncByteStream):
    """A body that is given up when it is larger than a message may be."""

    def __init__(self, response: httpx2.Response) -> None:
        self._stream = cast("httpx2.AsyncByteStream", response.stream)
        self._request = response.request

    async def __aiter__(self) -> AsyncIterator[bytes]:
        size = 0
        async for piece in self._stream:
            size += len(piece)
            if size > LONGEST:
                raise httpx2.ReadError("it says too much", request=self._request)
            yield piece

    async def aclose(self) -> None:
        await self._stream.aclose()


async def _bounded(response: httpx2.Response) -> None:
    """Of a stream of events the SDK bounds each; what was packed unasked might unfold to anything."""
    if response.headers.get("content-encoding", "identity") != "identity":
        raise httpx2.ReadError("it is packed", request=response.request)
    if not response.headers.get("content-type", "").startswith("text/event-stream"):
        response.stream = _Bounded(response)


class _Given(BaseModel, extra="forbid"):
    """Arguments under names of ours; the server's own are the aliases, and may be anything."""

    told: ClassVar[dict[str, Any]] = {}

    @classmethod
    def model_json_schema(cls, *_: Any, **__: Any) -> dict[str, Any]:
        """As the server says it."""
        return cls.told


def _is_callable(schema: Mapping[str, Any]) -> bool:
    """Whether its arguments are few, with names of some length."""
    names = list(map(str, (*schema.get("properties", ()), *schema.get("required", ()))))
    return len(names) <= _ARGUMENTS and all(len(one) <= _NAME for one in names)


def _arguments(schema: Mapping[str, Any]) -> tuple[type[BaseModel], dict[str, str]]:
    """A closed model, and its names to the server's; what they may hold the server checks."""
    required = set(schema.get("required", ()))
    properties = dict(schema.get("properties", {}))
    names = {f"given_{number}": name for number, name in enumerate(properties)}
    fields: dict[str, Any] = {
        ours: (Annotated[JsonValue, Field(alias=name)], ... if name in required else None)
        for ours, name in names.items()
    }
    model = create_model("Arguments", __base__=_Given, **fields)
    told: dict[str, Any] = {**schema, "type": "object", "properties": properties}
    if len(json.dumps(told, default=str)) > _SCHEMA:
        told = {"type": "object", "properties": {name: {} for name in properties}, "required": [*required]}
    model.told = told
    return model, names


def _text(result: CallToolResult) -> str:
    """The texts of a result; of what is none, its kind."""
    parts = [_part(one) for one in result.content]
    if not parts and result.structured_content is not None:
        return json.dumps(result.structured_content, ensure_ascii=False)
    return "\n".join(parts)


def _part(content: Any) -> str:
    if isinstance(content, TextContent):
        return content.text
    if isinstance(content, EmbeddedResource) and isinstance(content.resource, TextResourceContents):
        return content.resource.text
    kind = getattr(content, "mime_type", None) or content.type
    return f"[{kind}]"
