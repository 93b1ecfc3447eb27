"""How much there is, for `doctor`. Counts everything: not for the way of a message."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import func, select

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


class Counting(Store):
    """Counts."""

    async def counts(self) -> Counts:
        """All of them, at one moment."""
        return await self.database.read(_counts)


def _counts(tx: Transaction) -> Counts:
    statements = (_ENTRIES, _USERS, _UPDATES, _TURNS, _QUESTIONS, _QUEUED, _FAILED)
    return Counts(*(tx.rows(statement)[0][0] for statement in statements))
