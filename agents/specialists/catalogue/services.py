"""The services specialist: it sees the tools that MCP servers lend to the person, and what they answer."""

from __future__ import annotations

from agents.remote.connected import connected_tools
from agents.specialists.specialist import Query, Seat, Standing, Told


class ServicesQuery(Query):
    """A request to whatever service has a tool for it."""


class Services(Standing):
    """A model chooses the tool; what may change something is proposed. Else tools are called by name."""

    name = "services"
    description = "looking something up or doing something in other services that the person has connected:"
    request = ServicesQuery
    tools = (connected_tools,)

    async def answer(self, asked: ServicesQuery, seat: Seat) -> Told:
        """By the tools of the servers that answer."""
        listed = await seat.call(connected_tools, {})
        servers = listed.value.servers if listed.value is not None else []
        of = {name: one.name for one in servers if one.state == "connected" for name in one.tools}
        if seat.models is None or not servers:
            return Told(says="tools.by_name" if servers else "tools.none")
        if not of:
            return Told(says="tools.outcome.unavailable")
        from agents.specialists.calling import called  # noqa: PLC0415 - only with models

        return await called(asked, seat, of)


specialist = Services()
