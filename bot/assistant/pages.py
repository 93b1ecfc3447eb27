"""How calendars, proposals and what became of them look."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any

from agents.agenda.changes import Change
from agents.agenda.event import Event, Slot, Why
from agents.profile import Profile
from agents.reminders.plan import is_rule
from agents.reminders.series import without_end
from agents.tools.catalogue.event_proposals import SERIES, EventProposal
from agents.tools.result import Outcome, ToolResult
from bot.replies.callbacks import ProposalTap, Verdict
from bot.replies.evidence import shortened
from bot.replies.rhythms import how_often
from bot.texts import Html, Wording
from storage.entities import Buttons, DateRange

_MOST = 40
_TITLE = 120


class Page:
    """In one person's language and on their clock."""

    def __init__(self, say: Wording, profile: Profile, now: datetime) -> None:
        self.say = say
        self.profile = profile
        self.today = profile.local(now).date()

    def events(self, events: Sequence[Event], unavailable: Sequence[Why], days: DateRange) -> Html:
        """What is on, by day."""
        said = self._troubles(unavailable)
        if not events:
            if not unavailable:
                said.append(self.say("calendar.nothing", days=self._days(days)))
            return Html("\n".join(said))
        for day, on in groupby(events[:_MOST], key=lambda one: self.profile.local(one.start).date()):
            said.append(Html(f"<b>{self.say.day(day, self.today)}</b>"))
            said += [self._line(one) for one in on]
        if len(events) > _MOST:
            said.append(self.say("calendar.more", count=len(events) - _MOST))
        return Html("\n".join(said))

    def free(self, slots: Sequence[Slot], busy: Sequence[Event], unavailable: Sequence[Why]) -> Html:
        """When there is time, and what is on."""
        said = self._troubles(unavailable)
        if unavailable and not busy:
            return Html("\n".join(said))
        said.append(self.say("calendar.free" if slots else "calendar.not_free"))
        for day, parts in groupby(slots, key=lambda one: self.profile.local(one.start).date()):
            times = ", ".join(self._clocks(one.start, one.end) for one in parts)
            said.append(self.say("calendar.free_day", day=self.say.day(day, self.today), times=times))
        if busy:
            said.append(self.say("calendar.busy"))
            said += [self._line(one, day=True) for one in busy[:_MOST]]
        return Html("\n".join(said))

    def proposal(self, proposed: EventProposal) -> Html:
        """What would be done, and what else is on then."""
        said = [self._what(proposed.change, "asked")]
        if proposed.clashing:
            said.append(self.say("calendar.clashes"))
            said += [self._line(one) for one in proposed.clashing]
        return Html("\n".join(said))

    def buttons(self, token: str, change: Change) -> Buttons:
        """Create, Change time, No."""
        timed = change.does != "delete" and change.edits is None
        verdicts: tuple[Verdict, ...] = ("yes", "time", "no") if timed else ("yes", "no")
        labels = {verdict: f"calendar.button.{verdict}" for verdict in verdicts}
        labels["yes"] = f"calendar.button.{_kind(change)}"
        taps = [(labels[verdict], ProposalTap(token, verdict)) for verdict in verdicts]
        return (tuple(tap.button(self.say.label(key)) for key, tap in taps),)

    def done(self, change: Change) -> Html:
        """What was done."""
        return self._what(change, "done")

    def declined(self, change: Change) -> Html:
        """Nothing was done."""
        return self.say("calendar.declined", title=self._title(change.event))

    def trouble(self, result: ToolResult[Any]) -> Html:
        """Why a tool did not do it."""
        if result.detail == SERIES:
            return self.say("calendar.series")
        key = result.outcome if result.outcome in _WORDED else Outcome.FAILED
        return self.say(f"calendar.outcome.{key.value}")

    def _what(self, change: Change, how: str) -> Html:
        event = change.event
        values = {"title": self._title(event), "when": self._when(event)}
        if change.does == "move" and change.before is not None:
            values["before"] = self._when(change.before)
            values["title"] = self._title(change.before)
        if change.edits is not None:
            was, new = (shortened(one, _TITLE) or "-" for one in change.edits)
            values |= {"was": was, "new": new}
        told = self.say(f"calendar.{_kind(change)}.{how}", **values)
        rule, last = without_end(event.recurrence, self.profile.local(event.start).date())
        if not is_rule(rule):
            return told
        every = how_often(rule, self.say)
        if last is not None:
            every = self.say.label("every.until", every=every, day=self.say.day(last, self.today))
        repeats = self.say("calendar.repeats", every=every)
        return Html(f"{told} {repeats}")

    def _line(self, event: Event, *, day: bool = False) -> Html:
        times = self._when(event) if day else self._times(event)
        place = self.say("calendar.place", place=shortened(event.location, _TITLE)) if event.location else ""
        return self.say("calendar.line", times=times, title=self._title(event), place=Html(place))

    def _when(self, event: Event) -> str:
        first = self.profile.local(event.start).date()
        last = self.profile.local(event.end - timedelta(microseconds=1)).date()
        said = self.say.day(first, self.today)
        if event.all_day:
            return said if last == first else self._span(said, self.say.day(last, self.today))
        return f"{said}, {self._clocks(event.start, event.end)}"

    def _times(self, event: Event) -> str:
        """Below its first day: of one that lasts several, all of them."""
        if event.all_day and event.end - event.start > timedelta(days=1, hours=2):
            return self._when(event)
        return self.say.label("calendar.all_day") if event.all_day else self._clocks(event.start, event.end)

    def _clocks(self, start: datetime, end: datetime) -> str:
        return self._span(f"{self.profile.local(start):%H:%M}", f"{self.profile.local(end):%H:%M}")

    def _title(self, event: Event) -> str:
        return shortened(event.title, _TITLE) or self.say.label("calendar.untitled")

    def _days(self, days: DateRange) -> str:
        first = self.say.day(days.start, self.today)
        return first if days.start == days.end else self._span(first, self.say.day(days.end, self.today))

    def _span(self, first: str, last: str) -> str:
        return self.say.label("calendar.span", first=first, last=last)

    def _troubles(self, why: Iterable[Why]) -> list[Html]:
        return [self.say(f"calendar.why.{one}") for one in dict.fromkeys(why)]


_WORDED = frozenset(
    (
        Outcome.REFUSED, Outcome.UNAVAILABLE, Outcome.TIMED_OUT, Outcome.CONFLICT, Outcome.NOT_FOUND,
        Outcome.NOT_CONFIGURED, Outcome.INVALID,
    )
)  # fmt: skip


def _kind(change: Change) -> str:
    return change.does if change.edits is None else "edit"
