"""Which rhythm a text names, and when a series of it is over."""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta
from itertools import islice
from typing import NamedTuple, Protocol

from agents.language.days.ahead import seen_ahead
from agents.language.days.calendars import shift
from agents.language.days.dates import EARLIEST, find_periods
from agents.language.days.day_rules import DateOrder
from agents.reminders.plan import WITHIN_A_DAY, days_of
from agents.reminders.speech import Speech
from storage.entities import Frozen

ALL_DAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
_MOST = 1000
_WEEK = timedelta(weeks=1)


class Ending(Frozen):
    """With a day, or after so long (`n` of a `unit`), or after `n` times (no unit)."""

    n: int = 0
    unit: str = ""
    day: date | None = None

    def last(self, rule: str, first: date, a_day: int = 1) -> date | None:
        """The last day of a series that begins on `first` and comes `a_day` times on each of its days."""
        if not self.n:
            return self.day
        if self.unit:
            over = datetime.combine(shift(first, self.unit, self.n), time())
            day = days_of(rule, first).before(over)
        else:
            *_, day = (None, *islice(days_of(rule, first), -(-self.n // a_day)))
        return first if day is None else day.date()


def with_end(rule: str, ending: Ending | None, first: date) -> str:
    """An RRULE's value that stops there: by COUNT, which holds on any clock and for whole days."""
    last = ending.last(rule, first) if ending is not None and rule else None
    if last is None:
        return rule
    count = sum(one.date() <= last for one in islice(days_of(rule, first), _MOST))
    return f"{rule};COUNT={max(1, count)}"


def without_end(rule: str, first: date) -> tuple[str, date | None]:
    """The rhythm alone, and its last day where it stops after so many times."""
    rhythm, _, count = rule.partition(";COUNT=")
    return rhythm, Ending(n=int(count)).last(rhythm, first) if count.isdecimal() else None


class Recurrence(NamedTuple):
    """What is said to repeat; `span` is where."""

    rule: str
    part: tuple[int, int, int] | None
    span: tuple[int, int]


def recurrence(text: str, speech: Speech) -> Recurrence | None:
    """The first that a text names."""
    for row, form in speech.every:
        found = form.search(text)
        if found is None:
            continue
        given = {name: said for name, said in found.groupdict().items() if said}
        part = speech.words.parts.get(given.get("part") or given.get("part2") or "")
        said = given.get("days") or given.get("days2") or ""
        values = {
            "n": round(number(given.get("n"), speech)),
            "d": given.get("d", ""),
            "nth": speech.words.nth.get(given.get("nth", ""), ""),
            "day": speech.words.days.get(given.get("day", ""), ""),
            "days": ",".join(sorted(days := set(_weekdays(said, speech)), key=ALL_DAYS.index)),
            "others": ",".join(one for one in ALL_DAYS if one not in days),
        }
        return Recurrence(row.rule.format(**values), part, found.span())
    return None


def _weekdays(said: str, speech: Speech) -> list[str]:
    """Also of days that are written as one word, a letter each."""
    days = speech.words.days
    names = [one.strip() for one in re.split(f"{speech.words.day_join}| ", said)]
    told = [days[one] for name in names for one in ((name,) if name in days else name) if one in days]
    return [day for one in told for day in one.split(",")]


def number(said: str | None, speech: Speech) -> float:
    """In digits or in words; 0 where nothing is said."""
    if not said:
        return 0
    return float(said) if said[:1].isdigit() else speech.words.numbers.get(said, 1)


Span = tuple[int, int]


def ending_in(
    text: str, rule: str, speech: Speech, now: datetime, order: DateOrder
) -> tuple[Ending, Span] | None:
    """`for 2 weeks`, `8 times`, `until Friday`, and where it stands; without a rule only the last."""
    lasting = _lasting(text, speech) if rule else None
    if lasting is not None and (lasting[0].unit or not rule.startswith(WITHIN_A_DAY)):
        return lasting
    for one in find_periods(text, now, order):
        last = re.match(f" ?{speech.words.until}", text[one.end :])
        if one.range.start == EARLIEST or last is not None:
            day = seen_ahead(one.range, text[one.start : one.end], now.date()).end
            while day < now.date():
                day += _WEEK
            return Ending(day=day), with_particles(
                text, one.start, one.end + (last.end() if last else 0), speech.words
            )
    return None


def _lasting(text: str, speech: Speech) -> tuple[Ending, Span] | None:
    found = next((found for one in speech.lasting if (found := one.search(text)) is not None), None)
    if found is None:
        return None
    unit = speech.words.day_units.get((found.groupdict().get("day_unit") or "").strip(), "")
    return Ending(n=min(round(number(found["n"], speech)), _MOST), unit=unit), found.span()


class DayWords(Protocol):
    """What stands around a day, in forms."""

    before_days: str
    after_days: str


def with_particles(text: str, start: int, end: int, words: DayWords) -> Span:
    """A day's span with what belongs to it: "on Friday", "금요일에"."""
    before = re.search(rf"(?<!\w){words.before_days}$", text[:start])
    after = re.match(words.after_days, text[end:])
    return (before.start() if before else start, end + (after.end() if after else 0))
