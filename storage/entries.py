"""Entries: by id, by message, by day, and the history of each. Newest first; deleted ones are left out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime

from sqlalchemy import Select, bindparam, or_, select

from storage.as_of import AsOf
from storage.connection import Transaction
from storage.entities import Entry, Revision
from storage.entry_writes import add_entries, revise_entries
from storage.position import first_of, last_of
from storage.schema import LIVE, UNDOABLE, entries, imported, links, revisions
from storage.store import Store

NO_LIMIT = -1
"""What SQLite takes for no limit at all."""

_OF_USER = entries.c.user_id == bindparam("user_id")
_BY_ID = select(entries.c.position, entries.c.body).where(entries.c.id == bindparam("id"), _OF_USER, LIVE)
_ANY_BY_ID = select(entries.c.position, entries.c.body).where(entries.c.id == bindparam("id"), _OF_USER)
_BY_MESSAGE = select(entries.c.position, entries.c.body).where(
    entries.c.chat_id == bindparam("chat_id"), entries.c.message_id == bindparam("message_id"), _OF_USER, LIVE
)
_ALL_BY_MESSAGE = select(entries.c.position, entries.c.body).where(
    entries.c.chat_id == bindparam("chat_id"), entries.c.message_id == bindparam("message_id"), _OF_USER
)
_LINKED = (
    select(links.c.entry_id)
    .join(entries, entries.c.id == links.c.entry_id)
    .where(links.c.chat_id == bindparam("chat_id"), links.c.message_id == bindparam("message_id"), _OF_USER)
)
BY_POSITION = (
    select(entries.c.position, entries.c.body)
    .where(_OF_USER, LIVE, entries.c.position.between(bindparam("first"), bindparam("last")))
    .order_by(entries.c.position.desc())
    .limit(bindparam("limit"))
)
_REVISION = select(
    revisions.c.revision,
    revisions.c.at,
    revisions.c.cause,
    revisions.c.note,
    revisions.c.undoes,
    revisions.c.body,
)
_HISTORY = _REVISION.where(
    revisions.c.entry_id == bindparam("entry_id"), revisions.c.user_id == bindparam("user_id")
).order_by(revisions.c.revision)
_LAST_CHANGE = (
    _REVISION.where(revisions.c.user_id == bindparam("user_id"), UNDOABLE)
    .order_by(revisions.c.seq.desc())
    .limit(1)
)
_SEEN = select(revisions.c.seq).where(
    revisions.c.entry_id == bindparam("entry_id"),
    revisions.c.revision == bindparam("revision"),
    revisions.c.user_id == bindparam("user_id"),
)
_GIVEN_WAY = _REVISION.where(
    revisions.c.user_id == bindparam("user_id"),
    UNDOABLE,
    revisions.c.cause == "replaced",
    revisions.c.note == bindparam("entry_id"),
    revisions.c.seq > _SEEN.scalar_subquery(),
).order_by(revisions.c.seq)
_NEWEST = select(revisions.c.seq).order_by(revisions.c.seq.desc()).limit(1)
_SINCE = (
    select(revisions.c.seq)
    .where(revisions.c.seq > bindparam("revision"), revisions.c.user_id == bindparam("user_id"))
    .limit(1)
)
_BROUGHT = select(imported.c.entry_id).where(imported.c.user_id == bindparam("user_id"))
_CHANGED_LAST = (
    select(revisions.c.entry_id)
    .where(
        revisions.c.user_id == bindparam("user_id"),
        UNDOABLE,
        or_(revisions.c.revision > 1, revisions.c.entry_id.not_in(_BROUGHT)),
    )
    .order_by(revisions.c.seq.desc())
    .limit(bindparam("limit"))
)
_CHANGED_SINCE = (
    select(revisions.c.entry_id)
    .where(
        revisions.c.seq > bindparam("seq"),
        revisions.c.user_id == bindparam("user_id"),
        revisions.c.revision > 1,
        revisions.c.at > bindparam("since"),
    )
    .distinct()
)
_LAST_CHANGE_OF = (
    _REVISION.where(
        revisions.c.entry_id == bindparam("entry_id"), revisions.c.user_id == bindparam("user_id"), UNDOABLE
    )
    .order_by(revisions.c.revision.desc())
    .limit(1)
)


_EVER = datetime.fromtimestamp(0, UTC)


class Entries(Store):
    """The entries' rows."""

    async def entries(self, user_id: int, ids: Iterable[str]) -> list[Entry]:
        """Those of the ids that are this user's and not deleted."""

        def work(tx: Transaction) -> list[Entry]:
            return by_ids(tx, user_id, ids)

        return await self.database.read(work)

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
            return by_ids(tx, user_id, (row[0] for row in linked), by_id)

        return await self.database.read(work)

    async def entries_of_message(
        self, user_id: int, chat_id: int, message_id: int, *, with_deleted: bool = False
    ) -> list[Entry]:
        """The parts of a message of the user's own, in order."""
        key = {"user_id": user_id, "chat_id": chat_id, "message_id": message_id}
        statement = _ALL_BY_MESSAGE if with_deleted else _BY_MESSAGE
        found = await self.database.read(lambda tx: newest_first(tx.rows(statement, key)))
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

    async def latest_changed(self, user_id: int, limit: int) -> list[Entry]:
        """What was written or corrected last, whatever its day; what was imported only if corrected."""

        def work(tx: Transaction) -> list[Entry]:
            rows = tx.rows(_CHANGED_LAST, {"user_id": user_id, "limit": limit})
            order = list(dict.fromkeys(row[0] for row in rows))
            found = {entry.id: entry for entry in by_ids(tx, user_id, order)}
            return [found[id_] for id_ in order if id_ in found]

        return await self.database.read(work)

    async def former_states(self, user_id: int, seen: str | None, since: datetime | None) -> list[Entry]:
        """What entries said that were changed or taken back since; `seen` is a revision ("entry:number")."""

        def work(tx: Transaction) -> list[Entry]:
            entry_id, _, revision = (seen or "").rpartition(":")
            key = {"user_id": user_id, "entry_id": entry_id}
            row = tx.first(_SEEN, {**key, "revision": int(revision)}) if seen else None
            after = {"user_id": user_id, "seq": row[0] if row else 0, "since": since or _EVER}
            states = (history(tx, user_id, row[0])[:-1] for row in tx.rows(_CHANGED_SINCE, after))
            return [state.entry for one in states for state in one]

        return await self.database.read(work)

    async def save_entry(self, entry: Entry, correction: Revision | None = None) -> None:
        """Store a new entry, or, with `correction`, the new state of an existing one."""

        def work(tx: Transaction) -> None:
            if correction is None:
                add_entries(tx, [entry])
            else:
                revise_entries(tx, [correction.model_copy(update={"entry": entry})])

        await self.database.write(work)

    async def revisions(self, user_id: int, entry_id: str) -> list[Revision]:
        """All states of an entry, oldest first, also when it is deleted."""
        return await self.database.read(lambda tx: history(tx, user_id, entry_id))

    async def as_of_now(self, user_id: int) -> AsOf:
        """For effects that rest on what is read of the user's log after this."""
        newest = await self.database.read(lambda tx: tx.first(_NEWEST))
        return AsOf(user_id, newest[0] if newest else 0)

    async def given_way(self, user_id: int, entry_id: str, revision: int = 1) -> list[Revision]:
        """What gave way to that revision of an entry or a later one, and did not come back since."""
        key = {"user_id": user_id, "entry_id": entry_id, "revision": revision}
        rows = await self.database.read(lambda tx: tx.rows(_GIVEN_WAY, key))
        return [_revision(row) for row in rows]

    async def last_change(self, user_id: int, entry_id: str | None = None) -> Revision | None:
        """The newest change of the user, or of one entry, that was not taken back and can be."""
        key = {"user_id": user_id, "entry_id": entry_id}
        statement = _LAST_CHANGE if entry_id is None else _LAST_CHANGE_OF
        row = await self.database.read(lambda tx: tx.first(statement, key))
        return None if row is None else _revision(row)


def stands(tx: Transaction, as_of: AsOf) -> bool:
    """Whether nothing of the user's log has changed since."""
    return tx.first(_SINCE, as_of._asdict()) is None


def history(tx: Transaction, user_id: int, entry_id: str) -> list[Revision]:
    """All states of an entry, oldest first."""
    return [_revision(row) for row in tx.rows(_HISTORY, {"user_id": user_id, "entry_id": entry_id})]


def by_ids(
    tx: Transaction, user_id: int, ids: Iterable[str], statement: Select[int, str] = _BY_ID
) -> list[Entry]:
    """Each entry once, newest first."""
    rows = [row for id_ in dict.fromkeys(ids) for row in tx.rows(statement, {"id": id_, "user_id": user_id})]
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
