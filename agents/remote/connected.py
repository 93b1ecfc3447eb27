"""What MCP servers of the person's lend."""

from __future__ import annotations

from pydantic import BaseModel

from agents.remote.servers import OwnServers
from agents.remote.settings import State
from agents.tools.context import ToolContext
from agents.tools.tool import tool


class ConnectedServer(BaseModel):
    """`tools` are the registry's names, without those that only do what was confirmed."""

    name: str
    about: str
    state: State
    tools: list[str]


class ConnectedTools(BaseModel):
    """By server."""

    servers: list[ConnectedServer]


@tool("reads", OwnServers, seconds=60)
async def connected_tools(context: ToolContext) -> ConnectedTools:
    """List the tools that other services of the person's lend, and whether these answer."""
    seen = await context.source(OwnServers).ready()
    return ConnectedTools(
        servers=[
            ConnectedServer(
                name=one.name, about=one.about, state=one.state,
                tools=[tool.name for tool in one.tools if tool.kind != "writes"],
            )
            for one in seen
        ]
    )  # fmt: skip
