"""What waits for somebody's yes, and what became of it.

`open` shows its buttons; `asking` waits for words that say when. `confirmed` was tapped: it is being done,
and done again by whoever finds it so after a crash. `done` can be taken back, newest first; `undone` was.
`kept` was changed by somebody else since, or is beyond taking back, and can't. `unsure` was begun, and nobody
knows whether it was done. Of a set `later` was put off, `withdrawn` has become pointless and `expired` has
waited too long.

A set of changes is several of them: their tokens are the set's (`SET_LETTERS`), then two digits. Such a row
has an `origin`, who proposed it, and a `mark`, the same for the same change on the same facts.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from storage.connection import Transaction
from storage.errors import Outdated
from storage.proposal import ProposalRow, Settled, Status
from storage.query import Column, Table
from storage.store import Store

EVOLVES = "evolve"
"""The `tool` of a conversation about a template: open, or asking for words; /undo leaves it alone."""
SET_LETTERS = 22
"""Of a token: those of the set."""
_ALL = Table("proposals", ProposalRow)
_ADD = f"{_ALL.insert} ON CONFLICT (token) DO NOTHING"
_ONE = _ALL.where("WHERE token = :token AND user_id = :whose")
_ASKING = _ALL.where(f"""
    WHERE user_id = :whose AND status = 'asking' AND chat_id = :chat AND expires_at > :now
        AND tool <> '{EVOLVES}'
    ORDER BY at DESC LIMIT 1
""")
_SESSION = _ALL.where(f"""
    WHERE user_id = :whose AND status IN ('open', 'asking') AND tool = '{EVOLVES}' AND expires_at > :now
    ORDER BY at DESC LIMIT 1
""")
_WAITING = _ALL.where(f"""
    WHERE user_id = :whose AND status = 'open' AND chat_id = :chat AND expires_at > :now
        AND mark = '' AND tool <> '{EVOLVES}'
    ORDER BY at DESC, token LIMIT 1
""")
_OF_SET = _ALL.where("WHERE token BETWEEN :first AND :last AND user_id = :whose ORDER BY token")
_OPEN = _ALL.where("WHERE user_id = :whose AND status = 'open' AND mark <> '' ORDER BY at, token")
_NEXT_EXPIRY = Column[datetime]("""
    SELECT expires_at FROM proposals WHERE status = 'open' AND mark <> '' ORDER BY expires_at LIMIT 1
""")
_EXPIRED = _ALL.where("WHERE status = 'open' AND mark <> '' AND expires_at <= :now ORDER BY user_id, token")
_MARKED = _ALL.where("""
    WHERE user_id = :whose AND mark = :mark AND mark <> '' ORDER BY at DESC LIMIT 1
""")
_OF_ORIGIN = _ALL.where("""
    WHERE user_id = :whose AND mark <> '' AND origin = :origin
    ORDER BY at DESC, token LIMIT :most
""")
_EVERY_OF_COACHES = _ALL.where(f"""
    WHERE user_id = :whose AND (mark <> '' OR tool = '{EVOLVES}')
    ORDER BY at, token
""")
_LAST_DONE = _ALL.where(f"""
    WHERE user_id = :whose AND status = 'done' AND tool <> '{EVOLVES}'
    ORDER BY settled_at DESC LIMIT 1
""")
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
        await self.database.write(lambda tx: add_proposals(tx, [row]))

    async def proposal(self, user_id: int, token: str) -> ProposalRow | None:
        """One of this user's."""
        return await self._first(_ONE, whose=user_id, token=token)

    async def asking(self, user_id: int, chat_id: int, now: datetime) -> ProposalRow | None:
        """The one that this user is asked in that chat to say more of."""
        return await self._first(_ASKING, whose=user_id, chat=chat_id, now=now)

    async def session(self, user_id: int, now: datetime) -> ProposalRow | None:
        """The conversation about a template that is under way."""
        return await self._first(_SESSION, whose=user_id, now=now)

    async def waiting(self, user_id: int, chat_id: int, now: datetime) -> ProposalRow | None:
        """The newest that this user may still say yes to in that chat."""
        return await self._first(_WAITING, whose=user_id, chat=chat_id, now=now)

    async def last_done(self, user_id: int) -> ProposalRow | None:
        """What was done last of what was not taken back."""
        return await self._first(_LAST_DONE, whose=user_id)

    async def turn(self, row: ProposalRow, becomes: Status) -> bool:
        """Give one that is open or asking another status; whether it still was."""
        return await self._run(_TURN, token=row.token, whose=row.user_id, becomes=becomes) > 0

    async def is_set(self, user_id: int, token: str) -> bool:
        """Whether it is a set's or one of its items'."""
        return any(row.mark for row in await self.of_set(user_id, token))

    async def of_set(self, user_id: int, token: str) -> list[ProposalRow]:
        """The items of a set, of which `token` is one or the set's own, in their order."""
        of = token[:SET_LETTERS]
        return await self._few(_OF_SET, whose=user_id, first=f"{of}00", last=f"{of}ff")

    async def open_items(self, user_id: int) -> list[ProposalRow]:
        """Items of sets that wait, the oldest first; also those whose time is over."""
        return await self._few(_OPEN, whose=user_id)

    async def next_expiry(self) -> datetime | None:
        """When the first item of anybody's sets has waited too long."""
        return await self._first(_NEXT_EXPIRY)

    async def expired(self, now: datetime) -> list[ProposalRow]:
        """Items of anybody's sets that wait, and have too long."""
        return await self._all(_EXPIRED, now=now)

    async def marked(self, user_id: int, mark: str) -> ProposalRow | None:
        """The newest item with that mark."""
        return await self._first(_MARKED, whose=user_id, mark=mark)

    async def of_origin(self, user_id: int, origin: str, most: int) -> list[ProposalRow]:
        """What it has proposed, the newest first."""
        return await self._few(_OF_ORIGIN, whose=user_id, origin=origin, most=most)

    async def every_of_coaches(self, user_id: int) -> list[ProposalRow]:
        """All items of sets and conversations about templates, the oldest first."""
        return await self._few(_EVERY_OF_COACHES, whose=user_id)


def add_proposals(tx: Transaction, rows: Iterable[ProposalRow]) -> None:
    """Those that are not there yet."""
    tx.execute_many(_ADD, [_ALL.values(row) for row in rows])


def settle(tx: Transaction, settled: Iterable[Settled]) -> None:
    """In the transaction that tells the person. Raises Outdated."""
    for one in settled:
        key = {
            "token": one.token,
            "whose": one.user_id,
            "becomes": one.status,
            "at": one.at,
            "result": one.result,
        }
        if one.only:
            was = tx.first(_ONE, {"token": one.token, "whose": one.user_id})
            if was is None or was.status not in one.only:
                raise Outdated
        tx.execute(_SETTLE, key)
