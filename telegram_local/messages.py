"""The messages of every chat, as stored and as shown on the page."""

from __future__ import annotations

from pydantic import BaseModel, Field

from telegram_local.telegram import InlineButton, Message, Reaction, ReplyInterface


class StoredMessage(BaseModel):
    """A message with what the Bot API object does not carry.

    Attributes:
        revision: grows with every change, so that a late event never overwrites a newer one.
        key: the sender's idempotency key; a repeated send returns the first message.
        reactions: by user id.
        interface: what the bot put in place of the keyboard, or its wish for a reply.
    """

    message: Message
    revision: int = 1
    key: str | None = None
    reactions: dict[int, list[Reaction]] = Field(default_factory=dict[int, list[Reaction]])
    interface: ReplyInterface | None = None

    @property
    def chat_id(self) -> int:
        """The chat it is in."""
        return self.message.chat.id

    @property
    def message_id(self) -> int:
        """Its number in the chat."""
        return self.message.message_id

    @property
    def from_bot(self) -> bool:
        """Whether the bot wrote it."""
        return self.message.sender is not None and self.message.sender.is_bot

    @property
    def text(self) -> str:
        """What it says: the text, or the caption of a picture or file."""
        return self.message.text or self.message.caption or ""

    @property
    def buttons(self) -> list[InlineButton]:
        """Its buttons, row by row."""
        markup = self.message.reply_markup
        return [button for row in markup.inline_keyboard for button in row] if markup else []

    @property
    def labels(self) -> list[str]:
        """What its buttons say."""
        return [button.text for button in self.buttons]


class MessageBook:
    """Messages by chat and id, in the order sent."""

    def __init__(self) -> None:
        self._chats: dict[int, dict[int, StoredMessage]] = {}
        self._keys: dict[str, StoredMessage] = {}

    def put(self, stored: StoredMessage) -> None:
        """Add a message, or replace an older revision of it."""
        self._chats.setdefault(stored.chat_id, {})[stored.message_id] = stored
        if stored.key is not None:
            self._keys[stored.key] = stored

    def get(self, chat_id: int, message_id: int) -> StoredMessage | None:
        """The message, if it is there and was not deleted."""
        return self._chats.get(chat_id, {}).get(message_id)

    def by_key(self, key: str | None) -> StoredMessage | None:
        """The message sent with this idempotency key."""
        return None if key is None else self._keys.get(key)

    def drop(self, chat_id: int, message_id: int) -> None:
        """Forget a deleted message."""
        self._chats.get(chat_id, {}).pop(message_id, None)

    def drop_chat(self, chat_id: int) -> None:
        """Forget a chat's messages."""
        for stored in self._chats.pop(chat_id, {}).values():
            self._keys.pop(stored.key or "", None)

    def of(self, chat_id: int) -> list[StoredMessage]:
        """All messages of a chat, oldest first."""
        return list(self._chats.get(chat_id, {}).values())
