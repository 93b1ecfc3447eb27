"""Reminders and timers: rows by when they are due, so that no crash loses one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from storage.connection import Transaction
from storage.errors import Outdated
from storage.query import Column, Table, listed
from storage.reminder import ReminderRow
from storage.store import Store

_ALL = Table("reminders", ReminderRow)
_CHANGED = tuple(name for name in _ALL.fields if name not in ("id", "user_id", "kind"))
_ADD = f"""
    {_ALL.insert}
    ON CONFLICT (id) DO UPDATE
    SET {listed([f"{name} = excluded.{name}" for name in _CHANGED if name != "version"])},
        version = version + 1
    WHERE excluded.kind = 'rest' AND reminders.user_id = excluded.user_id
"""
_CHANGE = f"""
    UPDATE reminders SET {listed([f"{name} = :{name}" for name in _CHANGED])}
    WHERE id = :id AND user_id = :user_id AND version = :version - 1
"""
_ONE = _ALL.where("WHERE id = :id AND user_id = :whose")
_DUE = _ALL.where("""
    WHERE status = 'set' AND due_at <= :now AND (due_at, id) > (:due, :id)
    ORDER BY due_at, id LIMIT :most
""")
_DUE_OF = _ALL.where("""
    WHERE user_id = :whose AND status = 'set' AND due_at <= :now
    ORDER BY due_at, id LIMIT :most
""")
_OF_USER = _ALL.where("""
    WHERE user_id = :whose AND status IN ('set', 'silenced')
    ORDER BY due_at, id LIMIT :most
""")
_ASKING = _ALL.where("WHERE user_id = :whose AND asks <> '' ORDER BY asks_at DESC LIMIT 1")
_LAST_MADE = _ALL.where("""
    WHERE user_id = :whose AND kind <> 'rest' AND (status = 'set' AND fired_at IS NULL
        OR status = 'stopped' AND json_extract(body, '$.was') IS NOT NULL)
    ORDER BY at DESC LIMIT 1
""")
_STOPPED_AT = _ALL.where("WHERE user_id = :whose AND status = 'stopped' AND at = :at ORDER BY id")
_FUTURE = _ALL.where("WHERE fired_at > :now AND status = 'set' ORDER BY fired_at LIMIT :most")
_NEXT = Column[datetime]("SELECT due_at FROM reminders WHERE status = 'set' ORDER BY due_at, id LIMIT 1")
_WHO_IS_ASKED = Column[int]("SELECT DISTINCT user_id FROM reminders WHERE asks <> ''")
_OVER_SINCE = _ALL.where("""
    WHERE user_id = :whose AND status = 'over' AND fired_at >= :since AND kind = 'reminder'
    LIMIT :most
""")
_LAST_COME = _ALL.where("""
    WHERE user_id = :whose AND kind = 'reminder' AND status IN ('set', 'over') AND fired_at >= :since
    ORDER BY fired_at DESC LIMIT 2
""")
_TO_WHOM_CAME = Column[int]("SELECT DISTINCT user_id FROM reminders WHERE fired_at IS NOT NULL")
_SILENCED = Column[int]("SELECT DISTINCT user_id FROM reminders WHERE status = 'silenced'")
_COUNT = Column[int]("""
    SELECT count(*) FROM reminders WHERE user_id = :whose AND status IN ('set', 'asking', 'silenced')
""")
_CHUNK = 128
MOST_OF_ONE = 200
"""Reminders and timers that a person can have."""
_AT_ONCE = 100
"""Of a person's, so many come in one message."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What a start has to know."""

    next_due: datetime | None
    asked: frozenset[int]
    silenced: frozenset[int]
    came: frozenset[int]


class Reminders(Store):
    """Their rows."""

    async def standing(self) -> Standing:
        """When the next is due, whose words are waited for, who could not be reached, to whom one came."""

        def work(tx: Transaction) -> Standing:
            asked, silenced = tx.rows(_WHO_IS_ASKED), tx.rows(_SILENCED)
            came = frozenset(tx.rows(_TO_WHOM_CAME))
            return Standing(tx.first(_NEXT), frozenset(asked), frozenset(silenced), came)

        return await self.database.look_up(work)

    async def next_due(self) -> datetime | None:
        """When the next of all is due."""
        return await self._first(_NEXT)

    async def due(
        self, now: datetime, people: int, but: frozenset[int] = frozenset()
    ) -> list[list[ReminderRow]]:
        """What has come for so many people, whoever waits longest first; of each all that has.

        Nothing of the people in `but`.
        """

        def work(tx: Transaction) -> list[list[ReminderRow]]:
            found: dict[int, list[ReminderRow]] = {}
            due, last = datetime.fromisoformat("1970-01-01T00:00+00:00"), ""
            while rows := tx.rows(_DUE, {"now": now, "due": due, "id": last, "most": _CHUNK}):
                for row in rows:
                    if row.user_id not in found and row.user_id not in but and len(found) < people:
                        of = {"whose": row.user_id, "now": now, "most": _AT_ONCE}
                        found[row.user_id] = tx.rows(_DUE_OF, of)
                last, due = rows[-1].id, rows[-1].due_at
                if len(found) >= people:
                    break
            return list(found.values())

        return await self.database.read(work)

    async def reminder(self, user_id: int, reminder_id: str) -> ReminderRow | None:
        """One of this person's."""
        return await self._first(_ONE, id=reminder_id, whose=user_id)

    async def of_user(self, user_id: int) -> list[ReminderRow]:
        """What will come, the next first; also what is silenced."""
        return await self._all(_OF_USER, whose=user_id, most=MOST_OF_ONE)

    async def count(self, user_id: int) -> int:
        """How many a person has."""
        return await self._first(_COUNT, whose=user_id) or 0

    async def asking(self, user_id: int) -> ReminderRow | None:
        """The one that waits for this person's words."""
        return await self._first(_ASKING, whose=user_id)

    async def last_made(self, user_id: int) -> ReminderRow | None:
        """The newest that was set and has not come since, or that its person stopped."""
        return await self._first(_LAST_MADE, whose=user_id)

    async def last_come(self, user_id: int, since: datetime) -> ReminderRow | None:
        """The one that came last since then, and that alone came then."""
        last, *others = await self._all(_LAST_COME, whose=user_id, since=since) or (None,)
        return last if last and all(one.fired_at != last.fired_at for one in others) else None

    async def stopped_at(self, user_id: int, at: datetime) -> list[ReminderRow]:
        """Of this person's, those that were stopped at once."""
        return await self._all(_STOPPED_AT, whose=user_id, at=at)

    async def over_since(self, user_id: int, since: datetime) -> list[ReminderRow]:
        """Of this person's, those that came for the last time since then."""
        return await self._all(_OVER_SINCE, whose=user_id, since=since, most=MOST_OF_ONE)

    async def fired_after(self, now: datetime) -> list[ReminderRow]:
        """Those that came at a time that has not come yet: a clock was wrong."""
        return await self._all(_FUTURE, now=now, most=10 * _CHUNK)


def save_reminders(tx: Transaction, rows: Iterable[ReminderRow]) -> None:
    """New ones, which stay as they are where they are known, and changed ones. Raises Outdated."""
    for row in rows:
        values: dict[str, object] = _ALL.values(row)
        if row.version == 0:
            tx.execute(_ADD, values)
        elif not tx.execute(_CHANGE, values):
            raise Outdated
