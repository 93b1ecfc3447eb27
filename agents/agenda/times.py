"""Days, times and durations of a request, as spans of its text. Days are the language layer's, seen ahead."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, time

from agents.agenda.speech import Speech
from agents.language.days.ahead import seen_ahead
from agents.language.days.calendars import shift, whole
from agents.language.days.dateforms import scan
from agents.language.days.dates import find_days, find_periods
from agents.language.days.day_rules import DateOrder
from agents.language.text import plain
from agents.reminders.plan import WITHIN_A_DAY
from agents.reminders.series import BLANK, Ending, Unread, dated, ended, first_of, number, recurrence
from storage.entities import DateRange, Frozen

_AFTERNOON_BEFORE = 7
"""`at 3` is in the afternoon, `at 7` in the morning."""


_EVENING, _NOON = (17, 24), 12


class When(Frozen):
    """What was said of the time, as far as it was said. `minutes` is how long, `part` hours of the day."""

    days: DateRange | None = None
    at: time | None = None
    until: time | None = None
    minutes: int | None = None
    part: tuple[int, int] | None = None
    every: str = ""
    """An RRULE's value."""
    ending: Ending | None = None
    """Of a series."""
    either: bool = False
    """The hour may be one of the morning or the evening: 6:30."""

    @property
    def said(self) -> bool:
        """Whether anything but a duration was."""
        return bool(self.days or self.at or self.part or self.every)


@dataclass(frozen=True, slots=True)
class _Text(Unread[When]):
    dates: tuple[tuple[int, int], ...] = ()
    """Where days are named by a number, which is no clock then: "from 19 to 22 November"."""
    is_of_evenings: bool = False
    """Whether it is of what one does in the evening: at 7 is no morning then."""

    @property
    def hours(self) -> tuple[int, int] | None:
        """The hours of the day that its clocks are of, where that is known."""
        return self.when.part or (_EVENING if self.is_of_evenings else None)


def read_times(text: str, speech: Speech, now: datetime, order: DateOrder) -> tuple[When, str]:
    """When, and the text with these spans taken out. `text` is plain, `now` on the person's clock."""
    for said, meant in speech.words.instead.items():
        text = re.sub(said, meant, text)
    named = ((one.start, one.end) for one in find_periods(text, now, order))
    dates = tuple(span for span in named if re.search(r"\d", text[slice(*span)]))
    state = _Text(text, When(), dates=dates, is_of_evenings=speech.words.evenings.search(text) is not None)
    state = _every(state, speech)
    if every := state.when.every:
        state = ended(state, every, speech.rhythms, now, order)
    for read in (_parts, _ranges, _durations, _clocks):
        state = read(state, speech)
    state = _days(_ahead(state, speech, now), speech, now, order)
    return state.when, state.words


def only_times(text: str, speech: Speech, now: datetime, order: DateOrder) -> When | None:
    """When, of a text that says nothing else."""
    when, left = read_times(text, speech, now, order)
    return when if (when.said or when.minutes) and not re.search(r"\w", left) else None


def days_named(text: str, speech: Speech, then: datetime, order: DateOrder) -> tuple[date, ...]:
    """The single days that a text written at `then` names, those without a year seen ahead."""
    lowered = plain(text)
    ahead = _ahead(_Text(lowered, When()), speech, then)
    named = [ahead.when.days.start] if ahead.when.days is not None else []
    for one in find_days(ahead.left.replace(BLANK, " "), then, order):
        days = DateRange(start=one.day, end=one.day)
        named.append(seen_ahead(days, lowered[one.start : one.end], then.date()).start)
    return tuple(dict.fromkeys(named))


def _first_clock(patterns: Iterable[re.Pattern[str]], state: _Text) -> re.Match[str] | None:
    """The same of one whose hour is no day of a month."""
    every = (found for one in patterns for found in one.finditer(state.left))
    return next((one for one in every if not any(a <= one.start("h") < b for a, b in state.dates)), None)


def _every(state: _Text, speech: Speech) -> _Text:
    """As reminders repeat; of a day without such a word it is not said."""
    found = recurrence(state.left, speech.rhythms) if speech.words.repeats.search(state.left) else None
    if found is None or found.rule.startswith(WITHIN_A_DAY):
        return state
    known = {"part": found.part[:2]} if found.part else {}
    return state.without(found.span, every=found.rule, **known)


