"""The calendar specialist: it sees the clock and the person's calendars, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, time, timedelta
from typing import Any

from pydantic import JsonValue

from agents.agenda.asking import Asked, also_asked, asked, may_ask, wants_change
from agents.agenda.changes import Change
from agents.agenda.event import Event, Slot, Why
from agents.agenda.fitting import Span, fitted
from agents.agenda.replying import Reply
from agents.agenda.speech import speech
from agents.agenda.times import When, only_times
from agents.language.text import plain
from agents.profile import Profile
from agents.reminders.series import with_end
from agents.specialists.specialist import Heard, Passage, Query, Seat, Standing, Told
from agents.specialists.speech import speech as of_parts
from agents.tools.catalogue.calendar import Events, calendar_events, calendar_free
from agents.tools.catalogue.event_proposals import (
    SERIES,
    EventProposal,
    propose_event,
    propose_event_change,
    propose_event_removal,
)
from agents.tools.result import Outcome, ToolResult
from storage.entities import DateRange
from storage.fulltext import words

_AHEAD = timedelta(days=90)
"""Where an event is looked for."""
_WEEK = timedelta(days=6)
_DAY_MINUTES = 24 * 60
_FEW, _STEM = 5, 5


class CalendarQuery(Query):
    """A request to the calendar; `asked` is None where rules can't read it."""

    asked: Asked | None = None
    retimes: str = ""
    """The proposal that the words are about, where they give it another time, or say yes or no."""
    decides: Reply = "time"


class CalendarTold(Told):
    """What the edge shows as a list of days: events, or free time with what is on then."""

    shows: str = ""
    """`events` or `free`; empty: only what else it says."""
    events: tuple[Event, ...] = ()
    slots: tuple[Slot, ...] = ()
    unavailable: tuple[Why, ...] = ()
    days: DateRange | None = None
    asks_when: bool = False
    """The proposal lacks its time: the person says when."""


class Calendar(Standing):
    """Reads, and proposes what would be written."""

    name = "calendar"
    description = (
        "the person's calendar: what is on, when they are free; putting in, moving and deleting events"
    )
    priority = 10
    request = CalendarQuery
    tools = (calendar_events, calendar_free, propose_event, propose_event_change, propose_event_removal)

    def may_hear(self, said: Heard) -> bool:
        """A word of asking."""
        is_there = said.is_configured(self.name)
        return is_there and speech(said.language).words.signs.search(plain(said.text)) is not None

    def heard(self, said: Heard) -> CalendarQuery | None:
        """By the rows of `agents/agenda/words`; what only wants something of a calendar it asks again."""
        if not (said.beside or may_ask(said.text, said.language)) or not said.is_configured(self.name):
            return None
        found = asked(said.text, said.now, said.language, said.order) or _also(said)
        wants = wants_change(said.text, said.now, said.language, said.order)
        wish = said.wish(said.text)
        if (found is None or found.loose) and wish is not None and wish[0] != self.name:
            return None
        if found is None and not wants and wish != (self.name, 0):
            return None
        loose = found is None or found.loose or not found.surely
        shares = found is not None and found.shares
        vague = found is not None and (found.vague or (found.does in ("find", "place") and not found.surely))
        return CalendarQuery(user_question=said.text, asked=found, loose=loose, vague=vague, shares=shares)

    def goes_on(self, said: Heard, last: CalendarQuery) -> CalendarQuery | None:
        """The same of other days or hours."""
        found = last.asked
        when = only_times(plain(said.text), speech(said.language), said.now, said.order)
        if found is None or found.does not in ("read", "free") or when is None or when.days is None:
            return None
        return CalendarQuery(user_question=said.text, asked=found.model_copy(update={"when": when}))

    async def takes(self, asked: CalendarQuery, seat: Seat) -> bool:
        """What may be meant as a log is ours only if there is such an event, or it can't be known now."""
        found = asked.asked
        if found is None or found.surely:
            return True
        listed = await _listed(seat, found)
        return listed.value is not None and bool(
            _called(found.title, _ahead(listed.value.events, seat), seat.context.language)
        )

    async def answer(self, asked: CalendarQuery, seat: Seat) -> Told:
        """By rules; what they can't read a model puts into the form, if there is one."""
        found = asked.asked or await _by_model(asked, seat)
        if found is None:
            return await _about(asked, seat)
        match found.does:
            case "read" if _at_a_moment(found, asked, seat):
                return await _free(seat, found)
            case "read" | "find":
                return await _read(seat, found)
            case "free":
                return await _free(seat, found)
            case "create":
                return await _created(seat, found)
            case "move" | "rename" | "place" | "delete":
                return await _of_an_event(seat, found)


def _also(said: Heard) -> Asked | None:
    """What shares the verb of a request to the calendar beside it."""
    beside = said.beside
    if beside is None or beside.specialist != specialist.name or "asked" not in beside.request:
        return None
    like = Asked.model_validate(beside.request["asked"])
    return also_asked(said.text, like, said.now, said.language, said.order)


