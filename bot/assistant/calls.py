"""A proposed call of an MCP tool is made or not as its buttons say.

A server knows no id of ours, so nothing tells whether a call that was cut off was made. It is made again
unasked where the server says that this changes nothing; else what a reading tool of the same server says now
is shown, where one is configured for it, and the person decides (docs/decisions/014-calls-cut-off.md).
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from agents.remote.proposals import NOT_SENT
from agents.tools.registry import AnyTool
from agents.tools.result import Outcome
from bot.assistant.remote import asking, call_of, proposed, told, trouble
from bot.assistant.tapped import Tapped, message
from bot.assistant.tool_caller import Person, ToolCaller, yes_or_no
from bot.replies.callbacks import ProposalTap
from bot.texts import Html
from storage.entities import Effects, Outgoing
from storage.proposal import ProposalRow, Status

_UNKNOWN = frozenset({Outcome.UNAVAILABLE, Outcome.TIMED_OUT, Outcome.FAILED, Outcome.CANCELLED})
"""The call left, and what became of it nobody knows."""
_BACK = (0.5, 1.0, 2.0, 2.0)
"""Seconds in which a server that was lost is waited for before nothing can be looked up."""


@dataclass(frozen=True, slots=True)
class Calls:
    """Taps on proposals of MCP tools."""

    desk: ToolCaller

    async def tapped(self, tap: Tapped, about: ProposalTap, row: ProposalRow, person: Person) -> str:
        """What to tell the one who tapped."""
        if tap.chat_id != row.chat_id:
            return person.page.say("tap.unknown")
        if row.status == "confirmed":  # a run that was killed had begun it
            return await self._cut_off(tap, row, person)
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
        return row.tool in await self._connected(row.user_id)

    async def _connected(self, user_id: int) -> dict[str, AnyTool]:
        """What servers of theirs that answer lend, by name."""
        servers = await self.desk.assistant.remotes.ready(user_id)
        return {tool.name: tool for one in servers if one.state == "connected" for tool in one.tools}

    async def _cut_off(self, tap: Tapped, row: ProposalRow, person: Person) -> str:
        """Made again where that changes nothing."""
        tool = (await self._connected(row.user_id)).get(row.tool)
        if tool is not None and tool.repeatable:
            return await self._done(tap, row, person, again=True)
        await self._unsure(tap, row, person)
        return person.page.say("calendar.not_done")

    async def _done(self, tap: Tapped, row: ProposalRow, person: Person, *, again: bool = False) -> str:
        kept, say = call_of(row), person.page.say
        result = await self.desk.called(row.tool, kept.arguments, person, kept)
        if result.value is not None:
            done = say("tools.done_again" if again else "tools.done", server=kept.server, name=kept.name)
            answer = told(result, beside=asking(kept, say))
            await self._settle(tap, row, person, "done", Html(f"{done}\n\n{answer}"))
            return say("tap.done")
        if result.outcome in _UNKNOWN and result.detail != NOT_SENT:
            await self._unsure(tap, row, person)
        else:
            await self._settle(tap, row, person, "failed", trouble(result, say))
        return say("calendar.not_done")

    async def _unsure(self, tap: Tapped, row: ProposalRow, person: Person) -> None:
        """That nobody knows, what can be looked up, and the same call to be decided on anew."""
        kept, say = call_of(row), person.page.say
        html = Html("\n\n".join([say("tools.unsure"), *await self._looked_up(row, person)]))
        token = sha256(f"again:{row.token}".encode()).hexdigest()[:24]
        about = (row.user_id, row.chat_id)
        anew = await proposed(self.desk.state, kept, about, token, say, shall_i="tools.once_more")
        below = message(tap, f"proposal:{token}", anew.html, buttons=anew.buttons)
        await self._settle(tap, row, person, "unsure", html, then=[below])

    async def _looked_up(self, row: ProposalRow, person: Person) -> list[Html]:
        """What the tool that is configured for it answers to the same arguments, as far as it takes them."""
        kept, say = call_of(row), person.page.say
        known = {one.name: one.lookup for one in self.desk.assistant.remotes.tools(row.user_id)}
        if not (name := known.get(row.tool, "")):
            return []
        finder = await self._reading(row.user_id, name)
        if finder is None:
            return [say("tools.not_looked_up", name=name)]
        takes = finder.schema.get("properties", {})
        arguments = {key: one for key, one in kept.arguments.items() if key in takes}
        result = await self.desk.called(name, arguments, person)
        if result.value is None:
            return [say("tools.not_looked_up", name=name)]
        asked = Html("\n\n".join([asking(kept, say), say("tools.unsure")]))
        return [say("tools.looked_up", name=name, answer=told(result, beside=asked))]

    async def _reading(self, user_id: int, name: str) -> AnyTool | None:
        """The tool, once its server answers again; None: it does not, or has none that reads."""
        for pause in (*_BACK, None):
            if (found := (await self._connected(user_id)).get(name)) is not None:
                return found if found.kind == "reads" else None
            if pause is not None:
                await asyncio.sleep(pause)
        return None

    async def _wait(self, tap: Tapped, row: ProposalRow, person: Person) -> None:
        """Nothing was sent: the same buttons can be tapped again."""
        say = person.page.say
        why = [say("tools.outcome.unavailable"), say("tools.not_sent")]
        html = Html("\n\n".join([asking(call_of(row), say), " ".join(why)]))
        key = f"proposal:{row.token}:{tap.update_id}"
        shown = message(tap, key, html, edits=tap.message_id, buttons=yes_or_no(row.token, say, "tools"))
        await self.desk.state.db.turns.apply(Effects(outgoing=[shown]))

    async def _settle(
        self,
        tap: Tapped,
        row: ProposalRow,
        person: Person,
        status: Status,
        html: Html,
        *,
        then: Sequence[Outgoing] = (),
    ) -> None:
        asked = asking(call_of(row), person.page.say, shall_i="")
        await self.desk.settle(tap, row, status, f"{asked}\n\n{html}", then=then)
