"""What was proposed is done or not as its buttons say, once, and taken back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from pydantic import JsonValue

from agents.agenda.changes import Change
from agents.tools.catalogue.event_proposals import WRITES, Written, write_event
from agents.tools.catalogue.goals import WRITES as WRITES_GOAL
from agents.tools.catalogue.reminders import WRITES as WRITES_REMINDER
from agents.tools.result import Outcome, Proposal, ToolResult
from bot.assistant.calls import Calls
from bot.assistant.goal_proposals import GoalProposals, kept_goal
from bot.assistant.pages import Buttons
from bot.assistant.reminder_proposals import ReminderProposals, kept_reminder
from bot.assistant.remote import call_of
from bot.assistant.tapped import Tapped, message
from bot.assistant.tool_caller import Person, ToolCaller, proposal_of
from bot.replies.callbacks import ProposalTap
from bot.texts import Html
from storage.entities import Effects
from storage.proposal import ProposalRow, Settled

_UNSURE = frozenset(
    {Outcome.UNAVAILABLE, Outcome.TIMED_OUT, Outcome.FAILED, Outcome.REFUSED, Outcome.CANCELLED}
)
"""It may have been done, or may be if it is tried again."""


@dataclass(frozen=True, slots=True)
class Decisions:
    """Taps and /undo."""

    desk: ToolCaller

    async def tapped(self, tap: Tapped, about: ProposalTap) -> str:
        """Do what was proposed, or not; what to tell the one who tapped."""
        row = await self.desk.state.db.proposals.proposal(tap.user_id, about.token)
        language = "" if row is None else _language(row)
        person = await self.desk.person(tap.user_id, self.desk.state.now(), language=language)
        say = person.page.say
        if row is None:
            return say("tap.unknown")
        if row.status not in ("open", "asking", "confirmed"):
            return say("tap.already" if row.status in ("done", "undone", "kept", "unsure") else "tap.expired")
        if row.status != "confirmed" and row.expires_at <= self.desk.state.now():
            return say("tap.expired")
        if row.tool != WRITES:
            others = _OF_TOOL.get(row.tool, Calls)(self.desk)
            return await others.tapped(tap, about, row, person)
        verdicts = {"yes": self._confirmed, "no": self._declined, "time": self._retiming}
        return await verdicts[about.verdict](tap, row, person)

    async def _retiming(self, tap: Tapped, row: ProposalRow, person: Person) -> str:
        """The next words that only say when are the other time."""
        if row.status == "confirmed" or not await self.desk.state.db.proposals.turn(row, "asking"):
            return person.page.say("tap.already")
        asks = message(tap, f"proposal:{row.token}:when:{tap.update_id}", person.page.say("calendar.when"))
        await self.desk.state.db.turns.apply(Effects(outgoing=[asks]))
        return ""

    async def _confirmed(self, tap: Tapped, row: ProposalRow, person: Person) -> str:
        """First the yes is kept, then it is done, then that it is done: killed between, it is tried again."""
        await self.desk.state.db.proposals.turn(row, "confirmed")
        proposed = proposal_of(row)
        result = await self._write(proposed, person)
        page = person.page
        if result.value is not None:
            html = page.done(proposed.change)
            left = result.value.model_dump_json(exclude_defaults=True)
            await self.desk.settle(tap, row, "done", html, result=left)
            return page.say("tap.done")
        if result.outcome in _UNSURE:
            html = Html(
                "\n\n".join([page.proposal(proposed), page.trouble(result), page.say("calendar.again")])
            )
            await self._show(tap, row, html, page.buttons(row.token, proposed.change))
        else:
            await self.desk.settle(tap, row, "failed", page.trouble(result))
        return page.say("calendar.not_done")

    async def _declined(self, tap: Tapped, row: ProposalRow, person: Person) -> str:
        """Also where it may have been done without our knowing: then that is taken back."""
        change = proposal_of(row).change
        back = change.taken_back(None) if row.status == "confirmed" else None
        if back is not None:
            result = await self._write(_as_proposal(back), person)
            if result.value is None and result.outcome is not Outcome.NOT_FOUND:
                await self._show(
                    tap, row, person.page.trouble(result), person.page.buttons(row.token, change)
                )
                return person.page.say("calendar.not_done")
        await self.desk.settle(tap, row, "declined", person.page.declined(change))
        return person.page.say("tap.skipped")

    async def taken_back(self, user_id: int, effects: Effects) -> Html | None:
        """Take back what was done last, and add to the effects that it is; what to say."""
        row = await self.desk.state.db.proposals.last_done(user_id)
        if row is None:
            return None
        person = await self.desk.person(user_id, self.desk.state.now(), language=_language(row))
        if row.tool != WRITES:
            effects.settled = [Settled(row.token, user_id, "kept", self.desk.state.now())]
            kept = call_of(row)
            return person.page.say("tools.not_undone", server=kept.server, name=kept.name)
        left = Written.model_validate_json(row.result).event if row.result else None
        back = proposal_of(row).change.taken_back(left)
        if back is None:
            return None
        result = await self._write(_as_proposal(back), person)
        now = self.desk.state.now()
        if result.value is not None or result.outcome is Outcome.NOT_FOUND:
            effects.settled = [Settled(row.token, user_id, "undone", now, in_calendar=True)]
            return person.page.done(back)
        if result.outcome in _UNSURE:
            return person.page.trouble(result)
        effects.settled = [Settled(row.token, user_id, "kept", now)]
        return person.page.trouble(result)

    async def _write(self, proposed: Proposal, person: Person) -> ToolResult[Written]:
        return await self.desk.call(write_event, proposed.arguments, person, proposed)

    async def _show(self, tap: Tapped, row: ProposalRow, html: Html, buttons: Buttons) -> None:
        key = f"proposal:{row.token}:{tap.update_id}"
        shown = message(tap, key, html, edits=tap.message_id, buttons=buttons)
        await self.desk.state.db.turns.apply(Effects(outgoing=[shown]))


_OF_TOOL = {WRITES_GOAL: GoalProposals, WRITES_REMINDER: ReminderProposals}
_READ = {WRITES: proposal_of, WRITES_GOAL: kept_goal, WRITES_REMINDER: kept_reminder}


def _language(row: ProposalRow) -> str:
    return _READ.get(row.tool, call_of)(row).language


def _as_proposal(change: Change) -> Proposal:
    """What somebody has asked for in so many words."""
    arguments = {"change": change.model_dump(mode="json", exclude_defaults=True)}
    return Proposal(tool=WRITES, arguments=cast("dict[str, JsonValue]", arguments))
