"""A session in the person's calendar: proposed, kept with an id of ours, written once, taken out again."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import cast

from pydantic import JsonValue

from agents.changes.items import SessionItem
from agents.tools.catalogue.event_proposals import EventProposal, Written, propose_event, write_event
from agents.tools.result import Outcome
from bot.assistant.tool_caller import Person, ToolCaller
from bot.people.state import BotState
from storage.entities import Frozen

UNSURE = frozenset({Outcome.UNAVAILABLE, Outcome.TIMED_OUT, Outcome.FAILED, Outcome.CANCELLED})
"""It may have been written: the next try looks first."""


class Entered(Frozen):
    """A row's result: the event that is meant, and once it is there as it is there."""

    meant: EventProposal
    written: Written | None = None


@dataclass(frozen=True, slots=True)
class CalendarSessions:
    """For one person who may have a calendar."""

    state: BotState
    person: Person

    @classmethod
    async def of(cls, state: BotState, user_id: int, now: datetime) -> CalendarSessions | None:
        """None: nothing of calendars is configured."""
        if state.assistant is None:
            return None
        return cls(state, await ToolCaller(state, state.assistant).person(user_id, now))

    @property
    def _desk(self) -> ToolCaller:
        return ToolCaller(self.state, self.state.assisting)

    async def meant(self, item: SessionItem) -> Entered | None:
        """The event as it will be written; None: the person has no calendar that may be written to."""
        whole = item.at is None
        start = datetime.combine(item.day, item.at or time(), self.person.zone)
        end = start + (timedelta(days=item.days) if whole else timedelta(minutes=item.minutes))
        arguments: dict[str, JsonValue] = {
            "title": item.title, "start": start.isoformat(), "end": end.isoformat(), "all_day": whole
        }  # fmt: skip
        result = await self._desk.call(propose_event, arguments, self.person)
        return None if result.value is None else Entered(meant=result.value)

    async def enter(self, entered: Entered) -> Entered | Outcome:
        """Write it, once however often it is tried."""
        result = await self._desk.call(write_event, entered.meant.arguments, self.person, entered.meant)
        if result.value is None:
            return result.outcome
        return entered.model_copy(update={"written": result.value})

    async def take_out(self, entered: Entered) -> Outcome:
        """DONE also where somebody else took it out already."""
        left = entered.written.event if entered.written is not None else None
        back = entered.meant.change.taken_back(left)
        if back is None:
            return Outcome.NOT_FOUND
        arguments = {"change": back.model_dump(mode="json", exclude_defaults=True)}
        said = EventProposal(
            tool=entered.meant.tool, arguments=cast("dict[str, JsonValue]", arguments), change=back
        )
        result = await self._desk.call(write_event, said.arguments, self.person, said)
        return Outcome.DONE if result.outcome is Outcome.NOT_FOUND else result.outcome
