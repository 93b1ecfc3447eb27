"""Logs that only say "again": what was logged before, once more (`data/repeating.LANGUAGE.yaml`)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache
from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel

from agents.facts import is_training
from agents.offline.lexicon import languages, load, plain
from agents.parser import ParsedEntry, ParserOutput
from storage.entities import Certainty, DateRange, Entry, Measure, WeightUnit
from storage.problems import Misread
from units import KG_PER_LB

if TYPE_CHECKING:
    from agents.language.days.day_rules import DateOrder

Does = Literal["again", "before", "session", "intended"]
Known = Callable[[str], str | None]
"""An exercise's canonical name by what it is called; None for what is none."""
_LONGEST = 80
_NAME = r"\S.{0,39}?"
_BEFORE = r"(?:^|(?<=[ ,])|(?<=[^\W\d_]))"
_SOME_DAY = datetime(2026, 1, 7, 12)  # noqa: DTZ001 - of any place


class FormRow(BaseModel, extra="forbid"):
    """One way to say it, and a message that is read by it."""

    does: Does
    form: str
    needs: Literal["", "day", "sign"] = ""
    """Only with a day in the message; only with a sign left in it."""
    example: str


class RepeatingWords(BaseModel, extra="forbid"):
    """A language's file."""

    signs: str
    """One of these stands in every message that repeats; all others are let go at once."""
    leads: str
    more: tuple[str, ...]
    less: tuple[str, ...]
    loads: tuple[str, ...]
    pounds: tuple[str, ...]
    reps: tuple[str, ...]
    forms: list[FormRow]


@dataclass(frozen=True, slots=True)
class Repetition:
    """What is to be logged again: of which exercise, of which days, and what is different."""

    does: Does
    name: str | None = None
    days: DateRange | None = None
    delta: float = 0.0
    load: float | None = None
    """In place of what was lifted before, in `unit` or that of before."""
    unit: WeightUnit | None = None
    reps: int | None = None


@dataclass(frozen=True, slots=True)
class _Speech:
    words: RepeatingWords
    signs: re.Pattern[str]
    leads: re.Pattern[str]
    more: tuple[re.Pattern[str], ...]
    loads: tuple[re.Pattern[str], ...]
    reps: tuple[re.Pattern[str], ...]
    forms: tuple[tuple[FormRow, re.Pattern[str]], ...]


def repetition(text: str, known: Known, now: datetime, order: DateOrder = "DMY") -> Repetition | None:
    """What a whole message asks to be logged again; None for any other. `now` is on the person's clock."""
    if not _may_repeat(text):
        return None
    said = plain(text).strip(" .!,\n")
    for speech in _speeches():
        if speech.signs.search(said) and (found := _read(said, speech, known, now, order)) is not None:
            return found
    return None


def repeats(text: str, known: Known) -> bool:
    """Whether it does, on whatever day it is said."""
    return repetition(text, known, _SOME_DAY) is not None


def _may_repeat(text: str) -> bool:
    return len(text) <= _LONGEST and "\n" not in text.strip() and _signs().search(plain(text)) is not None


def _read(said: str, speech: _Speech, known: Known, now: datetime, order: DateOrder) -> Repetition | None:
    from agents.language.days.dates import find_periods  # noqa: PLC0415 - only where a sign stands

    mentions = find_periods(said, now, order)
    days = mentions[0].range if mentions else None
    if days is not None and days.start > now.date():
        return None
    left = said if days is None else said[: mentions[0].start] + " " + said[mentions[0].end :]
    left, reps = _reps(" ".join(left.split()), speech)
    left, delta, unit = _difference(left, speech)
    left, weight, unit = (left, None, unit) if delta else _load(left, speech)
    left = speech.leads.sub("", f"{left} ").strip(" ,:;")
    for row, form in speech.forms:
        found = form.fullmatch(left)
        if found is None or (row.needs == "day" and days is None):
            continue
        if row.needs == "sign" and not speech.signs.search(left) and days is None:
            continue
        named = next((name for name in found.groupdict().values() if name), None)
        if None not in (named, weight, reps):
            return None  # a set of which all is told repeats none
        name = known(named.strip()) if named else None
        if named is None or name is not None:
            return Repetition(row.does, name, days, delta, weight, unit, reps)
    return None


def _difference(said: str, speech: _Speech) -> tuple[str, float, WeightUnit | None]:
    """The rest of a message, and how much heavier it was."""
    for form in speech.more:
        if found := form.search(said):
            groups = {name.rstrip("_"): told for name, told in found.groupdict().items()}
            less = (groups["sign"] or "").strip() in speech.words.less
            delta = float((groups["delta"] or "0").replace(",", "."))
            return _without(said, found), -delta if less else delta, _unit(groups["unit"], speech)
    return said, 0.0, None


def _load(said: str, speech: _Speech) -> tuple[str, float | None, WeightUnit | None]:
    """The rest of a message, and what was lifted instead."""
    for form in speech.loads:
        if found := form.search(said):
            return _without(said, found), float(found["load"].replace(",", ".")), _unit(found["unit"], speech)
    return said, None, None


