"""The global context of a user: every version is kept.

An archive only grows, so the newest version's holds all that older ones held: theirs are emptied.
"""

from __future__ import annotations

from collections.abc import Iterable

from storage.chosen import with_chosen
from storage.connection import Transaction
from storage.entities import ContextVersion, User
from storage.errors import Outdated
from storage.people import user_of
from storage.query import Query, Table
from storage.store import Store
from storage.wakes import emit, memory_changed

_ALL = Table("contexts", ContextVersion)
_ADD = f"{_ALL.insert} ON CONFLICT (user_id, version) DO NOTHING"
_EMPTY_OLDER = """
    UPDATE contexts SET archive = ''
    WHERE user_id = :whose AND archive <> ''
        AND version < (SELECT max(newest.version) FROM contexts AS newest WHERE newest.user_id = :whose)
"""
_VERSIONS = _ALL.where("WHERE user_id = :user_id ORDER BY version DESC")
_NEWEST = _VERSIONS.then("LIMIT 1")
_PERSON = Query[str | None, str | None]("""
    SELECT (SELECT content FROM contexts WHERE user_id = :user_id ORDER BY version DESC LIMIT 1),
        (SELECT body FROM users WHERE id = :user_id)
""")
_PAGE = _ALL.where("""
    WHERE user_id = :user_id AND version <= :until
    ORDER BY version DESC LIMIT :most
""")
_MOST = 2**31


class Contexts(Store):
    """The contexts' rows."""

    async def context(self, user_id: int) -> ContextVersion | None:
        """The newest version; None before anything was learnt."""
        return await self.database.look_up(lambda tx: newest_context(tx, user_id), once=True)

    async def versions(
        self, user_id: int, *, until: int | None = None, limit: int | None = None
    ) -> list[ContextVersion]:
        """Versions up to `until`, newest first; only the newest of all has its archive."""
        return await self._all(
            _PAGE,
            user_id=user_id,
            until=_MOST if until is None else until,
            most=_MOST if limit is None else limit,
        )

    async def save_context(self, version: ContextVersion, author: str = "") -> bool:
        """Add a version; False: that number is taken, and what stands there is left alone.

        `author`: the coach whose own write it rests on, which is not woken by it.
        """

        def work(tx: Transaction) -> bool:
            newest = newest_context(tx, version.user_id)
            if newest is not None and newest.version >= version.version:
                return False
            add_contexts(tx, [version])
            tx.told.append(version)
            emit(tx, version.user_id, [memory_changed(version)], version.at, author)
            return True

        return await self.database.write(work)

    async def get_global_context(self, user_id: int) -> str:
        """The Markdown with what the person has chosen, empty before anything was learnt or chosen."""
        return (await self.person(user_id))[1]

    async def person(self, user_id: int) -> tuple[User | None, str]:
        """The user, and the Markdown of `get_global_context`: both are wanted for every message."""

        def work(tx: Transaction) -> tuple[User | None, str]:
            ((newest, known),) = tx.rows(_PERSON, {"user_id": user_id})
            memory, user = newest or "", None if known is None else user_of(known)
            return user, with_chosen(memory, user.preferences) if user else memory

        return await self.database.look_up(work, once=True)


def newest_context(tx: Transaction, user_id: int) -> ContextVersion | None:
    """The newest version."""
    return tx.first(_NEWEST, {"user_id": user_id})


def add_contexts(tx: Transaction, new: Iterable[ContextVersion]) -> None:
    """Versions that are not there yet."""
    rows = [_ALL.values(version) for version in new]
    tx.execute_many(_ADD, rows)
    for user_id in {row["user_id"] for row in rows}:
        tx.execute(_EMPTY_OLDER, {"whose": user_id})


def add_next_contexts(tx: Transaction, new: Iterable[ContextVersion]) -> None:
    """Versions behind the newest. Raises Outdated where somebody else has saved one since."""
    for version in new:
        newest = newest_context(tx, version.user_id)
        if newest is not None and newest.version >= version.version:
            raise Outdated
        add_contexts(tx, [version])
