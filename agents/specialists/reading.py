"""A request to the calendar that rules can't read, put into its form by a model."""

from __future__ import annotations

from datetime import date, time
from typing import Literal

from pydantic import Field, field_validator

from agents.agenda.asking import Asked
from agents.agenda.speech import speech
from agents.agenda.times import When, read_times
from agents.language.text import plain
from agents.model.calls.ask import Ask
from agents.model.context.prompts import prompt
from agents.model.terse import Terse
from agents.specialists.catalogue.calendar import CalendarQuery
from agents.specialists.specialist import Seat
from storage.entities import DateRange

_TITLE = 120
_LONGEST = 24 * 60


class CalendarWire(Terse):
    """What a model reads; days as YYYY-MM-DD, times as HH:MM."""

    title: str = Field(default="", description="what the event is called; empty where none is named")
    first_day: date | None = None
    last_day: date | None = Field(default=None, description="where it is more than one day")
    at: time | None = Field(default=None, description="HH:MM")
    until: time | None = None
    minutes: int | None = Field(default=None, description="how long")
    new_day: date | None = Field(default=None, description="move only")
    new_at: time | None = Field(default=None, description="move only")
    does: Literal["read", "find", "free", "create", "move", "delete", "none"]

    @field_validator("at", "until", "new_at")
    @classmethod
    def _on_the_persons_clock(cls, value: time | None) -> time | None:
        return None if value is None else value.replace(tzinfo=None)


async def read_request(query: CalendarQuery, seat: Seat) -> Asked | None:
    """None: it asks for something else, lacks what it needs, or no model answers."""
    own = prompt("calendar")
    told = await seat.ask(
        Ask(
            agent="calendar",
            instructions=own.instructions,
            context=seat.shown(own, query, "message"),
            output=CalendarWire,
        )
    )
    found = None if told is None else _asked(told)
    if found is None or found.does != "create":
        return found
    known = speech(seat.context.language)
    every = read_times(plain(query.user_question), known, seat.now, seat.profile.date_order)[0].every
    return found.model_copy(update={"when": found.when.model_copy(update={"every": every})})


def _asked(told: CalendarWire) -> Asked | None:
    """What of it holds: a change needs a name, a move a time to move to."""
    title = " ".join(told.title.split())[:_TITLE]
    when = When(
        days=_days(told.first_day, told.last_day), at=told.at, until=told.until, minutes=_minutes(told)
    )
    to = When(days=_days(told.new_day, None), at=told.new_at) if told.does == "move" else None
    nameless = told.does in ("create", "move", "delete") and not title
    if told.does == "none" or nameless or (to is not None and not to.said):
        return None
    return Asked(does=told.does, title=title, when=when, to=to)


def _days(first: date | None, last: date | None) -> DateRange | None:
    if first is None:
        return None
    return DateRange(start=first, end=last if last is not None and last >= first else first)


def _minutes(told: CalendarWire) -> int | None:
    return told.minutes if told.minutes is not None and 0 < told.minutes <= _LONGEST else None