def _unit(name: str | None, speech: _Speech) -> WeightUnit | None:
    return None if not name else "lb" if name in speech.words.pounds else "kg"


def _without(said: str, found: re.Match[str]) -> str:
    return " ".join(f"{said[: found.start()]} {said[found.end() :]}".split())


def _reps(said: str, speech: _Speech) -> tuple[str, int | None]:
    for form in speech.reps:
        if found := form.search(said):
            reps = int(next(told for told in found.groupdict().values() if told))
            return _without(said, found), reps or None
    return said, None


def repeated(wish: Repetition, text: str, entries: Iterable[Entry], now: datetime) -> ParserOutput:
    """The log that it is, of `entries` of the person; a problem where there is nothing to repeat."""
    today = now.date()
    found = _copied(wish, _sets(entries, wish, today), today)
    if not found:
        nothing = ParsedEntry(day=today, text=text, problems=(Misread("nothing_before", text.strip()),))
        return ParserOutput(entries=(nothing,), confidence=1)
    domains = tuple(dict.fromkeys(measure.domain for measure in found))
    return ParserOutput(
        entries=(ParsedEntry(day=today, text=text, domains=domains, measures=found),), confidence=1
    )


def _sets(entries: Iterable[Entry], wish: Repetition, today: date) -> list[Measure]:
    """What it may mean, oldest first."""
    order = sorted(entries, key=lambda entry: (entry.day, entry.logged_at, entry.message_id, entry.part))
    every = [one for entry in order if not entry.deleted for one in entry.measures if is_training(one)]
    last = today if wish.does == "again" else date.fromordinal(today.toordinal() - 1)
    span = wish.days or DateRange(start=date.min, end=last)
    named = [one for one in every if wish.name in (None, one.name)]
    return [one for one in named if span.start <= one.day <= min(span.end, today)]


def _copied(wish: Repetition, sets: Sequence[Measure], today: date) -> tuple[Measure, ...]:
    if not sets:
        return ()
    last = sets[-1]
    of_day = [one for one in sets if one.day == last.day]
    if wish.does == "again" and last.day == today:
        chosen = [last.model_copy(update={"sets": 1, "warmup": False})]
    elif wish.does == "again" and wish.days is None:
        chosen = [one for one in of_day if one.name == last.name]
    else:
        chosen = of_day
    if wish.load is not None and any(
        one.reps is None or not (wish.unit or one.weight_unit) for one in chosen
    ):
        return ()
    return tuple(_changed(one, wish, today) for one in chosen)


def _changed(measure: Measure, wish: Repetition, today: date) -> Measure:
    """On this day, with what is different; every figure is known from before."""
    weight, reps, unit = measure.weight, measure.reps, measure.weight_unit
    if wish.load is not None and not measure.warmup:
        weight, unit = wish.load, wish.unit or unit
    elif weight is not None and not measure.warmup and wish.delta:
        weight = round(weight + _in_unit(wish.delta, wish.unit, unit), 2)
    if reps is not None and not measure.warmup and wish.reps is not None:
        reps = wish.reps
    fields = ("weight", "weight_unit", "reps", "sets", "distance_m", "duration_s")
    inherited: dict[str, Certainty] = {
        name: "inherited" for name in fields if getattr(measure, name) is not None
    }
    changes = {
        "day": today,
        "weight": weight,
        "weight_unit": unit,
        "reps": reps,
        "rpe": None,
        "text": None,
        "certainty": inherited,
    }
    return measure.model_copy(update=changes)


def _in_unit(delta: float, unit: WeightUnit | None, of: WeightUnit | None) -> float:
    if unit is None or of is None or unit == of:
        return delta
    return delta * KG_PER_LB if of == "kg" else delta / KG_PER_LB


@cache
def _signs() -> re.Pattern[str]:
    return re.compile("|".join(speech.words.signs for speech in _speeches()))


@cache
def _speeches() -> tuple[_Speech, ...]:
    return tuple(_speech(load("repeating", code, RepeatingWords)) for code in languages("repeating"))


def _speech(words: RepeatingWords) -> _Speech:
    def ready(form: str) -> re.Pattern[str]:
        named = form.replace("{name}", f"(?P<name>{_NAME})").replace("{name_}", f"(?P<name_>{_NAME})")
        return re.compile(named)

    return _Speech(
        words=words,
        signs=re.compile(words.signs),
        leads=re.compile(rf"^(?:{words.leads}[,:]? )+"),
        more=tuple(re.compile(rf"{_BEFORE}(?:{form})(?![\d.,]*\w)") for form in words.more),
        loads=tuple(re.compile(rf"(?:^|(?<=[ ,]))(?:{form})(?![\d.,]*\w)") for form in words.loads),
        reps=tuple(re.compile(rf"(?:^|(?<=[ ,\d]))(?:{form})(?!\w)") for form in words.reps),
        forms=tuple((row, ready(row.form)) for row in words.forms),
    )
