"""A message that only says what the person prefers: a unit, the time zone, how and when the bot writes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Literal

from pydantic import BaseModel

from agents.offline.lexicon import languages, load, plain

_LONGEST_SAID = 120
_PLACE = r"[a-z가-힣][a-z가-힣_/+\- ]{1,38}?"
Setting = Literal[
    "weight_unit", "distance_unit", "time_zone", "language", "date_order",
    "theme", "receipts", "rest_timer", "digest", "morning", "checkins", "quiet", "bar", "plates",
]  # fmt: skip
Page = Literal["main", "briefings"]
"""Of /settings: all of it, or what comes by itself."""
_HALVES = {"digest": "pm", "morning": "am", "checkins": "pm", "from": "pm", "to": "am"}
"""Which half of the day an hour without one is in."""
_NOON = 12
_GEAR = r"(?P<gear>\d[\d., xkglbs]*)"
_OF_UNIT: dict[str, Setting] = {
    "kg": "weight_unit",
    "lb": "weight_unit",
    "km": "distance_unit",
    "mi": "distance_unit",
}


class PreferringWords(BaseModel, extra="forbid"):
    """`preferring.LANGUAGE.yaml`: how somebody says what they prefer."""

    leads: tuple[str, ...]
    joins: tuple[str, ...]
    """What stands between two units."""
    trails: tuple[str, ...]
    units: dict[str, tuple[str, ...]]
    """Words by the unit, or by both ("kg km") that they stand for."""
    unit: tuple[str, ...]
    zone: tuple[str, ...]
    place: tuple[str, ...]
    """Where somebody is; a time zone, where the place is known."""
    language: tuple[str, ...]
    date_order: tuple[str, ...]
    days: tuple[str, ...]
    months: tuple[str, ...]
    languages: dict[str, tuple[str, ...]]
    cues: tuple[str, ...]
    """One of these stands in a message with a figure that sets something."""
    weekdays: dict[str, tuple[str, ...]]
    halves: dict[Literal["am", "pm"], tuple[str, ...]]
    parts: dict[str, tuple[str, ...]]
    """Words that stand for an hour."""
    oclock: tuple[str, ...] = ()
    """Behind an hour, where the half of the day stands before it."""
    choices: dict[Setting, dict[str, tuple[str, ...]]]
    """Forms by the setting and what they set."""
    given: dict[Setting, tuple[str, ...]]
    """Forms with a {day} and an {hour}, hours {from} and {to}, or {gear}."""

    shows: dict[Page, tuple[str, ...]]
    """Forms that ask for a page."""

    def codes(self, said: str | None) -> list[str]:
        """The units that a word stands for."""
        return [code for both, names in self.units.items() if said in names for code in both.split()]

    def pages(self) -> Iterator[tuple[Page, re.Pattern[str]]]:
        """Whole messages by the page that they ask for."""
        for page, forms in self.shows.items():
            for form in forms:
                yield page, self._whole(form)

    def settings(self) -> Iterator[tuple[Setting, str, re.Pattern[str]]]:
        """Whole messages by what they set, "" where they say it themselves."""
        for field, values in self.choices.items():
            for value, forms in values.items():
                for form in forms:
                    yield field, value, self._whole(form)
        for field, forms in self.given.items():
            for form in forms:
                yield field, "", self._whole(form)

    def _whole(self, form: str) -> re.Pattern[str]:
        days = _any(word for words in self.weekdays.values() for word in words)
        form = form.replace("{day}", f"(?P<day>{days})").replace("{gear}", _GEAR)
        for name in ("hour", "from", "to"):
            form = form.replace(f"{{{name}}}", self._hour(name))
        before = rf"(?:(?:{_any(self.leads)})[,:]? )*"
        return re.compile(rf"{before}{form}(?:,? (?:{_any(self.trails)}))*[ .!?~]*")

    def _hour(self, name: str) -> str:
        halves = _any(word for words in self.halves.values() for word in words)
        figure, part = rf"(?P<{name}>[01]?\d|2[0-3])", rf"(?P<{name}_part>{_any(_said(self.parts))})"
        if self.oclock:
            return rf"(?:(?:(?P<{name}_half>{halves}) ?)?{figure}(?::00|{_any(self.oclock)})|{part})"
        return rf"(?:{figure}(?::[03]0)?(?: ?(?P<{name}_half>{halves}))?|{part})"

    def forms(self) -> Iterator[re.Pattern[str]]:
        """Whole messages, with a group named after what is chosen in them."""
        before = rf"(?:(?:{_any(self.leads)})[,:]? )*"
        behind = rf"(?:,? (?:{_any(self.trails)}))*[ .!?~]*"
        units = _any(word for words in self.units.values() for word in words)
        names = _any(word for words in self.languages.values() for word in words)
        places = {
            "{unit}": f"(?P<unit>{units})(?:(?:{_any(self.joins)})(?P<also>{units}))?",
            "{zone}": f"(?P<zone>{_PLACE})",
            "{place}": f"(?P<place>{_PLACE})",
            "{language}": f"(?P<language>{names})",
            "{order}": f"(?:(?P<days>{_any(self.days)})|(?P<months>{_any(self.months)}))",
        }
        for said in (*self.unit, *self.zone, *self.place, *self.language, *self.date_order):
            filled = re.sub("|".join(map(re.escape, places)), lambda place: places[place[0]], said)
            yield re.compile(before + filled + behind)


@dataclass(frozen=True, slots=True)
class Preferred:
    """What is to be set. A time zone is as the person wrote it, a language by its code."""

    field: Setting
    value: str
    also: Preferred | None = None
    is_guess: bool = False
    """Nothing is to be set where the value is unknown: "I'm in bed"."""


def preferred(text: str) -> Preferred | Page | None:
    """What the whole message asks to be set, or the page that it asks for; None: it says something else."""
    said = plain(text).strip()
    if not said or len(said) > _LONGEST_SAID:
        return None
    if (found := _set_in(said)) is not None or any(letter.isdigit() for letter in said):
        return found
    for words, form in _forms():
        if found := form.fullmatch(said):
            return _meant(found.groupdict(), words)
    return None


def _set_in(said: str) -> Preferred | Page | None:
    """What the message sets of charts, receipts, timers, what comes by itself, and gear; or its page."""
    if not _cues().search(said):
        return None
    for words, field, value, form in _settings():
        if found := form.fullmatch(said):
            return Preferred(field, value or _given(field, found.groupdict(), words))
    return next((page for page, form in _pages() if form.fullmatch(said)), None)


def _given(field: Setting, found: dict[str, str | None], words: PreferringWords) -> str:
    """As the settings keep it: `fri-19`, `07`, `22-08`, `15 kg`."""
    if gear := found.get("gear"):
        return gear.strip(" ,.")
    if field == "quiet":
        return f"{_hour_of(found, 'from', 'from', words)}-{_hour_of(found, 'to', 'to', words)}"
    hour = _hour_of(found, "hour", field, words)
    said = found.get("day")
    day = next((code for code, names in words.weekdays.items() if said in names), "sun")
    return f"{day}-{hour}" if field == "digest" else hour


_FIRST = {"digest": "18", "morning": "07", "checkins": "18", "from": "22", "to": "08"}
"""The hour where none is said."""


def _said(kinds: dict[str, tuple[str, ...]]) -> Iterator[str]:
    return (word for words in kinds.values() for word in words)


def _hour_of(found: dict[str, str | None], name: str, usual: str, words: PreferringWords) -> str:
    if found.get(name) is None:
        part = found.get(f"{name}_part")
        return next((hour for hour, names in words.parts.items() if part in names), _FIRST[usual])
    hour, said = int(found[name] or 0), found.get(f"{name}_half")
    half = next((half for half, names in words.halves.items() if said in names), None)
    if half is None and (hour == 0 or hour >= _NOON):
        return f"{hour:02d}"
    return f"{hour % _NOON + _NOON * ((half or _HALVES[usual]) == 'pm'):02d}"


def _meant(found: dict[str, str | None], words: PreferringWords) -> Preferred:
    if unit := found.get("unit"):
        codes = [code for said in (unit, found.get("also")) for code in words.codes(said)]
        also = next((Preferred(_OF_UNIT[code], code) for code in codes[1:]), None)
        return Preferred(_OF_UNIT[codes[0]], codes[0], also)
    if place := found.get("place"):
        return Preferred("time_zone", place.strip(), is_guess=True)
    if zone := found.get("zone"):
        return Preferred("time_zone", zone.strip())
    if language := found.get("language"):
        return Preferred(
            "language", next(code for code, names in words.languages.items() if language in names)
        )
    return Preferred("date_order", "DMY" if found.get("days") else "MDY")


@cache
def _words() -> tuple[PreferringWords, ...]:
    return tuple(load("preferring", language, PreferringWords) for language in languages("preferring"))


@cache
def _cues() -> re.Pattern[str]:
    return re.compile("|".join(one for words in _words() for one in words.cues))


@cache
def _pages() -> tuple[tuple[Page, re.Pattern[str]], ...]:
    return tuple(one for words in _words() for one in words.pages())


@cache
def _settings() -> tuple[tuple[PreferringWords, Setting, str, re.Pattern[str]], ...]:
    return tuple((words, *one) for words in _words() for one in words.settings())


@cache
def _forms() -> tuple[tuple[PreferringWords, re.Pattern[str]], ...]:
    return tuple((words, form) for words in _words() for form in words.forms())


def _any(words: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
