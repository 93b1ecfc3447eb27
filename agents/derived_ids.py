"""Ids that follow from what they are of: the same work, heard again after a kill, gets the same one."""

from __future__ import annotations

from hashlib import sha256

from ulid import ULID


def id_of(*parts: object) -> str:
    """The same parts, the same id; in the form of a ULID."""
    return str(ULID.from_bytes(sha256("\0".join(map(str, parts)).encode()).digest()[:16]))


def id_beside(turn_id: str, what: str) -> str:
    """Of something that follows from a turn: as old as that, and the same for every tap on its button."""
    random = sha256(f"{turn_id}:{what}".encode()).digest()[:10]
    return str(ULID.from_bytes(bytes(ULID.from_str(turn_id))[:6] + random))


def message_key(chat_id: int, message_id: int) -> str:
    """Of what a message wants: heard again, it is wanted once."""
    return f"{chat_id}/{message_id}"
