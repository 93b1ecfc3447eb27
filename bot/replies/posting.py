"""The repository with news: the sender and the vault hear of the commits that concern them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from bot.process.counters import Counters
from storage.database import Database
from storage.entities import (
    ContextVersion,
    Effects,
    InboxUpdate,
    ModelCall,
    OutboxRow,
    PendingQuestion,
    TurnRow,
)
from storage.questions import Accepted, AnswerOutcome
from storage.repository import Repository
from storage.requests import Request


class PostingRepository(Repository):
    """Calls `posted` for queued replies, `changed` for entries and memory, `asked` for questions."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.counters = Counters()
        self.posted: Callable[[], None] = _nobody
        self.changed: Callable[[], None] = _nobody
        self.asked: Callable[[PendingQuestion], None] = _nobody_asked

    async def commit(self, row: TurnRow, effects: Effects) -> list[TurnRow]:
        """A turn's transition."""
        ready = await super().commit(row, effects)
        self.counters.turned(row.status)
        self._tell(effects)
        return ready

    async def apply(self, effects: Effects, *, now: datetime | None = None) -> list[TurnRow]:
        """Effects without a turn."""
        ready = await super().apply(effects, now=now)
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

    async def put_updates(self, updates: Sequence[InboxUpdate]) -> list[int]:
        """Updates of Telegram's."""
        new = await super().put_updates(updates)
        self.counters.updates["new"] += len(new)
        self.counters.updates["known"] += len(updates) - len(new)
        return new

    async def mark_sent(
        self,
        row_id: int,
        message_ids: Sequence[int],
        now: datetime | None = None,
        *,
        texts: Sequence[str] = (),
        chat_id: int | None = None,
    ) -> None:
        """A reply that was sent."""
        await super().mark_sent(row_id, message_ids, now, texts=texts, chat_id=chat_id)
        self.counters.replies["sent"] += 1

    async def mark_failed(self, row_id: int, error: str) -> None:
        """A reply that can't be delivered."""
        await super().mark_failed(row_id, error)
        self.counters.replies["failed"] += 1

    async def answer_request(
        self, request: Request, answer: str, replies: Sequence[tuple[OutboxRow, int]], now: datetime
    ) -> None:
        """Replies that are fetched."""
        await super().answer_request(request, answer, replies, now)
        self.counters.replies["sent"] += len(replies)

    async def record(self, call: ModelCall) -> None:
        """A call to a model."""
        await super().record(call)
        self.counters.called(call)

    async def move_chat(self, old: int, new: int, now: datetime) -> list[PendingQuestion]:
        """The open questions of a group, asked again where it goes on."""
        moved = await super().move_chat(old, new, now)
        for question in moved:
            self.asked(question)
        if moved:
            self.posted()
        return moved

    async def save_context(self, version: ContextVersion) -> bool:
        """A version of the memory."""
        saved = await super().save_context(version)
        if saved:
            self.changed()
        return saved

    def _tell(self, effects: Effects) -> None:
        self.counters.replies["queued"] += len(effects.outgoing)
        for turn in effects.turns:
            self.counters.turned(turn.status)
        self.counters.entries += len(effects.entries) + len(effects.imported)
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
