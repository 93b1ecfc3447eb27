"""What a long receipt left out."""

from __future__ import annotations

from agents.turn import Turn
from bot.people.state import BotState
from bot.replies.receipts import understood
from bot.texts import Html, wording


async def whole_log(state: BotState, turn: Turn) -> tuple[str, tuple[str, ...]]:
    """All that a log tells as it is now, and its entries; empty where it was taken back."""
    user_id = turn.incoming.user_id
    profile = await state.profile(user_id)
    entries = await state.db.entries.entries(user_id, list(turn.stored_ids))
    live = sorted((one for one in entries if not one.deleted), key=lambda one: one.part)
    say, today = wording(profile.language), profile.local(state.now()).date()
    lines: list[Html] = []
    for entry in live:
        lines += [Html(), say("receipt.logged", day=say.day(entry.day, today)), *understood(entry, say)]
    return "\n".join(lines[1:]), tuple(one.id for one in live)
