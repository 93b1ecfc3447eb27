"""Requests for something that the bot cannot do yet; whether a message may ask for a reminder."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Literal

from pydantic import BaseModel

from agents.offline.lexicon import language_of, languages, load, plain
from agents.offline.orders import command_ordered
from agents.offline.questions.frames import Wish
from agents.offline.questions.wishes import wish_in

PageName = Literal["goal", "coaches", "reminders", "programme", "job", "settings"]
_LONGEST, _LONGEST_COMMAND = 160, 30


class ChartNamed(BaseModel, extra="forbid"):
    """A message that only names a chart: regular expressions over its small letters."""

    chart: re.Pattern[str]
    """The word for one."""
    itself: re.Pattern[str]
    """What is one of itself."""
    around: re.Pattern[str]
    """What may stand around what is drawn."""
    period: re.Pattern[str]
    bare: re.Pattern[str]
    """A period that does not say that it is the last one, and how it is read."""
    last: str
    also: dict[str, str]
    """What a measure is called here and nowhere else."""


class RequestWords(BaseModel, extra="forbid"):
    """`requests.LANGUAGE.yaml`."""

    reminds: tuple[str, ...]
    """Of which one stands in every message that asks for a reminder or timer."""
    reminds_first: tuple[str, ...]
    """Or it begins so."""
    leads: tuple[str, ...]
    undo: tuple[str, ...]
    """Whole messages that take back the last change."""
    takes_back: tuple[str, ...]
    """Whole messages that take back what was said last, whatever that is."""
    orders: re.Pattern[str]
    """Where a message orders something."""
    no_orders: re.Pattern[str]
    """What is in none."""
    pages: dict[PageName, re.Pattern[str]]
    """What an order names, and the command that shows what there is of it."""
    cannot: tuple[str, ...]
    told: dict[Wish, str]
    charts: ChartNamed


@cache
def _every() -> tuple[RequestWords, ...]:
    return tuple(load("requests", language, RequestWords) for language in languages("requests"))


def may_remind(text: str) -> bool:
    """Whether a message can ask for a reminder or timer at all: a look of about a microsecond."""
    lowered, (signs, first) = text.lower(), _reminds()
    return any(map(lowered.__contains__, signs)) or _without_leads(lowered).startswith(first)


def _without_leads(lowered: str) -> str:
    """`could you please move …` begins with `move`."""
    while (lead := next((one for one in _leads() if lowered.startswith(one)), None)) is not None:
        lowered = lowered[len(lead) :]
    return lowered


@cache
def _leads() -> tuple[str, ...]:
    return tuple(f"{lead} " for words in _every() for lead in words.leads)


@cache
def _reminds() -> tuple[tuple[str, ...], tuple[str, ...]]:
    signs = tuple(sign for words in _every() for sign in words.reminds)
    return signs, tuple(sign for words in _every() for sign in words.reminds_first)


def chart_named(text: str, knows: Callable[[str], bool]) -> str | None:
    """`weight graph last 3 months` as what stands behind /chart, where nothing else is said; else None.

    `knows`: whether the diary has a measure of that name.
    """
    said = plain(text).strip(" .!?~")
    if len(said) > _LONGEST_COMMAND * 2:
        return None
    return next((found for words in _every() if (found := _chart_in(said, words.charts, knows))), None)


def _chart_in(said: str, words: ChartNamed, knows: Callable[[str], bool]) -> str | None:
    itself = words.itself.search(said)
    found = itself or words.chart.search(said)
    if found is None:
        return None
    rest = f"{said[: found.start()]} \n {said[found.end() :]}"
    period = words.period.search(rest)
    span = words.bare.sub(words.last, period[0].strip()) if period is not None else ""
    left = rest if period is None else f"{rest[: period.start()]}\n{rest[period.end() :]}"
    parts = [" ".join(one.split()) for one in words.around.sub("\n", left).split("\n")]
    parts = [words.also.get(one, one) for one in parts if one]
    names = [name for one in parts for name in ((one,) if knows(one) else one.split())]
    if itself is not None:
        return None if names else f"{itself[0]} {span}".strip()
    return f"{', '.join(names)} {span}".strip() if names and all(map(knows, names)) else None


def command_in(text: str) -> str | None:
    """The command that the whole message is in words: `undo that please`, `show me my week`."""
    said = text.strip(" \n.!?~").casefold()
    forms = {said, _without_leads(said.replace(",", ""))} if len(said) <= _LONGEST_COMMAND else set[str]()
    return command_ordered(text) if forms.isdisjoint(_undo()) else "undo"


def takes_back(text: str) -> bool:
    """Whether the whole message takes back what was done last: `cancel that`."""
    said = text.strip(" \n.!~").casefold()
    return any(said in words.takes_back for words in _every())


@cache
def _undo() -> frozenset[str]:
    return frozenset(said for words in _every() for said in words.undo)


def is_order(text: str) -> bool:
    """Whether it is worded as one."""
    return load("requests", language_of(text), RequestWords).orders.search(plain(text).strip()) is not None


def page_in(text: str) -> PageName | None:
    """What a whole message orders something about, whatever that is."""
    said = plain(text).strip()
    if len(said) > _LONGEST or "\n" in said:
        return None
    words = load("requests", language_of(said), RequestWords)
    if words.no_orders.search(said) or not is_order(said):
        return None
    return next((name for name, form in words.pages.items() if form.search(said)), None)


def is_beyond_us(text: str) -> bool:
    """Whether the whole message asks for such a thing; questions about what was logged never do."""
    said = plain(text).strip()
    if not said or len(said) > _LONGEST or "\n" in said:
        return False
    return any(form.fullmatch(said) for form in _forms())


def beyond_us(language: str, text: str) -> str:
    """What is said to such a request, by whoever notices that it is one."""
    wish = wish_in(text)
    return load("requests", language, RequestWords).told[wish[0] if wish else "other"]


@cache
def _forms() -> tuple[re.Pattern[str], ...]:
    return tuple(
        re.compile(rf"(?:(?:{'|'.join(map(re.escape, words.leads))})[,:]? )*(?:{form})[ .!?~]*")
        for words in _every()
        for form in words.cannot
    )
