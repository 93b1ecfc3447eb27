"""Turns: one row each, changed only by whoever read its newest `seq`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial

from sqlalchemy import bindparam, or_, select, update

from storage.columns import Moment
from storage.connection import Transaction
from storage.effects import write_effects
from storage.entities import Effects, TurnRow, TurnStatus
from storage.errors import Fenced
from storage.questions import Accepted, AnswerOutcome, take
from storage.schema import UNFINISHED, turns
from storage.spans import add_spans
from storage.store import Store
from storage.turn_rows import COLUMNS, RETURNING, add_turn, turn_rows, wake

_ADVANCE = (
    update(turns)
    .where(
        turns.c.id == bindparam("turn"),
        turns.c.user_id == bindparam("whose"),
        turns.c.seq == bindparam("read"),
        UNFINISHED,
    )
    .values(
        seq=turns.c.seq + 1,
        lane=bindparam("lane"),
        status=bindparam("status"),
        state=bindparam("state"),
        data=bindparam("data"),
        parked_on=bindparam("parked_on"),
        released=or_(turns.c.released, bindparam("releases", type_=turns.c.released.type)),
        updated_at=bindparam("updated_at"),
    )
)
_ONE = COLUMNS.where(turns.c.id == bindparam("id"))
_MINE = COLUMNS.where(turns.c.id == bindparam("id"), turns.c.user_id == bindparam("user_id"))
_BEGUN = select(turns.c.id).where(turns.c.id == bindparam("id"), turns.c.chat_id == bindparam("chat_id"))
_READY = COLUMNS.where(UNFINISHED, turns.c.status == "ready").order_by(turns.c.created_at, turns.c.id)
_RECENT = (
    COLUMNS.where(
        turns.c.user_id == bindparam("user_id"),
        turns.c.chat_id == bindparam("chat_id"),
        turns.c.created_at >= bindparam("since", type_=Moment()),
    )
    .order_by(turns.c.created_at.desc(), turns.c.id.desc())
    .limit(bindparam("limit"))
)
_IDS = select(turns.c.id).where(turns.c.user_id == bindparam("user_id")).order_by(turns.c.id)
_NOT_STORED = select(turns.c.id).where(
    turns.c.id == bindparam("id"), turns.c.user_id == bindparam("whose"), ~turns.c.released, UNFINISHED
)
_awaited = turns.alias("awaited")
_HELD_BACK = select(_awaited.c.id).where(
    _awaited.c.id == turns.c.parked_on,
    _awaited.c.user_id == turns.c.user_id,
    ~_awaited.c.released,
    _awaited.c.status != "done",
)
_WAKE_ORPHANS = (
    update(turns)
    .where(UNFINISHED, turns.c.status == "parked", ~_HELD_BACK.exists())
    .values(status="ready", parked_on=None, seq=turns.c.seq + 1)
    .returning(*RETURNING)
)


class Turns(Store):
    """The turns' rows, and what is written with them."""

    async def commit(self, row: TurnRow, effects: Effects) -> list[TurnRow]:
        """Write a turn's new state and its effects in one transaction; the turns that became ready.

        `row.seq` is the seq that was read (0: a new turn); seq + 1 is stored. Raises Fenced when the turn has
        moved on, and then nothing is written. A turn that parks on one that stored already is ready at once.
        """
        return await self.database.write(partial(_commit, row, effects), repeatable=_is_repeatable(effects))

    async def apply(self, effects: Effects, *, now: datetime | None = None) -> list[TurnRow]:
        """Write effects that belong to no turn (commands, taps), in one transaction."""
        work = partial(_apply, effects, now or datetime.now(UTC))
        return await self.database.write(work, repeatable=_is_repeatable(effects))

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
        """Answer an open question, or skip it (None), and write `effects` with it if it was accepted.

        `also` are the tokens of other questions of the same person that the answer holds for.
        """

        def work(tx: Transaction) -> AnswerOutcome:
            outcome = take(tx, token, (user_id, chat_id), answer, now)
            if not isinstance(outcome, Accepted):
                return outcome
            others = [take(tx, other, (user_id, chat_id), answer, now) for other in also]
            if effects is not None:
                write_effects(tx, effects, now)
            going_on = (one.turn for one in others if isinstance(one, Accepted))
            return replace(outcome, others=tuple(turn for turn in going_on if turn is not None))

        return await self.database.write(work)

    async def wake_parked(self, user_id: int, awaited: str) -> list[TurnRow]:
        """Make ready what is parked on a turn of this user."""
        return await self.database.write(lambda tx: wake(tx, user_id, awaited))

    async def wake_orphans(self) -> list[TurnRow]:
        """On start: make ready what is parked on turns that have stored, are done or do not exist."""
        return await self.database.write(lambda tx: turn_rows(tx.rows(_WAKE_ORPHANS)))

    async def turn(self, turn_id: str) -> TurnRow | None:
        """One turn, whosever it is: for who goes on with it."""
        rows = await self.database.read(lambda tx: tx.rows(_ONE, {"id": turn_id}))
        return turn_rows(rows)[0] if rows else None

    async def turn_of(self, user_id: int, turn_id: str) -> TurnRow | None:
        """One of this user's."""
        key = {"id": turn_id, "user_id": user_id}
        rows = await self.database.read(lambda tx: tx.rows(_MINE, key))
        return turn_rows(rows)[0] if rows else None

    async def is_begun(self, chat_id: int, turn_id: str) -> bool:
        """Whether anybody's turn in that chat has this id."""
        key = {"id": turn_id, "chat_id": chat_id}
        return await self.database.read(lambda tx: tx.first(_BEGUN, key)) is not None

    async def ready_turns(self) -> list[TurnRow]:
        """Unfinished work, oldest first."""
        return turn_rows(await self.database.read(lambda tx: tx.rows(_READY)))

    async def turn_ids(self, user_id: int) -> list[str]:
        """All turns of a user, oldest first."""
        rows = await self.database.read(lambda tx: tx.rows(_IDS, {"user_id": user_id}))
        return [row[0] for row in rows]

    async def recent_turns(self, user_id: int, chat_id: int, *, since: datetime, limit: int) -> list[TurnRow]:
        """The newest of a user in a chat, oldest of them first."""
        bounds = {"user_id": user_id, "chat_id": chat_id, "since": since, "limit": limit}
        rows = await self.database.read(lambda tx: tx.rows(_RECENT, bounds))
        return turn_rows(reversed(rows))


