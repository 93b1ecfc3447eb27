"""The conversation that a message belongs to: what was said before it without a long pause."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from storage.entities import Message

_LINE = 400
"""Characters of a message."""


def session_of(messages: Sequence[Message], now: datetime, gap: timedelta) -> list[Message]:
    """Of messages, newest first, those of the conversation of `now`, oldest first."""
    kept: list[Message] = []
    after = now
    for one in messages:
        if after - one.at > gap:
            break
        kept.append(one)
        after = min(after, one.at)
    return kept[::-1]


def line_of(message: Message) -> str:
    """As whoever answers is shown it."""
    text = " ".join(message.text.split())
    return f"{message.role}: {text if len(text) <= _LINE else text[:_LINE] + '…'}"
