"""Tools of MCP servers as tools of the registry: an allow-list, bounded times, and who dies is started again.

A tool without `readOnlyHint` becomes a proposal and the call that is made once the person says yes.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from typing import Annotated, Any, Self

import httpx2
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError
from mcp_types import CONNECTION_CLOSED, REQUEST_TIMEOUT, CallToolResult, TextContent
from mcp_types import Tool as Listed
from pydantic import BaseModel, ConfigDict, Field, JsonValue, SecretStr, create_model, model_validator

from agents.tools.context import ToolContext
from agents.tools.result import Outcome, Proposal, ToolError
from agents.tools.tool import Tool
from storage.entities import Frozen

logger = logging.getLogger(__name__)

_FIRST_PAUSE, _LONGEST_PAUSE = 1.0, 300.0
"""Seconds before a server that died is started again; doubled each time."""
_STARTS = 30.0
"""Seconds that a command may take until it answers."""
_DESCRIBED = 1000
"""Characters of a description: what a server says of itself is data, and bounded."""


class RemoteSettings(Frozen):
    """One server of `tools.mcp`: a command, or an address of streamable HTTP."""

    name: str = Field(pattern=r"^[a-z][a-z0-9_]{0,20}$", description="stands before its tools' names")
    user: int | None = Field(default=None, gt=0, description="whose it is; none: the owner's")
    command: tuple[str, ...] = Field(default=(), description="started here, spoken to by standard input")
    url: str = Field(default="", pattern=r"^(https?://[^\s@]+)?$", description="or reached there")
    headers: dict[str, SecretStr] = Field(default={}, description="sent with each request to the url")
    environment: dict[str, SecretStr] = Field(default={}, description="variables of the command")
    allow: tuple[str, ...] = Field(default=(), description="names of tools that may be used")
    seconds: float = Field(default=20.0, gt=0, le=300, description="that a call may take")
    characters: int = Field(default=20_000, ge=100, le=200_000, description="of a result")

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        if bool(self.command) == bool(self.url):
            raise ValueError("give either command or url")
        return self


class RemoteText(BaseModel):
    """What a server answered, as text."""

    text: str


class RemoteServer:
    """One server, connected while it is needed. `start` once; `stop` at the end."""

    def __init__(self, settings: RemoteSettings) -> None:
        self.settings = settings
        self.tools: tuple[Tool[Any], ...] = ()
        """Known after the first connection."""
        self._client: Client | None = None
        self._ready = asyncio.Event()
        self._died = asyncio.Event()
        self._runs: asyncio.Task[None] | None = None

    async def start(self, within: float = _STARTS) -> bool:
        """Connect and learn its tools; whether it did in so many seconds. It is tried again in any case."""
        self._runs = asyncio.create_task(self._run())
        try:
            async with asyncio.timeout(within):
                await self._ready.wait()
        except TimeoutError:
            logger.warning("the MCP server %s does not answer; it is tried again", self.settings.name)
            return False
        return True

    async def stop(self) -> None:
        """Close the connection; a command that was started ends."""
        if self._runs is not None:
            self._runs.cancel()
            await asyncio.gather(self._runs, return_exceptions=True)

    async def call(self, name: str, arguments: Mapping[str, JsonValue]) -> RemoteText:
        """Raises ToolError."""
        client = self._client
        if client is None:
            raise ToolError(Outcome.UNAVAILABLE, f"The server {self.settings.name} does not answer")
        try:
            result = await client.call_tool(name, dict(arguments), read_timeout_seconds=self.settings.seconds)
        except MCPError as error:
            if error.error.code == CONNECTION_CLOSED:
                self._died.set()
            outcome = _OUTCOMES.get(error.error.code, Outcome.INVALID)
            raise ToolError(outcome, error.error.message[:_DESCRIBED]) from error
        except Exception as error:  # whatever a transport that broke raises
            self._died.set()
            raise ToolError(Outcome.UNAVAILABLE, type(error).__name__) from error
        text = _text(result)
        if result.is_error:
            raise ToolError(Outcome.INVALID, text[:_DESCRIBED])
        return RemoteText(text=text)

    async def _run(self) -> None:
        """Connect, wait until it dies, begin again, ever more patiently while it stays away."""
        pause = _FIRST_PAUSE
        while True:
            try:
                async with _connected(self.settings) as client:
                    listed = (await client.list_tools()).tools
                    self.tools = tuple(made for one in listed for made in self._made(one))
                    self._client = client
                    self._ready.set()
                    pause = _FIRST_PAUSE
                    await self._watched(client)
            except Exception as error:  # noqa: BLE001 - of any transport; being stopped is none
                logger.warning("the MCP server %s is away: %s", self.settings.name, type(error).__name__)
            self._client = None
            self._died.clear()
            await asyncio.sleep(pause)
            pause = min(pause * 2, _LONGEST_PAUSE)

    async def _watched(self, client: Client) -> None:
        """Until a call breaks or it does not answer."""
        while not self._died.is_set():
            try:
                async with asyncio.timeout(_ALIVE):
                    await self._died.wait()
            except TimeoutError:
                async with asyncio.timeout(self.settings.seconds):
                    await client.list_tools()

    def _made(self, listed: Listed) -> list[Tool[Any]]:
        """For one of the server's tools: one that reads, or a proposal and its writing."""
        if listed.name not in self.settings.allow:
            return []
        name = f"{self.settings.name}_{listed.name}"
        if listed.annotations is not None and listed.annotations.read_only_hint:
            return [self._tool(name, listed, "reads")]
        return [self._tool(f"propose_{name}", listed, "proposes"), self._tool(name, listed, "writes")]

    def _tool(self, name: str, listed: Listed, kind: Any) -> Tool[Any]:
        async def call(_: ToolContext, **given: JsonValue) -> RemoteText:
            return await self.call(listed.name, {key: one for key, one in given.items() if one is not None})

        async def propose(_: ToolContext, **given: JsonValue) -> Proposal:
            told: dict[str, JsonValue] = {key: one for key, one in given.items() if one is not None}
            return Proposal(tool=f"{self.settings.name}_{listed.name}", arguments=told)

        return Tool(
            name=name,
            description=(listed.description or listed.name)[:_DESCRIBED],
            kind=kind,
            arguments=_arguments(listed.input_schema),
            result=Proposal if kind == "proposes" else RemoteText,
            function=propose if kind == "proposes" else call,
            needs=(),
            private=True,
            seconds=self.settings.seconds + 1,
            characters=self.settings.characters,
        )


