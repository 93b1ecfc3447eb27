"""The repository with news: the sender and the vault hear of the commits that concern them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from storage.database import Database
from storage.entities import ContextVersion, Effects, PendingQuestion, TurnRow
from storage.lanes import Lanes
from storage.questions import Accepted, AnswerOutcome
from storage.repository import Repository


class PostingRepository(Repository):
    """Calls `posted` for queued replies, `changed` for entries and memory, `asked` for questions."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.posted: Callable[[], None] = _nobody
        self.changed: Callable[[], None] = _nobody
        self.asked: Callable[[PendingQuestion], None] = _nobody_asked

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

    async def take_answer(  # noqa: PLR0917 - who, what, when
        self,
        token: str,
        user_id: int,
        chat_id: int,
        answer: str | None,
        now: datetime,
        effects: Effects | None = None,
        also: Sequence[str] = (),
    ) -> AnswerOutcome:
        """An answer to a question, and what is written with it."""
        outcome = await super().take_answer(token, user_id, chat_id, answer, now, effects, also)
        if effects is not None and isinstance(outcome, Accepted):
            self._tell(effects)
        return outcome

    async def save_context(self, version: ContextVersion) -> bool:
        """A version of the memory."""
        saved = await super().save_context(version)
        if saved:
            self.changed()
        return saved

    def _tell(self, effects: Effects) -> None:
        for question in effects.questions:
            self.asked(question)
        if effects.outgoing:
            self.posted()
        if effects.entries or effects.imported or effects.revisions or effects.contexts or effects.users:
            self.changed()


def _nobody() -> None:
    """Nobody is listening yet."""


def _nobody_asked(_question: PendingQuestion) -> None:
    """Nobody is listening yet."""
