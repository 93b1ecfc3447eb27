"""What is proposed to be changed in a calendar, and doing it once, however often it is tried."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Literal

from agents.agenda.event import Calendar, CalendarError, Event
from storage.entities import Frozen

Does = Literal["create", "move", "delete", "restore"]
_PAUSE_S = 0.3


class Change(Frozen):
    """`before` is the event with the version that was shown; `after` as it is to be."""

    account: str
    """Its key."""
    does: Does
    before: Event | None = None
    after: Event | None = None

    @property
    def event(self) -> Event:
        """What it is about."""
        event = self.after or self.before
        if event is None:
            raise ValueError("a change is about an event")
        return event

    @property
    def edits(self) -> tuple[str, str] | None:
        """The title or place that it had and gets, where it stays when it is."""
        before, after = self.before, self.after
        if before is None or after is None or (before.start, before.end) != (after.start, after.end):
            return None
        pairs = ((before.title, after.title), (before.location, after.location))
        return next((pair for pair in pairs if pair[0] != pair[1]), None)

    def taken_back(self, left: Event | None) -> Change | None:
        """What takes it back, where `left` is what carrying it out has returned; None: nothing does."""
        if self.does == "create":
            return Change(account=self.account, does="delete", before=left or self.after)
        if self.does == "move":
            return Change(account=self.account, does="move", before=left or self.after, after=self.before)
        if self.does == "delete":
            return Change(account=self.account, does="restore", after=left or self.before)
        return None


async def carry_out(calendar: Calendar, change: Change) -> Event | None:
    """What is in the calendar then, of a deletion what was (None: it was gone). Raises CalendarError.

    Each try looks first what is there, so that what a lost answer or a killed process has done is not done
    again. No answer at all is tried once more.
    """
    try:
        return await _TRIES[change.does](calendar, change)
    except CalendarError as trouble:
        if trouble.why not in ("unreachable", "taken"):
            raise
    await asyncio.sleep(_PAUSE_S)
    return await _TRIES[change.does](calendar, change)


async def _create(calendar: Calendar, change: Change) -> Event:
    wanted = change.event
    return await calendar.find(wanted.uid, wanted.zone) or await calendar.add(wanted)


async def _restore(calendar: Calendar, change: Change) -> Event:
    wanted = change.event
    return await calendar.find(wanted.uid, wanted.zone) or await calendar.restore(wanted)


async def _move(calendar: Calendar, change: Change) -> Event:
    wanted = change.event
    there = await calendar.find(wanted.uid, wanted.zone)
    if there is None:
        raise CalendarError("gone")
    if there.says(wanted):
        return there
    return await calendar.change(_as_shown(there, change), wanted)


async def _delete(calendar: Calendar, change: Change) -> Event | None:
    there = await calendar.find(change.event.uid, change.event.zone)
    if there is not None:
        await calendar.remove(_as_shown(there, change))
    return there


def _as_shown(there: Event, change: Change) -> Event:
    """Whatever version it is where none was known: what a lost answer left. Raises CalendarError."""
    if change.before is not None and change.before.etag not in ("", there.etag):
        raise CalendarError("changed")
    return there


_TRIES: dict[Does, Callable[[Calendar, Change], Awaitable[Event | None]]] = {
    "create": _create,
    "move": _move,
    "delete": _delete,
    "restore": _restore,
}
