"""Who hears of what is committed: the sender of replies, the vault, the counters."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from bot.process.counters import Counters
from storage.calls import Calls
from storage.contexts import Contexts
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
from storage.inbox import InboxRows
from storage.job import JobRow, JobStatus, JobStep
from storage.jobs import Jobs
from storage.moving import Moving
from storage.outbox import OutboxRows
from storage.questions import Accepted, AnswerOutcome
from storage.reminder import ReminderRow
from storage.requests import Request, Requests
from storage.store import Store
from storage.stores import Stores
from storage.turns import Turns


def _nobody() -> None:
    """Nobody is listening yet."""


def _nobody_asked(_question: PendingQuestion) -> None:
    """Nobody is listening yet."""


def _nobody_reminded(_rows: Sequence[ReminderRow]) -> None:
    """Nobody is listening yet."""


@dataclass(slots=True)
class News:
    """`posted` is called for queued replies, `changed` for entries and memory, `asked` for questions.

    `reminded` hears of new and changed reminders.
    """

    counters: Counters = field(default_factory=Counters)
    posted: Callable[[], None] = _nobody
    changed: Callable[[], None] = _nobody
    asked: Callable[[PendingQuestion], None] = _nobody_asked
    reminded: Callable[[Sequence[ReminderRow]], None] = _nobody_reminded

    def stores(self, database: Database) -> Stores:
        """Stores that report their commits here."""
        return replace(
            Stores.on(database),
            calls=_Calls(database, self),
            contexts=_Contexts(database, self),
            inbox=_Inbox(database, self),
            jobs=_Jobs(database, self),
            moving=_Moving(database, self),
            outbox=_Outbox(database, self),
            requests=_Requests(database, self),
            turns=ReportingTurns(database, self),
        )

    def committed(self, effects: Effects) -> None:
        """These were."""
        self.counters.replies["queued"] += len(effects.outgoing)
        for turn in effects.turns:
            self.counters.turned(turn.status)
        self.counters.entries += len(effects.entries) + len(effects.imported)
        for question in effects.questions:
            self.asked(question)
        if effects.reminders:
            self.reminded(effects.reminders)
        if effects.outgoing:
            self.posted()
        if effects.entries or effects.imported or effects.revisions or effects.contexts or effects.users:
            self.changed()


class _Reporting(Store):
    def __init__(self, database: Database, news: News) -> None:
        super().__init__(database)
        self._news = news


class ReportingTurns(_Reporting, Turns):
    """Turns, and effects without one."""

    async def commit(self, row: TurnRow, effects: Effects) -> list[TurnRow]:
        """A turn's transition."""
        ready = await super().commit(row, effects)
        self._news.counters.turned(row.status)
        self._news.committed(effects)
        return ready

    async def apply(
        self,
        effects: Effects,
        *,
        now: datetime | None = None,
        settle: Callable[[], Awaitable[object]] | None = None,
    ) -> list[TurnRow]:
        """Effects without a turn."""
        ready = await super().apply(effects, now=now, settle=settle)
        self._news.committed(effects)
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
            self._news.committed(effects)
        return outcome


class _Inbox(_Reporting, InboxRows):
    async def put_updates(self, updates: Sequence[InboxUpdate]) -> list[int]:
        """Updates of Telegram's."""
        new = await super().put_updates(updates)
        self._news.counters.updates["new"] += len(new)
        self._news.counters.updates["known"] += len(updates) - len(new)
        return new


class _Outbox(_Reporting, OutboxRows):
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
        self._news.counters.replies["sent"] += 1

    async def mark_failed(self, row_id: int, error: str) -> None:
        """A reply that can't be delivered."""
        await super().mark_failed(row_id, error)
        self._news.counters.replies["failed"] += 1


class _Jobs(_Reporting, Jobs):
    async def commit(
        self, row: JobRow, steps: Sequence[JobStep] = (), effects: Effects | None = None, *, drops: int = 0
    ) -> JobRow:
        """What a job's loop came to."""
        committed = await super().commit(row, steps, effects, drops=drops)
        if effects is not None:
            self._news.committed(effects)
        return committed

    async def turn(
        self,
        row: JobRow,
        was: Collection[JobStatus],
        steps: Sequence[JobStep] = (),
        effects: Effects | None = None,
    ) -> bool:
        """What its person decided."""
        turned = await super().turn(row, was, steps, effects)
        if turned and effects is not None:
            self._news.committed(effects)
        return turned


class _Requests(_Reporting, Requests):
    async def answer_request(
        self, request: Request, answer: str, replies: Sequence[tuple[OutboxRow, int]], now: datetime
    ) -> None:
        """Replies that are fetched."""
        await super().answer_request(request, answer, replies, now)
        self._news.counters.replies["sent"] += len(replies)


class _Calls(_Reporting, Calls):
    async def record(self, call: ModelCall) -> None:
        """A call to a model."""
        await super().record(call)
        self._news.counters.called(call)


class _Moving(_Reporting, Moving):
    async def move_chat(self, old: int, new: int, now: datetime) -> list[PendingQuestion]:
        """The open questions of a group, asked again where it goes on."""
        moved = await super().move_chat(old, new, now)
        for question in moved:
            self._news.asked(question)
        if moved:
            self._news.posted()
        return moved


class _Contexts(_Reporting, Contexts):
    async def save_context(self, version: ContextVersion, author: str = "") -> bool:
        """A version of the memory."""
        saved = await super().save_context(version, author)
        if saved:
            self._news.changed()
        return saved
