"""The outbox of changes, and how far each target has come.

A row of the outbox says which row of which table changed, never what it held: what goes out is read when it
goes. Numbers are never given twice, so that a target can say up to which it has everything.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from storage.connection import Transaction
from storage.query import Column, Query, Rows, insert
from storage.store import Store
from storage.sync.tables import ROW, ROWS, TRIGGERS

WHOLE, CLEARED, ACCEPTED = -1, -2, -3
"""Instead of a number: the target needs everything; it must lose all it has, as somebody is forgotten; it
needs everything, whatever somebody did there."""
State = Literal["fine", "away", "stopped"]


@dataclass(frozen=True, slots=True)
class Change:
    """One row of the outbox."""

    seq: int
    table: str
    key: str


_FIELDS = ("name", "user_id", "place", "store", "seq", "position", "state", "detail", "held", "at")
_TARGETS = Query[str, int, str, str, int, str, str, str, str, datetime](
    f"SELECT {', '.join(_FIELDS)} FROM sync_targets ORDER BY name"
)
_ADD = insert("sync_targets", _FIELDS)
_REMOVE = "DELETE FROM sync_targets WHERE name = :name"
_BEGIN_ANEW = """
    UPDATE sync_targets SET user_id = :user_id, place = :place, seq = :seq, position = '', state = 'fine',
        detail = '', held = '[]', at = :at
    WHERE name = :name
"""
_REACHED = """
    UPDATE sync_targets SET seq = :seq, position = :position, state = 'fine', detail = '', held = :held,
        at = :at
    WHERE name = :name AND seq = :before
"""
_PULLED = "UPDATE sync_targets SET position = :position, held = :held WHERE name = :name"
_FAILED = "UPDATE sync_targets SET state = :state, detail = :detail WHERE name = :name"
_ACCEPTED = """
    UPDATE sync_targets SET seq = CASE seq WHEN :cleared THEN seq ELSE :accepted END, state = 'fine',
        detail = '', held = '[]'
    WHERE name = :name
"""
_PENDING = Rows[Change]("""
    SELECT seq, table_name, row_key
    FROM sync_outbox
    WHERE user_id = :whose AND seq > :after
    ORDER BY seq LIMIT :most
""")
_WAITING = Column[int]("SELECT count(*) FROM sync_outbox WHERE user_id = :whose AND seq > :after")
_NEWEST = Column[int]("SELECT seq FROM sqlite_sequence WHERE name = 'sync_outbox'")
_DONE = """
    DELETE FROM sync_outbox
    WHERE NOT EXISTS (
        SELECT 1 FROM sync_targets t
        WHERE t.user_id = sync_outbox.user_id AND t.seq < sync_outbox.seq
    )
