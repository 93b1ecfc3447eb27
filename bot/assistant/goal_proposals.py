"""A goal that was proposed is set or not as its buttons say, once."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from agents.goals.standing import goal_of
from agents.tools.catalogue.goals import GoalProposal, write_goal
from bot.assistant.desk import Desk, Person
from bot.assistant.tapped import Tapped, message
from bot.people.teaching import Said
from bot.replies.achievements import goal_named, progress_line
from bot.replies.callbacks import ProposalTap, Verdict
from bot.texts import Html
from bot.texts.html import plain
from storage.entities import Button, Effects
from storage.proposal import ProposalRow
from storage.settled import Settled, Status


class KeptGoal(GoalProposal):
    """What waits for the tap, in the language in which it was proposed."""

    language: str = "en"


def kept_goal(row: ProposalRow) -> KeptGoal:
    """From a row's body."""
    return KeptGoal.model_validate_json(row.body)


@dataclass(frozen=True, slots=True)
class GoalProposals:
    """Offered to a person, and what becomes of it."""

    desk: Desk

    async def offered(self, person: Person, proposal: GoalProposal, token: str) -> Said:
        """The proposal as a row that waits, and how it is shown with its buttons; `token`: 24 hex digits."""
        now, hours = self.desk.state.now(), self.desk.state.services.limits.clarification_hours
        kept = KeptGoal(**dict(proposal), language=person.language)
        row = ProposalRow(
            token=token, user_id=person.user_id, chat_id=person.user_id, tool=proposal.tool,
            at=now, expires_at=now + timedelta(hours=hours), body=kept.model_dump_json(),
        )  # fmt: skip
        await self.desk.state.db.proposals.add(row)
        labels: tuple[tuple[str, Verdict], ...] = (("goal.button.yes", "yes"), ("goal.button.no", "no"))
        buttons = tuple(
            Button(label=plain(person.page.say(key)), data=ProposalTap(token, verdict).data)
            for key, verdict in labels
        )
        return Said(self._asking(kept, person), (buttons,))

    async def tapped(self, tap: Tapped, about: ProposalTap, row: ProposalRow, person: Person) -> str:
        """What to tell the one who tapped. Killed between, it is done again, to the same end."""
        kept, say = kept_goal(row), person.page.say
        if about.verdict != "yes" and row.status != "confirmed":
            await self._settle(tap, row, "declined", say("goal.declined"))
            return say("tap.skipped")
        await self.desk.state.db.proposals.turn(row, "confirmed")
        result = await self.desk.call(write_goal, kept.arguments, person, kept)
        written = None
        if result.value is not None:
            written = await self.desk.state.db.goals.goal(row.user_id, result.value.token)
        if written is None:
            await self._settle(tap, row, "failed", say("calendar.outcome.failed"))
            return say("calendar.not_done")
        named = goal_named(goal_of(written), say, person.page.today)
        html = "\n".join([say("goal.set", goal=named), progress_line(kept.progress, say)])
        await self._settle(tap, row, "kept", Html(html))  # /undo takes the goal itself back
        return say("tap.done")

    def _asking(self, kept: KeptGoal, person: Person) -> Html:
        say, today = person.page.say, person.page.today
        asks = [
            say("goal.proposed", goal=goal_named(kept.goal, say, today)),
            progress_line(kept.progress, say),
        ]
        if kept.replaces is not None:
            asks.insert(1, say("goal.instead_of", goal=goal_named(kept.replaces, say, today)))
        return Html("\n".join(asks))

    async def _settle(self, tap: Tapped, row: ProposalRow, status: Status, html: Html) -> None:
        settled = Settled(row.token, row.user_id, status, self.desk.state.now())
        shown = message(tap, f"proposal:{row.token}:{status}", html, edits=tap.message_id)
        await self.desk.state.db.turns.apply(Effects(settled=[settled], outgoing=[shown]))
