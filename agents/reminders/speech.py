"""How people ask for reminders: `words/LANGUAGE.yaml`, its expressions made ready once."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Literal

from pydantic import BaseModel

from agents.language.spoken import spoken

Said = Literal["done", "did", "later", "snooze", "stop"]
Needs = Literal["none", "time", "clock", "coming", "span", "leads"]


class FormRow(BaseModel, extra="forbid"):
    """One way to ask, over the message without its times; the example must be read as it (a test looks).

    `needs` a time to come, one of the day or a duration (clock), that or a
    part of a day to come (coming), how long (span), to begin with it (leads).
    """

    does: Literal["set", "timer"]
    needs: Needs
    form: str
    titled: str = ""
    """What it is called where nothing is said of it."""
    half: Literal["", "am"] = ""
    """Which half of the day an hour is of where it was not said."""
    of: Literal["named", "newest"] = "named"
    """Where it is set beside one: that must just have been set."""
    example: str


class EveryRow(BaseModel, extra="forbid"):
    """A recurrence and its rule."""

    form: str
    rule: str


class LogRow(BaseModel, extra="forbid"):
    """What is asked for once it is done: the words that name it, and the words that are logged."""

    measure: str
    form: re.Pattern[str]
    log: str


class ReminderWords(BaseModel, extra="forbid"):
    """A file of `words/`; its head says what the keys are."""

    numbers: dict[str, float]
    units: dict[str, int]
    """Seconds."""
    day_units: dict[str, str]
    days: dict[str, str]
    short_days: dict[str, str]
    short_day: str
    """Where a short name is surely a day."""
    day_join: str
    nth: dict[str, str]
    ahead: list[str]
    day_ahead: list[str]
    lasting: list[str]
    until: str
    every: list[EveryRow]
    plural_days: str
    parts: dict[str, tuple[int, int, int]]
    """From which hour until which one, beyond 24 those after midnight, and the usual one."""
    part_forms: list[str]
    meridiem: dict[str, Literal["am", "pm"]]
    articles: re.Pattern[str]
    """Before a part of the day that stands alone: "the morning"."""
    minutes: dict[str, int]
    """Of an hour: `quarter` past six."""
    clock: str
    timed: str
    hour: str
    clocks: list[str]
    named_clocks: dict[str, str]
    window: list[str]
    """Between which two hours something is repeated: groups from and to, or to alone."""
    ahead_of: list[str]
    """How long before the time that is said."""
    of_days: re.Pattern[str]
    """Days of a week for which alone another time is said."""
    moved_to: re.Pattern[str]
    """Before the time that it is changed to; `at` is read in its place."""
    moved_from: str
    """The time that it had."""
    at: str
    shifts: dict[Literal["earlier", "later"], list[str]]
    again: re.Pattern[str]
    """What a reply to a reminder says around the other time."""
    not_today: re.Pattern[str]
    """A whole reply that leaves it out today."""
    to_one: dict[Said, re.Pattern[str]]
    """What is said to one that has come; `did` only in a reply to it."""
    ahead_of_what: re.Pattern[str]
    """`in 20`: a number (group n) whose unit is not said."""
    unit_words: dict[str, int]
    """How its units are offered, and their seconds."""
    waking: re.Pattern[str]
    """A moment that nobody but the person knows of."""
    also: str
    """Between several requests of one message; `also_lead` makes each of them whole."""
    also_lead: str
    before_days: str
    after_days: str
    leads: str
    tails: str
    breaks: re.Pattern[str]
    behind: re.Pattern[str]
    forms: list[FormRow]
    not_bare: re.Pattern[str]
    trims: dict[str, str]
    endings: list[tuple[str, str]]
    own: dict[str, str]
    logs: list[LogRow]
    value: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class Speech:
    """A language's words with what they make."""

    words: ReminderWords
    short_days: re.Pattern[str]
    also: re.Pattern[str]
    ahead: tuple[re.Pattern[str], ...]
    day_ahead: tuple[re.Pattern[str], ...]
    lasting: tuple[re.Pattern[str], ...]
    every: tuple[tuple[EveryRow, re.Pattern[str]], ...]
    parts: tuple[re.Pattern[str], ...]
    clocks: tuple[re.Pattern[str], ...]
    window: tuple[re.Pattern[str], ...]
    ahead_of: tuple[re.Pattern[str], ...]
    moved_from: re.Pattern[str]
    shifts: dict[Literal["earlier", "later"], tuple[re.Pattern[str], ...]]
    named_clocks: tuple[tuple[re.Pattern[str], str], ...]
    spans: re.Pattern[str]
    """How long a timer runs."""
    forms: tuple[tuple[FormRow, re.Pattern[str]], ...]


