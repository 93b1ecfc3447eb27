"""Entries: by id, by message, by day, and the history of each. Newest first; deleted ones are left out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime
from typing import Literal

from storage.as_of import AsOf
from storage.connection import Transaction
from storage.entities import Entry, Revision
from storage.position import day_of, first_of, last_of
from storage.query import Column, Query
from storage.store import Store

NO_LIMIT = -1
"""What SQLite takes for no limit at all."""

_BY_ID = Query[int, str]("""
    SELECT position, body
    FROM entries
    WHERE id = :id AND user_id = :user_id AND NOT deleted
""")
_ANY_BY_ID = Query[int, str]("""
    SELECT position, body
    FROM entries
    WHERE id = :id AND user_id = :user_id
""")
_BY_MESSAGE = Query[int, str]("""
    SELECT position, body
    FROM entries
    WHERE chat_id = :chat_id AND message_id = :message_id AND user_id = :user_id AND NOT deleted
""")
_ALL_BY_MESSAGE = Query[int, str]("""
    SELECT position, body
    FROM entries
    WHERE chat_id = :chat_id AND message_id = :message_id AND user_id = :user_id
""")
_LINKED = Column[str]("""
    SELECT reply_links.entry_id
    FROM reply_links
    JOIN entries ON entries.id = reply_links.entry_id
    WHERE reply_links.chat_id = :chat_id AND reply_links.message_id = :message_id
        AND entries.user_id = :user_id
""")
BY_POSITION = Query[int, str]("""
    SELECT position, body
    FROM entries
    WHERE user_id = :user_id AND NOT deleted AND position BETWEEN :first AND :last
    ORDER BY position DESC LIMIT :limit
""")
_FIRST = Column[int | None]("SELECT min(position) FROM entries WHERE user_id = :user_id AND NOT deleted")
_REVISION = Query[int, datetime, str, str, int | None, str]("""
    SELECT revision, at, cause, note, undoes, body
    FROM revisions
""")
_HISTORY = _REVISION.then("WHERE entry_id = :entry_id AND user_id = :user_id ORDER BY revision")
_LAST_CHANGE = _REVISION.then("""
    WHERE user_id = :user_id AND undoable AND cause NOT IN ('replaced', 'returned')
    ORDER BY seq DESC LIMIT 1
""")
_GIVEN_WAY = _REVISION.then("""
    WHERE user_id = :user_id AND undoable AND cause = :cause AND note = :entry_id AND seq > (
        SELECT seq FROM revisions WHERE entry_id = :entry_id AND revision = :revision AND user_id = :user_id
    )
    ORDER BY seq
""")
_NEWEST = Column[int]("SELECT seq FROM revisions ORDER BY seq DESC LIMIT 1")
_SINCE = Column[int]("SELECT seq FROM revisions WHERE seq > :revision AND user_id = :user_id LIMIT 1")
_CHANGED_LAST = Column[str]("""
    SELECT revisions.entry_id
    FROM revisions
    WHERE revisions.user_id = :user_id AND undoable AND (revisions.revision > 1 OR (revisions.entry_id
        NOT IN (SELECT imported.entry_id FROM imported WHERE imported.user_id = :user_id)))
    ORDER BY revisions.seq DESC LIMIT :limit
""")
_SEEN = Column[int]("""
    SELECT seq
    FROM revisions
    WHERE entry_id = :entry_id AND revision = :revision AND user_id = :user_id
""")
_CHANGED_SINCE = Column[str]("""
    SELECT DISTINCT entry_id
    FROM revisions
    WHERE seq > :seq AND user_id = :user_id AND revision > 1 AND at > :since
""")
_LAST_CHANGE_OF = _REVISION.then("""
    WHERE entry_id = :entry_id AND user_id = :user_id AND undoable
    ORDER BY revision DESC LIMIT 1
