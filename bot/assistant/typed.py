"""Deciding in words what was proposed, where there are no buttons: HTTP and the command line."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from agents.tools.catalogue.event_proposals import WRITES
from bot.assistant.decisions import Decisions
from bot.assistant.pages import Page
from bot.assistant.remote import call_of
from bot.assistant.tapped import Tapped
from bot.assistant.tool_caller import ToolCaller, proposal_of, yes_or_no
from bot.people.state import BotState
from bot.replies.callbacks import ProposalTap, read
from bot.texts import Wording, wording
from storage.entities import Buttons, Outgoing
from storage.proposal import ProposalRow


@dataclass(frozen=True, slots=True)
class Offer:
    """What waits in a chat for a yes, with the words that decide."""

    token: str
    options: tuple[str, ...]
    expires_at: datetime
    taps: tuple[ProposalTap, ...]


async def offered(state: BotState, user_id: int, chat_id: int) -> Offer | None:
    """The newest event or call of a tool that waits in a chat without buttons."""
    if state.assistant is None:
        return None
    row = await state.db.proposals.waiting(user_id, chat_id, state.now())
    return None if row is None else await _offer(state, row)


async def in_words(state: BotState, reply: Outgoing, say: Wording) -> Outgoing:
    """What decides is told, where buttons are not shown: of several proposals for the newest."""
    taps = [read(one.data) for row in reply.buttons for one in row]
    tokens = {tap.token for tap in taps if isinstance(tap, ProposalTap)}
    offer = await offered(state, reply.user_id, reply.chat_id) if tokens else None
    if offer is None or offer.token not in tokens:
        return reply
    words = say("handed.decide", options=" / ".join(offer.options))
    return reply.model_copy(update={"html": f"{reply.html}\n\n{words}"})


async def _buttons(state: BotState, row: ProposalRow) -> Buttons:
    if row.tool != WRITES:
        return yes_or_no(row.token, wording(call_of(row).language), "tools")
    kept = proposal_of(row)
    page = Page(wording(kept.language), await state.profile(row.user_id), state.now())
    return page.buttons(row.token, kept.change)


async def _offer(state: BotState, row: ProposalRow) -> Offer:
    buttons = [one for line in await _buttons(state, row) for one in line]
    taps = [tap for one in buttons if isinstance(tap := read(one.data), ProposalTap)]
    return Offer(row.token, tuple(one.label for one in buttons), row.expires_at, tuple(taps))


async def decided(state: BotState, user_id: int, chat_id: int, number: int, text: str) -> str | None:
    """What is told once the words decided, empty where it was told already; None: they decide nothing."""
    offer = await offered(state, user_id, chat_id)
    if offer is None or state.assistant is None:
        return None
    said = text.strip(" .!").casefold()
    places = {one.casefold(): at for at, one in enumerate(offer.options)}
    places |= {str(at + 1): at for at in range(len(offer.options))}
    if said not in places:
        return None
    where = Tapped(number, user_id, chat_id, None)
    told = await Decisions(ToolCaller(state, state.assistant)).tapped(where, offer.taps[places[said]])
    say = await state.wording(user_id)
    return told if told in {say(key) for key in ("tap.unknown", "tap.already", "tap.expired")} else ""
