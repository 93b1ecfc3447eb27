"""How people speak of a calendar: `words/LANGUAGE.yaml`, its expressions made ready once."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Literal

from pydantic import BaseModel

from agents.language.spoken import spoken
from agents.reminders import speech as reminders

Asks = Literal["read", "find", "free", "create", "move", "rename", "place", "delete"]
Needs = Literal["named", "ahead", "timed", "looked", "due", "none"]


class FormRow(BaseModel, extra="forbid"):
    """One way to ask; the example must be read as it (a test looks)."""

    does: Asks = "move"
    needs: Needs
    form: str
    example: str
    bare: bool = False
    """Where it is moved to is an hour and nothing else."""


class LooseWords(BaseModel, extra="forbid"):
    """Words by which a message is known that no form reads; its lines say what the keys are."""

    named: re.Pattern[str]
    held: re.Pattern[str]
    own: re.Pattern[str]
    promised: re.Pattern[str]
    opens: re.Pattern[str]
    asks: re.Pattern[str]
    free: re.Pattern[str]
    changes: re.Pattern[str]
    kept: re.Pattern[str]
    begins: re.Pattern[str]
    last: re.Pattern[str]


class CalendarWords(BaseModel, extra="forbid"):
    """A file of `words/`; its head says what the keys are."""

    signs: re.Pattern[str]
    """One of these stands in every message that asks; all others are let go at once."""
    leads: str
    tails: str
    trims: dict[str, str]
    numbers: dict[str, float]
    meridiem: dict[str, Literal["am", "pm"]]
    clock: str
    timed: str
    ranges: list[str]
    clocks: list[str]
    named_clocks: dict[str, str]
    durations: list[str]
    units: dict[str, int]
    parts: dict[str, tuple[int, int]]
    part_forms: list[str]
    around: re.Pattern[str]
    evenings: re.Pattern[str]
    instead: dict[str, str]
    ahead: list[str]
    ahead_units: dict[str, str]
    repeats: re.Pattern[str]
    """Stands in every message that names a recurrence, in the forms of reminders."""
    before_days: str
    after_days: str
    no_titles: str
    howto: re.Pattern[str]
    bare: re.Pattern[str]
    reports: re.Pattern[str]
    """What was done, in the title of no new event."""
    loose: LooseWords
    forms: list[FormRow]
    moves: list[FormRow]
    edits: list[FormRow]
    shifts: list[FormRow]
    later: re.Pattern[str]
    earlier: re.Pattern[str]
    rather: str
    rather_behind: str = "$"
    """As `rather`, at the end of such a message."""
    at: str
    """What stands before a bare hour."""
    agrees: re.Pattern[str]
    declines: re.Pattern[str]
    names_it: str


@dataclass(frozen=True, slots=True)
class Speech:
    """A language's words with what they make."""

    words: CalendarWords
    rhythms: reminders.Speech
    ranges: tuple[re.Pattern[str], ...]
    clocks: tuple[re.Pattern[str], ...]
    durations: tuple[re.Pattern[str], ...]
    parts: tuple[re.Pattern[str], ...]
    ahead: tuple[re.Pattern[str], ...]
    forms: tuple[tuple[FormRow, re.Pattern[str]], ...]
    moves: tuple[tuple[FormRow, re.Pattern[str]], ...]
    edits: tuple[tuple[FormRow, re.Pattern[str]], ...]
    shifts: tuple[tuple[FormRow, re.Pattern[str]], ...]
    rather: re.Pattern[str]


@cache
def speech(language: str) -> Speech:
    """English for a language that has none."""
    return _made(spoken("agents.agenda", language, CalendarWords), reminders.speech(language))


def _made(words: CalendarWords, rhythms: reminders.Speech) -> Speech:
    part = "|".join(sorted(map(re.escape, words.parts), key=len, reverse=True))
    frame = rf"(?:{words.leads}[,:]? ?)*(?:%s)(?:[ ,]*{words.tails})*[ .!?~]*"

    def times(forms: list[str]) -> tuple[re.Pattern[str], ...]:
        return tuple(re.compile(rf"(?<![\w:.]){_with_clocks(words, form)}") for form in forms)

    def framed(rows: list[FormRow]) -> tuple[tuple[FormRow, re.Pattern[str]], ...]:
        return tuple(
            (row, re.compile(frame % row.form.replace("<in>", f"(?:{words.names_it})"))) for row in rows
        )

    return Speech(
        words=words,
        rhythms=rhythms,
        ranges=times(words.ranges),
        clocks=times(words.clocks),
        durations=tuple(re.compile(rf"(?<!\w){form}") for form in words.durations),
        parts=tuple(re.compile(form.replace("<part>", f"(?P<part>{part})")) for form in words.part_forms),
        ahead=tuple(re.compile(rf"(?<!\w){form}") for form in words.ahead),
        forms=framed(words.forms),
        moves=framed(words.moves),
        edits=framed(words.edits),
        shifts=framed(words.shifts),
        rather=re.compile(f"^(?:{words.rather})|(?:{words.tails}|{words.rather_behind})$"),
    )


def _with_clocks(words: CalendarWords, form: str) -> str:
    """`<clock>` and `<timed>` filled in; the groups of the second of two end in a 2."""
    for name, expression in (("clock", words.clock), ("timed", words.timed)):
        second = re.sub(r"\(\?P<(\w+)>", r"(?P<\g<1>2>", expression)
        form = form.replace(f"<{name}2>", second).replace(f"<{name}>", expression)
    return form