def _parts(state: _Text, speech: Speech) -> _Text:
    """The words stay for the reader of days where they are a day as well."""
    found = first_of(speech.parts, state.left)
    if found is None:
        return state
    name = found.groupdict().get("part") or found.groupdict().get("part_") or ""
    hours = speech.words.parts[name]
    if scan(found[0].strip(), "day"):
        return state.known(part=hours)
    return state.without(found, part=hours)


def _ranges(state: _Text, speech: Speech) -> _Text:
    found = _first_clock(speech.ranges, state)
    if found is None:
        return state
    late = _clock(found, speech, "2", state.hours)
    early = _clock(found, speech, "", state.hours)
    if early is None or late is None:
        return state
    if not _has_half(found, "") and late.hour >= 12 and early.hour + 12 < late.hour and found["h"] != "12":
        both = _has_half(found, "2")
        early = early.replace(hour=early.hour + 12) if both and int(early.hour) < 12 else early
    if late <= early and late.hour < 12:
        late = late.replace(hour=late.hour + 12)
    return state.without(found, at=early, until=late)


def _durations(state: _Text, speech: Speech) -> _Text:
    found = first_of(speech.durations, state.left)
    if found is None:
        return state
    unit = speech.words.units[found["unit"]]
    minutes = (
        number(found["n"], speech.words.numbers) * unit
        + (unit / 2 if found["half"] else 0)
        + int(found["n2"] or 0)
    )
    return state.without(found, minutes=round(minutes))


def _clocks(state: _Text, speech: Speech) -> _Text:
    if state.when.at is not None:
        return state
    for said, meant in speech.words.named_clocks.items():
        if found := re.search(rf"(?<!\w){said}", state.left):
            return state.without(found, at=time.fromisoformat(meant))
    found = _first_clock(speech.clocks, state)
    at = _clock(found, speech, "", state.hours) if found is not None else None
    if found is None or at is None:
        return state
    either = at.hour < _NOON and not _has_half(found, "") and state.hours is None and found["h"][0] != "0"
    return state.without(found, at=at, either=either)


def _in_the_afternoon(hour: int, part: tuple[int, int] | None) -> bool:
    """Which half of the day an hour below 12 is of, by the hours of the day that were told, if any."""
    if part is None:
        return 0 < hour < _AFTERNOON_BEFORE
    return part[0] >= 12 or hour < part[0] <= hour + 12 < part[1]


def _clock(found: re.Match[str], speech: Speech, which: str, part: tuple[int, int] | None) -> time | None:
    """None where no clock shows it."""
    given = found.groupdict()
    hour = int(number(given[f"h{which}"], speech.words.numbers))
    minute = 30 if given.get(f"half{which}") else int(given.get(f"m{which}") or 0)
    half = _half(given, which)
    if half is not None and hour <= 12:
        hour = hour % 12 + (12 if speech.words.meridiem[half] == "pm" else 0)
    elif hour < 12 and not (given[f"h{which}"] or "").startswith("0"):
        hour += 12 if _in_the_afternoon(hour, part) else 0
    return time(hour, minute) if hour < 24 and minute < 60 else None


def _half(given: dict[str, str | None], which: str) -> str | None:
    return given.get(f"ap{which}") or given.get(f"ap_{which}")


def _has_half(found: re.Match[str], which: str) -> bool:
    return _half(found.groupdict(), which) is not None


def _ahead(state: _Text, speech: Speech, now: datetime) -> _Text:
    """`in 2 weeks`."""
    found = first_of(speech.ahead, state.left)
    unit = speech.words.ahead_units.get((found["unit"] or "") if found is not None else "-")
    if found is None or unit is None:
        return state
    count = int(number(found["n"], speech.words.numbers))
    if count > 400:
        return state
    return state.without(found, days=whole(shift(now.date(), unit, count), "day"))


def _days(state: _Text, speech: Speech, now: datetime, order: DateOrder) -> _Text:
    if state.when.days is not None:
        return state
    left, days, differ = dated(state, speech.words, now, order)
    return left.known(days=None if differ else days)  # "Monday 2 December": it is asked which
