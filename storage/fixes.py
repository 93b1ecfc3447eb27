"""Logs that *Fix* was tapped for: what that person says next in that chat is the correction."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import bindparam, delete, select
from sqlalchemy.dialects.sqlite import insert

from storage.columns import Moment
from storage.connection import Transaction
from storage.fix import Fix
from storage.schema import fixes
from storage.store import Store

_FIELDS = ("user_id", "chat_id", "entry_id", "expires_at")
_adding = insert(fixes).values({name: bindparam(name) for name in _FIELDS})
_SAVE = _adding.on_conflict_do_update(
    index_elements=[fixes.c.user_id, fixes.c.chat_id],
    set_={name: _adding.excluded[name] for name in ("entry_id", "expires_at")},
)
_HERE = (fixes.c.user_id == bindparam("whose"), fixes.c.chat_id == bindparam("where"))
_ONE = select(fixes.c.user_id, fixes.c.chat_id, fixes.c.entry_id, fixes.c.expires_at).where(
    *_HERE, fixes.c.expires_at > bindparam("now", type_=Moment())
)
_END = delete(fixes).where(*_HERE)


class Fixes(Store):
    """One row a person and chat."""

    async def fix(self, user_id: int, chat_id: int, now: datetime) -> Fix | None:
        """What this person is correcting in this chat."""
        key = {"whose": user_id, "where": chat_id, "now": now}
        row = await self.database.read(lambda tx: tx.first(_ONE, key))
        if row is None:
            return None
        owner, where, entry, until = row
        return Fix(owner, where, entry, until)

    async def end_fix(self, user_id: int, chat_id: int) -> bool:
        """Whether there was one."""
        return await self.database.write(lambda tx: end_fixes(tx, [(user_id, chat_id)])) > 0


def begin_fixes(tx: Transaction, begun: Iterable[Fix]) -> None:
    """The newest of a person in a chat is the one that holds."""
    tx.execute_many(_SAVE, [{name: getattr(one, name) for name in _FIELDS} for one in begun])


def end_fixes(tx: Transaction, ended: Iterable[tuple[int, int]]) -> int:
    """Of people in chats; how many there were."""
    return sum(tx.execute(_END, {"whose": user_id, "where": chat_id}) for user_id, chat_id in ended)
