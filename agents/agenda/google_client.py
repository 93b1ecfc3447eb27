"""Google Calendar by Google's own client. In threads, one call at a time; it follows no redirect."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from datetime import datetime, time, timedelta
from typing import Any, TypeVar, cast
from zoneinfo import ZoneInfo, available_timezones

import httplib2
from google.auth import exceptions as auth
from google.oauth2 import credentials, service_account
from google_auth_httplib2 import AuthorizedHttp  # pyright: ignore[reportMissingTypeStubs]
from googleapiclient import discovery  # pyright: ignore[reportMissingTypeStubs]
from googleapiclient.errors import HttpError  # pyright: ignore[reportMissingTypeStubs]

from agents.agenda.event import CalendarError, Event, Why
from agents.agenda.settings import CalendarAccount

SCOPES = ("https://www.googleapis.com/auth/calendar.events",)
_TIMEOUT_S = 10
_PAGE = 250
_MOST_PAGES = 4
T = TypeVar("T")
_build: Any = cast("Any", discovery).build
"""Any: the library tells no types."""
_WHY: dict[int, Why] = {
    400: "unreadable", 401: "refused", 403: "refused", 404: "gone", 409: "taken", 410: "gone",
    412: "changed",
}  # fmt: skip
_ODD = (AttributeError, LookupError, TypeError, ValueError)
"""An answer that is not as Google writes it."""
_BUSY = frozenset({"rateLimitExceeded", "userRateLimitExceeded", "quotaExceeded"})


class GoogleCalendar:
    """One account; implements `Calendar`. An event's UID is its id there."""

    def __init__(self, account: CalendarAccount) -> None:
        self._account = account
        self._calendar = account.calendar or "primary"
        self._one = asyncio.Lock()
        self._given: Any = None

    async def events(self, start: datetime, end: datetime, zone: str) -> list[Event]:
        """See `Calendar`."""

        def work(service: Any) -> list[Event]:
            listed = _pages(service, self._calendar, start, end)
            there = (item for item in listed if item.get("status") != "cancelled")
            return [event for item in there if (event := self._readable(item, zone)) is not None]

        return await self._call(work)

    async def find(self, uid: str, zone: str) -> Event | None:
        """See `Calendar`."""

        def work(service: Any) -> Event | None:
            try:
                item = service.events().get(calendarId=self._calendar, eventId=uid).execute()
            except HttpError as error:
                if _status(error) in (404, 410):
                    return None
                raise
            return None if item.get("status") == "cancelled" else self._event(item, zone)

        return await self._call(work)

    async def add(self, event: Event) -> Event:
        """See `Calendar`."""
        body = _body(event) | {"id": event.uid}
        if event.recurrence:
            body["recurrence"] = [f"RRULE:{event.recurrence}"]
        return await self._sent(lambda events: events.insert(calendarId=self._calendar, body=body), event)

    async def change(self, current: Event, to: Event) -> Event:
        """See `Calendar`."""

        def request(events: Any) -> Any:
            changes = events.patch(calendarId=self._calendar, eventId=current.uid, body=_body(to))
            return _if_match(changes, current.etag)

        return await self._sent(request, current)

    async def remove(self, current: Event) -> None:
        """See `Calendar`."""

        def work(service: Any) -> None:
            request = service.events().delete(calendarId=self._calendar, eventId=current.uid)
            _if_match(request, current.etag).execute()

        await self._call(work)

    async def restore(self, removed: Event) -> Event:
        """See `Calendar`. Google keeps what was removed for a while."""
        body = {"status": "confirmed"}
        return await self._sent(
            lambda events: events.patch(calendarId=self._calendar, eventId=removed.uid, body=body), removed
        )

    async def _sent(self, request: Callable[[Any], Any], about: Event) -> Event:
        return await self._call(lambda service: self._event(request(service.events()).execute(), about.zone))

    async def _call(self, work: Callable[[Any], T]) -> T:
        async with self._one:
            return await asyncio.to_thread(self._with_service, work)

    def _with_service(self, work: Callable[[Any], T]) -> T:
        """Google's troubles become ours."""
        try:
            self._given = self._given or _credentials(self._account)
            return work(_service(self._given, self._account.url))
        except HttpError as error:
            raise CalendarError(_why(error), f"HTTP {_status(error)}") from error
        except auth.RefreshError as error:
            raise CalendarError("refused", "the credentials are not accepted") from error
        except (auth.GoogleAuthError, httplib2.error.HttpLib2Error, OSError) as error:
            raise CalendarError("unreachable", type(error).__name__) from error
        except _ODD as error:
            raise CalendarError("unreadable", type(error).__name__) from error

    def _readable(self, item: dict[str, Any], zone: str) -> Event | None:
        """An event that can't be read loses only itself."""
        try:
            return self._event(item, zone)
        except _ODD:
            return None

    def _event(self, item: dict[str, Any], zone: str) -> Event:
        start, end = item.get("start", {}), item.get("end", {})
        rules = [rule.removeprefix("RRULE:") for rule in item.get("recurrence", ()) if "RRULE" in rule]
        return Event(
            uid=item["id"],
            title=item.get("summary", ""),
            location=item.get("location", ""),
            start=_moment(start, zone),
            end=_moment(end, zone),
            all_day="date" in start,
            zone=zone if "date" in start else _known(start.get("timeZone"), zone),
            recurrence=rules[0] if rules else "series" if "recurringEventId" in item else "",
            etag=item.get("etag", ""),
            calendar=self._calendar,
        )


