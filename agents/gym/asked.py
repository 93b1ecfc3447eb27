"""What a message asks of the gym (`words/LANGUAGE.yaml`); None for one that does not."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal

from pydantic import BaseModel

from agents.gym.coming import WEEKDAYS, Weekday
from agents.language.spoken import spoken
from agents.language.text import plain
from agents.signs import may_speak_of
from storage.entities import Frozen, WeightUnit

Needs = Literal["", "programme"]
Does = Literal["plates", "warmup", "next", "show", "start", "stop"]


class Asked(Frozen):
    """A request. `load` in `unit`, where one was said; `name` is all that stands behind "start" or "stop"."""

    does: Does
    load: float = 0.0
    unit: WeightUnit | None = None
    name: str = ""
    needs: Needs = ""


class FormRow(BaseModel, extra="forbid"):
    """One way to ask, and a message that is read by it."""

    does: Does
    needs: Needs = ""
    """Only of somebody who follows a programme."""
    form: str
    example: str


class GymWords(BaseModel, extra="forbid"):
    """A file of `words/`."""

    leads: str
    load: str
    stop: str
    pounds: tuple[str, ...]
    forms: list[FormRow]
    name_ends: str
    days: dict[Weekday, str]
    fillers: str
    runs: dict[str, str]


@dataclass(frozen=True, slots=True)
class _Speech:
    words: GymWords
    pair: re.Pattern[str]
    forms: tuple[tuple[FormRow, re.Pattern[str]], ...]


@dataclass(frozen=True, slots=True)
class Wanted:
    """A programme's name, the days it is wanted on, and loads to begin with, by canonical lift."""

    name: str
    days: tuple[Weekday, ...]
    loads: Mapping[str, tuple[float, WeightUnit | None]]


def asked(text: str, language: str) -> Asked | None:
    """Read a whole message."""
    if not may_speak_of("gym", text, language):
        return None
    known, said = speech(language), plain(text).strip()
    for row, form in known.forms:
        if found := form.fullmatch(said):
            groups = found.groupdict()
            load = float((groups.get("load") or "0").replace(",", "."))
            return Asked(
                does=row.does,
                load=load,
                unit=_unit(groups.get("unit"), language),
                name=groups.get("name") or "",
                needs=row.needs,
            )
    return None


def stopped(text: str, language: str) -> Asked | None:
    """A wish to stop, as it stands behind the command: `stop`, `stop stronglifts`."""
    if re.fullmatch(speech(language).words.stop, plain(text).strip(" .!")):
        return Asked(does="stop")
    found = asked(text, language)
    return found if found is not None and found.does == "stop" else None


def weight_of(text: str, language: str) -> tuple[float, WeightUnit | None] | None:
    """A weight alone, as it stands behind a command."""
    found = re.fullmatch(speech(language).words.load, plain(text).strip())
    return (float(found["load"].replace(",", ".")), _unit(found["unit"], language)) if found else None


def wanted(said: str, language: str, terms: Mapping[str, str]) -> Wanted:
    """What stands behind "start" taken apart: "stronglifts on mon wed fri squat 60, bench 40 kg"."""
    words = speech(language).words
    said = re.sub(rf"{words.name_ends}[ .!]*$", "", plain(said).strip())
    days = {day: rf"(?<![^\W\d]){words.days[day]}(?![^\W\d])" for day in WEEKDAYS}
    loads: dict[str, tuple[float, WeightUnit | None]] = {}
    at = len(said)
    for pair in speech(language).pair.finditer(said):
        lift = _lift(pair["lift"], terms)
        if lift is not None:
            name, before = lift
            loads[name] = (float(pair["load"].replace(",", ".")), _unit(pair["unit"], language))
            at = min(at, pair.start() + before)
    head = said[:at]
    chosen: tuple[Weekday, ...] = tuple(day for day in WEEKDAYS if re.search(days[day], head))
    for form in days.values():
        head = re.sub(form, " ", head) if chosen else head
    head = re.sub(rf"(?: {words.fillers})+ *$", "", f" {' '.join(head.split())}").strip(" ,;:.")
    return Wanted(re.sub(rf"{words.name_ends}$", "", head).strip(), chosen, loads)


def short_names(lifts: Collection[str], terms: Mapping[str, str]) -> dict[str, str]:
    """Of lifts of a programme those that their last word alone names: "row" for "barbell row".

    Of two presses it is not the one that its first word names.
    """
    ends = Counter(lift.split()[-1] for lift in lifts)
    lifts = [lift for lift in lifts if ends[lift.split()[-1]] == 1 or terms.get(lift.split()[0]) != lift]
    ends = Counter(lift.split()[-1] for lift in lifts)
    return {end: lift for lift in lifts if ends[end := lift.split()[-1]] == 1}


def _lift(said: str, terms: Mapping[str, str]) -> tuple[str, int] | None:
    """The longest name of a lift at the end of these words, and where in them it begins."""
    words = [(found.start(), found.end()) for found in re.finditer(r"[^\s,;:=]+", said)]
    for start, _ in words:
        name = terms.get(said[start : words[-1][1]])
        if name is not None:
            return name, start
    return None


def _unit(said: str | None, language: str) -> WeightUnit | None:
    if not said:
        return None
    return "lb" if said in speech(language).words.pounds else "kg"


def run_named(name: str, language: str) -> str:
    """The kind of a run in a language; one of somebody's own as it is."""
    return speech(language).words.runs.get(name, name)


@cache
def speech(language: str) -> _Speech:
    """A language's forms made ready; English for one that has none."""
    words = spoken("agents.gym", language, GymWords)
    return _Speech(
        words=words,
        pair=re.compile(rf"(?P<lift>\D+?) ?{words.load}(?=[ ,;]|$)"),
        forms=tuple(
            (row, re.compile(rf"(?:{words.leads},? )*(?:{_filled(row.form, words)})[ .!?~]*"))
            for row in words.forms
        ),
    )


def _filled(form: str, words: GymWords) -> str:
    return form.replace("<load>", words.load).replace("<stop>", words.stop)