def _is_repeatable(effects: Effects) -> bool:
    """What marks its update as done can be done again from the inbox, should a power failure take both."""
    return effects.inbox_done is not None


def _commit(given: TurnRow, effects: Effects, tx: Transaction) -> list[TurnRow]:
    row = _unpark(tx, given)
    if row.seq == 0:
        if add_turn(tx, row, releases=effects.wakes_parked) is None:
            raise Fenced
    elif not tx.execute(_ADVANCE, _values(row, releases=effects.wakes_parked)):
        raise Fenced
    ready = write_effects(tx, effects, row.updated_at)
    if effects.spans:
        add_spans(tx, row, effects.spans)
    if row is not given:
        ready.append(row.model_copy(update={"seq": row.seq + 1}))
    if effects.wakes_parked:
        ready.extend(wake(tx, row.user_id, row.id))
    return ready


def _apply(effects: Effects, now: datetime, tx: Transaction) -> list[TurnRow]:
    return write_effects(tx, effects, now)


def _unpark(tx: Transaction, row: TurnRow) -> TurnRow:
    """Nobody would wake a turn whose sibling stored between its look and this commit."""
    if row.status is not TurnStatus.PARKED or row.parked_on is None:
        return row
    if tx.first(_NOT_STORED, {"id": row.parked_on, "whose": row.user_id}) is not None:
        return row
    return row.model_copy(update={"status": TurnStatus.READY, "parked_on": None})


def _values(row: TurnRow, *, releases: bool) -> dict[str, object]:
    return {
        "turn": row.id,
        "whose": row.user_id,
        "read": row.seq,
        "lane": row.lane,
        "status": row.status,
        "state": row.state,
        "data": row.data,
        "parked_on": row.parked_on,
        "releases": releases,
        "updated_at": row.updated_at,
    }
