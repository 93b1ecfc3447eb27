"""A reminder that was proposed is set or not as its buttons say, once."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from agents.tools.catalogue.reminders import ReminderProposal, write_reminder
from bot.assistant.desk import Desk, Person
from bot.assistant.tapped import Tapped, message
from bot.people.teaching import Said
from bot.reminders.pages import set_message
from bot.replies.callbacks import ProposalTap, Verdict
from bot.replies.rhythms import moment, rhythm
from bot.texts import Html, wording
from bot.texts.html import plain
from storage.entities import Button, Effects
from storage.proposal import ProposalRow
from storage.settled import Settled, Status


def kept_reminder(row: ProposalRow) -> ReminderProposal:
    """From a row's body."""
    return ReminderProposal.model_validate_json(row.body)


@dataclass(frozen=True, slots=True)
class ReminderProposals:
    """Offered to a person, and what becomes of it."""

    desk: Desk

    async def offered(self, person: Person, proposal: ReminderProposal, token: str) -> Said:
        """The proposal as a row that waits, and how it is shown with its buttons; `token`: 24 hex digits."""
        now, hours = self.desk.state.now(), self.desk.state.services.limits.clarification_hours
        row = ProposalRow(
            token=token, user_id=person.user_id, chat_id=person.user_id, tool=proposal.tool,
            at=now, expires_at=now + timedelta(hours=hours), body=proposal.model_dump_json(),
        )  # fmt: skip
        await self.desk.state.db.proposals.add(row)
        plan, say = proposal.plan, wording(proposal.plan.language)
        when = moment(proposal.due, person.profile, say, now)
        when = f"{rhythm(plan, say)} ({when})" if plan.repeats else when
        labels: tuple[tuple[str, Verdict], ...] = (("remind.button.yes", "yes"), ("remind.button.no", "no"))
        buttons = tuple(
            Button(label=plain(say(key)), data=ProposalTap(token, verdict).data) for key, verdict in labels
        )
        return Said(say("remind.proposed", text=plan.text, when=when), (buttons,))

    async def tapped(self, tap: Tapped, about: ProposalTap, row: ProposalRow, person: Person) -> str:
        """What to tell the one who tapped. Killed between, it is done again, to the same end."""
        kept = kept_reminder(row)
        say = wording(kept.plan.language)
        if about.verdict != "yes" and row.status != "confirmed":
            await self._settle(tap, row, "declined", say("remind.declined", text=kept.plan.text))
            return say("tap.skipped")
        await self.desk.state.db.proposals.turn(row, "confirmed")
        result = await self.desk.call(write_reminder, kept.arguments, person, kept)
        written = None
        if result.value is not None:
            written = await self.desk.state.db.reminders.reminder(row.user_id, result.value.reminder_id)
        if written is None:
            await self._settle(tap, row, "failed", say("remind.past"))
            return say("calendar.not_done")
        html = set_message(written, kept.plan, person.profile, say, self.desk.state.now())
        await self._settle(tap, row, "kept", html)  # /undo takes the reminder itself back
        return say("tap.done")

    async def _settle(self, tap: Tapped, row: ProposalRow, status: Status, html: Html) -> None:
        settled = Settled(row.token, row.user_id, status, self.desk.state.now())
        shown = message(tap, f"proposal:{row.token}:{status}", html, edits=tap.message_id)
        await self.desk.state.db.turns.apply(Effects(settled=[settled], outgoing=[shown]))
