"""Where ready turns run, as a protocol: asyncio tasks in one process, a queue over PostgreSQL later."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, TypeAlias

from storage.entities import TurnRow

if TYPE_CHECKING:  # importing it loads the ORM: 8 MB and 0.1 s that most processes never need
    from sqlalchemy.ext.asyncio import AsyncConnection

    Connection: TypeAlias = AsyncConnection
    """The connection of the transaction that writes the turns."""


class Lanes(Protocol):
    """Turns of one lane run one after the other, lanes run side by side."""

    async def defer(self, connection: Connection, turns: Sequence[TurnRow]) -> None:
        """Queue ready turns in the transaction that writes them; a no-op where the rows are the queue."""
        ...

    def wake(self, turns: Sequence[TurnRow]) -> None:
        """Say after the commit that there is work."""
        ...
