"""A message that only says what the person prefers: a unit, the time zone, language, order of dates."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Literal

from pydantic import BaseModel, ConfigDict

from agents.offline.lexicon import languages, load, plain

_LONGEST_SAID = 120
_PLACE = r"[a-z가-힣][a-z가-힣_/+\- ]{1,38}?"
Setting = Literal["weight_unit", "distance_unit", "time_zone", "language", "date_order"]
_OF_UNIT: dict[str, Setting] = {
    "kg": "weight_unit",
    "lb": "weight_unit",
    "km": "distance_unit",
    "mi": "distance_unit",
}


class PreferringWords(BaseModel):
    """`preferring.LANGUAGE.yaml`: how somebody says what they prefer."""

    model_config = ConfigDict(extra="forbid")

    leads: tuple[str, ...]
    trails: tuple[str, ...]
    units: dict[str, tuple[str, ...]]
    unit: tuple[str, ...]
    zone: tuple[str, ...]
    language: tuple[str, ...]
    date_order: tuple[str, ...]
    days: tuple[str, ...]
    months: tuple[str, ...]
    languages: dict[str, tuple[str, ...]]

    def forms(self) -> Iterator[re.Pattern[str]]:
        """Whole messages, with a group named after what is chosen in them."""
        before = rf"(?:(?:{_any(self.leads)})[,:]? )*"
        behind = rf"(?:,? (?:{_any(self.trails)}))*[ .!?~]*"
        units = _any(word for words in self.units.values() for word in words)
        names = _any(word for words in self.languages.values() for word in words)
        places = {
            "{unit}": f"(?P<unit>{units})",
            "{zone}": f"(?P<zone>{_PLACE})",
            "{language}": f"(?P<language>{names})",
            "{order}": f"(?:(?P<days>{_any(self.days)})|(?P<months>{_any(self.months)}))",
        }
        for said in (*self.unit, *self.zone, *self.language, *self.date_order):
            filled = re.sub("|".join(map(re.escape, places)), lambda place: places[place[0]], said)
            yield re.compile(before + filled + behind)


@dataclass(frozen=True, slots=True)
class Preferred:
    """What is to be set. A time zone is as the person wrote it, a language by its code."""

    field: Setting
    value: str


def preferred(text: str) -> Preferred | None:
    """What the whole message asks to be set; None: it says something else."""
    said = plain(text).strip()
    if not said or len(said) > _LONGEST_SAID or any(letter.isdigit() for letter in said):
        return None
    for words, form in _forms():
        if found := form.fullmatch(said):
            return _meant(found.groupdict(), words)
    return None


def _meant(found: dict[str, str | None], words: PreferringWords) -> Preferred:
    if unit := found.get("unit"):
        code = next(code for code, names in words.units.items() if unit in names)
        return Preferred(_OF_UNIT[code], code)
    if zone := found.get("zone"):
        return Preferred("time_zone", zone.strip())
    if language := found.get("language"):
        return Preferred(
            "language", next(code for code, names in words.languages.items() if language in names)
        )
    return Preferred("date_order", "DMY" if found.get("days") else "MDY")


@cache
def _forms() -> tuple[tuple[PreferringWords, re.Pattern[str]], ...]:
    every = [load("preferring", language, PreferringWords) for language in languages("preferring")]
    return tuple((words, form) for words in every for form in words.forms())


def _any(words: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