def _at_a_moment(found: Asked, query: CalendarQuery, seat: Seat) -> bool:
    """Whether it asks what is on at a clock, rather than before, after or on a whole day."""
    around = speech(seat.context.language).words.around
    return found.when.at is not None and around.search(plain(query.user_question)) is None


async def _about(query: CalendarQuery, seat: Seat) -> Told:
    """The events to come that a question has a word of, where nothing else can be read in it."""
    language = seat.context.language
    if wants_change(query.user_question, seat.now, language, seat.profile.date_order):
        return CalendarTold(says="calendar.unread")
    wanted = [word for word in words(plain(query.user_question)) if word not in of_parts(language).light]
    today = seat.now.date()
    days = DateRange(start=today, end=today + _AHEAD)
    result = await _events(seat, days)
    if result.value is None:
        return trouble(result)
    events = [one for one in _ahead(result.value.events, seat) if _has_one_of(one.title, wanted)]
    if not events and not result.value.unavailable:
        return CalendarTold(
            says="calendar.no_such", values={"title": " ".join(wanted) or query.user_question}
        )
    return _listing(seat, events[:_FEW], result.value.unavailable, days)


def _has_one_of(title: str, wanted: Sequence[str]) -> bool:
    told = words(plain(title))
    return any(one.startswith(word[:_STEM]) for word in wanted if len(word) > 1 for one in told)


async def _by_model(query: CalendarQuery, seat: Seat) -> Asked | None:
    """Also read anew by rules: a model may have taken the words out of a longer message."""
    text, language = query.user_question, seat.context.language
    found = asked(text, seat.now, language, seat.profile.date_order)
    if found is not None or seat.models is None:
        return found
    from agents.specialists.reading import read_request  # noqa: PLC0415 - only with models

    return await read_request(query, seat)


async def again_at(change: Change, when: When, seat: Seat) -> Told:
    """What was proposed, at another time."""
    event, before = change.event, change.before
    span = fitted(when, seat.now, seat.profile.zone, before=event)
    if span is None:
        return CalendarTold(says="calendar.when")
    if before is not None:
        moved: dict[str, JsonValue] = {"uid": before.uid, **times(span)}
        return proposed(await seat.call(propose_event_change, moved))
    arguments = new_event(event.title, span) | {"recurrence": event.recurrence, "location": event.location}
    return proposed(await seat.call(propose_event, arguments))


async def _read(seat: Seat, found: Asked) -> Told:
    today = seat.now.date()
    far = _AHEAD if found.does == "find" else _WEEK
    days = found.when.days or DateRange(start=today, end=today + far)
    result = await _events(seat, days)
    if result.value is None:
        return trouble(result)
    events = [one for one in result.value.events if _in_part(one, found.when.part, seat.profile)]
    if found.does == "find":
        ahead = _ahead(events, seat)
        events = _called(found.title, ahead, seat.context.language)[:1] if found.title else ahead[:1]
    return _listing(seat, events, result.value.unavailable, days)


def _listing(
    seat: Seat, events: Sequence[Event], unavailable: Iterable[Why], days: DateRange
) -> CalendarTold:
    return CalendarTold(
        shows="events", events=tuple(events), unavailable=tuple(unavailable), days=days,
        passages=tuple(
            Passage(text=one.title, day=seat.profile.local(one.start).date(), is_the_day=True)
            for one in events
        ),
    )  # fmt: skip


async def _free(seat: Seat, found: Asked) -> Told:
    today, when = seat.now.date(), found.when
    days = when.days or DateRange(start=today, end=today + (_WEEK if when.at is None else timedelta()))
    begin, end = _hours(when)
    minutes = when.minutes or (5 if when.at is not None else 30)
    arguments: dict[str, JsonValue] = {
        "first": max(days.start, today).isoformat(), "last": max(days.end, today).isoformat(),
        "begin": begin.isoformat(), "end": end.isoformat() if end is not None else None,
        "minutes": minutes,
    }  # fmt: skip
    result = await seat.call(calendar_free, arguments)
    if result.value is None:
        return trouble(result)
    free = result.value
    slots = () if when.at is not None and free.busy else tuple(free.slots)
    return CalendarTold(
        shows="free", slots=slots, events=(*free.all_day, *free.busy), unavailable=tuple(free.unavailable)
    )


async def _created(seat: Seat, found: Asked) -> Told:
    span = fitted(found.when, seat.now, seat.profile.zone)
    asking = span is None
    if span is None:
        tomorrow = (seat.now + timedelta(days=1)).replace(hour=9, minute=0, second=0, microsecond=0)
        span = Span(tomorrow, tomorrow + timedelta(minutes=found.when.minutes or 60))
    series = with_end(found.when.every, found.when.ending, span.start.date())
    arguments = new_event(found.title, span) | {"recurrence": series}
    return proposed(await seat.call(propose_event, arguments), asks_when=asking)


