"""How people speak of a calendar: `words/LANGUAGE.yaml`, its expressions made ready once."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Literal

from pydantic import BaseModel, ConfigDict

from agents.language.spoken import spoken

Asks = Literal["read", "find", "free", "create", "move", "delete"]
Needs = Literal["named", "ahead", "timed", "looked", "due", "none"]


class FormRow(BaseModel):
    """One way to ask; the example must be read as it (a test looks)."""

    model_config = ConfigDict(extra="forbid")

    does: Asks = "move"
    needs: Needs
    form: str
    example: str


class LooseWords(BaseModel):
    """Words by which a message is known that no form reads; its lines say what the keys are."""

    model_config = ConfigDict(extra="forbid")

    named: str
    held: str
    own: str
    promised: str
    opens: str
    asks: str
    free: str
    changes: str
    kept: str
    begins: str
    last: str


class CalendarWords(BaseModel):
    """A file of `words/`; its head says what the keys are."""

    model_config = ConfigDict(extra="forbid")

    signs: str
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
    evenings: str
    instead: dict[str, str]
    ahead: list[str]
    ahead_units: dict[str, str]
    every: list[str]
    every_days: dict[str, str]
    before_days: str
    after_days: str
    no_titles: str
    loose: LooseWords
    forms: list[FormRow]
    moves: list[FormRow]
    shifts: list[FormRow]
    later: str
    earlier: str
    rather: str
    at: str
    """What stands before a bare hour."""
    agrees: str
    declines: str
    names_it: str


@dataclass(frozen=True, slots=True)
class Speech:
    """A language's words with what they make."""

    words: CalendarWords
    signs: re.Pattern[str]
    ranges: tuple[re.Pattern[str], ...]
    clocks: tuple[re.Pattern[str], ...]
    durations: tuple[re.Pattern[str], ...]
    parts: tuple[re.Pattern[str], ...]
    evenings: re.Pattern[str]
    ahead: tuple[re.Pattern[str], ...]
    every: tuple[re.Pattern[str], ...]
    loose: dict[str, re.Pattern[str]]
    """By the names of `LooseWords`."""
    forms: tuple[tuple[FormRow, re.Pattern[str]], ...]
    moves: tuple[tuple[FormRow, re.Pattern[str]], ...]
    shifts: tuple[tuple[FormRow, re.Pattern[str]], ...]
    later: re.Pattern[str]
    earlier: re.Pattern[str]
    rather: re.Pattern[str]
    agrees: re.Pattern[str]
    declines: re.Pattern[str]


@cache
def speech(language: str) -> Speech:
    """English for a language that has none."""
    words = spoken("agents.agenda", language, CalendarWords)
    return _made(words)


def _made(words: CalendarWords) -> Speech:
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
        signs=re.compile(words.signs),
        ranges=times(words.ranges),
        clocks=times(words.clocks),
        durations=tuple(re.compile(rf"(?<!\w){form}") for form in words.durations),
        parts=tuple(re.compile(form.replace("<part>", f"(?P<part>{part})")) for form in words.part_forms),
        evenings=re.compile(words.evenings),
        ahead=tuple(re.compile(rf"(?<!\w){form}") for form in words.ahead),
        every=tuple(re.compile(form) for form in words.every),
        loose={name: re.compile(form) for name, form in words.loose.model_dump().items()},
        forms=framed(words.forms),
        moves=framed(words.moves),
        shifts=framed(words.shifts),
        later=re.compile(words.later),
        earlier=re.compile(words.earlier),
        rather=re.compile(f"^(?:{words.rather})|(?:{words.tails})$"),
        agrees=re.compile(words.agrees),
        declines=re.compile(words.declines),
    )


def _with_clocks(words: CalendarWords, form: str) -> str:
    """`<clock>` and `<timed>` filled in; the groups of the second of two end in a 2."""
    for name, expression in (("clock", words.clock), ("timed", words.timed)):
        second = re.sub(r"\(\?P<(\w+)>", r"(?P<\g<1>2>", expression)
        form = form.replace(f"<{name}2>", second).replace(f"<{name}>", expression)
    return form
