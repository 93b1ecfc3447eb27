"""CalDAV by the library caldav: Nextcloud, iCloud, Radicale and others. In threads, one call at a time.

No request leaves for a host that is not configured: redirects and addresses that the server tells are looked
at alike, where each request is sent.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, TypeVar, cast
from urllib.parse import urljoin, urlsplit

from caldav import davclient
from caldav.lib import error as dav

from agents.agenda import ics
from agents.agenda.event import CalendarError, Event, Why
from agents.agenda.settings import CalendarAccount

_TIMEOUT_S = 6
_LARGEST = 500_000
"""Letters of one event."""
_MOST_EVENTS = 500
_LEADS_TO = ((re.compile(r"caldav\.icloud\.com"), re.compile(r"p\d+-caldav\.icloud\.com")),)
"""Servers that are known to keep people's calendars on other hosts of theirs."""
T = TypeVar("T")
DavClient = Any
"""Any: the library's types leave out too much."""
_open: Any = davclient.DAVClient
_http: Any = cast("Any", davclient).requests
"""requests or niquests, whichever the library speaks HTTP with."""


class _ElsewhereError(_http.exceptions.RequestException):
    """A request would leave for a host that is not the account's."""


def fenced(send: Callable[..., Any], account: CalendarAccount) -> Callable[..., Any]:
    """Sends to the hosts of an account only, each redirect included. Raises _ElsewhereError."""
    own = urlsplit(account.url or "")

    def checked(request: Any, **how: Any) -> Any:
        to = urlsplit(str(request.url))
        host, home = to.hostname or "", own.hostname or ""
        led = any(here.fullmatch(home) and there.fullmatch(host) for here, there in _LEADS_TO)
        elsewhere = to.scheme == "https" and (led or host in account.hosts)
        if (to.scheme, host, to.port) != (own.scheme, home, own.port) and not elsewhere:
            raise _ElsewhereError(f"it leads to {to.scheme}://{host}, which is not configured")
        return send(request, **how)

    return checked


class CaldavCalendar:
    """One account; implements `Calendar`."""

    def __init__(self, account: CalendarAccount) -> None:
        self._account = account
        self._one = asyncio.Lock()

    async def events(self, start: datetime, end: datetime, zone: str) -> list[Event]:
        """See `Calendar`."""

        def work(client: DavClient) -> list[Event]:
            found = [one for place in self._places(client) for one in _listed(place, start, end, zone)]
            return sorted(found, key=lambda one: (one.start, one.title))[:_MOST_EVENTS]

        return await self._call(work)

    async def find(self, uid: str, zone: str) -> Event | None:
        """See `Calendar`."""
        return await self._call(lambda client: self._find(client, uid, zone))

    async def add(self, event: Event) -> Event:
        """See `Calendar`."""
        return await self._call(lambda client: self._put_new(client, event, ics.written(event, _now())))

    async def change(self, current: Event, to: Event) -> Event:
        """See `Calendar`."""

        def work(client: DavClient) -> Event:
            there = _got(client, current)
            text = ics.edited(there.raw, to, _now())
            _checked(client.put(current.href, text, _ICS | _if_match(there.etag)))
            return _read(client, current.href, current.zone, current.calendar)

        return await self._call(work)

    async def remove(self, current: Event) -> None:
        """See `Calendar`."""

        def work(client: DavClient) -> None:
            there = _got(client, current)
            _checked(client.request(current.href, "DELETE", "", _if_match(there.etag)))

        await self._call(work)

    async def restore(self, removed: Event) -> Event:
        """See `Calendar`."""
        text = removed.raw or ics.written(removed, _now())
        return await self._call(lambda client: self._put_new(client, removed, text))

    def _put_new(self, client: DavClient, event: Event, text: str) -> Event:
        place = event.calendar or str(self._places(client)[0].url)
        href = event.href or urljoin(place, f"{event.uid}.ics")
        _checked(client.put(href, text, _ICS | {"If-None-Match": "*"}), unmet="taken")
        return _read(client, href, event.zone, place)

    def _find(self, client: DavClient, uid: str, zone: str) -> Event | None:
        for place in self._places(client):
            try:
                return _read(client, urljoin(str(place.url), f"{uid}.ics"), zone, str(place.url), uid)
            except CalendarError as trouble:
                if trouble.why != "gone":
                    raise
            try:
                found = place.event_by_uid(uid)
            except dav.NotFoundError:
                continue
            return _read(client, str(found.url), zone, str(place.url))
        return None

    def _places(self, client: DavClient) -> list[Any]:
        """The collections that hold events: all, or the one that is configured."""
        wanted = self._account.calendar
        every = client.principal().calendars()
        named = [one for one in every if wanted in (None, one.get_display_name(), one.id)]
        places = [one for one in named if "VEVENT" in one.get_supported_components()]
        if not places:
            raise CalendarError("no_calendar", f"no calendar {wanted or 'for events'}")
        return places

    async def _call(self, work: Callable[[DavClient], T]) -> T:
        async with self._one:
            return await asyncio.to_thread(self._with_client, work)

    def _with_client(self, work: Callable[[DavClient], T]) -> T:
        """The library's troubles become ours."""
        account = self._account
        password = account.password.get_secret_value() if account.password else None
        try:
            with _open(
                account.url, username=account.username, password=password, timeout=_TIMEOUT_S,
            ) as client:  # fmt: skip
                client.session.trust_env = False
                client.session.send = fenced(client.session.send, account)
                return work(client)
        except CalendarError:
            raise
        except _ElsewhereError as error:
            raise CalendarError("elsewhere", str(error)) from error
        except dav.AuthorizationError as error:
            raise _trouble("refused", error) from error
        except dav.NotFoundError as error:
            raise _trouble("gone", error) from error
        except (dav.DAVError, _http.exceptions.RequestException, OSError) as error:
            raise _trouble("unreachable", error) from error
        except _ODD as error:
            raise _trouble("unreadable", error) from error


