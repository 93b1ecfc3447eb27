"""A proposed call of an MCP tool is made or not as its buttons say.

A server knows no id of ours, so nothing tells whether a call that was cut off was made: it is never repeated.
"""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import BaseModel

from agents.remote.proposals import NOT_SENT
from agents.tools.result import Outcome, ToolResult
from bot.assistant.desk import Desk, Person, yes_or_no
from bot.assistant.remote import asking, call_of, told, trouble
from bot.assistant.tapped import Tapped, message
from bot.replies.callbacks import ProposalTap
from bot.texts import Html
from storage.entities import Effects
from storage.proposal import ProposalRow
from storage.settled import Status

_UNKNOWN = frozenset({Outcome.UNAVAILABLE, Outcome.TIMED_OUT, Outcome.FAILED, Outcome.CANCELLED})
"""The call left, and what became of it nobody knows."""


@dataclass(frozen=True, slots=True)
class Calls:
    """Taps on proposals of MCP tools."""

    desk: Desk

    async def tapped(self, tap: Tapped, about: ProposalTap, row: ProposalRow, person: Person) -> str:
        """What to tell the one who tapped."""
        if tap.chat_id != row.chat_id:
            return person.page.say("tap.unknown")
        if row.status == "confirmed":  # a run that was killed had begun it: it is never begun again
            await self._settle(tap, row, person, "unsure", person.page.say("tools.unsure"))
            return person.page.say("calendar.not_done")
        if about.verdict != "yes":
            await self._settle(tap, row, person, "declined", person.page.say("tools.declined"))
            return person.page.say("tap.skipped")
        if not await self._is_there(row):
            await self._wait(tap, row, person)
            return person.page.say("calendar.not_done")
        if not await self.desk.state.db.proposals.turn(row, "confirmed"):
            return person.page.say("tap.already")
        return await self._done(tap, row, person)

    async def _is_there(self, row: ProposalRow) -> bool:
        servers = await self.desk.assistant.remotes.ready(row.user_id)
        connected = [one for one in servers if one.state == "connected"]
        return any(tool.name == row.tool for one in connected for tool in one.tools)

    async def _done(self, tap: Tapped, row: ProposalRow, person: Person) -> str:
        kept, say = call_of(row), person.page.say
        result = await self.desk.called(row.tool, kept.arguments, person, kept)
        if result.value is not None:
            done = say("tools.done", server=kept.server, name=kept.name)
            answer = told(result, beside=asking(kept, say))
            await self._settle(tap, row, person, "done", Html(f"{done}\n\n{answer}"))
            return say("tap.done")
        status, html = _ended(result, person)
        await self._settle(tap, row, person, status, html)
        return say("calendar.not_done")

    async def _wait(self, tap: Tapped, row: ProposalRow, person: Person) -> None:
        """Nothing was sent: the same buttons can be tapped again."""
        say = person.page.say
        why = [say("tools.outcome.unavailable"), say("tools.not_sent")]
        html = Html("\n\n".join([asking(call_of(row), say), " ".join(why)]))
        key = f"proposal:{row.token}:{tap.update_id}"
        shown = message(tap, key, html, edits=tap.message_id, buttons=yes_or_no(row.token, say, "tools"))
        await self.desk.state.db.turns.apply(Effects(outgoing=[shown]))

    async def _settle(
        self, tap: Tapped, row: ProposalRow, person: Person, status: Status, html: Html
    ) -> None:
        asked = asking(call_of(row), person.page.say, shall_i=False)
        await self.desk.settle(tap, row, status, f"{asked}\n\n{html}")


def _ended(result: ToolResult[BaseModel], person: Person) -> tuple[Status, Html]:
    if result.outcome in _UNKNOWN and result.detail != NOT_SENT:
        return "unsure", person.page.say("tools.unsure")
    return "failed", trouble(result, person.page.say)
