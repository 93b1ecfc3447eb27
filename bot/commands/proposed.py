"""A tap below something proposed: whose it is by its row."""

from __future__ import annotations

from bot.assistant.tapped import Tapped
from bot.people.state import BotState
from bot.replies.callbacks import ProposalTap
from storage.proposals import EVOLVES


async def decided(state: BotState, tap: Tapped, about: ProposalTap) -> str:
    """What to tell the one who tapped."""
    if await state.db.proposals.is_set(tap.user_id, about.token):
        from bot.changes.deciding import Deciding  # noqa: PLC0415 - only where something was proposed

        return await Deciding(state).tapped(tap, about)
    row = await state.db.proposals.proposal(tap.user_id, about.token)
    if row is not None and row.tool == EVOLVES:
        from bot.evolution.chat import EvolutionChat  # noqa: PLC0415 - only where templates are spoken of

        return await EvolutionChat(state).tapped(tap, about, row)
    from bot.assistant.decisions import Decisions  # noqa: PLC0415 - as above
    from bot.assistant.desk import Desk  # noqa: PLC0415 - as above

    return await Decisions(Desk(state, state.assisting)).tapped(tap, about)
