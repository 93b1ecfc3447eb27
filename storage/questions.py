"""Questions put to the user, and what became of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from storage.connection import Transaction
from storage.entities import PendingQuestion, TurnRow
from storage.query import Column, Query, Rows, columns_of, insert
from storage.store import Store
from storage.text import body
from storage.turn_rows import RETURNING

_FIELDS = (
    "token", "turn_id", "user_id", "chat_id", "asked_at", "expires_at", "status", "answer", "message_id",
)  # fmt: skip
_ADD = f"{insert('pending', (*_FIELDS, 'body'))} ON CONFLICT (token) DO NOTHING"
_COLUMNS = Query[str, str, str | None, int | None]("""
    SELECT body, status, answer, message_id
    FROM pending
""")
_ONE = _COLUMNS.then("WHERE token = :token")
_MINE = _COLUMNS.then("WHERE token = :token AND user_id = :user_id")
_ASKED = Column[str]("SELECT token FROM pending WHERE token = :token AND chat_id = :chat_id")
_OPEN_IN_CHAT = _COLUMNS.then("""
    WHERE user_id = :user_id AND chat_id = :chat_id AND status = 'open'
    ORDER BY asked_at, token
""")
_SETTLE = """
    UPDATE pending SET status = :becomes, answer = :said
    WHERE token = :which AND user_id = :whose AND status = 'open'
"""
_EXPIRE = Query[str, int]("""
    UPDATE pending SET status = 'expired'
    WHERE status = 'open' AND expires_at <= :now
    RETURNING turn_id, user_id
""")
_GO_ON = Rows[TurnRow](
    """
    UPDATE turns SET seq = seq + 1, status = 'ready', updated_at = :now
    WHERE turns.id = :turn AND turns.user_id = :whose AND status <> 'done' AND turns.status = 'waiting'
        AND NOT EXISTS (
            SELECT 1 FROM pending
            WHERE pending.turn_id = turns.id AND pending.user_id = turns.user_id AND status = 'open'
        )
"""
    + RETURNING
)


@dataclass(frozen=True, slots=True)
class Accepted:
    """The answer is stored. `turn` goes on now; None while other questions of its are open."""

    question: PendingQuestion
    turn: TurnRow | None
    others: tuple[TurnRow, ...] = ()
    """What else goes on, where the answer was one to other questions too."""


Refusal = Literal["already_answered", "expired", "not_yours", "unknown"]


@dataclass(frozen=True, slots=True)
class Refused:
    """Nothing was changed, and why. `question` is None where the asker must not learn about it."""

    reason: Refusal
    question: PendingQuestion | None = None


AnswerOutcome = Accepted | Refused


class Questions(Store):
    """The pending questions' rows."""

    async def expire_questions(self, now: datetime) -> list[TurnRow]:
        """Close what nobody answered in time; the turns that go on without."""

        def work(tx: Transaction) -> list[TurnRow]:
            waiting = dict.fromkeys(tx.rows(_EXPIRE, {"now": now}))
            return [turn for of_whom in waiting if (turn := _go_on(tx, of_whom, now)) is not None]

        return await self.database.write(work)

    async def question(self, user_id: int, token: str) -> PendingQuestion | None:
        """One that this user was asked."""
        row = await self._first(_MINE, token=token, user_id=user_id)
        return None if row is None else _question(row)

    async def questions(self, user_id: int, tokens: Iterable[str]) -> list[PendingQuestion]:
        """Those of the tokens that are this user's, in their order."""

        def work(tx: Transaction) -> list[PendingQuestion]:
            mine = {"user_id": user_id}
            return [_question(row) for token in tokens for row in tx.rows(_MINE, {"token": token, **mine})]

        return await self.database.look_up(work)

    async def is_asked(self, chat_id: int, token: str) -> bool:
        """Whether anybody was asked this in that chat."""
        return await self._first(_ASKED, token=token, chat_id=chat_id) is not None

    async def open_questions(self, user_id: int, chat_id: int) -> list[PendingQuestion]:
        """What this user has not answered in this chat, oldest first."""
        return [_question(row) for row in await self._few(_OPEN_IN_CHAT, user_id=user_id, chat_id=chat_id)]


def take(
    tx: Transaction, token: str, who: tuple[int, int], answer: str | None, now: datetime
) -> AnswerOutcome:
    """Answer an open question, or skip it (None). Only the first of several taps changes anything."""
    row = tx.first(_ONE, {"token": token})
    if row is None:
        return Refused("unknown")
    question = _question(row)
    if (question.user_id, question.chat_id) != who:
        return Refused("not_yours")
    if question.status in {"answered", "skipped"}:
        return Refused("already_answered", question)
    if question.status == "expired" or question.expires_at <= now:
        return Refused("expired", question)
    status = "skipped" if answer is None else "answered"
    tx.execute(_SETTLE, {"which": token, "whose": who[0], "becomes": status, "said": answer})
    settled = question.model_copy(update={"status": status, "answer": answer})
    return Accepted(settled, _go_on(tx, (question.turn_id, question.user_id), now))


def _go_on(tx: Transaction, turn: tuple[str, int], now: datetime) -> TurnRow | None:
    """A turn and whose it is."""
    return tx.first(_GO_ON, {"turn": turn[0], "whose": turn[1], "now": now})


def ask(tx: Transaction, new: Iterable[PendingQuestion]) -> None:
    """Questions of a turn that waits for their answers."""
    tx.execute_many(_ADD, [_row(question) for question in new])


def close(tx: Transaction, closed: Iterable[PendingQuestion]) -> None:
    """Questions that got their status without a tap."""
    tx.execute_many(
        _SETTLE,
        [{"which": q.token, "whose": q.user_id, "becomes": q.status, "said": q.answer} for q in closed],
    )


def _row(question: PendingQuestion) -> dict[str, object]:
    return {"body": body(question), **columns_of(question, _FIELDS)}


def _question(row: tuple[str, str, str | None, int | None]) -> PendingQuestion:
    asked = PendingQuestion.model_validate_json(row[0])
    return asked.model_copy(update={"status": row[1], "answer": row[2], "message_id": row[3]})
