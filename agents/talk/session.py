"""The conversation that a message belongs to: what was said before it without a long pause."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from agents.limits import Limits
from storage.entities import Message
from storage.messages import Messages

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


async def said_before(
    messages: Messages, limits: Limits, user_id: int, chat_id: int, now: datetime, *, but: int | None = None
) -> tuple[str, ...]:
    """The last lines of this conversation, the person's own and the bot's; `but`: the message that asks."""
    newest = await messages.recent_messages(chat_id, limits.lookback_limit)
    others = (one for one in newest if one.message_id != but)
    mine = [one for one in others if one.role == "assistant" or one.user_id == user_id]
    said = session_of(mine, now, timedelta(minutes=limits.session_gap_minutes))
    return tuple(map(line_of, said[-limits.calls.history :])) if limits.calls.history else ()


def line_of(message: Message) -> str:
    """As whoever answers is shown it."""
    text = " ".join(message.text.split())
    return f"{message.role}: {text if len(text) <= _LINE else text[:_LINE] + '…'}"
