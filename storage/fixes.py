"""Logs that *Fix* was tapped for: what that person says next in that chat is the correction."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from storage.connection import Transaction
from storage.fix import Fix
from storage.query import Table
from storage.store import Store

_ALL = Table("fixes", Fix)
_SAVE = f"""
    {_ALL.insert}
    ON CONFLICT (user_id, chat_id) DO UPDATE
    SET entry_id = excluded.entry_id, expires_at = excluded.expires_at
"""
_ONE = _ALL.where("WHERE user_id = :whose AND chat_id = :chat AND expires_at > :now")
_END = "DELETE FROM fixes WHERE user_id = :whose AND chat_id = :chat"


class Fixes(Store):
    """One row a person and chat."""

    async def fix(self, user_id: int, chat_id: int, now: datetime) -> Fix | None:
        """What this person is correcting in this chat."""
        return await self._first(_ONE, whose=user_id, chat=chat_id, now=now)

    async def end_fix(self, user_id: int, chat_id: int) -> bool:
        """Whether there was one."""
        return await self.database.write(lambda tx: end_fixes(tx, [(user_id, chat_id)])) > 0


def begin_fixes(tx: Transaction, begun: Iterable[Fix]) -> None:
    """The newest of a person in a chat is the one that holds."""
    tx.execute_many(_SAVE, [_ALL.values(one) for one in begun])


def end_fixes(tx: Transaction, ended: Iterable[tuple[int, int]]) -> int:
    """Of people in chats; how many there were."""
    return sum(tx.execute(_END, {"whose": user_id, "chat": chat_id}) for user_id, chat_id in ended)
