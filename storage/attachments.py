"""Voice notes and pictures: the files are in the data directory, these rows say what they are."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from storage.connection import Transaction
from storage.entities import Frozen
from storage.query import Bodies, columns_of, insert
from storage.store import Store
from storage.text import body


class Attachment(Frozen):
    """A voice note or picture somebody sent: the file under the data directory, and what was read from it."""

    id: str
    user_id: int
    chat_id: int
    message_id: int
    kind: Literal["voice", "picture"]
    file_id: str
    """Telegram's."""
    media_type: str
    path: str | None = None
    """Relative to the data directory; None: it could not be fetched."""
    text: str | None = None
    """The transcript, or the log read from the picture; None: not read yet, or nobody could."""
    at: datetime


_FIELDS = ("id", "user_id", "chat_id", "message_id", "at")
_ADD = f"{insert('attachments', (*_FIELDS, 'body'))} ON CONFLICT DO NOTHING"
_CHANGE = "UPDATE attachments SET body = :new WHERE id = :attachment AND user_id = :user"
_ONE = Bodies[Attachment]("SELECT body FROM attachments WHERE id = :attachment AND user_id = :user")
_OF_MESSAGE = Bodies[Attachment]("""
    SELECT body
    FROM attachments
    WHERE chat_id = :chat AND message_id = :message AND user_id = :user
""")
_ALL = Bodies[Attachment]("SELECT body FROM attachments WHERE user_id = :user ORDER BY at")


class Attachments(Store):
    """The attachments' rows."""

    async def add_attachment(self, attachment: Attachment) -> None:
        """Keep it; when its message has one already, nothing is done."""
        await self.database.write(lambda tx: add_attachment(tx, attachment))

    async def update_attachment(self, attachment: Attachment) -> None:
        """Its path and text; whose it is and which message's does not change."""
        await self._run(_CHANGE, attachment=attachment.id, user=attachment.user_id, new=body(attachment))

    async def attachment(self, user_id: int, attachment_id: str) -> Attachment | None:
        """One of this user's."""
        return await self._first(_ONE, attachment=attachment_id, user=user_id)

    async def attachment_of_message(self, user_id: int, chat_id: int, message_id: int) -> Attachment | None:
        """What this user sent with a message."""
        return await self._first(_OF_MESSAGE, user=user_id, chat=chat_id, message=message_id)

    async def attachments(self, user_id: int) -> list[Attachment]:
        """All of this user's, oldest first."""
        return await self._all(_ALL, user=user_id)


def add_attachment(tx: Transaction, attachment: Attachment) -> None:
    """Unless its message has one already."""
    tx.execute(_ADD, {"body": body(attachment), **columns_of(attachment, _FIELDS)})
