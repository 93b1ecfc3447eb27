"""A reminder that was proposed is set or not as its buttons say, once."""

from __future__ import annotations

from dataclasses import dataclass

from agents.tools.catalogue.reminders import ReminderProposal, write_reminder
from bot.assistant.tapped import Tapped
from bot.assistant.tool_caller import Person, ToolCaller, waiting, yes_or_no
from bot.reminders.pages import set_message
from bot.replies.callbacks import ProposalTap
from bot.replies.rhythms import moment, rhythm
from bot.replies.said import Said
from bot.texts import wording
from storage.proposal import ProposalRow


def kept_reminder(row: ProposalRow) -> ReminderProposal:
    """From a row's body."""
    return ReminderProposal.model_validate_json(row.body)


@dataclass(frozen=True, slots=True)
class ReminderProposals:
    """Offered to a person, and what becomes of it."""

    desk: ToolCaller

    async def offered(self, person: Person, proposal: ReminderProposal, token: str) -> Said:
        """The proposal as a row that waits, and how it is shown with its buttons; `token`: 24 hex digits."""
        about = (person.user_id, person.user_id)
        await waiting(self.desk.state, about, token, proposal.tool, proposal.model_dump_json())
        plan, say = proposal.plan, wording(proposal.plan.language)
        when = moment(proposal.due, person.profile, say, self.desk.state.now())
        when = f"{rhythm(plan, say)} ({when})" if plan.repeats else when
        said = say("remind.proposed", text=plan.text, when=when)
        return Said(said, yes_or_no(token, say, "remind"))

    async def tapped(self, tap: Tapped, about: ProposalTap, row: ProposalRow, person: Person) -> str:
        """What to tell the one who tapped. Killed between, it is done again, to the same end."""
        kept = kept_reminder(row)
        say = wording(kept.plan.language)
        if about.verdict != "yes" and row.status != "confirmed":
            await self.desk.settle(tap, row, "declined", say("remind.declined", text=kept.plan.text))
            return say("tap.skipped")
        await self.desk.state.db.proposals.turn(row, "confirmed")
        result = await self.desk.call(write_reminder, kept.arguments, person, kept)
        written = None
        if result.value is not None:
            written = await self.desk.state.db.reminders.reminder(row.user_id, result.value.reminder_id)
        if written is None:
            await self.desk.settle(tap, row, "failed", say("remind.past"))
            return say("calendar.not_done")
        html = set_message(written, kept.plan, person.profile, say, self.desk.state.now())
        await self.desk.settle(tap, row, "kept", html)  # /undo takes the reminder itself back
        return say("tap.done")