async def _of_an_event(seat: Seat, found: Asked) -> Told:
    """A change or deletion of the next event of that name."""
    listed = await _listed(seat, found)
    events = listed.value.events if listed.value is not None else ()
    named = _called(found.title, _ahead(events, seat), seat.context.language)
    if not named:
        return _not_there(seat, found, listed)
    event = named[0]
    if found.does == "delete":
        return proposed(await seat.call(propose_event_removal, {"uid": event.uid}))
    changed: dict[str, JsonValue] = {}
    if found.does == "move":
        span = _new_span(found, event, seat)
        if span is None:
            return CalendarTold(says="calendar.when")
        changed = {**times(span)}
    else:
        changed = {"title" if found.does == "rename" else "location": found.new}
    return proposed(await seat.call(propose_event_change, {"uid": event.uid, **changed}))


def _new_span(found: Asked, event: Event, seat: Seat) -> Span | None:
    """When an event is to be; None: it has to be asked for."""
    if found.to is not None:
        return fitted(found.to, seat.now, seat.profile.zone, before=event)
    if event.all_day:
        return None
    by = timedelta(minutes=found.by)
    return Span(event.start + by, event.end + by)


def _not_there(seat: Seat, found: Asked, listed: ToolResult[Events]) -> Told:
    if listed.value is None:
        return trouble(listed)
    if listed.value.unavailable:
        days = DateRange(start=seat.now.date(), end=seat.now.date())
        return CalendarTold(shows="events", unavailable=tuple(listed.value.unavailable), days=days)
    return CalendarTold(says="calendar.no_such", values={"title": found.title})


def proposed(result: ToolResult[EventProposal], *, asks_when: bool = False) -> Told:
    """What the tool proposes, or why it does not."""
    if result.value is None:
        return trouble(result)
    return CalendarTold(proposal=result.value, asks_when=asks_when)


def trouble(result: ToolResult[Any]) -> Told:
    """Why a tool did not do it."""
    if result.detail == SERIES:
        return CalendarTold(says="calendar.series")
    key = result.outcome if result.outcome in _WORDED else Outcome.FAILED
    return CalendarTold(says=f"calendar.outcome.{key.value}")


_WORDED = frozenset(
    (
        Outcome.REFUSED, Outcome.UNAVAILABLE, Outcome.TIMED_OUT, Outcome.CONFLICT, Outcome.NOT_FOUND,
        Outcome.NOT_CONFIGURED, Outcome.INVALID,
    )
)  # fmt: skip


def new_event(title: str, span: Span) -> dict[str, JsonValue]:
    """The arguments of a proposal."""
    return {"title": title, "all_day": span.all_day, **times(span)}


def times(span: Span) -> dict[str, JsonValue]:
    """As a tool takes them."""
    return {"start": span.start.isoformat(), "end": span.end.isoformat()}


async def _listed(seat: Seat, found: Asked) -> ToolResult[Events]:
    today = seat.now.date()
    return await _events(seat, found.when.days or DateRange(start=today, end=today + _AHEAD))


async def _events(seat: Seat, days: DateRange) -> ToolResult[Events]:
    arguments: dict[str, JsonValue] = {"first": days.start.isoformat(), "last": days.end.isoformat()}
    return await seat.call(calendar_events, arguments)


def _ahead(events: Sequence[Event], seat: Seat) -> list[Event]:
    return [one for one in events if one.end > seat.now]


def _hours(when: When) -> tuple[time, time | None]:
    """The part of each day that was asked about."""
    if when.at is not None:
        if when.until is not None:
            return when.at, when.until
        minutes = when.at.hour * 60 + when.at.minute + (when.minutes or 60)
        return when.at, time(*divmod(minutes, 60)) if minutes < _DAY_MINUTES else None
    begin, end = when.part or (8, 22)
    return time(begin), time(end) if end < 24 else None


def _in_part(event: Event, part: tuple[int, int] | None, profile: Profile) -> bool:
    """Whether it touches the part of the day that was asked about."""
    if part is None or event.all_day:
        return True
    start, end = profile.local(event.start), profile.local(event.end)
    return start.hour < part[1] and (end.date() > start.date() or end.hour + end.minute / 60 > part[0])


def _called(title: str, events: Sequence[Event], language: str) -> list[Event]:
    """Those of that name, else those with all its words, at last without such as "appointment"."""
    wanted, kind = title.casefold(), speech(language).words.loose.kept
    exactly = [one for one in events if one.title.casefold() == wanted]
    return exactly or _with_all(wanted.split(), events) or _with_all(kind.sub(" ", wanted).split(), events)


def _with_all(words: Sequence[str], events: Sequence[Event]) -> list[Event]:
    return [one for one in events if words and all(word in one.title.casefold() for word in words)]


def on_day(query: CalendarQuery, day: date | None) -> CalendarQuery:
    """The same request, on a day that was looked up; None: nobody could tell which."""
    found = query.asked
    if found is None:
        return query.model_copy(update={"context_hint": f"that day: {day.isoformat() if day else '?'}"})
    days = DateRange(start=day, end=day) if day is not None else None
    if found.does == "move" and found.to is not None:
        return query.model_copy(update={"asked": found.model_copy(update={"to": _with(found.to, days)})})
    return query.model_copy(update={"asked": found.model_copy(update={"when": _with(found.when, days)})})


def _with(when: When, days: DateRange | None) -> When:
    return when.model_copy(update={"days": days})


specialist = Calendar()