def _credentials(account: CalendarAccount) -> Any:
    """Raises CalendarError."""
    try:
        told = json.loads(account.credentials.read_bytes() if account.credentials else b"{}")
        service = told.get("type") == "service_account"
        kind: Any = service_account.Credentials if service else credentials.Credentials
        make = kind.from_service_account_info if service else kind.from_authorized_user_info
        return make(told, scopes=SCOPES)
    except (OSError, ValueError, AttributeError) as error:
        raise CalendarError("refused", "the credentials file can't be used") from error


def _service(given: Any, address: str | None) -> Any:
    """Anew for each call: httplib2 belongs to one thread."""
    http = httplib2.Http(timeout=_TIMEOUT_S)
    http.follow_redirects = False
    return _build(
        "calendar", "v3", http=AuthorizedHttp(given, http=http), static_discovery=True, cache_discovery=False,
        client_options={"api_endpoint": address} if address else None,
    )  # fmt: skip


def _pages(service: Any, calendar: str, start: datetime, end: datetime) -> Iterator[dict[str, Any]]:
    request = service.events().list(
        calendarId=calendar, timeMin=start.isoformat(), timeMax=end.isoformat(), singleEvents=True,
        orderBy="startTime", maxResults=_PAGE,
    )  # fmt: skip
    for _ in range(_MOST_PAGES):
        if request is None:
            return
        page = request.execute()
        yield from page.get("items", ())
        request = service.events().list_next(request, page)


def _if_match(request: Any, etag: str) -> Any:
    request.headers["If-Match"] = etag
    return request


def _why(error: HttpError) -> Why:
    status, details = _status(error), cast("Any", error).error_details
    if isinstance(details, list) and any(one.get("reason") in _BUSY for one in cast("list[Any]", details)):
        return "unreachable"
    return "elsewhere" if 300 <= status < 400 else _WHY.get(status, "unreachable")


def _status(error: HttpError) -> int:
    return cast("Any", error).status_code


def _moment(told: dict[str, str], zone: str) -> datetime:
    if "date" in told:
        return datetime.combine(datetime.fromisoformat(told["date"]).date(), time(), ZoneInfo(zone))
    moment = datetime.fromisoformat(told["dateTime"])
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=ZoneInfo(zone))


def _known(name: str | None, usual: str) -> str:
    """Some programs write zones that nobody knows."""
    return name if name in available_timezones() else usual


def _body(event: Event) -> dict[str, Any]:
    home = ZoneInfo(event.zone)
    start, end = event.start.astimezone(home), event.end.astimezone(home)
    if event.all_day:
        last = max(end.date(), start.date() + timedelta(days=1))
        times = {"start": _day(start.date().isoformat()), "end": _day(last.isoformat())}
    else:
        times = {"start": _time(start, event.zone), "end": _time(end, event.zone)}
    return {"summary": event.title, "location": event.location, **times}


def _day(day: str) -> dict[str, str | None]:
    return {"date": day, "dateTime": None, "timeZone": None}


def _time(moment: datetime, zone: str) -> dict[str, str | None]:
    return {"dateTime": moment.isoformat(), "timeZone": zone, "date": None}
