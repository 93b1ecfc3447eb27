"""Ids of chats and messages that are not Telegram's: conversations at the command line, and imports."""

from __future__ import annotations

from hashlib import sha256

CONSOLE = 1 << 53
"""Ids of console chats start here: Telegram's have at most 52 significant bits, so they never meet."""


def chat_of(user_id: int, thread: str) -> int:
    """The chat of one conversation of a user."""
    return CONSOLE + _hash(f"{user_id}\0{thread}")


def without_buttons(chat_id: int) -> bool:
    """Whether it is no chat of Telegram's, but of the command line or of HTTP: all is typed there."""
    return chat_id >= CONSOLE


def home(user_id: int, chat_id: int) -> int:
    """The chat in which a person decides what was proposed in that one."""
    return chat_id if without_buttons(chat_id) else user_id


def message_of(key: str) -> int:
    """A message id for a line of a batch: the same line, the same id."""
    return 1 + _hash(key)


def _hash(text: str) -> int:
    return int.from_bytes(sha256(text.encode()).digest()[:7])