_ODD = (
    ArithmeticError, AssertionError, AttributeError, LookupError, NotImplementedError, SyntaxError,
    TypeError, ValueError,
)  # fmt: skip
"""What the library lets through of a server that is none, or speaks CalDAV in a way of its own."""
_ICS = {"Content-Type": "text/calendar; charset=utf-8"}


def _trouble(why: Why, error: BaseException) -> CalendarError:
    """By its kind alone: its words may be the server's, which may repeat the password or tell of events."""
    return CalendarError(why, type(error).__name__)


def _now() -> datetime:
    return datetime.now(UTC)


def _listed(place: Any, start: datetime, end: datetime, zone: str) -> Iterator[Event]:
    """An event that can't be read loses only itself."""
    found = place.search(event=True, start=start, end=end)
    for href, component in ((str(one.url), part) for one in found for part in _parts(one, start, end)):
        try:
            event = ics.event_of(component, zone, calendar=str(place.url), href=href)
        except CalendarError:
            continue
        if event.start < end and (event.end > start or event.start >= start):
            yield event


def _parts(found: Any, start: datetime, end: datetime) -> Sequence[Any]:
    """One for each time that it repeats; a series that is too dense stays as it is."""
    parts: Sequence[Any] = found.icalendar_instance.walk("VEVENT")
    if not any(ics.repeats(one) for one in parts) or any(ics.is_dense(one) for one in parts):
        return parts
    try:
        found.expand_rrule(start, end)
    except _ODD:
        return parts
    return found.icalendar_instance.walk("VEVENT")


def _read(client: DavClient, href: str, zone: str, place: str, uid: str | None = None) -> Event:
    answer = client.request(href, "GET", "", {"Accept": "text/calendar"})
    _checked(answer)
    text = str(answer.raw)
    if len(text) > _LARGEST:
        raise CalendarError("unreadable", "an event of more than 500,000 letters")
    etag = answer.headers.get("ETag") or f"sha256:{sha256(text.encode()).hexdigest()}"
    event = ics.event_of(ics.master(text), zone, calendar=place, href=href, etag=etag, raw=text)
    if uid not in (None, event.uid):
        raise CalendarError("gone", "another event is kept there")
    return event


def _got(client: DavClient, current: Event) -> Event:
    there = _read(client, current.href, current.zone, current.calendar)
    if there.etag != current.etag:
        raise CalendarError("changed", "another version is there")
    return there


def _if_match(etag: str) -> dict[str, str]:
    """None where the server names no versions: what was read a moment ago was compared."""
    return {} if etag.startswith("sha256:") else {"If-Match": etag}


def _checked(answer: Any, unmet: str = "changed") -> None:
    status = answer.status
    if status < 300:
        return
    match status:
        case 401 | 403:
            raise CalendarError("refused", f"HTTP {status}")
        case 404 | 410:
            raise CalendarError("gone", f"HTTP {status}")
        case 409 | 412:
            raise CalendarError("taken" if unmet == "taken" else "changed", f"HTTP {status}")
        case _:
            raise CalendarError("unreachable", f"HTTP {status}")
