"""The door from words to a conversation about a template: nothing behind it is loaded for who has none."""

from __future__ import annotations

from agents.turn import Incoming
from bot.people.state import BotState


async def evolved(state: BotState, incoming: Incoming) -> bool:
    """Whether it was for a conversation that waits for words, and is answered."""
    if incoming.user_id in state.untalked or not state.coaching.enabled:
        return False
    row = await state.db.proposals.session(incoming.user_id, state.now())
    if row is None:
        state.untalked.add(incoming.user_id)
        return False
    from bot.evolution.chat import EvolutionChat  # noqa: PLC0415 - most people have no coach

    return await EvolutionChat(state).heard(incoming, row)
