"""Calls to models, and what they came to."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from storage.connection import Transaction
from storage.entities import Frozen, ModelCall
from storage.query import Column, Query, Rows, columns_of, insert, listed
from storage.store import Store


class CallCost(Frozen):
    """What the calls of one kind of message came to."""

    kind: str
    messages: int
    calls: int
    input_tokens: int
    output_tokens: int
    cached_tokens: int
    price_usd: float
    price_known: bool


_FIELDS = tuple(ModelCall.model_fields)
_ADD = f"{insert('model_calls', _FIELDS)} ON CONFLICT DO NOTHING"
_NAME_KIND = "UPDATE model_calls SET kind = :named WHERE id = :call AND user_id = :user"
_SPENT = Column[float]("""
    SELECT coalesce(sum(price_usd), 0.0)
    FROM model_calls
    WHERE user_id = :user AND at >= :since
""")
_COSTS = Rows[CallCost]("""
    SELECT kind, count(DISTINCT turn_id), count(*), sum(input_tokens), sum(output_tokens),
        sum(cached_tokens), sum(price_usd), min(CASE WHEN price_known THEN 1 ELSE 0 END)
    FROM model_calls
    WHERE user_id = :user AND at >= :since
    GROUP BY kind
    ORDER BY sum(price_usd) DESC, kind
""")
_PER_TURN = Column[float]("""
    SELECT sum(price_usd)
    FROM model_calls
    WHERE user_id = :user AND (kind = 'query' OR kind = 'both') AND mode = :how AND turn_id <> :but
    GROUP BY turn_id
    HAVING sum(price_usd) > 0
    ORDER BY max(at) DESC LIMIT :limit
""")
_ALL = Query[
    str, datetime, str, int, str, str, str, str, str, str, int, int, int, int, float, bool, float, str, str,
    str,
](f"SELECT {listed(_FIELDS)} FROM model_calls")  # fmt: skip
_OF_TURN = _ALL.then("WHERE user_id = :user AND turn_id = :turn ORDER BY at, id")
_OF_USER = _ALL.then("WHERE user_id = :user ORDER BY at DESC LIMIT :limit")


class Calls(Store):
    """The model calls' rows; with `record` and `spent` the ledger of the agents' budgets."""

    async def record(self, call: ModelCall) -> None:
        """Keep it. A kill does not lose it; a power failure may, so that no answer waits for a disk."""
        await self.database.write(lambda tx: add_call(tx, call), repeatable=True)

    async def spent(self, user_id: int, since: datetime) -> float:
        """USD of this user's calls since then."""
        return float((await self._all(_SPENT, user=user_id, since=since))[0])

    async def name_kind(self, user_id: int, turn_id: str, kind: str) -> None:
        """Say what kind of message a turn was, for its calls from before that was known."""

        def work(tx: Transaction) -> None:
            found = [_call(row) for row in tx.rows(_OF_TURN, {"user": user_id, "turn": turn_id})]
            unnamed = [{"call": call.id, "user": user_id, "named": kind} for call in found if not call.kind]
            tx.execute_many(_NAME_KIND, unnamed)

        await self.database.write(work, repeatable=True)

    async def call_costs(self, user_id: int, since: datetime) -> list[CallCost]:
        """What each kind of message came to, the dearest first."""
        return await self._all(_COSTS, user=user_id, since=since)

    async def calls_of_turn(self, user_id: int, turn_id: str) -> list[ModelCall]:
        """Of a turn of this user, in the order they were made."""
        return [_call(row) for row in await self._all(_OF_TURN, user=user_id, turn=turn_id)]

    async def question_costs(
        self, user_id: int, mode: Literal["deep", "quick"], limit: int, *, but: str = ""
    ) -> list[float]:
        """USD of this user's newest questions answered like that, newest first; `but` is a turn left out."""
        return [*map(float, await self._all(_PER_TURN, user=user_id, how=mode, limit=limit, but=but))]

    async def recent_calls(self, user_id: int, limit: int) -> list[ModelCall]:
        """A user's newest, newest first."""
        return [_call(row) for row in await self._all(_OF_USER, user=user_id, limit=limit)]


def add_call(tx: Transaction, call: ModelCall) -> None:
    """One that is known already is left alone."""
    tx.told.append(call)
    values: dict[str, object] = columns_of(call, _FIELDS)
    tx.execute(_ADD, {**values, "also": ",".join(call.also)})


def _call(row: tuple[object, ...]) -> ModelCall:
    fields = dict(zip(_FIELDS, row, strict=True))
    also = tuple(str(fields["also"]).split(",")) if fields["also"] else ()
    return ModelCall.model_validate({**fields, "also": also})
