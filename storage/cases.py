"""What people corrected, clarified or edited: cases that a new reading of their words is tried on.

A row points at the revision; words, then and now are its. What is taken back is no case any more.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from storage.connection import Transaction
from storage.entities import Entry
from storage.query import Column, Query
from storage.store import Store

CAUSES = frozenset({"edit", "correction", "answer", "file"})
"""Of revisions that a person made by saying what is right."""
EDITED = "edited: "
"""How the note of an edited message begins; the rest is what it says now."""
_ADD = "INSERT INTO cases (seq, user_id) VALUES (:seq, :user_id)"
_TAKEN_BACK = """
    DELETE FROM cases
    WHERE user_id = :whose AND seq = (
        SELECT seq FROM revisions WHERE entry_id = :entry AND revision = :undone AND user_id = :whose
    )
"""
_NEWEST = Query[int, datetime, str, str, str, str]("""
    SELECT c.seq, r.at, r.cause, r.note, r.body, (
        SELECT b.body
        FROM revisions AS b
        WHERE b.entry_id = r.entry_id AND b.user_id = :user_id AND b.revision < r.revision
        ORDER BY b.revision DESC LIMIT 1
    )
    FROM cases AS c JOIN revisions AS r ON r.seq = c.seq AND r.user_id = :user_id
    WHERE c.user_id = :user_id
    ORDER BY c.seq DESC LIMIT :most
""")
_COUNT = Column[int]("SELECT count(*) FROM cases WHERE user_id = :user_id")
_DELETE = "DELETE FROM cases WHERE user_id = :user_id AND seq = :seq"
_DELETE_ALL = "DELETE FROM cases WHERE user_id = :user_id"


@dataclass(frozen=True, slots=True)
class Case:
    """One change: the entry as it stood, and as the person wants it."""

    number: int
    """Unique; the revision's."""
    at: datetime
    cause: str
    said: str
    """The note of the change, or the new words."""
    then: Entry
    now: Entry

    @property
    def words(self) -> str:
        """What has to be read as `now`."""
        return self.said if self.cause in ("edit", "file") and self.said else self.now.text


class Cases(Store):
    """The cases' rows."""

    async def newest(self, user_id: int, most: int) -> list[Case]:
        """A person's, newest first."""
        return [_case(row) for row in await self._all(_NEWEST, user_id=user_id, most=most)]

    async def count(self, user_id: int) -> int:
        """How many a person has."""
        return await self._first(_COUNT, user_id=user_id) or 0

    async def delete(self, user_id: int, number: int | None = None) -> int:
        """Delete one, or all; how many there were. The entries stay as they are."""
        sql = _DELETE_ALL if number is None else _DELETE
        return await self._run(sql, user_id=user_id, seq=number)


def add_case(tx: Transaction, seq: int, user_id: int) -> None:
    """The revision of that number is one."""
    tx.execute(_ADD, {"seq": seq, "user_id": user_id})


def drop_case(tx: Transaction, user_id: int, entry_id: str, undone: int) -> None:
    """The revision `undone` was taken back."""
    tx.execute(_TAKEN_BACK, {"whose": user_id, "entry": entry_id, "undone": undone})


def _case(row: tuple[int, datetime, str, str, str, str]) -> Case:
    seq, at, cause, note, now, then = row
    said = note.removeprefix(EDITED)
    return Case(seq, at, cause, said, Entry.model_validate_json(then), Entry.model_validate_json(now))
