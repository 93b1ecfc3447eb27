"""Users and their preferences."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from storage.connection import Transaction
from storage.entities import User
from storage.query import Column, insert
from storage.store import Store
from storage.text import body

_SAVE = f"{insert('users', ('id', 'body'))} ON CONFLICT (id) DO UPDATE SET body = excluded.body"
_ONE = Column[str]("SELECT body FROM users WHERE id = :id")


class People(Store):
    """The users' rows."""

    async def get_user(self, user_id: int) -> User | None:
        """None for somebody nothing was ever saved about."""
        return await self.database.look_up(lambda tx: one_user(tx, user_id), once=True)


def one_user(tx: Transaction, user_id: int) -> User | None:
    """One row."""
    known = tx.first(_ONE, {"id": user_id})
    return None if known is None else user_of(known)


@lru_cache(maxsize=64)
def user_of(document: str) -> User:
    """From a row's JSON. Read once: every message asks for its sender, who seldom changes."""
    return User.model_validate_json(document)


def save_users(tx: Transaction, changed: Sequence[User]) -> None:
    """New or changed users."""
    tx.execute_many(_SAVE, [{"id": user.id, "body": body(user)} for user in changed])
