"""The calendars of one person: read together, written one at a time. What fails of one loses not the rest."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import NamedTuple

from agents.agenda.changes import Change, carry_out
from agents.agenda.event import Calendar, CalendarError, Event, Why
from agents.agenda.settings import CalendarAccount

logger = logging.getLogger(__name__)

_LONGEST_S = 15
"""So that one that hangs does not keep what the others tell."""
Opened = Callable[[], Calendar]
"""The client of an account, whose library is imported when it is first asked for. Raises CalendarError."""


class Listed(NamedTuple):
    """Events by their start, and why some calendars told none."""

    events: tuple[Event, ...]
    troubles: tuple[Why, ...] = ()


@dataclass(frozen=True, slots=True)
class CalendarReader:
    """What one person may look into."""

    calendars: Sequence[Opened]

    async def events(self, start: datetime, end: datetime, zone: str) -> Listed:
        """What is on in all of them."""

        async def told(opened: Opened) -> list[Event] | Why:
            try:
                async with asyncio.timeout(_LONGEST_S):
                    return await opened().events(start, end, zone)
            except CalendarError as trouble:
                logger.warning("a calendar could not be read: %s: %s", trouble.why, trouble)
                return trouble.why
            except TimeoutError:
                return "unreachable"

        found = await asyncio.gather(*map(told, self.calendars))
        events = [one for each in found if isinstance(each, list) for one in each]
        troubles: tuple[Why, ...] = tuple(each for each in found if not isinstance(each, list))
        return Listed(tuple(sorted(events, key=lambda one: (one.start, one.title))), troubles)


@dataclass(frozen=True, slots=True)
class CalendarWriter:
    """Where one person's events are made, changed and deleted: the first account that may be written to."""

    key: str
    """Names the account in what is proposed."""
    calendar: Opened
    reader: CalendarReader | None = None
    """Tells what else is on then; None: nothing may be read."""

    async def find(self, uid: str, zone: str) -> Event | None:
        """An event with its version. Raises CalendarError."""
        return await self.calendar().find(uid, zone)

    async def carry_out(self, change: Change) -> Event | None:
        """Make it so, once however often it is asked for; what is there then. Raises CalendarError."""
        if change.account != self.key:
            raise CalendarError("no_calendar", "it is not configured any more")
        return await carry_out(self.calendar(), change)


@dataclass(frozen=True, slots=True)
class CalendarsOf:
    """Whose calendars are which; clients are kept, as they are made when first needed."""

    every: Sequence[CalendarAccount]
    _clients: dict[str, Calendar] = field(default_factory=dict[str, Calendar])

    def reader(self, user_id: int, owners: Sequence[int]) -> CalendarReader | None:
        """None: this person has none that may be read."""
        found = [partial(self._client, one) for one in self._own(user_id, owners) if one.read]
        return CalendarReader(found) if found else None

    def writer(self, user_id: int, owners: Sequence[int]) -> CalendarWriter | None:
        """None: this person has none that may be written to."""
        own = next((one for one in self._own(user_id, owners) if one.write), None)
        if own is None:
            return None
        return CalendarWriter(own.key, partial(self._client, own), self.reader(user_id, owners))

    def _own(self, user_id: int, owners: Sequence[int]) -> list[CalendarAccount]:
        """An account that names nobody is the first owner's."""
        first = next(iter(owners), None)
        return [one for one in self.every if (one.user if one.user is not None else first) == user_id]

    def _client(self, account: CalendarAccount) -> Calendar:
        """Raises CalendarError."""
        if account.key not in self._clients:
            self._clients[account.key] = client_of(account)
        return self._clients[account.key]


def client_of(account: CalendarAccount) -> Calendar:
    """The client for this kind of account; its library is imported here. Raises CalendarError."""
    try:
        if account.kind == "google":
            from agents.agenda.google_client import GoogleCalendar  # noqa: PLC0415 - heavy

            return GoogleCalendar(account)
        from agents.agenda.caldav_client import CaldavCalendar  # noqa: PLC0415 - heavy
    except ModuleNotFoundError as error:
        raise CalendarError("not_installed", str(error)) from error
    return CaldavCalendar(account)
