"""What was said in a chat, by users and by the bot."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from storage.connection import Transaction
from storage.entities import Message
from storage.query import Query, columns_of, insert, listed
from storage.store import Store

_FIELDS = ("chat_id", "message_id", "user_id", "role", "text", "at", "reply_to", "raw_json")
_ADD = f"{insert('messages', _FIELDS)} ON CONFLICT DO NOTHING"
_REWORD = f"""
    {insert("messages", _FIELDS)}
    ON CONFLICT (chat_id, message_id) DO UPDATE SET text = excluded.text
    WHERE user_id = excluded.user_id
"""
_COLUMNS = Query[int, int, int, str, str, datetime, int | None, str | None](
    f"SELECT {listed(_FIELDS)} FROM messages"
)
_ONE = _COLUMNS.then("WHERE chat_id = :chat_id AND message_id = :message_id")
_SAID = _COLUMNS.then(
    """WHERE chat_id = :chat_id AND at >= :since AND at < :until AND (:role = '' OR role = :role)
    ORDER BY message_id DESC LIMIT :limit"""
)
_RECENT = _COLUMNS.then("WHERE chat_id = :chat_id ORDER BY message_id DESC LIMIT :limit")


class Messages(Store):
    """The messages' rows."""

    async def save_message(self, message: Message) -> None:
        """Keep it; one that is known already is left alone."""
        await self.database.write(lambda tx: add_messages(tx, [message]))

    async def get_message(self, chat_id: int, message_id: int) -> Message | None:
        """One message of a chat."""
        row = await self.database.look_up(
            lambda tx: tx.first(_ONE, {"chat_id": chat_id, "message_id": message_id})
        )
        return None if row is None else _message(*row)

    async def recent_messages(self, chat_id: int, limit: int) -> list[Message]:
        """The newest of a chat, newest first."""
        rows = await self.database.read(lambda tx: tx.rows(_RECENT, {"chat_id": chat_id, "limit": limit}))
        return [_message(*row) for row in rows]

    async def said(
        self, chat_id: int, *, since: datetime, until: datetime, role: str, limit: int
    ) -> list[Message]:
        """What was said in a chat in a time by those of a role ("": anybody), newest first."""
        given = {"chat_id": chat_id, "since": since, "until": until, "role": role, "limit": limit}
        rows = await self.database.read(lambda tx: tx.rows(_SAID, given))
        return [_message(*row) for row in rows]


def add_messages(tx: Transaction, new: Sequence[Message]) -> None:
    """Those that are not there yet."""
    tx.execute_many(_ADD, [columns_of(message, _FIELDS) for message in new])


def reword_messages(tx: Transaction, changed: Sequence[Message]) -> None:
    """The bot's own messages, whose text was edited."""
    tx.execute_many(_REWORD, [columns_of(message, _FIELDS) for message in changed])


def _message(*row: object) -> Message:
    return Message.model_validate(dict(zip(_FIELDS, row, strict=True)))
