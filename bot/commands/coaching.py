"""Commands about coaches and what they propose, and words for a conversation about a template."""

from __future__ import annotations

from agents.turn import Incoming
from bot.people.state import BotState
from bot.updates.asked import Asked
from storage.entities import Outgoing


async def coaches(state: BotState, asked: Asked) -> Outgoing:
    """The coaches with their buttons, or a new one."""
    from bot.coaches.chat import CoachDesk  # noqa: PLC0415 - most people have none

    return asked.says(await CoachDesk(state).asked(asked))


async def proposals(state: BotState, asked: Asked) -> Outgoing:
    """What waits for a yes or no, or the decision."""
    from bot.changes.listed import Listed  # noqa: PLC0415 - only where something was proposed

    return asked.says(await Listed(state, asked).told())


async def evolve(state: BotState, asked: Asked) -> Outgoing:
    """A conversation about a template of coaches."""
    from bot.evolution.chat import EvolutionChat  # noqa: PLC0415 - most people have no coach

    return asked.says(await EvolutionChat(state).asked(asked))


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