"""
_THERE = Query[str, str]("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name GLOB 'sync_*'")
_EMPTY = "DELETE FROM sync_outbox"
_NO_TARGETS = "DELETE FROM sync_targets"


@dataclass(frozen=True, slots=True)
class Target:
    """How far a target has come. `held`: paths that somebody else changed there, which are let be."""

    name: str
    user_id: int
    place: str
    store: str
    """Which database fills it: two never fill one."""
    seq: int
    position: str
    """What the target was like then, in its own words: the commit of a repository."""
    state: State
    detail: str
    held: tuple[str, ...]
    at: datetime


@dataclass(frozen=True, slots=True)
class Wanted:
    """A target that is configured."""

    name: str
    user_id: int
    place: str


class SyncRows(Store):
    """Targets and changes."""

    async def switch_on(self, wanted: Sequence[Wanted], store: str, now: datetime) -> None:
        """From here on changes of these people are written down; a new target, or one elsewhere, needs all.

        `store` becomes the name of this database if it has none yet.
        """

        def work(tx: Transaction) -> None:
            there = {one.name: one for one in _targets(tx)}
            name = next((one.store for one in there.values()), store)
            for gone in there.keys() - {one.name for one in wanted}:
                tx.execute(_REMOVE, {"name": gone})
            for one in wanted:
                _want(tx, one, there.get(one.name), name, now)
            _set_triggers(tx, are_wanted=bool(wanted))
            tx.execute(_DONE)

        await self.database.write(work)

    async def switch_off(self) -> None:
        """Nothing is configured any more: no triggers, no rows."""

        def work(tx: Transaction) -> None:
            _set_triggers(tx, are_wanted=False)
            tx.execute(_EMPTY)
            tx.execute(_NO_TARGETS)

        await self.database.write(work)

    async def targets(self) -> list[Target]:
        """All of them, by name."""
        return await self.database.read(_targets)

    async def newest(self) -> int:
        """The number of the last change there was."""
        return await self._first(_NEWEST) or 0

    async def pending(self, user_id: int, after: int, most: int) -> list[Change]:
        """The next changes of a person, oldest first."""
        return await self._all(_PENDING, whose=user_id, after=after, most=most)

    async def waiting(self, target: Target) -> int:
        """How many changes it does not have yet."""
        return (await self._all(_WAITING, whose=target.user_id, after=target.seq))[0]

    async def records(self, user_id: int, table: str) -> dict[str, str]:
        """A person's rows of a table as JSON, by key."""
        return dict(await self._all(ROWS[table], whose=user_id))

    async def record(self, user_id: int, table: str, key: str) -> str | None:
        """One of them; None: it is gone."""
        asked = {"whose": user_id, "key": key}
        row = await self.database.read(lambda tx: tx.first(ROW[table], asked))
        return row[1] if row else None

    async def reached(
        self, target: Target, seq: int, position: str, held: Sequence[str], now: datetime
    ) -> None:
        """It has everything up to `seq`, all there was at `now`, unless it must begin anew by now."""

        def work(tx: Transaction) -> None:
            told = {"name": target.name, "seq": seq, "position": position, "held": json.dumps(list(held))}
            if tx.execute(_REACHED, {**told, "before": target.seq, "at": now}):
                tx.execute(_DONE)

        await self.database.write(work, lazily=True, repeatable=True)

    async def pulled(self, target: Target, position: str, held: Sequence[str]) -> Target:
        """What others changed there up to `position` was taken in, but for what is held."""
        await self._run(_PULLED, name=target.name, position=position, held=json.dumps(list(held)))
        return replace(target, position=position, held=tuple(held))

    async def failed(self, target: Target, state: State, detail: str) -> bool:
        """It can't be written; whether that is news."""
        if (target.state, target.detail) == (state, detail):
            return False
        told = {"name": target.name, "state": state, "detail": detail}
        await self.database.write(lambda tx: tx.execute(_FAILED, told), lazily=True)
        return True

    async def accept(self, name: str) -> bool:
        """Fill it anew, whatever somebody did there; False: there is no such target."""
        return await self._run(_ACCEPTED, name=name, cleared=CLEARED, accepted=ACCEPTED) > 0


def _targets(tx: Transaction) -> list[Target]:
    return [_target(row) for row in tx.rows(_TARGETS)]


def _target(row: tuple[str, int, str, str, int, str, str, str, str, datetime]) -> Target:
    name, user_id, place, store, seq, position, state, detail, held, at = row
    known: State = "stopped" if state == "stopped" else "away" if state == "away" else "fine"
    return Target(name, user_id, place, store, seq, position, known, detail, tuple(json.loads(held)), at)


def _want(tx: Transaction, one: Wanted, before: Target | None, store: str, now: datetime) -> None:
    values = {"name": one.name, "user_id": one.user_id, "place": one.place, "seq": WHOLE, "at": now}
    if before is None:
        rest = {"store": store, "position": "", "state": "fine", "detail": "", "held": "[]"}
        tx.execute(_ADD, {**values, **rest})
    elif (before.user_id, before.place) != (one.user_id, one.place):
        tx.execute(_BEGIN_ANEW, values)


def _set_triggers(tx: Transaction, *, are_wanted: bool) -> None:
    """A change of the schema costs every statement: only what differs is touched."""
    there = dict(tx.rows(_THERE))
    wanted = {one.name: one.sql for one in TRIGGERS} if are_wanted else {}
    for name in there.keys() - {name for name, sql in wanted.items() if there.get(name) == sql}:
        tx.execute(f'DROP TRIGGER "{name}"')
    for name, sql in wanted.items():
        if there.get(name) != sql:
            tx.execute(sql)
