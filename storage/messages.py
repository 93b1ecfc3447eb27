"""What was said in a chat, by users and by the bot."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from storage.connection import Transaction
from storage.entities import Message
from storage.query import Table
from storage.store import Store

_ALL = Table("messages", Message)
_ADD = f"{_ALL.insert} ON CONFLICT DO NOTHING"
_REWORD = f"""
    {_ALL.insert}
    ON CONFLICT (chat_id, message_id) DO UPDATE SET text = excluded.text
    WHERE user_id = excluded.user_id
"""
_ONE = _ALL.where("WHERE chat_id = :chat_id AND message_id = :message_id")
_SAID = _ALL.where(
    """WHERE chat_id = :chat_id AND at >= :since AND at < :until AND (:role = '' OR role = :role)
    ORDER BY message_id DESC LIMIT :limit"""
)
_RECENT = _ALL.where("WHERE chat_id = :chat_id ORDER BY message_id DESC LIMIT :limit")


class Messages(Store):
    """The messages' rows."""

    async def get_message(self, chat_id: int, message_id: int) -> Message | None:
        """One message of a chat."""
        return await self._first(_ONE, chat_id=chat_id, message_id=message_id)

    async def recent_messages(self, chat_id: int, limit: int) -> list[Message]:
        """The newest of a chat, newest first."""
        return await self._all(_RECENT, chat_id=chat_id, limit=limit)

    async def said(
        self, chat_id: int, *, since: datetime, until: datetime, role: str, limit: int
    ) -> list[Message]:
        """What was said in a chat in a time by those of a role ("": anybody), newest first."""
        return await self._all(_SAID, chat_id=chat_id, since=since, until=until, role=role, limit=limit)


def add_messages(tx: Transaction, new: Sequence[Message]) -> None:
    """Those that are not there yet."""
    tx.execute_many(_ADD, [_ALL.values(message) for message in new])


def reword_messages(tx: Transaction, changed: Sequence[Message]) -> None:
    """The bot's own messages, whose text was edited."""
    tx.execute_many(_REWORD, [_ALL.values(message) for message in changed])
