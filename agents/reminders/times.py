"""Times to come, recurrences and durations of a request, as spans of its text."""

from __future__ import annotations

import re
from datetime import datetime, time

from agents.language.days.calendars import shift, whole
from agents.language.days.dateforms import scan
from agents.language.days.dates import find_false_days
from agents.language.days.day_rules import DateOrder
from agents.reminders.plan import WITHIN_A_DAY
from agents.reminders.series import Ending, Unread, dated, ended, first_of, number, recurrence
from agents.reminders.speech import Speech
from storage.entities import DateRange, Frozen

_NOON = 12
_DAY_MINUTES = 24 * 60
_MOST_AHEAD = 5000


class Clock(Frozen):
    """A time of the day as it was said; `sure` is False where morning and evening may be meant."""

    at: time
    sure: bool = True


class When(Frozen):
    """What was said of the time. `seconds` and `days` ahead of now; `part`: from, until and usual hour."""

    seconds: int = 0
    days: DateRange | None = None
    clocks: tuple[Clock, ...] = ()
    part: tuple[int, int, int] | None = None
    rule: str = ""
    ending: Ending | None = None
    window: tuple[time | None, time] | None = None
    """Between which hours something is repeated that is repeated within a day; None: from now on."""
    before: int = 0
    """So many seconds before the time that was said."""
    no_such_day: bool = False
    ahead: int = 0
    """So much from now, of a unit that was not said."""
    waking: bool = False
    """When the person wakes up."""
    leads: bool = False
    """It begins with how long from now it is."""

    @property
    def said(self) -> bool:
        """Whether anything was."""
        known = self.seconds or self.days or self.clocks or self.part or self.rule
        return bool(known or self.ahead or self.waking)

    @property
    def exact(self) -> bool:
        """Whether a moment or a rhythm was said, not only a day."""
        return bool(self.seconds or self.clocks or self.rule)


_Text = Unread[When]


def read_times(text: str, speech: Speech, now: datetime, order: DateOrder) -> tuple[When, str]:
    """When, and the text with these spans taken out. `text` is plain, `now` on the person's clock."""
    text = speech.short_days.sub(lambda found: speech.words.short_days[found[0]], text)
    state = _ahead(Unread(text, When()), speech)
    state = _day_ahead(state, speech, now)
    state = _every(state, speech)
    state = _window(ended(state, state.when.rule, speech, now, order), speech)
    state = _ahead_of(state, speech)
    state = _clocks(_parts(state, speech), speech)
    state = _unsaid(_days(state, speech, now, order), speech)
    return state.when, state.words


def only_times(text: str, speech: Speech, now: datetime, order: DateOrder) -> When | None:
    """When, of a text that says nothing else; a bare number is an hour."""
    bare = re.fullmatch(r"\D{0,3}(?:[01]?\d|2[0-4])(?::[0-5]\d)?\D{0,3}", text.strip())
    when, left = read_times(text, speech, now, order)
    if when.said and not re.search(r"\w", re.sub(speech.words.leads, "", left)):
        return when
    hour = re.search(r"(\d{1,2})(?::(\d\d))?", text) if bare is not None else None
    if hour is None or re.search(r"[^\W\d]", text):
        return None
    at = time(int(hour[1]) % 24, int(hour[2] or 0))
    return When(clocks=(Clock(at=at, sure=_is_sure(hour[1])),))


