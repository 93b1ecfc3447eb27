"""How much there is and how long it waits. Counts everything: not for the way of a message."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select, update

from storage.connection import Transaction
from storage.schema import (
    FAILED,
    LIVE,
    NOT_DONE,
    OPEN,
    QUEUED,
    UNFINISHED,
    entries,
    inbox,
    outbox,
    pending,
    turns,
    version,
)
from storage.schema import users as users_table
from storage.store import Store

_ENTRIES = select(func.count()).select_from(entries).where(LIVE)
_USERS = select(func.count()).select_from(users_table)
_UPDATES = select(func.count()).select_from(inbox).where(NOT_DONE)
_TURNS = select(func.count()).select_from(turns).where(UNFINISHED)
_QUESTIONS = select(func.count()).select_from(pending).where(OPEN)
_QUEUED = select(func.count()).select_from(outbox).where(QUEUED)
_FAILED = select(func.count()).select_from(outbox).where(FAILED)
_TURNS_BY_STATUS = select(turns.c.status, func.count()).where(UNFINISHED).group_by(turns.c.status)
_OLDEST_UPDATE = select(inbox.c.received_at).where(NOT_DONE).order_by(inbox.c.received_at).limit(1)
_OLDEST_REPLY = select(outbox.c.created_at).where(QUEUED).order_by(outbox.c.id).limit(1)
_TOUCH = update(version).values(version_num=version.c.version_num)


@dataclass(frozen=True, slots=True)
class Counts:
    """Entries and users there are; updates, turns, questions and replies that are not finished."""

    entries: int
    users: int
    updates: int
    turns: int
    questions: int
    queued: int
    failed: int


@dataclass(frozen=True, slots=True)
class Vitals:
    """Unfinished turns by status, and since when the oldest update and reply wait."""

    turns: dict[str, int]
    oldest_update: datetime | None
    oldest_reply: datetime | None


class Counting(Store):
    """Counts."""

    async def vitals(self) -> Vitals:
        """All of them, at one moment."""
        return await self.database.read(_vitals)

    async def probe(self) -> None:
        """Write something that changes nothing. Raises a DatabaseProblem when nothing can be written."""
        await self.database.write(lambda tx: tx.execute(_TOUCH, {}))

    async def counts(self) -> Counts:
        """All of them, at one moment."""
        return await self.database.read(_counts)


def _counts(tx: Transaction) -> Counts:
    statements = (_ENTRIES, _USERS, _UPDATES, _TURNS, _QUESTIONS, _QUEUED, _FAILED)
    return Counts(*(tx.rows(statement)[0][0] for statement in statements))


def _vitals(tx: Transaction) -> Vitals:
    update_row, reply_row = tx.first(_OLDEST_UPDATE), tx.first(_OLDEST_REPLY)
    return Vitals(
        turns=dict(tx.rows(_TURNS_BY_STATUS)),
        oldest_update=None if update_row is None else update_row[0],
        oldest_reply=None if reply_row is None else reply_row[0],
    )
