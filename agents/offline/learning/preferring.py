"""A message that only says what the person prefers: a unit, the time zone, how and when the bot writes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import cast

from pydantic import BaseModel

from agents.offline.about import topic_of
from agents.offline.lexicon import language_of, languages, load, plain
from agents.offline.orders import Orders, Page, Setting, order_of, orders_in

_LONGEST_SAID = 160
_PLACE = r"(?P<place>[a-z가-힣][a-z가-힣_/+\- ]{1,38}?)"
_OF_UNIT: dict[str, Setting] = {
    "kg": "weight_unit",
    "lb": "weight_unit",
    "km": "distance_unit",
    "mi": "distance_unit",
}
_USUAL_DAY = "sun"
_USUAL = {"digest": 18, "morning": 7, "checkins": 18}
_QUIET = (22, 8)
"""The hours where none is said."""


class PreferringWords(BaseModel, extra="forbid"):
    """`preferring.LANGUAGE.yaml`: how somebody says where they are."""

    apart: re.Pattern[str]
    """What stands between two things that are preferred."""
    before: str
    behind: str
    zone: tuple[str, ...]
    place: tuple[str, ...]
    """A time zone, where the place is known."""

    def forms(self) -> Iterator[tuple[re.Pattern[str], bool]]:
        """Whole sentences, and whether they only guess at a zone."""
        for forms, is_guess in ((self.zone, False), (self.place, True)):
            for form in forms:
                said = form.replace("{place}", _PLACE)
                yield re.compile(f"{self.before}{said}{self.behind}[ .!?~]*"), is_guess


@dataclass(frozen=True, slots=True)
class Preferred:
    """What is to be set. A time zone is as the person wrote it, a language by its code."""

    field: Setting
    value: str
    is_guess: bool = False
    """Nothing is to be set where the value is unknown: "I'm in bed"."""


def preferred(text: str) -> tuple[Preferred, ...] | Page | None:
    """What the whole message asks to be set, or the page that it asks for; None: it says something else."""
    said = plain(text).strip()
    if not said or len(said) > _LONGEST_SAID:
        return None
    order = order_of(said)
    if order is not None and order.kind == "page":
        return cast("Page", order.name)
    return (
        _all_of([one for one in _apart(language_of(said)).split(said) if one.strip()]) or _told(said) or None
    )


def _all_of(sentences: list[str]) -> tuple[Preferred, ...] | None:
    """What several sentences set of which each sets something, or asks about the bot."""
    told = [(one, _told(one)) for one in sentences] if len(sentences) > 1 else []
    found = dict.fromkeys(one for _, each in told for one in each)
    return tuple(found) if found and all(each or topic_of(one) for one, each in told) else None


def _told(said: str) -> tuple[Preferred, ...]:
    order = order_of(said)
    if order is not None and order.kind in ("unit", "language", "choice", "given"):
        orders = orders_in(language_of(said))
        if order.kind == "unit":
            return tuple(Preferred(_OF_UNIT[unit], unit) for unit in orders.units(said))
        if order.kind == "language":
            return (Preferred("language", orders.language(said)),)
        field = cast("Setting", order.name)
        value = order.value or _GIVEN[field](said, orders)
        return () if value is None else (Preferred(field, value),)
    placed = ((form.fullmatch(said), is_guess) for form, is_guess in _forms())
    return next(
        ((Preferred("time_zone", hit["place"].strip(), is_guess),) for hit, is_guess in placed if hit), ()
    )


def _hour(field: Setting, half: str, said: str, orders: Orders) -> str:
    """`07`."""
    found = [*orders.hours(said, (half,)), orders.part(said)]
    return f"{next((one for one in found if one is not None), _USUAL[field]):02d}"


def _quiet(said: str, orders: Orders) -> str:
    """`22-08`."""
    last = orders.is_until(said)
    hours = orders.hours(said, ("am",) if last else ("pm", "am"))
    first, end = hours if len(hours) > 1 else (_QUIET[0], *hours) if last else (*hours, _QUIET[1])
    return f"{first:02d}-{end:02d}"


def _seconds(said: str, orders: Orders) -> str | None:
    seconds = orders.seconds(said)
    return None if seconds is None else str(seconds)


_GIVEN: dict[Setting, Callable[[str, Orders], str | None]] = {
    "digest": lambda said, orders: f"{orders.day(said) or _USUAL_DAY}-{_hour('digest', 'pm', said, orders)}",
    "morning": lambda said, orders: _hour("morning", "am", said, orders),
    "checkins": lambda said, orders: _hour("checkins", "pm", said, orders),
    "quiet": _quiet,
    "bar": lambda said, orders: orders.loads(said),
    "plates": lambda said, orders: orders.loads(said),
    "rest_timer": _seconds,
}
"""As the settings keep it: `fri-19`, `07`, `22-08`, `15 kg`."""


@cache
def _apart(language: str) -> re.Pattern[str]:
    return load("preferring", language, PreferringWords).apart


@cache
def _forms() -> tuple[tuple[re.Pattern[str], bool], ...]:
    words = [load("preferring", language, PreferringWords) for language in languages("preferring")]
    return tuple(form for one in words for form in one.forms())
