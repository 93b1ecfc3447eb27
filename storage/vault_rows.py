"""What the vault is written from: days, their entries and changes, and how far the files have come."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from storage.connection import Transaction
from storage.contexts import newest_context
from storage.entities import ContextVersion, Entry, Preferences, Revision
from storage.entries import BY_POSITION, NO_LIMIT, history
from storage.people import one_user
from storage.position import HIGHEST, day_of, first_of, last_of
from storage.query import Column, Query, Rows
from storage.store import Store
from storage.vault_files import DayLog


@dataclass(frozen=True, slots=True)
class Mark:
    """Up to which revision and context version the files tell everything."""

    revision: int = 0
    context: int = 0


_MARK = Rows[Mark]("SELECT revision_seq, context_seq FROM vault_projected")
_SET_MARK = """
    INSERT INTO vault_projected (id, revision_seq, context_seq)
    VALUES (:id, :revision_seq, :context_seq)
    ON CONFLICT (id) DO UPDATE
    SET revision_seq = excluded.revision_seq, context_seq = excluded.context_seq
"""
_CHANGED = Query[int, int, date, date | None]("""
    SELECT seq, user_id, day, day_before
    FROM revisions
    WHERE seq > :after
    ORDER BY seq LIMIT 500
""")
_LEARNT = Query[int, int]("""
    SELECT seq, user_id
    FROM contexts
    WHERE seq > :after
    ORDER BY seq LIMIT 500
""")
_NEWEST = Rows[Mark]("""
    SELECT (SELECT coalesce(max(seq), 0) FROM revisions), (SELECT coalesce(max(seq), 0) FROM contexts)
""")
WITHIN = """
    UPDATE vault_projected
    SET revision_seq = min(revision_seq, (SELECT coalesce(max(seq), 0) FROM revisions)),
        context_seq = min(context_seq, (SELECT coalesce(max(seq), 0) FROM contexts))
"""
"""Brings the mark back where the newest rows were deleted: their numbers are given again."""
_POSITIONS = Column[int]("""
    SELECT position
    FROM entries
    WHERE user_id = :user_id AND NOT deleted AND position < :below
    ORDER BY position DESC LIMIT 1
""")
_NEXT_WRITER = Column[int]("""
    SELECT user_id
    FROM entries
    WHERE NOT deleted AND user_id > :after
    ORDER BY user_id LIMIT 1
""")
_REMEMBERED = Column[int]("SELECT DISTINCT user_id FROM contexts ORDER BY user_id")
_ZONES = Query[int, str]("SELECT user_id, zone FROM vault_zones")
_SET_ZONE = """
    INSERT INTO vault_zones (user_id, zone)
    SELECT :user_id, :zone
    WHERE EXISTS (SELECT 1 FROM entries WHERE user_id = :user_id)
        OR EXISTS (SELECT 1 FROM contexts WHERE user_id = :user_id)
    ON CONFLICT (user_id) DO UPDATE SET zone = excluded.zone
"""
"""Of nobody who was forgotten while their files were written."""
_BEFORE_ALL = -(1 << 62)


@dataclass(frozen=True, slots=True)
class Behind:
    """What was written since a mark; `mark` is where the files are once these are written."""

    mark: Mark
    days: frozenset[tuple[int, date]]
    memories: frozenset[int]


_OF_DAY = Column[str]("""
    SELECT DISTINCT entry_id
    FROM revisions
    WHERE user_id = :user_id AND (day = :day OR day_before = :day)
""")
_STATES = Query[int, datetime, str, str, int | None, str]("""
    SELECT seq, at, cause, note, undoes, body
    FROM revisions
    WHERE user_id = :user_id AND entry_id = :entry_id
    ORDER BY seq
