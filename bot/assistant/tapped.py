"""A tap on a proposal's button, and what is shown where it was."""

from __future__ import annotations

from dataclasses import dataclass

from bot.replies.said import Said
from bot.texts import Html
from storage.entities import Buttons, Outgoing


@dataclass(frozen=True, slots=True)
class Tapped:
    """Which update by whom, about which message."""

    update_id: int
    user_id: int
    chat_id: int
    message_id: int | None
    """None: it was said in words, where no message has buttons."""


def message(
    tap: Tapped,
    key: str,
    html: str,
    *,
    edits: int | None = None,
    buttons: Buttons = (),
) -> Outgoing:
    """One for whoever tapped, or in place of the message that it edits."""
    return Said(Html(html), buttons).to(tap.user_id, key, tap.chat_id, edits=edits)
