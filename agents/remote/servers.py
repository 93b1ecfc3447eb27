"""Everybody's MCP servers: whose they are, started when they are first needed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from agents.remote.settings import RemoteSettings, State
from agents.tools.tool import Tool

if TYPE_CHECKING:  # brings the SDK
    from agents.remote.server import RemoteServer

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SeenServer:
    """A server as its person sees it."""

    name: str
    about: str
    state: State
    tools: tuple[Tool[Any], ...]


@dataclass(frozen=True, slots=True)
class OwnServers:
    """One person's."""

    servers: RemoteServers
    user_id: int

    async def ready(self) -> list[SeenServer]:
        """See `RemoteServers`."""
        return await self.servers.ready(self.user_id)


class RemoteServers:
    """Of `owners` the first has the servers that name nobody."""

    def __init__(self, every: Sequence[RemoteSettings], owners: Callable[[], Sequence[int]]) -> None:
        self._every = every
        self._owners = owners
        self._started: dict[str, RemoteServer] = {}
        self._one = asyncio.Lock()

    def has(self, user_id: int) -> bool:
        """Whether any is this person's."""
        return bool(self._own(user_id))

    def of(self, user_id: int) -> OwnServers | None:
        """None: this person has none."""
        return OwnServers(self, user_id) if self.has(user_id) else None

    def about(self, user_id: int) -> str:
        """What this person's servers are for, as whoever configured them says."""
        own = self._own(user_id)
        return ", ".join(f"{one.name} ({one.about})" if one.about else one.name for one in own)

    def tools(self, user_id: int) -> tuple[Tool[Any], ...]:
        """What this person's servers have told of so far."""
        started = (self._started.get(one.name) for one in self._own(user_id))
        return tuple(tool for one in started if one is not None for tool in one.tools)

    async def ready(self, user_id: int) -> list[SeenServer]:
        """This person's, each connected or tried to be."""
        own = self._own(user_id)
        if own and not await self._begun(own):
            return [SeenServer(one.name, one.about, "not_installed", ()) for one in own]
        return [_seen(self._started[one.name]) for one in own]

    async def begin(self) -> None:
        """Connect to all of them, so that nobody waits for it later."""
        if self._every:
            await self._begun(self._every)

    async def close(self) -> None:
        """End the connections and the commands."""
        await asyncio.gather(*(one.stop() for one in self._started.values()))

    async def _begun(self, wanted: Sequence[RemoteSettings]) -> bool:
        """False: what speaks to them is not installed."""
        async with self._one:
            try:
                module = await asyncio.to_thread(import_module, "agents.remote.server")
            except ModuleNotFoundError:
                logger.warning("tools.mcp needs the package mcp: pip install 'swealog[mcp]'")
                return False
            for one in wanted:
                self._started.setdefault(one.name, module.RemoteServer(one))
        await asyncio.gather(*(self._started[one.name].start() for one in wanted))
        return True

    def _own(self, user_id: int) -> list[RemoteSettings]:
        first = next(iter(self._owners()), None)
        return [one for one in self._every if (one.user if one.user is not None else first) == user_id]


def _seen(server: RemoteServer) -> SeenServer:
    settings = server.settings
    return SeenServer(settings.name, settings.about, server.state, server.tools)
