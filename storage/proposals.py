"""What waits for somebody's yes, and what became of it.

`open` shows its buttons; `asking` waits for words that say when. `confirmed` was tapped: it is being done,
and done again by whoever finds it so after a crash. `done` can be taken back, newest first; `undone` was.
`kept` was changed by somebody else since, or is beyond taking back, and can't. `unsure` was begun, and nobody
knows whether it was done.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from storage.connection import Transaction
from storage.entities import Frozen
from storage.query import Query, insert, listed
from storage.settled import Settled, Status
from storage.store import Store


class ProposalRow(Frozen):
    """One proposal. `body` and `result` are JSON of whoever proposed it."""

    token: str
    user_id: int
    chat_id: int
    tool: str
    """What does it."""
    status: Status = "open"
    at: datetime
    expires_at: datetime
    settled_at: datetime | None = None
    body: str
    result: str | None = None


_FIELDS = tuple(ProposalRow.model_fields)
_ADD = f"{insert('proposals', _FIELDS)} ON CONFLICT (token) DO NOTHING"
_ALL = Query[str, int, int, str, str, datetime, datetime, datetime | None, str, str | None](
    f"SELECT {listed(_FIELDS)} FROM proposals"
)
_ONE = _ALL.then("WHERE token = :token AND user_id = :whose")
_ASKING = _ALL.then("""
    WHERE user_id = :whose AND status = 'asking' AND chat_id = :chat AND expires_at > :now
    ORDER BY at DESC LIMIT 1
""")
_WAITING = _ALL.then("""
    WHERE user_id = :whose AND status = 'open' AND chat_id = :chat AND expires_at > :now
    ORDER BY at DESC, token LIMIT 1
""")
_LAST_DONE = _ALL.then("WHERE user_id = :whose AND status = 'done' ORDER BY settled_at DESC LIMIT 1")
_TURN = """
    UPDATE proposals SET status = :becomes
    WHERE token = :token AND user_id = :whose AND status IN ('open', 'asking')
"""
_SETTLE = """
    UPDATE proposals SET status = :becomes, settled_at = :at, result = coalesce(:result, result)
    WHERE token = :token AND user_id = :whose
"""


class Proposals(Store):
    """Their rows."""

    async def add(self, row: ProposalRow) -> None:
        """One that is there already stays as it is."""
        values: dict[str, object] = {name: getattr(row, name) for name in _FIELDS}
        await self.database.write(lambda tx: tx.execute(_ADD, values))

    async def proposal(self, user_id: int, token: str) -> ProposalRow | None:
        """One of this user's."""
        return await self._first(_ONE, {"whose": user_id, "token": token})

    async def asking(self, user_id: int, chat_id: int, now: datetime) -> ProposalRow | None:
        """The one that this user is asked in that chat to say more of."""
        return await self._first(_ASKING, {"whose": user_id, "chat": chat_id, "now": now})

    async def waiting(self, user_id: int, chat_id: int, now: datetime) -> ProposalRow | None:
        """The newest that this user may still say yes to in that chat."""
        return await self._first(_WAITING, {"whose": user_id, "chat": chat_id, "now": now})

    async def last_done(self, user_id: int) -> ProposalRow | None:
        """What was done last of what was not taken back."""
        return await self._first(_LAST_DONE, {"whose": user_id})

    async def turn(self, row: ProposalRow, becomes: Status) -> bool:
        """Give one that is open or asking another status; whether it still was."""
        key = {"token": row.token, "whose": row.user_id, "becomes": becomes}
        return await self.database.write(lambda tx: tx.execute(_TURN, key)) > 0

    async def _first(
        self,
        query: Query[str, int, int, str, str, datetime, datetime, datetime | None, str, str | None],
        key: dict[str, object],
    ) -> ProposalRow | None:
        row = await self.database.look_up(lambda tx: tx.first(query, key))
        return None if row is None else ProposalRow.model_validate(dict(zip(_FIELDS, row, strict=True)))


def settle(tx: Transaction, settled: Iterable[Settled]) -> None:
    """In the transaction that tells the person."""
    for one in settled:
        tx.execute(
            _SETTLE,
            {
                "token": one.token,
                "whose": one.user_id,
                "becomes": one.status,
                "at": one.at,
                "result": one.result,
            },
        )