def seconds_of(found: re.Match[str], speech: Speech) -> int:
    """Of the groups n, unit, n2, unit2, half."""
    given, units = found.groupdict(), speech.words.units
    unit = units.get((given["unit"] or "").strip(), 0)
    second = units.get((given.get("unit2") or "").strip(), unit // 60 or 1)
    half = unit / 2 if given.get("half") else 0
    return round(
        number(given["n"], speech.words.numbers) * unit
        + half
        + number(given.get("n2"), speech.words.numbers) * second
    )


def _ahead(state: _Text, speech: Speech) -> _Text:
    """`in 90 minutes`."""
    found = first_of(speech.ahead, state.left)
    if found is None:
        return state
    leads = not re.search(r"\w", state.left[: found.start()])
    return state.without(found, seconds=seconds_of(found, speech), leads=leads)


def shifted(text: str, speech: Speech) -> tuple[int, str]:
    """By how many seconds something is to come later (earlier: below zero), and the text without that."""
    for way, forms in speech.shifts.items():
        if (found := first_of(forms, text)) is not None:
            seconds = seconds_of(found, speech)
            left = f"{text[: found.start()]} {text[found.end() :]}"
            return (-seconds if way == "earlier" else seconds), " ".join(left.split())
    return 0, text


def _ahead_of(state: _Text, speech: Speech) -> _Text:
    """`30 minutes before my workout at 18:00`."""
    found = first_of(speech.ahead_of, state.left)
    return state if found is None else state.without(found, before=seconds_of(found, speech))


def _window(state: _Text, speech: Speech) -> _Text:
    """`every 2 hours between 9 and 21`, `every hour until 9pm`."""
    if not state.when.rule.startswith(WITHIN_A_DAY):
        return state
    found = first_of(speech.window, state.left)
    if found is None:
        return state
    given = found.groupdict()
    begin, end = (_bound(given.get(name) or "", speech) for name in ("from", "to"))
    if end is None:
        return state
    first, last = None if begin is None else begin.at, end.at
    if last.hour < _NOON and not end.sure and (first is None or last <= first):
        last = last.replace(hour=last.hour + _NOON)
    return state.without(found, window=(first, last))


def _bound(said: str, speech: Speech) -> Clock | None:
    """`10pm`, `밤 10시`; not sure where neither half nor part of the day is said."""
    part, _, hour = said.strip().partition(" ")
    known = speech.words.parts.get(part)
    found = re.fullmatch(speech.words.clock, hour if known else said.strip())
    if found is None:
        return None
    return _clock(found, speech, known).model_copy(update={"sure": bool(known or found["ap"])})


def _day_ahead(state: _Text, speech: Speech, now: datetime) -> _Text:
    """`in 3 days`."""
    found = first_of(speech.day_ahead, state.left)
    if found is None or state.when.seconds:
        return state
    count = round(number(found["n"], speech.words.numbers))
    if not 0 < count <= _MOST_AHEAD:
        return state
    unit = speech.words.day_units[(found["day_unit"] or "").strip()]
    return state.without(found, days=whole(shift(now.date(), unit, count), "day"))


def _every(state: _Text, speech: Speech) -> _Text:
    found = recurrence(state.left, speech)
    if found is None:
        return state
    known = {"rule": found.rule} | ({"part": found.part} if found.part else {})
    return state.without(found.span, **known)


def _parts(state: _Text, speech: Speech) -> _Text:
    """The words stay for the reader of days where they are a day as well."""
    found = first_of(speech.parts, state.left) if state.when.part is None else None
    if found is None:
        return state
    part = speech.words.parts[found["part"]]
    if scan(found[0].strip(), "day"):
        return state.known(part=part)
    return state.without(found, part=part)


def _clocks(state: _Text, speech: Speech) -> _Text:
    clocks: list[Clock] = []
    for form, at in speech.named_clocks:
        if found := form.search(state.left):
            clocks.append(Clock(at=time.fromisoformat(at)))
            state = state.without(found)
    for form in speech.clocks:
        while (found := form.search(state.left)) is not None:
            clocks.append(_clock(found, speech, state.when.part))
            state = state.without(found)
    clocks = [_earlier(one, state.when.before) for one in clocks]
    if len(clocks) > 1:  # of several, nobody is asked
        clocks = sorted({one.at: one for one in clocks}.values(), key=lambda one: one.at)
    return state.known(clocks=tuple(clocks))


def _clock(found: re.Match[str], speech: Speech, part: tuple[int, int, int] | None) -> Clock:
    """The time of the day that is written so."""
    given = found.groupdict()
    hour = round(number(given["h"], speech.words.numbers)) % 24
    minute = round(number(given.get("m"), speech.words.numbers))
    if "half" in given and given["half"] is not None:
        minute = 30
    minute += _past(given, speech)
    part = speech.words.parts.get(given.get("part2") or "") or part
    half = speech.words.meridiem.get(given.get("ap") or given.get("ap_") or "")
    sure = half is not None or part is not None or _is_sure(given["h"] or "")
    if hour <= _NOON and half is not None:
        hour = hour % _NOON + (_NOON if half == "pm" else 0)
    elif hour <= _NOON and part is not None:
        hour = _in_part(hour, part)
    return Clock(at=time(*divmod((hour * 60 + minute) % _DAY_MINUTES, 60)), sure=sure)


def _past(given: dict[str, str | None], speech: Speech) -> int:
    """Minutes of `quarter past`, `ten to`."""
    minutes = speech.words.minutes.get(given.get("minutes") or "", 0)
    return -minutes if "to" in given else minutes


def _earlier(clock: Clock, seconds: int) -> Clock:
    minutes = (clock.at.hour * 60 + clock.at.minute - seconds // 60) % _DAY_MINUTES
    return clock.model_copy(update={"at": time(*divmod(minutes, 60))}) if seconds else clock


def _is_sure(said: str) -> bool:
    """Whether an hour is of 24: `08`, `20`, `0`."""
    return said.startswith("0") or (said.isdigit() and int(said) > _NOON)


def _in_part(hour: int, part: tuple[int, int, int]) -> int:
    """Which of the two is meant, by the part of the day that was named: `12` at night is midnight."""
    hour %= _NOON
    both = (hour, hour + _NOON, hour + 2 * _NOON)
    return next((one for one in both if part[0] <= one < part[1]), both[part[0] >= _NOON]) % 24


def _days(state: _Text, speech: Speech, now: datetime, order: DateOrder) -> _Text:
    if state.when.days is not None:
        return state
    if find_false_days(state.left, now, order):
        return state.known(no_such_day=True)
    left, days, differ = dated(state, speech.words, now, order)
    return state.known(no_such_day=True) if differ else left.known(days=days)


def _unsaid(state: _Text, speech: Speech) -> _Text:
    """`in 20`, `when I wake up`: a time that has to be asked for."""
    if (found := speech.words.waking.search(state.left)) is not None and not state.when.clocks:
        state = state.without(found, waking=True)
    found = None if state.when.said else speech.words.ahead_of_what.search(state.left)
    return state if found is None else state.without(found, ahead=int(found["n"]))
