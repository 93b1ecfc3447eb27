"""Figures in a question that choose: a mark to reach or stay under, a race's distance, the last so many."""

from __future__ import annotations

import re
from dataclasses import dataclass

from agents.offline.asking.cues import Cues
from agents.offline.days.dateforms import all_words

_UNITS = {
    "kgs": "kg", "kilo": "kg", "kilos": "kg", "킬로": "kg", "키로": "kg", "lbs": "lb", "pound": "lb",
    "pounds": "lb", "파운드": "lb", "k": "km", "kms": "km", "mile": "mi", "miles": "mi", "hour": "h",
    "hours": "h", "hr": "h",
    "hrs": "h", "mins": "min", "minute": "min", "minutes": "min", "분": "min", "meter": "m", "meters": "m",
    "metre": "m", "metres": "m", "yard": "yd", "yards": "yd", "yds": "yd", "rep": "reps", "sec": "s", "secs": "s",
    "second": "s", "seconds": "s", "초": "s", "마일": "mi", "미터": "m", "시간": "h", "calories": "kcal",
    "칼로리": "kcal", "그램": "g", "gram": "g", "grams": "g",
}  # fmt: skip
_RACE = re.compile(
    r"(?<![\w.])(\d+(?:\.\d+)?)[ -]?(ks?|km|키로|킬로|mile|miles|miler|milers|mi)(?![a-z0-9_])"
    r"|\b(half(?:[ -]?marathon|[ -]?mara)?\b(?! (?:a|an|the|of|hour|way))|하프)|(marathon|마라톤|풀코스)"
    r"|(?<![\w.])(\d{3,5})[ -]?(yards?|yds?|met(?:er|re)s?|m|미터)(?![a-z0-9_])"
)
_METRES = {
    "k": 1000.0,
    "ks": 1000.0,
    "km": 1000.0,
    "키로": 1000.0,
    "킬로": 1000.0,
    "mile": 1609.344,
    "miles": 1609.344,
    "miler": 1609.344,
    "milers": 1609.344,
    "mi": 1609.344,
}
_YARD = 0.9144


@dataclass(frozen=True, slots=True)
class Mark:
    """One of `at_least` and `below` is set; a pace is in seconds, `unit` "s/km", "s/mi", or "s/" for any."""

    at_least: float | None = None
    below: float | None = None
    unit: str | None = None
    inclusive: bool = False
    """Whether `below` may be the mark itself ("5 h or less")."""
    strict: bool = False
    """Whether `at_least` must be passed ("over 5 h")."""
    span: tuple[int, int] = (0, 0)
    """Where it stands: its "or more" and "than" compare nothing."""

    @property
    def is_pace(self) -> bool:
        """Whether it is a time over a distance."""
        return self.unit is not None and self.unit.startswith("s/")


def read_load(text: str, words: Cues) -> tuple[float, str | None] | None:
    """The load of "how many reps at 165 lb", with its unit where one is written."""
    found = words.load.search(text)
    unit = found["unit"] if found else None
    return (float(found["n"]), _UNITS.get(unit, unit) if unit else None) if found else None


def read_mark(text: str, words: Cues, *, reached: bool) -> Mark | None:
    """The mark in the text; with `reached` any number is one."""
    pace = words.pace_mark.search(text)
    if pace is not None and (pace["sec"] or pace["word"]):
        seconds = float(pace["min"]) * 60 + float(pace["sec"] or 0)
        per = pace["per"] or ""
        unit = "s/mi" if per.startswith("mi") else "s/km" if per.startswith("k") else "s/"
        if words.slower.search(text, *pace.span()):
            return Mark(at_least=seconds, unit=unit, span=pace.span())
        return Mark(below=seconds, unit=unit, span=pace.span())
    low, high = words.below.search(text), words.above.search(text)
    marked = low or high or (words.at_least.search(text) if reached else None)
    if marked is None:
        return None
    value, written = float(marked["n"]), marked["unit"]
    unit = _UNITS.get(written, written) if written else None
    if low is None:
        strict = high is not None and words.strictly.search(high.group()) is not None
        return Mark(at_least=value, unit=unit, strict=strict, span=marked.span())
    inclusive = words.at_most.search(low.group()) is not None
    return Mark(below=value, unit=unit, inclusive=inclusive, span=low.span())


def race(text: str) -> float | None:
    """The distance that is named, in metres."""
    found = _RACE.search(text)
    if found is None:
        return None
    if found[3] or found[4]:
        return 21_097.5 if found[3] else 42_195.0
    if found[5]:
        return float(found[5]) * (_YARD if found[6].startswith("y") else 1.0)
    return float(found[1]) * _METRES[found[2]]


def without_race(text: str) -> str:
    """The text without the distance: its letters are no word of an entry."""
    return _RACE.sub(lambda found: " " * len(found.group()), text)


def newest(text: str, words: Cues) -> int | None:
    """How many of the last ones are meant ("my last three runs")."""
    found = words.newest.search(text)
    if found is None:
        return None
    number = found["n"]
    if number.isdecimal():
        return int(number) or None
    return next((table.numbers[number] for table in all_words() if number in table.numbers), None)
