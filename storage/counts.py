"""How much there is and how long it waits. Counts everything: not for the way of a message."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from storage.connection import Transaction
from storage.query import Column, Query
from storage.store import Store

_ENTRIES = Column[int]("SELECT count(*) FROM entries WHERE NOT deleted")
_USERS = Column[int]("SELECT count(*) FROM users")
_UPDATES = Column[int]("SELECT count(*) FROM inbox WHERE NOT done")
_TURNS = Column[int]("SELECT count(*) FROM turns WHERE status <> 'done'")
_QUESTIONS = Column[int]("SELECT count(*) FROM pending WHERE status = 'open'")
_QUEUED = Column[int]("SELECT count(*) FROM outbox WHERE status = 'queued'")
_FAILED = Column[int]("SELECT count(*) FROM outbox WHERE status = 'failed'")
_TURNS_BY_STATUS = Query[str, int]("""
    SELECT status, count(*)
    FROM turns
    WHERE status <> 'done'
    GROUP BY status
""")
_OLDEST_UPDATE = Column[datetime]("""
    SELECT received_at
    FROM inbox
    WHERE NOT done
    ORDER BY received_at LIMIT 1
""")
_OLDEST_REPLY = Column[datetime]("""
    SELECT created_at
    FROM outbox
    WHERE status = 'queued'
    ORDER BY id LIMIT 1
""")
_TOUCH = "UPDATE alembic_version SET version_num = version_num"


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
        await self._run(_TOUCH)

    async def counts(self) -> Counts:
        """All of them, at one moment."""
        return await self.database.read(_counts)


def _counts(tx: Transaction) -> Counts:
    statements = (_ENTRIES, _USERS, _UPDATES, _TURNS, _QUESTIONS, _QUEUED, _FAILED)
    return Counts(*(tx.rows(statement)[0] for statement in statements))


def _vitals(tx: Transaction) -> Vitals:
    return Vitals(
        turns=dict(tx.rows(_TURNS_BY_STATUS)),
        oldest_update=tx.first(_OLDEST_UPDATE),
        oldest_reply=tx.first(_OLDEST_REPLY),
    )
