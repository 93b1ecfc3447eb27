"""The calendar in the chat: questions are answered, changes proposed with buttons, done once, taken back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time, timedelta
from hashlib import sha256
from typing import TypeVar, cast
from zoneinfo import ZoneInfo

from pydantic import BaseModel, JsonValue

from agents.agenda.asking import Asked, asked
from agents.agenda.changes import Change
from agents.agenda.event import Event
from agents.agenda.fitting import Span, fitted
from agents.agenda.speech import speech
from agents.agenda.times import When, only_times
from agents.assistant import Assistant
from agents.language.text import plain
from agents.offline.questions.wishes import wish_in
from agents.profile import Profile
from agents.tools.catalogue.calendar_events import Events, calendar_events
from agents.tools.catalogue.calendar_free import Free, calendar_free
from agents.tools.catalogue.event_proposals import WRITES, EventProposal
from agents.tools.catalogue.propose_event import propose_event
from agents.tools.catalogue.propose_event_change import propose_event_change
from agents.tools.catalogue.propose_event_removal import propose_event_removal
from agents.tools.catalogue.write_event import Written, write_event
from agents.tools.context import ToolContext
from agents.tools.result import Outcome, Proposal, ToolResult
from agents.tools.tool import Tool
from agents.turn import Incoming
from bot.assistant.pages import Buttons, Page
from bot.people.state import BotState
from bot.people.teaching import Said
from bot.replies.callbacks import ProposalTap
from bot.texts import Html, wording
from storage.entities import DateRange, Effects, Outgoing
from storage.proposals import ProposalRow
from storage.settled import Settled, Status

_AHEAD = timedelta(days=90)
"""Where an event is looked for."""
_WEEK = timedelta(days=6)
_DAY_MINUTES = 24 * 60
_UNSURE = frozenset(
    {Outcome.UNAVAILABLE, Outcome.TIMED_OUT, Outcome.FAILED, Outcome.REFUSED, Outcome.CANCELLED}
)
"""It may have been done, or may be if it is tried again."""
R = TypeVar("R", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class _Person:
    """Who asks, when, and how they are answered."""

    user_id: int
    profile: Profile
    language: str
    now: datetime
    """On their clock."""
    page: Page

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.profile.time_zone)


class _Kept(EventProposal):
    """What is kept until the tap."""

    language: str = "en"
    """The one in which it was asked."""


@dataclass(frozen=True, slots=True)
class Tapped:
    """Which update by whom, about which message."""

    update_id: int
    user_id: int
    chat_id: int
    message_id: int


@dataclass(frozen=True, slots=True)
class CalendarChat:
    """Nothing of it is ever said in a group: whoever calls it sends the answers to the person's own chat."""

    state: BotState
    assistant: Assistant

    async def heard(self, incoming: Incoming) -> Said | None:
        """The answer to a message about the person's calendar; None: it is about something else."""
        about_another = incoming.edited or incoming.reply_to is not None
        if about_another or not self.assistant.has_calendar(incoming.user_id):
            return None
        person = await self._person(incoming.user_id, incoming.sent_at, incoming.text)
        retimed = await self._retimed(incoming, person)
        if retimed is not None:
            return retimed
        found = asked(incoming.text, person.now, person.language, person.profile.date_order)
        if found is None:
            wish = wish_in(incoming.text)
            return Said(person.page.say("calendar.unread")) if wish == ("calendar", 0) else None
        return await self._answered(person, found, _token(incoming))

    async def _answered(self, person: _Person, found: Asked, token: str) -> Said | None:
        match found.does:
            case "read" | "find":
                return await self._read(person, found)
            case "free":
                return await self._free(person, found)
            case "create":
                return await self._created(person, found, token)
            case "move" | "delete":
                return await self._of_an_event(person, found, token)

    async def _read(self, person: _Person, found: Asked) -> Said:
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

    async def _free(self, person: _Person, found: Asked) -> Said:
        today, when = person.now.date(), found.when
        days = when.days or DateRange(start=today, end=today + (_WEEK if when.at is None else timedelta()))
        begin, end = _hours(when)
        minutes = when.minutes or (5 if when.at is not None else 30)
        arguments: dict[str, JsonValue] = {
            "first": max(days.start, today).isoformat(), "last": max(days.end, today).isoformat(),
            "begin": begin.isoformat(), "end": end.isoformat() if end is not None else None,
            "minutes": minutes,
        }  # fmt: skip
        result = await self._call(calendar_free, arguments, person)
        if result.value is None:
            return Said(person.page.trouble(result))
        free: Free = result.value
        slots = () if when.at is not None and free.busy else free.slots
        return Said(person.page.free(slots, free.busy, free.unavailable))

    async def _created(self, person: _Person, found: Asked, token: str) -> Said:
        span = fitted(found.when, person.now, person.zone)
        asking = span is None
        if span is None:
            tomorrow = (person.now + timedelta(days=1)).replace(hour=9, minute=0, second=0, microsecond=0)
            span = Span(tomorrow, tomorrow + timedelta(minutes=found.when.minutes or 60))
        arguments = _new(found.title, span) | {"recurrence": found.when.every}
        result = await self._call(propose_event, arguments, person)
        return await self._proposed(person, result, token, asking=asking)

    async def _of_an_event(self, person: _Person, found: Asked, token: str) -> Said | None:
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
            result = await self._call(propose_event_removal, {"uid": event.uid}, person)
            return await self._proposed(person, result, token)
        return await self._moved(person, event, found.to, token)

    async def _not_there(self, person: _Person, found: Asked, listed: ToolResult[Events]) -> Said | None:
        if not found.surely:
            return None
        if listed.value is None:
            return Said(person.page.trouble(listed))
        if listed.value.unavailable:
            days = DateRange(start=person.now.date(), end=person.now.date())
            return Said(person.page.events((), listed.value.unavailable, days))
        return Said(person.page.say("calendar.no_such", title=found.title))

    async def _moved(self, person: _Person, event: Event, to: When, token: str) -> Said:
        span = fitted(to, person.now, person.zone, before=event)
        if span is None:
            return Said(person.page.say("calendar.when"))
        arguments: dict[str, JsonValue] = {"uid": event.uid, **_times(span)}
        return await self._proposed(person, await self._call(propose_event_change, arguments, person), token)

    async def _retimed(self, incoming: Incoming, person: _Person) -> Said | None:
        """Words that only say when, after *Change time*: another proposal, in place of the one before."""
        row = await self.state.db.proposals.asking(person.user_id, person.user_id, self.state.now())
        if row is None:
            return None
        words = speech(person.language)
        when = only_times(plain(incoming.text), words, person.now, person.profile.date_order)
        event = _proposal(row).change.event
        span = fitted(when, person.now, person.zone, before=event) if when is not None else None
        if span is None:
            return None
        before = _proposal(row).change.before
        if before is not None:
            arguments: dict[str, JsonValue] = {"uid": before.uid, **_times(span)}
            result = await self._call(propose_event_change, arguments, person)
        else:
            arguments = _new(event.title, span) | {"recurrence": event.recurrence, "location": event.location}
            result = await self._call(propose_event, arguments, person)
        said = await self._proposed(person, result, _token(incoming))
        if result.value is not None:
            await self.state.db.proposals.turn(row, "replaced")
        return said

    async def _proposed(
        self, person: _Person, result: ToolResult[EventProposal], token: str, *, asking: bool = False
    ) -> Said:
        """The proposal as a row that waits, and how it is shown. The same message again finds the row."""
        proposed = result.value
        if proposed is None:
            return Said(person.page.trouble(result))
        now = self.state.now()
        hours = self.state.services.limits.clarification_hours
        row = ProposalRow(
            token=token, user_id=person.user_id, chat_id=person.user_id, tool=proposed.tool,
            status="asking" if asking else "open", at=now, expires_at=now + timedelta(hours=hours),
            body=_kept(proposed, person.language),
        )  # fmt: skip
        await self.state.db.proposals.add(row)
        if asking:
            return Said(person.page.say("calendar.when"))
        return Said(person.page.proposal(proposed), person.page.buttons(token, proposed.change))

    async def tapped(self, tap: Tapped, about: ProposalTap) -> str:
        """Do what was proposed, or not; what to tell the one who tapped."""
        row = await self.state.db.proposals.proposal(tap.user_id, about.token)
        language = "" if row is None else _proposal(row).language
        person = await self._person(tap.user_id, self.state.now(), language=language)
        say = person.page.say
        if row is None:
            return say("tap.unknown")
        if row.status not in ("open", "asking", "confirmed"):
            return say("tap.already" if row.status in ("done", "undone", "kept") else "tap.expired")
        if row.status != "confirmed" and row.expires_at <= self.state.now():
            return say("tap.expired")
        verdicts = {"yes": self._confirmed, "no": self._declined, "time": self._retiming}
        return await verdicts[about.verdict](tap, row, person)

    async def _retiming(self, tap: Tapped, row: ProposalRow, person: _Person) -> str:
        """The next words that only say when are the other time."""
        if row.status == "confirmed" or not await self.state.db.proposals.turn(row, "asking"):
            return person.page.say("tap.already")
        asks = _message(tap, f"proposal:{row.token}:when:{tap.update_id}", person.page.say("calendar.when"))
        await self.state.db.turns.apply(Effects(outgoing=[asks]))
        return ""

    async def _confirmed(self, tap: Tapped, row: ProposalRow, person: _Person) -> str:
        """First the yes is kept, then it is done, then that it is done: killed between, it is tried again."""
        await self.state.db.proposals.turn(row, "confirmed")
        proposed = _proposal(row)
        result = await self._write(proposed, person)
        page = person.page
        if result.value is not None:
            html = page.done(proposed.change)
            left = result.value.model_dump_json(exclude_defaults=True)
            await self._settle(tap, row, "done", html, result=left)
            return page.say("tap.done")
        if result.outcome in _UNSURE:
            html = Html(
                "\n\n".join([page.proposal(proposed), page.trouble(result), page.say("calendar.again")])
            )
            await self._show(tap, row, html, page.buttons(row.token, proposed.change))
        else:
            await self._settle(tap, row, "failed", page.trouble(result))
        return page.say("calendar.not_done")

    async def _declined(self, tap: Tapped, row: ProposalRow, person: _Person) -> str:
        """Also where it may have been done without our knowing: then that is taken back."""
        change = _proposal(row).change
        back = change.taken_back(None) if row.status == "confirmed" else None
        if back is not None:
            result = await self._write(_as_proposal(back), person)
            if result.value is None and result.outcome is not Outcome.NOT_FOUND:
                await self._show(
                    tap, row, person.page.trouble(result), person.page.buttons(row.token, change)
                )
                return person.page.say("calendar.not_done")
        await self._settle(tap, row, "declined", person.page.declined(change))
        return person.page.say("tap.skipped")

    async def last_done_at(self, user_id: int) -> datetime | None:
        """When a proposal was done that can be taken back."""
        row = await self.state.db.proposals.last_done(user_id)
        return row.settled_at if row is not None else None

    async def taken_back(self, user_id: int, effects: Effects) -> Html | None:
        """Take back what was done last, and add to the effects that it is; what to say."""
        row = await self.state.db.proposals.last_done(user_id)
        if row is None:
            return None
        person = await self._person(user_id, self.state.now(), language=_proposal(row).language)
        left = Written.model_validate_json(row.result).event if row.result else None
        back = _proposal(row).change.taken_back(left)
        if back is None:
            return None
        result = await self._write(_as_proposal(back), person)
        now = self.state.now()
        if result.value is not None or result.outcome is Outcome.NOT_FOUND:
            effects.settled = [Settled(row.token, user_id, "undone", now)]
            return person.page.done(back)
        if result.outcome in _UNSURE:
            return person.page.trouble(result)
        effects.settled = [Settled(row.token, user_id, "kept", now)]
        return person.page.trouble(result)

    async def _write(self, proposed: Proposal, person: _Person) -> ToolResult[Written]:
        return await self._call(write_event, proposed.arguments, person, proposed)

    async def _settle(
        self, tap: Tapped, row: ProposalRow, status: Status, html: Html, *, result: str | None = None
    ) -> None:
        settled = Settled(row.token, row.user_id, status, self.state.now(), result)
        shown = _message(tap, f"proposal:{row.token}:{status}", html, edits=tap.message_id)
        await self.state.db.turns.apply(Effects(settled=[settled], outgoing=[shown]))

    async def _show(self, tap: Tapped, row: ProposalRow, html: Html, buttons: Buttons) -> None:
        key = f"proposal:{row.token}:{tap.update_id}"
        shown = _message(tap, key, html, edits=tap.message_id, buttons=buttons)
        await self.state.db.turns.apply(Effects(outgoing=[shown]))

    async def _events(self, person: _Person, days: DateRange) -> ToolResult[Events]:
        arguments: dict[str, JsonValue] = {"first": days.start.isoformat(), "last": days.end.isoformat()}
        return await self._call(calendar_events, arguments, person)

    async def _call(
        self, tool: Tool[R], arguments: dict[str, JsonValue], person: _Person, said: Proposal | None = None
    ) -> ToolResult[R]:
        context = ToolContext(
            user_id=person.user_id, chat_id=person.user_id, private=True, now=person.now, zone=person.zone,
            language=person.language, confirmed=said,
        )  # fmt: skip
        return await self.assistant.tools.call(tool, arguments, context)

    async def _person(self, user_id: int, now: datetime, text: str = "", *, language: str = "") -> _Person:
        """Their language is that of what they say."""
        profile = await self.state.profile(user_id)
        language = language or self.state.services.spoken(text, profile.language)
        page = Page(wording(language), profile, now)
        return _Person(user_id, profile, language, profile.local(now), page)


def _token(incoming: Incoming) -> str:
    """One a message, so that a message that is dealt with again proposes nothing new."""
    return sha256(f"proposal:{incoming.chat_id}:{incoming.message_id}".encode()).hexdigest()[:24]


def _kept(proposed: EventProposal, language: str) -> str:
    kept = _Kept(**dict(proposed), language=language)
    return kept.model_dump_json(exclude_defaults=True)


def _proposal(row: ProposalRow) -> _Kept:
    return _Kept.model_validate_json(row.body)


def _as_proposal(change: Change) -> Proposal:
    """What somebody has asked for in so many words."""
    arguments = {"change": change.model_dump(mode="json", exclude_defaults=True)}
    return Proposal(tool=WRITES, arguments=cast("dict[str, JsonValue]", arguments))


def _message(
    tap: Tapped, key: str, html: str, *, edits: int | None = None, buttons: Buttons = ()
) -> Outgoing:
    kind = "notice" if edits is None else "edit"
    return Outgoing(
        key=key, chat_id=tap.chat_id, user_id=tap.user_id, html=html, buttons=buttons, edits=edits, kind=kind
    )


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