_OUTCOMES = {CONNECTION_CLOSED: Outcome.UNAVAILABLE, REQUEST_TIMEOUT: Outcome.TIMED_OUT}
_ALIVE = 30.0
"""Seconds after which a silent server is asked for a sign of life."""


@asynccontextmanager
async def _connected(settings: RemoteSettings) -> AsyncGenerator[Client]:
    if settings.command:
        program, *arguments = settings.command
        environment = {name: secret.get_secret_value() for name, secret in settings.environment.items()}
        async with Client(StdioServerParameters(command=program, args=arguments, env=environment)) as client:
            yield client
        return
    headers = {name: secret.get_secret_value() for name, secret in settings.headers.items()}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=settings.seconds, follow_redirects=False) as http,
        Client(streamable_http_client(settings.url, http_client=http)) as client,
    ):
        yield client


def _arguments(schema: Mapping[str, Any]) -> type[BaseModel]:
    """A closed model with the schema's names; what they may hold the server checks, and a model reads."""
    required = set(schema.get("required", ()))
    fields: dict[str, Any] = {}
    for name, told in dict(schema.get("properties", {})).items():
        shown = Field(default=... if name in required else None, json_schema_extra=dict(told))
        fields[name] = (Annotated[JsonValue, shown], ... if name in required else None)
    return create_model("Arguments", __config__=ConfigDict(extra="forbid"), **fields)


def _text(result: CallToolResult) -> str:
    return "\n".join(one.text for one in result.content if isinstance(one, TextContent))
