"""The assistant of a configuration, put together. Imported only where something of it is configured."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack

from agents.assistant import Assistant, build
from agents.remote.servers import RemoteServers
from bot.core import Core
from bot.embedders import Embedders
from bot.people.sources import sources
from bot.settings import Settings


def assembled(
    settings: Settings, core: Core, owners: Callable[[], Sequence[int]], stack: AsyncExitStack
) -> Assistant:
    """What the stack closes in the end. Nothing is connected to before it is needed."""
    from bot.notes import NotesDesk  # noqa: PLC0415 - what finds by meaning is heavy

    services = core.services
    embedders = core.embedders or Embedders(settings, services.db, services.clock)
    if core.models is not None and settings.notes.configured:
        from agents.notes.overview import NotesOverview  # noqa: PLC0415 - only with models and notes

        core.models.injectors.register(NotesOverview(services.db.notes))
    desk = NotesDesk(settings, services.db, owners, embedders)
    stack.push_async_callback(desk.close)
    made = build(
        services.db,
        owners,
        accounts=settings.calendars,
        notes=desk.shelf,
        remotes=RemoteServers(settings.tools.mcp, owners),
        own=sources(services, settings.data),
        limits=services.limits,
        models=core.asked,
        intelligence=settings.notes.intelligence,
        injected=None if core.asked is None else core.asked.context,
    )
    stack.push_async_callback(made.close)
    return made
