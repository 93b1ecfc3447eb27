"""The repository with news: the sender and the vault hear of the commits that concern them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from storage.database import Database
from storage.entities import Effects, TurnRow
from storage.lanes import Lanes
from storage.repository import Repository


class PostingRepository(Repository):
    """Calls `posted` after replies were queued and `changed` after entries or memory changed."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.posted: Callable[[], None] = _nobody
        self.changed: Callable[[Effects], None] = _nobody_about

    async def commit(self, row: TurnRow, effects: Effects, *, lanes: Lanes | None = None) -> list[TurnRow]:
        """A turn's transition."""
        ready = await super().commit(row, effects, lanes=lanes)
        self._tell(effects)
        return ready

    async def apply(
        self, effects: Effects, lanes: Lanes | None = None, *, now: datetime | None = None
    ) -> list[TurnRow]:
        """Effects without a turn."""
        ready = await super().apply(effects, lanes, now=now)
        self._tell(effects)
        return ready

    def _tell(self, effects: Effects) -> None:
        if effects.outgoing:
            self.posted()
        if effects.entries or effects.revisions or effects.contexts:
            self.changed(effects)


def _nobody() -> None:
    """Nobody is listening yet."""


def _nobody_about(_effects: Effects) -> None:
    """Nobody is listening yet."""
