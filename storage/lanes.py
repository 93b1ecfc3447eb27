"""Where ready turns run, as a protocol: asyncio tasks in one process, a queue over PostgreSQL later."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from sqlalchemy.ext.asyncio import AsyncConnection

from storage.entities import TurnRow


class Lanes(Protocol):
    """Turns of one lane run one after the other, lanes run side by side."""

    async def defer(self, connection: AsyncConnection, turns: Sequence[TurnRow]) -> None:
        """Queue ready turns in the transaction that writes them; a no-op where the rows are the queue."""
        ...

    def wake(self, turns: Sequence[TurnRow]) -> None:
        """Say after the commit that there is work."""
        ...
