"""What copies elsewhere keep of what is taken back."""

from __future__ import annotations

from datetime import datetime

from bot.texts import Html, Wording
from storage.sync.pushed import Pushed


async def with_history(pushed: Pushed, user_id: int, since: datetime, html: Html, say: Wording) -> Html:
    """What tells that something done at `since` is taken back; more, where a pushed history keeps it."""
    if not await pushed.holds(user_id, since):
        return html
    return Html(f"{html}\n{say('undone.pushed')}")
