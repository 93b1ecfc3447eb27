"""Turns: one row each, changed only by whoever read its newest `seq`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial

from storage.connection import Transaction
from storage.effects import write_effects
from storage.entities import Effects, TurnRow, TurnStatus
from storage.errors import Fenced
from storage.query import Column, Rows
from storage.questions import Accepted, AnswerOutcome, take
from storage.spans import add_spans
from storage.store import Store
from storage.turn_rows import RETURNING, TURNS, is_new, wake

_ADVANCE = """
    UPDATE turns
    SET lane = :lane, seq = seq + 1, status = :status, state = :state, data = :data,
        parked_on = :parked_on, released = released OR :releases, updated_at = :updated_at
    WHERE id = :id AND user_id = :user_id AND seq = :seq AND status <> 'done'
"""
_ONE = TURNS.where("WHERE id = :id")
_MINE = TURNS.where("WHERE id = :id AND user_id = :user_id")
_BEGUN = Column[str]("SELECT id FROM turns WHERE id = :id AND chat_id = :chat_id")
_READY = TURNS.where("WHERE status <> 'done' AND status = 'ready' ORDER BY created_at, id")
_RECENT = TURNS.where("""
    WHERE user_id = :user_id AND chat_id = :chat_id AND created_at >= :since
    ORDER BY created_at DESC, id DESC LIMIT :limit
""")
_NOT_STORED = Column[str]("""
    SELECT id
    FROM turns
    WHERE id = :id AND user_id = :whose AND released = 0 AND status <> 'done'
""")
_WAKE_ORPHANS = Rows[TurnRow](
    """
    UPDATE turns SET seq = seq + 1, status = 'ready', parked_on = NULL
    WHERE status <> 'done' AND status = 'parked' AND NOT EXISTS (
        SELECT 1 FROM turns AS awaited
        WHERE awaited.id = turns.parked_on AND awaited.user_id = turns.user_id
            AND NOT awaited.released AND awaited.status <> 'done'
    )
"""
    + RETURNING
)


class Turns(Store):
    """The turns' rows, and what is written with them."""

    async def commit(self, row: TurnRow, effects: Effects) -> list[TurnRow]:
        """Write a turn's new state and its effects in one transaction; the turns that became ready.

        `row.seq` is the seq that was read (0: a new turn); seq + 1 is stored. Raises Fenced when the turn has
        moved on, and then nothing is written. A turn that parks on one that stored already is ready at once.
        """
        return await self.database.write(partial(_commit, row, effects), repeatable=_is_repeatable(effects))

    async def apply(
        self,
        effects: Effects,
        *,
        now: datetime | None = None,
        settle: Callable[[], Awaitable[object]] | None = None,
    ) -> list[TurnRow]:
        """Write effects that belong to no turn (commands, taps), in one transaction.

        `settle` is awaited once they are written, before anybody hears of them.
        """
        at = now or datetime.now(UTC)
        return await self.database.write(
            lambda tx: write_effects(tx, effects, at), repeatable=_is_repeatable(effects), settle=settle
        )

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

    async def wake_orphans(self) -> list[TurnRow]:
        """On start: make ready what is parked on turns that have stored, are done or do not exist."""
        return await self.database.write(lambda tx: tx.rows(_WAKE_ORPHANS))

    async def turn(self, turn_id: str) -> TurnRow | None:
        """One turn, whosever it is: for who goes on with it."""
        return await self._first(_ONE, id=turn_id)

    async def turn_of(self, user_id: int, turn_id: str) -> TurnRow | None:
        """One of this user's."""
        return await self._first(_MINE, id=turn_id, user_id=user_id)

    async def is_begun(self, chat_id: int, turn_id: str) -> bool:
        """Whether anybody's turn in that chat has this id."""
        return await self._first(_BEGUN, id=turn_id, chat_id=chat_id) is not None

    async def ready_turns(self) -> list[TurnRow]:
        """Unfinished work, oldest first."""
        return await self._all(_READY)

    async def recent_turns(self, user_id: int, chat_id: int, *, since: datetime, limit: int) -> list[TurnRow]:
        """The newest of a user in a chat, oldest of them first."""
        return (await self._few(_RECENT, user_id=user_id, chat_id=chat_id, since=since, limit=limit))[::-1]


def _is_repeatable(effects: Effects) -> bool:
    """What marks its update as done can be done again from the inbox, should a power failure take both."""
    return effects.inbox_done is not None


def _commit(given: TurnRow, effects: Effects, tx: Transaction) -> list[TurnRow]:
    row = _unpark(tx, given)
    if row.seq == 0:
        if not is_new(tx, row, releases=effects.wakes_parked):
            raise Fenced
    elif not tx.execute(_ADVANCE, {**TURNS.values(row), "releases": effects.wakes_parked}):
        raise Fenced
    tx.told.append(row)
    ready = write_effects(tx, effects, row.updated_at)
    if effects.spans:
        add_spans(tx, row, effects.spans)
    if row is not given:
        ready.append(row.model_copy(update={"seq": row.seq + 1}))
    if effects.wakes_parked:
        ready.extend(wake(tx, row.user_id, row.id))
    return ready


def _unpark(tx: Transaction, row: TurnRow) -> TurnRow:
    """Nobody would wake a turn whose sibling stored between its look and this commit."""
    if row.status is not TurnStatus.PARKED or row.parked_on is None:
        return row
    if tx.first(_NOT_STORED, {"id": row.parked_on, "whose": row.user_id}) is not None:
        return row
    return row.model_copy(update={"status": TurnStatus.READY, "parked_on": None})
