"""What a job's tools propose is shown with the buttons that every proposal has."""

from __future__ import annotations

from hashlib import sha256

from agents.remote.proposals import CallProposal
from agents.tools.catalogue.event_proposals import EventProposal
from agents.tools.catalogue.goals import GoalProposal
from agents.tools.catalogue.reminders import ReminderProposal
from agents.tools.result import Proposal
from bot.assistant.desk import Desk, kept, proposal_of, waiting
from bot.assistant.goal_proposals import GoalProposals
from bot.assistant.reminder_proposals import ReminderProposals
from bot.assistant.remote import proposed as call_proposed
from bot.people.state import BotState
from bot.people.teaching import Said


async def offered(state: BotState, user_id: int, proposal: Proposal, about: str) -> Said | None:
    """Its row waits from now on; `about` tells it from all others, so that the same again is the same row."""
    desk, token = Desk(state, state.assisting), sha256(about.encode()).hexdigest()[:24]
    person = await desk.person(user_id, state.now())
    match proposal:
        case GoalProposal():
            return await GoalProposals(desk).offered(person, proposal, token)
        case ReminderProposal():
            return await ReminderProposals(desk).offered(person, proposal, token)
        case EventProposal():
            body = kept(proposal, person.language)
            row = await waiting(state, (user_id, user_id), token, proposal.tool, body)
            event = proposal_of(row)
            return Said(person.page.proposal(event), person.page.buttons(row.token, event.change))
        case CallProposal():
            return await call_proposed(state, proposal, (user_id, user_id), token, person.page.say)
        case _:
            return None
