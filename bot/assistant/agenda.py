"""The calendar in the chat: questions are answered, changes proposed with buttons, done once, taken back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import time, timedelta
from hashlib import sha256

from pydantic import JsonValue

from agents.agenda.asking import Asked, asked
from agents.agenda.event import Event
from agents.agenda.fitting import Span, fitted
from agents.agenda.speech import speech
from agents.agenda.times import When, only_times
from agents.language.text import plain
from agents.offline.questions.wishes import wish_in
from agents.profile import Profile
from agents.tools.catalogue.calendar_events import Events, calendar_events
from agents.tools.catalogue.calendar_free import Free, calendar_free
from agents.tools.catalogue.event_proposals import EventProposal
from agents.tools.catalogue.propose_event import propose_event
from agents.tools.catalogue.propose_event_change import propose_event_change
from agents.tools.catalogue.propose_event_removal import propose_event_removal
from agents.tools.result import ToolResult
from agents.turn import Incoming
from bot.assistant.desk import Desk, Person, kept, proposal_of
from bot.people.teaching import Said
from storage.entities import DateRange
from storage.proposals import ProposalRow

_AHEAD = timedelta(days=90)
"""Where an event is looked for."""
_WEEK = timedelta(days=6)
_DAY_MINUTES = 24 * 60


@dataclass(frozen=True, slots=True)
class CalendarChat:
    """Nothing of it is ever said in a group: whoever calls it sends the answers to the person's own chat."""

    desk: Desk

    async def heard(self, incoming: Incoming) -> Said | None:
        """The answer to a message about the person's calendar; None: it is about something else."""
        about_another = incoming.edited or incoming.reply_to is not None
        if about_another or not self.desk.assistant.has_calendar(incoming.user_id):
            return None
        person = await self.desk.person(incoming.user_id, incoming.sent_at, incoming.text)
        retimed = await self._retimed(incoming, person)
        if retimed is not None:
            return retimed
        found = asked(incoming.text, person.now, person.language, person.profile.date_order)
        if found is None:
            wish = wish_in(incoming.text)
            return Said(person.page.say("calendar.unread")) if wish == ("calendar", 0) else None
        return await self._answered(person, found, _token(incoming))

    async def beside(self, incoming: Incoming) -> tuple[Incoming, Said] | None:
        """The log before a request about the calendar, and what is said to the request."""
        about_another = incoming.edited or incoming.reply_to is not None
        if about_another or not self.desk.assistant.has_calendar(incoming.user_id):
            return None
        wish = wish_in(incoming.text)
        if wish is None or wish[0] != "calendar" or wish[1] == 0:
            return None
        log, request = incoming.text[: wish[1]], incoming.text[wish[1] :]
        said = await self.heard(incoming.model_copy(update={"text": request}))
        return None if said is None else (incoming.model_copy(update={"text": log}), said)

    async def _answered(self, person: Person, found: Asked, token: str) -> Said | None:
        match found.does:
            case "read" | "find":
                return await self._read(person, found)
            case "free":
                return await self._free(person, found)
            case "create":
                return await self._created(person, found, token)
            case "move" | "delete":
                return await self._of_an_event(person, found, token)

    async def _read(self, person: Person, found: Asked) -> Said:
        today = person.now.date()
        far = _AHEAD if found.does == "find" else _WEEK
        days = found.when.days or DateRange(start=today, end=today + far)
        result = await self._events(person, days)
        if result.value is None:
            return Said(person.page.trouble(result))
        events = [one for one in result.value.events if _in_part(one, found.when.part, person.profile)]
        if found.does == "find":
            ahead = [one for one in events if one.end > person.now]
            events = _called(found.title, ahead)[:1] if found.title else ahead[:1]
        return Said(person.page.events(events, result.value.unavailable, days))

    async def _free(self, person: Person, found: Asked) -> Said:
        today, when = person.now.date(), found.when
        days = when.days or DateRange(start=today, end=today + (_WEEK if when.at is None else timedelta()))
        begin, end = _hours(when)
        minutes = when.minutes or (5 if when.at is not None else 30)
        arguments: dict[str, JsonValue] = {
            "first": max(days.start, today).isoformat(), "last": max(days.end, today).isoformat(),
            "begin": begin.isoformat(), "end": end.isoformat() if end is not None else None,
            "minutes": minutes,
        }  # fmt: skip
        result = await self.desk.call(calendar_free, arguments, person)
        if result.value is None:
            return Said(person.page.trouble(result))
        free: Free = result.value
        slots = () if when.at is not None and free.busy else free.slots
        return Said(person.page.free(slots, free.busy, free.unavailable))

    async def _created(self, person: Person, found: Asked, token: str) -> Said:
        span = fitted(found.when, person.now, person.zone)
        asking = span is None
        if span is None:
            tomorrow = (person.now + timedelta(days=1)).replace(hour=9, minute=0, second=0, microsecond=0)
            span = Span(tomorrow, tomorrow + timedelta(minutes=found.when.minutes or 60))
        arguments = _new(found.title, span) | {"recurrence": found.when.every}
        result = await self.desk.call(propose_event, arguments, person)
        return await self._proposed(person, result, token, asking=asking)

    async def _of_an_event(self, person: Person, found: Asked, token: str) -> Said | None:
        """A change or deletion of the next event of that name."""
        today = person.now.date()
        days = found.when.days or DateRange(start=today, end=today + _AHEAD)
        listed = await self._events(person, days)
        events = listed.value.events if listed.value is not None else ()
        named = _called(found.title, [one for one in events if one.end > person.now])
        if not named:
            return await self._not_there(person, found, listed)
        event = named[0]
        if found.to is None:
            result = await self.desk.call(propose_event_removal, {"uid": event.uid}, person)
            return await self._proposed(person, result, token)
        return await self._moved(person, event, found.to, token)

    async def _not_there(self, person: Person, found: Asked, listed: ToolResult[Events]) -> Said | None:
        if not found.surely:
            return None
        if listed.value is None:
            return Said(person.page.trouble(listed))
        if listed.value.unavailable:
            days = DateRange(start=person.now.date(), end=person.now.date())
            return Said(person.page.events((), listed.value.unavailable, days))
        return Said(person.page.say("calendar.no_such", title=found.title))

    async def _moved(self, person: Person, event: Event, to: When, token: str) -> Said:
        span = fitted(to, person.now, person.zone, before=event)
        if span is None:
            return Said(person.page.say("calendar.when"))
        arguments: dict[str, JsonValue] = {"uid": event.uid, **_times(span)}
        return await self._proposed(
            person, await self.desk.call(propose_event_change, arguments, person), token
        )

    async def _retimed(self, incoming: Incoming, person: Person) -> Said | None:
        """Words that only say when, after *Change time*: another proposal, in place of the one before."""
        row = await self.desk.state.db.proposals.asking(person.user_id, person.user_id, self.desk.state.now())
        if row is None:
            return None
        words = speech(person.language)
        when = only_times(plain(incoming.text), words, person.now, person.profile.date_order)
        event = proposal_of(row).change.event
        span = fitted(when, person.now, person.zone, before=event) if when is not None else None
        if span is None:
            return None
        before = proposal_of(row).change.before
        if before is not None:
            arguments: dict[str, JsonValue] = {"uid": before.uid, **_times(span)}
            result = await self.desk.call(propose_event_change, arguments, person)
        else:
            arguments = _new(event.title, span) | {"recurrence": event.recurrence, "location": event.location}
            result = await self.desk.call(propose_event, arguments, person)
        said = await self._proposed(person, result, _token(incoming))
        if result.value is not None:
            await self.desk.state.db.proposals.turn(row, "replaced")
        return said

    async def _proposed(
        self, person: Person, result: ToolResult[EventProposal], token: str, *, asking: bool = False
    ) -> Said:
        """The proposal as a row that waits, and how it is shown. The same message again finds the row."""
        proposed = result.value
        if proposed is None:
            return Said(person.page.trouble(result))
        now = self.desk.state.now()
        hours = self.desk.state.services.limits.clarification_hours
        row = ProposalRow(
            token=token, user_id=person.user_id, chat_id=person.user_id, tool=proposed.tool,
            status="asking" if asking else "open", at=now, expires_at=now + timedelta(hours=hours),
            body=kept(proposed, person.language),
        )  # fmt: skip
        await self.desk.state.db.proposals.add(row)
        if asking:
            return Said(person.page.say("calendar.when"))
        return Said(person.page.proposal(proposed), person.page.buttons(token, proposed.change))

    async def _events(self, person: Person, days: DateRange) -> ToolResult[Events]:
        arguments: dict[str, JsonValue] = {"first": days.start.isoformat(), "last": days.end.isoformat()}
        return await self.desk.call(calendar_events, arguments, person)


def _token(incoming: Incoming) -> str:
    """One a message, so that a message that is dealt with again proposes nothing new."""
    return sha256(f"proposal:{incoming.chat_id}:{incoming.message_id}".encode()).hexdigest()[:24]


def _new(title: str, span: Span) -> dict[str, JsonValue]:
    return {"title": title, "all_day": span.all_day, **_times(span)}


def _times(span: Span) -> dict[str, JsonValue]:
    return {"start": span.start.isoformat(), "end": span.end.isoformat()}


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


def _called(title: str, events: list[Event]) -> list[Event]:
    """Those of that name, else those with all its words."""
    wanted = title.casefold()
    exactly = [one for one in events if one.title.casefold() == wanted]
    words = wanted.split()
    return exactly or [one for one in events if words and all(word in one.title.casefold() for word in words)]