""")


_EVER = datetime.fromtimestamp(0, UTC)


class Entries(Store):
    """The entries' rows."""

    async def entries(self, user_id: int, ids: Iterable[str]) -> list[Entry]:
        """Those of the ids that are this user's and not deleted."""

        def work(tx: Transaction) -> list[Entry]:
            return by_ids(tx, user_id, ids)

        return await self.database.look_up(work)

    async def entry_by_message(
        self, user_id: int, chat_id: int, message_id: int, *, with_deleted: bool = False
    ) -> list[Entry]:
        """What a message is about: the user's own, or the bot's reply to it."""
        by_message, by_id = (_ALL_BY_MESSAGE, _ANY_BY_ID) if with_deleted else (_BY_MESSAGE, _BY_ID)
        key = {"user_id": user_id, "chat_id": chat_id, "message_id": message_id}

        def work(tx: Transaction) -> list[Entry]:
            own = tx.rows(by_message, key)
            if own:
                return newest_first(own)
            linked = tx.rows(_LINKED, key)
            return by_ids(tx, user_id, linked, by_id)

        return await self.database.look_up(work)

    async def entries_of_message(
        self, user_id: int, chat_id: int, message_id: int, *, with_deleted: bool = False
    ) -> list[Entry]:
        """The parts of a message of the user's own, in order."""
        key = {"user_id": user_id, "chat_id": chat_id, "message_id": message_id}
        statement = _ALL_BY_MESSAGE if with_deleted else _BY_MESSAGE
        found = await self.database.look_up(lambda tx: newest_first(tx.rows(statement, key)))
        return sorted(found, key=lambda entry: entry.part)

    async def get_entries_by_date_range(
        self, user_id: int, start: date, end: date, *, limit: int | None = None
    ) -> list[Entry]:
        """Entries about the days from `start` to `end`, both included."""
        if start > end:
            return []
        bounds = {"user_id": user_id, "first": first_of(start), "last": last_of(end), "limit": _limit(limit)}
        return await self.database.read(lambda tx: newest_first(tx.rows(BY_POSITION, bounds)))

    async def recent_entries(self, user_id: int, limit: int) -> list[Entry]:
        """The newest by the day they are about."""
        return await self.get_entries_by_date_range(user_id, date.min, date.max, limit=limit)

    async def first_day(self, user_id: int) -> date | None:
        """The first day of which anything is logged."""
        first = await self._first(_FIRST, user_id=user_id)
        return None if first is None else day_of(first)

    async def latest_changed(self, user_id: int, limit: int) -> list[Entry]:
        """What was written or corrected last, whatever its day; what was imported only if corrected."""

        def work(tx: Transaction) -> list[Entry]:
            rows = tx.rows(_CHANGED_LAST, {"user_id": user_id, "limit": limit})
            order = list(dict.fromkeys(rows))
            found = {entry.id: entry for entry in by_ids(tx, user_id, order)}
            return [found[id_] for id_ in order if id_ in found]

        return await self.database.read(work)

    async def former_states(self, user_id: int, seen: str | None, since: datetime | None) -> list[Entry]:
        """What entries said that were changed or taken back since; `seen` is a revision ("entry:number")."""

        def work(tx: Transaction) -> list[Entry]:
            entry_id, _, revision = (seen or "").rpartition(":")
            key = {"user_id": user_id, "entry_id": entry_id}
            seq = tx.first(_SEEN, {**key, "revision": int(revision)}) if seen else None
            after = {"user_id": user_id, "seq": seq or 0, "since": since or _EVER}
            states = (history(tx, user_id, one)[:-1] for one in tx.rows(_CHANGED_SINCE, after))
            return [state.entry for one in states for state in one]

        return await self.database.read(work)

    async def revisions(self, user_id: int, entry_id: str) -> list[Revision]:
        """All states of an entry, oldest first, also when it is deleted."""
        return await self.database.read(lambda tx: history(tx, user_id, entry_id))

    async def as_of_now(self, user_id: int) -> AsOf:
        """For effects that rest on what is read of the user's log after this."""
        return AsOf(user_id, await self._first(_NEWEST) or 0)

    async def given_way(
        self,
        user_id: int,
        entry_id: str,
        revision: int = 1,
        cause: Literal["replaced", "returned"] = "replaced",
    ) -> list[Revision]:
        """What gave way to (or counted again by) that revision of an entry or a later one, and still does."""
        rows = await self._few(_GIVEN_WAY, user_id=user_id, entry_id=entry_id, revision=revision, cause=cause)
        return [_revision(row) for row in rows]

    async def last_change(self, user_id: int, entry_id: str | None = None) -> Revision | None:
        """The newest change of the user, or of one entry, that was not taken back and can be."""
        statement = _LAST_CHANGE if entry_id is None else _LAST_CHANGE_OF
        row = await self._first(statement, user_id=user_id, entry_id=entry_id)
        return None if row is None else _revision(row)


def stands(tx: Transaction, as_of: AsOf) -> bool:
    """Whether nothing of the user's log has changed since."""
    return tx.first(_SINCE, as_of._asdict()) is None


def history(tx: Transaction, user_id: int, entry_id: str) -> list[Revision]:
    """All states of an entry, oldest first."""
    return [_revision(row) for row in tx.rows(_HISTORY, {"user_id": user_id, "entry_id": entry_id})]


def by_ids(tx: Transaction, user_id: int, ids: Iterable[str], query: Query[int, str] = _BY_ID) -> list[Entry]:
    """Each entry once, newest first."""
    rows = [row for id_ in dict.fromkeys(ids) for row in tx.rows(query, {"id": id_, "user_id": user_id})]
    return newest_first(rows)


def newest_first(rows: Sequence[tuple[int, str]]) -> list[Entry]:
    """Entries from rows of position and body."""
    return [Entry.model_validate_json(row[1]) for row in sorted(rows, reverse=True)]


def _limit(limit: int | None) -> int:
    return NO_LIMIT if limit is None else max(limit, 0)


def _revision(row: tuple[int, datetime, str, str, int | None, str]) -> Revision:
    entry = Entry.model_validate_json(row[5])
    names = ("revision", "at", "cause", "note", "undoes")
    fields = dict(zip(names, row, strict=False))
    return Revision.model_validate({**fields, "entry_id": entry.id, "entry": entry})
