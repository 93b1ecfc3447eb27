"""Calls to models, and what they came to."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from sqlalchemy import Integer, bindparam, case, func, or_, select, update
from sqlalchemy.dialects.sqlite import insert

from storage.columns import Moment
from storage.connection import Transaction
from storage.entities import CallCost, ModelCall
from storage.schema import model_calls
from storage.store import Store

_FIELDS = tuple(ModelCall.model_fields)
_ADD = insert(model_calls).on_conflict_do_nothing()
_NAME_KIND = (
    update(model_calls)
    .where(model_calls.c.id == bindparam("call"), model_calls.c.user_id == bindparam("user"))
    .values(kind=bindparam("named"))
)
_SINCE = (
    model_calls.c.user_id == bindparam("user"),
    model_calls.c.at >= bindparam("since", type_=Moment()),
)
_SPENT = select(func.coalesce(func.sum(model_calls.c.price_usd), 0.0)).where(*_SINCE)
_COSTS = (
    select(
        model_calls.c.kind,
        func.count(model_calls.c.turn_id.distinct()),
        func.count(),
        func.sum(model_calls.c.input_tokens),
        func.sum(model_calls.c.output_tokens),
        func.sum(model_calls.c.cached_tokens),
        func.sum(model_calls.c.price_usd),
        func.min(case((model_calls.c.price_known, 1), else_=0), type_=Integer()),
    )
    .where(*_SINCE)
    .group_by(model_calls.c.kind)
    .order_by(func.sum(model_calls.c.price_usd).desc(), model_calls.c.kind)
)
_PER_TURN = (
    select(func.sum(model_calls.c.price_usd))
    .where(
        model_calls.c.user_id == bindparam("user"),
        or_(model_calls.c.kind == "query", model_calls.c.kind == "both"),
        model_calls.c.mode == bindparam("how"),
        model_calls.c.turn_id != bindparam("but"),
    )
    .group_by(model_calls.c.turn_id)
    .having(func.sum(model_calls.c.price_usd) > 0)
    .order_by(func.max(model_calls.c.at).desc())
    .limit(bindparam("limit"))
)
_ALL = select(*(model_calls.columns[name] for name in _FIELDS))
_OF_TURN = _ALL.where(
    model_calls.c.user_id == bindparam("user"), model_calls.c.turn_id == bindparam("turn")
).order_by(model_calls.c.at, model_calls.c.id)
_OF_USER = (
    _ALL.where(model_calls.c.user_id == bindparam("user"))
    .order_by(model_calls.c.at.desc())
    .limit(bindparam("limit"))
)


class Calls(Store):
    """The model calls' rows; with `record` and `spent` the ledger of the agents' budgets."""

    async def record(self, call: ModelCall) -> None:
        """Keep it. A kill does not lose it; a power failure may, so that no answer waits for a disk."""
        await self.database.write(lambda tx: add_call(tx, call), repeatable=True)

    async def spent(self, user_id: int, since: datetime) -> float:
        """USD of this user's calls since then."""
        rows = await self.database.read(lambda tx: tx.rows(_SPENT, {"user": user_id, "since": since}))
        return float(rows[0][0])

    async def name_kind(self, user_id: int, turn_id: str, kind: str) -> None:
        """Say what kind of message a turn was, for its calls from before that was known."""

        def work(tx: Transaction) -> None:
            found = [_call(row) for row in tx.rows(_OF_TURN, {"user": user_id, "turn": turn_id})]
            unnamed = [{"call": call.id, "user": user_id, "named": kind} for call in found if not call.kind]
            tx.execute_many(_NAME_KIND, unnamed)

        await self.database.write(work, repeatable=True)

    async def call_costs(self, user_id: int, since: datetime) -> list[CallCost]:
        """What each kind of message came to, the dearest first."""
        rows = await self.database.read(lambda tx: tx.rows(_COSTS, {"user": user_id, "since": since}))
        names = tuple(CallCost.model_fields)
        return [CallCost.model_validate(dict(zip(names, row, strict=True))) for row in rows]

    async def calls_of_turn(self, user_id: int, turn_id: str) -> list[ModelCall]:
        """Of a turn of this user, in the order they were made."""
        key = {"user": user_id, "turn": turn_id}
        return [_call(row) for row in await self.database.read(lambda tx: tx.rows(_OF_TURN, key))]

    async def question_costs(
        self, user_id: int, mode: Literal["deep", "quick"], limit: int, *, but: str = ""
    ) -> list[float]:
        """USD of this user's newest questions answered like that, newest first; `but` is a turn left out."""
        key = {"user": user_id, "how": mode, "limit": limit, "but": but}
        return [float(row[0]) for row in await self.database.read(lambda tx: tx.rows(_PER_TURN, key))]

    async def recent_calls(self, user_id: int, limit: int) -> list[ModelCall]:
        """A user's newest, newest first."""
        found = await self.database.read(lambda tx: tx.rows(_OF_USER, {"user": user_id, "limit": limit}))
        return [_call(row) for row in found]


def add_call(tx: Transaction, call: ModelCall) -> None:
    """One that is known already is left alone."""
    values: dict[str, object] = {name: getattr(call, name) for name in _FIELDS}
    tx.execute(_ADD, {**values, "also": ",".join(call.also)})


def _call(row: tuple[object, ...]) -> ModelCall:
    fields = dict(zip(_FIELDS, row, strict=True))
    also = tuple(str(fields["also"]).split(",")) if fields["also"] else ()
    return ModelCall.model_validate({**fields, "also": also})