""")
MOST_STATES = 100
"""So many changes of a day back a file is known as one of ours."""


class VaultRows(Store):
    """Reads for the projection."""

    async def vault_behind(self) -> Behind:
        """The next days and memories to write, at most some hundred revisions' worth."""
        return await self.database.read(_behind)

    async def vault_written(self, mark: Mark | None, zones: Mapping[int, str]) -> None:
        """The files have come this far, and tell the time in these zones."""

        def work(tx: Transaction) -> None:
            if mark is not None:
                tx.execute(_SET_MARK, {"id": 1, "revision_seq": mark.revision, "context_seq": mark.context})
                tx.execute(WITHIN)
            tx.execute_many(_SET_ZONE, [{"user_id": user, "zone": zone} for user, zone in zones.items()])

        await self.database.write(work, lazily=True, repeatable=True)

    async def vault_zones(self) -> dict[int, str]:
        """The zone in which each user's files were written."""
        return dict(await self._all(_ZONES))

    async def vault_newest(self) -> Mark:
        """Where the tables are."""
        return next(iter(await self._all(_NEWEST)), Mark())

    async def vault_days(self, user_id: int) -> list[date]:
        """All days a user has entries for, newest first."""

        def work(tx: Transaction) -> list[date]:
            days: list[date] = []
            below = HIGHEST
            while (place := tx.first(_POSITIONS, {"user_id": user_id, "below": below})) is not None:
                days.append(day_of(place))
                below = first_of(days[-1])
            return days

        return await self.database.read(work)

    async def vault_logs(self, user_id: int, days: Iterable[date]) -> list[DayLog]:
        """What the files of these days are about; a day without entries has none."""
        return await self.database.read(lambda tx: [_day_log(tx, user_id, day) for day in days])

    async def vault_memory(self, user_id: int) -> ContextVersion | None:
        """The newest version of what is known about a user."""
        return await self.database.read(lambda tx: newest_context(tx, user_id))

    async def vault_states(self, user_id: int, day: date) -> list[DayLog]:
        """The day as it stood after each of its last changes, the newest first; what is now is the first."""
        return await self.database.read(lambda tx: _states(tx, user_id, day))

    async def vault_users(self) -> list[int]:
        """Everybody who has entries or a memory."""

        def work(tx: Transaction) -> list[int]:
            found, after = {*tx.rows(_REMEMBERED)}, _BEFORE_ALL
            while (writer := tx.first(_NEXT_WRITER, {"after": after})) is not None:
                after = writer
                found.add(after)
            return sorted(found)

        return await self.database.read(work)

    async def vault_preferences(self, user_id: int) -> Preferences:
        """What a user has chosen."""
        user = await self.database.read(lambda tx: one_user(tx, user_id))
        return user.preferences if user else Preferences()


def _behind(tx: Transaction) -> Behind:
    mark = tx.first(_MARK) or Mark()
    changed = tx.rows(_CHANGED, {"after": mark.revision})
    learnt = tx.rows(_LEARNT, {"after": mark.context})
    days = {(user_id, day) for _, user_id, now, before in changed for day in (now, before) if day is not None}
    ahead = Mark(
        changed[-1][0] if changed else mark.revision,
        learnt[-1][0] if learnt else mark.context,
    )
    return Behind(ahead, frozenset(days), frozenset(user_id for _, user_id in learnt))


def _day_log(tx: Transaction, user_id: int, day: date) -> DayLog:
    bounds = {"user_id": user_id, "first": first_of(day), "last": last_of(day), "limit": NO_LIMIT}
    rows = tx.rows(BY_POSITION, bounds)
    found = [Entry.model_validate_json(row[1]) for row in reversed(rows)]
    changes = [change for entry in found if entry.revision > 1 for change in history(tx, user_id, entry.id)]
    return DayLog(day, found, changes)


def _states(tx: Transaction, user_id: int, day: date) -> list[DayLog]:
    """By what was written when, whatever the clock said."""
    ids = tx.rows(_OF_DAY, {"user_id": user_id, "day": day})
    written: list[tuple[int, Revision]] = []
    for id_ in ids:
        for seq, at, cause, note, undoes, body in tx.rows(_STATES, {"user_id": user_id, "entry_id": id_}):
            entry = Entry.model_validate_json(body)
            told = {"at": at, "cause": cause, "note": note, "undoes": undoes, "entry": entry}
            change = Revision.model_validate({**told, "entry_id": id_, "revision": entry.revision})
            written.append((seq, change))
    written.sort(key=lambda one: one[0])
    ends = range(len(written), max(len(written) - MOST_STATES, -1), -1)
    return [_state(day, [change for _, change in written[:end]]) for end in ends]


def _state(day: date, written: Sequence[Revision]) -> DayLog:
    """As `_day_log` would have read it then."""
    newest = {change.entry_id: change.entry for change in written}
    entries = [entry for entry in newest.values() if entry.day == day and not entry.deleted]
    changed = {entry.id for entry in entries if entry.revision > 1}
    order = {entry.id: place for place, entry in enumerate(entries)}
    revisions = [change for change in written if change.entry_id in changed]
    revisions.sort(key=lambda change: (order[change.entry_id], change.revision))
    return DayLog(day, entries, revisions)
