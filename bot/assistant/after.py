"""Words about the proposal that somebody was just shown: another time for it, yes, or no."""

from __future__ import annotations

from agents.agenda.replying import LONGEST, Reply, reply_in
from agents.agenda.speech import speech
from agents.handover import Handover, Part
from agents.specialists.staff import CALENDAR
from agents.tools.catalogue.event_proposals import WRITES
from agents.turn import Incoming
from bot.assistant.tool_caller import token_of
from bot.people.state import BotState
from bot.replies.callbacks import ProposalTap, read
from storage.proposal import ProposalRow

_RECENT = 10
_PARTS = 4
"""Of a message, of which one may have proposed it."""


async def about_proposal(state: BotState, incoming: Incoming, home: int) -> Handover | None:
    """After *Change time* only a time; else what is said next, if nothing was said between."""
    row = await _meant(state, incoming, home)
    if row is None:  # a log is not read for it
        return None
    decides = await _read(state, incoming)
    if decides is None or (row.status in {"asking", "done"} and decides != "time"):
        return None
    request = {"user_question": incoming.text, "retimes": row.token, "decides": decides}
    return Handover(parts=(Part(specialist=CALENDAR, words=incoming.text, request={**request}),))


async def _meant(state: BotState, incoming: Incoming, home: int) -> ProposalRow | None:
    """The proposal that it replies to, else the one that waits for a time, else the one just shown."""
    proposals = state.db.proposals
    taps = (read(data) for data in incoming.replied_taps)
    token = next((tap.token for tap in taps if isinstance(tap, ProposalTap)), None)
    if token is not None:
        row = await proposals.proposal(incoming.user_id, token)
        return row if row is not None and row.tool == WRITES and row.chat_id == home else None
    if incoming.replies_to is not None:
        return None
    row = await proposals.asking(incoming.user_id, home, state.now())
    if row is None and incoming.reply_to is None and incoming.chat_id == home:
        row = await _just_shown(state, incoming, home)
    return row


async def _read(state: BotState, incoming: Incoming) -> Reply | None:
    profile = await state.profile(incoming.user_id)
    words = speech(state.services.spoken(incoming.text, profile.language))
    return reply_in(incoming.text, words, profile.local(incoming.sent_at), profile.date_order)


async def _just_shown(state: BotState, incoming: Incoming, home: int) -> ProposalRow | None:
    """The newest event that waits for a yes, or got one, where this person has said nothing since."""
    if len(incoming.text) > LONGEST:
        return None
    proposals = state.db.proposals
    waits = await proposals.waiting(incoming.user_id, home, state.now())
    rows = [one for one in (waits, await proposals.last_done(incoming.user_id)) if one and one.tool == WRITES]
    if not rows:
        return None
    newest = await state.db.messages.recent_messages(home, _RECENT)
    own = [one.message_id for one in newest if one.role == "user" and one.message_id < incoming.message_id]
    made = {token_of(home, max(own, default=0), at) for at in range(_PARTS)}
    return next((one for one in rows if one.token in made), None)
