"""The way back from a quote to the message that it is of."""

from __future__ import annotations

from agents.offline.spoken import spoken
from bot.people.state import BotState
from bot.replies.evidence import shortened
from bot.texts import Html, wording

_QUOTE = 600


async def quoted(state: BotState, user_id: int, chat_id: int, message_id: int) -> Html | None:
    """Their own words of this chat, or the bot's; None: there is no such message of theirs."""
    found = await state.db.messages.get_message(chat_id, message_id)
    if found is None or (found.role == "user" and found.user_id != user_id):
        return None
    profile = await state.profile(user_id)
    say = wording(spoken(found.text, profile.language))
    return say("evidence", day=say.day(profile.local(found.at).date()), text=shortened(found.text, _QUOTE))
