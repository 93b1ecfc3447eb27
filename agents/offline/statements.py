"""What a correction says: what to delete, which values are new and which were wrong, of which exercise."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from typing import Literal

from pydantic import BaseModel, ConfigDict

from agents.offline.dates import find_days
from agents.offline.lexicon import languages, load, plain
from agents.offline.reading.items import Item, read_items
from agents.offline.reading.words import catalogue_for
from agents.parser import ParserInput
from storage.entities import DistanceUnit, WeightUnit

Slot = Literal["weight", "reps", "sets", "rpe", "distance_m", "duration_s", "value"]


class CorrectionWords(BaseModel):
    """A file `data/corrections.LANGUAGE.yaml`."""

    model_config = ConfigDict(extra="forbid")

    delete: list[str]
    old: list[str]
    old_before: list[str]
    last: list[str]
    first: list[str]
    second: list[str]
    third: list[str]
    set: list[str]
    change: list[str] = []
    into: list[str] = []
    change_after: list[str] = []
    whole: list[str]
    add: list[str]
    dropped: list[str]


@cache
def _words() -> tuple[CorrectionWords, ...]:
    return tuple(load("corrections", code, CorrectionWords) for code in languages("corrections"))


@cache
def _pattern(kind: str) -> re.Pattern[str]:
    lists: list[list[str]] = [getattr(words, kind) for words in _words()]
    words = sorted((re.escape(word) for words in lists for word in words), key=len, reverse=True)
    return re.compile(rf"(?<![a-z])(?:{'|'.join(words)})(?![a-z])" if words else r"(?!)")


@dataclass(frozen=True, slots=True)
class Value:
    """A number of the correction; `slot` where the words say what it is."""

    value: float
    slot: Slot | None
    unit: str = ""


@dataclass(slots=True)
class Statement:
    """A correction taken apart. `which` is a set's place: 0 the first, -1 the last, None unsaid."""

    deletes: bool = False
    adds: bool = False
    whole: bool = False
    which: int | None = None
    new: list[Value] = field(default_factory=list[Value])
    old: list[Value] = field(default_factory=list[Value])
    names: list[str] = field(default_factory=list[str])
    old_names: list[str] = field(default_factory=list[str])
    unit: WeightUnit | None = None
    distance_unit: DistanceUnit | None = None
    day: date | None = None
    structured: bool = False
    """It repeats a whole set (`100x5`), not just one value."""
    kept_text: str = ""
    """The text without what it says was wrong."""


def read_statement(given: ParserInput) -> Statement:
    """Take the correction apart; `day` is only set when it is not in the future."""
    text = plain(given.text)
    deletes = _pattern("delete").search(text) is not None
    now = given.profile.local(given.now)
    mentions = [one for one in find_days(given.text, now, given.profile.date_order) if one.day <= now.date()]
    spans = [(one.start, one.end) for one in mentions]
    items = read_items(text, catalogue_for(given.domain_context), spans)
    wrong = _wrong_spans(text, items)
    statement = Statement(
        deletes=deletes,
        adds=_pattern("add").search(text) is not None,
        whole=_pattern("whole").search(text) is not None,
        which=_which(text, deletes=deletes),
    )
    for at, item in enumerate(items):
        _read(items, at, item, statement, wrong=any(start <= item.start < end for start, end in wrong))
    statement.unit = _unit(items, wrong)
    statement.distance_unit = _distance_unit(items, wrong)
    right = [one for one in mentions if not any(start <= one.start < end for start, end in wrong)]
    statement.day = right[0].day if right else None
    kept = [item for item in items if not any(start <= item.start < end for start, end in wrong)]
    statement.structured = any(item.tag("x") for item in kept) and bool(statement.new)
    statement.kept_text = _without(given.text, wrong)
    return statement


def _which(text: str, *, deletes: bool) -> int | None:
    """The set's place; "the last one" is a set where a value changes, and a log where it goes."""
    for place, kind in ((-1, "last"), (0, "first"), (1, "second"), (2, "third")):
        found = _pattern(kind).search(text)
        if found is not None and (
            _pattern("set").search(text, found.end(), found.end() + 6)
            or (not deletes and text[found.end() : found.end() + 4] == " one")
        ):
            return place
    numbered = re.search(r"\bset (\d{1,2})\b", text)
    return int(numbered[1]) - 1 if numbered and numbered[1] != "0" else None


