"""Which rhythm a text names, and when a series of it is over."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from itertools import islice
from typing import Any, Generic, NamedTuple, Protocol, Self, TypeVar

from agents.language.days.ahead import seen_ahead
from agents.language.days.calendars import contradict, narrowed, shift
from agents.language.days.dates import EARLIEST, find_periods
from agents.language.days.day_rules import DateOrder
from agents.reminders.plan import WITHIN_A_DAY, days_of
from agents.reminders.speech import Speech
from storage.entities import DateRange, Frozen

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
            "n": round(number(given.get("n"), speech.words.numbers)),
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


def number(said: str | None, words: Mapping[str, float]) -> float:
    """In digits or in words; 0 where nothing is said."""
    if not said:
        return 0
    return float(said) if said[:1].isdigit() else words.get(said, 1)


def first_of(patterns: Iterable[re.Pattern[str]], text: str) -> re.Match[str] | None:
    """What the first pattern that is found finds."""
    return next((found for one in patterns if (found := one.search(text)) is not None), None)


Span = tuple[int, int]
W = TypeVar("W", bound=Frozen)


@dataclass(frozen=True, slots=True)
class Unread(Generic[W]):
    """What of a text is still to be read, and what was: spans of it are blanks of no word."""

    left: str
    when: W

    @property
    def words(self) -> str:
        """What is left, spaces once."""
        return " ".join(self.left.replace(BLANK, " ").split())

    def known(self, **known: object) -> Self:
        """With this known as well."""
        return replace(self, when=self.when.model_copy(update=known))

    def without(self, found: re.Match[str] | Span, **known: object) -> Self:
        """With this known, which was said there."""
        start, end = found if isinstance(found, tuple) else found.span()
        return replace(self.known(**known), left=self.left[:start] + BLANK * (end - start) + self.left[end:])


BLANK = "\x00"


U = TypeVar("U", bound=Unread[Any])


def ended(state: U, rule: str, speech: Speech, now: datetime, order: DateOrder) -> U:
    """With `for 2 weeks`, `8 times`, `until Friday`; without a rule only the last."""
    lasting = _lasting(state.left, speech) if rule else None
    if lasting is not None and (lasting[0].unit or not rule.startswith(WITHIN_A_DAY)):
        return state.without(lasting[1], ending=lasting[0])
    for one in find_periods(state.left, now, order):
        last = re.match(f" ?{speech.words.until}", state.left[one.end :])
        if one.range.start == EARLIEST or last is not None:
            day = seen_ahead(one.range, state.left[one.start : one.end], now.date()).end
            while day < now.date():
                day += _WEEK
            end = one.end + (last.end() if last else 0)
            span = with_particles(state.left, one.start, end, speech.words)
            return state.without(span, ending=Ending(day=day))
    return state


def dated(state: U, words: DayWords, now: datetime, order: DateOrder) -> tuple[U, DateRange | None, bool]:
    """Without its days, and those; whether two that stand side by side differ ("Monday 2 December")."""
    text, days, after, differ = state.left, None, 0, False
    for one in find_periods(text, now, order):
        seen = seen_ahead(one.range, text[one.start : one.end], now.date())
        beside = days is not None and not re.search(r"\w", text[after : one.start])
        differ = differ or (beside and days is not None and contradict(days, seen))
        days, after = seen if days is None else narrowed(days, seen), one.end
        state = state.without(with_particles(text, one.start, one.end, words))
    return state, days, differ


def _lasting(text: str, speech: Speech) -> tuple[Ending, Span] | None:
    found = first_of(speech.lasting, text)
    if found is None:
        return None
    unit = speech.words.day_units.get((found.groupdict().get("day_unit") or "").strip(), "")
    return Ending(n=min(round(number(found["n"], speech.words.numbers)), _MOST), unit=unit), found.span()


class DayWords(Protocol):
    """What stands around a day, in forms."""

    before_days: str
    after_days: str


def with_particles(text: str, start: int, end: int, words: DayWords) -> Span:
    """A day's span with what belongs to it: "on Friday", "금요일에"."""
    before = re.search(rf"(?<!\w){words.before_days}$", text[:start])
    after = re.match(words.after_days, text[end:])
    return (before.start() if before else start, end + (after.end() if after else 0))
