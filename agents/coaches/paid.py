"""What a model brings is paid for once: it is kept the moment it came, and read again after a kill."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

from pydantic import TypeAdapter, ValidationError

from agents.work import Services
from storage.thought import ThoughtKey

T = TypeVar("T")


async def once(
    services: Services, of: ThoughtKey, kind: TypeAdapter[T], ask: Callable[[], Awaitable[T | None]]
) -> T | None:
    """What was brought before the process died, or what `ask` brings now. None: nobody answered.

    Whoever makes something of it names `of` in that transaction (`Effects.spent`).
    """
    body = await services.db.thoughts.kept(of)
    if body is not None:
        try:
            return kind.validate_json(body)
        except ValidationError:  # kept by another release
            return await ask()
    told = await ask()
    if told is not None:
        await services.db.thoughts.keep(of, kind.dump_json(told).decode(), services.clock())
    return told
