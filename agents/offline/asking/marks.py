"""Figures in a question that choose: a mark to reach or stay under, a race's distance, the last so many."""

from __future__ import annotations

import re
from dataclasses import dataclass

from agents.language.days.dateforms import all_words
from agents.offline.asking.cues import Cues
from units import METRES

_UNITS = {
    word: unit
    for unit, words in {
        "kg": "kgs kilo kilos 킬로 키로",
        "lb": "lbs pound pounds 파운드",
        "km": "k kms",
        "mi": "mile miles 마일",
        "m": "meter meters metre metres 미터",
        "yd": "yard yards yds",
        "h": "hour hours hr hrs 시간",
        "min": "mins minute minutes 분",
        "s": "sec secs second seconds 초",
        "reps": "rep 개 회",
        "g": "gram grams 그램",
        "kcal": "calories 칼로리",
    }.items()
    for word in words.split()
}
_RACE = re.compile(
    r"(?<![\w.])(\d+(?:\.\d+)?)[ -]?(ks?|km|키로|킬로|mile|miles|miler|milers|mi)(?![a-z0-9_])"
    r"|\b(half(?:[ -]?marathon|[ -]?mara)?\b(?! (?:a|an|the|of|hour|way))|하프)|(marathon|마라톤|풀코스)"
    r"|(?<![\w.])(\d{3,5})[ -]?(yards?|yds?|met(?:er|re)s?|m|미터)(?![a-z0-9_])"
)
_METRES = {
    **dict.fromkeys(("k", "ks", "km", "키로", "킬로"), METRES["km"]),
    **dict.fromkeys(("mile", "miles", "miler", "milers", "mi"), METRES["mi"]),
}


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


WEEKLY = "/week"
"""The unit of a mark that is so many days a week."""


def read_weekly(text: str, words: Cues) -> Mark | None:
    """So many times a week as a mark ("did I hit 3 runs a week?")."""
    found = words.weekly_goal.search(text)
    if found is None:
        return None
    number = next(group for group in found.groups() if group)
    value = float(number) if number.isdecimal() else _number_word(number)
    return Mark(at_least=value, unit=WEEKLY, span=found.span()) if value else None


def _number_word(word: str) -> float | None:
    times = {"once": 1, "twice": 2, "한": 1}
    return next((table.numbers[word] for table in all_words() if word in table.numbers), times.get(word))


def race(text: str) -> float | None:
    """The distance that is named, in metres."""
    found = _RACE.search(text)
    if found is None:
        return None
    if found[3] or found[4]:
        return 21_097.5 if found[3] else 42_195.0
    if found[5]:
        return float(found[5]) * (METRES["yd"] if found[6].startswith("y") else 1.0)
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
