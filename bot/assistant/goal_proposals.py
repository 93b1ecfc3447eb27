"""A goal that was proposed is set or not as its buttons say, once."""

from __future__ import annotations

from dataclasses import dataclass

from agents.goals.standing import goal_of
from agents.tools.catalogue.goals import GoalProposal, write_goal
from bot.assistant.tapped import Tapped
from bot.assistant.tool_caller import Person, ToolCaller, waiting, yes_or_no
from bot.replies.achievements import goal_named, progress_line
from bot.replies.callbacks import ProposalTap
from bot.replies.said import Said
from bot.texts import Html
from storage.proposal import ProposalRow


class KeptGoal(GoalProposal):
    """What waits for the tap, in the language in which it was proposed."""

    language: str = "en"


def kept_goal(row: ProposalRow) -> KeptGoal:
    """From a row's body."""
    return KeptGoal.model_validate_json(row.body)


@dataclass(frozen=True, slots=True)
class GoalProposals:
    """Offered to a person, and what becomes of it."""

    desk: ToolCaller

    async def offered(self, person: Person, proposal: GoalProposal, token: str) -> Said:
        """The proposal as a row that waits, and how it is shown with its buttons; `token`: 24 hex digits."""
        kept = KeptGoal(**dict(proposal), language=person.language)
        about = (person.user_id, person.user_id)
        await waiting(self.desk.state, about, token, proposal.tool, kept.model_dump_json())
        return Said(self._asking(kept, person), yes_or_no(token, person.page.say, "goal"))

    async def tapped(self, tap: Tapped, about: ProposalTap, row: ProposalRow, person: Person) -> str:
        """What to tell the one who tapped. Killed between, it is done again, to the same end."""
        kept, say = kept_goal(row), person.page.say
        if about.verdict != "yes" and row.status != "confirmed":
            await self.desk.settle(tap, row, "declined", say("goal.declined"))
            return say("tap.skipped")
        await self.desk.state.db.proposals.turn(row, "confirmed")
        result = await self.desk.call(write_goal, kept.arguments, person, kept)
        written = None
        if result.value is not None:
            written = await self.desk.state.db.goals.goal(row.user_id, result.value.token)
        if written is None:
            await self.desk.settle(tap, row, "failed", say("calendar.outcome.failed"))
            return say("calendar.not_done")
        named = goal_named(goal_of(written), say, person.page.today)
        html = "\n".join([say("goal.set", goal=named), progress_line(kept.progress, say)])
        await self.desk.settle(tap, row, "kept", Html(html))  # /undo takes the goal itself back
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