@cache
def speech(language: str) -> Speech:
    """English for a language that has none."""
    return _made(spoken("agents.reminders", language, ReminderWords))


def _any(options: dict[str, object] | list[str]) -> str:
    return "|".join(sorted(map(re.escape, options), key=len, reverse=True))


def _holes(words: ReminderWords, number: str, unit: str) -> dict[str, str]:
    """What stands for `<n>`, `<unit>` and so on in a form."""
    day = _any(dict(words.days))
    return {
        "n": f"(?P<n>{number})",
        "n2": rf"(?P<n2>\d+|{_any(dict(words.numbers))})",
        "unit": f"(?P<unit>{unit})",
        "unit2": f"(?P<unit2>{unit})",
        "day_unit": rf"(?P<day_unit>{_any(dict(words.day_units))})(?![a-z])",
        "day": rf"(?P<day>{day})(?![a-z])",
        "days": rf"(?P<days>(?:{day})(?:{words.day_join}(?:{day}))*)(?![a-z])",
        "days2": rf"(?P<days2>(?:{day})(?:{words.day_join}(?:{day}))*)(?![a-z])",
        "many_days": rf"(?P<days>(?:{day})(?:(?:{words.day_join}| )(?:{day}))+)(?![a-z])",
        "plural_days": rf"(?P<days>(?:{words.plural_days})(?:{words.day_join}(?:{words.plural_days}))*)",
        "several_days": rf"(?P<days>(?:{words.plural_days})(?:{words.day_join}(?:{words.plural_days}))+)",
        "nth": f"(?P<nth>{_any(dict(words.nth))})",
        "part": f"(?P<part>{_any(dict(words.parts))})",
        "parts": f"(?P<part>{_any(dict(words.parts))})",
        "parts2": f"(?P<part2>{_any(dict(words.parts))})",
        "minutes": f"(?P<minutes>{_any(dict(words.minutes))})",
        "clock": words.clock,
        "timed": words.timed,
        "hour": words.hour,
        "title": rf"(?P<title>(?!{words.tails}\W*$).+?)",
    }


def _made(words: ReminderWords) -> Speech:
    number = rf"\d+(?:\.\d+)?|{_any(dict(words.numbers))}"
    unit = rf"(?:{_any(dict(words.units))})(?![a-z])"
    holes = _holes(words, number, unit)

    def filled(form: str) -> str:
        return re.sub(r"(?<!\?P)<(\w+)>", lambda hole: holes[hole[1]], form)

    def found(forms: list[str], before: str = r"(?<![\w:.])") -> tuple[re.Pattern[str], ...]:
        return tuple(re.compile(f"{before}(?:{filled(form)})") for form in forms)

    frame = rf"(?:{words.leads}[,:]? ?)*(?:%s)(?:[ ,.!]+{words.tails})*[ .!?~,]*"
    return Speech(
        words=words,
        short_days=re.compile(words.short_day.replace("<short>", f"(?:{_any(dict(words.short_days))})")),
        also=re.compile(filled(words.also)),
        ahead=found(words.ahead),
        day_ahead=found(words.day_ahead),
        lasting=found(words.lasting),
        every=tuple((row, re.compile(rf"(?<!\w)(?:{filled(row.form)})(?!\w)")) for row in words.every),
        parts=found(words.part_forms, ""),
        clocks=found(words.clocks),
        window=found(words.window),
        ahead_of=found(words.ahead_of),
        moved_from=re.compile(filled(words.moved_from)),
        shifts={way: found(forms) for way, forms in words.shifts.items()},
        named_clocks=tuple(
            (re.compile(rf"(?<!\w)(?:{said})"), at) for said, at in words.named_clocks.items()
        ),
        spans=re.compile(
            rf"(?<![\w:.])(?:(?P<n>{number}) ?(?P<unit>{unit})"
            rf"(?:(?: and|,)? ?(?P<n2>\d+) ?(?P<unit2>{unit})?)?"
            rf"|(?P<minutes>\d{{1,2}}):(?P<seconds>[0-5]\d))(?![\w:])"
        ),
        forms=tuple((row, re.compile(frame % filled(row.form))) for row in words.forms),
    )
