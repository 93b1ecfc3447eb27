"""Events, and what may go wrong with a calendar: values that the edge puts into words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta, tzinfo
from typing import Literal, NamedTuple, Protocol
from zoneinfo import ZoneInfo

from storage.entities import Frozen

Why = Literal[
    "unreachable", "refused", "elsewhere", "changed", "gone", "taken", "no_calendar", "unreadable",
    "not_installed",
]  # fmt: skip


class CalendarError(Exception):
    """What a calendar could not do. `why` is for the person's sentence, the message for the log.

    `unreachable`: no answer, so what was asked for may have been done all the same. `elsewhere`: it led to a
    host that is not configured. `changed`: it is not the version that was meant. `taken`: the UID is there.
    """

    def __init__(self, why: Why, message: str = "") -> None:
        super().__init__(message or why)
        self.why: Why = why


class Event(Frozen):
    """One event, or one occurrence of a series. `start` and `end` are aware; `end` is the first moment after.

    Of an all-day event they are midnights of its zone.
    """

    uid: str
    title: str
    start: datetime
    end: datetime
    all_day: bool = False
    zone: str = "UTC"
    recurrence: str = ""
    """Its RRULE's value; `series` for an occurrence whose rule is not known."""
    etag: str = ""
    """The version that was read; empty in lists."""
    calendar: str = ""
    """Where it is kept: a CalDAV collection's address, a Google calendar's id."""
    location: str = ""
    href: str = ""
    raw: str = ""
    """As CalDAV keeps it, so that what was taken out can be put back whole."""

    def says(self, other: Event) -> bool:
        """Whether both tell a person the same."""
        mine, others = ((one.title, one.start, one.end, one.all_day, one.location) for one in (self, other))
        return mine == others


def zone_name(zone: tzinfo) -> str:
    """As calendars know it; a bare offset has no name there."""
    return zone.key if isinstance(zone, ZoneInfo) else "UTC"


class Calendar(Protocol):
    """What a client does for one account. Each raises CalendarError."""

    async def events(self, start: datetime, end: datetime, zone: str) -> list[Event]:
        """What touches this time, series spelled out, by start; midnights of all-day events in `zone`."""
        ...

    async def find(self, uid: str, zone: str) -> Event | None:
        """As it stands now, with its version."""
        ...

    async def add(self, event: Event) -> Event:
        """A new one under its own UID, which must not be there (`taken`)."""
        ...

    async def change(self, current: Event, to: Event) -> Event:
        """Title, time and place, if it still is the version `current`."""
        ...

    async def remove(self, current: Event) -> None:
        """If it still is the version `current`."""
        ...

    async def restore(self, removed: Event) -> Event:
        """Put back what `remove` took out."""
        ...


class Slot(NamedTuple):
    """A stretch of time."""

    start: datetime
    end: datetime


def clashes(events: Iterable[Event], start: datetime, end: datetime) -> list[Event]:
    """Those that are on at the same time; an all-day event keeps nobody from anything."""
    return [one for one in events if not one.all_day and one.start < end and start < one.end]


def free_slots(events: Iterable[Event], within: Slot, least: timedelta) -> Iterator[Slot]:
    """The gaps of at least so long."""
    reached = within.start
    for event in sorted(clashes(events, *within), key=lambda one: one.start):
        if event.start - reached >= least:
            yield Slot(reached, event.start)
        reached = max(reached, event.end)
    if within.end - reached >= least:
        yield Slot(reached, within.end)
