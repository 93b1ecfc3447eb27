"""What a sentence orders the bot to do or to be: a setting, a page of them, a command in other words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal

from agents.language.alike import Known, Vocabulary, Words
from agents.offline.lexicon import language_of, load, plain

Setting = Literal[
    "weight_unit", "distance_unit", "time_zone", "language", "date_order",
    "theme", "receipts", "rest_timer", "digest", "morning", "checkins", "quiet", "bar", "plates",
]  # fmt: skip
Page = Literal["main", "briefings"]
"""Of /settings: all of it, or what comes by itself."""
Command = Literal["today", "week", "next", "export", "context", "help", "proposals"]
_LONGEST = 120
_FIGURE = r"\d[\d.,:x]*"
_LOADS = re.compile(r"\d[\d., xkglbs]*")
_NOON = 12


class OrdersFile(Vocabulary):
    """`orders.LANGUAGE.yaml`: sentences by what they order, and the words of their slots."""

    enough: float
    """How alike a sentence is at least to a known order, from 0 to 1."""
    numbers: dict[str, int]
    weekdays: dict[str, tuple[str, ...]]
    halves: dict[str, tuple[str, ...]]
    """`am` and `pm`, behind an hour or before it."""
    half_first: bool = False
    parts: dict[str, tuple[str, ...]]
    """Words that stand for an hour."""
    behind: tuple[str, ...]
    """What belongs to a number before it, beside a unit or a half of the day."""
    spans: tuple[str, ...]
    """Behind a number: it is no hour."""
    until: tuple[str, ...]
    """Beside an hour: it is the last one."""
    minutes: tuple[str, ...]
    units: dict[str, tuple[str, ...]]
    """Words by the unit, or by both ("kg km") that they stand for."""
    languages: dict[str, tuple[str, ...]]
    unit: tuple[str, ...]
    language: tuple[str, ...]
    choices: dict[Setting, dict[str, tuple[str, ...]]]
    """Sentences by the setting and what they set."""
    given: dict[Setting, tuple[str, ...]]
    """Sentences with a day, hours, a time or loads, or with what is usual where they have none."""
    pages: dict[Page, tuple[str, ...]]
    commands: dict[Command, tuple[str, ...]]
    nothing: tuple[str, ...]

    def sentences(self) -> Iterator[tuple[Order, tuple[str, ...]]]:
        """All of them by what they order."""
        yield Order("unit"), self.unit
        yield Order("language"), self.language
        for name, values in self.choices.items():
            yield from ((Order("choice", name, value), said) for value, said in values.items())
        yield from ((Order("given", name), said) for name, said in self.given.items())
        yield from ((Order("page", name), said) for name, said in self.pages.items())
        yield from ((Order("command", name), said) for name, said in self.commands.items())
        yield _NOTHING, self.nothing


@dataclass(frozen=True, slots=True)
class Order:
    """What is ordered: the setting, page or command; `value` is what a choice sets."""

    kind: Literal["unit", "language", "choice", "given", "page", "command", "nothing"]
    name: str = ""
    value: str = ""


_NOTHING = Order("nothing")


def order_of(said: str) -> Order | None:
    """What a sentence orders; None: nothing that is known here."""
    return _ordered(plain(said).strip())


@lru_cache(maxsize=256)
def _ordered(text: str) -> Order | None:
    if not text or len(text) > _LONGEST or "\n" in text:
        return None
    orders = orders_in(language_of(text))
    words = orders.known.words
    alike, order = orders.known.nearest(words.read(words.core(orders.slotted(text))), orders.enough)
    return order if alike >= orders.enough and order != _NOTHING else None


def command_ordered(said: str) -> str | None:
    """The command that a whole message orders in its own words."""
    order = order_of(said)
    return order.name if order is not None and order.kind == "command" else None


class Orders:
    """The known orders of a language, and what stands in their slots."""

    def __init__(self, held: OrdersFile) -> None:
        self._units, self._languages = _keys(held.units), _keys(held.languages)
        self._weekdays, self._halves, self._parts = map(_keys, (held.weekdays, held.halves, held.parts))
        self._numbers, self._until = held.numbers, re.compile(_any(held.until))
        self._part = re.compile(_any(self._parts))
        self._lasting = re.compile(rf"(\d{{1,3}})(?::(\d\d))? ?({_any(held.minutes, begins=False)})?")
        half = _any(self._halves, begins=False)
        before = rf"(?:(?P<before>{_any(self._halves)}) ?)?" if held.half_first else "(?P<before>)"
        behind = _any((*self._halves, *self._units, *held.behind), begins=False)
        slots = {
            "xnumber": rf"{before}(?<![\w.]){_FIGURE}(?: ?(?:{behind}))?",
            "xday": _any(self._weekdays),
            "xunit": _any(self._units),
            "xlanguage": _any(self._languages),
        }
        self._slots = re.compile("|".join(f"(?P<{name}>{form})" for name, form in slots.items()))
        self._spelled = re.compile(_any(map(str, self._numbers)))
        spans = _any(held.spans, begins=False)
        hour = rf"(?<![\d.:])(?P<hour>[01]?\d|2[0-3])(?::[03]0)?(?![\d:.])(?! ?(?:{spans}))"
        self._hour = re.compile(rf"{before}{hour}(?: ?(?P<behind>{half}))?")
        sentences = {order: map(self.slotted, map(plain, all_)) for order, all_ in held.sentences()}
        self.known, self.enough = Known(Words.of(held), sentences, _NOTHING), held.enough

    def in_figures(self, text: str) -> str:
        """With spelt numbers as figures."""
        return self._spelled.sub(lambda word: str(self._numbers[word[0]]), text)

    def slotted(self, text: str) -> str:
        """With a name for each number, day, unit and language."""
        return self._slots.sub(_named, self.in_figures(text))

    def _in(self, slot: str, text: str) -> Iterator[str]:
        """What stands in a slot, each time."""
        return (said for found in self._slots.finditer(text) if (said := found[slot]))

    def units(self, text: str) -> list[str]:
        """The units that stand in it, `kg`, `lb`, `km` or `mi`."""
        return list(
            dict.fromkeys(unit for one in self._in("xunit", text) for unit in self._units[one].split())
        )

    def language(self, text: str) -> str:
        """The code of the language in it."""
        return self._languages[next(self._in("xlanguage", text))]

    def day(self, text: str) -> str | None:
        """The day of the week in it: `mon`."""
        return next((self._weekdays[one] for one in self._in("xday", text)), None)

    def hours(self, text: str, halves: Iterable[str]) -> list[int]:
        """The hours in it; an hour without a half of the day is in the next of `halves`."""
        found: list[int] = []
        for hit, usual in zip(self._hour.finditer(self.in_figures(text)), halves, strict=False):
            hour, half = int(hit["hour"]), self._halves.get(hit["before"] or hit["behind"] or "")
            whole = half is None and (hour == 0 or hour >= _NOON)
            found.append(hour if whole else hour % _NOON + _NOON * ((half or usual) == "pm"))
        return found

    def part(self, text: str) -> int | None:
        """The hour that a word for a part of the day stands for."""
        return next((int(self._parts[one]) for one in self._part.findall(text)), None)

    def is_until(self, text: str) -> bool:
        """Whether its only hour is the last one."""
        return self._until.search(text) is not None

    def seconds(self, text: str) -> int | None:
        """How long: minutes, minutes and seconds (1:30), or seconds."""
        found = self._lasting.search(self.in_figures(text))
        if found is None:
            return None
        return int(found[1]) * (60 if found[2] or found[3] else 1) + int(found[2] or 0)

    def loads(self, text: str) -> str | None:
        """Numbers with their units, as they are written: `20x4 10 5 kg`."""
        found = _LOADS.search(text)
        return found and found[0].strip(" ,.")


@cache
def orders_in(language: str) -> Orders:
    """The orders of a language."""
    return Orders(load("orders", language, OrdersFile))


def _named(found: re.Match[str]) -> str:
    return next(f" {name} " for name, said in found.groupdict().items() if said and name != "before")


def _keys(kinds: Mapping[str, Iterable[str]]) -> dict[str, str]:
    """What each word is one of."""
    return {one: key for key, names in kinds.items() for one in names}


def _any(words: Iterable[str], *, begins: bool = True) -> str:
    """One of the words; where they are written apart, the whole word, or its end behind a number."""
    longest = sorted(words, key=len, reverse=True)
    apart = "|".join(re.escape(one) for one in longest if one.isascii())
    joined = "|".join(re.escape(one) for one in longest if not one.isascii())
    before = "(?<![a-z0-9])" if begins else ""
    forms = (f"{before}(?:{apart})(?![a-z0-9])" if apart else "", f"(?:{joined})" if joined else "")
    return "|".join(filter(None, forms)) or "(?!)"