def _wrong_spans(text: str, items: Sequence[Item]) -> list[tuple[int, int]]:
    """Stretches that tell what was wrong: after "not" up to the next clause, in Korean before "아니고"."""
    spans: list[tuple[int, int]] = []
    for found in _pattern("old").finditer(text):
        end = next(
            (
                item.start
                for item in items
                if item.start >= found.end()
                and (item.kind in ("comma", "stop", "line") or item.text in ("but", "to", "it"))
            ),
            len(text),
        )
        spans.append((found.start(), end))
    for found in _pattern("old_before").finditer(text):
        before = [item for item in items if item.end <= found.start()]
        begin = next((item.end for item in reversed(before) if item.kind in ("comma", "stop", "line")), 0)
        figures = [item for item in before if item.data and item.start >= begin]
        names = [item for item in before if item.named is not None and item.start >= begin]
        if figures:
            spans.append((figures[-1].start, found.end()))
        elif names:
            spans.append((names[-1].start, found.end()))
    return spans + _changed_from(text, items)


def _changed_from(text: str, items: Sequence[Item]) -> list[tuple[int, int]]:
    """The A of `change A to B`, `A → B`, `A를 B로 바꿔`, where exactly two names or two figures stand."""
    verb = _pattern("change").search(text)
    verb_after = _pattern("change_after").search(text)
    begin = verb.end() if verb is not None else 0
    spans: list[tuple[int, int]] = []
    for kind in (_is_name, _is_figure):
        said = [item for item in items if item.start >= begin and kind(item)]
        if len(said) != 2:
            continue
        one, other = said
        between = text[one.end : other.start]
        led = verb is not None and _pattern("into").search(between) is not None
        if led or verb_after is not None or _ARROW.fullmatch(between):
            spans.append((one.start, one.end))
    return spans


_ARROW = re.compile(r" {0,3}(?:→|-?>) {0,3}")


def _is_name(item: Item) -> bool:
    return item.named is not None


def _is_figure(item: Item) -> bool:
    return item.data


def _without(text: str, spans: list[tuple[int, int]]) -> str:
    letters = list(text)
    for start, end in spans:
        letters[start:end] = " " * (end - start)
    return "".join(letters)


def _read(items: Sequence[Item], at: int, item: Item, statement: Statement, *, wrong: bool) -> None:
    if item.named is not None:
        (statement.old_names if wrong else statement.names).append(item.named.name)
        return
    value = _value(items, at)
    if value is not None:
        (statement.old if wrong else statement.new).append(value)


def _value(items: Sequence[Item], at: int) -> Value | None:  # noqa: PLR0911 - one return a kind
    item = items[at]
    match item.kind:
        case "mass":
            return Value(item.value, "weight", item.unit)
        case "distance":
            return Value(item.value, "distance_m", item.unit)
        case "k":
            return Value(item.value * 1000, "distance_m", "km")
        case "time" | "clock":
            return Value(item.value, "duration_s", item.unit)
        case "energy" | "grams" | "volume" | "bpm":
            return Value(item.value, "value", item.unit)
        case "number":
            return _number(items, at)
        case _:
            return None


def _number(items: Sequence[Item], at: int) -> Value | None:
    """A bare number, by what stands beside it: `4 sets`, `rpe was 9`; "oh" and "the second one" are none."""
    item = items[at]
    after = items[at + 1] if at + 1 < len(items) else None
    before = items[at - 1] if at else None
    if item.text == "oh" or (before is not None and before.text in ("set", "/")) or _is_place(before, item):
        return None
    if after is not None and after.tag("sets", "reps"):
        return Value(item.value, "sets" if after.tag("sets") else "reps")
    near = items[max(0, at - 3) : at]
    label = next((one for one in reversed(near) if one.tag("sets", "reps", "rpe")), None)
    if label is None or any(one.data for one in near):
        return Value(item.value, None)
    if label.tag("rpe"):
        return Value(item.value, "rpe")
    return Value(
        item.value, "sets" if label.text.startswith("sets") else "reps" if label.tag("reps") else None
    )


def _is_place(before: Item | None, item: Item) -> bool:
    places = ("last", "first", "second", "third")
    return (
        item.text == "one"
        and before is not None
        and any(_pattern(place).fullmatch(before.text) for place in places)
    )


def _lone_units(items: Sequence[Item], wrong: list[tuple[int, int]]) -> Iterator[str]:
    """Units that stand alone: `kg not lb`, `that was in pounds`, `miles not km`."""
    for item in items:
        if item.kind == "words" and not any(start <= item.start < end for start, end in wrong):
            yield from (meaning.what for meaning in item.meanings if meaning.kind == "unit")


def _unit(items: Sequence[Item], wrong: list[tuple[int, int]]) -> WeightUnit | None:
    found = next((unit for unit in _lone_units(items, wrong) if unit in ("kg", "lb")), None)
    return None if found is None else "kg" if found == "kg" else "lb"


def _distance_unit(items: Sequence[Item], wrong: list[tuple[int, int]]) -> DistanceUnit | None:
    found = next((unit for unit in _lone_units(items, wrong) if unit in ("km", "mi")), None)
    return None if found is None else "km" if found == "km" else "mi"
