"""The repository with news: who sends replies and who keeps the vault hear of the commits that concern them."""

from __future__ import annotations

from collections.abc import Callable

from storage.database import Database
from storage.entities import Effects, TurnRow
from storage.repository import Repository


class PostingRepository(Repository):
    """Calls `posted` after replies were queued and `changed` after entries or memory changed."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.posted: Callable[[], None] = _nobody
        self.changed: Callable[[Effects], None] = _nobody_about

    async def commit(self, row: TurnRow, effects: Effects) -> list[TurnRow]:
        """A turn's transition."""
        ready = await super().commit(row, effects)
        self._tell(effects)
        return ready

    async def apply(self, effects: Effects) -> None:
        """Effects without a turn."""
        await super().apply(effects)
        self._tell(effects)

    def _tell(self, effects: Effects) -> None:
        if effects.outgoing:
            self.posted()
        if effects.entries or effects.revisions or effects.contexts:
            self.changed(effects)


def _nobody() -> None:
    """Nobody is listening yet."""


def _nobody_about(_effects: Effects) -> None:
    """Nobody is listening yet."""
